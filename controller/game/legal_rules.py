"""Which rules make it a player's turn, and make what he may do what it is: constants, of all books; each house names its own book's.

Nothing here decides anything. It says by which rule `street`, `betting` and `limits` have decided; asked when somebody wants to know, never
while an action is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game import draw_citing
from controller.game.hand import Hand
from controller.game.limits import BIG_BET, capped, faces_full, short_stands, wager_range
from controller.game.limits import NO_CAP as NO_RAISE_CAP
from controller.game.sight import forced_by_suit, forced_index, low_by_accident, open_pair, sight, tied
from controller.game.sight_rules import Sight
from controller.game.straddling import is_straddled
from controller.game.variants import VARIANTS

FIRST_BEFORE_FLOP: Final = ("home.3.first_pre", "cooke.12.01.a", "cooke.6.04.c")
FIRST_AFTER_FLOP: Final = ("home.3.first_post", "cooke.12.01.b", "cooke.6.04.d", "cooke.6.03.a")
HEADS_UP: Final = ("home.4.hu_blinds", "roberts.blinds.4", "cooke.12.14.a")
#: Games with up-cards: whose card makes the forced bet (or who opens for him because he is all-in), and whose board opens later.
#: By what the game is played for.
FIRST_BY_CARD: Final[Mapping[Sight, tuple[str, ...]]] = {
    "high": ("cooke.5.06.b", "cooke.4.07.a", "roberts.stud.2a"),
    "hilo": ("cooke.5.24.c", "roberts.stud_hilo.4a"),
    "low": ("cooke.5.25.c", "cooke.4.07.a", "roberts.razz.3a"),
}
FIRST_LEFT_OF_ALL_IN: Final = ("cooke.5.14.b", "roberts.stud.4a")
#: The card that would force its owner lies in sight by accident; and a last card does, which counts for who opens.
FIRST_LEFT_OF_EXPOSED: Final = ("roberts.stud.1c",)
LAST_UP_COUNTS: Final = ("roberts.stud.17",)
#: A folded player's place got cards.
FOLDED_NEVER_OPEN: Final = ("cooke.5.15.b",)
#: From the forced bet on.
CLOCKWISE: Final = ("cooke.5.06.e",)
FIRST_BY_BOARD: Final[Mapping[Sight, tuple[str, ...]]] = {
    "high": ("cooke.5.11.a", "cooke.4.17.l", "roberts.stud.2b"),
    "hilo": ("cooke.5.24.d", "roberts.stud_hilo.4b"),
    "low": ("cooke.5.25.d", "roberts.razz.3b"),
}
#: The last round, and a common card in it.
FIRST_OF_THE_LAST: Final = ("cooke.4.17.q",)
WITH_COMMON_CARD: Final = ("cooke.5.21.e", "roberts.stud.15d")
#: Equal cards: the suit decides who is forced.
FORCED_BY_SUIT: Final = ("cooke.4.02.b",)
#: Equal boards.
FIRST_OF_TIED: Final[Mapping[Sight, tuple[str, ...]]] = {
    "high": ("cooke.5.11.b", "roberts.stud.2b"),
    "hilo": ("cooke.5.24.d", "roberts.stud_hilo.4b"),
    "low": ("cooke.5.25.e", "roberts.razz.3b"),
}
FOLD: Final = ("home.3.fold", "cooke.4.12.e")
NO_FREE_FOLD: Final = ("cooke.10.01.b", "cooke.4.04.a")
CHECK_OR_BET: Final = ("home.3.check_bet", "cooke.4.04.a")
CALL: Final = ("home.3.call", "cooke.def.call")
CALL_RAISE: Final = (*CALL, "home.3.raise")
BLIND_OPTION: Final = ("home.3.bb_option", "roberts.blinds.3a", "cooke.4.17.t")
BLIND_COUNTS: Final = ("cooke.4.17.d", "cooke.4.09.b", "cooke.def.live_blind")
#: Behind a straddle: who is first to act, what the call and the least raise are, and that the straddler may raise.
AFTER_STRADDLE: Final = ("roberts.nl.12b", "cooke.12.18.e")
STRADDLE_IS_BRING_IN: Final = ("roberts.nl.2b", "cooke.12.18.a")
STRADDLED_TO_THE_CAP: Final = ("cooke.12.18.d",)
STRADDLE_OPTION: Final = ("roberts.nl.12a", "roberts.nl.12b", "cooke.12.18.a")
YET_TO_ACT: Final = ("home.4.yet",)
REOPENED: Final = ("cooke.8.01.03.c", "home.4.ex3b", "home.4.ex3c", "cooke.8.01.03.b", "roberts.nl.3b")
SHORT_ALL_IN: Final = ("cooke.8.01.02.c",)
#: Limit → what says that raises are not counted.
NO_CAP: Final[dict[str, tuple[str, ...]]] = {
    "no_limit": ("cooke.8.01.01.a", "cooke.9.16.d", "roberts.nl.1", "roberts.betting.2"),
    "pot_limit": ("cooke.8.02.01.a", "cooke.9.16.d", "roberts.betting.2"),
}
#: Limit → what says how much may be bet, and raised.
SIZE: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "no_limit": (
        ("cooke.8.01.a", "cooke.8.01.02.a", "roberts.nl.2a", "home.4.min"),
        ("cooke.8.01.a", "cooke.8.01.02.b", "roberts.nl.3a", "home.4.min", "home.4.ex1"),
    ),
    "pot_limit": (
        ("cooke.8.02.a", "cooke.8.02.b", "cooke.8.02.03.a", "roberts.pl.1", "roberts.pl.4"),
        ("cooke.8.02.a", "cooke.8.02.03.c", "roberts.pl.1", "roberts.pl.4"),
    ),
    "spread_limit": (("cooke.8.03.a", "cooke.8.03.b"), ("cooke.8.03.a", "cooke.8.03.b", "cooke.8.03.c")),
    "fixed_limit": (("cooke.4.17.v",), ("cooke.4.17.v",)),
}
#: Limit: what an all-in is that is no whole bet, less than half of one and more; how often may be raised; who checked may raise.
COMPLETE: Final = ("cooke.9.09.01.a", "cooke.9.09.01.b", "cooke.9.09.01.d", "cooke.def.action_only", "roberts.betting.5a")
HALF_BET: Final = ("cooke.9.09.02.a", "cooke.9.09.02.b", "cooke.def.action_only", "roberts.betting.5b")
CAP: Final = ("cooke.9.16.a", "roberts.betting.3.1")
#: Before a first draw.
DRAW_SIZES: Final = ("cooke.4.17.c",)
HEADS_UP_CAP: Final = ("cooke.9.16.b", "roberts.betting.4a")
CHECK_RAISE: Final = ("cooke.10.13", "roberts.betting.1")
#: Stud: a pair in sight on fourth street lets everybody bet either size, and whoever comes behind a check too.
OPEN_PAIR: Final = ("cooke.4.17.m", "cooke.5.08.b", "roberts.stud.7a")
OPEN_PAIR_CHECKED: Final = ("roberts.stud.7c",)
#: Games with a second flop: the larger bet is in force from it on.
DOUBLED: Final = ("cooke.6.09.c",)
OPEN_PAIR_STEP: Final = ("roberts.stud.7b",)
#: Stud: completing the forced bet is none of the raises that are counted.
COMPLETED: Final = ("roberts.stud.6", "cooke.5.07.c")
#: Stud: the forced bet is part of a bet, and is called, completed or left to the others; the ante is no part of one.
BRING_IN_ANSWERS: Final = ("cooke.5.07.a", "cooke.4.17.j", "cooke.A.5", "cooke.def.opening_bet")
BRING_IN_LIVE: Final = ("cooke.5.02.a",)
#: Stud: the others owe the whole forced bet where he had less.
BRING_IN_SHORT: Final = ("roberts.stud.4b",)
#: Stud: whoever brought it in and was only called may complete.
BRING_IN_OPTION: Final = ("cooke.4.17.k", "cooke.5.07.b")
#: Stud: the bets of the streets, and of fifth street and after.
STREET_SIZES: Final = ("cooke.5.02.b",)
UPPER_SIZES: Final = ("cooke.5.02.b", "cooke.5.09.a", "cooke.4.17.n")
FIVE_CARD_SIZES: Final = ("cooke.5.26.c",)
#: Cards of the longer stud games.
_SEVEN: Final = 7
#: Stud for low: a pair in sight changes no bet.
PAIR_COUNTS_NOT: Final[Mapping[Sight, tuple[str, ...]]] = {
    "high": (),
    "hilo": ("cooke.5.24.h", "roberts.stud_hilo.6"),
    "low": ("cooke.5.25.f", "roberts.razz.4"),
}
#: Pot-limit, before the flop.
POT_OF_BLINDS: Final = ("cooke.8.02.02.a", "cooke.8.02.03.d", "roberts.pl.5a", "roberts.pl.5b", "roberts.pl.5c")


def turn_rules(hand: Hand) -> tuple[str, ...]:
    """Return why it is the turn of the player to act, where a round begins with him; () when nobody is to act or he is not the first."""
    by_sight = VARIANTS[hand.variant].forced == "bring_in"
    if by_sight and hand.to_act >= 0 and not hand.street and hand.current_bet:
        return CLOCKWISE
    if hand.to_act < 0 or any(faced >= 0 for faced in hand.faced_at):
        return ()
    if by_sight:
        return _first_by_sight(hand)
    if draw_citing.has_draws(hand) and not is_straddled(hand):
        return draw_citing.first_rules(hand)
    after_flop = hand.street or VARIANTS[hand.variant].forced == "bomb"
    first = AFTER_STRADDLE if is_straddled(hand) else FIRST_AFTER_FLOP if after_flop else FIRST_BEFORE_FLOP
    return HEADS_UP + first if len(hand.seats) == 2 else first


def _first_by_sight(hand: Hand) -> tuple[str, ...]:
    of = sight(hand)
    if hand.street:
        last: tuple[str, ...] = FIRST_OF_THE_LAST if hand.street + 1 == len(VARIANTS[hand.variant].streets) else ()
        if hand.board:
            last += WITH_COMMON_CARD
        if hand.amiss.last_up:
            last += LAST_UP_COUNTS
        return FIRST_BY_BOARD[of] + last + (FOLDED_NEVER_OPEN if hand.kept else ()) + (FIRST_OF_TIED[of] if tied(hand) else ())
    if forced_index(hand) != hand.to_act:
        return FIRST_LEFT_OF_EXPOSED if low_by_accident(hand, forced_index(hand)) else FIRST_LEFT_OF_ALL_IN
    return FIRST_BY_CARD[of] + (FORCED_BY_SUIT if forced_by_suit(hand) else ())


def fold_rules(hand: Hand) -> tuple[str, ...]:
    """Return why the player to act may fold."""
    return FOLD


def check_rules(hand: Hand) -> tuple[str, ...]:
    """Return why the player to act may check."""
    return option_rules(hand) if has_option(hand) else CHECK_OR_BET


def call_rules(hand: Hand) -> tuple[str, ...]:
    """Return why the player to act owes what he owes."""
    i = hand.to_act
    rules = CALL_RAISE if hand.aggressor >= 0 else CALL
    if not hand.street and VARIANTS[hand.variant].forced == "bring_in":
        short = hand.current_bet > max(hand.bets)
        return rules + BRING_IN_ANSWERS + (BRING_IN_LIVE if hand.bets[i] else ()) + (BRING_IN_SHORT if short else ())
    if is_straddled(hand):
        rules = (*STRADDLE_IS_BRING_IN, *(STRADDLED_TO_THE_CAP if capped(hand) else ()), *CALL)
    return rules + BLIND_COUNTS if hand.bets[i] and not hand.street and hand.faced_at[i] < 0 else rules


def wager_rules(hand: Hand) -> tuple[str, ...]:
    """Return why the player to act may bet or raise, and as much as he may."""
    i = hand.to_act
    bet, raised = SIZE[hand.stakes.limit]
    if not hand.current_bet:
        if draw_citing.has_draws(hand):
            bet += draw_citing.bet_rules(hand)
        second_flop = DOUBLED if VARIANTS[hand.variant].streets[hand.street].lies == "second" and hand.stakes.limit == "fixed_limit" else ()
        return CHECK_OR_BET + bet + _street_rules(hand) + (_open_pair_rules(hand) if hand.round.upper else ()) + second_flop
    found = raised + NO_CAP.get(hand.stakes.limit, ())
    if draw_citing.has_draws(hand):
        found += draw_citing.raise_rules(hand)
    if not hand.faced_at[i]:
        found += CHECK_RAISE
    if hand.stakes.limit not in BIG_BET:
        return found + _limit_rules(hand)
    if hand.stakes.limit == "pot_limit" and hand.street == 0 and VARIANTS[hand.variant].forced == "blinds":
        found += POT_OF_BLINDS
    if is_straddled(hand):
        found += STRADDLE_IS_BRING_IN
    if has_option(hand):
        return option_rules(hand) + found
    if hand.faced_at[i] >= 0:
        return REOPENED + found
    if hand.bets[i] + hand.stacks[i] < wager_range(hand)[0]:
        found = SHORT_ALL_IN + found
    return found if faces_full(hand) else YET_TO_ACT + found


def _open_pair_rules(hand: Hand) -> tuple[str, ...]:
    return OPEN_PAIR + (OPEN_PAIR_CHECKED if any(faced >= 0 for faced in hand.faced_at) else ())


def _street_rules(hand: Hand) -> tuple[str, ...]:
    """Return which bet is in force, and what the first wager of a game with a forced bet may be."""
    variant = VARIANTS[hand.variant]
    if variant.forced != "bring_in" or hand.stakes.limit != "fixed_limit":
        return ()
    if not hand.street and hand.aggressor < 0:
        return STREET_SIZES + BRING_IN_ANSWERS
    sizes: tuple[str, ...] = UPPER_SIZES if variant.streets[hand.street].big else STREET_SIZES
    if variant.hole_cards < _SEVEN:
        sizes += FIVE_CARD_SIZES
    return sizes + PAIR_COUNTS_NOT[sight(hand)] if hand.street and open_pair(hand) else sizes


def _limit_rules(hand: Hand) -> tuple[str, ...]:
    """Return what says of limit that a raise is still allowed, and of an all-in that stands what it counts for."""
    found: tuple[str, ...] = (option_rules(hand) if has_option(hand) else ()) + _street_rules(hand)
    if not hand.street and VARIANTS[hand.variant].streets[-1].draw:
        found += DRAW_SIZES
    if hand.betting.raise_cap != NO_RAISE_CAP:
        found += draw_citing.cap_rules(hand) or (HEADS_UP_CAP if hand.round.cap == NO_RAISE_CAP else CAP)
        if not hand.street and VARIANTS[hand.variant].forced == "bring_in" and hand.round.cap != NO_RAISE_CAP:
            found += COMPLETED
    if hand.round.upper:
        found += OPEN_PAIR_STEP if hand.full_raise == hand.round.upper else OPEN_PAIR
    if short_stands(hand):
        return found + COMPLETE
    by = hand.aggressor
    return found + HALF_BET if by >= 0 and not hand.stacks[by] and hand.current_bet % hand.full_raise else found


def option_rules(hand: Hand) -> tuple[str, ...]:
    """Return why a player whose blind or straddle nobody has raised may raise it himself."""
    if VARIANTS[hand.variant].forced == "bring_in":
        return BRING_IN_OPTION
    if draw_citing.has_draws(hand) and not is_straddled(hand):
        return draw_citing.FORCED_OPTION if hand.drawing.forced >= 0 else BLIND_OPTION + draw_citing.BLIND_OPTION
    return STRADDLE_OPTION if is_straddled(hand) else BLIND_OPTION


def has_option(hand: Hand) -> bool:
    """Whether the player to act has a blind that nobody has raised, and has not acted."""
    i = hand.to_act
    blind = not hand.street and hand.aggressor < 0 and hand.faced_at[i] < 0
    return blind and hand.bets[i] == hand.current_bet and VARIANTS[hand.variant].forced != "bomb"
