"""`smarttable deck certificate`: who looked through which deck, as the journal has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from felt import card_of
from kept_felt import KeptFelt
from typer.testing import CliRunner

from controller import config
from controller.cli import app
from controller.events import CardMoved, DeckRead, Evidence
from controller.game.cards import FULL_DECK, card_text
from controller.sensing.decks import DeckRegistry, save_decks

SEEN = Evidence("hf1", 3, 4)
TAGS = {b"tag-%04d" % card: card for card in FULL_DECK}


class Folder:
    """A table's folder, with one deck enrolled."""

    def __init__(self, path: Path) -> None:
        self.file = path / "table.toml"
        self.file.write_text("schema = 1\n[table]\nseats = 6\n[stakes]\nsmall_blind = 50\nbig_blind = 100\n")
        self.config = config.load(self.file)
        save_decks(self.config.deck.file, DeckRegistry({"red": TAGS}))

    def certificate(self, *words: str) -> tuple[int, Any]:
        result = CliRunner().invoke(app, ["deck", "certificate", *words, "--config", str(self.file)])
        return result.exit_code, json.loads(result.output) if not result.exit_code else result.output


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def look_through(felt: KeptFelt, cards: list[str], **said: Any) -> None:
    felt.do("deck", do="check")
    for text in cards:
        felt.clock.at_ns += 1_000_000
        felt.take(CardMoved(card_of(text), None, "board", "up", felt.clock.at_ns - 1, felt.clock.at_ns, SEEN))
    felt.do("deck", do="checked", **said)


def test_a_deck_that_was_looked_through_has_a_certificate(folder: Folder) -> None:
    felt = KeptFelt(folder.config.journal.place())
    felt.do("dealer", name="Anna")
    look_through(felt, [card_text(card) for card in FULL_DECK], number=52)
    felt.cut()
    code, found = folder.certificate()
    assert code == 0
    assert (found["deck"], found["do"], found["result"], found["cards_read"], found["cards_counted"]) == (
        "red",
        "checked",
        "complete",
        52,
        52,
    )
    assert found["operator"] == "Anna"
    assert len(found["deck_sha256"]) == 64
    assert found["utc"].endswith("Z")
    assert found["journal"]["turn"] > 0


def test_it_names_no_card_and_no_tag(folder: Folder) -> None:
    felt = KeptFelt(folder.config.journal.place())
    look_through(felt, [card_text(card) for card in FULL_DECK[1:]], number=51)
    felt.cut()
    code, found = folder.certificate("red")
    assert (code, found["result"], found["cards_read"]) == (0, "short", 51)
    text = json.dumps(found)
    assert not any(f'"{card_text(card)}"' in text or tag.hex() in text for tag, card in TAGS.items())


def test_without_a_check_there_is_none(folder: Folder) -> None:
    KeptFelt(folder.config.journal.place()).cut()
    code, text = folder.certificate()
    assert code == 1
    assert "deck check" in text


def test_a_deck_that_passed_the_shuffler_has_the_same_certificate(folder: Folder) -> None:
    felt = KeptFelt(folder.config.journal.place())
    felt.do("dealer", name="Anna")
    felt.clock.at_ns += 1_000_000
    felt.take(DeckRead("", 51, 1, 1, felt.clock.at_ns - 1, felt.clock.at_ns, SEEN))
    felt.cut()
    code, found = folder.certificate("red")
    assert code == 0
    assert (found["deck"], found["do"], found["result"], found["operator"]) == ("red", "shuffler", "foreign", "Anna")
    numbers = [found[f"cards_{name}"] for name in ("read", "unseen", "strange", "twice", "counted")]
    assert numbers == [51, 1, 1, 1, None]
    assert len(found["deck_sha256"]) == 64
    assert found["utc"].endswith("Z")
    text = json.dumps(found)
    assert not any(f'"{card_text(card)}"' in text or tag.hex() in text for tag, card in TAGS.items())
