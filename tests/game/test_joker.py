"""The joker as a card: its name, in whose deck it is, and what it is where it is in none."""

from __future__ import annotations

import msgspec
import pytest
from at_table import AtTable
from msgspec.structs import replace

from controller.effects import CommandDone
from controller.events import Draw, EnterCard, Show
from controller.game.cards import ALL_CARDS, JOKER, card_text, parse_card, parse_cards
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE, MUCK, STUB
from controller.older_tables import as_of_today
from controller.rules.house import House
from controller.rules.options import HouseOptions
from controller.table.table import Table, new_table


def table_of(game: str, *, small_blind: int = 5, ante: int = 0, **options: bool) -> AtTable:
    stakes = Stakes(small_blind, 10, ante=ante, game=game)
    house = House(seats=2, stakes=stakes, options=replace(HouseOptions(), **options), without=frozenset({"fold.for_free"}))
    return AtTable([100, 100], stakes, button=2, house=house)


def test_every_card_has_a_name_of_two_characters_and_the_name_its_card() -> None:
    assert [parse_card(card_text(card)) for card in ALL_CARDS] == list(ALL_CARDS)
    assert (card_text(JOKER), parse_cards("KdXJ")) == ("XJ", (parse_card("Kd"), JOKER))
    assert parse_card("Jk") is None


@pytest.mark.parametrize(
    ("game", "options", "plays"),
    [
        ("five_card_draw", {"draw_joker": True}, True),
        ("five_card_draw", {"draw_joker": False}, False),
        ("ace_to_five_lowball", {"draw_joker": True}, True),
        ("deuce_to_seven_single_draw", {"draw_joker": True}, False),
        ("deuce_to_seven_single_draw", {"lowball_27_joker": True}, True),
        ("holdem", {"draw_joker": True}, False),
        ("badugi", {"draw_joker": True}, False),
    ],
)
def test_a_joker_is_dealt_where_the_game_and_the_house_have_one(game: str, options: dict[str, bool], plays: bool) -> None:
    at = table_of(game, **options).start()
    told = at.move(JOKER, HOLE[1], STUB)
    assert (JOKER in at.hand.hole_of(1 - 1)) is plays
    # where there is none it is a card that does not exist for the hand, and ruled about
    assert [tell.kind for tell in told] == (["card_dealt"] if plays else ["card_moved", "ruling"])


def test_between_hands_a_joker_moves_like_any_card() -> None:
    at = table_of("holdem")
    at.move(JOKER, MUCK, STUB)
    assert at.table.card_zones[JOKER] == MUCK


def test_nobody_enters_a_joker_where_there_is_none() -> None:
    at = table_of("holdem").start().acts("2 call, 1 check")
    answer = at.ask(EnterCard(at.head(), BOARD, JOKER))
    assert isinstance(answer, CommandDone)
    assert (answer.ok, answer.code) == (False, "enter_card.face_up")


def test_a_joker_can_be_named_at_the_showdown() -> None:
    at = table_of("five_card_draw").start().acts("2 call, 1 check")
    for seat in (1, 2):
        at.ok(Draw(at.head(), seat, "stand_pat"))
    at.acts("1 check, 2 check")
    at.ok(Show(at.head(), 1, parse_cards("KcKd7s4hXJ")))
    at.ok(Show(at.head(), 2, parse_cards("KhKsQd9hTh")))
    assert at.hand.payoffs == (10, -10)


def test_tables_of_earlier_versions_get_a_place_for_it() -> None:
    older = replace(new_table(House(seats=2)), card_places=bytes(52))
    today = msgspec.msgpack.decode(as_of_today(msgspec.msgpack.encode(older)), type=Table)
    assert today == new_table(House(seats=2))
