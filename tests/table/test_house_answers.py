"""The floor changes an answer of the house between hands: it holds from the next hand on, or is refused with the reason."""

from __future__ import annotations

import pytest
from at_table import AtTable
from msgspec.structs import replace

from controller import rulebook
from controller.core import verbs
from controller.effects import CommandDone, Tell
from controller.events import Act, Header, NewHand, Post, SetOption, Sit
from controller.game.chips import Stakes
from controller.game.outcome import Refused
from controller.rules.answers import contradicted, unusable
from controller.rules.catalogue.option import UNITS, HouseOption, Value
from controller.rules.catalogue.row import BOOKS
from controller.rules.house import MAX_TOLD_BYTES, House
from controller.rules.options import PRESETS
from controller.table.house_rules import in_force

TEN = Stakes(5, 10)
FLOOR = Header(1, "f1", "floor")
HEAD = Header(1, "d1", "dealer")
OPTIONS = rulebook.options()


def at_roberts() -> AtTable:
    return AtTable([900] * 3, TEN, house=House(seats=3, stakes=TEN, book="roberts", options=PRESETS["roberts"]))


def change(at: AtTable, option: str, answer: Value | None) -> CommandDone:
    return at.ask(SetOption(FLOOR, option, answer))


def in_words(at: AtTable) -> dict[str, Value]:
    return in_force(at.table, at.house).changed()


def test_an_answer_is_changed_told_and_taken_back() -> None:
    at = at_roberts()
    assert change(at, "action_clock_seconds", 45).ok
    assert in_words(at) == {"action_clock_seconds": 45}
    assert change(at, "raise_cap", "no_cap").ok
    assert in_words(at) == {"action_clock_seconds": 45, "raise_cap": "no_cap"}
    assert change(at, "action_clock_seconds", None).ok
    assert in_words(at) == {"raise_cap": "no_cap"}
    told = [(tell.more.option, tell.more.answer) for tell in at.told if tell.kind == "house_changed" and tell.more is not None]
    assert told == [("action_clock_seconds", 45), ("raise_cap", "no_cap"), ("action_clock_seconds", 60)], "taken back, the file's is told"


def test_the_file_s_own_answer_said_again_is_no_change_that_stays() -> None:
    at = at_roberts()
    before = at.table.around
    assert change(at, "action_clock_seconds", 45).ok
    assert change(at, "action_clock_seconds", 60).ok
    assert at.table.around is before


@pytest.mark.parametrize(
    ("option", "answer", "code", "said"),
    [
        ("action_clock", 45, "house_option.unknown", "action_clock_seconds"),
        ("xyzzy", None, "house_option.unknown", "smarttable rules options"),
        ("__class__", "x", "house_option.unknown", ""),
        ("raise_cap", "two_raises", "house_option.answer", "three_raises, four_raises, five_raises, no_cap"),
        ("raise_cap", 3, "house_option.answer", "no_cap"),
        ("action_clock_seconds", 601, "house_option.answer", "0 to 600"),
        ("action_clock_seconds", True, "house_option.answer", "whole number"),
        ("buy_the_button", 1, "house_option.answer", "true or false"),
        ("straddle_amount", "2 blinds", "house_option.answer", "2 big_blind"),
        ("raise_cap", "three_raises", "house_option.same", "raise_cap is three_raises already"),
        ("raise_cap", None, "house_option.same", "already"),
        ("button_movement", "simple_button", "house_option.contradiction", "change missed_blinds_rule first"),
    ],
)
def test_a_refusal_says_what_would_be_allowed_and_changes_nothing(option: str, answer: Value | None, code: str, said: str) -> None:
    at = at_roberts()
    before = at.table
    answered = change(at, option, answer)
    assert (answered.ok, answered.code) == (False, code)
    assert said in answered.message
    assert at.table == before


def test_a_contradiction_names_a_rule_of_each() -> None:
    answered = change(at_roberts(), "button_movement", "simple_button")
    assert answered.rules == ("roberts.blinds.10", "roberts.blinds.2")
    assert all(rule in answered.message for rule in answered.rules)


