"""What lies in sight: whose card makes the forced bet, whose board opens a round, which card takes an odd chip.

Written from the rule books, apart from the table's own. Cards go by rank, and by suit where ranks are equal: clubs, diamonds, hearts,
spades. Source: cooke.4.02.b.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, Literal

from controller.game.cards import Card
from sim.torture import ranks
from sim.torture.answers import Answers
from sim.torture.games import Sight, Strength

_FIVE: Final = 5
#: Small bet → bring-in, as the stakes are printed. Source: cooke.A.1.2 to cooke.A.1.10.
_PRINTED: Final = {5: 2, 10: 3, 15: 5, 20: 5, 30: 10, 40: 10, 50: 20, 75: 25, 150: 50}
_PARTS: Final = {"quarter": 4, "third": 3, "half": 2, "preset_table": 3}


def _from_the_ace(card: Card) -> int:
    """A card among cards where aces are low."""
    return (card + 4) % 52


def forced_chips(small_bet: int, unit: int, answers: Answers) -> int:
    """Return the forced bet of stakes that name none. Source: cooke.4.07.b, cooke.5.02.e."""
    if answers.bring_in_amount == "preset_table":
        for bet, chips in _PRINTED.items():
            for tens in (1, 10, 100, 1000):
                if small_bet == bet * tens:
                    return chips * tens
    part = small_bet // _PARTS[answers.bring_in_amount]
    return max(part // unit * unit, unit)


def forced(doors: Mapping[int, Card], sight: Sight, answers: Answers) -> int:
    """Return which of the players whose first up-cards these are makes the forced bet.

    Source: cooke.5.06.b, cooke.5.06.d, cooke.5.24.c, cooke.5.25.c, roberts.stud.2a, roberts.stud_hilo.4a, roberts.razz.3a.
    """
    if sight == "low":
        return max(doors, key=lambda i: _from_the_ace(doors[i]))
    highest = (answers.stud_bring_in if sight == "high" else answers.stud_hilo_bring_in) == "high_card"
    ace_low = sight == "both" and answers.stud_hilo_bring_in_ace == "low"
    return (max if highest else min)(doors, key=lambda i: _from_the_ace(doors[i]) if ace_low else doors[i])


def opener(boards: Mapping[int, Sequence[Card]], sight: Sight, answers: Answers) -> int:
    """Return which of the players who show these cards opens; they come in turn from the dealer.

    Source: cooke.5.11.a, cooke.5.11.b, cooke.5.21.e, cooke.5.24.d, cooke.5.25.d, cooke.5.25.e, roberts.stud.2b, roberts.stud_hilo.4b,
    roberts.razz.3b.
    """
    worth = {i: _low_board(cards) if sight == "low" else ranks.board(cards) for i, cards in boards.items()}
    best = min(worth.values()) if sight == "low" else max(worth.values())
    equal = [i for i in boards if worth[i] == best]
    by = {"high": answers.stud_board_tie, "both": answers.stud_hilo_board_tie, "low": answers.razz_board_tie}[sight]
    if by == "position":
        return equal[0]
    if sight == "low":
        return min(equal, key=lambda i: min(boards[i], key=_from_the_ace) % 4)
    return max(equal, key=lambda i: _telling(boards[i]) % 4)


def _groups(numbers: Sequence[int]) -> list[tuple[int, int]]:
    return sorted(((count, rank) for rank, count in Counter(numbers).items()), reverse=True)


def _low_board(cards: Sequence[Card]) -> tuple[Sequence[int], ...]:
    """A pair is worse than none, two worse than one; straights and flushes do no harm."""
    groups = _groups([(card // 4 + 1) % 13 for card in cards])
    return [count for count, _ in groups], [rank for _, rank in groups]


def _telling(cards: Sequence[Card]) -> Card:
    """The card that tells most: the highest of those of which there are most."""
    counts = Counter(card // 4 for card in cards)
    return max(cards, key=lambda card: (counts[card // 4], card))


def odd_chip_order(hands: Mapping[int, Sequence[Card]], low: bool, strength: Strength, answers: Answers) -> list[int]:
    """Return the players in the order in which odd chips go to them: by their highest card, in a low half by their lowest.

    Source: cooke.9.18.b, roberts.ties.5.2, roberts.stud_hilo.8b, roberts.stud_hilo.9a, roberts.stud_hilo.9b.
    """

    def card(i: int) -> int:
        held = hands[i]
        if answers.odd_chip_stud == "best_five" and len(held) > _FIVE:
            fives = [(strength(five, ()) or (), five) for five in combinations(held, _FIVE)]
            best = max(rank for rank, _ in fives)
            held = [one for rank, five in fives if rank == best for one in five]
        return min(map(_from_the_ace, held)) if low else -max(held)

    return sorted(hands, key=card)


def open_pair(boards: Mapping[int, Sequence[Card]]) -> bool:
    """Whether somebody shows a pair. Source: cooke.5.08.b, roberts.stud.7a."""
    return any(len({card // 4 for card in cards}) < len(cards) for cards in boards.values())


Last = Literal["each", "mixed", "mixed_without_burn", "common"]


def last_cards(left: int, burned: int, players: int, answers: Answers) -> Last:
    """Return how so many players get their last card: one each, some of them from the burns mixed with the bottom card, or one for all.

    `left` = cards in the stub before its burn. Source: cooke.5.21.a, cooke.5.21.d, cooke.5.21.f, roberts.stud.15a, 15b, 15c.
    """
    if left - 1 > players:  # the bottom card is dealt to nobody
        return "each"
    if answers.stud_short_deck_remedy == "common_card":
        return "common"
    fresh = max(left - 2, 0)
    mixed = (left - fresh - 1) + burned + 1  # what was not dealt, the burns, and the burn of this street
    if fresh + mixed - 1 >= players:
        return "mixed"
    return "mixed_without_burn" if fresh + mixed >= players and answers.stud_short_deck_burn == "skip_last_burn" else "common"
