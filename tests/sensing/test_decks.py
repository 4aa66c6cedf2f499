"""The deck registry on disk: private, whole or not at all, and errors that never quote a tag."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.cards import FULL_DECK, Card, card_text
from controller.sensing.decks import DeckFileError, DeckRegistry, findings, load_decks, name_problem, save_decks


def tag(number: int, deck: int = 0) -> bytes:
    return bytes((0xE0, 0x04, 0x01, deck, 0xAB, 0xCD, 0xEF, number))


def whole_deck(deck: int = 0) -> dict[bytes, Card]:
    return {tag(card, deck): card for card in FULL_DECK}


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o600)
    return path


def body(decks: object = None, version: object = 1) -> str:
    return json.dumps({"version": version, "decks": {} if decks is None else decks})


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "decks.json"
    registry = DeckRegistry().with_deck("blue", whole_deck()).with_deck("red", whole_deck(1))
    save_decks(path, registry)
    assert load_decks(path) == registry
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["decks.json"]
    assert registry.owner_of(tag(3, 1)) == "red"
    assert registry.owner_of(b"nobody's") is None


def test_saving_again_replaces_the_file_and_keeps_it_private(tmp_path: Path) -> None:
    path = written(tmp_path / "decks.json", body())
    save_decks(path, DeckRegistry().with_deck("blue", whole_deck()))
    assert list(load_decks(path).decks) == ["blue"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_file_is_an_empty_registry(tmp_path: Path) -> None:
    assert load_decks(tmp_path / "none.json") == DeckRegistry()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666, 0o601])
def test_a_file_that_others_may_open_is_refused_with_the_remedy(tmp_path: Path, mode: int) -> None:
    path = written(tmp_path / "decks.json", body())
    path.chmod(mode)
    with pytest.raises(DeckFileError) as refused:
        load_decks(path)
    assert f"chmod 600 {path}" in str(refused.value)
    assert f"{mode:03o}" in str(refused.value)


BROKEN: dict[str, tuple[str, str]] = {
    "not JSON": ('{"version": 1,\n "decks": {"blue": oops}}', "line 2"),
    "empty": ("", "line 1"),
    "a list": ("[]", "the file"),
    "unknown key": ('{"version": 1, "decks": {}, "extra": 1}', "the file"),
    "no decks": ('{"version": 1}', "the file"),
    "another version": (body(version=2), "`version` must be 1"),
    "version as text": (body(version="1"), "`version` must be 1"),
    "decks is a list": (body([]), "decks"),
    "bad name": (body({"Blue Deck": {"cards": {}}}), "'Blue Deck' is no name for a deck"),
    "deck without cards": (body({"blue": {}}), "deck blue"),
    "cards is text": (body({"blue": {"cards": "all"}}), "deck blue"),
    "no card": (body({"blue": {"cards": {"2c": tag(0).hex(), "1x": tag(1).hex()}}}), "deck blue, entry 2"),
    "odd hex": (body({"blue": {"cards": {"2c": tag(0).hex()[:-1]}}}), "deck blue, entry 1"),
    "no hex": (body({"blue": {"cards": {"2c": "e0 04 01 00"}}}), "deck blue, entry 1"),
    "too short": (body({"blue": {"cards": {"2c": "abcdef"}}}), "deck blue, entry 1"),
    "too long": (body({"blue": {"cards": {"2c": "ab" * 13}}}), "deck blue, entry 1"),
    "number": (body({"blue": {"cards": {"2c": 7}}}), "deck blue, entry 1"),
    "tag twice": (body({"blue": {"cards": {"2c": tag(0).hex(), "2d": tag(1).hex(), "2h": tag(0).hex().upper()}}}), "deck blue, entry 3"),
    "card twice": ('{"version": 1, "decks": {"blue": {"cards": {"2c": "abcdef01", "2c": "abcdef02"}}}}', "deck blue"),
    "deck twice": ('{"version": 1, "decks": {"blue": {"cards": {}}, "blue": {"cards": {}}}}', "decks"),
    "endless": ("[" * 100_000, "no deck file"),
    "a huge number": ("9" * 5_000, "no deck file"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_by_name_and_place_without_a_tag(tmp_path: Path, case: str) -> None:
    text, place = BROKEN[case]
    path = written(tmp_path / "decks.json", text)
    with pytest.raises(DeckFileError) as refused:
        load_decks(path)
    said = str(refused.value)
    assert said.startswith(str(path))
    assert place in said
    assert "abcdef" not in said.lower()
    # nothing that a traceback would print holds the file's text either
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.mkdir(mode=0o700), "is no file"),
        (lambda path: written(path, "").write_bytes(b"\xff\xfe\x00"), "not a text file"),
        (lambda path: os.mkfifo(path, 0o600), "is no file"),
        (lambda path: written(path, " " * 4_000_001), "larger than any deck file"),
        (lambda path: path.symlink_to(path), "cannot be read"),
    ],
    ids=["folder", "binary", "pipe", "huge", "link to itself"],
)
def test_what_is_no_text_file_is_refused(tmp_path: Path, make: Callable[[Path], object], said: str) -> None:
    path = tmp_path / "decks.json"
    make(path)
    with pytest.raises(DeckFileError) as refused:
        load_decks(path)
    assert said in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_folder_that_cannot_be_written_is_named_and_nothing_is_left_behind(tmp_path: Path) -> None:
    path = written(tmp_path / "file", "") / "decks.json"
    with pytest.raises(DeckFileError) as refused:
        save_decks(path, DeckRegistry())
    assert str(path) in str(refused.value)
    occupied = tmp_path / "occupied"
    (occupied / "decks.json").mkdir(parents=True)
    with pytest.raises(DeckFileError):
        save_decks(occupied / "decks.json", DeckRegistry())
    assert [entry.name for entry in occupied.iterdir()] == ["decks.json"]


@given(
    st.dictionaries(
        st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True),
        st.dictionaries(st.sampled_from(FULL_DECK), st.binary(min_size=4, max_size=12), max_size=52),
        max_size=3,
    )
)
@pytest.mark.slow
def test_any_registry_survives_the_file(tmp_path_factory: pytest.TempPathFactory, decks: dict[str, dict[Card, bytes]]) -> None:
    path = tmp_path_factory.mktemp("decks") / "decks.json"
    registry = DeckRegistry({name: {tag: card for card, tag in cards.items()} for name, cards in decks.items()})
    save_decks(path, registry)
    assert load_decks(path) == registry


def test_a_whole_deck_is_in_order() -> None:
    registry = DeckRegistry().with_deck("blue", whole_deck()).with_deck("red", whole_deck(1))
    assert findings(registry) == []
    assert findings(registry, "blue") == []


def test_missing_cards_are_named() -> None:
    cards = {tag: card for tag, card in whole_deck().items() if card_text(card) not in ("Kd", "2c")}
    (found,) = findings(DeckRegistry().with_deck("blue", cards))
    assert "2 of 52 cards" in found
    assert "2c, Kd" in found


def test_many_missing_cards_are_counted() -> None:
    (found,) = findings(DeckRegistry().with_deck("blue", {}))
    assert "52 of 52 cards" in found
    assert "and 44 more" in found


def test_two_tags_for_one_card_are_found() -> None:
    (found,) = findings(DeckRegistry().with_deck("blue", {**whole_deck(), b"another!": Card(0)}))
    assert "more than one tag stands for 2c" in found
    assert b"another!".hex() not in found


@pytest.mark.parametrize("asked", [None, "blue", "red"])
def test_a_tag_in_two_decks_is_found_once(asked: str | None) -> None:
    red = whole_deck(1)
    del red[tag(5, 1)]
    registry = DeckRegistry().with_deck("blue", whole_deck()).with_deck("red", {**red, tag(7): Card(5)})
    found = findings(registry, asked)
    assert len(found) == 1
    assert "share 1 tags" in found[0]
    assert "blue" in found[0]
    assert "red" in found[0]


def test_an_unknown_deck_is_answered_with_those_there_are() -> None:
    assert findings(DeckRegistry().with_deck("blue", whole_deck()), "green") == ["there is no deck 'green'; enrolled decks: blue"]


@pytest.mark.parametrize("name", ["blue", "b", "0", "deck-2", "a" * 32])
def test_good_names(name: str) -> None:
    assert name_problem(name) == ""


@pytest.mark.parametrize("name", ["", "Blue", "-a", "a b", "a/b", "..", "a" * 33, "a\n", "é"])
def test_bad_names(name: str) -> None:
    assert repr(name) in name_problem(name)
