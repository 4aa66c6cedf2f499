"""The deck registry: which tag is in which card, in a private file.

Tag ids are card identities: whoever reads the file reads every hand. So it is its owner's alone,
and no text made here ever quotes a tag.

    {"version": 1, "decks": {"blue": {"cards": {"2c": "e00401…", "2d": …}}}}
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import stat
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.game.cards import ALL_CARDS, DECK_SIZE, FULL_DECK, Card, card_text, parse_card
from controller.sensing.errors import SensingError

VERSION: Final = 1
MAX_FILE_BYTES: Final = 4_000_000
#: Shortest and longest tag id of any reader we know. Units: bytes.
TAG_BYTES: Final = (4, 12)

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


class DeckFileError(SensingError):
    """The registry cannot be read or written; the text names the file, the place in it and the remedy."""


class DeckRegistry(msgspec.Struct, frozen=True):
    """Decks by name, each the tags of its cards. `decks[name][tag]` is a Card."""

    decks: Mapping[str, Mapping[bytes, Card]] = msgspec.field(default_factory=dict)

    def with_deck(self, name: str, cards: Mapping[bytes, Card]) -> DeckRegistry:
        """Return the registry with the deck `name` added or replaced."""
        return DeckRegistry({**self.decks, name: dict(cards)})

    def owner_of(self, tag: bytes) -> str | None:
        """Name of the deck that has `tag`, or None."""
        return next((name for name, cards in self.decks.items() if tag in cards), None)


def name_problem(name: str) -> str:
    """Return what is wrong with a deck's name, or nothing."""
    if _NAME.fullmatch(name):
        return ""
    return f"{name!r} is no name for a deck: use 1 to 32 small letters, digits and dashes, as blue-2"


def findings(registry: DeckRegistry, name: str | None = None) -> list[str]:
    """Return what is wrong with the deck `name`, or with every deck, in sentences with the remedy.

    A deck is right when it has 52 cards, with or without the joker, one tag each, and shares no tag with another deck. Cards
    are named, tags are not.
    """
    if name is not None and name not in registry.decks:
        known = ", ".join(sorted(registry.decks)) or "none yet"
        return [f"there is no deck {name!r}; enrolled decks: {known}"]
    found = []
    for deck in [name] if name is not None else sorted(registry.decks):
        cards = registry.decks[deck]
        times = Counter(cards.values())
        missing = [card for card in FULL_DECK if not times[card]]
        twice = [card for card in ALL_CARDS if times[card] > 1]
        if missing:
            found.append(f"deck {deck}: {len(missing)} of {DECK_SIZE} cards are not enrolled ({_list(missing)}); enrol the deck again")
        if twice:
            found.append(f"deck {deck}: more than one tag stands for {_list(twice)}; enrol the deck again")
        for other in sorted(registry.decks):
            shared = len(cards.keys() & registry.decks[other].keys())
            if shared and (deck < other or (name is not None and deck != other)):
                found.append(f"decks {deck} and {other} share {shared} tags: a card was enrolled in both; enrol the one in use again")
    return found


def load_decks(path: Path) -> DeckRegistry:
    """Return the registry in the file `path`; an empty one when there is no such file.

    Raises: DeckFileError when others may read it, when it is no registry, or when a tag is
    given twice in a deck.
    """
    text = _read_private(path)
    if text is None:
        return DeckRegistry()
    try:
        top = json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        # the exception holds the whole text: do not chain it
        raise DeckFileError(f"{path}, line {error.lineno}: this is not JSON ({error.msg}); restore the file or enrol again") from None
    except (RecursionError, ValueError):  # nested for ever, or a number of thousands of digits
        raise DeckFileError(f"{path}: this is no deck file; restore the file or enrol again") from None
    top = _object(path, "the file", top, {"version", "decks"})
    if top.get("version") != VERSION:
        raise DeckFileError(f"{path}: `version` must be {VERSION}; this smarttable cannot read the file: update smarttable, or enrol again")
    decks = {}
    for name, deck in _object(path, "decks", top.get("decks"), None).items():
        if problem := name_problem(name):
            raise DeckFileError(f"{path}, decks: {problem}")
        place = f"deck {name}"
        cards = _object(path, place, deck, {"cards"}).get("cards")
        decks[name] = _cards(path, place, _object(path, place, cards, None))
    return DeckRegistry(decks)


