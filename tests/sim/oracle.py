"""PokerKit's account of a hand file, for holding ours against it."""

from __future__ import annotations

import warnings
from typing import Any

from pokerkit import HandHistory, State


def final_state(text: str) -> State:
    """The state after all actions of a file, as PokerKit's own reader plays it (burns and missing deals unknown)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every card dealt that its own shuffled deck had not on top
        state = None
        for state in HandHistory.loads(text):  # noqa: B007 # the last one is wanted
            pass
    assert state is not None
    return state


def payoffs(text: str) -> list[int]:
    return list(final_state(text).payoffs)


def next_act(text: str) -> dict[str, Any]:
    """Who is to act and what he may do, in the fields of a replay's `next`."""
    state = final_state(text)
    actor = state.actor_index
    raises = actor is not None and state.can_complete_bet_or_raise_to()
    return {
        "actor": None if actor is None else f"p{actor + 1}",
        "call": None if actor is None else state.checking_or_calling_amount,
        "can_raise": raises,
        "min_raise_to": state.min_completion_betting_or_raising_to_amount if raises else None,
        "max_raise_to": state.max_completion_betting_or_raising_to_amount if raises else None,
    }
