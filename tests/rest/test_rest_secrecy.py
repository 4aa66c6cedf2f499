"""The past as a curious floor asks for it: what nobody has seen, or may see now, is in no answer."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asked import Asked

from controller.clock import run
from controller.game.cards import Card, card_text
from controller.game.zones import HOLE, STUB


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Asked]:
    made = Asked(tmp_path)
    yield made
    made.close()


def asked(table: Asked, path: str) -> Any:
    async def main() -> Any:
        answer = await table.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return run(main)


def test_cards_dealt_again_before_the_next_hand_is_begun_are_new_cards(table: Asked) -> None:
    """The dealer deals, and only then enters that a hand begins: what lay on the board or was shown is a hole card by now."""
    table.play(1)
    felt = table.felt
    hand = felt.turn.table.hand
    assert hand is not None
    seen = [*hand.board, *(card for cards in hand.shown for card in cards or ())]
    assert len(seen) > 6
    for card, zone in enumerate(felt.turn.table.card_zones):
        if zone not in (None, STUB):
            felt.card(card_text(Card(card)), STUB, zone)
    begun = len(asked(table, "/hands/1")["timeline"])
    for number, card in enumerate(seen):
        felt.card(card_text(card), HOLE[1 + number % 3])
    felt.ask("enter_card", zone="seat/1/hole", card=card_text(seen[0]))
    felt.ask("show", seat=2, cards=[card_text(seen[1])])
    timeline = asked(table, "/hands/1")["timeline"]
    assert len(timeline) == begun + len(seen) + 2
    text = json.dumps(timeline[begun:])
    assert [name for name in map(card_text, seen) if name in text] == []
    assert "seen" not in text.replace('"seen": null', ""), "nor how well its tag answers"
    for entry in timeline[begun : begun + len(seen)]:
        assert entry["text"].startswith("a card stub → seat/")


def test_how_long_a_hidden_card_took_to_be_found_is_not_said(table: Asked) -> None:
    """A tag that answers badly is found late in every hand: that would mark its card from the back."""
    table.play(1)
    facts = [entry["text"] for entry in asked(table, "/hands/1")["timeline"] if entry["kind"] == "fact"]
    assert any("within" in text for text in facts)
    assert [text for text in facts if text.startswith("a card") and "within" in text] == []


def test_hidden_cards_are_not_named_by_what_they_won_with(tmp_path: Path) -> None:
    table = Asked(tmp_path, hidden=True)
    table.play(2)
    stories = [json.loads(body) for _, body in table.felt.events()]
    names = {story["name"] for story in stories if story["kind"] == "pot_awarded" and "name" in story}
    assert names, "a pot was won with a hand that was shown"
    for path in ("/events?limit=1000", "/hands/1", "/hands/2", "/hands"):
        text = json.dumps(asked(table, path))
        assert [name for name in names if name in text] == []
    table.close()


@pytest.mark.parametrize("path", ["/hands", "/hands/1", "/events?limit=1000"])
def test_panic_while_a_question_is_looked_into_counts(tmp_path: Path, path: str) -> None:
    """The hiding comes after the question and before the answer."""
    looks = itertools.count()
    table = Asked(tmp_path, hidden=lambda: next(looks) > 0)
    table.play(1)
    hand = table.felt.turn.table.hand
    assert hand is not None
    shown = {card_text(card) for cards in hand.shown for card in cards or ()}
    text = json.dumps(asked(table, path))
    assert [card for card in shown if f'"{card}"' in text or f" {card}" in text] == []
    table.close()
