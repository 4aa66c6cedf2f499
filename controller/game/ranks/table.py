"""Every ranking as a row: how its hands compare, and what they are called."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.cards import Card
from controller.game.rank import rank_high
from controller.game.ranks import badugi, bug, deuce, low, names, omaha, short
from controller.game.ranks.evaluate import Evaluate, Name


class Ranked(NamedTuple):
    """A ranking: `rank` compares, `name` says in words what `rank` returned."""

    rank: Evaluate
    name: Name


def high(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best five of all cards as a high hand: any of the hole cards play, or none (playing the board)."""
    return rank_high(hole + board)


#: Name → ranking. A game's halves are made of these, by the house's answers where it has any.
RANKINGS: Final[dict[str, Ranked]] = {
    "high": Ranked(high, names.high_or_none_name),
    "high_bug": Ranked(bug.high_with_bug, names.bug_name),
    "short_deck": Ranked(short.short_deck, names.short_deck_name),
    "ace_to_five": Ranked(low.ace_to_five, names.ace_to_five_name),  # with or without the bug
    "ace_to_five_seven": Ranked(low.seven_or_better, names.ace_to_five_name),
    "ace_to_five_eight": Ranked(low.eight_or_better, names.ace_to_five_name),
    "ace_to_five_nine": Ranked(low.nine_or_better, names.ace_to_five_name),
    "deuce_to_seven": Ranked(deuce.deuce_to_seven, names.deuce_to_seven_name),
    "deuce_to_seven_seven": Ranked(deuce.deuce_seven_or_better, names.deuce_to_seven_name),
    "deuce_to_seven_eight": Ranked(deuce.deuce_eight_or_better, names.deuce_to_seven_name),
    "deuce_to_seven_nine": Ranked(deuce.deuce_nine_or_better, names.deuce_to_seven_name),
    "badugi": Ranked(badugi.badugi, names.badugi_name),
    "omaha_high": Ranked(omaha.omaha_high, names.high_or_none_name),
    "omaha_ace_to_five": Ranked(omaha.omaha_low, names.ace_to_five_name),
    "omaha_ace_to_five_seven": Ranked(omaha.omaha_seven_or_better, names.ace_to_five_name),
    "omaha_ace_to_five_eight": Ranked(omaha.omaha_eight_or_better, names.ace_to_five_name),
    "omaha_ace_to_five_nine": Ranked(omaha.omaha_nine_or_better, names.ace_to_five_name),
    "up_to_two_high": Ranked(omaha.up_to_two(high), names.high_or_none_name),
    "up_to_two_ace_to_five": Ranked(omaha.up_to_two(low.ace_to_five), names.ace_to_five_name),
    "up_to_two_ace_to_five_seven": Ranked(omaha.up_to_two(low.seven_or_better), names.ace_to_five_name),
    "up_to_two_ace_to_five_eight": Ranked(omaha.up_to_two(low.eight_or_better), names.ace_to_five_name),
    "up_to_two_ace_to_five_nine": Ranked(omaha.up_to_two(low.nine_or_better), names.ace_to_five_name),
}
