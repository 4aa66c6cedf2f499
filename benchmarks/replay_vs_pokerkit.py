"""Hands per second at fact level, ours against PokerKit's, on recorded hands: the Pluribus ones, and those of mixed games.

Both sides start from parsed hands (no text is parsed while the clock runs) and end with every player's payoff. Both run in this process, on
one core, in turns; what counts is the processor time of the process. The first turn of each is not counted.

- Ours: the script of the hand, one Event a card and a word (the same that the readers' wire yields), the canonical bytes of each Event, and
  the daemon's own `step` for each.
- PokerKit: its state machine driven directly, one operation an action, with its automations for antes, blinds, bets and chips; cards parsed
  beforehand. The operations are those of its own replay of the file.

Usage: python benchmarks/replay_vs_pokerkit.py [--rounds N] [--files pluribus|mixed] [--smoke]
Exit code: 0 when both sides agree and ours is at least 5 times as fast on the Pluribus hands, 4 times on the mixed games (--smoke: when
both agree).
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace
from pokerkit import Automation, HandHistory
from pokerkit.state import (
    BoardDealing,
    BringInPosting,
    CardBurning,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    StandingPatOrDiscarding,
)

from controller.core import step
from controller.events import encode
from controller.histories.handfile import HandFile
from controller.histories.phh import parse
from controller.rules.house import House
from controller.table.table import Seat, Table, new_table
from sim.facts import events_of, player_name
from sim.script import script_of

HANDS = Path(__file__).resolve().parents[1] / "tests" / "data" / "phh"
#: Set of files → its folders, and how many times as fast ours has to be.
SETS: Final[Mapping[str, tuple[tuple[str, ...], float]]] = {
    "pluribus": (("pluribus",), 5.0),
    "mixed": (("curated", "wsop2019_42_3", "wsop2023_43_5"), 4.0),
}

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

#: What people do, as PokerKit keeps it → the method that does it, and with which arguments.
METHODS: Final[Mapping[type[Operation], Callable[[Any], tuple[str, tuple[Any, ...]]]]] = {
    BoardDealing: lambda done: ("deal_board", (tuple(done.cards),)),
    BringInPosting: lambda _: ("post_bring_in", ()),
    CardBurning: lambda _: ("burn_card", ("??",)),
    CheckingOrCalling: lambda _: ("check_or_call", ()),
    CompletionBettingOrRaisingTo: lambda done: ("complete_bet_or_raise_to", (done.amount,)),
    Folding: lambda _: ("fold", ()),
    HoleCardsShowingOrMucking: lambda done: ("show_or_muck_hole_cards", (tuple(done.hole_cards) or False, done.player_index)),
    HoleDealing: lambda done: ("deal_hole", (tuple(done.cards), done.player_index)),
    StandingPatOrDiscarding: lambda done: ("stand_pat_or_discard", (tuple(done.cards),)),
}


class Oracle(NamedTuple):
    """A hand as PokerKit's operations: (name, arguments)."""

    history: HandHistory
    operations: tuple[tuple[str, tuple[Any, ...]], ...]


def oracle_of(text: str) -> Oracle | None:
    """Return PokerKit's side of a hand; None where it refuses the file: it wants whole raises of an all-in, too."""
    history = HandHistory.loads(text, automations=AUTOMATIONS)
    try:
        *_, last = history
    except ValueError:
        return None
    return Oracle(history, tuple([METHODS[type(done)](done) for done in last.operations if type(done) in METHODS]))


def theirs(hands: Sequence[Oracle]) -> Payoffs:
    payoffs = []
    for history, operations in hands:
        state = history.create_state()
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
        won = dict(zip(hand.seats, hand.payoffs, strict=True)) if hand and hand.payoffs else {}
        payoffs.append(tuple([won[seat] for seat in range(1, len(parsed.stacks) + 1) if seat in won]))
    return payoffs


