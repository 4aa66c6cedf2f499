"""Wagers: what the player to act may bet or raise to, and why he may not, or not that much."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.amiss import able
from controller.game.hand import Hand
from controller.game.limits import BIG_BET, capped, faces_full, reopened, short_stands, wager_range
from controller.game.sight import forced_chips, forced_index
from controller.game.variants import VARIANTS


class Why(NamedTuple):
    """A kind of wager that is not legal: its reason code, a sentence, and the rules of all books that say so."""

    code: str
    sentence: str
    rules: tuple[str, ...] = ()


#: Betting rounds of a game whose cap of raises is a question of its own.
TWO_ROUNDS: Final = 2

#: Check or bet while nothing is in, then call or raise.
UNOPENED_RULES: Final = ("home.3.check_bet", "cooke.4.04.a")
_SHORT_OF_HALF: Final = ("cooke.9.09.01.a", "roberts.betting.5a")

#: What may be wrong with a wager. A name ends in the limit, or in the verb, where that makes another rule of it.
WHYS: Final[dict[str, Why]] = {
    "bet_stands": Why("act.bet_stands", "There is a bet of {bet}: raise it instead.", UNOPENED_RULES),
    "no_bet_yet": Why("act.no_bet_yet", "There is no bet to raise: bet instead.", UNOPENED_RULES),
    "only_call": Why("act.only_call", "Seat {seat} has no more than the call.", ("cooke.9.09.a",)),
    "check_raise": Why(
        "act.not_reopened", "Seat {seat} has checked: he may not raise in this round.", ("roberts.betting.1", "cooke.10.13")
    ),
    "check_raise.lowball": Why(
        "act.not_reopened",
        "Seat {seat} has checked: he may not raise in this round.",
        ("cooke.7.18.04.f", "cooke.7.20.d", "roberts.betting.1"),
    ),
    "not_reopened": Why(
        "act.not_reopened",
        "Seat {seat} has acted and faces less than a full raise since: he may not raise.",
        ("roberts.nl.3b", "cooke.8.01.03.b", "cooke.8.01.03.a", "home.4.short_call", "home.4.ex3a", "home.4.ex3c"),
    ),
    "not_reopened.limit": Why(
        "act.not_reopened",
        "Seat {seat} has acted and faces too little since for it to count as a bet: he may not raise.",
        ("roberts.betting.5a", "cooke.9.09.01.b", "cooke.9.09.01.c"),
    ),
    "capped": Why(
        "act.capped",
        "A bet and {raises} raises are all that this round allows.",
        ("roberts.betting.3.1", "cooke.9.16.a", "roberts.betting.4b", "cooke.9.16.b"),
    ),
    "capped.two_rounds": Why(
        "act.capped",
        "A bet and {raises} raises are all that this round allows.",
        ("cooke.7.07.a", "cooke.7.07.c", "cooke.9.16.c", "roberts.betting.3.2", "roberts.betting.4b", "roberts.lowball.2"),
    ),
    "nobody_to_answer": Why("act.nobody_to_answer", "Nobody left could call or answer a raise.", ("home.4.faceup",)),
    "complete_first": Why("act.complete_first", "The all-in of {bet} is no whole bet: it can be completed, not raised.", _SHORT_OF_HALF),
    "complete_first.bring_in": Why(
        "act.complete_first", "The forced bet of {bet} is completed, not raised.", ("cooke.5.07.a", "cooke.5.07.c", "roberts.stud.6")
    ),
    "only_bring_in": Why(
        "act.only_call", "Seat {seat} has no more than the forced bet: he brings it in.", ("cooke.9.09.a", "roberts.stud.4b")
    ),
    "wrong_size.bring_in": Why(
        "act.wrong_size", "A bet to {to} is neither the forced bet nor a whole one.", ("cooke.5.06.c", "roberts.stud.3")
    ),
    "must_open": Why("act.must_open", "Seat {seat} opens the round: he brings it in or completes it.", ("roberts.stud.2a", "cooke.5.06.b")),
    "bet_or_fold": Why("act.bet_or_fold", "Nobody has opened: seat {seat} bets or folds.", ("cooke.7.06.b",)),
    "nothing_to_complete": Why("act.nothing_to_complete", "No all-in of less than a whole bet stands.", _SHORT_OF_HALF),
    "above_stack": Why("act.above_stack", "A {do} to {to} is more than the stack allows.", ("cooke.9.05.a",)),
    "below_minimum.bet": Why(
        "act.below_minimum", "A {do} to {to} is too small.", ("cooke.8.01.02.a", "roberts.nl.2a", "home.4.min", "roberts.betting.6")
    ),
    "below_minimum.complete": Why("act.below_minimum", "A {do} to {to} is too small.", ("cooke.8.01.02.a", "roberts.nl.2a", "home.4.min")),
    "below_minimum.raise": Why(
        "act.below_minimum",
        "A {do} to {to} is too small.",
        ("cooke.8.01.02.a", "cooke.8.01.02.b", "roberts.betting.6", "roberts.nl.3a", "home.4.min", "home.4.ex1"),
    ),
    "below_minimum.spread_limit": Why(
        "act.below_minimum", "A {do} to {to} is too small.", ("cooke.8.03.a", "cooke.8.03.c", "roberts.betting.6")
    ),
    "above_maximum.pot_limit": Why(
        "act.above_maximum",
        "A {do} to {to} is more than the pot allows.",
        ("roberts.pl.1", "cooke.8.02.a", "cooke.8.02.03.c", "cooke.8.02.04.a"),
    ),
    "above_maximum.no_limit": Why("act.above_maximum", "A {do} to {to} is more than the least."),  # where no rule allows any amount
    "above_maximum.spread_limit": Why(
        "act.above_maximum", "A {do} to {to} is more than this round allows.", ("cooke.8.03.a", "cooke.8.03.b", "cooke.8.03.c")
    ),
    "wrong_size": Why(
        "act.wrong_size", "A {do} to {to} is not what is bet in this round.", ("cooke.4.17.v", "cooke.9.14.a", "roberts.betting.16a")
    ),
    "wrong_size.brought_in": Why("act.wrong_size", "A {do} to {to} is no whole bet.", ("cooke.5.07.a", "roberts.stud.3")),
    "wrong_size.complete": Why("act.wrong_size", "A {do} to {to} is no whole bet.", _SHORT_OF_HALF),
    "not_in_units": Why("act.not_in_units", "A {do} to {to} is not in steps of {unit}.", ("cooke.9.03.a", "roberts.betting.16b")),
    "held_back": Why(
        "act.held_back",
        "Seat {seat} has looked at a card that came too early: he checks, calls or folds, and no more.",
        ("roberts.stud.14b",),
    ),
    "short_all_in": Why("act.below_minimum", "All he has is too little to {do}."),
}


class Range(NamedTuple):
    """What a player may bet or raise to: totals for the street, the stack regarded. Units: chips."""

    least: int
    most: int
    stack_total: int


def reach(hand: Hand) -> Range:
    """Return what the player to act may bet or raise to, if he may at all.

    With less than the least, it is all he has. An all-in need not be in steps of the unit.
    Source: cooke.8.01.a, cooke.8.01.02.c, cooke.9.09.a, roberts.betting.6.
    """
    i = hand.to_act
    total = hand.bets[i] + hand.stacks[i]
    least, most = wager_range(hand)
    return Range(min(least, total), total if most < 0 else min(most, total), total)


def brings_in(hand: Hand) -> bool:
    """Whether nobody has opened a round that somebody must open."""
    return not hand.street and not hand.current_bet and VARIANTS[hand.variant].forced == "bring_in" and hand.to_act >= 0


def brought_in(hand: Hand) -> bool:
    """Whether the forced bet stands, and nothing on top of it."""
    return not hand.street and hand.current_bet > 0 and hand.aggressor < 0 and VARIANTS[hand.variant].forced == "bring_in"


def no_check_unopened(hand: Hand) -> bool:
    """Whether the player to act may not check, because nobody has opened and the house has everybody open or fold.

    Source: cooke.7.06.b.
    """
    return not (hand.setup.draws.unopened_check or hand.street or hand.current_bet) and VARIANTS[hand.variant].forced == "antes"


def bring_in_chips(hand: Hand) -> int:
    """Return what the forced bet is: as the stakes name it, else the house's part of the small bet.

    Source: cooke.4.07.b, cooke.5.02.e, cooke.5.06.c, roberts.stud.3.
    """
    return min(hand.stakes.bring_in or forced_chips(hand.full_raise, hand.stakes.unit, hand.setup.sight), hand.full_raise)


def may_fold(hand: Hand) -> bool:
    """Whether the player to act may fold: whoever's card makes the forced bet may not, who opens for him because he is all-in may."""
    return not brings_in(hand) or forced_index(hand) != hand.to_act


