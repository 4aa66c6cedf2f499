"""Who wins which pot, and which half of it: shares and odd chips."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from controller.game.cards import DECK_SIZE, JOKER, Card
from controller.game.rank import rank_high, ranking_without
from controller.game.ranks.evaluate import Evaluate
from controller.game.variants import VARIANTS, Half

if TYPE_CHECKING:
    from controller.game.hand import Setup


class AwardRules(msgspec.Struct, frozen=True, cache_hash=True):
    """What awarding asks of the house: one field a question. The hand keeps the answers it began with.

    `rankings` replaces rankings of a game's row by the house's, as (row of `ranks.table` or
    game/row, other row); `halves_as` the halves of a game by
    another game's. The last part are rules that every book has, False only where one is switched off to see whether anything proves it.
    """

    rankings: tuple[tuple[str, str], ...] = ()
    halves_as: tuple[tuple[str, str], ...] = ()
    unit: Literal["betting_unit", "smallest"] = "betting_unit"
    odd_chip: Literal["first_left_of_button", "high_card_by_suit"] = "first_left_of_button"
    odd_half: Literal["high", "low"] = "high"
    tied_both_ways: Literal["each_half_apart", "evenly_whole_pot"] = "each_half_apart"

    odd_board: Literal["first", "last"] = "first"
    odd_chip_up: Literal["best_five", "all_cards"] = "all_cards"  # games with up-cards: whose card decides by suit

    halves: bool = True
    best_hand: bool = True
    ties_share: bool = True
    first_has_odd_chip: bool = True
    up_by_suit: bool = True  # odd chips of games with up-cards go by card and suit


#: As every book has it.
PLAIN_AWARDS: Final = AwardRules()


class Share(NamedTuple):
    """What one player gets of a pot: all of it or a share, of the half it was played for. `split` = it went to more than one half."""

    player: int
    chips: int
    half: Half
    split: bool
    strength: int


class Contest(NamedTuple):
    """What a showdown is decided by. `strengths` has one entry a half: player → strength, -1 where he does not qualify.

    Units: `unit_chips` are the least that is divided.
    """

    halves: tuple[Half, ...]
    strengths: tuple[dict[int, int], ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    rules: AwardRules
    unit_chips: int
    by_suit: bool = False  # odd chips go by card and suit, as in games with up-cards


@lru_cache(maxsize=64)  # the same game and house hand after hand
def halves_of(variant: str, rules: AwardRules) -> tuple[Half, ...]:
    """Return what a pot of this game is played for at this house."""
    halves = VARIANTS[dict(rules.halves_as).get(variant, variant)].halves
    ours = dict(rules.rankings)
    mine = tuple([Half(half.name, ours.get(f"{variant}/{half.ranking}", ours.get(half.ranking, half.ranking))) for half in halves])
    return mine if rules.halves else mine[:1]


def contest(setup: Setup, board: tuple[Card, ...], holes: tuple[tuple[Card, ...] | None, ...]) -> Contest:
    """Return how strong the tabled hands are, half by half; `holes` are by player, None where nothing was shown."""
    rules, off = setup.awards, setup.off
    halves, strengths = halves_of(setup.variant, rules), []
    for half in halves:
        rank = evaluate_without(half, off) if off else half.rank
        strong = {}
        for i, cards in enumerate(holes):
            if cards is not None:
                strong[i] = rank(cards, board)
        strengths.append(strong)
    unit_chips = setup.stakes.unit if rules.unit == "betting_unit" else 1
    return Contest(halves, tuple(strengths), holes, rules, unit_chips, rules.up_by_suit and VARIANTS[setup.variant].up_cards > 0)


def contests(setup: Setup, boards: tuple[tuple[Card, ...], ...], holes: tuple[tuple[Card, ...] | None, ...]) -> tuple[Contest, ...]:
    """Return what a showdown on several boards is decided by: one contest a board, or a single one where each hand takes the better board.

    Source: roberts.nl.14b, cooke.6.09.d, cooke.6.09.e.
    """
    if "rank.one_flop" in setup.off:
        boards = (tuple(dict.fromkeys([card for board in boards for card in board])),)
    each = [contest(setup, board, holes) for board in boards]
    if VARIANTS[setup.variant].played_on == "each_board":
        return tuple(each)
    of_half = zip(*[one.strengths for one in each], strict=True)
    best = tuple([{i: max([strong[i] for strong in of_boards]) for i in of_boards[0]} for of_boards in of_half])
    return (each[0]._replace(strengths=best),)


def by_board(chips: int, number: int, at: Contest) -> tuple[int, ...]:
    """Return the share of a pot that is played for on each of so many boards; what cannot be divided goes with the house's.

    Source: roberts.nl.14b.
    """
    part = chips // (number * at.unit_chips) * at.unit_chips
    rest = chips - part * (number - 1)
    return (rest, *[part] * (number - 1)) if at.rules.odd_board == "first" else (*[part] * (number - 1), rest)


def shares(chips: int, who: tuple[int, ...], at: Contest) -> list[Share]:
    """Return who gets what of one contested pot; `who` may win it, in deal order.

    The pot is shared equally between the halves that anyone qualifies for.
    Source: cooke.4.12.d, cooke.6.07.a, cooke.6.07.b, cooke.6.07.d, roberts.omaha_hilo.2c, roberts.ties.5.3b, roberts.ties.5.3c.
    """
    if not at.rules.best_hand:
        return [Share(i, share, at.halves[0], False, at.strengths[0][i]) for i, share in zip(who, share_out(chips, who), strict=True)]
    won: list[tuple[Half, int, tuple[int, ...]]] = []
    for half, of_player in zip(at.halves, at.strengths, strict=True):
        best = max([of_player[i] for i in who])
        if best >= 0:
            won.append((half, best, tuple([i for i in who if of_player[i] == best])))
    if len(won) == 1:
        half, best, winners = won[0]
        return [Share(i, share, half, False, best) for i, share in zip(winners, _shared(chips, winners, at, half), strict=True)]
    (high, best_high, highs), (low, best_low, lows) = won
    for_high, for_low = _halved(chips, at)
    high_shares, low_shares = _shared(for_high, highs, at, high), _shared(for_low, lows, at, low)
    if highs == lows and at.rules.tied_both_ways == "evenly_whole_pot":
        whole = _shared(chips, highs, at, high)
        low_shares = tuple([all_of_it - share for all_of_it, share in zip(whole, high_shares, strict=True)])
    return [
        *[Share(i, share, high, True, best_high) for i, share in zip(highs, high_shares, strict=True)],
        *[Share(i, share, low, True, best_low) for i, share in zip(lows, low_shares, strict=True)],
    ]


def _halved(chips: int, at: Contest) -> tuple[int, int]:
    """Return the high and the low half of a pot; an odd chip goes to the half that the house gives it to.

    Source: cooke.9.18.c, roberts.ties.5.3a.
    """
    half = chips // (2 * at.unit_chips) * at.unit_chips
    return (chips - half, half) if at.rules.odd_half == "high" else (half, chips - half)


def _shared(chips: int, winners: tuple[int, ...], at: Contest, half: Half) -> tuple[int, ...]:
    if len(winners) == 1:
        return (chips,)
    if not at.rules.ties_share:
        return (chips, *[0] * (len(winners) - 1))
    if at.by_suit:
        return share_out(chips, winners, _by_suit(winners, at, half), at.unit_chips)
    order = None if at.rules.first_has_odd_chip else tuple(range(len(winners) - 1, -1, -1))
    if at.rules.odd_chip == "high_card_by_suit":
        order = tuple(sorted(range(len(winners)), key=lambda k: -max(at.holes[winners[k]] or (Card(0),))))
    return share_out(chips, winners, order, at.unit_chips)


def _by_suit(winners: tuple[int, ...], at: Contest, half: Half) -> tuple[int, ...]:
    """Return the winners' places by the card that an odd chip goes by: the highest of a high hand, the lowest of a low one, then its suit.

    Source: cooke.9.18.b, roberts.ties.5.2, roberts.stud_hilo.8b, roberts.stud_hilo.9a, roberts.stud_hilo.9b.
    """
    low, ace_low = half.name == "low", half.name == "low" and "deuce" not in half.ranking

    def key(place: int) -> int:
        held = at.holes[winners[place]] or ()
        if at.rules.odd_chip_up == "best_five" and len(held) > _FIVE:
            held = max(combinations(held, _FIVE), key=lambda five: half.rank(five, ()))
        worth = [(card + 4) % DECK_SIZE if ace_low else card for card in held]
        return min(worth) if low else -max(worth)

    return tuple(sorted(range(len(winners)), key=key))


#: Cards of a hand.
_FIVE: Final = 5


def share_out(chips: int, winners: tuple[int, ...], order: tuple[int, ...] | None = None, unit_chips: int = 1) -> tuple[int, ...]:
    """Return each winner's share of one pot, winners in deal order.

    An odd chip goes to the first winner left of the button, a second one to the next; `order` names their places where another order
    counts. What is less than `unit_chips` goes with the first odd chip.
    Source: roberts.ties.3, roberts.ties.4, roberts.ties.5.1, roberts.ties.5.4, cooke.9.18.a, cooke.9.18.d, cooke.11.06.
    """
    units, rest = divmod(chips, unit_chips)
    share, odd = divmod(units, len(winners))
    parts = [share * unit_chips] * len(winners)
    places = order or range(len(winners))
    for k in places[:odd]:
        parts[k] += unit_chips
    parts[places[0]] += rest
    return tuple(parts)


#: High hands of any cards, with or without the joker.
_ANY_CARDS: Final = ("high", "high_bug")


def evaluate_without(half: Half, off: frozenset[str]) -> Evaluate:
    """Return how hands rank where these rules are switched off; only the coverage of the rules asks for it."""
    if "rank.order" in off:
        return lambda hole, board: 0
    if half.ranking in _ANY_CARDS and "rank.bug" not in off:
        ranking = ranking_without(lambda cards: half.rank(tuple(cards), ()), off)
        return lambda hole, board: ranking(hole + board)
    if "rank.bug" in off:
        return lambda hole, board: half.rank(tuple([card for card in hole + board if card != JOKER]), ())
    if half.ranking == "omaha_high" and "rank.two_of_the_hand" in off:
        return lambda hole, board: max([rank_high(five) for five in combinations(hole + board, 5)])
    return half.rank


def names_of(setup: Setup, boards: tuple[tuple[Card, ...], ...], cards: tuple[Card, ...]) -> str | None:
    """Return what a tabled hand is called: on each of several boards, or by the board it is best on."""
    if len(boards) == 1:
        return name_of(setup, boards[0], cards)
    if VARIANTS[setup.variant].played_on == "best_board":
        if "rank.one_flop" in setup.off:
            return name_of(setup, tuple(dict.fromkeys([card for board in boards for card in board])), cards)
        halves = halves_of(setup.variant, setup.awards)
        named = [half.named(max([half.rank(cards, board) for board in boards])) for half in halves]
        return ", ".join([name for name in named if name]) or None
    return " / ".join([name for board in boards if (name := name_of(setup, board, cards))]) or None


def name_of(setup: Setup, board: tuple[Card, ...], cards: tuple[Card, ...]) -> str | None:
    """Return what a tabled hand is called, for each half of the game it has a hand for; None while there is nothing to name."""
    if not board and VARIANTS[setup.variant].board_by_street[-1]:
        return None
    halves = halves_of(setup.variant, setup.awards)
    if len(halves) == 1:
        return halves[0].named(halves[0].rank(cards, board)) or None
    return "; ".join([name for half in halves if (name := half.named(half.rank(cards, board)))]) or None
