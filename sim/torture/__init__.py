"""Random hands with random mistakes, and what has to be ruled: written down before the table sees any of it."""
