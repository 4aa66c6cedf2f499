"""Pots: main and side pots in layers, and the part of a bet that nobody called."""

from __future__ import annotations

from functools import lru_cache

from controller.game.amiss import able
from controller.game.hand import Hand
from controller.game.outcome import Told

Pot = tuple[int, tuple[int, ...]]


def pots_of(hand: Hand) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the gathered pots, main pot first, as (chips, seats that may still win it).

    Bets in front of players are not gathered yet.
    """
    folded, seats = hand.folded, hand.seats
    return tuple((chips, tuple(seats[i] for i in who if not folded[i])) for chips, who in hand.pots)


def layer(hand: Hand, put_in: tuple[int, ...]) -> tuple[Pot, ...]:
    """Return `put_in` (each player's chips of the whole hand) as pots, main first: (chips, indices that may win it).

    An all-in player contests what he matched of each other's money; what went in beyond is a side
    pot. A single payer's ante is nobody's bet: all of it lies in the main pot.
    Invariants: the pots add up to `put_in` and what earlier deals left; nobody folded is in one.
    Source: cooke.9.09.b, cooke.9.09.d, cooke.def.side_pot, cooke.4.12.e, home.4.allin.
    """
    live = _live(hand.folded)
    carried = hand.setup.carried
    if carried.deals:
        shares = "draw.carried_shares" not in hand.off
        mine = tuple([chips + shares * carried.of(seat) for chips, seat in zip(put_in, hand.seats, strict=True)])
        return _layers(mine, live, sorted({mine[i] for i in live}), carried.chips - sum(mine) + sum(put_in))
    stacks = able(hand.amiss, hand.stacks) if hand.amiss.all_in else hand.stacks
    if 0 not in stacks or not hand.setup.betting.side_pots:
        return ((sum(put_in), live),)  # nobody is all-in: all who are left have put in the same
    dead_chips = 0
    if hand.stakes.ante and hand.stakes.ante_from != "all":
        dead_chips = sum(hand.dead_put_in)
        put_in = tuple([a - b for a, b in zip(put_in, hand.dead_put_in, strict=True)])
    levels = {put_in[i] for i in live}
    if len(levels) == 1:
        return ((sum(put_in) + dead_chips, live),)
    return _layers(put_in, live, sorted(levels), dead_chips)


@lru_cache(maxsize=1024)  # one a pattern of folds, the same in hand after hand
def _live(folded: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple([i for i, out in enumerate(folded) if not out])


def _layers(put_in: tuple[int, ...], live: tuple[int, ...], levels: list[int], dead_chips: int) -> tuple[Pot, ...]:
    """Return the pots of live players who put in different amounts, `levels` ascending."""
    pots: list[Pot] = []
    below = 0
    for level in levels:
        # chips of folded players beyond the last live level belong to the last pot
        reach = level if level != levels[-1] else max(put_in)
        chips = sum([min(paid, reach) - below for paid in put_in if paid > below])
        if not pots:
            chips += dead_chips
        if chips:
            pots.append((chips, tuple([i for i in live if put_in[i] >= level])))
        below = level
    return tuple(pots)


def take_back_uncalled(hand: Hand, told: list[Told]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return stacks and put_in after the part of this street's highest bet that nobody matched went back.

    Source: cooke.4.12.a.
    """
    bets, stacks, put_in = hand.bets, hand.stacks, hand.put_in
    top = max(bets)
    if not top or "pots.uncalled" in hand.setup.off:
        return stacks, put_in
    who = bets.index(top)
    if bets.count(top) > 1 or hand.folded[who]:
        return stacks, put_in
    second = sorted(bets)[-2]
    chips = top - second
    more, less = list(stacks), list(put_in)
    more[who] += chips
    less[who] -= chips
    told.append(Told("uncalled_returned", seat=hand.setup.seats[who], amount_chips=chips, rules=("cooke.4.12.a",)))
    return tuple(more), tuple(less)


def without(pots: tuple[tuple[int, tuple[int, ...]], ...], i: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return gathered pots that a player can no longer win. One that nobody else could win goes with the pot before it.

    Invariants: chips are conserved; a pot that he alone could win and that no other pot comes before stays his.
    """
    left: list[tuple[int, tuple[int, ...]]] = []
    for chips, who in pots:
        others = tuple([j for j in who if j != i])
        if others or not left:
            left.append((chips, others or who))
        else:
            left[-1] = (left[-1][0] + chips, left[-1][1])
    return tuple(left)
