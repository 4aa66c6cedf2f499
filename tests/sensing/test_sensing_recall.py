"""After a restart: where the cards lay is known, and what changed meanwhile is noticed."""

from __future__ import annotations

from collections.abc import Mapping

from controller.events import CardMoved, Discrepancy, Fact
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.zones import BOARD, HOLE, MUCK, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead

ZONES: dict[tuple[str, int], Zone] = {("hf0", 1): HOLE[1], ("hf0", 2): BOARD, ("hf0", 3): MUCK, ("hf0", 4): STUB}
DECK = {bytes([7, 7, 7, card]): card for card in FULL_DECK}
ACE, KING, DEUCE = (next(card for card in FULL_DECK if card_text(card) == name) for name in ("As", "Kd", "2c"))
SWEEP_NS = 80_000_000
LAY: Mapping[Card, Zone] = {ACE: HOLE[1], KING: BOARD, DEUCE: STUB}


def sense(seen: Mapping[Zone, tuple[Card, ...]], rounds: int = 12) -> list[Fact | Discrepancy]:
    """Restart a table whose cards lay as in `LAY`, and sweep it with the cards `seen` where they are now."""
    sensing = CardSensing(SensingSettings(), ZONES, DECK)
    sensing.recall([LAY.get(card) for card in FULL_DECK])
    at_ns, out = 10**12, []
    for _ in range(rounds):
        for (part, antenna), zone in ZONES.items():
            tags = tuple(bytes([7, 7, 7, card]) for card in seen.get(zone, ()))
            out += sensing.take(AntennaRead(part, antenna, tags, at_ns, at_ns + SWEEP_NS))
            at_ns += SWEEP_NS
    return out


def moves(out: list[Fact | Discrepancy]) -> list[tuple[Card, Zone | None, Zone | None]]:
    return [(one.card, one.from_zone, one.to_zone) for one in out if isinstance(one, CardMoved)]


def test_cards_that_lie_where_they_lay_are_no_news() -> None:
    assert sense({HOLE[1]: (ACE,), BOARD: (KING,), STUB: (DEUCE,)}) == []


def test_a_card_taken_away_meanwhile_is_missed() -> None:
    out = sense({BOARD: (KING,), STUB: (DEUCE,)})
    assert moves(out) == [(ACE, HOLE[1], None)]
    gone = out[0]
    assert isinstance(gone, CardMoved)
    assert (gone.after_ns, gone.by_ns > 10**12) == (0, True), "since when is open: nobody looked"


def test_a_card_moved_meanwhile_is_found_with_where_it_came_from() -> None:
    assert moves(sense({MUCK: (ACE,), BOARD: (KING,), STUB: (DEUCE,)})) == [(ACE, HOLE[1], MUCK)]


def test_a_card_dealt_meanwhile_comes_from_the_stub() -> None:
    assert moves(sense({HOLE[1]: (ACE, DEUCE), BOARD: (KING,)})) == [(DEUCE, STUB, HOLE[1])]
