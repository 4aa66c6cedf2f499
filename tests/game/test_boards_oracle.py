"""All-ins that are run several times, and bomb pots on two boards, against PokerKit: whole amounts, so that no chip is odd."""

from __future__ import annotations

import random

import pytest
from at_table import AtTable, chips_of
from pokerkit import Automation, Mode, NoLimitTexasHoldem, PotLimitOmahaHoldem, State

from controller.events import BombPot, NewHand, RunIt
from controller.game.cards import FULL_DECK, card_text
from controller.game.chips import Stakes
from controller.game.showdown import show_order
from controller.game.zones import BOARD, HOLE, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS

HOUSE = House(seats=6, stakes=Stakes(1, 2), book="roberts", options=PRESETS["roberts"])
#: Every share of a pot comes out in whole chips: by up to three boards, and up to four winners on each.
STEP = 72
AUTOMATIONS = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip


def named(cards: list[int]) -> str:
    return "".join(card_text(FULL_DECK[card]) for card in cards)


def lay(state: State, board: list[int]) -> None:
    """Board cards of PokerKit's hand, after whatever burn it wants."""
    if state.can_burn_card("??"):
        state.burn_card("??")
    state.deal_board(named(board))


def theirs(stacks: list[int], holes: list[list[int]], boards: list[list[int]], shared: int) -> State:
    """PokerKit's hand: everybody is all-in before the flop, or on it (`shared`), and it is run as often as there are boards."""
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, tuple(stacks), len(stacks), mode=Mode.CASH_GAME)
    for hole in holes:
        state.deal_hole(named(hole))
    if shared:
        while state.street_index == 0:
            state.check_or_call()
        lay(state, boards[0][:3])
    while state.actor_index is not None:
        all_of_it = state.bets[state.actor_index] + state.stacks[state.actor_index]
        if state.can_complete_bet_or_raise_to(all_of_it):
            state.complete_bet_or_raise_to(all_of_it)
        else:
            state.check_or_call()
    while state.can_select_runout_count():
        state.select_runout_count(len(boards))
    for board in boards:
        at = shared
        while at < 5:
            count = 3 if at == 0 else 1
            lay(state, board[at : at + count])
            at += count
    assert not state.status
    return state


@pytest.mark.parametrize("seed", range(60))
def test_runs_are_paid_as_pokerkit_pays_them(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 # a repeatable hand is the point
    players, runs, shared = draw.randint(2, 4), draw.randint(2, 3), draw.choice((0, 3))
    stacks = [STEP * draw.randint(1, 4) for _ in range(players)]
    if len(set(stacks)) > 1 and stacks.count(max(stacks)) == 1:
        stacks[stacks.index(max(stacks))] = sorted(stacks)[-2]  # nobody has a bet that comes back
    deck = draw.sample(range(52), 52)
    holes = [[deck.pop(), deck.pop()] for _ in range(players)]
    flop = [deck.pop() for _ in range(shared)]
    boards = [flop + [deck.pop() for _ in range(5 - shared)] for _ in range(runs)]
    at = AtTable([*stacks], HOUSE.stakes, button=players, house=HOUSE).start()
    for turn in zip(*holes, strict=True):
        for seat, card in enumerate(turn, 1):
            at.move(FULL_DECK[card], HOLE[seat], STUB)
    if shared:
        while at.hand.stage == "betting":
            at.act(at.hand.seats[at.hand.to_act], "call" if at.hand.current_bet > at.hand.bets[at.hand.to_act] else "check")
        for card in flop:
            at.move(FULL_DECK[card], BOARD, STUB)
    while at.hand.stage == "betting":
        at.act(at.hand.seats[at.hand.to_act], "all_in" if at.hand.current_bet < max(stacks) else "call")
    at.ok(RunIt(at.head(), runs))
    for board in boards:
        for card in board[shared:]:
            at.move(FULL_DECK[card], BOARD, STUB)
    for seat in show_order(at.hand):
        at.show(seat)
    state = theirs(stacks, holes, boards, shared)
    assert [at.payoffs[seat] for seat in range(1, players + 1)] == list(state.payoffs)
    assert chips_of(at.table) == sum(stacks)


def theirs_bombed(omaha: bool, ante: int, stacks: list[int], holes: list[list[int]], boards: list[list[int]]) -> State:
    """PokerKit's hand on two boards, checked down."""
    # theirs has no street without a bet before the flop: blinds as large as the ante, called by all, come to the same
    if omaha:
        state = PotLimitOmahaHoldem.create_state(
            AUTOMATIONS, True, 0, (ante, ante), ante, tuple(stacks), len(stacks), starting_board_count=2
        )
    else:
        state = NoLimitTexasHoldem.create_state(
            AUTOMATIONS, True, 0, (ante, ante), ante, tuple(stacks), len(stacks), starting_board_count=2
        )
    for hole in holes:
        state.deal_hole(named(hole))
    for street in (None, slice(0, 3), slice(3, 4), slice(4, 5)):
        if street is not None:
            for board in boards:
                lay(state, board[street])
        while state.actor_index is not None:
            state.check_or_call()
    return state


@pytest.mark.parametrize("seed", range(40))
def test_bomb_pots_are_paid_as_pokerkit_pays_them(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 # a repeatable hand is the point
    players, omaha = draw.randint(2, 4), draw.random() < 0.5
    stacks, ante = [1_000] * players, STEP
    deck = draw.sample(range(52), 52)
    holes = [[deck.pop() for _ in range(4 if omaha else 2)] for _ in range(players)]
    boards = [[deck.pop() for _ in range(5)] for _ in range(2)]
    at = AtTable([*stacks], Stakes(1, 2), button=players)
    at.ok(NewHand(at.head(), None, "omaha" if omaha else "holdem", False, BombPot(ante, 2)))
    at.post()
    for turn in zip(*holes, strict=True):
        for seat, card in enumerate(turn, 1):
            at.move(FULL_DECK[card], HOLE[seat], STUB)
    for street in (slice(0, 3), slice(3, 4), slice(4, 5)):
        for board in boards:
            for card in board[street]:
                at.move(FULL_DECK[card], BOARD, STUB)
        while at.hand.stage == "betting":
            at.act(at.hand.seats[at.hand.to_act], "check")
    for seat in show_order(at.hand):
        at.show(seat)
    state = theirs_bombed(omaha, ante, stacks, holes, boards)
    assert not state.status
    assert [at.payoffs[seat] for seat in range(1, players + 1)] == list(state.payoffs)
