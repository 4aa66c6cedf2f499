"""What games with up-cards ask of the house."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

#: Two equal boards: the better suit is first, or the first in turn from the dealer.
Tie = Literal["suit", "position"]
Forced = Literal["low_card", "high_card"]
#: What the up-cards are looked at for: a game for high, for high and low, or for low alone.
Sight = Literal["high", "hilo", "low"]


class SightRules(msgspec.Struct, frozen=True, cache_hash=True):
    """One field a question; the fields of the first two are by what the game is played for. The hand keeps the answers it began with.

    `part` = the bring-in is this part of the small bet where the stakes name none, unless `printed` has a figure for it: (small bet,
    bring-in), and ten times both, and so on. `floor_rules_live` = a hand that lacks its last card may be let
    play. `bring_in_held` = who is dealt in has the forced bet besides the ante. `exposed_low_left` = a card that lies in sight by
    accident forces its owner to nothing: the next hand to the left opens. Those without a
    question are rules that every book has, False only where one is switched off to see whether anything proves it.
    """

    high_bring_in: Forced = "low_card"
    hilo_bring_in: Forced = "low_card"
    hilo_ace_low: bool = False
    high_tie: Tie = "position"
    hilo_tie: Tie = "position"
    low_tie: Tie = "position"
    part: int = 3
    may_complete: bool = False
    open_pair: bool = False
    open_pair_upper: bool = True
    odd_chip_best_five: bool = False

    forced_by_card: bool = True
    best_opens: bool = True
    left_of_all_in: bool = True
    printed: tuple[tuple[int, int], ...] = ()
    bring_in_held: bool = False
    mix_burns: bool = True
    skip_last_burn: bool = False
    short_stub: bool = True
    money_held: bool = True
    clockwise: bool = True
    pair_for_high_only: bool = True
    floor_rules_live: bool = False
    common_card_counts: bool = True
    bring_in_owed_whole: bool = True
    bring_in_counts: bool = True
    folded_never_open: bool = True
    exposed_low_left: bool = False
    last_up_counts: bool = True


PLAIN_SIGHT: Final = SightRules()
