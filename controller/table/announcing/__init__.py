"""What the dealer has to say while a hand is played, until he has said it.

`wagers.py` raises and all-ins, `rounds.py` what a betting round begins and ends with, `turns.py` the player who is waited for;
`obligations.py` which story shows that something was said, `reminders.py` what becomes of it when nothing does; `heard.py` all of it.
Only a house with `announcing` is asked; a hand of any other is played as if nobody had written this.
"""
