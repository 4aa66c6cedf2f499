"""Every game: whatever lies face down leaves no trace in anything public, until it is shown, and for ever if it is not."""

from __future__ import annotations

import random
from typing import Final

import pytest
from any_game import AnyGame, deck_of
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.game.cards import Card
from controller.game.chips import Limit
from controller.game.variants import VARIANTS

EXAMPLES: Final = 4
#: Games in which the cards that a player shows at the end may be others than he was dealt, and nobody has to prove what he opened with.
DRAWS: Final = [name for name, row in VARIANTS.items() if row.draws and not row.openers]
LIMITS: Final[tuple[Limit, ...]] = ("no_limit", "pot_limit", "fixed_limit")


def cards_for(rng: random.Random, game: str, players: int) -> tuple[list[Card], list[Card]]:
    """The deck of a game, cut into what will lie face up and what will not."""
    row = VARIANTS[game]
    deck = deck_of(game)
    rng.shuffle(deck)
    board = row.table_cards + 6 if row.board_by_street[-1] else 0
    up = [card for card in deck if card < 52][: row.up_cards * players + board + 2]
    return up, [card for card in deck if card not in up]


@pytest.mark.parametrize("game", VARIANTS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32), limit=st.sampled_from(LIMITS), players=st.integers(2, 4))
def test_other_cards_face_down_give_the_same_bytes(game: str, seed: int, limit: Limit, players: int) -> None:
    rng = random.Random(seed)  # noqa: S311 -- a shuffled deck of a test
    up, down = cards_for(rng, game, players)
    first = AnyGame(seed, game, limit, players, (up, down))
    first.play(to_the_end=False)
    other = rng.sample(down, len(down))
    second = AnyGame(seed, game, limit, players, (up, other))
    second.play(to_the_end=False)
    assert first.said == second.said
    assert first.record() == second.record()


def never_shown(game: AnyGame) -> list[int]:
    """Which of the cards that came face down nobody has shown: folded and mucked hands, discards, burns, and the rest of the deck.

    Who opened a game with openers shows what he changed by showing the rest: his hand is dead or not by the cards that he was dealt.
    """
    hand = game.hand
    tabled = {card for shown in hand.shown for card in shown or ()}
    opener = hand.drawing.opener if hand.drawing.opener >= 0 else hand.drawing.false_opener
    if opener >= 0 and (hand.shown[opener] is not None or hand.mucked[opener]):
        tabled |= {Card(card) for card in hand.given_up}
    return [number for number, card in enumerate(game.down.cards) if card not in tabled]


@pytest.mark.parametrize("game", VARIANTS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32), limit=st.sampled_from(LIMITS), players=st.integers(2, 4))
def test_cards_that_nobody_shows_leave_no_trace_to_the_end(game: str, seed: int, limit: Limit, players: int) -> None:
    rng = random.Random(seed)  # noqa: S311 -- a shuffled deck of a test
    up, down = cards_for(rng, game, players)
    first = AnyGame(seed, game, limit, players, (up, down))
    first.play(to_the_end=True)
    places = never_shown(first)
    other = list(down)
    for place, card in zip(places, rng.sample([down[place] for place in places], len(places)), strict=True):
        other[place] = card
    second = AnyGame(seed, game, limit, players, (up, other))
    second.play(to_the_end=True)
    assert first.said == second.said
    assert first.record() == second.record()


@pytest.mark.parametrize("game", DRAWS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32), limit=st.sampled_from(LIMITS), players=st.integers(2, 4))
def test_which_of_the_cards_shown_came_in_a_draw_is_not_told(game: str, seed: int, limit: Limit, players: int) -> None:
    """The same hands lie there at the end, and other cards of each were kept."""
    rng = random.Random(seed)  # noqa: S311 -- a shuffled deck of a test
    up, down = cards_for(rng, game, players)
    first = AnyGame(seed, game, limit, players, (up, down))
    first.play(to_the_end=True)
    other = list(down)
    for shown in first.hand.shown:
        places = [place for place, card in enumerate(down) if card in (shown or ())]
        for place, card in zip(places, rng.sample([down[place] for place in places], len(places)), strict=True):
            other[place] = card
    second = AnyGame(seed, game, limit, players, (up, other))
    second.play(to_the_end=True)
    assert first.said == second.said
    assert first.record() == second.record()