def verb(hand: Hand) -> str:
    """Return what more than a call is now: `bet`, `raise`, or `complete` where an all-in stands that is no whole bet."""
    if not hand.current_bet:
        return "complete" if brings_in(hand) else "bet"
    return "complete" if short_stands(hand) else "raise"


def why_no_raise(hand: Hand) -> str:
    """Return why the player to act may not put in more than a call, a row of `WHYS`; "" when he may.

    He may not when his stack does not go beyond a call, when the raises of the round are made, when he has acted and nothing came since
    that counts as a full bet or raise, or when nobody is left who could answer.
    Source: roberts.nl.3b, cooke.8.01.03.a, cooke.8.01.03.b, cooke.8.01.03.c, cooke.9.09.01.b, cooke.9.09.01.c, cooke.9.16.a,
    home.4.short_call, home.4.yet, roberts.blinds.3b.
    """
    i = hand.to_act
    current_bet, stacks, bets = hand.current_bet, hand.stacks, hand.bets
    if stacks[i] + bets[i] <= current_bet or (not current_bet and not hand.street and _only_brings_in(hand)):
        return "only_call" if current_bet else "only_bring_in"
    setup = hand.setup
    if setup.plain:
        faced_at = hand.faced_at[i]
        if faced_at >= 0 and current_bet - faced_at < hand.full_raise:
            return "not_reopened"
    elif capped(hand):
        return "capped.two_rounds" if len(VARIANTS[setup.variant].streets) == TWO_ROUNDS else "capped"
    elif closed := _closed_to(hand, i):
        return closed
    if hand.amiss.all_in:
        stacks = able(hand.amiss, stacks)
    for j, out in enumerate(hand.folded):
        if not out and j != i and stacks[j] and stacks[j] + bets[j] > current_bet:
            return ""
    return "nobody_to_answer" if setup.betting.answer_needed else ""


