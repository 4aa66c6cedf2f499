"""The judge of sensing: what counts as a wrong card, and what does not."""

from __future__ import annotations

import pytest
from hand_texts import DATA
from wire_table import virtually, wire_table

from controller.events import CardMoved, Evidence
from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, HOLE, MUCK, STUB, Zone
from controller.harness import TableInProcess
from sim.port import TableSpec
from sim.replay import ReplayOptions, load, replay_one
from sim.replay_report import readers_account, sentence
from sim.verdict import Verdict, judge
from sim.world import Move

CARD = FULL_DECK[0]
SEEN = Evidence("hf0", 3, 4)
#: Dealt at 10 s, mucked at 20 s, gathered at 30 s by way of a hand.
MOVES = [
    Move(CARD, STUB, HOLE[1], "down", 10.0),
    Move(CARD, HOLE[1], MUCK, "down", 20.0),
    Move(CARD, MUCK, None, "down", 30.0),
    Move(CARD, None, STUB, "down", 31.0),
]


def fact(from_zone: Zone | None, to_zone: Zone | None, after_s: float, by_s: float) -> CardMoved:
    return CardMoved(CARD, from_zone, to_zone, "down", round(after_s * 1e9), round(by_s * 1e9), SEEN)


@pytest.mark.parametrize(
    ("accepted", "verdict"),
    [
        (fact(STUB, HOLE[1], 9.5, 10.3), Verdict(1, (), 0)),
        (fact(STUB, HOLE[1], 9.5, 10.0), Verdict(1, (), 0)),
        (fact(STUB, HOLE[1], 19.0, 20.4), Verdict(1, (), 0)),  # moved on meanwhile
        (fact(STUB, HOLE[1], 9.0, 9.9), Verdict(1, ("seat/1/hole at 9.900 s",), 0)),  # not there yet
        (fact(STUB, HOLE[2], 9.5, 10.3), Verdict(1, ("seat/2/hole at 10.300 s",), 0)),
        (fact(HOLE[1], BOARD, 20.0, 21.0), Verdict(1, ("board at 21.000 s",), 0)),
        (fact(MUCK, STUB, 30.2, 30.8), Verdict(1, ("stub at 30.800 s",), 0)),  # in a hand
        (fact(HOLE[1], None, 15.0, 16.0), Verdict(1, (), 1)),
        (fact(HOLE[1], None, 19.5, 20.4), Verdict(1, (), 0)),
        (fact(MUCK, None, 25.0, 26.0), Verdict(1, (), 0)),  # in a pile it may be hidden
    ],
)
def test_a_fact_is_right_when_the_card_was_there_within_its_interval(accepted: CardMoved, verdict: Verdict) -> None:
    assert judge([accepted], MOVES) == verdict


def test_a_card_that_never_moved_lay_in_the_stub() -> None:
    assert judge([fact(None, STUB, 0.0, 1.0)], []).wrong == ()
    assert judge([fact(None, BOARD, 0.0, 1.0)], []).wrong == ("board at 1.000 s",)


def test_a_replay_whose_table_believes_in_the_wrong_place_is_not_ok() -> None:
    """Two antennas are exchanged in the table's file: every card of these seats is accepted next door."""

    def miswired(spec: TableSpec) -> TableInProcess:
        zones = dict(spec.antenna_zones)
        zones["hf0", 1], zones["hf0", 2] = zones["hf0", 2], zones["hf0", 1]
        return wire_table(TableSpec(spec.name, spec.seats, spec.stakes, spec.openers, zones, spec.deck))

    options = ReplayOptions(wire=True)
    file = load(DATA / "pluribus/103/8.phh")
    right, wrong = (replay_one(file, options, make, virtually) for make in (wire_table, miswired))
    assert (right.ok, right.wrong) == (True, [])
    assert not wrong.ok
    assert len(wrong.wrong) >= 4
    assert all(place.startswith(("seat/1/hole", "seat/2/hole")) for place in wrong.wrong)
    assert readers_account([right, wrong]).startswith(f"wrong cards: {len(wrong.wrong)};")
    if wrong.error is None:
        assert "accepted where no card was: seat/" in sentence(wrong)
