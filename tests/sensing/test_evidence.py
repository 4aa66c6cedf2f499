"""Readings with many strays → Facts: what a few sightings would have moved is not moved, and how late it then is has a bound."""

from __future__ import annotations

from math import comb

import pytest
from dealt_table import dealt_table

from controller.events import CardMoved, Discrepancy, Fact, ForeignCard
from controller.game.cards import Card
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.evidence import Noise, is_enough
from controller.sensing.settings import SensingSettings
from controller.sensing.sightings import SLOT, Antenna, Place, Track
from controller.sensing.turnstile import Turnstile
from drivers.base import AntennaRead
from sim.antennas import Antennas
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT
from sim.sweeps import Sweeps

#: What of a card is read where it lies, and beside, with 5 % misses, cross-reads and mangled ids; and of one that is third in a pile.
WELL, BESIDE = 0.95 * 0.95, 0.05 * 0.95
THIRD, THIRD_BESIDE = 0.5 * WELL, 0.5 * BESIDE
SWEEPS = 8

ZONES: dict[tuple[str, int], Zone] = {
    ("hf0", 1): HOLE[1], ("hf0", 2): HOLE[2], ("hf0", 3): BOARD, ("hf0", 4): MUCK, ("hf0", 5): BURN, ("hf0", 6): STUB,
}  # fmt: skip
DECK = {bytes((0xE0, 4, 1, 0, 0, 0, 0, number)): Card(number) for number in range(8)}
TURN_NS = 50_000_000


class Felt:
    """Feeds rounds of sweeps; a round says which cards, by number, each antenna reads."""

    def __init__(self) -> None:
        self.sensing = CardSensing(SensingSettings(), ZONES, DECK)
        self.now_ns = 0

    def round(self, seen: dict[Zone, tuple[int, ...]], times: int = 1) -> list[Fact | Discrepancy]:
        tags = list(DECK)
        out: list[Fact | Discrepancy] = []
        for _ in range(times):
            for (part, antenna), zone in ZONES.items():
                started_ns, self.now_ns = self.now_ns, self.now_ns + TURN_NS
                read = tuple(tags[number] for number in seen.get(zone, ()))
                out += self.sensing.take(AntennaRead(part, antenna, read, started_ns, self.now_ns))
        return out


def noisy() -> Felt:
    """A table that has heard strays: card 7 lies at seat 1 and is heard at seat 2 now and then."""
    felt = Felt()
    felt.round({HOLE[1]: (7,), STUB: (0, 1)}, 10)
    for _ in range(4):
        felt.round({HOLE[1]: (7,), HOLE[2]: (7,), STUB: (0, 1)})
        felt.round({HOLE[1]: (7,), STUB: (0, 1)}, 3)
    return felt


def moves(events: list[Fact | Discrepancy]) -> list[tuple[int, Zone | None]]:
    return [(int(event.card), event.to_zone) for event in events if isinstance(event, CardMoved)]


def test_at_a_quiet_table_as_many_sightings_as_its_own_place_misses_bring_a_card_from_the_deck_to_the_board() -> None:
    felt = Felt()
    felt.round({STUB: (0, 1)}, 12)
    assert felt.round({STUB: (1,), BOARD: (0,)}, 3) == []
    assert moves(felt.round({STUB: (1,), BOARD: (0,)}, 1)) == [(0, BOARD)]


def test_at_a_noisy_one_three_strays_that_its_own_place_misses_too_bring_it_nowhere() -> None:
    felt = noisy()
    assert felt.round({HOLE[1]: (7,), STUB: (1,), BOARD: (0,)}, 3) == []
    assert felt.round({HOLE[1]: (7,), STUB: (0, 1)}, 30) == []


@pytest.mark.parametrize("zone", [BOARD, MUCK])
def test_before_it_is_known_to_be_quiet_three_strays_of_a_card_deep_in_the_deck_bring_it_nowhere(zone: Zone) -> None:
    felt = Felt()
    felt.round({STUB: (0, 1)}, 4)
    assert felt.round({STUB: (0, 1), zone: (2,)}, 3) == []
    assert felt.round({STUB: (0, 1)}, 30) == []
    assert moves(felt.round({STUB: (0, 1), zone: (2,)}, 4)) == [(2, zone)]


def test_a_card_of_the_muck_that_others_cover_now_is_not_where_a_neighbour_hears_it() -> None:
    """It answered well until they came: what it answers since says little, however long it has been missed."""
    felt = noisy()
    felt.round({HOLE[1]: (7,), MUCK: (3,)}, 20)
    events: list[Fact | Discrepancy] = []
    for heard in (True, False, False, True, False, True, True):
        events += felt.round({HOLE[1]: (7,), MUCK: (4, 5), STUB: (3,) if heard else ()})
    assert moves(events) == [(4, MUCK), (5, MUCK)]
    assert moves(felt.round({HOLE[1]: (7,), MUCK: (4, 5), STUB: (3,)}, 4)) == [(3, STUB)]


