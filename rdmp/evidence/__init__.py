"""Evidence: what an auditor needs to repeat an evaluation, and the repeating of it.

`places` remembers where sources lie and finds them again, `record` is the form of the file,
`writing` makes one, `reading` reads it as the hostile input that it may be, `verifying` repeats the
run and `verification` is what comes of it.
"""
