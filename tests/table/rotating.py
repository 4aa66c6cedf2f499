"""A table that plays games one after another, and hands that nobody wants, for the tests of rotations."""

from __future__ import annotations

from typing import Any

from at_table import AtTable
from msgspec.structs import replace

from controller.core import expectation
from controller.events import Header, NewHand
from controller.game.chips import Round, Stakes
from controller.game.rotations import ROTATIONS, stakes_of
from controller.game.zones import STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.table import Rotation

TEN_TWENTY = Stakes(5, 10, ante=2, bring_in=3, limit="fixed_limit")
MINUTE_NS = 60 * 10**9
HORSE = ["holdem", "omaha_hilo", "razz", "stud7", "stud7_hilo"]


def at_table(stacks: list[int | None], rotation: str = "horse", *, minutes: int = 0, **answers: Any) -> AtTable:
    """Players at seats 1, 2, …, the first hand dealt from seat 1."""
    games = stakes_of(ROTATIONS[rotation], TEN_TWENTY) if rotation else ()
    house = House(
        seats=len(stacks),
        stakes=TEN_TWENTY,
        rotation=games,
        rotation_minutes=minutes,
        without=frozenset({"fold.for_free"}),
        options=replace(PRESETS["cooke"], **answers),
    )
    return AtTable(stacks, TEN_TWENTY, button=1, house=house)


def floor(at: AtTable) -> Header:
    return replace(at.head(), role="floor")


def begin(at: AtTable, minute: float = 0.0, **how: Any) -> str:
    """Begin a hand at a minute, and return which game it is."""
    head = at.head()
    at.ok(NewHand(replace(head, at_ns=head.at_ns + round(minute * MINUTE_NS)), **how))
    return at.hand.variant


def deal(at: AtTable) -> None:
    """Blinds in, and cards to whoever is expected to get one until somebody is to act."""
    if at.hand.owing:
        at.post()
    deck = iter(range(52))
    while at.to_act is None:
        card = next(deck)
        at.move(card, expectation(at.table, at.house).zones[0], STUB)  # type: ignore[arg-type] # a number is a card


def play(at: AtTable, minute: float = 0.0, **how: Any) -> str:
    """Play a hand in which nobody wants anything, and gather the cards. Returns which game it was."""
    game = begin(at, minute, **how)
    deal(at)
    while at.hand.stage != "ended":
        forced = at.hand.current_bet == 0
        at.act(at.to_act or 0, "bring_in" if forced else "fold")
    for card, place in enumerate(at.table.card_places):
        if place:
            at.move(card, STUB)  # type: ignore[arg-type]
    return game


def rotation_of(at: AtTable) -> Rotation:
    now = at.table.around.rotation
    assert now is not None
    return now


def rounds(*games: str) -> tuple[Round, ...]:
    return tuple([Round(game) for game in games])
