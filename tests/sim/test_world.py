"""The physical truth: a card is in one place, piles keep their order, tags tell nothing."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.clock import run
from controller.game.cards import FULL_DECK, JOKER, parse_card
from controller.game.zones import BOARD, CARD_ZONES, HOLE, MUCK, STUB, Zone
from sim.world import World, WorldError

ZONES = sorted(CARD_ZONES)
KD = parse_card("Kd")
AS = parse_card("As")
assert KD is not None
assert AS is not None
PHONE = bytes.fromhex("E0070000000000AA")


def test_a_new_world_is_the_whole_deck_face_down_in_the_stub() -> None:
    world = World()
    assert sorted(world.cards_in(STUB)) == list(FULL_DECK)
    assert all(world.zone_of(card) == STUB and world.side_of(card) == "down" for card in FULL_DECK)


def test_tags_are_icode_ids_that_the_seed_decides() -> None:
    tags = World(seed=7).deck_tags()
    assert len(tags) == 52
    assert all(len(tag) == 8 and tag[:2] == b"\xe0\x04" for tag in tags)
    assert tags == World(seed=7).deck_tags()
    assert set(tags).isdisjoint(World(seed=8).deck_tags())
    ranked = sorted(tags)
    assert [tags[tag] for tag in ranked] != sorted(tags.values()), "sorted tags would name the cards"


def test_shuffle_deals_its_first_card_from_the_top() -> None:
    world = World()
    world.put(KD, BOARD, "up")
    world.put(AS, STUB, "up")
    order = list(FULL_DECK)
    random.Random(3).shuffle(order)  # noqa: S311 # any order will do
    world.shuffle(order)
    assert list(reversed(world.cards_in(STUB))) == order
    assert world.cards_in(BOARD) == ()
    assert world.side_of(KD) == world.side_of(AS) == "down"


@pytest.mark.parametrize("order", [FULL_DECK[:51], (*FULL_DECK[:51], FULL_DECK[0])], ids=["51 cards", "one twice"])
def test_a_deck_that_is_not_52_cards_cannot_be_shuffled_in(order: tuple[int, ...]) -> None:
    world = World()
    before = world.cards_in(STUB)
    with pytest.raises(WorldError, match="51 different ones"):
        world.shuffle(order)  # type: ignore[arg-type] # plain numbers are cards here
    assert world.cards_in(STUB) == before


def test_put_lays_on_top_and_take_holds_in_the_hand() -> None:
    world = World()
    world.put(KD, HOLE[3])
    world.put(AS, HOLE[3])
    assert world.cards_in(HOLE[3]) == (KD, AS)
    world.put(KD, HOLE[3], "up")
    assert world.cards_in(HOLE[3]) == (AS, KD)
    assert world.side_of(KD) == "up"
    world.take(AS)
    assert world.zone_of(AS) is None
    assert world.cards_in(HOLE[3]) == (KD,)


def test_an_unknown_place_is_named_and_nothing_moves() -> None:
    world = World()
    with pytest.raises(WorldError, match=r"'seat/11/hole' is no place.*board"):
        world.put(KD, Zone("seat/11/hole"))
    assert world.zone_of(KD) == STUB


def test_a_foreign_tag_lies_among_the_cards_and_is_none() -> None:
    world = World()
    world.put(KD, BOARD)
    world.put_foreign(PHONE, BOARD)
    world.put_foreign(PHONE, MUCK)
    assert world.tags_in(BOARD) == (world.tag_of(KD),)
    assert world.tags_in(MUCK) == (PHONE,)
    assert world.cards_in(MUCK) == ()
    world.take_foreign(PHONE)
    world.take_foreign(PHONE)
    assert world.tags_in(MUCK) == ()


@pytest.mark.parametrize(("uid", "what"), [(b"\xe0\x04", "8 bytes"), (World().tag_of(KD), "use put")], ids=["short", "a card's"])
def test_a_foreign_tag_must_be_one(uid: bytes, what: str) -> None:
    with pytest.raises(WorldError, match=what):
        World().put_foreign(uid, BOARD)


def test_moves_are_kept_with_the_time_of_the_loop() -> None:
    world = World()

    async def deal() -> None:
        await asyncio.sleep(2.5)
        world.put(KD, BOARD, "up")
        await asyncio.sleep(0.5)
        world.take(KD)

    run(deal, speed=None)
    put, took = world.moves
    assert (put.from_zone, put.to_zone, put.side, put.at_s) == (STUB, BOARD, "up", 2.5)
    assert (took.from_zone, took.to_zone, took.side, took.at_s) == (BOARD, None, "up", 3.0)


@given(st.lists(st.tuples(st.sampled_from(FULL_DECK), st.sampled_from([*ZONES, None, "foreign", "shuffle"])), max_size=60))
def test_a_card_is_in_one_place_whatever_is_done(acts: list[tuple[int, str | None]]) -> None:
    world = World()
    for card, act in acts:
        if act is None:
            world.take(FULL_DECK[card])
        elif act == "foreign":
            world.put_foreign(PHONE, HOLE[1])
        elif act == "shuffle":
            world.shuffle(FULL_DECK)
        else:
            world.put(FULL_DECK[card], Zone(act))
            assert world.cards_in(Zone(act))[-1] == card
        lying = [card for zone in ZONES for card in world.cards_in(zone)]
        assert len(lying) == len(set(lying))
        held = [card for card in FULL_DECK if world.zone_of(card) is None]
        assert sorted(lying + held) == list(FULL_DECK)
        assert all(card in world.cards_in(zone) for card in lying if (zone := world.zone_of(card)) is not None)


def test_an_enrolled_deck_is_the_deck_on_the_table() -> None:
    enrolled = World(seed=5).deck_tags()
    assert World(seed=1, tags=enrolled).deck_tags() == enrolled


@pytest.mark.parametrize("wrong", ["a card short", "two tags for one card", "short tags"])
def test_a_deck_that_is_not_whole_is_refused_without_naming_a_tag(wrong: str) -> None:
    tags = dict(World(seed=5).deck_tags())
    first, second = list(tags)[:2]
    if wrong == "a card short":
        del tags[first]
    elif wrong == "two tags for one card":
        tags[first] = tags[second]
    else:
        tags = {tag[:4] + bytes((card,)): card for tag, card in tags.items()}
    with pytest.raises(WorldError) as refused:
        World(tags=tags)
    assert "deck" in str(refused.value)
    assert first.hex() not in str(refused.value).lower()


def test_a_witness_hears_of_every_move_and_of_the_shuffle() -> None:
    world, seen = World(), []
    world.witness = seen.append
    world.put(FULL_DECK[3], HOLE[1])
    world.take(FULL_DECK[3])
    world.put(FULL_DECK[3], BOARD, "up")
    world.shuffle(FULL_DECK)
    assert [(move.from_zone, move.to_zone, move.side) for move in seen] == [
        (STUB, HOLE[1], "down"), (HOLE[1], None, "down"), (None, BOARD, "up"), (BOARD, STUB, "down")
    ]  # fmt: skip


def test_a_deck_may_have_a_joker_which_is_put_aside_where_it_is_not_shuffled_in() -> None:
    world = World(seed=7, joker=True)
    assert dict(list(world.deck_tags().items())[:52]) == World(seed=7).deck_tags()
    assert world.zone_of(JOKER) == STUB
    world.shuffle(FULL_DECK)
    assert (world.zone_of(JOKER), len(world.cards_in(STUB))) == (None, 52)
    world.shuffle((JOKER, *FULL_DECK))
    assert world.cards_in(STUB)[-1] == JOKER, "on top"
    with pytest.raises(WorldError, match="different cards"):
        World().shuffle((JOKER, *FULL_DECK))
