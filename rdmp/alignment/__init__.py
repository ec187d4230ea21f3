"""Which columns are compared, and how: rules over schemas and facts, with no engine.

`names` pairs the columns (rules 1 to 3). `facts`, `tokens` and `spelling` type the fields of text
files (rules 11 to 13). `types` finds the compared form of a pair of values (rules 4 to 10) with
the help of `numbers`, `clocks` and `nested`. `casts` obeys ``--cast``. `align` asks (`questions`)
and puts all together; `findings` and `refusals` have the words.
"""
