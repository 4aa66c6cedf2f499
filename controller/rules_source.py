"""`python -m controller.rules_source`: write controller/rules/options.py anew from the catalogue.

The answers of a house are a struct in code, so that the core asks for one at the cost of an attribute, and mypy knows each name and each
answer. A test holds the file to the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller import rulebook
from controller.rules.catalogue.option import AFFECTS, HouseOption, Value, rules_of_both
from controller.rules.catalogue.row import BOOKS, Book

TARGET: Final = Path(__file__).parent / "rules" / "options.py"

_HEAD: Final = '''\
"""What a house answers to each question, as the core asks it: `house.options.raise_cap == "three_raises"`.

Made by `python -m controller.rules_source` from controller/rules/catalogue/options: change the options there. What each question
means, `smarttable rules options` and docs/rules.md say.
"""
# fmt: off
# ruff: noqa: E501 -- one option a line

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from controller.rules.catalogue.row import Book


class HouseOptions(msgspec.Struct, frozen=True, kw_only=True):
    """One answer a question.

    Invariants: the defaults are those of `DEFAULT_BOOK`. An amount is "none", "preset" or a number and a unit.
    """
'''

_EXCLUSIONS: Final = '''

class Excluded(NamedTuple):
    """While the option `own` has its value, `other` may not have that; `rules` has a rule of each, those of the book first."""

    own: str
    own_value: bool | int | str
    other: str
    other_value: bool | int | str
    rules: Mapping[Book, tuple[str, str]]


#: Answers that cannot both hold.
EXCLUDED: Final = (
'''

#: The book of a house that names none: the only one that answers most questions itself.
DEFAULT_BOOK: Final[Book] = "cooke"


def module_text() -> str:
    """Return controller/rules/options.py."""
    return "".join([_HEAD, *_fields(), *_books(), *_exclusions()])


def _fields() -> Iterator[str]:
    options = rulebook.options().values()
    for chapter, title in AFFECTS.items():
        yield f"\n    # -- {title}\n"
        yield from (f"    {one.name}: {_type(one)} = {_code(one.of(DEFAULT_BOOK))}\n" for one in options if one.affects == chapter)


def _books() -> Iterator[str]:
    yield f'\n\n#: The book of a house that names none.\nDEFAULT_BOOK: Final[Book] = "{DEFAULT_BOOK}"\n'
    yield "\n#: Book → its answers.\nPRESETS: Final[Mapping[Book, HouseOptions]] = MappingProxyType(\n    {\n"
    for book in BOOKS:
        other = [one for one in rulebook.options().values() if one.of(book) != one.of(DEFAULT_BOOK)]
        if not other:
            yield f'        "{book}": HouseOptions(),\n'
            continue
        yield f'        "{book}": HouseOptions(\n'
        yield from (f"            {one.name}={_code(one.of(book))},\n" for one in other)
        yield "        ),\n"
    yield "    }\n)\n"


def _exclusions() -> Iterator[str]:
    yield _EXCLUSIONS
    options = rulebook.options()
    for option in options.values():
        for one in option.excludes:
            rules = ", ".join(f'"{book}": {_pair(rules_of_both(option, options[one.other], book))}' for book in BOOKS)
            yield f'    Excluded("{option.name}", {_code(one.own)}, "{one.other}", {_code(one.value)}, {{{rules}}}),\n'
    yield ")\n"


def _pair(two: tuple[str, str]) -> str:
    return f"({_code(two[0])}, {_code(two[1])})"


def _type(option: HouseOption) -> str:
    if option.type == "choice":
        return f"Literal[{', '.join(map(_code, option.values))}]"
    if option.type == "int":
        return f"Annotated[int, msgspec.Meta(ge={option.least}, le={option.most})]"
    return {"bool": "bool", "amount": "str"}[option.type]


def _code(answer: Value) -> str:
    return json.dumps(answer) if isinstance(answer, str) else repr(answer)


if __name__ == "__main__":
    TARGET.write_text(module_text(), encoding="utf-8")
