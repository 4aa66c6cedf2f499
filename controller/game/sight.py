"""Up-cards: who must bring it in, whose board opens a round, and what a board in sight is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from controller.game.awards import halves_of
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.game.rank import rank_high
from controller.game.sight_rules import Sight, SightRules
from controller.game.variants import VARIANTS

#: All cards are needed to win; a hand that lacks its last was let play by the floor.
FULL_HAND_RULES: Final = ("roberts.showdown.1", "cooke.11.03", "cooke.5.22.a", "roberts.stud.20b")
RULED_LIVE_RULES: Final = ("roberts.stud.20b",)
_FIVE: Final = 5
#: Limits in which a card in sight by accident forces nobody. Source: roberts.stud.1c.
_LIMITS: Final = ("fixed_limit", "spread_limit")


def sight(hand: Hand) -> Sight:
    """Return what the game's up-cards are looked at for."""
    halves = halves_of(hand.variant, hand.setup.awards)
    return "hilo" if len(halves) > 1 else halves[0].name


def _ace_low(hand: Hand) -> bool:
    of, half = sight(hand), halves_of(hand.variant, hand.setup.awards)[0]
    if of == "low":
        return "deuce" not in half.ranking
    return of == "hilo" and hand.setup.sight.hilo_ace_low


def _worth(card: Card, ace_low: bool) -> int:
    """A card among cards, by rank and then by suit: clubs, diamonds, hearts, spades."""
    return (card + 4) % 52 if ace_low else card


def forced_index(hand: Hand) -> int:
    """Return whose up-card makes the forced bet: in games for high the lowest, for low the highest, ties by suit.

    Source: cooke.5.06.a, cooke.5.06.b, cooke.5.25.c, roberts.stud.2a, roberts.stud_hilo.4a, roberts.razz.3a.
    """
    rules, of = hand.setup.sight, sight(hand)
    if not rules.forced_by_card:
        return 0
    ace_low = _ace_low(hand)
    by = {_worth(hand.up_of(i)[0], ace_low): i for i, out in enumerate(hand.folded) if not out}
    answer = {"high": rules.high_bring_in, "hilo": rules.hilo_bring_in, "low": "high_card"}[of]
    return by[max(by) if answer == "high_card" else min(by)]


def forced_chips(small_bet: int, unit: int, rules: SightRules) -> int:
    """Return the forced bet where the stakes name none: as printed for this small bet, else the house's part of it in whole units.

    Units: chips. Source: cooke.4.07.b, cooke.5.02.e, cooke.5.06.c, roberts.stud.3.
    """
    for bet, chips in rules.printed:
        tens, rest = divmod(small_bet, bet)
        if not rest and tens == 10 ** (len(str(tens)) - 1):
            return chips * tens
    part = small_bet // rules.part
    return part - part % unit or unit


