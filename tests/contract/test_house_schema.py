"""The published schema of table.toml allows in [house.options] what the house may answer, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from controller import rulebook
from controller.published.schemas import schemas

CONFIG = Draft202012Validator(schemas()["config"])
OPTIONS = rulebook.options()


def valid(**house: Any) -> bool:
    return CONFIG.is_valid({"schema": 1, "house": house})


@pytest.mark.parametrize("book", ["cooke", "roberts", "home"])
def test_a_whole_book_written_out_is_valid(book: Any) -> None:
    assert valid(book=book, options=rulebook.answers(book))


def test_each_question_allows_what_the_table_takes() -> None:
    tried: list[Any] = ["", "x", "none", "never", 0, 1, 2, -1, 10**9, True, False, 2.5, [], "2 big_blind", "0.25 usd", "2 big_blinds", None]
    for name, option in OPTIONS.items():
        check = CONFIG.evolve(schema=CONFIG.schema["$defs"]["HouseSection"]["properties"]["options"]["properties"][name])
        for answer in [*option.values, *tried, option.least - 1, option.most + 1]:
            assert check.is_valid(answer) == option.takes(answer), (name, answer)


def test_a_question_that_nobody_asks_is_not_valid() -> None:
    assert valid(options={})
    assert not valid(options={"action_clock": 45})
    assert not valid(book="roberst")
