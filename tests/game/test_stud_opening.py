"""Opening a round that somebody must open: what the panel may not say, and what all-in comes to. Found by torture."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.game.chips import Limit
from tests.game.test_stud import LIMIT, THREE, Stud, house_of

SHORT_CALL = {"cooke.9.09.a", "roberts.stud.4b"}


@pytest.mark.parametrize("do", ["bet", "raise"])
def test_who_opens_brings_it_in_or_completes_by_no_other_word(do: str) -> None:
    refused = Stud((500, 500, 500)).first(THREE).act_refused(3, do, 20)
    assert (refused.code, set(refused.rules)) == ("act.must_open", {"roberts.stud.2a"})


def test_the_forced_bet_is_completed_and_not_raised() -> None:
    table = Stud((500, 500, 500)).first(THREE)
    table.act(3, "bring_in")
    refused = table.act_refused(1, "raise", 20)
    assert (refused.code, refused.rules) == ("act.complete_first", ("roberts.stud.6",))
    assert "all-in" not in refused.message
    refused = table.act_refused(1, "complete", 30)
    assert (refused.code, refused.rules) == ("act.wrong_size", ("roberts.stud.3",))


@pytest.mark.parametrize("limit", ["no_limit", "pot_limit"])
def test_too_little_to_open_with_is_refused_in_every_limit(limit: Limit) -> None:
    stakes = replace(LIMIT, limit=limit, small_bet=0, big_bet=0)
    table = Stud((500, 500, 500), stakes=stakes, house=house_of("cooke", under_minimum_bet="refused")).first(THREE)
    refused = table.act_refused(3, "complete", 12)
    assert (refused.code, set(refused.rules)) == ("act.below_minimum", {"cooke.8.01.02.a"})


@pytest.mark.parametrize("limit", ["no_limit", "pot_limit"])
def test_too_little_to_open_with_is_brought_up_where_the_house_does_so(limit: Limit) -> None:
    table = Stud((500, 500, 500), stakes=replace(LIMIT, limit=limit, small_bet=0, big_bet=0)).first(THREE)
    table.act(3, "complete", 12)
    assert (table.hand.current_bet, table.hand.last_acts[2]) == (20, "complete 20")


@pytest.mark.parametrize("do", ["bring_in", "all_in"])
@pytest.mark.parametrize("chips", [3, 5])
def test_all_in_for_no_more_than_the_forced_bet_is_the_forced_bet(do: str, chips: int) -> None:
    """roberts.stud.4b: the others owe the whole of it."""
    table = Stud((500, 500, 2 + chips)).first(THREE)
    assert table.may() == {"bring_in", "all_in"}
    table.act(3, do)
    assert (table.hand.bets[2], table.hand.current_bet, table.to_act) == (chips, 5, 1)


@pytest.mark.parametrize("to_chips", [3, 20])
def test_who_has_no_more_than_the_forced_bet_completes_nothing(to_chips: int) -> None:
    refused = Stud((500, 500, 5)).first(THREE).act_refused(3, "complete", to_chips)
    assert refused.code == "act.only_call"
    assert set(refused.rules) <= SHORT_CALL
    assert refused.rules


@pytest.mark.parametrize("answer", ["prohibited", "allowed"])
def test_who_opens_in_place_of_one_who_is_all_in_may_fold_and_is_asked_nothing(answer: str) -> None:
    """cooke.5.14.b: he acts as if the forced bet had been made."""
    house = replace(house_of("roberts", fold_with_no_bet=answer), without=frozenset())
    table = Stud((500, 500, 2), house=house).first(THREE)
    assert table.to_act == 1
    table.act(1, "fold")
    assert (table.hand.folded[0], table.hand.kept) == (True, b"")


def test_whose_card_opens_is_told_so_and_not_that_folding_is_free() -> None:
    house = replace(house_of("cooke"), without=frozenset())
    assert Stud((500, 500, 500), house=house).first(THREE).act_refused(3, "fold").code == "act.must_open"


def test_in_razz_two_pair_are_worse_than_one() -> None:
    """cooke.5.25.d: a pair is worse than none, and two are worse than one."""
    table = Stud((500, 500), "razz").first({1: "KsQh3c", 2: "9c9h5c"})
    table.acts("2 bring_in, 1 call")
    for street, ups in enumerate(({1: "3d", 2: "5d"}, {1: "4h", 2: "9d"}, {1: "4d", 2: "Kd"}), 1):
        table.up(ups)
        assert table.hand.street == street
        first = table.to_act
        if street < 3:
            table.acts(f"{first} check, {3 - (first or 0)} check")
    assert table.to_act == 2
