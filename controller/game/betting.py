"""Betting: what the player to act may do, and what happens when he does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from controller.game import deal, draw_citing, drawing, held, limits, sight, uncontested, wagers
from controller.game.amiss import able
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.street import betting_over, close, has_decision, missing_cards, next_to_act
from controller.game.variants import VARIANTS

Outcome: TypeAlias = Refused | tuple[Hand, list[Told]]

CHECK_RULES: Final = ("home.3.check_bet", "cooke.4.04.a", "cooke.4.07.g")

#: Who has folded acts no more.
FOLDED_RULES: Final = ("roberts.dead_hands.1.1", "cooke.4.06.a")

BRING_IN_RULES: Final = ("roberts.stud.2a", "roberts.stud.3", "cooke.5.06.b", "cooke.5.06.c")

#: Reason codes of wagers that are refused for their size alone.
SIZES: Final = frozenset({"act.below_minimum", "act.above_maximum", "act.wrong_size", "act.not_in_units"})


class Legal(msgspec.Struct, frozen=True, gc=False):
    """What the player to act may do besides folding. Amounts to raise to are totals for the street.

    Units: chips. `call_chips` is what he must add, 0 = he may check. Where he may not raise,
    `min_raise_to` and `max_raise_to` are None; with less than the minimum both are his all-in total. In fixed limit they are the same.
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
    only = held.bound(hand) if hand.early else None
    if wagers.why_no_raise(hand) or (only is not None and only.to_chips is None):
        return Legal(seat, call, False, None, None)
    if only is not None:
        return Legal(seat, call, True, only.to_chips, only.to_chips)
    if hand.plain:
        most = hand.bets[i] + stack
        return Legal(seat, call, True, min(hand.current_bet + hand.full_raise, most), most)
    least, most, _ = wagers.reach(hand)
    return Legal(seat, call, True, least, most)


def act(hand: Hand, seat: int, do: str, to_chips: int | None) -> Outcome:
    """Return the hand after a player's action and what is told of it, or why he may not.

    `to_chips` is his total for the street, with bet, raise and complete only; it may be left out where there is one size only.
    """
    i = hand.to_act
    if i < 0 or hand.setup.seats[i] != seat:
        if hand.stage == "drawing":
            return _while_drawing(hand, seat, do, to_chips)
        if "turn.in_order" not in hand.off or i < 0 or seat not in hand.seats:
            return _not_his_turn(hand, seat)
        hand = replace(hand, to_act=hand.seats.index(seat))
    take = _ACTIONS.get(do)
    if take is None:
        return Refused("act.unknown", f"There is no such action. {_may(hand)}")
    if to_chips is not None and take is not _wager:
        return Refused("act.amount_not_taken", f"`{do}` takes no amount. {_may(hand)}")
    return take(hand, do, to_chips)


def let_stand(hand: Hand, do: str, to_chips: int | None, why: Refused) -> Outcome:
    """Return the hand after a wager that is refused for its size alone, as if no rule bounded it: the floor lets it stand.

    Invariants: it is more than the bet and no more than the stack; whatever is refused for another reason stays refused for it (`why`).
    """
    i = hand.to_act
    if do == "all_in":
        do, to_chips = wagers.verb(hand), hand.bets[i] + hand.stacks[i]
    if why.code not in SIZES or to_chips is None or not hand.current_bet < to_chips <= hand.bets[i] + hand.stacks[i]:
        return why
    return _apply(hand, do, to_chips)