def test_with_the_other_answer_changed_first_it_is_taken_and_cannot_be_pulled_from_under() -> None:
    at = at_roberts()
    for option, answer in (("missed_blinds_rule", "none"), ("button_movement", "simple_button")):
        answered = change(at, option, answer)
        assert answered.ok, answered
    assert change(at, "missed_blinds_rule", None).code == "house_option.contradiction", "the file's own answer contradicts by now"


def test_a_hand_is_played_by_the_answers_it_began_with() -> None:
    at = at_roberts()
    at.ok(NewHand(HEAD))
    assert change(at, "raise_cap", "no_cap").code == "house_option.running"
    at.ok(Post(HEAD))
    for seat in (at.table.hand.seats[-1], at.table.hand.seats[0]):  # type: ignore[union-attr] # a hand runs
        at.ok(Act(HEAD, seat, "fold"))
    assert change(at, "raise_cap", "no_cap").ok


def test_whoever_asks_in_a_step_is_given_the_changed_house(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Value] = []

    def ask(table: object, command: object, house: House) -> Refused:
        asked.append(house.options.raise_cap)
        return Refused("x.y", "no")

    at = at_roberts()
    monkeypatch.setitem(verbs.ON_TABLE, Sit, ask)
    at.do(Sit(HEAD, 1, "A", 5))
    assert change(at, "raise_cap", "no_cap").ok
    at.do(Sit(HEAD, 1, "A", 5))
    assert asked == ["three_raises", "no_cap"]


def test_no_more_is_taken_than_can_be_told() -> None:
    at = at_roberts()
    refused = 0
    for option in OPTIONS.values():
        others = [value for value in every_answer(option) if option.takes(value) and value != option.roberts]
        answered = change(at, option.name, max(others, key=lambda value: len(str(value))))
        refused += answered.code == "house_option.too_many"
    assert refused
    assert in_force(at.table, at.house).told_bytes() <= MAX_TOLD_BYTES


def every_answer(option: HouseOption) -> list[Value]:
    if option.type == "choice":
        return list(option.values)
    if option.type == "bool":
        return [True, False]
    if option.type == "int":
        return [option.least, option.most, option.least - 1, option.most + 1]
    return ["none", "preset", *(f"3 {unit}" for unit in UNITS)]


def test_the_core_takes_what_the_catalogue_takes() -> None:
    """Two ways to the same: the catalogue's files, for table.toml; the struct, for the core."""
    tried: list[object] = ["", "x", "none", 0, 1, 5, -1, 10**9, True, False, 2.0, (), "2 big_blind"]
    for option in OPTIONS.values():
        for answer in [*every_answer(option), *tried]:
            assert (unusable(option.name, answer) is None) == option.takes(answer), (option.name, answer)


def test_the_core_finds_the_contradictions_of_the_catalogue() -> None:
    for option in OPTIONS.values():
        for one in option.excludes:
            for book in BOOKS:
                house = House(book=book, options=replace(PRESETS[book], **{option.name: one.own, one.other: one.value}))
                refused = contradicted(house, option.name)
                assert refused is not None, (book, option.name, one)
                assert len(set(refused.rules)) == 2
                assert set(refused.rules) & set(option.rules)
                assert contradicted(house, one.other) is not None
    assert [name for name in OPTIONS for book in BOOKS if contradicted(House(book=book, options=PRESETS[book]), name)] == []


def test_what_a_newer_version_changed_is_passed_over() -> None:
    """A table from a journal may hold a question that this version does not ask: it must not raise."""
    at = at_roberts()
    around = replace(at.table.around, answers=(("of_a_newer_version", 3), ("raise_cap", "no_cap")))
    assert in_force(replace(at.table, around=around), at.house).changed() == {"raise_cap": "no_cap"}
    assert isinstance(at.do(SetOption(FLOOR, "of_a_newer_version", None))[-1], CommandDone)
    assert [tell for tell in at.told if isinstance(tell, Tell) and tell.kind == "house_changed"] == []
