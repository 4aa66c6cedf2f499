"""What the books answer differently about betting: one file a question, run under all three, and each answer makes the difference."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest

from controller import clock, harness, rulebook
from controller.rules.catalogue.option import HouseOption
from controller.rules.catalogue.row import BOOKS
from sim.coverage.open_rows import REASONS
from sim.scenario.run import Change, Depth, House, checked, run_under

HOUSE: Final = House(harness.on_floor, partial(clock.run, speed=None))
FOLDER: Final = Path(__file__).parents[1] / "scenarios" / "books"
OPTIONS: Final = rulebook.options()

#: Option → its files: named after it, with what sets one apart from another behind a hyphen.
FILES: Final[dict[str, list[Path]]] = defaultdict(list)
for file in sorted(FOLDER.glob("*.yaml")):
    FILES[file.stem.split("-")[0]].append(file)

#: Questions about betting that need more than what is said at the panel today, each with one word why.
LATER: Final = {
    "raise_cap_two_rounds": "draw",
    "heads_up_cap_release_two_rounds": "draw",
    "silent_extra_chips": "chips",
    "big_bet_chip_commitment": "chips",
    "limit_chip_commitment": "chips",
    "announced_raise_motions": "chips",
    "oversized_chip_with_others": "chips",
    "incomplete_raise_remedy": "chips",
    "verbal_chip_conflict": "chips",
    "misread_amount_relief_percent": "chips",
    "unaware_of_raise_choice": "chips",
    "unaware_of_raise_acted_behind": "chips",
    "splash_dispute": "chips",
    "all_in_must_be_announced": "chips",
    "out_of_turn_release": "talk",
    "out_of_turn_check_penalty": "talk",
    "out_of_turn_force": "talk",
    "out_of_turn_speech": "talk",
    "kill_second_leg": "kill",
    "kill_split_with_leg": "kill",
    "kill_split_by_killer": "kill",
    "kill_neutral_on_split": "kill",
    "kill_walk": "kill",
    "voluntary_kill": "kill",
    "bring_in_amount": "stud",
    "bring_in_may_complete": "stud",
    "stud_board_tie": "stud",
    "razz_board_tie": "stud",
    "stud_open_pair_double_bet": "stud",
    "lowball_check_raise": "lowball",
    "overs": "money",
}


def differs(option: HouseOption) -> bool:
    return len({repr(option.of(book)) for book in BOOKS}) > 1


def test_each_question_about_betting_that_the_books_answer_differently_has_a_file_or_a_reason() -> None:
    asked = {name for name, option in OPTIONS.items() if option.affects == "betting" and differs(option)}
    assert asked - set(FILES) == set(LATER)
    assert set(LATER.values()) <= set(REASONS)
    assert set(FILES) <= {name for name, option in OPTIONS.items() if differs(option)}


@pytest.mark.parametrize("name", FILES)
def test_a_book_that_answers_as_another_does_is_found_out(name: str) -> None:
    option = OPTIONS[name]
    scenarios = [checked(file) for file in FILES[name]]
    assert all(set(scenario.books) == set(BOOKS) for scenario in scenarios)
    undetected = {(repr(option.of(one)), repr(option.of(other))) for one, other in permutations(BOOKS, 2)}
    undetected -= {(mine, others) for mine, others in undetected if mine == others}
    for one, other in permutations(BOOKS, 2):
        pair = repr(option.of(one)), repr(option.of(other))
        change = Change(options={name: option.of(other)})
        if pair in undetected and not all(run_under(one, scenario, HOUSE, Depth(), change).ok for scenario in scenarios):
            undetected.discard(pair)
    assert undetected == set(), "no file fails when a book that answers the first answers the second"