def test_a_card_is_not_said_to_have_come_before_it_was_heard_twice_where_it_was() -> None:
    """The burns' antenna hears the top card from beside, the deck's still hears it; then it is burned."""
    felt = Felt()
    felt.round({HOLE[2]: (7,)}, 60)
    for stub, burn in ((1, 0), (0, 1), (0, 1), (1, 0), (0, 1), (1, 1), (1, 0)):
        assert felt.round({HOLE[2]: (7,), STUB: (0,) if stub else (), BURN: (0,) if burn else ()}) == []
    in_the_deck_ns = felt.now_ns
    (came,) = felt.round({HOLE[2]: (7,), BURN: (0,)}, 4)
    assert isinstance(came, CardMoved)
    assert (came.to_zone, came.after_ns < in_the_deck_ns <= came.by_ns) == (BURN, True)


def test_there_five_with_five_misses_do() -> None:
    felt = noisy()
    assert felt.round({HOLE[1]: (7,), STUB: (1,), BOARD: (0,)}, 4) == []
    assert moves(felt.round({HOLE[1]: (7,), STUB: (1,), BOARD: (0,)}, 2)) == [(0, BOARD)]


def test_a_card_that_its_pile_reads_every_other_time_needs_more() -> None:
    felt = noisy()
    for _ in range(8):
        felt.round({HOLE[1]: (7,), STUB: (0, 1, 2)})
        felt.round({HOLE[1]: (7,), STUB: (0, 1)})
    assert felt.round({HOLE[1]: (7,), STUB: (0, 1), BOARD: (2,)}, 5) == []
    assert moves(felt.round({HOLE[1]: (7,), STUB: (0, 1), BOARD: (2,)}, 3)) == [(2, BOARD)]


def test_at_a_quiet_table_a_card_that_two_places_hear_is_one_of_a_noisy_table() -> None:
    felt = Felt()
    felt.round({STUB: (0, 1)}, 3)
    felt.round({STUB: (1,), HOLE[1]: (0,)}, 2)
    assert felt.round({STUB: (1,), HOLE[2]: (0,)}, 4) == []
    assert moves(felt.round({STUB: (1,), HOLE[1]: (0,)}, 6)) == [(0, HOLE[1])]


def test_a_card_that_is_sure_waits_for_another_that_has_been_on_its_way_for_longer() -> None:
    felt = Felt()
    felt.round({HOLE[2]: (7,)}, 60)  # known to be quiet
    assert felt.round({HOLE[2]: (7,), HOLE[1]: (0,)}) == []
    for heard in (True, False, False, True, True):
        assert felt.round({HOLE[2]: (7,), HOLE[1]: (0,) if heard else (), BOARD: (1,)}) == []
    events = felt.round({HOLE[2]: (7,), HOLE[1]: (0,), BOARD: (1,)})
    assert moves(events) == [(0, HOLE[1]), (1, BOARD)]
    first, second = events
    assert isinstance(first, CardMoved)
    assert isinstance(second, CardMoved)
    assert second.by_ns < felt.now_ns - 2 * len(ZONES) * TURN_NS, "what it waited for does not make it later"


def test_a_card_on_its_way_that_is_heard_elsewhere_too_holds_the_others_all_the_same() -> None:
    turnstile, coming, sure = Turnstile(4, SWEEPS), Track(Card(0), 3), Track(Card(1), 3)
    antennas = [Antenna("hf0", index, Place(HOLE[index + 1])) for index in range(3)]
    for antenna in antennas:
        antenna.sweeps = 10
        for sweep in range(1, 11):
            antenna.starts_ns[sweep & SLOT] = sweep * TURN_NS + antenna.index
    for track, antenna, mask in ((coming, antennas[0], 0b11111), (coming, antennas[1], 0b11), (sure, antennas[2], 0b111)):
        track.masks[antenna.index], track.newest[antenna.index] = mask, antenna.sweeps
        turnstile.heard(track, antenna)
    assert turnstile.holds(sure, antennas[2], 3)
    turnstile.arrived(coming)
    assert not turnstile.holds(sure, antennas[2], 3)


def test_it_waits_no_longer_than_some_sweeps() -> None:
    felt = Felt()
    felt.round({}, 4)
    felt.round({HOLE[1]: (0,)})
    waited = 0
    while not moves(felt.round({HOLE[1]: (0,) if waited % 4 in (0, 3) else (), BOARD: (1,)})):
        waited += 1
        assert waited < 10
    assert waited == 8


def test_a_card_that_is_heard_elsewhere_is_not_told_to_have_left_every_field() -> None:
    felt = noisy()
    felt.round({HOLE[1]: (7, 0), STUB: (1,)}, 12)
    events = []
    for number in range(12):
        events += felt.round({HOLE[1]: (7,), HOLE[2]: (0,) if number % 2 else (), STUB: (1,)})
    events += felt.round({HOLE[1]: (7,), HOLE[2]: (0,), STUB: (1,)}, 8)
    assert moves(events) == [(0, HOLE[2])]


