"""Whether a row of the catalogue is proven: each of the three conditions, and what is said when one is missing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from controller import clock, harness, rulebook
from controller.rules import registered
from controller.rules.registered.rule import Rule
from sim.coverage import measure as measuring
from sim.coverage.measure import Asked, measure
from sim.coverage.mutants import mutants, others
from sim.coverage.report import Covered, as_text, page
from sim.coverage.score import Scored
from sim.scenario.run import Change, House

HOUSE = House(harness.on_floor, partial(clock.run, speed=None))

#: The row home.3.check_bet, with its one example: with no chips in the round a player may check or bet.
PROOF = """\
name: check or bet
examples: [home.3.check_bet#1]
table:
  book: home
  stakes: {small_blind: 100, big_blind: 200}
  seats: {1: 4000, 2: 4000}
  button: 1
do:
  - post: blinds
  - deal_all
  - act: {seat: 1, do: call}
  - act: {seat: 2, do: check}
  - burn
  - board: 3
  - act: {seat: 2, do: call}
  - expect: {refused: {why: act.nothing_to_call, rules: [home.3.check_bet]}}
"""


def silent(what: str, done: int, of: int) -> None:
    """Nobody listens."""


def covered(folder: Path, *, mutate: bool = False, wire: bool = False, row: str = "") -> Covered:
    return measure(Asked((folder,), row=row, mutate=mutate, wire=wire), rulebook.rules(), rulebook.options(), HOUSE, silent)[0]


def scored(folder: Path, row: str = "home.3.check_bet", *, mutate: bool = False, wire: bool = False) -> Scored:
    return next(one for one in covered(folder, mutate=mutate, wire=wire).rows if one.id == row)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "proof.yaml").write_text(PROOF)
    return tmp_path


def test_a_row_with_all_three_is_proven(folder: Path) -> None:
    row = scored(folder, mutate=True, wire=True)
    assert (row.status, row.facts, row.wire, row.scenarios, row.why) == ("proven", True, True, [str(folder / "proof.yaml")], "")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("examples: [home.3.check_bet#1]\n", "examples: [home.3.fold#1]\n", "no scenario carries it"),
        ("  book: home\n", "  book: cooke\n", "no scenario carries it"),
        ("  book: home\n", "", "no scenario carries it"),
        (", rules: [home.3.check_bet]", "", "b: no scenario expects the program to name it"),
        ("act.nothing_to_call", "act.no_bet_yet", "a: no passing scenario carries #1; failing: {file}"),
    ],
    ids=["not claimed", "another book", "no book", "not named", "fails"],
)
def test_what_is_missing_is_said(old: str, new: str, why: str, folder: Path) -> None:
    file = folder / "proof.yaml"
    file.write_text(PROOF.replace(old, new))
    row = scored(folder)
    assert (row.status, row.facts, row.wire) == ("open", False, None)
    assert row.why == why.format(file=file)


def test_every_example_has_to_be_carried(folder: Path) -> None:
    (folder / "proof.yaml").write_text(PROOF.replace("home.3.check_bet#1", "home.3.first_post#2"))
    assert scored(folder, "home.3.first_post").why == "a: no passing scenario carries #1"


def test_one_book_of_several_is_enough_for_its_own_examples(folder: Path) -> None:
    text = PROOF.replace("book: home", "book: [cooke, home]").replace(
        "  - expect: {refused: {why: act.nothing_to_call, rules: [home.3.check_bet]}}",
        "  - expect: {by_book: {home: {refused: {rules: [home.3.check_bet]}}, cooke: {refused: act.nothing_to_call}}}",
    )
    (folder / "proof.yaml").write_text(text)
    assert scored(folder, mutate=True).status == "proven"


def test_a_row_for_which_no_rule_is_registered_is_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "answering", lambda row: ())
    assert scored(folder).why == "c: no registered rule answers for it"


def test_a_proof_that_holds_without_its_rule_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = Rule("nobody.asks", ("home.3.check_bet",), option="dealer_action_counts")
    monkeypatch.setattr(measuring, "answering", lambda row: (idle,) if row in idle.ids else ())
    assert scored(folder).status == "proven"  # on its word, until it is tried
    row = scored(folder, mutate=True)
    assert (row.status, row.facts) == ("open", False)
    assert row.why.startswith("c: its scenarios hold all the same without nobody.asks; dealer_action_counts = ")
    assert covered(folder, mutate=True).survivors == [row]


def test_arithmetic_is_named_nowhere_but_has_to_come_to_something(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, sums = folder / "proof.yaml", Rule("sums", ("home.3.check_bet",), variant="payoffs")
    monkeypatch.setattr(measuring, "answering", lambda row: (sums,) if row in sums.ids else ())
    text = PROOF.replace(", rules: [home.3.check_bet]", "")
    file.write_text(text)
    assert scored(folder).why.startswith("b: no scenario expects what comes of it")
    file.write_text(text + "expect: {stacks: {1: 3800, 2: 3800}}\n")
    assert scored(folder).status == "proven"


def test_classes_that_nothing_has_to_prove(folder: Path) -> None:
    by_class = {row.rule_class: row.status for row in covered(folder).rows if row.rule_class in ("human", "advise", "config")}
    assert by_class == {"human": "human", "advise": "human", "config": "config"}


def test_how_a_proof_fails_without_its_rule_is_told_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that only cites differs in what is named; one that decides, in what comes about."""
    cites = Rule("only.cites", ("home.3.check_bet",))
    monkeypatch.setattr(measuring, "answering", lambda row: (cites,) if row in cites.ids else ())
    monkeypatch.setattr(registered, "REGISTERED", {**registered.REGISTERED, "only.cites": cites})
    assert scored(folder, mutate=True).without == "named"


OPTIONS = rulebook.options()


def test_a_rule_that_an_option_decides_is_tried_with_every_other_answer() -> None:
    rule = Rule("cap", ("cooke.9.16.a",), option="raise_cap")
    tries = mutants(rule, "cooke", {}, OPTIONS)
    assert tries[0] == Change(frozenset({"cap"}))
    now = OPTIONS["raise_cap"].cooke
    assert [change.options["raise_cap"] for change in tries[1:]] == [one for one in OPTIONS["raise_cap"].values if one != now]
    assert mutants(rule, "cooke", {"raise_cap": "no_cap"}, OPTIONS)[1:] != tries[1:]


def test_every_answer_that_is_tried_is_allowed() -> None:
    for option in OPTIONS.values():
        tried = others(option)
        assert all(option.takes(one) for one in tried), option.name
        assert len(tried) > 1, option.name


def test_a_row_whose_scenario_took_a_cameras_readings_says_so(folder: Path) -> None:
    """The face of a card that lies face down is no antenna's; which rows hang on it is said, at the depth where it was read."""
    shown = Path(__file__).parents[1] / "scenarios" / "deal" / "player-turns-his-card-up.yaml"
    (folder / "shown.yaml").write_text(shown.read_text())
    found = covered(folder, wire=True)
    assert {row.id: row.senses for row in found.rows if row.senses} == {"cooke.14.09.c": ["camera"]}
    assert "Through readers as wire (camera: reading), 1: cooke.14.09.c" in list(as_text(found))
    assert "| `cooke.14.09.c` Player-exposed card " in page(found, rulebook.rules(), [])
    assert [row.senses for row in covered(folder).rows if row.senses] == []
