"""Hand ranking: cards in, a comparable strength out.

A `Ranking` is the one interface the rest of the game sees: more is better, equal is a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from controller.game.cards import DECK_SIZE, FULL_DECK, RANKS, Card

Ranking: TypeAlias = Callable[[Iterable[Card]], int]

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

#: A strength is the category in bits 20 and up, then five ranks of four bits, most telling first.
CATEGORY_SHIFT: Final = 20
#: Bits per rank in a count of ranks, and where the four suits' counts begin: 13 ranks of 3 bits below.
COUNT_BITS: Final = 3
_SUIT_SHIFT: Final = 40
RANKS_MASK: Final = (1 << _SUIT_SHIFT) - 1
#: Adding three to a suit's four-bit count carries into its top bit when five or more have that suit.
FIVE_PROBE: Final = 0x3333 << _SUIT_SHIFT
FIVE_BITS: Final = 0x8888 << _SUIT_SHIFT

#: Each card as a summand: one in its rank's count and one in its suit's.
SUMMAND: Final = tuple((1 << (c // 4 * COUNT_BITS)) + (1 << (_SUIT_SHIFT + c % 4 * 4)) for c in range(DECK_SIZE))


def rank_high(cards: Iterable[Card]) -> int:
    """Return the strength of the best five of five to seven cards, as high hands rank.

    Fewer than five cards rank by what they have (pairs before side cards): good enough to name, never awarded.
    Invariants: equal strengths tie; suits never decide.
    Source: cooke.4.13.a, cooke.4.14.a, cooke.4.14.b, home.rank.1 … home.rank.10, cooke.11.06.
    """
    held = tuple(cards)
    total = 0
    for card in held:
        total += SUMMAND[card]
    if (total + FIVE_PROBE) & FIVE_BITS:
        return _rank_flush(held)
    return BY_RANKS[total & RANKS_MASK]


def _rank_flush(cards: tuple[Card, ...]) -> int:
    """Return the strength when five or more cards share a suit.

    With seven cards a flush leaves no room for four of a kind or a full house.
    """
    by_suit = [0, 0, 0, 0]
    count = [0, 0, 0, 0]
    for card in cards:
        by_suit[card % 4] |= 1 << card // 4
        count[card % 4] += 1
    return BY_FLUSH[by_suit[count.index(max(count))]]


def straight_top(mask: int) -> int:
    """Return the rank of the best straight's top card in a mask of ranks, -1 when there is none."""
    wheel = mask << 1 | mask >> 12  # the ace also counts below the deuce: bit 0, deuce bit 1, …
    runs = wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4
    return runs.bit_length() + 2 if runs else -1


def strength_of(category: int, ranks: Iterable[int]) -> int:
    """Pack a category and up to five telling ranks."""
    value = category
    used = 0
    for rank in ranks:
        value = value << 4 | rank
        used += 1
    return value << 4 * (5 - used)


class _ByFlush(dict[int, int]):
    """Mask of the flush suit's ranks → strength, worked out when first asked for."""

    def __missing__(self, mask: int) -> int:
        top = straight_top(mask)
        ranks = [rank for rank in range(12, -1, -1) if mask >> rank & 1]
        strength = self[mask] = strength_of(FLUSH, ranks[:5]) if top < 0 else strength_of(STRAIGHT_FLUSH, (top,))
        return strength


class _ByRanks(dict[int, int]):
    """Counts of ranks → strength without a flush, worked out when first asked for.

    At most 49,205 entries for seven cards; a table built at once would delay either start-up or the first showdown.
    """

    def __missing__(self, counts: int) -> int:
        held = [(counts >> r * COUNT_BITS & 7, r) for r in range(12, -1, -1)]
        held = sorted((pair for pair in held if pair[0]), reverse=True)
        strength = self[counts] = _rank_counts(held)
        return strength