class Round(NamedTuple):
    """Both sides once through all hands. Units: seconds of processor time."""

    our_s: float
    their_s: float
    agreed: bool


def played(parsed: Sequence[HandFile], oracles: Sequence[Oracle], house: House) -> Round:
    gc.collect()
    begin = time.process_time()
    their_payoffs = theirs(oracles)
    their_s = time.process_time() - begin
    gc.collect()
    begin = time.process_time()
    our_payoffs = ours(parsed, house)
    our_s = time.process_time() - begin
    return Round(our_s, their_s, all(map(_agree, our_payoffs, their_payoffs, [hand.scale for hand in parsed])))


def line(name: str, rates: Sequence[float]) -> str:
    figures = " ".join(f"{rate:,.0f}" for rate in rates)
    return f"{name:9} {figures}   median {statistics.median(rates):,.0f}, {min(rates):,.0f} … {max(rates):,.0f} hands/s"


def measure(name: str, rounds: int, smoke: bool) -> bool:
    """Play one set of files and print what came of it; return whether all is well."""
    folders, needed = SETS[name]
    texts = [file.read_text(encoding="utf-8") for folder in folders for file in sorted((HANDS / folder).rglob("*.phh"))]
    if smoke:
        texts = texts[:: max(len(texts) // 30, 1)]
    house = House()
    both = [(parse(text), oracle_of(text)) for text in texts]
    pairs = [(hand, oracle) for hand, oracle in both if oracle is not None and ours([hand], house)[0]]
    parsed, oracles = [hand for hand, _ in pairs], [oracle for _, oracle in pairs]
    events = sum(len(events_of(script_of(hand))) for hand in parsed)
    games = len({hand.game for hand in parsed})
    print(f"{name}: {len(parsed)} hands of {games} game(s), {events / len(parsed):.1f} events a hand")
    if len(pairs) < len(texts):
        print(f"left out: {len(texts) - len(pairs)} hand(s) that PokerKit refuses, or whose file leaves an act out")
    gc.freeze()  # what was read beforehand is gone through on neither side
    first, *rounds_ = [played(parsed, oracles, house) for _ in range(rounds + 1)]
    all_rounds = rounds_ or [first]
    ratios = [one.their_s / one.our_s for one in all_rounds]
    agreed = all(one.agreed for one in all_rounds)
    print(line("PokerKit", [len(parsed) / one.their_s for one in all_rounds]))
    print(line("smarttable", [len(parsed) / one.our_s for one in all_rounds]))
    print(f"ratio     median {statistics.median(ratios):.2f}, {min(ratios):.2f} … {max(ratios):.2f}; needed {needed:.0f}")
    print(f"payoffs   {'equal on both sides' if agreed else 'DIFFER'} (an odd chip may lie with either of those who split)")
    return agreed and (smoke or statistics.median(ratios) >= needed)


def main() -> int:
    options = argparse.ArgumentParser(description="Fact-level replay against PokerKit, on recorded hands.")
    options.add_argument("--rounds", type=int, default=7, help="rounds of each side, alternating")
    options.add_argument("--files", choices=sorted(SETS), action="append", help="one of the sets only")
    options.add_argument("--smoke", action="store_true", help="one short round each: only check that both agree")
    given = options.parse_args()
    warnings.simplefilter("ignore")  # PokerKit warns of cards that its own shuffled deck had not on top
    well = [measure(name, 1 if given.smoke else max(given.rounds, 5), given.smoke) for name in given.files or SETS]
    return 0 if all(well) else 1


def _agree(our: tuple[int, ...], their: tuple[Any, ...], scale: int) -> bool:
    """Ours are in the file's smallest unit, theirs as it writes amounts."""
    scaled = tuple([chips * scale for chips in their])
    return our == scaled or (sum(our) == sum(scaled) == 0 and max(abs(a - b) for a, b in zip(our, scaled, strict=True)) <= 1)


if __name__ == "__main__":
    sys.exit(main())
