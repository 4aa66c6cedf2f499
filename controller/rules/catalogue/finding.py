"""Finding rules: by book and class, and by words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.rules.catalogue.row import Rule


def chosen(rules: Iterable[Rule], *, book: str = "", rule_class: str = "") -> list[Rule]:
    """Return the rules of a book and a class, in the order of the book; an empty word means all."""
    return [rule for rule in rules if book in ("", rule.book) and rule_class in ("", rule.rule_class)]


def search(rules: Iterable[Rule], words: Sequence[str]) -> list[Rule]:
    """Return the rules in which every word occurs, those first that have more of them in id and title.

    Case is ignored, and no-limit, no_limit and no limit are one.
    """
    wanted = [_plain(word) for word in words if word.strip()]
    if not wanted:
        return []
    found = [rule for rule in rules if _has_all(_text(rule), wanted)]
    return sorted(found, key=lambda rule: -sum(word in _plain(f"{rule.id} {rule.title}") for word in wanted))


def _has_all(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def _text(rule: Rule) -> str:
    told = [rule.id, rule.title, rule.section, rule.summary, rule.duty]
    if rule.option is not None:
        told.append(rule.option.name)
    for example in rule.examples:
        told += [example.given, example.when, example.then]
    return _plain("\n".join(told))


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").replace("_", " ")
