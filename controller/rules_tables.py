"""The catalogue as people and programs read it: tables, a rule whole, an option whole, JSON."""

from __future__ import annotations

import difflib
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from controller import rulebook
from controller.rules.catalogue.option import AFFECTS, HouseOption, Value, shown
from controller.rules.catalogue.row import BOOKS, CLASSES, Book, Rule

#: Columns that text is broken at.
WIDTH: Final = 110


class Answered(NamedTuple):
    """Answers to all questions: a book's, or those of a house that has `changed` some of them."""

    book: Book
    answers: Mapping[str, Value]
    changed: frozenset[str] = frozenset()

    def says(self, option: HouseOption) -> str:
        """Return who gives the answer."""
        if option.name in self.changed:
            return "changed by the house"
        if self.book in option.silent:
            return f"{self.book} does not say; our reading"
        said = [rule for rule in option.rules if rule.startswith(f"{self.book}.")]
        return ", ".join(said) or self.book


def rule_list(rules: Sequence[Rule]) -> str:
    """Return a line a rule, and how many there are."""
    width = max((len(rule.id) for rule in rules), default=0)
    lines = [f"{rule.id:<{width}}  {rule.rule_class:<8}  {rule.title}" for rule in rules]
    return "\n".join([*lines, _total(rules)])


def rules_json(rules: Sequence[Rule]) -> str:
    """Return the rules as one JSON object."""
    summary = {
        "rules": len(rules),
        "workable": sum(rule.workable for rule in rules),
        "examples": sum(len(rule.examples) for rule in rules),
        "classes": Counter(rule.rule_class for rule in rules),
    }
    return _json({"rows": rules, "summary": summary})


def rule_text(rule: Rule) -> str:
    """Return a rule whole."""
    lines = [
        f"{rule.id}  {rule.title}",
        f"{BOOKS[rule.book]}, {rule.section}",
        "",
        *_paragraph("rule", rule.summary),
        *_paragraph("the table", rule.duty),
        *_paragraph("class", f"{rule.rule_class}: {CLASSES[rule.rule_class]}"),
        *_paragraph("games", ", ".join(rule.games) + ("" if rule.limits == ["all"] else f" ({', '.join(rule.limits)})")),
        *_paragraph("senses", ", ".join(rule.senses) or "none"),
    ]
    if rule.config is not None:
        lines += _paragraph("figures", ", ".join(f"{name} {shown(value)}" for name, value in rule.config.items()))
    for name in rulebook.options_of_rule().get(rule.id, ()):
        option = rulebook.options()[name]
        lines += _paragraph("option", f"{name} = {shown(option.of(rule.book))} in {rule.book}. {option.question}")
    for fixed in rulebook.fixed().values():
        if rule.id in fixed.rules:
            lines += _paragraph("fixed", f"{fixed.question} {_yes(fixed.answer)}. {fixed.reason}")
    for number, example in enumerate(rule.examples, 1):
        lines += ["", *_paragraph(f"#{number} given", example.given), *_paragraph("when", example.when), *_paragraph("then", example.then)]
    return "\n".join(lines)


def rule_json(rule: Rule) -> str:
    """Return a rule whole as JSON, with the options that govern it."""
    return _json({**msgspec.to_builtins(rule), "governed_by": rulebook.options_of_rule().get(rule.id, ())})


def nearest_ids(written: str) -> list[str]:
    """Return ids that may have been meant: those that begin or end so, then those that look alike."""
    word = written.strip().lower()
    known = rulebook.rules()
    parts = [one for one in known if word and (one.startswith(f"{word}.") or one.endswith(f".{word}"))]
    return [*dict.fromkeys([*parts[:6], *difflib.get_close_matches(word, known, n=4, cutoff=0.75)])][:6]


def options_with(words: Sequence[str]) -> list[HouseOption]:
    """Return the options that have every word in their name, question, chapter or a rule's name for them; one alone for its whole name."""
    options = rulebook.options()
    if len(words) == 1 and words[0] in options:
        return [options[words[0]]]
    wanted = [word.lower() for word in words]
    return [option for option in options.values() if _has_all(_option_words(option), wanted)]