def forced_by_suit(hand: Hand) -> bool:
    """Whether others show a card of the rank that makes the forced bet. Source: cooke.4.02.b."""
    ranks = [hand.up_of(i)[0] // 4 for i, out in enumerate(hand.folded) if not out]
    return ranks.count(hand.up_of(forced_index(hand))[0] // 4) > 1


def _board(cards: tuple[Card, ...], ace_low: bool) -> tuple[list[int], list[int]]:
    """How many there are of each rank, then which: pairs before single cards, high before low. Two pair are worse than one."""
    counts = Counter(_worth(card, ace_low) // 4 for card in cards)
    groups = sorted([(count, rank) for rank, count in counts.items()], reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]


def _suit(cards: tuple[Card, ...], low: bool, ace_low: bool) -> int:
    """The suit that decides between equal boards: of high ones that of the card that tells most, the better one of a pair; of low ones
    that of the lowest card.

    Source: cooke.5.11.b, cooke.5.25.e.
    """
    if low:
        return min(cards, key=lambda card: _worth(card, ace_low)) % 4
    counts = Counter(card // 4 for card in cards)
    return max(cards, key=lambda card: (counts[card // 4], _worth(card, ace_low))) % 4


def best_index(hand: Hand) -> int:
    """Return whose up-cards open a round after the first: the highest board, in games for low the lowest.

    Who has folded does not open, whatever lies in his place. Straights and flushes do not count before five cards. Equal boards go by
    suit, or the first in turn from the dealer is first. A common card counts for everybody.
    Source: cooke.5.11.a, cooke.5.11.b, cooke.5.15.b, cooke.5.24.d, cooke.5.25.d, cooke.5.25.e, roberts.stud.2b, roberts.stud_hilo.4b,
    roberts.razz.3b.
    """
    rules, of = hand.setup.sight, sight(hand)
    live = [i for i, out in enumerate(hand.folded) if not out or (i in hand.kept and not rules.folded_never_open)]
    if not rules.best_opens:
        return live[0]
    boards = _boards(hand, live)
    low, ace_low = of == "low", _ace_low(hand)
    best = _equally_best(boards, low, ace_low)
    tie = {"high": rules.high_tie, "hilo": rules.hilo_tie, "low": rules.low_tie}[of]
    if tie == "position":
        return best[0]
    suits = {_suit(boards[i], low, ace_low): i for i in reversed(best)}
    return suits[min(suits) if low else max(suits)]


def least_stack(variant: str, stakes: Stakes, small_bet: int, rules: SightRules) -> int:
    """Return what a player must have to be dealt in. In games without a forced bet by card any chip does.

    Units: chips. Source: cooke.5.14.a, cooke.5.14.b, roberts.stud.4a.
    """
    if VARIANTS[variant].forced != "bring_in" or not rules.money_held:
        return 1
    bring_in = stakes.bring_in or forced_chips(small_bet, stakes.unit, rules)
    return max(stakes.ante + (bring_in if rules.bring_in_held else 0), 1)


def _boards(hand: Hand, live: Sequence[int]) -> dict[int, tuple[Card, ...]]:
    """What players show, a common card with it. Source: cooke.5.21.e, roberts.stud.15d."""
    common = hand.board if hand.setup.sight.common_card_counts else ()
    if hand.amiss.last_up and not hand.setup.sight.last_up_counts:
        return {i: (*[card for card in hand.up_of(i) if card not in hand.amiss.last_up], *common) for i in live}
    return {i: (*hand.up_of(i), *common) for i in live}


def _equally_best(boards: Mapping[int, tuple[Card, ...]], low: bool, ace_low: bool) -> list[int]:
    """The players of whose boards none is better, in turn from the dealer."""
    if low:
        least = min(_board(cards, ace_low) for cards in boards.values())
        return [i for i, cards in boards.items() if _board(cards, ace_low) == least]
    most = max(rank_high(cards) for cards in boards.values())
    return [i for i, cards in boards.items() if rank_high(cards) == most]


def tied(hand: Hand) -> bool:
    """Whether the best boards of a round after the first are equal."""
    boards = _boards(hand, [i for i, out in enumerate(hand.folded) if not out])
    return len(_equally_best(boards, sight(hand) == "low", _ace_low(hand))) > 1


def folded_for_free(hand: Hand, i: int) -> Hand:
    """Return the hand after a player has folded without a bet to face: his place gets its cards as before until a bet is made.

    Source: cooke.5.15.a.
    """
    return hand if "stud.folded_dealt_on" in hand.setup.off else replace(hand, kept=hand.kept + bytes((i,)))


def opener(hand: Hand, street: int) -> int:
    """Return who is first in the round of a street where cards in sight say so.

    A card that lies in sight by accident forces its owner to nothing where the house has it so: the next hand to the left opens.
    Source: roberts.stud.1c.
    """
    if VARIANTS[hand.variant].streets[street].opens != "bring_in":
        return best_index(hand)
    i = forced_index(hand)
    if not low_by_accident(hand, i):
        return i
    n = len(hand.seats)
    return next(j for j in [(i + k) % n for k in range(1, n + 1)] if not hand.folded[j])


def low_by_accident(hand: Hand, i: int) -> bool:
    """Whether the card that would force this player to open lies in sight by accident, and the house passes him over for it."""
    if not hand.amiss.exposed or not hand.setup.sight.exposed_low_left or hand.stakes.limit not in _LIMITS:
        return False
    return hand.up_of(i)[0] in hand.amiss.exposed


def open_pair(hand: Hand) -> bool:
    """Whether a live player shows a pair. Source: cooke.5.08.b, roberts.stud.7a."""
    return any(
        len({card // 4 for card in cards}) < len(cards)
        for cards in [hand.up_of(i) for i, out in enumerate(hand.folded) if not out]
    )  # fmt: skip


def least_to_show(hand: Hand, whole: int, *, floor: bool) -> int:
    """Return how many cards a hand must have to be tabled. In games with up-cards one that lacks cards wins nothing; one that lacks its
    last the floor may let play, where the house has it so.

    Source: cooke.5.22.a, roberts.stud.20b.
    """
    if not VARIANTS[hand.variant].up_cards:
        return whole
    return _FIVE if "stud.full_hand" in hand.off else whole - (floor and hand.setup.sight.floor_rules_live)
