"""The rules that the table carries out: each answers for rows of the catalogue, and a house names those of its own book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller import rulebook
from controller.rules import award_rules, betting_rules, draw_rules, posting_rules, registered, sight_rules, straddle_rules
from controller.rules.house import House
from controller.rules.registered import REGISTERED, answering, rows_of
from controller.table import seats

BOTH = ("roberts.nl.3b", "cooke.8.01.03.b", "cooke.8.01.03.a")


def test_every_rule_answers_for_rows_that_there_are() -> None:
    unknown = {row for rule in REGISTERED.values() for row in rule.ids} - set(rulebook.rules())
    assert not unknown


def test_every_rule_names_something() -> None:
    for rule in REGISTERED.values():
        assert rule.ids, rule.name
        assert not rule.option or rule.option in rulebook.options(), rule.name


def test_no_name_is_given_twice() -> None:
    names = [rule.name for theme in registered._THEMES for rule in theme]
    assert sorted(names) == sorted(set(names))


def test_rows_and_rules_lead_to_each_other() -> None:
    (rule,) = answering("cooke.4.06.a")
    assert rule.name == "turn.in_order"
    assert rows_of({"turn.in_order", "nobody.wrote_this"}) == {"cooke.4.06.a"}
    assert answering("cooke.1.1") == ()


@pytest.mark.parametrize(
    ("house", "cited"),
    [
        (House(), ("cooke.8.01.03.b", "cooke.8.01.03.a")),
        (House(book="roberts"), ("roberts.nl.3b",)),
        (House(book="home"), BOTH),
        (House(book="home", without=frozenset({"bet.facing"})), BOTH),
        (House(book="roberts", without=frozenset({"reopen.full_raise"})), ()),
    ],
)
def test_a_house_names_its_own_books_rules_and_all_where_it_has_none(house: House, cited: tuple[str, ...]) -> None:
    assert house.cited(BOTH) == cited


ROOT = Path(__file__).resolve().parents[2] / "controller"
ASKED_OFF = re.compile(r'"([a-z_]+\.[a-z_]+)"\s+(?:not )?in [a-z_.]*(?:off|without)\b')
OFF_SETS = (seats.ADDED_BETWEEN,)


def switched_off() -> set[str]:
    """The rules that some code can do without, by the name that it asks for."""
    rooms = (ROOT / "core", ROOT / "game", ROOT / "table", ROOT / "rules")
    found = {name for room in rooms for file in room.rglob("*.py") for name in ASKED_OFF.findall(file.read_text(encoding="utf-8"))}
    return found.union(*OFF_SETS) | {
        name for rules in (award_rules, betting_rules, draw_rules, posting_rules, sight_rules, straddle_rules) for name in rules.OFF
    }


def test_what_can_be_switched_off_is_registered() -> None:
    """A name that no rule has would never be switched off: nothing would show that its branch is dead."""
    assert switched_off() <= set(REGISTERED)


def test_every_rule_can_be_switched_off_or_is_answered_by_an_option() -> None:
    """Else nothing but the citation would change without it, and its proof would prove no more."""
    fixed = {name for name, rule in REGISTERED.items() if not rule.option and not rule.variant}
    assert fixed - switched_off() == ONLY_NAMED


#: Rules of what cannot be otherwise in this table: there they are named, and nothing can be done without them.
ONLY_NAMED = {
    "bet.table_stakes",  # nobody can put in more than he has
    "stack.stays",  # the hand does not know a player without a seat
    "turn.board_first",  # there is no bet on cards that are not there
}
