"""A fouled deck at the table: the betting stops, the chips go back, and nobody learns which card it was."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from controller.effects import Tell
from controller.events import CardSeen, Evidence, FloorRule, ForeignCard, Header, NewHand, Report, Request
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE, STUB, UP, Zone
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.dealing import fouled
from controller.table.rulings import docket_of
from tests.at_table import AtTable, cards, chips_of

EVIDENCE = Evidence("hf0", 2, 2)
#: Where a foreign card can lie → the question whose answer decides.
ANSWERED_BY = {HOLE[2]: "duplicate_card", BOARD: "duplicate_card", STUB: "surplus_card_in_deck"}


def dealt(book: Any = "cooke", **options: Any) -> AtTable:
    answers = replace(PRESETS[book], **options)
    house = House(seats=3, stakes=Stakes(5, 10), book=book, options=answers, without=frozenset({"fold.for_free"}))
    table = AtTable([500, 500, 500], Stakes(5, 10), button=3, house=house).start()
    return table.deal({1: "As Ad", 2: "Kc Kd", 3: "7h 2c"})


def foreign(table: AtTable, zone: Zone) -> None:
    table.do(ForeignCard(zone, "blue", 10, 20, EVIDENCE))


def rulings_of(table: AtTable) -> list[Ruling]:
    return list(docket_of(table.table).rulings)


def floor(table: AtTable) -> Header:
    return replace(table.head(), role="floor")


def say(table: AtTable, what: Any, **said: Any) -> Any:
    return table.ask(Report(floor(table), what, **said))


def confirm(table: AtTable) -> None:
    table.ok(FloorRule(floor(table), rulings_of(table)[0].id, "confirm"))


@pytest.mark.parametrize("zone", list(ANSWERED_BY))
def test_a_card_of_another_deck_fouls_the_deck_by_the_place_where_it_lies(zone: Zone) -> None:
    table = dealt()
    foreign(table, zone)
    (ruling,) = rulings_of(table)
    assert (ruling.kind, ruling.who, ruling.status) == ("fouled_deck", "floor", "proposed")
    assert ANSWERED_BY[zone] in dict(ruling.options)
    assert ruling.cards == ()
    assert table.act_refused(3, "call").code == "act.stopped"


def test_it_is_ruled_once_however_often_it_is_read() -> None:
    table = dealt()
    for zone in (STUB, HOLE[2], BOARD):
        foreign(table, zone)
    assert len(rulings_of(table)) == 1


def test_before_the_first_card_another_deck_is_nobodys_trouble() -> None:
    table = AtTable([500, 500], Stakes(5, 10), button=1).start()
    foreign(table, STUB)
    assert rulings_of(table) == []


def test_a_whole_deck_that_was_swapped_is_found_with_its_first_card() -> None:
    table = AtTable([500, 500], Stakes(5, 10), button=1).start()
    foreign(table, HOLE[1])
    assert [one.kind for one in rulings_of(table)] == ["fouled_deck"]


@pytest.mark.parametrize("own", ["As", "Kc"])
def test_what_is_told_does_not_depend_on_the_hidden_cards(own: str) -> None:
    told = []
    for hidden in ("As Ad", "9h 9d"):
        table = AtTable([500, 500], Stakes(5, 10), button=1).start().deal({1: "Qs Qd", 2: hidden})
        before = len(table.told)
        foreign(table, HOLE[2])
        table.do(CardSeen(None, HOLE[2], "back", 30, 40, EVIDENCE, back="blue"))
        told.append(table.told[before:])
    assert told[0] == told[1], own


def test_a_face_that_shows_in_two_places_is_two_cards_of_one_kind() -> None:
    table = dealt().acts("3 call, 1 call, 2 check").board("9c 4d Js")
    table.do(CardSeen(cards("9c")[0], HOLE[1], "face", 10, 20, EVIDENCE))
    (ruling,) = rulings_of(table)
    assert (ruling.kind, ruling.seat, ruling.cards) == ("fouled_deck", 1, ())
    assert all(not tell.cards for tell in table.told if tell.kind == "ruling")


def test_a_face_whose_fellow_is_hidden_tells_nobody_where_it_is() -> None:
    table = dealt()
    before = len(table.told)
    table.do(CardSeen(cards("Kc")[0], HOLE[1], "face", 10, 20, EVIDENCE))
    assert table.told[before:] == []


@pytest.mark.parametrize("zone", [STUB, None, HOLE[2]])
def test_a_face_on_its_way_or_where_it_lies_is_no_second_card(zone: Zone | None) -> None:
    table = dealt()
    table.do(CardSeen(cards("Kc")[0], zone, "face", 10, 20, EVIDENCE))
    assert all(one.kind != "fouled_deck" for one in rulings_of(table))


def test_everybody_has_his_own_back_and_the_button_stays() -> None:
    table = dealt().acts("3 raise 40, 1 fold, 2 call")
    chips = chips_of(table.table)
    assert say(table, "wrong_back", seat=2).ok
    confirm(table)
    assert [table.stack(seat) for seat in (1, 2, 3)] == [500, 500, 500]
    assert chips_of(table.table) == chips
    table.ok(NewHand(table.head()))
    assert table.hand.button == 3


def test_a_hand_that_was_paid_out_is_taken_back_until_the_cards_are_riffled() -> None:
    table = dealt().acts("3 raise 40, 1 fold, 2 fold")
    assert table.hand.stage == "ended"
    assert say(table, "card_missing").ok
    confirm(table)
    assert [table.stack(seat) for seat in (1, 2, 3)] == [500, 500, 500]


def test_who_no_longer_has_what_he_won_is_settled_by_hand() -> None:
    table = dealt().acts("3 raise 40, 1 fold, 2 fold")
    assert say(table, "card_missing").ok
    table.stand(3)
    answer = table.ask(FloorRule(floor(table), rulings_of(table)[0].id, "confirm"))
    assert answer.code == "floor_rule.too_late"


def test_chips_that_stay_are_won_by_those_who_were_dealt_in() -> None:
    table = dealt("roberts").acts("3 raise 40, 1 fold, 2 call")
    assert say(table, "wrong_back", seat=2).ok
    assert say(table, "knew", seat=3).ok
    chips = chips_of(table.table)
    confirm(table)
    assert [table.stack(seat) for seat in (1, 2, 3)] == [500, 500, 460]
    assert chips_of(table.table) == chips
    table.start()
    assert table.hand.setup.carried.dead_chips == 40
    table.acts("3 fold, 1 fold")
    assert [table.stack(seat) for seat in (1, 2, 3)] == [495, 545, 460]
    assert chips_of(table.table) == chips
    assert table.table.around.carried.chips == 0


@pytest.mark.parametrize("what", list(fouled.FOULS))
@pytest.mark.parametrize("book", ["cooke", "roberts", "home"])
def test_every_foul_is_answered_by_every_book(what: str, book: str) -> None:
    table = dealt(book)
    telling = fouled.Telling([], table.house)
    after = fouled.called(table.table, what, telling, seat=2)
    assert [one.kind for one in telling.told] != []
    assert all(one.kind == "ruling" for one in telling.told)
    assert after.around.deck.due in ("break", "now")


def test_a_player_asks_again_when_two_laps_are_over() -> None:
    table = dealt()
    table.void()
    asked = Request(table.head(), 1, "set_up")
    assert table.refused(asked) == "request.no_set_up"
    assert table.ask(Request(table.head(), 1, "deck")).ok


def test_nothing_is_said_by_name_of_a_card_of_the_board_either() -> None:
    table = dealt()
    table.do(ForeignCard(UP[1], "blue", 10, 20, EVIDENCE))
    assert [tell.cards for tell in table.told if isinstance(tell, Tell) and tell.kind == "ruling"] == [()]
