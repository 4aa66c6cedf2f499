"""Whatever is read: no exception, one place a card, honest intervals, bounded memory, the same events twice."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from dealt_table import dealt_table
from hypothesis import given
from hypothesis import strategies as st

from controller.events import CardMoved, Discrepancy, Expectation, Fact, decode, encode
from controller.game.cards import FULL_DECK, Card
from controller.game.zones import BOARD, BURN, CARD_ZONES, HOLE, MUCK, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead
from sim.antennas import Antennas
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT
from sim.sweeps import Sweeps
from sim.world import World

DECK = {bytes((0xE0, 0x04, 1, 0, 0, 0, 0, number)): Card(number) for number in range(52)}
TAGS = tuple(DECK)
ZONES: dict[tuple[str, int], Zone] = {
    ("a", 1): HOLE[1], ("a", 2): HOLE[2], ("a", 3): BOARD, ("a", 4): BOARD, ("b", 1): MUCK, ("b", 2): BURN, ("b", 3): STUB,
}  # fmt: skip

any_tag = st.one_of(st.sampled_from(TAGS[:6]), st.binary(max_size=12))
any_time = st.integers(min_value=-(10**10), max_value=10**12)
any_reading = st.builds(
    lambda antenna, tags, at_ns, took_ns: AntennaRead(*antenna, tuple(tags), at_ns, at_ns + took_ns),
    st.sampled_from([*ZONES, ("a", 9), ("z", 1)]),
    st.lists(any_tag, max_size=6),
    any_time,
    st.integers(min_value=0, max_value=10**10),
)
any_expectation = st.builds(lambda zones: Expectation(tuple(zones)), st.lists(st.sampled_from(sorted(CARD_ZONES)), max_size=4))
anything = st.lists(st.one_of(any_reading, any_expectation), max_size=120)


def take_all(sensing: CardSensing, inputs: Iterable[AntennaRead | Expectation]) -> list[Fact | Discrepancy]:
    out: list[Fact | Discrepancy] = []
    for each in inputs:
        if isinstance(each, Expectation):
            sensing.expect(each)
        else:
            out += sensing.take(each)
    return out


@given(anything)
def test_any_readings_give_sound_events_and_the_same_ones_twice(inputs: list[AntennaRead | Expectation]) -> None:
    sensing = CardSensing(SensingSettings(), ZONES, DECK)
    events = take_all(sensing, inputs)
    assert events == take_all(CardSensing(SensingSettings(), ZONES, DECK), inputs)
    where: dict[Card, Zone | None] = {}
    for event in events:
        assert decode(encode(event)) == event
        if isinstance(event, CardMoved):
            assert event.after_ns <= event.by_ns
            assert event.side == ("up" if event.to_zone == BOARD else "down")
            # it comes from where it was last told to be; only the stub may have taken it up unsaid
            assert event.from_zone == where.get(event.card) or event.from_zone == STUB
            assert event.from_zone != event.to_zone
            where[event.card] = event.to_zone
    for card, zone in where.items():
        if sensing.zone_of(card) != zone:
            assert (zone, sensing.zone_of(card)) == (None, STUB)


dense_reading = st.tuples(st.sampled_from(list(ZONES)), st.sets(st.sampled_from(TAGS[:4])))


@given(st.lists(dense_reading, max_size=400), any_expectation)
def test_quick_moves_between_few_places_keep_every_card_in_one(
    sweeps: list[tuple[tuple[str, int], set[bytes]]], expectation: Expectation
) -> None:
    settings = SensingSettings(appear_k=1, appear_n=2, lead=1, tie_k=2, tie_n=4, vanish_s=0.1, vanish_sweeps=1)
    sensing = CardSensing(settings, ZONES, DECK)
    sensing.expect(expectation)
    where: dict[Card, Zone | None] = {}
    for number, (antenna, tags) in enumerate(sweeps):
        for event in sensing.take(AntennaRead(*antenna, tuple(sorted(tags)), number * 40_000_000, (number + 1) * 40_000_000)):
            if isinstance(event, CardMoved):
                assert event.from_zone in (where.get(event.card), STUB)
                where[event.card] = event.to_zone
                assert sensing.zone_of(event.card) == event.to_zone


@given(
    misses=st.lists(st.integers(min_value=1, max_value=4), min_size=1, max_size=30),
    sightings=st.lists(st.integers(min_value=1, max_value=5), min_size=1, max_size=30),
    sweep_ms=st.integers(min_value=20, max_value=2000),
)
def test_a_resting_card_never_vanishes_below_the_threshold(misses: list[int], sightings: list[int], sweep_ms: int) -> None:
    """Runs of misses shorter than `vanish_sweeps`, however long they last, and whatever lies between them."""
    sensing = CardSensing(SensingSettings(), ZONES, DECK)
    at_ns = 0
    events: list[Fact | Discrepancy] = []
    pattern = [True] * 4
    for missed, seen in zip(misses * 10, sightings * 10, strict=False):
        pattern += [False] * missed + [True] * seen
    for seen_now in pattern:
        at_ns += sweep_ms * 1_000_000
        events += sensing.take(AntennaRead("a", 1, TAGS[:1] if seen_now else (), at_ns - 1_000_000, at_ns))
    assert [event.to_zone for event in events if isinstance(event, CardMoved)] == [HOLE[1]]
    assert len(events) == 1


@given(
    missing_s=st.floats(min_value=0.1, max_value=2.4),
    sweep_ms=st.integers(min_value=5, max_value=400),
)
def test_a_card_missing_for_less_than_the_time_to_vanish_stays(missing_s: float, sweep_ms: int) -> None:
    sensing = CardSensing(SensingSettings(), ZONES, DECK)
    at_ns = 0
    events: list[Fact | Discrepancy] = []
    absent = int(missing_s * 1000) // sweep_ms
    for seen in ([True] * 4 + [False] * absent) * 5:
        at_ns += sweep_ms * 1_000_000
        events += sensing.take(AntennaRead("a", 1, TAGS[:1] if seen else (), at_ns - 1_000_000, at_ns))
    assert len(events) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_dealt_table_at_rest_stays_at_rest(seed: int) -> None:
    """Eight players, board, burns, muck and stub with 10 % misses and 2 % cross-reads, for twenty minutes: nothing moves."""
    world = dealt_table(seed)
    sensing = CardSensing(SensingSettings(), STANDARD_LAYOUT, world.deck_tags())
    sweeps = Sweeps(Antennas(world, seed=seed, faults=Faults(miss=0.10, cross=0.02)), STANDARD_LAYOUT)
    for reading in sweeps.until(20 * 10**9):
        sensing.take(reading)
    for zone in (*HOLE[1:], BOARD):
        assert all(sensing.zone_of(card) == zone for card in world.cards_in(zone))
    events = [event for reading in sweeps.until(1_200 * 10**9) for event in sensing.take(reading)]
    # a third burn or muck card may come up late, nothing else
    assert [event for event in events if not (isinstance(event, CardMoved) and event.from_zone is None)] == []


def test_the_same_hand_with_other_cards_gives_the_same_events_but_for_the_cards() -> None:
    def play(order: list[Card]) -> list[object]:
        world = World(7, now_s=lambda: 0.0)
        world.shuffle(order)
        deck = list(order)
        sensing = CardSensing(SensingSettings(), STANDARD_LAYOUT, world.deck_tags())
        sweeps = Sweeps(Antennas(world, seed=7, faults=Faults(miss=0.10, cross=0.02)), STANDARD_LAYOUT)
        out: list[object] = []
        numbers: dict[Card, int] = {card: number for number, card in enumerate(order)}
        for zone in (*HOLE[1:6], *HOLE[1:6], BURN, BOARD, BOARD, BOARD, MUCK):
            world.put(deck.pop(0), zone)
            for reading in sweeps.until(sweeps.now_ns + 600_000_000):
                out += [
                    (numbers[event.card], event.from_zone, event.to_zone, event.after_ns, event.by_ns, event.evidence)
                    if isinstance(event, CardMoved)
                    else event
                    for event in sensing.take(reading)
                ]
        return out

    told = play(list(FULL_DECK))
    assert len(told) > 10
    assert told == play(list(reversed(FULL_DECK)))


def test_memory_does_not_grow_with_what_is_read() -> None:
    settings = SensingSettings(max_unknown=32)
    sensing = CardSensing(settings, ZONES, DECK)
    draw = random.Random(1)  # noqa: S311 # repeatable noise
    for number in range(30_000):
        antenna = draw.choice(list(ZONES))
        # of the two, one is new each time and one stays long enough to be told
        noise = [draw.randrange(2**60), number // 60]
        tags = tuple(tag.to_bytes(8, "big") for tag in noise)
        sensing.take(AntennaRead(*antenna, tags, number * 40_000_000, (number + 1) * 40_000_000))
        assert len(sensing._strangers) <= 2 * settings.max_unknown
