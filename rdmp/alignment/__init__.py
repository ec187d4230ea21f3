"""Which columns are compared, and how: rules over schemas and facts, with no engine.

`names` pairs the columns (rules 1 to 3), `tokens` types the fields of text files (rules 11 to 13),
`types` finds the compared form of each side (rules 5 to 10), `align` puts them together.
"""
