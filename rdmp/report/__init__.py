"""`Evaluation` -> what a reader sees: text, Markdown, JSON. Nothing here computes a figure."""
