"""Antes and blinds going in, short ones too."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

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


def owes(hand: Hand, i: int) -> tuple[int, int, str]:
    """Return (ante, blind, name of the blind) that player i is due, whatever his stack; name "" for no blind."""
    stakes, n = hand.stakes, len(hand.seats)
    big = big_blind_index(n)
    small = 0 if n > 2 else 1
    payer = {"big_blind": big, "button": n - 1}.get(stakes.ante_from)
    ante = stakes.ante if payer is None or payer == i else 0
    if i == big:
        return ante, stakes.big_blind, "big_blind"
    return (ante, stakes.small_blind, "small_blind") if i == small else (ante, 0, "")


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
    elif seat not in hand.seats:
        return Refused("post.not_in_hand", f"Seat {seat} is not in this hand.")
    else:
        i = hand.seats.index(seat)
        if i not in hand.owing or not any(owes(hand, i)[:2]):
            return Refused("post.nothing_owed", f"Seat {seat} owes nothing.")
        who = (i,)
    told: list[Told] = []
    stacks, bets, put_in, dead = list(hand.stacks), list(hand.bets), list(hand.put_in), list(hand.dead_put_in)
    single = hand.stakes.ante_from != "all"
    for ante_turn in (True, False) if not single or rules.single_ante_order == "ante_first" else (False, True):
        for i in who:
            ante, blind, name = owes(hand, i)
            chips = min(ante if ante_turn else blind, stacks[i])
            if not chips:
                continue
            stacks[i] -= chips
            put_in[i] += chips
            if ante_turn:
                dead[i] += chips
            else:
                bets[i] += chips
            told.append(
                Told(
                    "posted",
                    seat=hand.seats[i],
                    amount_chips=chips,
                    to_chips=bets[i],
                    do="ante" if ante_turn else name,
                    all_in=not stacks[i],
                )
            )
    owing = tuple([i for i in hand.owing if i not in who and any(owes(hand, i)[:2])])
    hand = replace(hand, stacks=tuple(stacks), bets=tuple(bets), put_in=tuple(put_in), dead_put_in=tuple(dead), owing=owing)
    if owing:
        return hand, told
    hand = replace(hand, current_bet=hand.stakes.big_blind)
    first = next_to_act(hand, big_blind_index(len(hand.seats)))
    if first < 0:
        return close(hand, told), told
    return replace(hand, stage="betting", to_act=first), told
