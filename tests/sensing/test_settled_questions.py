"""A question of the antennas ends by itself once what it asked about is no longer so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.events import Discrepancy, Fact
from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, HOLE, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead

ZONES: Mapping[tuple[str, int], Zone] = {("hf0", 1): HOLE[1], ("hf0", 2): HOLE[2], ("hf0", 3): BOARD}
CARD, OTHER = b"\xe0\x04\x01card!", b"\xe0\x04\x01other"
FOREIGN = b"\xe0\x07\x00alien"
TURN_NS = 100_000_000


class Felt:
    """Three antennas of one reader, swept in turn."""

    def __init__(self) -> None:
        self.sensing = CardSensing(SensingSettings(), ZONES, {CARD: FULL_DECK[0], OTHER: FULL_DECK[1]})
        self.now_ns = 0

    def rounds(self, seen: Mapping[Zone, Iterable[bytes]], times: int) -> list[tuple[str, tuple[Zone, ...], bool]]:
        """Return the questions of some rounds: code, zones, settled."""
        out: list[Fact | Discrepancy] = []
        for _ in range(times):
            for (part, antenna), zone in ZONES.items():
                began_ns, self.now_ns = self.now_ns, self.now_ns + TURN_NS
                out += self.sensing.take(AntennaRead(part, antenna, tuple(seen.get(zone, ())), began_ns, self.now_ns))
        return [(event.kind, event.zones, event.settled) for event in out if isinstance(event, Discrepancy)]


def test_a_card_between_two_places_is_settled_when_it_lies_clear() -> None:
    felt = Felt()
    ((kind, zones, over),) = felt.rounds({HOLE[1]: [CARD], HOLE[2]: [CARD]}, 12)
    assert (kind, set(zones), over) == ("rfid.two_places", {HOLE[1], HOLE[2]}, False)
    assert felt.rounds({HOLE[1]: [CARD], HOLE[2]: [CARD]}, 200) == [], "for a minute it is the same question"
    assert felt.rounds({HOLE[2]: [CARD]}, 60) == [("rfid.two_places", zones, True)]
    assert felt.sensing.zone_of(FULL_DECK[0]) == HOLE[2]


def test_a_card_between_two_places_that_is_taken_up_is_settled() -> None:
    felt = Felt()
    felt.rounds({HOLE[1]: [CARD], HOLE[2]: [CARD]}, 12)
    (last,) = felt.rounds({}, 60)
    assert last[2]


def test_two_cards_in_the_same_trouble_are_settled_with_the_second() -> None:
    felt = Felt()
    asked = felt.rounds({HOLE[1]: [CARD, OTHER], HOLE[2]: [CARD, OTHER]}, 12)
    assert [over for _, _, over in asked] == [False, False]
    assert felt.rounds({HOLE[1]: [OTHER], HOLE[2]: [CARD, OTHER]}, 60) == []
    assert [over for _, _, over in felt.rounds({HOLE[1]: [OTHER], HOLE[2]: [CARD]}, 60)] == [True]


def test_a_foreign_tag_is_asked_about_as_long_as_it_lies_there() -> None:
    felt = Felt()
    assert felt.rounds({BOARD: [FOREIGN]}, 300) == [("rfid.unknown_tag", (BOARD,), False)]
    assert felt.rounds({}, 30) == [], "it may only be hidden"
    assert felt.rounds({}, 10) == [("rfid.unknown_tag", (BOARD,), True)]


def test_a_foreign_tag_that_is_moved_is_asked_about_where_it_lies_now() -> None:
    felt = Felt()
    felt.rounds({BOARD: [FOREIGN]}, 10)
    told = felt.rounds({HOLE[1]: [FOREIGN]}, 60)
    assert told == [("rfid.unknown_tag", (HOLE[1],), False), ("rfid.unknown_tag", (BOARD,), True)]


def test_mangled_ids_come_to_no_question() -> None:
    felt = Felt()
    for number in range(200):
        mangled = bytes((CARD[0], CARD[1], CARD[2] ^ 1 << number % 8, number)) + CARD[4:]
        assert felt.rounds({HOLE[1]: [CARD if number % 4 else mangled]}, 1) == []
    assert felt.sensing.unknown_reads == 50
