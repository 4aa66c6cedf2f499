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


class Evening:
    """A table at which the hands of the spread were played, and every export of it that was asked for, made once."""

    def __init__(self, table: JournaledTable, folder: Path) -> None:
        self.table, self._folder = table, folder

    def out(self, form: str, hole_cards: str) -> Path:
        out = self._folder / f"{form}-{hole_cards}"
        if not out.exists():
            code, _, said = export(self.table.place, form, out, "--hole-cards", hole_cards)
            assert code == 0, said
        return out

    def texts(self, form: str, hole_cards: str) -> dict[int, str]:
        """Each hand's text by its number."""
        return {int(file.stem[-6:]): file.read_text("utf-8") for file in sorted(self.out(form, hole_cards).glob(f"*.{form}"))}

    def beside(self, form: str, hole_cards: str, number: int) -> str:
        return (self.out(form, hole_cards) / f"journal-h{number:06d}.smarttable.json").read_text("utf-8")


@pytest.fixture(scope="module", params=["spread", pytest.param("every", marks=pytest.mark.slow)])
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("evening")
    return Evening(played(folder, spread() if request.param == "spread" else holdem_files()), folder)


def acts(hand: HandFile) -> list[tuple[str, int, int]]:
    return [(one.kind, one.player, one.to_chips) for one in hand.actions if one.kind not in ("show", "muck")]


def hidden(table: JournaledTable, number: int) -> set[str]:
    """The cards of a hand that nobody but their holder, and the muck, has seen."""
    hand = table.hands[number][1]
    unseen = [cards for cards, shown in zip(hand.holes, hand.shown, strict=True) if shown is None]
    return {card_text(card) for card in [*hand.burned, *[card for cards in unseen for card in cards]]}


@pytest.mark.parametrize("hole_cards", ["shown", "all"])
def test_what_was_played_is_what_is_written(evening: Evening, hole_cards: str) -> None:
    texts = evening.texts("phh", hole_cards)
    assert list(texts) == list(evening.table.hands)
    assert len(texts) > 80
    for number, text in texts.items():
        theirs, hand = evening.table.hands[number]
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
def test_another_reader_plays_it_to_the_same_end(evening: Evening, hole_cards: str) -> None:
    for number, text in evening.texts("phh", hole_cards).items():
        hand = evening.table.hands[number][1]
        *_, state = HandHistory.loads(text)
        assert not state.status, f"hand {number} does not end there"
        assert tuple(state.payoffs) == hand.payoffs, text


@pytest.mark.parametrize("hole_cards", ["shown", "all"])
@pytest.mark.slow
def test_played_again_and_written_again_it_is_the_same_to_the_byte(evening: Evening, tmp_path: Path, hole_cards: str) -> None:
    once = evening.texts("phh", hole_cards)
    again = Evening(played(tmp_path, sorted(evening.out("phh", hole_cards).glob("*.phh"))), tmp_path)
    assert again.texts("phh", hole_cards) == once


def test_every_hand_is_an_open_hand_history_whose_chips_add_up(evening: Evening) -> None:
    for number, text in evening.texts("ohh", "shown").items():
        hand = evening.table.hands[number][1]
        document = json.loads(text)
        assert faults_of(document) == []
        sidecar = json.loads(evening.beside("ohh", "shown", number))
        returned = {int(seat): Decimal(chips) for seat, chips in sidecar["returned"].items()}
        ends = dict(zip(hand.seats, map(sum, zip(hand.start_stacks, hand.payoffs, strict=True)), strict=True))
        assert audit(document["ohh"], returned) == ends
        board = [card for one in document["ohh"]["rounds"] for card in one["cards"]]
        assert board == [card_text(card) for card in hand.board]


def named(text: str) -> set[str]:
    """Every card that a PHH or JSON text names."""
    return {card for word in re.findall(r'[ "]((?:[2-9TJQKA][cdhs])+)"', text) for card in re.findall("..", word)}


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_no_file_names_a_card_that_was_never_shown(evening: Evening, form: str) -> None:
    texts = evening.texts(form, "shown")
    some = 0
    for number, text in texts.items():
        beside = evening.beside(form, "shown", number)
        some += len(hidden(evening.table, number))
        assert not named(text) & hidden(evening.table, number)
        assert not named(beside) & hidden(evening.table, number)
    assert some > 500


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_asked_for_every_card_that_was_read_is_there(evening: Evening, form: str) -> None:
    for number, text in evening.texts(form, "all").items():
        hand = evening.table.hands[number][1]
        assert named(text) == {card_text(card) for cards in (*hand.holes, hand.board) for card in cards}
        beside = evening.beside(form, "all", number)
        assert hidden(evening.table, number) <= named(beside)
