"""Hand history files: text ↔ values, pure."""
