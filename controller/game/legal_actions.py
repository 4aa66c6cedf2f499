"""Legal actions: for the player to act, each action with exact amounts, or why it is not legal."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from controller.game import betting, held, legal_rules, wagers
from controller.game.hand import Hand

#: The actions, in the order in which they are listed.
ACTIONS: Final = ("fold", "check", "call", "bet", "raise", "complete", "all_in")


class LegalAction(msgspec.Struct, frozen=True, gc=False):
    """One action of the player to act.

    `min_to` and `max_to` are what he has in front of him afterwards, with bet, raise, complete and all_in, and `step_chips` the steps
    between them; an all-in may stand beside the steps. With call they are his total after the call. None with fold and check, and where
    the action is not legal: then `code` and `why` say why. `rules` name the rules, of all books, that make it legal or not.
    Units: chips.
    """

    do: str
    legal: bool
    min_to: int | None = None
    max_to: int | None = None
    step_chips: int | None = None
    code: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()


_FOLD: Final = LegalAction("fold", True, rules=legal_rules.FOLD)
_NOTHING_TO_CALL: Final = LegalAction(
    "call", False, code="act.nothing_to_call", why="There is nothing to call.", rules=wagers.UNOPENED_RULES
)
_FACING_BET: Final = LegalAction("check", False, code="act.facing_bet", why="There is a bet to call: no check.", rules=betting.CHECK_RULES)


def legal_actions(hand: Hand) -> tuple[LegalAction, ...]:
    """Return every action for the player to act, legal or not; none when nobody is to act.

    Invariants: what is legal here is taken within its amounts, everything else is refused for the reason named here. A free fold that is
    legal may be asked about first.
    """
    i = hand.to_act
    if i < 0:
        return ()
    bet, stack = hand.bets[i], hand.stacks[i]
    total = bet + stack
    owes = hand.current_bet > bet
    call = min(hand.current_bet, total)
    more = wagers.verb(hand)
    closed = wagers.why_no_raise(hand)
    unopened = wagers.no_check_unopened(hand)
    if wagers.brings_in(hand):
        return _opening(hand, closed)
    actions = (
        _FOLD if owes or hand.betting.free_fold or unopened else free_fold_forbidden(hand.seats[i]),
        _check(hand, owes=owes, unopened=unopened),
        LegalAction("call", True, call, call, 1, rules=legal_rules.call_rules(hand)) if owes else _NOTHING_TO_CALL,
        *[_wager(hand, do, more, closed) for do in ("bet", "raise", "complete")],
        _all_in(hand, more, closed, total),
    )
    only = held.bound(hand) if hand.early else None
    return actions if only is None else tuple([_left(one, only, hand) for one in actions])


def _check(hand: Hand, *, owes: bool, unopened: bool) -> LegalAction:
    if unopened:
        return _not(hand, "check", "bet_or_fold", "check")
    if owes and hand.betting.check_needs_no_bet:
        return _FACING_BET
    return LegalAction("check", True, rules=legal_rules.check_rules(hand))


def _opening(hand: Hand, closed: str) -> tuple[LegalAction, ...]:
    """What who opens a round by force may do: bring it in, or complete it to a whole bet."""
    i = hand.to_act
    chips, total = min(wagers.bring_in_chips(hand), hand.stacks[i]), hand.stacks[i]
    all_in = (
        _all_in(hand, "complete", closed, total)
        if total > chips
        else LegalAction("all_in", True, total, total, 1, rules=betting.BRING_IN_RULES)
    )
    return (
        _FOLD if wagers.may_fold(hand) else _not(hand, "fold", "must_open", "fold"),
        _not(hand, "check", "must_open", "check"),
        _NOTHING_TO_CALL,
        *[_not(hand, do, "must_open", do) for do in ("bet", "raise")],
        _wager(hand, "complete", "complete", closed),
        LegalAction("bring_in", True, chips, chips, 1, rules=betting.BRING_IN_RULES),
        all_in,
    )


def _left(one: LegalAction, only: held.Bound, hand: Hand) -> LegalAction:
    """Return an action as it is left to a player who acted out of turn."""
    if one.do == "fold" and only.may == ("fold",):
        return LegalAction("fold", True, rules=(*legal_rules.FOLD, *only.rules))
    as_all_in = one.legal and one.do == "all_in" and one.max_to is not None
    if as_all_in and (one.max_to == only.to_chips or ("call" in only.may and (one.max_to or 0) <= hand.current_bet)):
        return one
    if one.do not in only.may:
        return LegalAction(one.do, False, code=only.code, why=only.why, rules=only.rules)
    if not one.legal:
        return one
    if only.to_chips is not None:
        one = replace(one, min_to=only.to_chips, max_to=only.to_chips)
    return replace(one, rules=(*one.rules, *only.rules))


def free_fold_forbidden(seat: int) -> LegalAction:
    """Return why a seat that faces no bet may not fold, where the house forbids it."""
    why = f"Seat {seat} faces no bet and may not fold: check for him."
    return LegalAction("fold", False, code="act.fold_for_free", why=why, rules=legal_rules.NO_FREE_FOLD)


def _wager(hand: Hand, do: str, more: str, closed: str) -> LegalAction:
    why = wagers.not_that_verb(do, more) or closed or (wagers.complete_first(hand) if do != more else "")
    if why:
        return _not(hand, do, why, do)
    least, most, _ = wagers.reach(hand)
    step = most - least if hand.round.upper and most > least else hand.stakes.unit
    return LegalAction(do, True, least, most, step, rules=legal_rules.wager_rules(hand))


def _all_in(hand: Hand, more: str, closed: str, total: int) -> LegalAction:
    if total <= hand.current_bet:
        return LegalAction("all_in", True, total, total, 1, rules=legal_rules.call_rules(hand))
    why = closed or wagers.why_not_that_much(hand, more, total)
    if why:
        return _not(hand, "all_in", why, more, total)
    return LegalAction("all_in", True, total, total, 1, rules=legal_rules.wager_rules(hand))


def _not(hand: Hand, do: str, why: str, verb: str, to_chips: int = 0) -> LegalAction:
    row = wagers.WHYS[why]
    return LegalAction(do, False, code=row.code, why=wagers.say(hand, why, verb, to_chips), rules=row.rules)
