"""How hands rank in every game: cards in, a comparable strength out; `table.py` has them all as rows."""
