"""Antes and blinds, short ones too, and who is first to act."""

from __future__ import annotations

import pytest
from at_table import AtTable

from controller.events import Post
from controller.game.chips import AnteFrom, Stakes
from controller.game.posting import PostingRules
from controller.rules.house import House

TEN = Stakes(5, 10)

#: rule id, stacks, button, (seat, do, chips, all-in) as posted, first to act
POSTED = [
    ("home.3.sb home.3.bb", [900, 900, 900, 900], 1, [(2, "small_blind", 5, False), (3, "big_blind", 10, False)], 4),
    ("roberts.blinds.4", [900, None, None, 900], 1, [(4, "big_blind", 10, False), (1, "small_blind", 5, False)], 1),
    ("roberts.blinds.1", [900, 900, 6, 900], 1, [(2, "small_blind", 5, False), (3, "big_blind", 6, True)], 4),
    ("short small blind", [900, 3, 900, 900], 1, [(2, "small_blind", 3, True), (3, "big_blind", 10, False)], 4),
    ("three-handed the button is first", [900, 900, 900], 2, [(3, "small_blind", 5, False), (1, "big_blind", 10, False)], 2),
]


@pytest.mark.parametrize(("rule", "stacks", "button", "posted", "first"), POSTED, ids=[row[0] for row in POSTED])
def test_blinds(rule: str, stacks: list[int | None], button: int, posted: list[tuple[int, str, int, bool]], first: int) -> None:
    at = AtTable(stacks, TEN, button=button).start()
    assert [(t.seat, t.do, t.amount_chips, t.all_in) for t in at.tells("posted")] == posted
    assert at.to_act == first


@pytest.mark.parametrize(("ante_from", "antes"), [("all", [(2, 2), (3, 2), (1, 2)]), ("big_blind", [(3, 2)]), ("button", [(1, 2)])])
def test_antes(ante_from: AnteFrom, antes: list[tuple[int, int]]) -> None:
    """cooke.4.09.b: an ante is dead and counts toward no bet."""
    at = AtTable([900] * 3, Stakes(5, 10, 2, ante_from), button=1).start()
    assert [(t.seat, t.amount_chips) for t in at.tells("posted") if t.do == "ante"] == antes
    assert at.hand.bets == (5, 10, 0)
    assert at.legal.call_chips == 10


def test_posting_seat_by_seat() -> None:
    at = AtTable([900] * 4, TEN, button=1)
    at.new_hand()
    assert at.refused(Post(at.head(), 4)) == "post.nothing_owed"
    at.post(3)
    assert at.hand.stage == "posting"
    assert at.refused(Post(at.head(), 3)) == "post.nothing_owed"
    at.post(2)
    assert at.to_act == 4
    assert at.refused(Post(at.head())) == "post.nothing_owed"


@pytest.mark.parametrize(("order", "bets", "dead"), [("blind_first", (5, 10, 0), (0, 3, 0)), ("ante_first", (5, 3, 0), (0, 10, 0))])
def test_short_big_blind_with_the_ante_for_all(order: str, bets: tuple[int, ...], dead: tuple[int, ...]) -> None:
    rules = PostingRules(single_ante_order=order)  # type: ignore[arg-type] # a parameter of the test
    house = House(seats=3, stakes=Stakes(5, 10, 10, "big_blind"), posting=rules)
    at = AtTable([900, 900, 13], house.stakes, button=1, house=house).start()
    assert (at.hand.bets, at.hand.dead_put_in) == (bets, dead)
    assert at.legal.call_chips == 10  # the others still owe the full blind


def test_big_blind_ante_is_never_returned() -> None:
    """All fold to the big blind: the uncalled part of his blind goes back, his ante is in the pot he wins."""
    at = AtTable([900] * 3, Stakes(5, 10, 10, "big_blind"), button=1).start().acts("1 fold, 2 fold")
    assert [(t.seat, t.amount_chips) for t in at.tells("uncalled_returned")] == [(3, 5)]
    assert at.awards == [(0, 3, 20)]
    assert at.payoffs == {2: -5, 3: 5, 1: 0}


def test_single_ante_lies_in_the_main_pot_for_everybody() -> None:
    """The all-in player for less than the others may win the whole ante (it is nobody's bet)."""
    at = AtTable([900, 900, 900, 20], Stakes(5, 10, 10, "big_blind"), button=1).start()
    at.acts("4 all_in, 1 call, 2 call, 3 raise 100, 1 call, 2 call")
    assert at.hand.pots == ((4 * 20 + 10, (0, 1, 2, 3)), (240, (0, 1, 3)))


def test_everyone_all_in_from_blinds_and_antes_runs_the_board() -> None:
    at = AtTable([7, 4], Stakes(5, 10, 4), button=1).start()
    assert at.hand.stage == "dealing"
    assert at.hand.pots == ((8, (0, 1)),)
    assert at.stack(1) == 7  # unchanged until the hand is over


def test_player_whose_blind_stands_against_everybody_has_no_decision() -> None:
    """Heads-up the big blind is all-in for less than the small blind: the board is run out."""
    at = AtTable([900, 3], TEN, button=1).start()
    assert at.hand.stage == "dealing"
    assert [(t.seat, t.amount_chips) for t in at.tells("uncalled_returned")] == [(1, 2)]


def test_short_big_blind_owes_the_others_a_full_blind_decision() -> None:
    """Heads-up, big blind all-in for 6: the button completes to the full blind or folds; four come back."""
    at = AtTable([900, 6], TEN, button=1).start()
    assert (at.to_act, at.legal.call_chips, at.legal.can_raise) == (1, 5, False)
    at.act(1, "call")
    assert [(t.seat, t.amount_chips) for t in at.tells("uncalled_returned")] == [(1, 4)]
    assert at.hand.pots == ((12, (0, 1)),)
