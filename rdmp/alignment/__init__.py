"""Which columns are compared, and how: rules over schemas and facts, with no engine.

`names` pairs the columns (rules 1 to 3). `facts` reads what is known of the fields of text files,
`tokens` types them (rules 11 and 12), `spelling` tells where two files spell them differently (13).
`types` finds the compared form of each side (5 to 10), `casts` the one that the user asks for.
`questions` are what must be known of whole columns, `findings` what the reader must know; `align`
puts all of it together.
"""
