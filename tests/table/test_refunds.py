"""Who gets how much when a hand does not count because its deck was fouled: to the chip, in any hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import FloorRule
from controller.game.chips import Stakes
from controller.game.zones import HOLE, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.dealing.refunds import contributed, shares
from tests.at_table import AtTable, cards, chips_of

FREEROLL = ("divided_among_active", "stays_for_next_deal", "refunded", "ask_floor")
SCOPE = ("all_contributors", "live_players")


def table_of(players: int, plan: list[int], unit: int = 1) -> AtTable:
    """A hand in which each player in turn folds (0), calls (1) or raises (2) as long as he can."""
    table = AtTable([1000] * players, Stakes(5, 10, unit=unit), button=1).start()
    for choice in plan:
        if table.to_act is None or table.hand.stage != "betting":
            break
        seat, now = table.to_act, table.legal
        if choice == 2 and now.can_raise and now.min_raise_to:
            table.act(seat, "raise" if table.hand.current_bet else "bet", now.min_raise_to)
        elif choice == 0 and now.call_chips:
            table.act(seat, "fold")
        else:
            table.act(seat, "call" if now.call_chips else "check")
    return table


@given(
    players=st.integers(2, 6),
    plan=st.lists(st.integers(0, 2), max_size=12),
    guilty=st.sets(st.integers(1, 6), max_size=3),
    house=st.tuples(st.sampled_from(FREEROLL), st.sampled_from(SCOPE), st.sampled_from((1, 5))),
)
def test_what_is_paid_and_what_stays_is_what_was_put_in(
    players: int, plan: list[int], guilty: set[int], house: tuple[str, str, int]
) -> None:
    freeroll, scope, unit = house
    table = table_of(players, plan, unit)
    options = replace(PRESETS["cooke"], fouled_deck_freeroll=freeroll, fouled_refund_scope=scope)
    share = shares(table.hand, House(options=options), tuple(sorted(guilty)))
    put_in = contributed(table.hand)
    assert sum(chips for _, chips in share.paid) + share.stays_chips == sum(put_in.values())
    assert all(chips > 0 for _, chips in share.paid)
    if not guilty & put_in.keys() and scope == "all_contributors":
        assert dict(share.paid) == {seat: chips for seat, chips in put_in.items() if chips}
    if guilty & put_in.keys() and freeroll in ("divided_among_active", "stays_for_next_deal"):
        assert not guilty & dict(share.paid).keys(), "who knew gets nothing"


def test_a_bet_that_nobody_called_was_made_to_win_the_pot() -> None:
    table = AtTable([500, 500, 500], Stakes(5, 10), button=3).start().acts("3 call, 1 call, 2 check")
    for card in ("2c", "2d", "2h"):
        table.board(card)
    table.acts("1 bet 75, 2 fold, 3 fold")
    assert table.hand.put_in == (10, 10, 10), "the bet went back to him"
    assert contributed(table.hand) == {1: 85, 2: 10, 3: 10}


@pytest.mark.parametrize(("chips", "unit", "each"), [(100, 1, (34, 33, 33)), (100, 5, (35, 35, 30)), (90, 5, (30, 30, 30))])
def test_odd_chips_go_left_of_the_button_in_whole_betting_units(chips: int, unit: int, each: tuple[int, ...]) -> None:
    table = AtTable([500] * 4, Stakes(5, 10, unit=unit), button=4).start()
    hand = replace(table.hand, put_in=(0, 0, 0, chips), dead_put_in=(0,) * 4)
    share = shares(hand, House(), (4,))
    assert share.divided
    assert share.paid == tuple(zip((1, 2, 3), each, strict=True))


def test_what_the_owner_of_a_dead_hand_gets_back_is_in_no_pot_any_more() -> None:
    """Late, with the pots gathered already: the house gives it back, and the pot is what the others put in."""
    options = replace(PRESETS["cooke"], late_fouled_hand_refund=True)
    table = AtTable([500] * 3, Stakes(5, 10), button=3, house=House(seats=3, stakes=Stakes(5, 10), options=options)).start()
    table.deal({1: "AsKs", 2: "AdKd", 3: "AhKh"}).acts("3 call, 1 call, 2 check").board("2c 2d 2h")
    table.move(cards("9c")[0], HOLE[1], STUB)
    (ruling,) = [tell.more.ruling for tell in table.tells("ruling") if tell.more.ruling.kind == "dead_hand"]
    table.ok(FloorRule(replace(table.head(), role="floor"), ruling.id, "confirm"))
    assert table.hand.folded[table.hand.index_of[1]]
    assert sum(chips for chips, _ in table.hand.pots) == sum(table.hand.put_in) == 20
    assert chips_of(table.table) == 1500
