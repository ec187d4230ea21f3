"""Ways to count the same copies, one module and one process each; `benchmarks.field` lists them."""