def test_nor_is_one_that_was_missed_there_just_now() -> None:
    """Four sightings in eight sweeps are no strays, though the last four have but one of them."""
    felt = noisy()
    felt.round({HOLE[1]: (7, 0), STUB: (1,)}, 12)
    events = []
    for heard in "-++++--+-++++":
        events += felt.round({HOLE[1]: (7,), HOLE[2]: (0,) if heard == "+" else (), STUB: (1,)})
    assert moves(events) == [(0, HOLE[2])]


def test_a_table_in_good_order_is_quiet_and_one_with_many_strays_is_noisy_and_becomes_quiet_again() -> None:
    noise = Noise()
    assert (noise.hears_beside, noise.reads_badly) == (False, False)
    noise.heard, noise.strays, noise.missed = 1000, 4, 10
    assert (noise.hears_beside, noise.reads_badly) == (False, False)
    noise.strays, noise.missed = 100, 100
    assert noise.hears_beside
    assert noise.reads_badly
    for _ in range(3):
        noise.heard += 2000
        noise.forget()
    assert (noise.hears_beside, noise.reads_badly) == (False, False)


def by_chance(hits: int, sweeps: int, beside: float) -> float:
    """How probable so many strays are in so many sweeps of which the last has one."""
    return comb(sweeps - 1, hits - 1) * beside**hits * (1 - beside) ** (sweeps - hits)


def test_a_card_that_is_read_well_is_believed_elsewhere_by_chance_in_no_more_than_one_of_100_000_hands() -> None:
    occasions, mask = 9_000, 0xFFFF
    for missed in range(1, SWEEPS + 3):
        hits = next((hits for hits in range(1, SWEEPS + 1) if is_enough(hits, mask, missed)), None)
        if hits is not None:
            assert occasions * by_chance(hits, SWEEPS, BESIDE) * (1 - WELL) ** missed < 1e-5, (hits, missed)


def test_a_card_that_is_third_in_a_pile_too() -> None:
    occasions, mask = 2_000, 0b1010101010101
    for missed in range(3, 16):
        hits = next(hits for hits in range(1, SWEEPS + 1) if is_enough(hits, mask, missed, in_pile=True))
        assert occasions * by_chance(hits, SWEEPS, THIRD_BESIDE) * (1 - THIRD) ** missed < 1e-5, (hits, missed)


@pytest.mark.parametrize("own_sweeps", [0b1, 0])
def test_a_card_that_was_hardly_heard_elsewhere_too(own_sweeps: int) -> None:
    heard = own_sweeps.bit_count()
    hits = next(hits for hits in range(1, SWEEPS + 1) if is_enough(hits, own_sweeps, 3, in_pile=True))
    silent = comb(16, heard) * THIRD**heard * (1 - THIRD) ** (16 - heard)
    assert 2_000 * by_chance(hits, SWEEPS, THIRD_BESIDE) * silent < 1e-5


def test_eight_sightings_are_always_enough() -> None:
    assert all(is_enough(8, mask, 0, 5, in_pile=pile) for mask in (0xFFFF, 0b1010101) for pile in (True, False))


@pytest.mark.parametrize("seed", range(3))
def test_a_table_that_rests_for_a_quarter_of_an_hour_believes_no_card_elsewhere(seed: int) -> None:
    """Eight players, board, burns, muck and stub, with 5 % misses, cross-reads and mangled ids."""
    world = dealt_table(seed)
    sensing = CardSensing(SensingSettings(), STANDARD_LAYOUT, world.deck_tags())
    sweeps = Sweeps(Antennas(world, seed=seed, faults=Faults(miss=0.05, cross=0.05, mangle=0.05)), STANDARD_LAYOUT)
    facts = [event for reading in sweeps.until(900 * 10**9) for event in sensing.take(reading) if isinstance(event, CardMoved)]
    assert [fact.to_zone for fact in facts if fact.to_zone not in (None, world.zone_of(fact.card))] == []
    assert all(sensing.zone_of(card) == zone for zone in (*HOLE[1:], BOARD) for card in world.cards_in(zone))


STRANGER = b"\xe0\x07\x00\x00\x00\x00\x00\x01"


def test_a_card_of_another_deck_that_lies_in_the_stub_and_is_heard_beside_lies_in_the_stub_alone() -> None:
    felt = noisy()
    felt.sensing.put_in_play(DECK, {STRANGER: "blue"})
    tags = list(DECK)
    told: list[Zone] = []
    for number in range(60):
        for (part, antenna), zone in ZONES.items():
            started_ns, felt.now_ns = felt.now_ns, felt.now_ns + TURN_NS
            here = zone == STUB or (zone == BOARD and number % 20 in (10, 11, 12))
            read = {HOLE[1]: (tags[7],), HOLE[2]: (tags[7],) if number % 4 == 0 else (), STUB: (tags[0],)}.get(zone, ())
            read += (STRANGER,) if here else ()
            events = felt.sensing.take(AntennaRead(part, antenna, read, started_ns, felt.now_ns))
            told += [event.zone for event in events if isinstance(event, ForeignCard)]
    assert told == [STUB]
