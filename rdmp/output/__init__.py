"""Files that are written for the user: whole or not at all, and nothing of theirs overwritten."""
