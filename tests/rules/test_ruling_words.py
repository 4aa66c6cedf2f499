"""What is said of rulings is said in both languages, of everything, and the pages say the same."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

# the reader of the pages' words is the web tests' own; test folders are no packages
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from words import RULED, read_words  # found through the path above

from controller.published.ruled_words import ruled_words
from controller.rules import ruling_words
from controller.rules.ruling import REMEDY_KINDS, RULING_KINDS
from controller.rules.ruling_words import Words, places_of, say

ROOT = Path(__file__).parents[2]
GROUPS = {
    "ruling": ruling_words.RULINGS,
    "remedy": ruling_words.REMEDIES,
    "alternative": ruling_words.ALTERNATIVES,
    "status": ruling_words.STATUSES,
    "announcement": ruling_words.ANNOUNCEMENTS,
    "prompt": ruling_words.PROMPTS,
    "answer": ruling_words.ANSWERS,
    "until": ruling_words.UNTIL,
}
#: What a sentence may name; of seats in the plural a remedy.
VALUES = {"seat", "seats", "amount", "to", "cards", "seconds", "game", "limit"}
EVERY = [(group, key, words) for group, table in GROUPS.items() for key, words in table.items()]


def test_every_kind_and_every_remedy_has_a_sentence() -> None:
    assert tuple(GROUPS["ruling"]) == RULING_KINDS
    assert tuple(GROUPS["remedy"]) == REMEDY_KINDS
    assert set(ruling_words.TITLES) == set(RULING_KINDS)


@pytest.mark.parametrize(("group", "key", "words"), EVERY, ids=[f"{group}.{key}" for group, key, _ in EVERY])
def test_both_languages_name_the_same(group: str, key: str, words: Words) -> None:
    assert words.en.strip()
    assert words.de.strip()
    assert places_of(words.en) == places_of(words.de)
    assert places_of(words.en) <= VALUES
    assert bool(words.bare_en) == bool(words.bare_de)
    assert not places_of(words.bare_en + words.bare_de), "what is said without values names none"


def test_a_sentence_is_said_with_its_values_or_bare() -> None:
    words = Words("Seat {seat} has {amount}.", "Platz {seat} hat {amount}.", "Somebody has chips.", "Jemand hat Chips.")
    assert say(words, {"seat": 5, "amount": 1240}) == "Seat 5 has 1,240."
    assert say(words, {"seat": 5, "amount": None}) == "Somebody has chips."
    assert say(words._replace(bare_en=""), {"seat": 5}) == "Seat 5 has ?."


def test_the_pages_copy_is_what_the_table_says() -> None:
    assert RULED.read_text() == ruled_words(), "run `make docs`"


def test_the_pages_say_of_rulings_what_the_table_says() -> None:
    """Everything, with players by their names; sentences that the table speaks in English itself in other languages only."""
    rows = read_words(RULED)
    groups = {**GROUPS, "kind": ruling_words.TITLES}
    sentences, words = ("ruling", "remedy", "announcement", "prompt"), ("kind", "alternative", "until", "answer")
    for language, of in (("en", words), ("de", (*sentences, *words))):
        assert rows[language] == {
            f"{group}.{key}{bare}": re.sub(r"(Seat|Platz|Plätze) \{seats?\}", "{who}", text)
            for group in of
            for key, row in groups[group].items()
            for bare, text in (("", getattr(row, language)), (".bare", getattr(row, f"bare_{language}")))
            if text
        }, language
