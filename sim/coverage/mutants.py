"""A table without a rule: the rule switched off, or the question that decides it answered otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from controller.rules.catalogue.option import HouseOption, Value
from controller.rules.catalogue.row import Book
from controller.rules.registered.rule import Rule
from sim.scenario.run import Change


def mutants(rule: Rule, book: Book, answered: Mapping[str, Value], options: Mapping[str, HouseOption]) -> list[Change]:
    """Return the tables without a rule: one that is without it, then one for each other answer to its option.

    `answered` is what a scenario answers otherwise than its book.
    """
    without = [Change(frozenset({rule.name}))]
    if not rule.option:
        return without
    option = options[rule.option]
    now = answered.get(option.name, option.of(book))
    return [*without, *(Change(options={option.name: other}) for other in others(option) if other != now)]


def others(option: HouseOption) -> list[Value]:
    """Return the answers to try: all of a choice; of a number or an amount the books' and the bounds."""
    if option.type == "bool":
        return [True, False]
    if option.type == "choice":
        return [*option.values]
    bounds: tuple[Value, ...] = ("none", "1 unit") if option.type == "amount" else (option.least, option.most)
    return [*dict.fromkeys((option.cooke, option.roberts, option.home, *bounds))]
