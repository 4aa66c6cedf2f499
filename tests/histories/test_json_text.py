"""JSON that people look at too is the same JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.histories.json_text import json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=40,
)


@given(VALUES)
@pytest.mark.slow
def test_it_reads_back_as_it_was(value: object) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert not any(not line.strip() for line in text.split("\n")), "an empty line would end the hand"


def test_what_fits_stays_on_a_line() -> None:
    value = {"cards": ["As", "Kd"], "actions": [{"player_id": seat, "action": "Fold"} for seat in range(6)]}
    assert json_text(value).split("\n") == [
        "{",
        '  "cards": ["As", "Kd"],',
        '  "actions": [',
        *[f'    {{"player_id": {seat}, "action": "Fold"}}{"," if seat < 5 else ""}' for seat in range(6)],
        "  ]",
        "}",
    ]
