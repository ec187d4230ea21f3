"""The engines: each folder is the only importer of its library."""
