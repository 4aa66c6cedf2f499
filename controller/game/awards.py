"""Who wins which pot, and which half of it: shares and odd chips."""

from __future__ import annotations

from typing import NamedTuple

from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.rank import rank_high, ranking_without
from controller.game.variants import HIGH, VARIANTS, Evaluate, Half

#: Of a half, by player: how strong his hand is, -1 where it does not qualify.
Strengths = dict[int, int]


class Award(NamedTuple):
    """What one player gets of a pot: all of it or a share, of the half it was played for where the pot is split in halves."""

    player: int
    chips: int
    half: Half
    split: bool  # the pot went to more than one half


def share_out(chips: int, winners: tuple[int, ...]) -> tuple[int, ...]:
    """Return each winner's share of one pot, winners in deal order.

    An odd chip goes to the first winner left of the button, a second one to the next.
    Source: roberts.ties.4, roberts.ties.5.1, roberts.ties.5.4, cooke.9.18.a, cooke.11.06.
    """
    share, odd = divmod(chips, len(winners))
    return tuple([share + (k < odd) for k in range(len(winners))])


def strengths(hand: Hand) -> tuple[Strengths, ...]:
    """Return how strong the tabled hands are, half by half."""
    board, found = hand.board, []
    for half in VARIANTS[hand.variant].halves:
        rank = evaluate_without(half.rank, hand.off) if hand.off else half.rank
        found.append({i: rank(cards, board) for i, cards in enumerate(hand.shown) if cards is not None})
    return tuple(found)


def awards(hand: Hand, chips: int, who: tuple[int, ...], strong: tuple[Strengths, ...]) -> list[Award]:
    """Return who gets what of one contested pot; `who` may win it, `strong` are the hands' strengths.

    The pot is shared equally between the halves that anyone qualifies for; the odd chip is the first half's.
    Source: cooke.4.12.d, cooke.6.07.a, cooke.6.07.b, cooke.6.07.d, cooke.9.18.c.
    """
    halves = VARIANTS[hand.variant].halves
    if "award.best_hand" in hand.off:
        return [Award(i, share, halves[0], False) for i, share in zip(who, share_out(chips, who), strict=True)]
    won: list[tuple[Half, tuple[int, ...]]] = []
    for half, of_player in zip(halves, strong, strict=True):
        best = max([of_player[i] for i in who])
        if best >= 0:
            won.append((half, tuple([i for i in who if of_player[i] == best])))
    part, odd = divmod(chips, len(won))
    found: list[Award] = []
    for k, (half, winners) in enumerate(won):
        for i, share in zip(winners, share_out(part + (k < odd), winners), strict=True):
            found.append(Award(i, share, half, len(won) > 1))
    return found


def evaluate_without(evaluate: Evaluate, off: frozenset[str]) -> Evaluate:
    """Return how hands rank where these rules are switched off; only the coverage of the rules asks for it."""
    if "rank.order" in off:
        return lambda hole, board: 0
    if evaluate is HIGH.rank:
        ranking = ranking_without(rank_high, off)
        return lambda hole, board: ranking(hole + board)
    return evaluate


def name_of(hand: Hand, cards: tuple[Card, ...]) -> str | None:
    """Return what a tabled hand is called, for each half of the game it has a hand for; None while there is nothing to name."""
    variant = VARIANTS[hand.variant]
    if not hand.board and variant.board_by_street[-1]:
        return None
    return ", ".join([name for half in variant.halves if (name := half.named(cards, hand.board))]) or None
