"""Whoever acted out of turn, or called without noticing a raise, when he is to act: what he is held to, or what he may no longer do."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game import wagers
from controller.game.early import Early
from controller.game.hand import Hand
from controller.game.outcome import Refused

HELD: Final = "act.held"
NO_RAISE: Final = "act.early_no_raise"
UNAWARE: Final = "act.unaware_of_raise"
WAGERS: Final = ("bet", "raise", "complete")

#: Who checked or called early and may not raise.
PENALTY_RULES: Final = ("roberts.betting.10a", "home.5.oot_raise", "cooke.10.08")


class Bound(NamedTuple):
    """The only actions that are open to the player to act, the one amount of a bet or raise among them, and why.

    Units: chips; `to_chips` is a total for the street.
    """

    may: tuple[str, ...]
    to_chips: int | None
    code: str
    why: str
    rules: tuple[str, ...]


def of_player(hand: Hand, index: int) -> Early | None:
    """Return what a player has done out of turn in place of his next turn of this round."""
    return next(
        (one for one in hand.early if (one.index, one.street, one.faced_at) == (index, hand.street, hand.faced_at[index])), None
    )  # fmt: skip


def released(hand: Hand, early: Early) -> bool:
    """Whether what others did since has freed him.

    Source: cooke.10.08, cooke.10.09.b, roberts.betting.10b, home.5.oot_bind.
    """
    if early.release == "nothing":
        return False
    if hand.current_bet > early.current_bet or early.release == "never_held":
        return True
    return early.release == "bet_call_or_raise" and any(
        now > then for i, (now, then) in enumerate(zip(hand.bets, early.bets, strict=True)) if i != early.index
    )


def bound(hand: Hand) -> Bound | None:
    """Return what the player to act is left with after what he did out of turn; None = he is free.

    A fold that stands is never released. `no_raise` is for who checked (a call that is released may be raised), `no_raise_if_released` for
    who called as well, but for a bet or raise in between only. A wager is what it can be now; where none is open any more it is a call.
    Who did not notice a raise has the actions that the house leaves him.
    Source: cooke.10.06.e, cooke.10.08, home.5.oot_bind, home.5.oot_raise, home.5.unaware, roberts.betting.10a, roberts.betting.10b,
    roberts.betting.13b.
    """
    i = hand.to_act
    early = of_player(hand, i) if hand.early and i >= 0 else None
    if early is None:
        return None
    if early.only:
        why = f"Seat {hand.seats[i]} put chips in without noticing a raise: left to him is {' or '.join(early.only)}."
        return Bound(early.only, None, UNAWARE, why, early.rules)
    free = released(hand, early)
    if early.binding and (not free or (early.do == "fold" and early.fold_stands)):
        return _held(hand, early)
    raised = hand.current_bet > early.current_bet
    barred = early.do == "check" if early.penalty == "no_raise" else early.penalty == "no_raise_if_released" and raised
    if early.do not in ("check", "call") or not barred:
        return None
    why = f"Seat {hand.seats[i]} did {early.do} out of turn: he may not bet or raise."
    return Bound(("fold", "check", "call"), None, NO_RAISE, why, PENALTY_RULES)


def _held(hand: Hand, early: Early) -> Bound:
    i = hand.to_act
    owes = hand.current_bet > hand.bets[i]
    passes = ("call",) if owes else ("check",)
    to_chips: int | None = None
    if early.do == "fold":
        may: tuple[str, ...] = ("fold",)
    elif early.do not in WAGERS or wagers.why_no_raise(hand):
        may = ("fold", "call") if early.do == "check" and owes else passes
    else:
        least, most, _ = wagers.reach(hand)
        may, to_chips = (wagers.verb(hand),), min(max(early.to_chips, least), most)
    what = " or ".join(may) + (f" {to_chips}" if to_chips is not None else "")
    return Bound(may, to_chips, HELD, f"Seat {hand.seats[i]} acted out of turn and is held to it: {what}.", early.rules)


def taken(hand: Hand, do: str, to_chips: int | None) -> Refused | tuple[str, int | None]:
    """Return the action that the player to act may still take, with the amount he is held to, or why he may not."""
    only = bound(hand)
    if only is None:
        return do, to_chips
    i = hand.to_act
    if do == "all_in":
        total = hand.bets[i] + hand.stacks[i]
        do, to_chips = ("call", None) if total <= hand.current_bet else (wagers.verb(hand), total)
    if do not in only.may or (only.to_chips is not None and to_chips not in (None, only.to_chips)):
        return Refused(only.code, only.why, only.rules)
    return (do, only.to_chips) if only.to_chips is not None else (do, to_chips)
