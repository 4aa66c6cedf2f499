"""Recorded hands where cards are changed, with every unknown card filled in: who gave up what, and what he got for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from controller.game.cards import Card
from controller.game.variants import VARIANTS
from controller.histories.handfile import Action, HandFile


class Changes(msgspec.Struct, frozen=True):
    """The hand's first cards by player, its actions with no unknown card in those that change some, and a burn for each draw."""

    holes: tuple[tuple[Card, ...], ...]
    actions: tuple[Action, ...]
    burns: tuple[Card, ...]


def has_draws(hand: HandFile) -> bool:
    """Whether cards are changed in this game."""
    return hand.game in _WITH_DRAWS


_WITH_DRAWS: Final = frozenset(name for name, row in VARIANTS.items() if any(street.draw for street in row.streets))


def filled(hand: HandFile, unused: Iterator[Card]) -> Changes:
    """Return the hand's cards with unknown ones filled in, the lowest unused first: holes by player, then new cards, then burns.

    A card given up without a name is the first of the player's unnamed ones.
    """
    holes = [tuple(next(unused) if card is None else card for card in hole) for hole in hand.holes]
    loose = [
        [card for card, told in zip(hole, as_told, strict=True) if told is None] for hole, as_told in zip(holes, hand.holes, strict=True)
    ]
    actions: list[Action] = []
    draws = 0
    for n, action in enumerate(hand.actions):
        if action.kind == "replace":
            mine = loose[action.player - 1]
            cards = tuple(next(unused) if card is None else card for card in action.cards)
            mine += [card for card, told in zip(cards, action.cards, strict=True) if told is None]
            draws += hand.actions[n - 1].kind == "draw"
        elif action.kind == "draw":
            mine = loose[action.player - 1]
            cards = tuple(mine.pop(0) if card is None else card for card in action.cards)
        else:
            actions.append(action)
            continue
        actions.append(Action(action.kind, action.player, cards))
    return Changes(tuple(holes), tuple(actions), tuple(islice(unused, draws)))


def holding(held: list[list[Card]], action: Action) -> Sequence[Card]:
    """Bring what each player holds up to date with an action that changes cards; return the cards it moves."""
    mine = held[action.player - 1]
    cards = [card for card in action.cards if card is not None]
    if action.kind == "draw":
        for card in cards:
            mine.remove(card)
    else:
        mine += cards
    return cards
