"""PHH files out: every recorded hand that this version plays comes back as it was read, and others read it too."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pokerkit import HandHistory

from controller.histories.handfile import HandFile, HistoryError
from controller.histories.phh import parse
from controller.histories.phh_text import write

DATA = Path(__file__).resolve().parents[1] / "data" / "phh"
FILES = sorted(DATA.rglob("*.phh"))


def hands() -> list[tuple[Path, HandFile]]:
    found = []
    for file in FILES:
        try:
            found.append((file, parse(file.read_text(encoding="utf-8"))))
        except HistoryError:
            continue
    return found


HANDS = hands()
HAND = HANDS[0][1]


def test_every_recorded_hand_is_read_as_it_was_and_written_the_same_again() -> None:
    assert len(HANDS) > len(FILES) // 2
    for file, hand in HANDS:
        text = write(hand)
        again = parse(text)
        assert replace(again, entries=()) == replace(hand, entries=()), file
        assert write(again) == text, file


def test_another_reader_plays_what_we_write_to_the_same_end() -> None:
    for file, hand in HANDS[:60]:
        *_, state = HandHistory.loads(write(hand))
        *_, original = HandHistory.loads(file.read_text(encoding="utf-8"))
        assert state.stacks == original.stacks, file


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_name_survives(name: str) -> None:
    hand = replace(HAND, names=(name, *[""] * (len(HAND.stacks) - 1)), hand=name)
    assert parse(write(hand)).names[0] == name
    assert tomllib.loads(write(hand))["hand"] == name


@pytest.mark.parametrize(("written", "meant"), [("0.50", "0.5"), ("100.00", "100"), ("1e2", "100"), ("0.0", "0")])
def test_an_amount_has_one_way_to_be_written(written: str, meant: str) -> None:
    results = tuple(Decimal(written) for _ in HAND.stacks)
    assert f"winnings = [{meant}," in write(replace(HAND, winnings=results))


@pytest.mark.parametrize("ante_from", ["all", "big_blind", "button"])
@pytest.mark.parametrize("players", [2, 3])
def test_who_posts_the_ante_is_kept(ante_from: str, players: int) -> None:
    stakes = replace(HAND.stakes, ante=1, ante_from=ante_from)
    hand = replace(
        HAND, stakes=stakes, stacks=(1000,) * players, holes=((None, None),) * players, names=("",) * players,
        actions=(), board=(), scale=1, finishing=None, winnings=None,
    )  # fmt: skip
    assert parse(write(hand)).stakes == stakes
