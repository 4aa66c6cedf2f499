"""Antes and blinds going in, short ones too."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.street import close, next_to_act


class PostingRules(msgspec.Struct, frozen=True):
    """How forced bets go in.

    `single_ante_order`: what a player who pays the ante for all covers first with a short stack,
    his blind or that ante.
    """

    single_ante_order: Literal["blind_first", "ante_first"] = "blind_first"


def big_blind_index(n: int) -> int:
    """Return the big blind's index: left of the small blind; heads-up the button has the small blind.

    Source: home.3.sb, home.3.bb, roberts.blinds.4, home.4.hu_blinds.
    """
    return 1 if n > 2 else 0


@lru_cache(maxsize=64)
def due(stakes: Stakes, n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return (antes, blinds) that each of n players is due at the start of the hand, whatever his stack."""
    big = big_blind_index(n)
    blinds = [0] * n
    blinds[big] = stakes.big_blind
    blinds[0 if n > 2 else 1] = stakes.small_blind
    if stakes.ante_from == "all":
        return (stakes.ante,) * n, tuple(blinds)
    antes = [0] * n
    antes[big if stakes.ante_from == "big_blind" else n - 1] = stakes.ante
    return tuple(antes), tuple(blinds)


@lru_cache(maxsize=64)  # the same stakes hand after hand
def owing(stakes: Stakes, n: int) -> tuple[int, ...]:
    """Return the indices of those of n players who must post something."""
    antes, blinds = due(stakes, n)
    return tuple([i for i in range(n) if antes[i] or blinds[i]])


def post(hand: Hand, seat: int | None, rules: PostingRules) -> Refused | tuple[Hand, list[Told]]:
    """Put in what a seat owes, or everybody when `seat` is None; betting begins once nobody owes.

    Antes are dead, blinds are part of the bet. Who has less posts what he has and is all-in; the
    others still owe the full blind.
    Source: cooke.4.09.b, cooke.4.17.d, roberts.blinds.1, roberts.blinds.9.
    """
    if hand.stage != "posting":
        return Refused("post.nothing_owed", "All antes and blinds of this hand are in.")
    if seat is None:
        who = hand.owing
    elif seat in hand.seats and hand.seats.index(seat) in hand.owing:
        who = (hand.seats.index(seat),)
    else:
        owing = ", ".join(str(hand.seats[i]) for i in hand.owing)
        return Refused("post.nothing_owed", f"Seat {seat} owes nothing; seats that do: {owing}.")
    told: list[Told] = []
    hand = _put_in(hand, who, rules, told)
    owing_still = tuple([i for i in hand.owing if i not in who])
    if owing_still:
        return replace(hand, owing=owing_still), told
    current_bet = hand.stakes.big_blind
    first = next_to_act(
        big_blind_index(len(hand.seats)),
        folded=hand.folded,
        stacks=hand.stacks,
        bets=hand.bets,
        faced_at=hand.faced_at,
        current_bet=current_bet,
    )
    hand = replace(hand, owing=(), current_bet=current_bet, stage="betting", to_act=first)
    return (hand if first >= 0 else close(hand, told)), told


def _put_in(hand: Hand, who: tuple[int, ...], rules: PostingRules, told: list[Told]) -> Hand:
    """Move what these players are due, as far as their stacks reach, in front of them and into the pot."""
    antes, blinds = due(hand.stakes, len(hand.seats))
    stacks, bets, put_in, dead = list(hand.stacks), list(hand.bets), list(hand.put_in), list(hand.dead_put_in)
    big = big_blind_index(len(stacks))

    def pay(i: int, amount: int, do: str) -> None:
        chips = min(amount, stacks[i])
        if not chips:
            return
        stacks[i] -= chips
        put_in[i] += chips
        if do == "ante":
            dead[i] += chips
        else:
            bets[i] += chips
        told.append(Told("posted", hand.seats[i], chips, bets[i], do, not stacks[i]))

    ante_first = hand.stakes.ante_from == "all" or rules.single_ante_order == "ante_first"
    turns = ("ante", "blind") if ante_first else ("blind", "ante")
    for turn in turns:
        for i in who:
            if turn == "ante":
                pay(i, antes[i], "ante")
            else:
                pay(i, blinds[i], "big_blind" if i == big else "small_blind")
    return replace(hand, stacks=tuple(stacks), bets=tuple(bets), put_in=tuple(put_in), dead_put_in=tuple(dead))
