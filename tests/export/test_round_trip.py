"""A hand file is played, written from the journal, read, played and written again: the same hand, and the same bytes."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hand_texts import holdem_files
from journaled import JournaledTable, export, played
from ohh_form import audit, faults_of
from pokerkit import HandHistory

from controller.game.cards import card_text
from controller.histories.handfile import HandFile
from controller.histories.phh import parse
from controller.histories.phh_text import write

SIM_HANDS = sorted((Path(__file__).resolve().parents[2] / "sim" / "hands").glob("*.phh"))


def spread() -> list[Path]:
    """Every hand of the demo, every short-handed, odd or televised one, and every twelfth of the long sessions."""
    others = [file for file in holdem_files() if "pluribus" not in file.parts]
    return [*SIM_HANDS, *others, *[file for file in holdem_files() if "pluribus" in file.parts][::12]]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> JournaledTable:
    return played(tmp_path_factory.mktemp("journal"), spread())


def written(table: JournaledTable, form: str, out: Path, *options: str) -> dict[int, str]:
    """Export, and return each hand's text by its number."""
    code, _, said = export(table.place, form, out, *options)
    assert code == 0, said
    return {int(file.stem[-6:]): file.read_text("utf-8") for file in sorted(out.glob(f"*.{form}"))}


def acts(hand: HandFile) -> list[tuple[str, int, int]]:
    return [(one.kind, one.player, one.to_chips) for one in hand.actions if one.kind not in ("show", "muck")]


def hidden(table: JournaledTable, number: int) -> set[str]:
    """The cards of a hand that nobody but their holder, and the muck, has seen."""
    hand = table.hands[number][1]
    unseen = [cards for cards, shown in zip(hand.holes, hand.shown, strict=True) if shown is None]
    return {card_text(card) for card in [*hand.burned, *[card for cards in unseen for card in cards]]}


@pytest.mark.parametrize("hole_cards", ["shown", "all"])
def test_what_was_played_is_what_is_written(table: JournaledTable, tmp_path: Path, hole_cards: str) -> None:
    texts = written(table, "phh", tmp_path, "--hole-cards", hole_cards)
    assert list(texts) == list(table.hands)
    assert len(texts) > 80
    for number, text in texts.items():
        theirs, hand = table.hands[number]
        assert theirs is not None
        ours = parse(text)
        assert write(ours) == text
        assert ours.hand == number
        played_acts = iter(acts(ours))
        # where the file leaves an act out, the table had to be told of it
        assert all(any(act == mine for mine in played_acts) for act in acts(theirs)), text
        assert ours.board == hand.board
        assert ours.expected == tuple(map(Decimal, hand.payoffs))
        if theirs.expected is not None:
            odd = [abs(mine - amount * theirs.scale) for mine, amount in zip(ours.expected or (), theirs.expected, strict=True)]
            assert max(odd) < 1, "but for a chip that the file splits"
        for mine, shown, held in zip(ours.holes, hand.shown, hand.holes, strict=True):
            assert mine == (held if hole_cards == "all" else shown or (None, None))


@pytest.mark.parametrize("hole_cards", ["shown", "all"])
def test_another_reader_plays_it_to_the_same_end(table: JournaledTable, tmp_path: Path, hole_cards: str) -> None:
    for number, text in written(table, "phh", tmp_path, "--hole-cards", hole_cards).items():
        hand = table.hands[number][1]
        *_, state = HandHistory.loads(text)
        assert not state.status, f"hand {number} does not end there"
        assert tuple(state.payoffs) == hand.payoffs, text


@pytest.mark.parametrize("hole_cards", ["shown", "all"])
def test_played_again_and_written_again_it_is_the_same_to_the_byte(table: JournaledTable, tmp_path: Path, hole_cards: str) -> None:
    once = written(table, "phh", tmp_path / "once", "--hole-cards", hole_cards)
    (tmp_path / "again").mkdir()
    again = played(tmp_path / "again", sorted((tmp_path / "once").glob("*.phh")))
    assert written(again, "phh", tmp_path / "twice", "--hole-cards", hole_cards) == once


def test_every_hand_is_an_open_hand_history_whose_chips_add_up(table: JournaledTable, tmp_path: Path) -> None:
    for number, text in written(table, "ohh", tmp_path).items():
        hand = table.hands[number][1]
        document = json.loads(text)
        assert faults_of(document) == []
        sidecar = json.loads((tmp_path / f"journal-h{number:06d}.smarttable.json").read_text("utf-8"))
        returned = {int(seat): Decimal(chips) for seat, chips in sidecar["returned"].items()}
        ends = dict(zip(hand.seats, map(sum, zip(hand.start_stacks, hand.payoffs, strict=True)), strict=True))
        assert audit(document["ohh"], returned) == ends
        board = [card for one in document["ohh"]["rounds"] for card in one["cards"]]
        assert board == [card_text(card) for card in hand.board]


def named(text: str) -> set[str]:
    """Every card that a PHH or JSON text names."""
    return {card for word in re.findall(r'[ "]((?:[2-9TJQKA][cdhs])+)"', text) for card in re.findall("..", word)}


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_no_file_names_a_card_that_was_never_shown(table: JournaledTable, tmp_path: Path, form: str) -> None:
    texts = written(table, form, tmp_path)
    some = 0
    for number, text in texts.items():
        beside = (tmp_path / f"journal-h{number:06d}.smarttable.json").read_text("utf-8")
        some += len(hidden(table, number))
        assert not named(text) & hidden(table, number)
        assert not named(beside) & hidden(table, number)
    assert some > 500


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_asked_for_every_card_that_was_read_is_there(table: JournaledTable, tmp_path: Path, form: str) -> None:
    for number, text in written(table, form, tmp_path, "--hole-cards", "all").items():
        hand = table.hands[number][1]
        assert named(text) == {card_text(card) for cards in (*hand.holes, hand.board) for card in cards}
        beside = (tmp_path / f"journal-h{number:06d}.smarttable.json").read_text("utf-8")
        assert hidden(table, number) <= named(beside)
