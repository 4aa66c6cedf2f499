"""Cards of another enrolled deck, and another deck that is put in play."""

from __future__ import annotations

import pytest

from controller.events import CardMoved, CardSeen, Discrepancy, ForeignCard
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.faces import FaceSensing
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead, CardFace, RegionRead

ZONES = {("hf0", 1): HOLE[1], ("hf0", 2): HOLE[2], ("hf0", 3): BOARD, ("hf0", 4): STUB}
RED = {bytes((1, *b"aaaaaa", card)): card for card in FULL_DECK}
BLUE = {bytes((2, *b"aaaaaa", card)): card for card in FULL_DECK}
TURN_NS = 40_000_000


class Sweeps:
    """Antennas that read what the test says lies there."""

    def __init__(self) -> None:
        self.sensing = CardSensing(SensingSettings(), ZONES, RED, None, dict.fromkeys(BLUE, "blue"))
        self.now_ns = 0

    def read(self, lies: dict[Zone, tuple[bytes, ...]], times: int) -> list[object]:
        found: list[object] = []
        for _ in range(times):
            for (part, antenna), zone in ZONES.items():
                started_ns, self.now_ns = self.now_ns, self.now_ns + TURN_NS
                found += self.sensing.take(AntennaRead(part, antenna, lies.get(zone, ()), started_ns, self.now_ns))
        return found


def tag_of(deck: dict[bytes, Card], card: int) -> bytes:
    return next(tag for tag, one in deck.items() if one == card)


@pytest.mark.parametrize("zone", [HOLE[2], BOARD, STUB])
def test_a_card_of_another_deck_is_told_once_by_its_place_and_asked_about(zone: Zone) -> None:
    sweeps = Sweeps()
    found = sweeps.read({zone: (tag_of(BLUE, 3),)}, 8)
    (fact,) = [one for one in found if isinstance(one, ForeignCard)]
    (question,) = [one for one in found if isinstance(one, Discrepancy)]
    assert (fact.zone, fact.deck, question.kind, question.zones) == (zone, "blue", "rfid.foreign_card", (zone,))
    assert 0 <= fact.after_ns < fact.by_ns
    assert not [one for one in found if isinstance(one, CardMoved)], "it is no card of the deck in play"


def test_one_stray_reading_accuses_nobody() -> None:
    assert Sweeps().read({HOLE[2]: (tag_of(BLUE, 3),)}, 1) == []


def test_nothing_told_of_it_depends_on_which_card_it_is() -> None:
    told = {repr(Sweeps().read({HOLE[1]: (tag_of(RED, 5),), HOLE[2]: (tag_of(BLUE, card),)}, 8)) for card in (5, 6, 40)}
    assert len(told) == 1


def test_another_deck_that_is_put_in_play_is_read_and_the_first_is_not() -> None:
    sweeps = Sweeps()
    sweeps.read({HOLE[1]: (tag_of(RED, 5),)}, 8)
    sweeps.sensing.put_in_play(BLUE, dict.fromkeys(RED, "red"))
    found = sweeps.read({HOLE[1]: (tag_of(BLUE, 5),), HOLE[2]: (tag_of(RED, 6),)}, 8)
    assert [(one.card, one.from_zone, one.to_zone) for one in found if isinstance(one, CardMoved)] == [(5, None, HOLE[1])]
    assert [one.deck for one in found if isinstance(one, ForeignCard)] == ["red"]


def looked(lies: Zone, for_s: float) -> list[CardSeen]:
    """What a camera makes of a face that stays before seat 1 for so long while the card of that name lies elsewhere."""
    faces = FaceSensing({("cam0", "left"): HOLE[1]}, lambda card: (lies, 1) if card == 7 else None)
    found: list[CardSeen] = []
    for look in range(round(for_s * 10)):
        at_ns = 1_000 + look * 100_000_000
        found += faces.take(RegionRead("cam0", "left", (CardFace(card_text(FULL_DECK[7])),), at_ns, at_ns))
    return found


def test_a_face_that_stays_while_its_card_is_read_elsewhere_is_another_card_and_told_once() -> None:
    assert [(one.card, one.zone, one.shows) for one in looked(BOARD, 30.0)] == [(7, HOLE[1], "face")]


@pytest.mark.parametrize(("lies", "for_s"), [(BOARD, 5.0), (STUB, 30.0), (MUCK, 30.0), (BURN, 30.0)])
def test_a_card_on_its_way_and_one_that_a_pile_may_hide_are_not(lies: Zone, for_s: float) -> None:
    assert looked(lies, for_s) == []


def test_what_the_stub_shows_is_told_while_the_deck_is_looked_through_and_at_no_other_time() -> None:
    sweeps = Sweeps()
    first, second, third = (tag_of(RED, card) for card in (3, 4, 5))
    assert sweeps.read({STUB: (first,)}, 8) == []
    sweeps.sensing.look_through(True)
    moves = [one for one in sweeps.read({STUB: (first, second)}, 8) if isinstance(one, CardMoved)]
    assert sorted((one.card, one.from_zone, one.to_zone) for one in moves) == [(3, None, STUB), (4, None, STUB)]
    assert sweeps.read({STUB: (first, second)}, 8) == [], "once"
    sweeps.sensing.look_through(False)
    assert sweeps.read({STUB: (first, second, third)}, 8) == []
