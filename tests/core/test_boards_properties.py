"""Streams of events over hands with several boards: nothing raises, no chip and no card is lost, a board is never too long."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_step_properties import anything, check_step, chips_of, deals, sensible

from controller.core import expectation, step
from controller.events import BombPot, BuyIn, CardMoved, Correct, Event, Evidence, Header, NewHand, RunIt, Sit, Stand
from controller.game import boards
from controller.game.betting import legal
from controller.game.cards import FULL_DECK
from controller.game.chips import Stakes
from controller.game.variants import VARIANTS
from controller.game.zones import BOARDS, BURN, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.table import Table, new_table

HEAD = Header(1, "h", "dealer")
GAMES = ("holdem", "omaha", "double_flop_holdem", "holdem_bomb2")
WHOLE = 5


def house(antennas: int) -> House:
    return House(seats=6, stakes=Stakes(1, 2), book="roberts", options=PRESETS["roberts"], board_antennas=antennas)


def fitting(table: Table, pick: int) -> Event:
    """One of the events that fit the state, those of several boards among them."""
    hand = table.hand
    choice: list[Any] = list(sensible(table))
    if hand is None or hand.over:
        choice = [NewHand(HEAD, Stakes(1, 2, 1, game=game)) for game in GAMES] + [NewHand(HEAD, None, "holdem", False, BombPot(3, 2))]
        choice += [one for one in sensible(table) if isinstance(one, BuyIn)] * 9
    elif hand.stage == "dealing":
        fresh = [card for card in FULL_DECK if card not in hand.dealt]
        choice = [CardMoved(fresh[0], STUB, zone, "up", 1, 2, Evidence("hf1", 2, 2)) for zone in (*BOARDS, *BOARDS[:1], BURN)]
        choice += [RunIt(HEAD, times) for times in (1, 2, 3)]
    elif legal(hand) is not None and pick % 5 == 0:
        choice = deals(hand)
    return choice[pick // 5 % len(choice)]


def check(table: Table) -> None:
    hand = table.hand
    if hand is None:
        return
    flat = [card for held in hand.holes for card in held] + [*boards.lying(hand), *hand.burned]
    assert sorted(hand.dealt) == sorted(flat)
    assert len(flat) == len(set(flat))
    every = boards.all_of(hand)
    assert all(len(board) <= WHOLE for board in every)
    assert len(hand.burned) <= boards.most_burns(hand)
    if hand.stage == "showdown":
        assert {len(board) for board in every} == {VARIANTS[hand.variant].board_by_street[-1]}
    if hand.stage == "ended":
        assert sum(hand.payoffs) == 0
    assert (hand.stage == "betting") == (hand.to_act >= 0)


@pytest.mark.parametrize("antennas", [1, 2, 3])
@given(st.binary(min_size=60, max_size=140), st.dictionaries(st.integers(0, 140), anything, max_size=4))
def test_streams(antennas: int, picks: bytes, strays: dict[int, Event]) -> None:
    own = house(antennas)
    table = new_table(own)
    for seat in (1, 2, 4):
        table, _ = step(table, Sit(HEAD, seat, f"p{seat}", 20), own)
    for at, pick in enumerate(picks):
        for event in [*([strays[at]] if at in strays else []), fitting(table, pick)]:
            after, effects = step(table, event, own)
            check_step(table, event, after, effects)
            check(after)
            if not isinstance(event, Sit | Stand | BuyIn | Correct):
                assert chips_of(after) == chips_of(table)
            assert set(expectation(after, own).zones).isdisjoint(BOARDS[antennas:])
            table = after
