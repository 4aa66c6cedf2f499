"""A finished hand of ours as PHH text, with what the file may name. Pure."""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from controller.game.variants import VARIANTS
from controller.histories.finished import FinishedHand, Manner
from controller.histories.handfile import HandFile
from controller.histories.phh_text import write
from controller.histories.record import recorded
from controller.histories.record_draws import without_hidden


def phh_text(done: FinishedHand, manner: Manner) -> str:
    """Return the hand as a PHH file. Hole cards that `manner` does not name are `????`.

    Raises: ValueError for a hand that was voided: it has no result to record.
    """
    told = [deed.told for deed in done.deeds]
    hand = recorded(done.hand, told, manner.names(done), scale=manner.per_amount)
    if VARIANTS[done.hand.variant].up_cards:
        return write(_without_hidden(hand, {*done.hand.up, *chain.from_iterable(manner.holes(done))}))
    full = VARIANTS[done.hand.variant].hole_cards
    if done.hand.drawing.counts:  # what is shown at the end is not what was dealt: the file's own reading puts it together again
        if manner.hole_cards != "all":
            hand = replace(without_hidden(hand), holes=tuple([(None,) * full for _ in hand.holes]))
        return write(hand)
    holes = tuple([(*cards, *[None] * (full - len(cards))) for cards in manner.holes(done)])
    return write(replace(hand, holes=holes))


def _without_hidden(hand: HandFile, seen: set[int]) -> HandFile:
    """Return the hand with every dealt card unknown but these: those that lay in sight, and those the file may name."""
    holes = tuple([tuple([card if card in seen else None for card in held]) for held in hand.holes])
    actions = [
        replace(one, cards=tuple([card if card in seen else None for card in one.cards])) if one.kind == "deal" else one
        for one in hand.actions
    ]
    return replace(hand, holes=holes, actions=tuple(actions))
