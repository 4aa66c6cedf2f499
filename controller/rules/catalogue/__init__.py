"""The rule books as data: every rule a row, every question that a house may answer an option."""