def option_list(options: Sequence[HouseOption], answered: Sequence[Answered]) -> str:
    """Return the options chapter by chapter: question, answers, who says so, what else is allowed."""
    lines: list[str] = []
    for chapter, title in AFFECTS.items():
        there = [option for option in options if option.affects == chapter]
        if there:
            lines += [f"== {title} ==", ""]
        for option in there:
            lines += [option.name, *_indented(option.question), *_answers(option, answered), *_indented(f"allowed: {option.allowed()}"), ""]
    return "\n".join([*lines, f"{len(options)} options"])


def option_in_full(option: HouseOption, answered: Sequence[Answered]) -> str:
    """Return one option with the meaning of its answers, what contradicts it, its rules, and its other names."""
    lines = [f"{option.name}  ({AFFECTS[option.affects]})", *_indented(option.question), "", *_answers(option, answered), ""]
    if option.values:
        lines += [line for value, meaning in option.values.items() for line in _paragraph(value, meaning, 36)]
    else:
        lines += _paragraph("allowed", option.allowed())
    against = [f"{shown(one.own)}: not with {one.other} = {shown(one.value)}" for one in option.excludes]
    against += [
        f"{shown(one.value)}: not with {other.name} = {shown(one.own)}"
        for other in rulebook.options().values()
        for one in other.excludes
        if one.other == option.name
    ]
    lines += [line for text in against for line in _paragraph("contradicts", text)]
    lines += _paragraph("rules", ", ".join(option.rules))
    if option.aliases:
        lines += _paragraph("also called", ", ".join(sorted({f"{alias.name} ({alias.rule})" for alias in option.aliases})))
    if option.note:
        lines += _paragraph("note", option.note)
    return "\n".join(lines)


def options_json(options: Sequence[HouseOption], answered: Sequence[Answered]) -> str:
    """Return the options as one JSON object; `answers` has an entry for each book asked for."""
    rows = [
        {
            **msgspec.to_builtins(option),
            "allowed": list(option.values) if option.type == "choice" else option.allowed(),
            "answers": {one.book: one.answers[option.name] for one in answered},
            "changed": any(option.name in one.changed for one in answered),
        }
        for option in options
    ]
    return _json({"options": rows, "summary": {"options": len(rows), "books": [one.book for one in answered]}})


def difference(options: Sequence[HouseOption], answered: Sequence[Answered]) -> str:
    """Return what two books answer differently, a question a block."""
    lines: list[str] = []
    for option in options:
        lines += [option.name, *_indented(option.question), *_answers(option, answered), ""]
    names = " and ".join(one.book for one in answered)
    return "\n".join([*lines, f"{names} differ in {len(options)} of {len(rulebook.options())} options"])


def _answers(option: HouseOption, answered: Sequence[Answered]) -> Iterator[str]:
    width = max(len(one.book) for one in answered)
    for one in answered:
        yield from _indented(f"{one.book:<{width}}  {shown(one.answers[option.name])}  ({one.says(option)})")


def _option_words(option: HouseOption) -> str:
    return " ".join([option.name, option.question, AFFECTS[option.affects], *(alias.name for alias in option.aliases)]).lower()


def _has_all(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def _total(rules: Sequence[Rule]) -> str:
    return f"{len(rules)} rules, {sum(rule.workable for rule in rules)} of them workable, {sum(len(r.examples) for r in rules)} examples"


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _paragraph(head: str, text: str, indent: int = 14) -> list[str]:
    """`head` in a column of its own, `text` beside it."""
    lines = textwrap.wrap(text, WIDTH - indent, break_long_words=False, break_on_hyphens=False) or [""]
    first = f"  {head:<{indent - 3}} {lines[0]}"
    return [first, *(" " * indent + line for line in lines[1:])]


def _yes(answer: bool) -> str:
    return "Yes" if answer else "No"


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
