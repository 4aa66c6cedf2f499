"""Random hands of every game in every structure, beside PokerKit: who acts, what he may do, who gets what; and every chip is still there.

`DEPARTS` of `pokerkit_twin` lists what is not compared, with the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest
from both_tables import Both, random_hand
from pokerkit_twin import DEPARTS, deuce_boards

from controller.game.chips import Limit
from controller.game.variants import VARIANTS
from controller.rulebook import rules

LIMITS: Final[tuple[Limit, ...]] = ("no_limit", "pot_limit", "fixed_limit")
#: Departs: no_game (double flops and bomb pots: `tests/game/test_boards_oracle.py` compares what their boards are paid by).
GAMES: Final = [game for game, row in VARIANTS.items() if row.boards == 1 and row.forced in ("blinds", "bring_in")]
CASES: Final = [(game, limit) for game in GAMES for limit in LIMITS]
#: Of each game in each limit: at least 69 x 300 hands, which are 20,700.
HANDS: Final = 300
FEW: Final = 6


def play_some(game: str, limit: Limit, seeds: Iterator[int]) -> tuple[int, int]:
    """Play the hands of these seeds; return how many there were, and how many were compared to the end."""
    played = compared = 0
    for seed in seeds:
        rng = random.Random(f"{game} {limit} {seed}")  # noqa: S311 -- hands of a test, the same for the same seed
        both = Both(rng, random_hand(rng, game, limit))
        try:
            both.play()
        except AssertionError as wrong:
            wrong.add_note(f"{game}, {limit}, hand {seed}: {both.begun}")
            raise
        played += 1
        compared += both.compared
    return played, compared


@pytest.fixture(autouse=True)
def boards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "razz_27" in request.node.name:
        deuce_boards(monkeypatch)


@pytest.mark.parametrize(("game", "limit"), CASES)
def test_some_hands(game: str, limit: Limit) -> None:
    play_some(game, limit, iter(range(FEW)))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "limit"), CASES)
def test_hundreds_of_hands(game: str, limit: Limit) -> None:
    played, compared = play_some(game, limit, iter(range(FEW, FEW + HANDS)))
    assert played == HANDS
    assert compared > 0.9 * HANDS


def test_together_they_are_twenty_thousand() -> None:
    assert len(CASES) * HANDS >= 20_000


def test_every_departure_has_its_rules() -> None:
    for name, departure in DEPARTS.items():
        assert departure.rules, name
        assert set(departure.rules) <= rules().keys(), name