def save_decks(path: Path, registry: DeckRegistry) -> None:
    """Write the registry so that it is there whole or not at all, readable by its owner only.

    Raises: DeckFileError when the folder cannot be written.
    """
    decks = {
        name: {"cards": {card_text(card): tag.hex() for tag, card in sorted(cards.items(), key=lambda entry: (entry[1], entry[0]))}}
        for name, cards in sorted(registry.decks.items())
    }
    body = json.dumps({"version": VERSION, "decks": decks}, indent=1) + "\n"
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        _sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise DeckFileError(f"{path}: cannot be written ({error.strerror}); check that the folder exists and is yours") from None


def _read_private(path: Path) -> str | None:
    """Return the text of a file that nobody else may read; None when there is no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a pipe without a writer must not hold us
        try:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                raise DeckFileError(f"{path}: this is no file; name the deck file in full")
            if mode & 0o077:
                raise DeckFileError(f"{path}: others may read which tag is which card (mode {mode & 0o777:03o}); run: chmod 600 {path}")
            with open(descriptor, "rb", closefd=False) as file:
                body = file.read(MAX_FILE_BYTES + 1)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DeckFileError(f"{path}: cannot be read ({error.strerror}); it must be a file of the user who runs smarttable") from None
    if len(body) > MAX_FILE_BYTES:
        raise DeckFileError(f"{path}: larger than any deck file ({MAX_FILE_BYTES} bytes); restore the file or enrol again")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise DeckFileError(f"{path}: not a text file; restore the file or enrol again") from None


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as written, keys given twice included."""


def _object(path: Path, place: str, found: Any, keys: set[str] | None) -> dict[str, Any]:
    """Return the object at `place`; `keys` are those it must have, None = any."""
    if not isinstance(found, _Pairs):
        raise DeckFileError(f"{path}, {place}: an object in braces must stand here; restore the file or enrol again")
    entries = dict(found)
    if len(entries) != len(found):
        raise DeckFileError(f"{path}, {place}: a name is given twice; remove one of the two entries")
    if keys is not None and entries.keys() != keys:
        raise DeckFileError(f"{path}, {place}: must hold {' and '.join(sorted(keys))} and nothing else; restore the file or enrol again")
    return entries


def _cards(path: Path, place: str, entries: Mapping[str, Any]) -> dict[bytes, Card]:
    cards: dict[bytes, Card] = {}
    for number, (text, tag_hex) in enumerate(entries.items(), 1):
        where = f"{path}, {place}, entry {number}"
        card = parse_card(text)
        if card is None:
            raise DeckFileError(f"{where}: its name is that of no card; cards are written as Kd or 7h")
        tag = _tag(tag_hex)
        if tag is None:
            raise DeckFileError(f"{where}: the tag must be {TAG_BYTES[0]} to {TAG_BYTES[1]} bytes in hexadecimal; enrol the deck again")
        if tag in cards:
            raise DeckFileError(f"{where}: its tag already stands for an earlier card; enrol the deck again")
        cards[tag] = card
    return cards


def _tag(tag_hex: Any) -> bytes | None:
    if not isinstance(tag_hex, str) or not re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", tag_hex):
        return None
    tag = bytes.fromhex(tag_hex)
    return tag if TAG_BYTES[0] <= len(tag) <= TAG_BYTES[1] else None


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _list(cards: list[Card], most: int = 8) -> str:
    named = ", ".join(card_text(card) for card in cards[:most])
    return named if len(cards) <= most else f"{named} and {len(cards) - most} more"
