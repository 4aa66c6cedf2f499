"""The rules as data: each well-formed, none twice, all of them there; finding them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from controller import rulebook
from controller.rules.catalogue.finding import chosen, search
from controller.rules.catalogue.row import BOOKS, CLASSES, WORKABLE, Rule

RULES = list(rulebook.rules().values())
#: cooke.14.20.g, roberts.misdeals.1.2, home.7.before_two
ID = re.compile(r"(cooke|roberts|home)(\.[A-Za-z0-9_]+)+")
LIMITS = {"all", "no_limit", "pot_limit", "fixed_limit", "spread_limit"}
GAMES = {
    "all", "holdem", "omaha", "omaha_hilo", "pineapple", "crazy_pineapple", "tahoe", "double_flop_holdem", "stud5", "stud7", "stud7_hilo",
    "razz", "draw5", "jacks_or_better", "jacks_back", "lowball_a5", "lowball_27", "double_draw", "triple_draw", "rounds",
}  # fmt: skip
SENSES = {
    "cards", "cards.hole", "cards.up", "cards.board", "cards.burn", "cards.muck", "cards.stub", "cards.shuffler", "camera.face_up",
    "camera.backs", "chips.bet", "chips.pot", "chips.stack", "chips.tray", "button", "seats", "clock", "lists", "dealer_panel",
    "floor_panel", "house_config",
}  # fmt: skip


def test_every_rule_is_there() -> None:
    assert len(RULES) == 1410
    assert sum(rule.workable for rule in RULES) == 1151
    assert sum(len(rule.examples) for rule in RULES) == 1538
    assert Counter(rule.book for rule in RULES) == {"cooke": 1037, "roberts": 277, "home": 96}
    assert Counter(rule.rule_class for rule in RULES) == {
        "enforce": 728, "money": 217, "track": 161, "config": 131, "human": 68, "advise": 60, "announce": 45,
    }  # fmt: skip


def test_no_id_is_taken_twice() -> None:
    """The loader keys by id, so one that is taken twice would hide a rule: count the lines."""
    lines = [line for path in (rulebook.FOLDER / "rows").glob("*.jsonl") for line in path.read_text().splitlines()]
    assert len(lines) == len(RULES)


def test_every_rule_is_well_formed() -> None:
    wrong: list[tuple[str, str]] = []
    for rule in RULES:
        checks = {
            "id": ID.fullmatch(rule.id) is not None and rule.id.startswith(f"{rule.book}."),
            "class": rule.rule_class in CLASSES,
            "games": bool(rule.games) and set(rule.games) <= GAMES,
            "limits": bool(rule.limits) and set(rule.limits) <= LIMITS,
            "senses": set(rule.senses) <= SENSES,
            "words": all(text.strip() for text in (rule.title, rule.section, rule.summary, rule.duty)),
            "examples": all(part.strip() for one in rule.examples for part in (one.given, one.when, one.then)),
            "option": rule.option is None or bool(rule.option.name),
        }
        wrong += [(rule.id, what) for what, right in checks.items() if not right]
    assert wrong == []


def test_a_workable_rule_has_an_example() -> None:
    """A rule is proven by its examples: one without any could not be."""
    assert [rule.id for rule in RULES if rule.rule_class in WORKABLE and not rule.examples] == []


def test_the_books_come_in_order_and_cookes_chapters_too() -> None:
    books = [rule.book for rule in RULES]
    assert books == sorted(books, key=list(BOOKS).index)
    chapters = [int(rule.id.split(".")[1]) for rule in RULES if re.match(r"cooke\.\d", rule.id)]
    assert chapters == sorted(chapters)


@pytest.mark.parametrize(
    ("words", "found", "first"),
    [
        (["oversized", "chip"], True, None),
        (["cooke.14.20.g"], True, "cooke.14.20.g"),
        (["no-limit"], True, None),
        (["xyzzy"], False, None),
        ([" "], False, None),
        ([], False, None),
    ],
)
def test_search(words: Sequence[str], found: bool, first: str | None) -> None:
    there = search(RULES, words)
    assert bool(there) is found
    if first:
        assert there[0].id == first
    assert all(all(word.lower().replace("-", " ") in plain(rule) for word in words) for rule in there)


def plain(rule: Rule) -> str:
    examples = " ".join(f"{one.given} {one.when} {one.then}" for one in rule.examples)
    option = rule.option.name if rule.option else ""
    text = f"{rule.id} {rule.title} {rule.section} {rule.summary} {rule.duty} {option} {examples}"
    return text.lower().replace("-", " ").replace("_", " ")


def test_search_is_the_same_however_no_limit_is_written() -> None:
    spelled = [[rule.id for rule in search(RULES, [word])] for word in ("no-limit", "No_Limit", "no limit")]
    assert spelled[0] == spelled[1] == spelled[2]
    assert len(spelled[0]) > 10


def test_search_puts_what_is_in_the_title_first() -> None:
    there = search(RULES, ["straddle"])
    named = ["straddle" in f"{rule.id} {rule.title}".lower() for rule in there]
    assert named == sorted(named, reverse=True)
    assert True in named
    assert False in named


def test_chosen_takes_book_and_class() -> None:
    there = chosen(RULES, book="home", rule_class="money")
    assert {(rule.book, rule.rule_class) for rule in there} == {("home", "money")}
    assert len(there) == sum(rule.book == "home" and rule.rule_class == "money" for rule in RULES)
    assert chosen(RULES) == RULES
