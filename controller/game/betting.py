"""Betting: what the player to act may do, and what happens when he does it. No-limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from controller.game import showdown
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.street import betting_over, close, has_decision, next_to_act
from controller.game.variants import VARIANTS

Outcome: TypeAlias = Refused | tuple[Hand, list[Told]]

REOPEN_RULES = ("roberts.nl.3b", "cooke.8.01.03.b", "cooke.8.01.03.a")
MINIMUM_RULES = ("cooke.8.01.02.a", "cooke.8.01.02.b", "roberts.betting.6")


class Legal(msgspec.Struct, frozen=True, gc=False):
    """What the player to act may do besides folding. Amounts to raise to are totals for the street.

    Units: chips. `call_chips` is what he must add, 0 = he may check. Where he may not raise,
    `min_raise_to` and `max_raise_to` are None; with less than the minimum both are his all-in total.
    """

    seat: int
    call_chips: int
    can_raise: bool
    min_raise_to: int | None
    max_raise_to: int | None


def legal(hand: Hand) -> Legal | None:
    """Return what the player to act may do; None when nobody is to act.

    Source: cooke.8.01.a, cooke.8.01.02.a, cooke.8.01.02.b, cooke.8.01.02.c, roberts.betting.6.
    """
    i = hand.to_act
    if i < 0:
        return None
    stack = hand.stacks[i]
    seat = hand.seats[i]
    call = min(hand.current_bet - hand.bets[i], stack)
    if _why_no_raise(hand) is not None:
        return Legal(seat, call, False, None, None)
    most = hand.bets[i] + stack
    return Legal(seat, call, True, min(hand.current_bet + hand.full_raise, most), most)


def act(hand: Hand, seat: int, do: str, to_chips: int | None) -> Outcome:
    """Return the hand after a player's action and what is told of it, or why he may not.

    `to_chips` is his total for the street, with bet and raise only.
    """
    i = hand.to_act
    if i < 0 or hand.seats[i] != seat:
        return _not_his_turn(hand, seat)
    take = _ACTIONS.get(do)
    if take is None:
        return Refused("act.unknown", f"There is no such action. {_may(hand)}")
    if to_chips is not None and take is not _wager:
        return Refused("act.amount_not_taken", f"`{do}` takes no amount. {_may(hand)}")
    return take(hand, do, to_chips)


def _apply(hand: Hand, do: str, to_chips: int) -> tuple[Hand, list[Told]]:
    """Put a legal check, call, bet or raise into effect."""
    i = hand.to_act
    added = to_chips - hand.bets[i]
    current_bet, full_raise, aggressor = hand.current_bet, hand.full_raise, hand.aggressor
    stacks, bets, put_in = hand.stacks, hand.bets, hand.put_in
    stack = stacks[i] - added
    if added:
        work = [*stacks]
        work[i] = stack
        stacks = tuple(work)
        work = [*bets]
        work[i] = to_chips
        bets = tuple(work)
        work = [*put_in]
        work[i] += added
        put_in = tuple(work)
    if to_chips > current_bet:
        # a short all-in raises the bet but not the size of a raise (cooke.8.01.02.c)
        full_raise = max(full_raise, to_chips - current_bet)
        current_bet = to_chips
        aggressor = i
        said = f"{do} {to_chips}"
    else:
        said = f"{do} {added}" if added else do
    faced_at = [*hand.faced_at]
    faced_at[i] = current_bet
    acts = [*hand.last_acts]
    acts[i] = said
    faced = tuple(faced_at)
    told = [Told("acted", hand.seats[i], added, to_chips, do, not stack and added > 0)]
    to_act = next_to_act(i, hand.folded, stacks, faced, current_bet)
    if 0 in stacks and to_act >= 0 and not has_decision(to_act, hand.folded, stacks, bets):
        to_act = -1
    hand = replace(
        hand,
        stacks=stacks,
        bets=bets,
        put_in=put_in,
        to_act=to_act,
        current_bet=current_bet,
        full_raise=full_raise,
        faced_at=faced,
        aggressor=aggressor,
        last_acts=tuple(acts),
    )
    return (hand if to_act >= 0 else close(hand, told)), told


def _fold(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """Source: cooke.4.12.e, home.3.fold, home.3.fold_nobet."""
    i = hand.to_act
    folded = [*hand.folded]
    folded[i] = True
    acts = [*hand.last_acts]
    acts[i] = "fold"
    left = tuple(folded)
    told = [Told("acted", hand.seats[i], None, hand.bets[i], "fold")]
    if left.count(False) == 1:
        return showdown.win_uncontested(hand, left, tuple(acts), told), told
    to_act = next_to_act(i, left, hand.stacks, hand.faced_at, hand.current_bet)
    if 0 in hand.stacks and to_act >= 0 and not has_decision(to_act, left, hand.stacks, hand.bets):
        to_act = -1
    hand = replace(hand, folded=left, last_acts=tuple(acts), to_act=to_act)
    return (hand if to_act >= 0 else close(hand, told)), told


def _check(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    bet = hand.bets[hand.to_act]
    if hand.current_bet > bet:
        return Refused("act.facing_bet", f"There is a bet to call: no check. {_may(hand)}", ("home.3.check_bet",))
    return _apply(hand, "check", bet)


def _call(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """Source: home.3.call, cooke.9.09.a (with less than the bet he is all-in)."""
    bet, stack = hand.bets[hand.to_act], hand.stacks[hand.to_act]
    if hand.current_bet <= bet:
        return Refused("act.nothing_to_call", f"There is nothing to call. {_may(hand)}", ("home.3.check_bet",))
    return _apply(hand, "call", min(hand.current_bet, bet + stack))


def _wager(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """A bet or a raise to a total."""
    if to_chips is None:
        return Refused("act.amount_missing", f"Say the total to {do} to. {_may(hand)}")
    refusal = _cannot_wager(hand, do, to_chips)
    return _apply(hand, do, to_chips) if refusal is None else refusal


def _all_in(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """Everything he has: a call where it does not go beyond the bet, else a bet or raise."""
    most = hand.bets[hand.to_act] + hand.stacks[hand.to_act]
    if most <= hand.current_bet:
        return _apply(hand, "call", most)
    refusal = _why_no_raise(hand)
    return _apply(hand, "raise" if hand.current_bet else "bet", most) if refusal is None else refusal


_ACTIONS: Final[dict[str, Callable[[Hand, str, int | None], Outcome]]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _wager,
    "raise": _wager,
    "all_in": _all_in,
}


def _why_no_raise(hand: Hand) -> Refused | None:
    """Return why the player to act may not put in more than a call; None when he may.

    He may not when his stack does not go beyond a call, when he has acted and the bet has not
    risen by a full raise since, or when nobody is left who could answer.
    Source: roberts.nl.3b, cooke.8.01.03.a, cooke.8.01.03.b, cooke.8.01.03.c, home.4.short_call, home.4.yet, roberts.blinds.3b.
    """
    i = hand.to_act
    current_bet, stacks, bets, folded = hand.current_bet, hand.stacks, hand.bets, hand.folded
    if stacks[i] + bets[i] <= current_bet:
        return Refused("act.only_call", f"Seat {hand.seats[i]} has no more than the call. {_may_call(hand)}", ("cooke.9.09.a",))
    faced_at = hand.faced_at[i]
    if faced_at >= 0 and current_bet - faced_at < hand.full_raise:
        return Refused(
            "act.not_reopened",
            f"Seat {hand.seats[i]} has acted and faces less than a full raise since: he may not raise. {_may_call(hand)}",
            REOPEN_RULES,
        )
    for j, out in enumerate(folded):
        if not out and j != i and stacks[j] and stacks[j] + bets[j] > current_bet:
            return None
    return Refused("act.nobody_to_answer", f"Nobody left could call or answer a raise. {_may_call(hand)}", ("home.4.faceup",))


def _cannot_wager(hand: Hand, do: str, to_chips: int) -> Refused | None:
    """Return why a bet or raise to this total is not legal, None when it is."""
    if (do == "bet") != (hand.current_bet == 0):
        if do == "bet":
            return Refused("act.bet_stands", f"There is a bet of {hand.current_bet}: raise it instead. {_may(hand)}", ("home.3.check_bet",))
        return Refused("act.no_bet_yet", f"There is no bet to raise: bet instead. {_may(hand)}", ("home.3.check_bet",))
    why = _why_no_raise(hand)
    if why is not None:
        return why
    most = hand.bets[hand.to_act] + hand.stacks[hand.to_act]
    if to_chips > most:
        return Refused("act.above_stack", f"A {do} to {to_chips} is more than the stack allows. {_may(hand)}", ("cooke.9.05.a",))
    if to_chips < min(hand.current_bet + hand.full_raise, most):
        return Refused("act.below_minimum", f"A {do} to {to_chips} is too small. {_may(hand)}", MINIMUM_RULES)
    return None


def _not_his_turn(hand: Hand, seat: int) -> Refused:
    """Return why this seat cannot act now."""
    if hand.over:
        return Refused("act.no_hand", "No hand is running: begin one with new_hand.")
    if seat not in hand.seats:
        return Refused("act.not_in_hand", f"Seat {seat} is not in this hand.")
    if hand.stage == "posting":
        owing = ", ".join(sorted({str(hand.seats[one.index]) for one in hand.owing}))
        return Refused("act.blinds_owed", f"Antes and blinds come first: post for seats {owing}.")
    if hand.stage == "betting":
        return Refused("act.out_of_turn", f"It is not seat {seat}'s turn. {_may(hand)}", ("cooke.4.06.a",))
    if hand.stage == "dealing" and not betting_over(hand):
        variant = VARIANTS[hand.variant]
        missing = variant.board_by_street[hand.street + 1] - len(hand.board)
        street = variant.street_names[hand.street + 1]
        return Refused("act.board_incomplete", f"The {street} comes first: {missing} board card(s) not seen yet.", ("cooke.6.02.a",))
    remedy = "show or muck the hands" if hand.stage == "showdown" else "deal the rest of the board"
    return Refused("act.betting_over", f"Betting is over: {remedy}.", ("home.4.faceup",))


def _may_call(hand: Hand) -> str:
    i = hand.to_act
    call = min(hand.current_bet - hand.bets[i], hand.stacks[i])
    return f"Seat {hand.seats[i]} may fold or {f'call {call}' if call else 'check'}."


def _may(hand: Hand) -> str:
    """Say in words what the player to act may do."""
    now = legal(hand)
    if now is None:
        return "Nobody is to act."
    if not now.can_raise:
        return _may_call(hand)
    first = f"call {now.call_chips}" if now.call_chips else "check"
    verb = "raise" if hand.current_bet else "bet"
    reach = f"{now.min_raise_to} (all-in)" if now.min_raise_to == now.max_raise_to else f"{now.min_raise_to} … {now.max_raise_to}"
    to = " to" if hand.current_bet else ""
    return f"Seat {now.seat} may fold, {first}, or {verb}{to} {reach}."
