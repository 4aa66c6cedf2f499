"""One option a question: well-formed, tied to the rules both ways, no book against itself, and the struct the same as the list."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import asdict, fields, replace

from controller import rulebook
from controller.rules.catalogue.option import AFFECTS, HouseOption, Value, contradictions
from controller.rules.catalogue.row import BOOKS, Book
from controller.rules.house import House
from controller.rules.options import DEFAULT_BOOK, PRESETS, HouseOptions
from controller.rules_source import TARGET, module_text

OPTIONS = rulebook.options()
RULES = rulebook.rules()


def test_every_option_is_there_once() -> None:
    lines = [line for path in (rulebook.FOLDER / "options").glob("*.jsonl") for line in path.read_text().splitlines()]
    assert len(lines) == len(OPTIONS) == 423
    assert {option.affects for option in OPTIONS.values()} == set(AFFECTS)


def test_every_option_is_well_formed() -> None:
    wrong: list[tuple[str, str]] = []
    for name, option in OPTIONS.items():
        checks = {
            "name": name.isidentifier() and name == name.lower() and not hasattr(House, name),
            "question": option.question.endswith("?"),
            "values": (option.type == "choice") == bool(option.values) and len(option.values) != 1,
            "words": all(meaning.strip() for meaning in option.values.values()),
            "bounds": (option.type == "int") == (option.least < option.most),
            "books": all(option.takes(option.of(book)) for book in BOOKS),
            "silent": set(option.silent) <= set(BOOKS) and len(set(option.silent)) == len(option.silent),
            "rules": bool(option.rules) and len(set(option.rules)) == len(option.rules),
            "rules exist": set(option.rules) <= set(RULES),
            "says": all(any(rule.startswith(f"{book}.") for rule in option.rules) for book in BOOKS if book not in option.silent),
        }
        wrong += [(name, what) for what, right in checks.items() if not right]
    assert wrong == []


def test_an_exclusion_is_between_answers_that_exist() -> None:
    for option in OPTIONS.values():
        for one in option.excludes:
            other = OPTIONS[one.other]
            assert other.name != option.name
            assert option.takes(one.own), (option.name, one)
            assert other.takes(one.value), (option.name, one)


def test_no_contradiction_is_written_twice() -> None:
    pairs = [
        frozenset({(option.name, one.own), (one.other, one.value)}) for option in OPTIONS.values() for one in option.excludes
    ]  # in either direction it is the same
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize("book", BOOKS)
def test_no_book_contradicts_itself(book: Book) -> None:
    assert list(contradictions(rulebook.answers(book), OPTIONS, book)) == []


def test_every_exclusion_is_found_and_names_two_rules() -> None:
    excluding = [(option, one) for option in OPTIONS.values() for one in option.excludes]
    assert len(excluding) > 40
    for option, one in excluding:
        for book in BOOKS:
            answers = rulebook.answers(book, {option.name: one.own, one.other: one.value})
            found = [each for each in contradictions(answers, OPTIONS, book) if (each.own, each.other) == (option.name, one.other)]
            assert [(each.own_value, each.other_value) for each in found] == [(one.own, one.value)]
            assert found[0].own_rule in option.rules
            assert found[0].other_rule in OPTIONS[one.other].rules
            assert found[0].own_rule != found[0].other_rule


def test_every_choice_that_a_rule_leaves_is_an_option() -> None:
    aliased = {(alias.name, alias.rule) for option in OPTIONS.values() for alias in option.aliases}
    left = {(rule.option.name, rule.id) for rule in RULES.values() if rule.option is not None}
    assert aliased == left
    assert all(option.takes(alias.value) or _of_merged(option, alias.name) for option in OPTIONS.values() for alias in option.aliases)


def _of_merged(option: HouseOption, alias: str) -> bool:
    return (option.name, alias) == ("minimum_betting_unit", "unit_40_80")


#: What a rule says where its book says otherwise at another place, and which the book's set follows, with the reason in the option's note.
OVERRULED = {
    ("raise_cap_two_rounds", "cooke.9.16.c"),
    ("transfer_minimum_buy_in", "cooke.9.02.c"),
    ("new_game_entry", "cooke.12.16"),
    ("bad_beat_split", "cooke.B.E.11"),
    ("bad_beat_split", "cooke.B.E.12"),
    ("minimum_betting_unit", "cooke.def.minimum_betting_unit"),
}


def test_a_book_s_set_says_what_its_rules_say() -> None:
    other = {
        (option.name, alias.rule)
        for option in OPTIONS.values()
        for alias in option.aliases
        if alias.value != option.of(RULES[alias.rule].book)
    }
    assert other == OVERRULED
    assert [name for name, _ in OVERRULED if not OPTIONS[name].note] == []


def test_what_is_fixed_is_no_option_and_has_a_reason() -> None:
    for name, one in rulebook.fixed().items():
        assert name not in OPTIONS
        assert set(one.rules) <= set(RULES)
        assert one.reason.endswith(".")
    assert len(rulebook.fixed()) == 9


@pytest.mark.parametrize(
    ("name", "answer", "taken"),
    [
        ("raise_cap", "no_cap", True),
        ("raise_cap", "two_raises", False),
        ("raise_cap", 3, False),
        ("dealer_action_counts", True, True),
        ("dealer_action_counts", 1, False),
        ("dealer_action_counts", "true", False),
        ("action_clock_seconds", 0, True),
        ("action_clock_seconds", 600, True),
        ("action_clock_seconds", 601, False),
        ("action_clock_seconds", -1, False),
        ("action_clock_seconds", True, False),
        ("action_clock_seconds", 30.0, False),
        ("max_push_back", -1, True),
        ("straddle_amount", "none", True),
        ("straddle_amount", "preset", True),
        ("straddle_amount", "2 big_blind", True),
        ("straddle_amount", "0.25 usd", True),
        ("straddle_amount", "2big_blind", False),
        ("straddle_amount", "2 big_blind\n", False),
        ("straddle_amount", "-2 big_blind", False),
        ("straddle_amount", "2 blinds", False),
        ("straddle_amount", 2, False),
        ("straddle_amount", None, False),
    ],
)
def test_what_an_option_takes(name: str, answer: object, taken: bool) -> None:
    assert OPTIONS[name].takes(answer) is taken


# -- the struct that the core asks


def test_the_struct_is_made_from_the_list() -> None:
    assert TARGET.read_text(encoding="utf-8") == module_text(), "run: python -m controller.rules_source"


@pytest.mark.parametrize("book", BOOKS)
def test_a_preset_is_the_book(book: Book) -> None:
    assert asdict(PRESETS[book]) == rulebook.answers(book)


def test_each_field_takes_what_the_option_takes() -> None:
    hints = get_type_hints(HouseOptions)
    for field in fields(HouseOptions):
        option = OPTIONS[field.name]
        if option.type == "choice":
            assert set(get_args(hints[field.name])) == set(option.values)
        else:
            assert hints[field.name] is {"bool": bool, "int": int, "amount": str}[option.type]


def test_a_house_without_a_book_is_the_default_one() -> None:
    assert House().book == DEFAULT_BOOK
    assert House().options == PRESETS[DEFAULT_BOOK]


def test_what_a_house_changed_is_what_differs_from_its_book() -> None:
    roberts = House(book="roberts", options=replace(PRESETS["roberts"], action_clock_seconds=45, raise_cap="three_raises"))
    assert roberts.changed() == {"action_clock_seconds": 45}, "three raises is roberts' own answer"
    assert House(book="home", options=PRESETS["home"]).changed() == {}


@pytest.mark.parametrize("book", BOOKS)
def test_a_house_survives_the_journal_s_encoding(book: Book) -> None:
    changed: dict[str, Value] = {"stub_count_interval_min": 7, "rake_cap": "4 usd"}
    house = House(book=book, options=replace(PRESETS[book], **changed))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(house), type=House) == house
