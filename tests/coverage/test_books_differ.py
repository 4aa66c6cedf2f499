"""Each question on betting that the books answer differently: one file, run under the three, gives their answers."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Final

import pytest
from test_coverage_score import HOUSE

from controller import rulebook
from controller.rules.catalogue.option import HouseOption
from controller.rules.catalogue.row import BOOKS
from sim.coverage.open_rows import REASONS
from sim.scenario.batch import run_file
from sim.scenario.report import by_book
from sim.scenario.run import Change, Depth, checked, run_under

FOLDER: Final = Path(__file__).resolve().parents[1] / "scenarios" / "books"
OPTIONS: Final = rulebook.options()

#: Questions on betting that need more than what is said at the panel today, each with one word why.
LATER: Final = {
    # which chips went in without a word only whoever counts them knows: an entry is made when that is decided
    "silent_extra_chips": "chips",
    # whether a hand moved, let go or crossed a line no entry tells: what is entered has been let go
    "big_bet_chip_commitment": "chips",
    # as above, in limit
    "limit_chip_commitment": "chips",
    # an entry is one amount: in how many movements it came, and where the hands rested, is not in it
    "announced_raise_motions": "chips",
    # it turns on which single chips went in and in which order; an entry has their sum
    "oversized_chip_with_others": "chips",
    # extra chips that stay in the pot of a caller are no bet: the hand has no place for dead chips of a player who is still in
    "incomplete_raise_remedy": "chips",
    # which came first, the word or the chips, is not in an entry: it holds one amount
    "verbal_chip_conflict": "chips",
    "kill_second_leg": "kill",
    "kill_split_with_leg": "kill",
    "kill_split_by_killer": "kill",
    "kill_neutral_on_split": "kill",
    "kill_walk": "kill",
    "voluntary_kill": "kill",
    "overs": "money",
}


def differs(option: HouseOption) -> bool:
    return len({repr(option.of(book)) for book in BOOKS}) > 1


#: Those that are answered now; straddles stand in another chapter of the list, and are bets all the same.
ASKED: Final = sorted(
    name
    for name, option in OPTIONS.items()
    if differs(option) and (option.affects == "betting" or "straddle" in name) and name not in LATER
)


def files_of(option: str) -> list[Path]:
    """The files that are of a question: named as it is, with a hyphen and something behind it where there are several."""
    return [file for file in sorted(FOLDER.glob("*.yaml")) if file.stem.split("-")[0] == option]


def test_every_file_is_of_a_question_that_the_books_answer_differently() -> None:
    assert {file for option in ASKED for file in files_of(option)} == set(FOLDER.glob("*.yaml"))


def test_what_has_no_file_waits_for_a_reason() -> None:
    assert {name for name in LATER if not differs(OPTIONS[name]) or OPTIONS[name].affects != "betting"} == set()
    assert set(LATER.values()) <= set(REASONS)


@pytest.mark.parametrize("option", ASKED)
def test_one_file_gives_the_answers_of_the_books(option: str) -> None:
    outcomes = [run_file(file, HOUSE, Depth()) for file in files_of(option)]
    assert [outcome.invalid for outcome in outcomes if outcome.invalid] == []
    assert [str(failure) for outcome in outcomes for result in outcome.results for failure in result.failures] == []
    assert any([result.book for result in outcome.results] == list(BOOKS) for outcome in outcomes), "no file runs it under the three"
    books, rows = by_book(outcomes)
    assert books == [*BOOKS]
    assert any(len({row.get(book) for book in books}) > 1 for row in rows.values()), rows


@pytest.mark.parametrize("name", ASKED)
def test_a_book_that_answers_as_another_does_is_found_out(name: str) -> None:
    option, scenarios = OPTIONS[name], [checked(file) for file in files_of(name)]
    answers = {book: option.of(book) for book in BOOKS}
    unseen = {(repr(answers[one]), repr(answers[other])) for one, other in permutations(BOOKS, 2)}
    unseen -= {pair for pair in unseen if pair[0] == pair[1]}
    for one, other in permutations(BOOKS, 2):
        pair, change = (repr(answers[one]), repr(answers[other])), Change(options={name: answers[other]})
        if pair in unseen and not all(run_under(one, scenario, HOUSE, Depth(), change).ok for scenario in scenarios):
            unseen.discard(pair)
    assert unseen == set(), "no file fails under a book that answers the first when it answers the second"