def _closed_to(hand: Hand, i: int) -> str:
    """Why the betting is not open to player i, who could raise; "" when it is."""
    faced_at, rules = hand.faced_at[i], hand.betting
    if i in hand.amiss.held_back and hand.amiss.held_street == hand.street:
        return "held_back"
    if faced_at < 0:
        return "" if rules.yet_to_act or faces_full(hand) else "not_reopened"
    if not reopened(hand, i):
        return "not_reopened" if hand.stakes.limit in BIG_BET else "not_reopened.limit"
    return ("check_raise.lowball" if VARIANTS[hand.variant].must_bet else "check_raise") if i in hand.round.checked else ""


def why_not(hand: Hand, do: str, to_chips: int) -> str:
    """Return why a bet, raise or completion to this total is not legal, a row of `WHYS`; "" when it is."""
    current_bet = hand.current_bet
    if hand.setup.plain and do == ("raise" if current_bet else "bet"):
        why = why_no_raise(hand)
        i = hand.to_act
        total = hand.bets[i] + hand.stacks[i]
        if why or to_chips == total or current_bet + hand.full_raise <= to_chips < total:
            return why
    if do != "complete" and brings_in(hand):
        return "must_open"
    fits = verb(hand)
    return not_that_verb(do, fits) or why_no_raise(hand) or (complete_first(hand) if do != fits else why_not_that_much(hand, do, to_chips))


def not_that_verb(do: str, fits: str) -> str:
    """Return why one of bet, raise and complete is not legal where another of them `fits`, a row of `WHYS`.

    "" when it is that one, or when he who said raise ought to have said complete, which comes after whether he may at all.
    """
    if do == fits or (do, fits) == ("raise", "complete"):
        return ""
    return "nothing_to_complete" if do == "complete" else "no_bet_yet" if fits == "bet" else "bet_stands"


def complete_first(hand: Hand) -> str:
    """Return why a raise is not legal where a completion is, a row of `WHYS`. Source: cooke.5.07.c, cooke.9.09.01.a."""
    return "complete_first.bring_in" if brought_in(hand) else "complete_first"


def why_not_that_much(hand: Hand, do: str, to_chips: int) -> str:
    """Return why this total is not legal for a player who may bet or raise, a row of `WHYS`; "" when it is."""
    least, most, total = reach(hand)
    unit = hand.stakes.unit if hand.betting.in_units else 1
    if to_chips > total:
        return "above_stack"
    if not least <= to_chips <= most or (hand.round.upper and to_chips not in (least, most, total)):
        limit = hand.stakes.limit
        if limit == "fixed_limit":
            return _wrong_size(hand, do)
        if to_chips > most:
            return f"above_maximum.{limit}"
        return "below_minimum.spread_limit" if limit == "spread_limit" else f"below_minimum.{do}"
    if to_chips == total:
        return "" if hand.betting.short_all_in or to_chips >= wager_range(hand)[0] else "short_all_in"
    return "not_in_units" if unit > 1 and to_chips % unit else ""


def _only_brings_in(hand: Hand) -> bool:
    """Whether he who opens a round that somebody must open has no more than the forced bet. Source: roberts.stud.4b."""
    return brings_in(hand) and hand.stacks[hand.to_act] <= bring_in_chips(hand)


def _wrong_size(hand: Hand, do: str) -> str:
    """Return which row of `WHYS` a total that is none of the sizes there are falls under."""
    if do != "complete":
        return "wrong_size"
    return "wrong_size.bring_in" if brings_in(hand) else "wrong_size.brought_in" if brought_in(hand) else "wrong_size.complete"


def say(hand: Hand, why: str, do: str = "", to_chips: int = 0) -> str:
    """Return the sentence of a row of `WHYS`, without what would be legal instead."""
    seat = hand.seats[hand.to_act]
    return WHYS[why].sentence.format(bet=hand.current_bet, seat=seat, raises=hand.round.cap, do=do, to=to_chips, unit=hand.stakes.unit)
