"""The scenario language: what was done on the felt, and what the right outcome is."""
