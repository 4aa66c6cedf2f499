"""Hands per second at fact level, ours against PokerKit's, on the recorded Pluribus hands.

Both sides start from parsed hands (no text is parsed while the clock runs) and end with every
player's payoff; both run in this process, on one core, in alternating rounds.

- Ours: the script of the hand, one Event a card and a word (the same that the readers' wire
  yields), the canonical bytes of each Event, and the daemon's own `step` for each.
- PokerKit: its state machine driven directly, one operation an action, with its automations for
  antes, blinds, bets and chips; cards parsed beforehand.

Usage: python benchmarks/replay_vs_pokerkit.py [--rounds N] [--smoke]
Exit code: 0 when both sides agree and ours is at least 5 times as fast (--smoke: when both agree).
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from pokerkit import Automation, Card, HandHistory, NoLimitTexasHoldem

from controller.core import step
from controller.events import encode
from controller.histories.handfile import HandFile
from controller.histories.phh import parse
from controller.rules.house import House
from controller.table.table import Seat, Table, new_table
from sim.facts import events_of, player_name
from sim.script import script_of

HANDS = Path(__file__).resolve().parents[1] / "tests" / "data" / "phh" / "pluribus"
NEEDED = 5.0

Payoffs = list[tuple[int, ...]]

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Oracle(NamedTuple):
    """A hand as PokerKit's operations: (name, arguments)."""

    parameters: tuple[Any, ...]
    operations: tuple[tuple[str, tuple[Any, ...]], ...]


def oracle_of(history: HandHistory) -> Oracle:
    operations: list[tuple[str, tuple[Any, ...]]] = []
    for action in history.actions:
        match action.split():
            case ["d", "dh", player, cards]:
                operations.append(("deal_hole", (tuple(Card.parse(cards)), int(player[1:]) - 1)))
            case ["d", "db", cards]:
                operations.append(("burn_card", ("??",)))
                operations.append(("deal_board", (tuple(Card.parse(cards)),)))
            case [_, "f"]:
                operations.append(("fold", ()))
            case [_, "cc"]:
                operations.append(("check_or_call", ()))
            case [_, "cbr", amount]:
                operations.append(("complete_bet_or_raise_to", (int(amount),)))
            case [player, "sm", *cards]:
                shown = tuple(Card.parse(cards[0])) if cards else False
                operations.append(("show_or_muck_hole_cards", (shown, int(player[1:]) - 1)))
            case _:
                raise ValueError(f"no operation for {action!r}")
    stacks = tuple(history.starting_stacks)
    parameters = (
        AUTOMATIONS,
        history.ante_trimming_status,
        history.antes,
        history.blinds_or_straddles,
        history.min_bet,
        stacks,
        len(stacks),
    )
    return Oracle(parameters, tuple(operations))


def theirs(hands: Sequence[Oracle]) -> Payoffs:
    payoffs = []
    for parameters, operations in hands:
        state = NoLimitTexasHoldem.create_state(*parameters)
        for name, arguments in operations:
            getattr(state, name)(*arguments)
        payoffs.append(tuple(state.payoffs))
    return payoffs


def seated(hand: HandFile, house: House) -> Table:
    """A table with the hand's players in their seats and the button at the last one."""
    empty = new_table(house)
    players = len(hand.stacks)
    taken = [Seat(player_name(name, seat), stack) for seat, (name, stack) in enumerate(zip(hand.names, hand.stacks, strict=True), 1)]
    return replace(empty, seats=(*taken, *empty.seats[players:]), button=players, button_set=True, stakes=hand.stakes)


def ours(hands: Sequence[HandFile], house: House) -> Payoffs:
    payoffs = []
    journal: list[bytes] = []
    for parsed in hands:
        table = seated(parsed, house)
        for event in events_of(script_of(parsed)):
            journal.append(encode(event))
            table, _ = step(table, event, house)
        journal.clear()
        hand = table.hand
        won = dict(zip(hand.seats, hand.payoffs, strict=True)) if hand else {}
        payoffs.append(tuple(won[seat] for seat in range(1, len(parsed.stacks) + 1)))
    return payoffs


def timed(play: Callable[[], Payoffs]) -> tuple[float, Payoffs]:
    gc.collect()
    start = time.perf_counter()
    payoffs = play()
    return time.perf_counter() - start, payoffs


def line(name: str, rates: Sequence[float]) -> str:
    figures = " ".join(f"{rate:,.0f}" for rate in rates)
    return f"{name:9} {figures}   median {statistics.median(rates):,.0f}, {min(rates):,.0f} … {max(rates):,.0f} hands/s"


def main() -> int:
    options = argparse.ArgumentParser(description="Fact-level replay against PokerKit, on the recorded Pluribus hands.")
    options.add_argument("--rounds", type=int, default=7, help="rounds of each side, alternating")
    options.add_argument("--smoke", action="store_true", help="one short round each: only check that both agree")
    given = options.parse_args()
    texts = [file.read_text(encoding="utf-8") for file in sorted(HANDS.rglob("*.phh"))]
    if given.smoke:
        texts = texts[::20]
    house = House()
    parsed = [parse(text) for text in texts]
    oracles = [oracle_of(HandHistory.loads(text)) for text in texts]
    events = sum(len(events_of(script_of(hand))) for hand in parsed)
    print(f"{len(parsed)} hands, {events / len(parsed):.1f} events a hand")

    our_rates, their_rates, agreed = [], [], True
    for _ in range(1 if given.smoke else max(given.rounds, 5)):
        their_s, their_payoffs = timed(lambda: theirs(oracles))
        our_s, our_payoffs = timed(lambda: ours(parsed, house))
        their_rates.append(len(parsed) / their_s)
        our_rates.append(len(parsed) / our_s)
        agreed = agreed and all(_agree(*pair) for pair in zip(our_payoffs, their_payoffs, strict=True))
    ratios = [our / their for our, their in zip(our_rates, their_rates, strict=True)]
    print(line("PokerKit", their_rates))
    print(line("smarttable", our_rates))
    print(f"ratio     median {statistics.median(ratios):.2f}, {min(ratios):.2f} … {max(ratios):.2f}; needed {NEEDED:.0f}")
    print(f"payoffs   {'equal on both sides' if agreed else 'DIFFER'} (an odd chip may lie with either of those who split)")
    fast_enough = given.smoke or statistics.median(ratios) >= NEEDED
    return 0 if agreed and fast_enough else 1


def _agree(our: tuple[int, ...], their: tuple[int, ...]) -> bool:
    return our == their or (sum(our) == sum(their) == 0 and max(abs(a - b) for a, b in zip(our, their, strict=True)) <= 1)


if __name__ == "__main__":
    sys.exit(main())
