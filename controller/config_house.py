"""What may be wrong about [house]: questions nobody asks, answers that are not allowed, answers that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from controller import rulebook
from controller.config_errors import Problem, written
from controller.config_nearest import nearest_hint
from controller.rules.catalogue.option import Contradiction, HouseOption, Value, contradictions, shown
from controller.rules.house import MAX_TOLD_BYTES, House
from controller.rules.options import PRESETS

if TYPE_CHECKING:
    from controller.config_model import HouseSection


def house_problems(house: HouseSection) -> list[Problem]:
    """Return everything that keeps the house's answers from being used. The catalogue is read only when there are any."""
    changed = house.options
    if not changed:
        return []
    wrong = [*_each(changed)]
    if wrong:
        return wrong
    told = House(book=house.book, options=replace(PRESETS[house.book], **changed)).told_bytes()
    if told > MAX_TOLD_BYTES:
        return [Problem(("house", "options"), _too_many(told), "config.bad_option")]
    answers = rulebook.answers(house.book, changed)
    return [_contradiction(one, changed) for one in contradictions(answers, rulebook.options(), house.book)]


def _each(changed: Mapping[str, Any]) -> Iterator[Problem]:
    options = rulebook.options()
    for name, answer in changed.items():
        option = options.get(name)
        if option is None:
            yield Problem(("house", "options", name), _unknown(name), "config.unknown_option")
        elif not option.takes(answer):
            yield Problem(("house", "options", name), _not_allowed(option, answer), "config.bad_option")


def _too_many(told: int) -> str:
    return (
        f"the answers that differ from the book's take {told:,} bytes and {MAX_TOLD_BYTES:,} can be told; "
        "set book to the one that is nearest to yours and change fewer answers"
    )


def _unknown(name: str) -> str:
    asked = rulebook.aliases().get(name)
    if asked:
        return f"a book's own word; here the question is asked as {' and '.join(asked)}"
    fixed = rulebook.fixed().get(name)
    if fixed is not None:
        return f"is no option: always {shown(fixed.answer)} ({fixed.rules[0]}); take it out"
    near = nearest_hint(name, rulebook.options())
    if not near:
        words = {word for option in rulebook.options() for word in option.split("_")}
        known = next((f" {word}" for word in reversed(name.split("_")) if word in words), "")
        near = f"; `smarttable rules options{known}` lists those there are"
    return f"no such question{near}"


def _not_allowed(option: HouseOption, answer: Any) -> str:
    near = nearest_hint(answer, option.values) if isinstance(answer, str) and option.type == "choice" else ""
    return f"{written(answer)} is not allowed{near}; allowed: {option.allowed()}"


def _contradiction(one: Contradiction, changed: Mapping[str, Value]) -> Problem:
    """At the answer that the house has written: the first of the two, if it wrote both."""
    here = (one.own, one.own_value, one.own_rule)
    there = (one.other, one.other_value, one.other_rule)
    mine, against = (here, there) if one.own in changed else (there, here)
    whose = "" if against[0] in changed else f" of the book; write {against[0]} = {_instead(against)} as well, or take this out"
    return Problem(
        ("house", "options", mine[0]),
        f"{shown(mine[1])} ({mine[2]}) contradicts {against[0]} = {shown(against[1])} ({against[2]}){whose or '; change one of the two'}",
        "config.house_contradiction",
    )


def _instead(against: tuple[str, Value, str]) -> str:
    """The answers that may stand in place of one that contradicts."""
    option = rulebook.options()[against[0]]
    if option.type == "choice":
        return " or ".join(value for value in option.values if value != against[1])
    return shown(not against[1]) if option.type == "bool" else "another"
