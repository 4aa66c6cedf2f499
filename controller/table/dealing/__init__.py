"""What went wrong with cards: how a hand's deal goes against the plan, what is ruled about it, and the way back.

`state.py` what is known of a hand's deal beside the hand itself; `watch.py` what a card that moved, or showed, means; `reports.py` what a
person saw; `window.py` until when a deal can be called wrong; `misdeals.py` and `exposed.py` what is ruled; `remedies.py` the moves that
put it right, and whether they were made. Cards of players: `order.py` who was dealt what in which turn, `places.py` what follows from it,
`push_back.py` cards before the wrong players, `counts.py` too many and too few, `late_hands.py` when it is found too late. Before the
deal: `entitled.py` who gets cards, `button.py` and `high_card.py` where it is dealt from, `shuffling.py` the shuffle and the cut,
`boundary.py` where a hand begins and ends by them, `objections.py` until when it can be objected to, `stops.py` a stop before the burn.
"""
