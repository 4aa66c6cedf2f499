"""`smarttable deck certificate`: who looked through which deck, when, and what was found, as the journal has it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from controller.config import Config
from controller.effects import Tell
from controller.events import Deck, DeckRead
from controller.feed.hub import utc_text
from controller.game.cards import DECK_SIZE, card_text
from controller.journal.errors import JournalError
from controller.journal.reading import JournalReader
from controller.journal_commands import open_journal
from controller.recovery import Folded, fold, time_of
from controller.rules.house import House
from controller.sensing.decks import DeckFileError, DeckRegistry, load_decks

Say: TypeAlias = Callable[[str], None]

#: Stories that a certificate is made of.
_KINDS: Final = frozenset({"deck_checked", "deck_changed"})


def certificate(config: Config, say: Say, name: str | None = None) -> int:
    """Say the certificate of the deck that was checked or put in play last, or of the deck `name`; exit code 1 when there is none.

    It names no card and no tag. `deck_sha256` is of the deck as it is enrolled now: another one once it is enrolled anew. `journal` says
    where in the chain it stands, which `smarttable journal verify` follows.
    """
    place = config.journal.place()
    try:
        registry = load_decks(config.deck.file)
        with open_journal(place) as (_, reader):
            found = next(certificates(reader, config.house(), registry, name), None)
    except (JournalError, DeckFileError) as error:
        say(str(error))
        return 1
    if found is None:
        which = "no deck" if name is None else f"the deck {name} never"
        say(f"{place.file}: {which} was looked through or changed; do it at the table: deck check")
        return 1
    say(json.dumps(found, indent=1))
    return 0


def certificates(reader: JournalReader, house: House, registry: DeckRegistry, name: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the certificates of the journal, newest first. Raises: JournalError for a journal that is damaged."""
    first = next(iter(registry.decks), "") if len(registry.decks) == 1 else ""
    for turn in reader.turns_backwards():
        if not any(isinstance(event, DeckRead) or (isinstance(event, Deck) and event.do != "check") for event in turn.events):
            continue
        folded = next((one for one in fold(reader, house, from_turn=turn.row.turn) if one.turn.row.turn == turn.row.turn), None)
        for one in () if folded is None else reversed(list(_of(folded, registry, first))):
            if name is None or one["deck"] == name:
                yield one


def _of(folded: Folded, registry: DeckRegistry, first: str) -> Iterator[dict[str, Any]]:
    row = folded.turn.row
    for event, effects, table in zip(folded.turn.events, folded.effects, folded.tables, strict=True):
        told = next((one for one in effects if isinstance(one, Tell) and one.kind in _KINDS), None)
        if not isinstance(event, Deck | DeckRead) or told is None:
            continue
        deck, head = told.name or first, event.head if isinstance(event, Deck) else None
        read = None if told.more is None else told.more.number
        yield {
            "deck": deck,
            "do": event.do if isinstance(event, Deck) else "shuffler",
            "result": told.do if told.kind == "deck_checked" else None,
            "cards_read": read,
            "cards_unseen": None if read is None else DECK_SIZE - read,
            "cards_strange": event.strange if isinstance(event, DeckRead) else None,
            "cards_twice": event.twice if isinstance(event, DeckRead) else None,
            "cards_counted": (event.number or None) if isinstance(event, Deck) else None,
            "operator": (head and head.who) or table.dealer or None,
            "role": head and head.role,
            "utc": utc_text(folded.boot.utc_ms(time_of(event))),
            "hand": row.hand,
            "hands_played": row.hand - table.around.deck.since_hand,
            "deck_sha256": deck_hash(registry, deck),
            "journal": {"turn": row.turn, "link": row.mac.hex()},
        }


def deck_hash(registry: DeckRegistry, name: str) -> str | None:
    """Return what tells a deck as it is enrolled from every other; None when it is not."""
    cards = registry.decks.get(name)
    if cards is None:
        return None
    lines = sorted(f"{card_text(card)} {tag.hex()}" for tag, card in cards.items())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
