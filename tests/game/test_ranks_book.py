"""The rule books' hands, game by game, from best to worst, and what players call them."""

from __future__ import annotations

import pytest

from controller.game.cards import JOKER, Card, parse_cards
from controller.game.ranks.evaluate import NO_HAND
from controller.game.ranks.table import RANKINGS


def held(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the hole cards and the board of `AcKd/7h6s5c`; `*` is the joker."""
    hole, _, board = text.partition("/")
    return _cards(hole), _cards(board)


def _cards(text: str) -> tuple[Card, ...]:
    known = parse_cards(text.replace("*", ""))
    assert known is not None, text
    return known + (JOKER,) * text.count("*")


def strength(ranking: str, text: str) -> int:
    return RANKINGS[ranking].rank(*held(text))


#: rule, ranking, hands from best to worst; those joined by = tie
ORDER = [
    ("cooke.4.14.a", "high", "AcTc/AdAhQs3c2d Ac6c/AdAhQs3c2d"),
    ("cooke.4.14.a tie", "high", "AcTc/AdAhQsJc2d=Ac6c/AdAhQsJc2d"),
    ("cooke.4.14.b", "high", "Ac2c/9c9d9h9s4c KcQd/9c9d9h9s4c"),
    ("cooke.4.14.c", "high", "AcAdKhKsQc AhAsKcKdJc"),
    ("cooke.4.14.c tie", "high", "AcAdKhKsQc2d3h=AhAsKcKdQd4c2s"),
    ("cooke.4.02.a", "high", "AsJs9s6s4s=AhJh9h6h4h"),
    ("cooke.4.01.c", "high_bug", "2h2c9d9sKd 2h2cAd9sKd"),
    ("home.1.board", "high", "2c3d/AhKhQhJhTh=4c5d/AhKhQhJhTh"),
    ("cooke.5.11.a", "high", "9s9d5h 3c3d2h AsKdQc QsJdTc"),
    ("cooke.5.11.a four", "high", "2s2d2c3h 9c9d3s2c Ac6c5c4c Kc9c8c7c"),
    ("cooke.4.15.a", "ace_to_five", "5c4d3h2sAc 6c4d3h2sAc 6c5d3h2sAc 6c5d4h2sAc"),
    ("cooke.4.15.b pairs", "ace_to_five", "2c2d5h6s9c 3c3d2h2sAc 2c2d2h4s5c 3c3d3h4s4c 2c2d2h2sAc"),
    ("cooke.4.15.b straights", "ace_to_five", "7h6h5h4h3h 8c4d3h2sAc"),
    ("cooke.4.15.c", "ace_to_five", "AcAd9h8s7c 2c2d5h4s3c"),
    ("cooke.4.12.c", "ace_to_five", "8c5d4h3sAc 8c6d4h2sAc"),
    ("cooke.5.25.a", "ace_to_five", "7c5d4h3sAcKdKh 7d6d3c2hAsQsQd"),
    ("cooke.5.25.b", "ace_to_five", "AcAd5h4s3c 2c2d5h4s3c"),
    ("cooke.5.25.d", "ace_to_five", "6c5d 7c3d 2c2d"),
    ("roberts.razz.2", "ace_to_five", "5h4c3d2sAcKdKc 6h4d3s2cAhQdQc"),
    ("roberts.razz.3b", "ace_to_five", "Ah4s 2c5d"),
    ("cooke.7.18.a", "ace_to_five", "5h4h3h2hAh 6c4d3h2sAc"),
    ("cooke.7.18.01.a", "ace_to_five", "Ac2d3h4s*=5c4d3h2sAc 7c5d3hAs*=7d5h3s2cAd 8c6d4h2s*=8d6h4s2cAh"),
    ("cooke.def.bug", "ace_to_five", "6c4d3h2s*=6d4h3s2cAd"),
    ("cooke.5.24.f", "ace_to_five_eight", "Ac2d3h4s5c9dKh 6c4d3h2sAcKdKh"),
    ("roberts.stud_hilo.3", "ace_to_five_eight", "As2d3h4c6sKdKh 6d5d4d3d2dKcQh"),
    ("roberts.lowball.15c", "ace_to_five", "8c6d4h3s2c 9c5d4h3sAc"),
    ("cooke.4.16.a", "deuce_to_seven", "Kc9d8h6s2c 7c6d5h4s3c"),
    ("cooke.4.16.b", "deuce_to_seven", "Kc6d4h3s2c Ac2d3h4s6c KcKd4h3s2c"),
    ("cooke.4.16.b razz", "deuce_to_seven", "Kc9d8h6s4c2d2h=Kd9h8s6c4d2s2c Ac2d3h4s6cAdAh=Ad2h3s4c6d6h6s"),
    ("cooke.7.19.a", "deuce_to_seven", "7c5d4h3s2c 7c6d4h3s2c AcKdQhJs9c 7s5s4s3s2s AcAdAhKsKc"),
    ("cooke.7.19.b", "deuce_to_seven", "KcQdJh9s8c Ac5d4h3s2c Ac6d4h3s2c 2c2d3h4s5c"),
    ("cooke.4.14.d", "omaha_high", "Ac8d6h5s/AhAdKcQsJd 7cAs7d6c/AhAdKcQsJd"),
    ("cooke.6.06.a no royal", "omaha_high", "AsKs3c2d/QsJsTs4d4h Th9c8c7d/AhKhQhJh2c=Ts9d8d7h/AhKhQhJh2c"),
    ("cooke.6.06.a quads", "omaha_high", "AcKcQcJc/9c9d9h9s2c=AdKdJdTd/9c9d9h9s2c"),
    ("cooke.6.09.e", "omaha_high", "9h5c6dJs/9c9d4s2hKd 9h5c6dJs/Qh8s3c2hKd"),
    ("roberts.omaha.0", "omaha_high", "2s2d9hTh/Ts9s4d2c3h AsKsQsJs/Ts9s4d2c2h 7s6s5c3c/Ts9s4d2c2h"),
    ("cooke.6.07.e", "omaha_ace_to_five_eight", "As4sKdKc/Kh8c5h3h2d As2sKdKc/Kh8c5h3h2d=Ac2cKsQs/Kh8c5h3h2d"),
    ("roberts.omaha_hilo.2a", "omaha_ace_to_five_eight", "As3sJdJh/2h5c8dKcQs As6sJdJh/2h5c8dKcQs"),
    ("roberts.omaha_hilo.2b low", "omaha_ace_to_five_eight", "Ah2hKdQd/3c7d8sKsKc Ah4hKdQd/3c7d8sKsKc"),
    ("roberts.omaha_hilo.2b high", "omaha_high", "Ah2hKdQd/3c7d8sKsKc 2s2hKdQd/3c7d8sKsKc"),
    ("roberts.omaha_hilo.2c", "omaha_high", "AcTd5h4h/KcQdJh9s3d Kh9h2c4c/KcQdJh9s3d"),
    ("cooke.6.08.03.a", "up_to_two_high", "AsKsQs/JsTs2s5d9h KsQs3d/JsTs2s5d8h"),
    ("cooke.7.16.01.a", "high_bug", "5h6h7h8h*=5c6c7c8c9c 4c5d7h8s*=4d5h6s7c8d QcQd8h5s*=QhQsAc8d5c QcQd8h5sKc"),
    ("cooke.7.16.01.b", "high_bug", "AhQh9h6h*=KhQh9h6h*=AcKcQc9c6c AhQhJh6h4h"),
    ("cooke.7.16.02.a", "high_bug", "AcAdAhAs* AhKhQhJhTh"),
    ("cooke.7.04.c", "high_bug", "KcKhKd7s4c KcKd7h4s*=KhKsAc7d4c KcKdQh7s4c"),
    ("the ace", "high_bug", "AcAdKhKs*=AhAsAcKcKd AcKdQhJs*=AdKcQsJdTh 5c4d3h2s*=6c5d4h3s2c 4c3d2hAs*=5c4d3h2sAc AcAdKh7s*=AhAsAcKd7d"),
    ("short deck", "short_deck", "AcKcQcJcTc Ac9c8c7c6c 6c6d6h6sAc AcQc9c7c6c AcAdAhKsKc TcJdQhKsAc Ac9d8h7s6c AcAdAhKsQd AcAdKhKsQc"),
    ("short deck seven", "short_deck", "Ac9d/8h7s6cKdKs AcAd/AhKs9c8d7h"),
    ("badugi", "badugi", "4c3d2hAs 5c3d2hAs KcQdJhTs 3c2dAh3s=3d2hAs3c 2cAd2h2s AcAdAhAs=AcKcQcJc"),
    ("badugi best three", "badugi", "7d2hAcAd=7c2dAhKh=8c7d2hAc 8c7d2hKh 8c7d3hKh"),
]


@pytest.mark.parametrize(("rule", "ranking", "hands"), ORDER, ids=[f"{rule} {ranking}" for rule, ranking, _ in ORDER])
def test_from_best_to_worst(rule: str, ranking: str, hands: str) -> None:
    groups = [[strength(ranking, hand) for hand in group.split("=")] for group in hands.split()]
    assert all(len(set(group)) == 1 for group in groups), "these tie"
    best = [group[0] for group in groups]
    assert best == sorted(set(best), reverse=True)


#: rule, ranking, a hand that does not qualify, one that just does
QUALIFIERS = [
    ("cooke.4.17.a", "ace_to_five_eight", "9c5d3h2sAcKdKh", "8c7d6h5s4cKdKh"),
    ("cooke.4.17.b seven", "ace_to_five_seven", "8c5d3h2sAc", "7c6d5h4s3c"),
    ("cooke.4.17.b nine", "ace_to_five_nine", "Tc5d3h2sAc", "9c8d7h6s5c"),
    ("cooke.4.17.b none", "ace_to_five_eight", "9c7d4h2s2c", "8c7d4h2sAc"),
    ("cooke.5.24.b", "ace_to_five_eight", "9c4d3h2sAc", "8c4d3h2sAc"),
    ("cooke.5.24.g", "deuce_to_seven_eight", "Ac2d3h4s5cKdQh", "8c2d3h4s5cKdQh"),
    ("cooke.5.24.g straight", "deuce_to_seven_eight", "6c5d4h3s2cKdQh", "7c5d4h3s2cKdQh"),
    ("cooke.5.24.g flush", "deuce_to_seven_eight", "7c5c4c3c2c", "7c5c4c3c2d"),
    ("cooke.5.24.g seven", "deuce_to_seven_seven", "8c5d4h3s2c", "7c5d4h3s2c"),
    ("cooke.5.24.g nine", "deuce_to_seven_nine", "Tc5d4h3s2c", "9c5d4h3s2c"),
    ("cooke.def.eight_or_better", "ace_to_five_eight", "9c6d4h3s2c", "8c6d4h3s2c"),
    ("a pair", "ace_to_five_eight", "8c8d4h3s2c", "8c7d4h3s2c"),
    ("four cards", "ace_to_five_eight", "4c3d2hAs", "5c4d3h2sAs"),
    ("roberts.omaha_hilo.2a", "omaha_ace_to_five_eight", "As3sJdJh/2h5c9dKcQs", "As3sJdJh/2h5c8dKcQs"),
    ("cooke.6.07.c seven", "omaha_ace_to_five_seven", "As3sJdJh/2h5c8dKcQs", "As3sJdJh/2h5c7dKcQs"),
    ("cooke.6.07.c nine", "omaha_ace_to_five_nine", "As3sJdJh/2h5cTdKcQs", "As3sJdJh/2h5c9dKcQs"),
    ("one low card in the hand", "omaha_ace_to_five_eight", "As3sJdJh/2h3c8dKcQs", "As4sJdJh/2h3c8dKcQs"),
    ("up to two", "up_to_two_ace_to_five_eight", "AsKsJdJh/2h5cTdKcQs", "AsKsJdJh/2h5c8d4cQs"),
    ("preflop", "omaha_high", "AsKsJdJh", "AsKsJdJh/2h3d4c"),
]


@pytest.mark.parametrize(("rule", "ranking", "not_so", "so"), QUALIFIERS, ids=[f"{rule} {ranking}" for rule, ranking, *_ in QUALIFIERS])
def test_what_qualifies(rule: str, ranking: str, not_so: str, so: str) -> None:
    assert strength(ranking, not_so) == NO_HAND
    assert strength(ranking, so) > NO_HAND


#: ranking, hand, what players call it
NAMES = [
    ("high", "KcKd/7h7s2d2c3s", "two pair, kings and sevens"),
    ("high_bug", "AcAdAhAs*", "five aces"),
    ("high_bug", "QcQd8h5s*", "a pair of queens"),
    ("short_deck", "Ac9d/8h7s6cKdJs", "a straight, nine high"),
    ("short_deck", "AcQc/9c7c6cKdJs", "a flush, ace high"),
    ("short_deck", "AcAd/AhKsKc6d7d", "a full house, aces full of kings"),
    ("short_deck", "9c8c/7c6cAc", "a straight flush, nine high"),
    ("short_deck", "AcKc/QcJcTc", "a royal flush"),
    ("ace_to_five", "5h4h3h2hAh", "a wheel"),
    ("ace_to_five", "Ac2d3h4s*", "a wheel"),
    ("ace_to_five", "8c6d4h2sAc", "an eight-six low"),
    ("ace_to_five", "7c5d3hAs*", "a seven-five low"),
    ("ace_to_five", "KcQd3h2sAc", "a king-queen low"),
    ("ace_to_five", "AcAd9h8s7c", "a pair of aces"),
    ("ace_to_five", "2c2d3h3s7c", "two pair, threes and deuces"),
    ("ace_to_five", "3c3d3h4s4c", "a full house, threes full of fours"),
    ("ace_to_five", "7c3d", "a seven-three low"),
    ("ace_to_five", "8c", "an eight"),
    ("ace_to_five", "Ac", "an ace"),
    ("ace_to_five", "", ""),
    ("ace_to_five_eight", "9c5d3h2sAc", ""),
    ("omaha_ace_to_five_eight", "As3sJdJh/2h5c8dKcQs", "an eight-five low"),
    ("omaha_high", "AsKsJdJh", ""),
    ("omaha_high", "JdTcKc2h/9c8d7hKd2s", "a straight, jack high"),
    ("omaha_high", "7c8cAd2h/5c6d9cKc2s", "a flush, king high"),
    ("deuce_to_seven", "7c5d4h3s2c", "a number one (7-5-4-3-2)"),
    ("deuce_to_seven", "7c6d5h4s2c", "a number four (7-6-5-4-2)"),
    ("deuce_to_seven", "8c5d4h3s2c", "an eight-five low"),
    ("deuce_to_seven", "Ac5d4h3s2c", "an ace-five low"),
    ("deuce_to_seven", "7c6d5h4s3c", "a straight, seven high"),
    ("deuce_to_seven", "7s5s4s3s2s", "a flush, seven high"),
    ("deuce_to_seven", "7s6s5s4s3s", "a straight flush, seven high"),
    ("deuce_to_seven", "AcAd4h3s2c", "a pair of aces"),
    ("badugi", "7c4d2hAs", "a four-card badugi, seven high"),
    ("badugi", "8c7d2hAc", "a three-card badugi, seven high"),
    ("badugi", "AcAdAhAs", "a one-card badugi, an ace"),
    ("badugi", "", ""),
]


@pytest.mark.parametrize(("ranking", "hand", "name"), NAMES)
def test_what_it_is_called(ranking: str, hand: str, name: str) -> None:
    assert RANKINGS[ranking].name(strength(ranking, hand)) == name
