"""The rules that the table carries out: each answers for rows of the catalogue, and a house names those of its own book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller import rulebook
from controller.rules import registered
from controller.rules.betting_rules import OFF as BETTING_OFF
from controller.rules.house import House
from controller.rules.posting_rules import OFF as POSTING_OFF
from controller.rules.registered import REGISTERED, answering, rows_of

CONTROLLER = Path(__file__).resolve().parents[2] / "controller"
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


def test_what_can_be_switched_off_is_registered() -> None:
    """A name that no rule has would never be switched off: nothing would show that its branch is dead."""
    rooms = [CONTROLLER / room for room in ("game", "table", "rules")]
    sources = "\n".join(file.read_text(encoding="utf-8") for room in rooms for file in sorted(room.glob("*.py")))
    asked = set(re.findall(r'"([a-z_]+\.[a-z_]+)"\s+(?:not )?in [a-z_.]*(?:off|without)\b', sources))
    assert len(asked) > 15
    assert {*asked, *BETTING_OFF, *POSTING_OFF} <= set(REGISTERED)


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
