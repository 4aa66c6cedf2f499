"""What the antennas see: fields, overlap, depth, misses, and nothing that tells cards apart."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, BURN, CARD_ZONES, HOLE, MUCK, STUB, Zone
from sim.antennas import READ_BY_DEPTH, Antennas
from sim.faults import NO_FAULTS, Faults
from sim.layout import PLACES_CM, STANDARD_LAYOUT, neighbours
from sim.world import World

AT = {zone: spot for spot, zone in STANDARD_LAYOUT.items()}
ROUNDS = 4000


def shares(antennas: Antennas, zone: Zone, rounds: int = ROUNDS) -> Counter[bytes]:
    """How often each tag answered the antenna of `zone`."""
    counts: Counter[bytes] = Counter()
    for n in range(rounds):
        counts.update(antennas.answer(*AT[zone], now_s=n * 0.04))
    return counts


def test_every_card_zone_has_one_antenna_in_the_standard_layout() -> None:
    assert len(STANDARD_LAYOUT) == 14
    assert set(STANDARD_LAYOUT.values()) == CARD_ZONES == set(PLACES_CM)
    assert {part for part, _ in STANDARD_LAYOUT} == {"hf0", "hf1"}
    assert all(1 <= output <= 8 for _, output in STANDARD_LAYOUT)


def test_fields_overlap_with_what_lies_beside_them() -> None:
    pairs = {frozenset((zone, other)) for zone in PLACES_CM for other in neighbours(zone)}
    seats = {frozenset((HOLE[n], HOLE[n + 1])) for n in range(1, 10)}
    middle = {frozenset(pair) for pair in [(BOARD, BURN), (BOARD, MUCK), (BOARD, STUB), (BURN, MUCK), (BURN, STUB), (MUCK, STUB)]}
    assert pairs == seats | middle


@pytest.mark.parametrize("zone", sorted(CARD_ZONES))
def test_overlap_is_symmetric(zone: Zone) -> None:
    assert zone not in neighbours(zone)
    assert all(zone in neighbours(other) for other in neighbours(zone))


def test_without_faults_a_card_answers_its_own_antenna_each_time_and_no_other() -> None:
    world = World()
    antennas = Antennas(world, faults=NO_FAULTS)
    for card, zone in [(8, HOLE[4]), (30, HOLE[4]), (12, HOLE[5])]:
        world.put(FULL_DECK[card], zone)
    both = {world.tag_of(FULL_DECK[8]), world.tag_of(FULL_DECK[30])}
    for n in range(50):
        assert set(antennas.answer(*AT[HOLE[4]], now_s=n)) == both
        assert antennas.answer(*AT[HOLE[3]], now_s=n) == ()


def test_a_card_in_a_hand_and_an_output_without_antenna_answer_nothing() -> None:
    world = World()
    antennas = Antennas(world, faults=NO_FAULTS)
    world.put(FULL_DECK[5], HOLE[1])
    world.take(FULL_DECK[5])
    assert antennas.answer("hf0", 1, 0.0) == ()
    assert antennas.answer("hf1", 8, 0.0) == ()
    assert antennas.in_field("hf1", 8) == frozenset()


@pytest.mark.parametrize("pile", [STUB, MUCK, BURN])
def test_a_pile_hides_its_depth(pile: Zone) -> None:
    world = World()
    for card in FULL_DECK[:6]:
        world.put(card, pile)
    counts = shares(Antennas(world, faults=NO_FAULTS), pile)
    from_top = [counts[world.tag_of(card)] / ROUNDS for card in reversed(world.cards_in(pile))]
    wanted = [*READ_BY_DEPTH, *[0.0] * (len(from_top) - len(READ_BY_DEPTH))]
    assert from_top == pytest.approx(wanted, abs=0.03)
    assert min(from_top[:2]) > 0.9, "two deep good"
    assert 0.4 < from_top[2] < 0.6, "three doubtful"


def test_misses_and_cross_reads_come_as_often_as_asked() -> None:
    world = World()
    world.put(FULL_DECK[0], HOLE[5])
    antennas = Antennas(world, faults=Faults(miss=0.10, cross=0.02))
    tag = world.tag_of(FULL_DECK[0])
    shares_of = {zone: shares(antennas, zone)[tag] / ROUNDS for zone in (HOLE[4], HOLE[5], HOLE[6], HOLE[7])}
    assert shares_of[HOLE[5]] == pytest.approx(0.90, abs=0.02)
    assert shares_of[HOLE[4]] == pytest.approx(0.02, abs=0.01)
    assert shares_of[HOLE[6]] == pytest.approx(0.02, abs=0.01)
    assert shares_of[HOLE[7]] == 0


def test_a_pile_hides_its_depth_from_its_neighbours_too() -> None:
    world = World()
    antennas = Antennas(world, faults=Faults(miss=0.0, cross=1.0))
    assert antennas.in_field(*AT[BOARD]) == {world.tag_of(card) for card in world.cards_in(STUB)[-3:]}
    counts = shares(antennas, BOARD)
    assert counts[world.tag_of(world.cards_in(STUB)[-3])] / ROUNDS == pytest.approx(READ_BY_DEPTH[2], abs=0.03)


def test_answers_come_in_no_order_that_could_be_relied_on() -> None:
    world = World()
    for card in FULL_DECK[:3]:
        world.put(card, BOARD)
    antennas = Antennas(world, faults=NO_FAULTS)
    orders = Counter(antennas.answer(*AT[BOARD], now_s=n) for n in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 50


def test_a_foreign_tag_answers_like_any_other() -> None:
    world = World()
    world.put_foreign(bytes.fromhex("E0070000000000AA"), MUCK)
    assert Antennas(world, faults=NO_FAULTS).answer(*AT[MUCK], now_s=0) == (bytes.fromhex("E0070000000000AA"),)


def test_a_deaf_antenna_hears_again_later() -> None:
    world = World()
    world.put(FULL_DECK[0], HOLE[1])
    antennas = Antennas(world, faults=NO_FAULTS)
    antennas.deafen("hf0", 1, until_s=5.0)
    assert antennas.answer("hf0", 1, 4.9) == ()
    assert len(antennas.answer("hf0", 1, 5.0)) == 1
    antennas.deafen("hf0", 1)
    assert antennas.answer("hf0", 1, 1e9) == ()


def test_the_seed_decides_the_luck_of_each_antenna_whatever_the_others_are_asked() -> None:
    def play(seed: int, busy: bool) -> list[tuple[bytes, ...]]:
        world = World()
        for card in FULL_DECK[:5]:
            world.put(card, BOARD)
        antennas = Antennas(world, seed=seed, faults=Faults(miss=0.3, cross=0.1))
        heard = []
        for n in range(40):
            if busy:
                antennas.answer(*AT[BURN], now_s=n)
            heard.append(antennas.answer(*AT[BOARD], now_s=n))
        return heard

    assert play(1, busy=False) == play(1, busy=True)
    assert play(1, busy=False) != play(2, busy=False)


@settings(max_examples=40, deadline=None)
@given(st.permutations(FULL_DECK), st.lists(st.sampled_from(sorted(CARD_ZONES)), min_size=1, max_size=30), st.integers(0, 5))
def test_other_hidden_cards_give_the_same_pattern(other: list[int], zones: list[Zone], seed: int) -> None:
    """Who counts and orders answers by the place a card was put in cannot tell two decks apart."""

    def play(deck: list[int]) -> list[list[int]]:
        world = World(seed=1)
        world.shuffle([FULL_DECK[card] for card in deck])
        turn = {world.tag_of(FULL_DECK[card]): n for n, card in enumerate(deck)}
        antennas = Antennas(world, seed=seed, faults=Faults(miss=0.2, cross=0.1))
        seen = []
        for n, zone in enumerate(zones):
            world.put(FULL_DECK[deck[n]], zone)
            seen += [[turn[tag] for tag in antennas.answer(*spot, now_s=n)] for spot in STANDARD_LAYOUT]
        return seen

    assert play(list(FULL_DECK)) == play(other)


def test_a_mangled_id_is_one_of_no_card_and_changes_nothing_else() -> None:
    def hear(mangle: float) -> list[tuple[bytes, ...]]:
        world = World()
        for card in FULL_DECK[:3]:
            world.put(card, BOARD)
        antennas = Antennas(world, faults=Faults(miss=0.2, cross=0.0, mangle=mangle))
        return [antennas.answer(*AT[BOARD], now_s=n) for n in range(ROUNDS)]

    deck = World().deck_tags()
    right, bad = hear(0.0), hear(0.05)
    assert [len(tags) for tags in right] == [len(tags) for tags in bad]
    pairs = [(was, now) for before, after in zip(right, bad, strict=True) for was, now in zip(before, after, strict=True)]
    mangled = [(was, now) for was, now in pairs if was != now]
    assert len(mangled) / len(pairs) == pytest.approx(0.05, abs=0.01)
    flipped = Counter((int.from_bytes(was, "big") ^ int.from_bytes(now, "big")).bit_count() for was, now in mangled)
    assert set(flipped) == {1, 2, 3}
    assert not {now for _, now in mangled} & deck.keys()


def test_dead_and_flickering_tags_are_the_share_of_the_deck_that_was_asked_for() -> None:
    dead = flickering = 0
    for seed in range(30):
        world = World()
        for card in FULL_DECK:
            world.put(card, BOARD)
        antennas = Antennas(world, seed=seed, faults=Faults(miss=0.0, cross=0.0, dead=0.1, flicker=0.2))
        counts: Counter[bytes] = Counter()
        for n in range(60):
            counts.update(antennas.answer(*AT[BOARD], now_s=n))
        heard = [counts[physical.tag] for physical in world.deck]
        dead += heard.count(0)
        flickering += sum(15 < count < 45 for count in heard)
        assert all(count in (0, 60) or 10 < count < 50 for count in heard)
    assert dead / (30 * 52) == pytest.approx(0.1, abs=0.03)
    assert flickering / (30 * 52) == pytest.approx(0.2, abs=0.03)


def test_a_tag_that_was_whole_can_be_weakened_and_is_whole_again() -> None:
    world = World()
    world.put(FULL_DECK[0], HOLE[1])
    tag = world.tag_of(FULL_DECK[0])
    antennas = Antennas(world, faults=NO_FAULTS)
    assert antennas.answer(*AT[HOLE[1]], now_s=0) == (tag,)
    antennas.weaken(tag)
    assert antennas.answer(*AT[HOLE[1]], now_s=1) == ()
    antennas.weaken(tag, 1.0)
    assert antennas.answer(*AT[HOLE[1]], now_s=2) == (tag,)
