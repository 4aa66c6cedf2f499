"""A tag that reads worse than its fellows is told of as a deck to be changed, when nothing is in play, and never by its card."""

from __future__ import annotations

import random

import pytest

from controller.events import CardMoved, Discrepancy
from controller.game.cards import FULL_DECK
from controller.game.zones import HOLE, STUB
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead

TURN_NS = 100_000_000
TAGS = {bytes((1, *b"aaaaaa", card)): card for card in FULL_DECK}
TAG_OF = {card: tag for tag, card in TAGS.items()}
WEAK = 3


def dealt(missed: dict[int, float], rest: float, seed: int = 1, hands: int = 60) -> list[object]:
    """Hands of two cards that lie before a seat for a while; each is missed in that share of the sweeps, the others in `rest`."""
    luck = random.Random(seed)  # noqa: S311 # a repeatable table is the point
    now_ns, found = 0, list[object]()
    sensing = CardSensing(SensingSettings(), {("hf0", 1): HOLE[1]}, TAGS)
    for hand in range(hands):
        held = [(2 * hand + k) % 20 for k in range(2)]
        for sweep in range(95):
            there = [card for card in held if sweep < 70 and luck.random() >= missed.get(card, rest)]
            started_ns, now_ns = now_ns, now_ns + TURN_NS
            found += sensing.take(AntennaRead("hf0", 1, tuple(TAG_OF[card] for card in there), started_ns, now_ns))
    return found


def weak(found: list[object]) -> list[Discrepancy]:
    return [one for one in found if isinstance(one, Discrepancy) and one.kind == "rfid.weak_deck"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_one_bad_tag_is_told_once_as_a_deck_to_be_changed(seed: int) -> None:
    found = dealt({WEAK: 0.45}, 0.02, seed)
    (told,) = weak(found)
    assert told.zones == (STUB,)
    before = found[: found.index(told)]
    lying = {one.card: one.to_zone for one in before if isinstance(one, CardMoved)}
    assert set(lying.values()) == {None}, "nothing is in play when it is told"


@pytest.mark.parametrize(("missed", "rest"), [({}, 0.02), ({}, 0.1), ({}, 0.45), ({WEAK: 0.2}, 0.02)])
def test_a_deck_that_reads_as_decks_do_and_a_bad_reader_are_not_told(missed: dict[int, float], rest: float) -> None:
    assert weak(dealt(missed, rest)) == []