def _rank_counts(held: list[tuple[int, int]]) -> int:
    """Return the strength of (count, rank) pairs, most of a kind first and high before low."""
    most, first = held[0]
    second = held[1] if len(held) > 1 else (0, 0)
    kickers = sorted((rank for _, rank in held[1:]), reverse=True)
    straight = straight_top(sum(1 << rank for _, rank in held))
    if most >= 4:
        telling = QUADS, [first, *kickers[:1]]
    elif most == 3 and second[0] >= 2:
        telling = FULL_HOUSE, [first, second[1]]
    elif straight >= 0:
        telling = STRAIGHT, [straight]
    elif most == 3:
        telling = TRIPS, [first, *kickers[:2]]
    elif most == 2 and second[0] == 2:
        kickers.remove(second[1])
        telling = TWO_PAIR, [first, second[1], *kickers[:1]]
    elif most == 2:
        telling = PAIR, [first, *kickers[:3]]
    else:
        telling = HIGH_CARD, [first, *kickers[:4]]
    return strength_of(*telling)


#: Category → how many of its ranks the made part has; side cards come after them.
_MADE: Final = (1, 1, 2, 1, 1, 5, 2, 1, 1)


def ranking_without(ranking: Ranking, off: frozenset[str]) -> Ranking:
    """Return how hands rank where these rules are switched off; only the coverage of the rules asks for it.

    They rank by nothing, by the last five cards (the board) alone, by both of the first two and the best three of the others, without
    side cards, with deuces as any card, or without the straight that the ace begins.
    """
    for name, changed in _WITHOUT.items():
        if name in off:
            return lambda cards: changed(ranking, tuple(cards))
    return ranking


def _with_both(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    return max([ranking((*cards[:2], *three)) for three in combinations(cards[2:], 3)])


def _with_wild_deuces(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    """A deuce as any card of the deck, first the one and then the other."""
    wild = next((at for at, card in enumerate(cards) if card < _SUITS), None)
    if wild is None:
        return ranking(cards)
    others = FULL_DECK[_SUITS:]
    return max([_with_wild_deuces(ranking, (*cards[:wild], other, *cards[wild + 1 :])) for other in others])


def _with_high_aces(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    """The best five in which an ace does not lie below the deuce."""
    fives = [five for five in combinations(cards, 5) if {card // _SUITS for card in five} != _WHEEL]
    return max([ranking(five) for five in fives])


_SUITS: Final = 4
#: The ranks of a straight from the ace up.
_WHEEL: Final = {12, 0, 1, 2, 3}


def _without_kickers(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    strength = ranking(cards)
    side = 4 * (5 - _MADE[strength >> CATEGORY_SHIFT])
    return strength >> side << side


#: Rule → how cards rank without it.
_WITHOUT: Final[dict[str, Callable[[Ranking, tuple[Card, ...]], int]]] = {
    "rank.order": lambda ranking, cards: 0,
    "rank.best_five": lambda ranking, cards: ranking(cards[-5:]),
    "rank.any_of_the_hand": _with_both,
    "rank.kickers": _without_kickers,
    "rank.no_wild_card": _with_wild_deuces,
    "rank.ace_low_too": _with_high_aces,
}


BY_FLUSH: Final = _ByFlush()
BY_RANKS: Final = _ByRanks()

ONE: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
MANY: Final = tuple(name + ("es" if name == "six" else "s") for name in ONE)

#: Category → its name; `{0}` `{1}` are the first ranks in the singular, `{a}` `{b}` in the plural.
NAMES: Final[dict[int, str]] = {
    HIGH_CARD: "{0} high",
    PAIR: "a pair of {a}",
    TWO_PAIR: "two pair, {a} and {b}",
    TRIPS: "three {a}",
    STRAIGHT: "a straight, {0} high",
    FLUSH: "a flush, {0} high",
    FULL_HOUSE: "a full house, {a} full of {b}",
    QUADS: "four {a}",
    STRAIGHT_FLUSH: "a straight flush, {0} high",
}


def hand_name(cards: Iterable[Card]) -> str:
    """Return what players call the best high hand of these cards, as `two pair, kings and sevens`; `` of no cards."""
    held = tuple(cards)
    if not held:
        return ""
    return high_name(rank_high(held))


@lru_cache(maxsize=8_192)  # there are 7,462 hands that differ
def high_name(strength: int) -> str:
    """Return what players call a high hand of this strength."""
    category = strength >> CATEGORY_SHIFT
    first, second = strength >> 16 & 15, strength >> 12 & 15
    if category == STRAIGHT_FLUSH and first == len(RANKS) - 1:
        return "a royal flush"
    return NAMES[category].format(ONE[first], ONE[second], a=MANY[first], b=MANY[second])
