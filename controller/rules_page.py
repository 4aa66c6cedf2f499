"""docs/rules.md: what the books say, what a house may choose, and every rule's id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from controller import rulebook
from controller.rules.catalogue.option import AFFECTS, HouseOption, shown
from controller.rules.catalogue.row import BOOKS, CLASSES, Book, Rule
from controller.rules.options import DEFAULT_BOOK

_HEAD = """\
# Rules and house options

Three rule books are in the table as data: {rules:,} rules in our words, with {examples:,} worked examples. Each rule has an id that never
changes, as `cooke.14.20.g`: whatever names a rule names its id, and `smarttable rules show cooke.14.20.g` says what it means, what the
table has to do about it, and how it goes with exact cards and chips.

```
smarttable rules list --book home --class money      every rule of a book, of a class
smarttable rules show cooke.14.20.g                  one rule whole
smarttable rules search misdeal exposed              rules in which these words occur
smarttable rules options clock                       the questions a house answers
smarttable rules options raise_cap                   one of them in full
smarttable rules options --config table.toml         the answers of your table
smarttable rules diff cooke roberts                  what two books answer differently
smarttable rules coverage tests/scenarios --mutate   which rules are proven
```

With `--json` each prints one JSON object. This page is made by `smarttable rules --page`; a test holds it to the catalogue.

A rule in the catalogue is not yet a rule that the table carries out, and an option is not yet one that it asks: which of them it does is
being built, rule by rule. `smarttable rules coverage` computes which rules are proven, from scenarios that pass and that fail without the
rule; [coverage.md](coverage.md) has the score.
"""

_HOUSE = """
## How the house plays

The books answer many questions differently, and houses answer some in ways of their own. So each question is an **option**, and a book
is no more than a set of answers. In table.toml:

```toml
[house]
book = "roberts"                  # cooke, roberts or home; without it {default}

[house.options]                   # single answers in place of the book's
action_clock_seconds = 45
raise_cap = "four_raises"
```

`smarttable check-config table.toml` names the line of a question that nobody asks, of an answer that is not allowed, and of two
answers that contradict each other, these with a rule of each. The topic `info` tells the book and the answers that are other than the
book's. They hold from the start of the daemon; the journal keeps, for every start, the answers that held, so that a later change
of table.toml, or of a book's set in a later version, changes nothing about hands that were played.

Between hands the floor changes single answers with the command `house_option` (`{{"option": "raise_cap", "answer": "no_cap"}}`; without
`answer` it is the file's again). Everyone is told, and it holds from the next hand on, over restarts, until [house] in table.toml is
changed. What contradicts another answer is refused, with a rule of each.

An answer is one of the words listed (choice), true or false, a whole number, or an amount: `"none"`, `"preset"` (the figure that belongs
to the stakes), or a number and a unit as `"2 big_blind"`. An option of a game that is not dealt has no effect.

Where a book does not say, it still needs an answer: ours, in parentheses below.
"""

_FIXED = """
## Questions that are no options

All books have the same answer to these, no rule calls them a choice, and another answer would not be poker or nothing a table could
know. They are fixed, lest the list grow by switches nobody turns. `betting_unit_40_80`, which cooke's definition and tables answer
differently, was one figure of the stakes and went into `minimum_betting_unit`.

| question | answer | why | rules |
|---|---|---|---|
"""

_OPTIONS = """
## Options

`smarttable rules options NAME` says what each answer means, what else is allowed, and which rules it governs.
"""


def page() -> str:
    """Return docs/rules.md."""
    rules = rulebook.rules().values()
    head = _HEAD.format(rules=len(rules), examples=sum(len(rule.examples) for rule in rules))
    parts = [head, *_books(rules), *_classes(rules), _HOUSE.format(default=DEFAULT_BOOK), _OPTIONS, *_options(), *_fixed(), *_rules(rules)]
    return "".join(parts)


def _books(rules: Iterable[Rule]) -> Iterator[str]:
    yield "\n## Books\n\n| book | title | rules | workable | examples | questions it does not answer |\n|---|---|---|---|---|---|\n"
    for book, title in BOOKS.items():
        own = [rule for rule in rules if rule.book == book]
        silent = sum(book in option.silent for option in rulebook.options().values())
        workable = sum(rule.workable for rule in own)
        examples = sum(len(rule.examples) for rule in own)
        yield f"| `{book}` | {title} | {len(own)} | {workable} | {examples} | {silent} of {len(rulebook.options())} |\n"


def _classes(rules: Iterable[Rule]) -> Iterator[str]:
    counted = Counter(rule.rule_class for rule in rules)
    yield "\nWorkable are the first four classes: what the table can carry out by itself.\n\n| class | meaning | rules |\n|---|---|---|\n"
    yield from (f"| `{name}` | {meaning} | {counted[name]} |\n" for name, meaning in CLASSES.items())


def _options() -> Iterator[str]:
    for chapter, title in AFFECTS.items():
        yield f"\n### {title}\n\n| option | question | cooke | roberts | home |\n|---|---|---|---|---|\n"
        for option in rulebook.options().values():
            if option.affects == chapter:
                answers = " | ".join(_answer(option, book) for book in BOOKS)
                yield f"| `{option.name}` | {_cell(option.question)} | {answers} |\n"


def _answer(option: HouseOption, book: Book) -> str:
    answer = f"`{shown(option.of(book))}`"
    return f"({answer})" if book in option.silent else answer


def _fixed() -> Iterator[str]:
    yield _FIXED
    for one in rulebook.fixed().values():
        rules = ", ".join(f"`{rule}`" for rule in one.rules)
        yield f"| {_cell(one.question)} | {'yes' if one.answer else 'no'} | {_cell(one.reason)} | {rules} |\n"


def _rules(rules: Iterable[Rule]) -> Iterator[str]:
    yield "\n## Every rule\n"
    for book, title in BOOKS.items():
        yield f"\n### {title}\n\n| id | class | rule |\n|---|---|---|\n"
        yield from (f"| `{rule.id}` | {rule.rule_class} | {_cell(rule.title)} |\n" for rule in rules if rule.book == book)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
