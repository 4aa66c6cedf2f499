"""Deltas of the state: what leads from one to the next leads there exactly, and is no larger than it must be."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_hub import seat, state

from controller.feed.delta import apply, diff

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
CHIPS = st.integers(0, 10**9)


@st.composite
def states(draw: st.DrawFn) -> dict[str, Any]:
    """A state as published, likely or not."""
    places = draw(st.integers(2, 10))
    taken = draw(st.sets(st.integers(1, places)))
    seats = [
        seat(
            number,
            draw(st.text(max_size=5)),
            draw(CHIPS),
            bet=draw(CHIPS),
            state=draw(st.sampled_from(["waiting", "in_hand", "folded", "all_in", "mucked"])),
            to_act=draw(st.booleans()),
            last_action=draw(st.none() | st.just("fold")),
            cards=(draw(st.integers(0, 2)), draw(st.lists(st.sampled_from(CARDS), max_size=2))),
            result=draw(st.none() | st.integers(-(10**9), 10**9)),
        )
        for number in sorted(taken)
    ]
    board = draw(st.lists(st.sampled_from(CARDS), max_size=5, unique=True))
    pots = draw(st.lists(st.tuples(CHIPS, st.lists(st.integers(1, 10), max_size=3)), max_size=3))
    return state(
        draw(st.integers(0, 10**6)), seats, places=places, board=board, pots=pots, hand=draw(st.none() | st.just("h1"))
    ).model_dump(mode="json")  # fmt: skip


@given(states(), states())
@pytest.mark.slow
def test_a_delta_leads_from_one_state_to_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = copy.deepcopy(before)
    assert apply(diff(before, after), before) == after
    assert before == kept  # nobody's state was changed under him


@given(states())
def test_nothing_new_is_an_empty_delta(same: dict[str, Any]) -> None:
    delta = diff(same, copy.deepcopy(same))
    assert delta == {"rev_from": same["rev"], "rev_to": same["rev"], "set": {}, "seats": []}


@given(states(), states())
@pytest.mark.slow
def test_fields_that_went_away_are_gone(before: dict[str, Any], after: dict[str, Any]) -> None:
    del after["ante"]
    assert apply(diff(before, after), before) == after


def test_one_bet_sends_one_seat() -> None:
    quiet = [seat(n, f"p{n}", 1000) for n in range(1, 11)]
    before = state(3, quiet).model_dump(mode="json")
    after = state(4, [*quiet[:6], seat(7, "p7", 900, bet=100), *quiet[7:]]).model_dump(mode="json")
    delta = diff(before, after)
    assert [changed["seat"] for changed in delta["seats"]] == [7]
    assert (delta["rev_from"], delta["rev_to"]) == (3, 4)
    assert "board" not in delta["set"]
    assert delta["set"]["pot_total"] == 100
