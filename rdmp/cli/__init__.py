"""The command line: stdout is the result, stderr the story, the exit code the verdict."""
