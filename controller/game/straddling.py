"""Straddles: a blind raise before the cards, live like a blind."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from controller.game.hand import Hand
from controller.game.limits import BIG_BET, Round, cap_after, capped
from controller.game.outcome import Refused, Told
from controller.game.posting import big_blind_index
from controller.game.street import close, has_decision, next_to_act
from controller.game.variants import VARIANTS

PLACE_RULES: Final = ("roberts.nl.12a", "cooke.12.18.a")
AMOUNT_RULES: Final = ("roberts.nl.12b", "cooke.12.18.a")
AGAIN_RULES: Final = ("roberts.nl.12a", "cooke.12.18.c")
NOT_PLAYED_RULES: Final = ("roberts.nl.12a", "cooke.12.18.a")
NOT_IN_LIMIT_RULES: Final = ("roberts.blinds.16", "cooke.12.18.a")
CAPPED_RULES: Final = ("cooke.12.18.c", "cooke.12.18.d")
POSTED_RULES: Final = ("roberts.nl.12a", "roberts.nl.12b", "cooke.12.18.a")
OVER_RULES: Final = ("cooke.12.18.c",)


class StraddleRules(msgspec.Struct, frozen=True):
    """What a house lets players straddle. Units: chips.

    `big_bet` and `limit` say in which games; `amount_chips` is the first straddle, `again` whether the next player may straddle it.
    `counts_as_raise`: it is a raise by what it goes beyond the bet; else it is the new bring-in, and no raise.
    The others are rules of every book, and False only where one is switched off to see whether anything proves it.
    """

    big_bet: bool
    limit: bool
    amount_chips: int
    again: bool
    counts_as_raise: bool
    left_of_blind: bool = True
    exact: bool = True
    before_cards: bool = True
    has_option: bool = True
    sets_bring_in: bool = True
    last_is_dead: bool = True
    turn_after: bool = True


def is_straddled(hand: Hand) -> bool:
    """Whether somebody has straddled and nobody has raised since."""
    return not hand.street and hand.aggressor < 0 and hand.current_bet > hand.stakes.big_blind


def straddle(hand: Hand, seat: int, amount_chips: int | None, rules: StraddleRules) -> Refused | tuple[Hand, list[Told]]:
    """Return the hand with a straddle of this seat in it, or why there can be none; without an amount it is what a straddle is.

    The straddler acts last before the flop, and may raise; not when straddles have made all the raises of the round.
    Source: roberts.nl.2b, roberts.nl.12a, roberts.nl.12b, roberts.blinds.16, cooke.12.18.a, cooke.12.18.c, cooke.12.18.d,
    cooke.12.18.e.
    """
    big_bet = hand.stakes.limit in BIG_BET
    if not (rules.big_bet if big_bet else rules.limit) or VARIANTS[hand.variant].forced != "blinds":
        return Refused("straddle.not_played", "Nobody straddles here.", NOT_PLAYED_RULES if big_bet else NOT_IN_LIMIT_RULES)
    last = _last(hand)
    to_chips = _due(hand, rules)
    wrong = (
        _wrong_time(hand, last, rules) or _wrong_seat(hand, seat, last, rules) or _wrong_amount(hand, seat, amount_chips, to_chips, rules)
    )
    if wrong is not None:
        return wrong
    return _in(hand, hand.seats.index(seat), to_chips if amount_chips is None else amount_chips, rules)


def _last(hand: Hand) -> int:
    """Whose bet the next straddle goes over: the last straddler's, else the big blind's."""
    return hand.bets.index(hand.current_bet) if is_straddled(hand) else big_blind_index(len(hand.seats), dead_small=hand.setup.dead_small)


def _due(hand: Hand, rules: StraddleRules) -> int:
    """Return the total of the next straddle: another one goes over the last as the limit has it, by a bet or by doubling."""
    if not is_straddled(hand):
        return rules.amount_chips
    return hand.current_bet * 2 if hand.stakes.limit in BIG_BET else hand.current_bet + hand.full_raise


def _wrong_time(hand: Hand, last: int, rules: StraddleRules) -> Refused | None:
    if hand.stage == "posting":
        return Refused("straddle.blinds_owed", "Antes and blinds come first: post them.")
    others = (*hand.faced_at[:last], *hand.faced_at[last + 1 :])  # the last straddle may be as good as an action
    begun = hand.stage != "betting" or hand.street > 0 or max(others) >= 0 or any(hand.folded)
    if begun or (hand.dealt and rules.before_cards):
        return Refused("straddle.too_late", "A straddle comes before the first card.", PLACE_RULES)
    return None


def _wrong_seat(hand: Hand, seat: int, last: int, rules: StraddleRules) -> Refused | None:
    n = len(hand.seats)
    if seat not in hand.seats:
        return Refused("straddle.not_in_hand", f"Seat {seat} is not in this hand.")
    if n < 3:
        return Refused("straddle.two_players", "With two players nobody is left of the big blind but the small one.", PLACE_RULES)
    again = is_straddled(hand)
    if again and (last + 1 == n or not rules.again):
        return Refused("straddle.second", f"Seat {hand.seats[last]} has straddled, and nobody may go over it.", AGAIN_RULES)
    if rules.left_of_blind and hand.seats[last + 1] != seat:
        whose = f"Only seat {hand.seats[last + 1]} may straddle, next after seat {hand.seats[last]}."
        return Refused("straddle.seat", whose, AGAIN_RULES if again else PLACE_RULES)
    if rules.counts_as_raise and capped(hand):
        return Refused("straddle.capped", f"{hand.round.raises} raises are all that this round allows.", CAPPED_RULES)
    return None


def _wrong_amount(hand: Hand, seat: int, amount_chips: int | None, to_chips: int, rules: StraddleRules) -> Refused | None:
    i = hand.seats.index(seat)
    wanted = to_chips if amount_chips is None else amount_chips
    if wanted > hand.bets[i] + hand.stacks[i]:
        return Refused("straddle.short", f"A straddle is {to_chips}: seat {seat} has no more than {hand.stacks[i]}.", AMOUNT_RULES)
    if wanted <= hand.current_bet or (rules.exact and wanted != to_chips):
        return Refused("straddle.amount", f"A straddle is {to_chips}, neither more nor less.", AMOUNT_RULES)
    return None


def _in(hand: Hand, i: int, to_chips: int, rules: StraddleRules) -> tuple[Hand, list[Told]]:
    """Put it in: it is the bet now, and the turn goes to the player after it."""
    added, rise = to_chips - hand.bets[i], to_chips - hand.current_bet
    stacks = (*hand.stacks[:i], hand.stacks[i] - added, *hand.stacks[i + 1 :])
    bets = (*hand.bets[:i], to_chips, *hand.bets[i + 1 :])
    raises, cap = hand.round.raises + rules.counts_as_raise, hand.round.cap
    is_last = 0 <= cap <= raises and rules.last_is_dead
    faced = hand.faced_at if rules.has_option and not is_last else (*hand.faced_at[:i], to_chips, *hand.faced_at[i + 1 :])
    size = hand.full_raise
    if hand.stakes.limit in BIG_BET and rules.sets_bring_in:
        size = rise if rules.counts_as_raise else to_chips
    to_act = next_to_act(i if rules.turn_after else _last(hand), hand.folded, stacks, faced, to_chips)
    if 0 in stacks and to_act >= 0 and not has_decision(to_act, hand.folded, stacks, bets):
        to_act = -1
    told = [
        Told("posted", hand.seats[i], added, to_chips, "straddle", not stacks[i], rules=OVER_RULES if is_straddled(hand) else POSTED_RULES)
    ]
    hand = replace(
        hand,
        stacks=stacks,
        bets=bets,
        put_in=(*hand.put_in[:i], hand.put_in[i] + added, *hand.put_in[i + 1 :]),
        current_bet=to_chips,
        full_raise=size,
        faced_at=faced,
        round=Round(to_chips, to_chips, raises, cap_after(hand, stacks, hand.folded, raises), hand.round.checked),
        to_act=to_act,
        last_acts=(*hand.last_acts[:i], f"straddle {to_chips}", *hand.last_acts[i + 1 :]),
    )
    return (hand if to_act >= 0 else close(hand, told)), told