def _apply(hand: Hand, do: str, to_chips: int) -> tuple[Hand, list[Told]]:
    """Put a legal check, call, bet or raise into effect."""
    i = hand.to_act
    added = to_chips - hand.bets[i]
    current_bet, full_raise, aggressor = hand.current_bet, hand.full_raise, hand.aggressor
    setup, folded, made = hand.setup, hand.folded, None
    plain = setup.plain
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
        if not plain:
            made = limits.after_wager(hand, to_chips)
        # a short all-in raises the bet but not the size of a raise (cooke.8.01.02.c)
        rise = to_chips - current_bet
        full_raise = rise if rise > full_raise else full_raise
        if plain or setup.betting.raise_binds:
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
    told = [Told("acted", setup.seats[i], added, to_chips, do, not stack and added > 0)]
    betting = stacks if plain else able(hand.amiss, stacks)
    to_act = next_to_act(i, folded, betting, faced, current_bet)
    if 0 in betting and to_act >= 0 and not has_decision(to_act, folded, betting, bets):
        to_act = -1
    after = replace(
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
    if not plain:
        after = limits.settled(hand, after, made)
    return (after if to_act >= 0 else close(after, told)), told


def _bring_in(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """The forced bet, or all he has when he has less: the others owe it whole all the same.

    Source: cooke.5.06.b, cooke.5.06.c, cooke.5.07.a, cooke.5.07.b, roberts.stud.2a, roberts.stud.3, roberts.stud.4b.
    """
    if not wagers.brings_in(hand):
        return Refused("act.no_bring_in", f"There is no forced bet to make. {_may(hand)}")
    i, whole = hand.to_act, wagers.bring_in_chips(hand)
    chips = min(whole, hand.stacks[i])
    stacks, bets, put_in, acts, faced_at = [*hand.stacks], [*hand.bets], [*hand.put_in], [*hand.last_acts], [*hand.faced_at]
    stacks[i] -= chips
    rules = hand.setup.sight
    bets[i] += chips if rules.bring_in_counts else 0
    put_in[i] += chips
    acts[i] = f"bring_in {chips}"
    faced_at[i] = -1 if rules.may_complete and stacks[i] else whole
    told = [Told("acted", hand.seats[i], chips, chips, "bring_in", not stacks[i], rules=BRING_IN_RULES)]
    to_act = next_to_act(i if rules.clockwise else -1, hand.folded, tuple(stacks), tuple(faced_at), whole)
    after = replace(
        hand,
        stacks=tuple(stacks),
        bets=tuple(bets),
        put_in=tuple(put_in),
        last_acts=tuple(acts),
        faced_at=tuple(faced_at),
        current_bet=whole if rules.bring_in_owed_whole else chips,
        aggressor=-1,
        to_act=to_act,
    )
    if to_act >= 0 and 0 in stacks and not has_decision(to_act, hand.folded, after.stacks, after.bets) and bets[to_act] >= max(bets):
        after = replace(after, to_act=-1)
    return (after if after.to_act >= 0 else close(after, told)), told


def _fold(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """Source: cooke.4.12.e, home.3.fold, home.3.fold_nobet."""
    i, setup = hand.to_act, hand.setup
    usual, plain = setup.usual, setup.plain
    if not usual and not hand.street and not hand.current_bet and not wagers.may_fold(hand):
        return _refused(hand, "must_open", do, 0)
    folded = [*hand.folded]
    folded[i] = plain or setup.betting.fold_is_final
    acts = [*hand.last_acts]
    acts[i] = "fold"
    left = tuple(folded)
    told = [Told("acted", setup.seats[i], None, hand.bets[i], "fold")]
    if left.count(False) == 1 and "award.last_left" not in setup.off:
        return uncontested.win_uncontested(hand, left, tuple(acts), told), told
    stacks = hand.stacks if plain else able(hand.amiss, hand.stacks)
    to_act = next_to_act(i, left, stacks, hand.faced_at, hand.current_bet)
    if 0 in stacks and to_act >= 0 and not has_decision(to_act, left, stacks, hand.bets):
        to_act = -1
    after = replace(hand, folded=left, last_acts=tuple(acts), to_act=to_act)
    if not usual and hand.current_bet == hand.bets[i] and VARIANTS[setup.variant].up_cards and not wagers.brings_in(hand):
        after = sight.folded_for_free(after, i)
    if not plain:
        after = limits.settled(hand, after, None)
    return (after if to_act >= 0 else close(after, told)), told


def _check(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    bet = hand.bets[hand.to_act]
    if not hand.setup.usual:
        if not hand.street and wagers.brings_in(hand):
            return _refused(hand, "must_open", do, 0)
        if not hand.setup.plain and wagers.no_check_unopened(hand):
            return _refused(hand, "bet_or_fold", do, 0)
    if hand.current_bet > bet and hand.setup.betting.check_needs_no_bet:
        return Refused("act.facing_bet", f"There is a bet to call: no check. {_may(hand)}", CHECK_RULES + draw_citing.facing_rules(hand))
    return _apply(hand, "check", bet)


def _call(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """Source: home.3.call, cooke.9.09.a (with less than the bet he is all-in)."""
    i = hand.to_act
    bet, current_bet = hand.bets[i], hand.current_bet
    if current_bet <= bet:
        return Refused("act.nothing_to_call", f"There is nothing to call. {_may(hand)}", wagers.UNOPENED_RULES)
    total = bet + hand.stacks[i]
    if hand.setup.plain:
        return _apply(hand, "call", current_bet if current_bet < total else total)
    if total < current_bet and not hand.betting.short_call:
        return Refused("act.above_stack", f"A call of {current_bet - bet} is more than the stack. {_may(hand)}")
    owed = current_bet if hand.betting.call_difference else bet + current_bet
    return _apply(hand, "call", min(owed, total))


def _wager(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """A bet, a raise or the completion of a short all-in, to a total or to the only one there is."""
    if to_chips is None:
        if do != wagers.verb(hand) or wagers.why_no_raise(hand):
            return _refused(hand, wagers.why_not(hand, do, 0), do, 0)
        least, most, _ = wagers.reach(hand)
        if least != most:
            return Refused("act.amount_missing", f"Say the total to {do} to. {_may(hand)}")
        to_chips = least
    why = wagers.why_not(hand, do, to_chips)
    return _refused(hand, why, do, to_chips) if why else _apply(hand, do, to_chips)


def _all_in(hand: Hand, do: str, to_chips: int | None) -> Outcome:
    """Everything he has: a call where it does not go beyond the bet, the forced bet where he opens with no more than that, else a bet,
    raise or completion.
    """
    most = hand.bets[hand.to_act] + hand.stacks[hand.to_act]
    if most <= hand.current_bet:
        return _call(hand, "call", None)
    if wagers.brings_in(hand) and most <= wagers.bring_in_chips(hand):
        return _bring_in(hand, "bring_in", None)
    return _wager(hand, wagers.verb(hand), most)


def _refused(hand: Hand, why: str, do: str, to_chips: int) -> Refused:
    row = wagers.WHYS[why]
    return Refused(row.code, f"{wagers.say(hand, why, do, to_chips)} {_may(hand)}", row.rules)


_ACTIONS: Final[dict[str, Callable[[Hand, str, int | None], Outcome]]] = {
    "bring_in": _bring_in,
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _wager,
    "raise": _wager,
    "complete": _wager,
    "all_in": _all_in,
}


def _while_drawing(hand: Hand, seat: int, do: str, to_chips: int | None) -> Outcome:
    """Bet when all have drawn, for a new card that no reader saw does not hold the game up; before that it is refused."""
    if drawing.all_said(hand) or "discard.first" in hand.off:
        on = drawing.go_on(hand, [])
        if on.to_act >= 0 and on.seats[on.to_act] == seat:
            return act(on, seat, do, to_chips)
    turn = drawing.to_draw(hand)
    if drawing.coming(hand).discard:
        return Refused("act.discards_owed", "Everyone gives up his cards first: discard.", drawing.DISCARD_RULES)
    if turn < 0:
        return Refused("act.out_of_turn", f"It is not seat {seat}'s turn.", ("cooke.4.06.a",))
    return Refused("act.draw_first", f"The draw comes first: seat {hand.seats[turn]} may draw cards or stand pat.")


def _out_of_turn(hand: Hand, seat: int) -> Refused:
    if not hand.street and not hand.current_bet and hand.drawing.false_opener >= 0:
        passed = f"Seat {seat} has passed, and cannot open behind a false opening. {_may(hand)}"
        return Refused("act.passed_openers", passed, ("cooke.7.17.02.b",))
    if hand.folded[hand.index_of[seat]]:
        return Refused("act.out_of_turn", f"Seat {seat} has folded: his hand is dead. {_may(hand)}", FOLDED_RULES)
    return Refused("act.out_of_turn", f"It is not seat {seat}'s turn. {_may(hand)}", ("cooke.4.06.a",))


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
        return _out_of_turn(hand, seat)
    if hand.stage == "dealing" and not betting_over(hand):
        variant = VARIANTS[hand.variant]
        street, rules = variant.street_names[hand.street + 1], deal.up_card_rules(hand) if variant.up_cards else ("cooke.6.02.a",)
        return Refused("act.board_incomplete", f"The {street} comes first: {missing_cards(hand)}.", rules)
    rest = "cards" if VARIANTS[hand.variant].up_cards else "board"
    remedy = "show or muck the hands" if hand.stage == "showdown" else f"deal the rest of the {rest}"
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
    if wagers.brings_in(hand):
        fold = "" if wagers.may_fold(hand) is False else "fold, "
        return f"Seat {now.seat} may {fold}bring in {wagers.bring_in_chips(hand)} or complete to {hand.full_raise}."
    if not now.can_raise:
        return _may_call(hand)
    first = f"call {now.call_chips}, " if now.call_chips else "" if wagers.no_check_unopened(hand) else "check, "
    verb = wagers.verb(hand)
    least, most, total = wagers.reach(hand)
    span = f"{least} … {most}" if least != most else f"{least} (all-in)" if least == total else f"{least}"
    return f"Seat {now.seat} may fold, {first}or {verb}{'' if verb == 'bet' else ' to'} {span}."
