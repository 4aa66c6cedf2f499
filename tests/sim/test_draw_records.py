"""Recorded hands of draw games: read, played, written and read again; what a history says of cards that nobody saw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from core_table import CoreTable
from msgspec.structs import replace

from controller.effects import Tell
from controller.game.cards import parse_cards
from controller.histories.handfile import HandFile, HistoryError
from controller.histories.phh import parse
from controller.histories.phh_text import write
from controller.histories.record import recorded
from controller.histories.record_draws import without_hidden
from sim.facts import events_of, seating
from sim.port import TableSpec
from sim.replay import ReplayOptions, load, replay_one
from sim.script import script_of

DATA = Path(__file__).resolve().parents[1] / "data" / "phh"
FILES = [
    file
    for file in sorted(DATA.rglob("*.phh"))
    if re.search(r"^variant = ['\"](N2L1D|F2L3D|FB)['\"]", file.read_text("utf-8"), re.MULTILINE)
]

#: A hand with three players where cards are changed; what the file leaves unknown is `??`.
HAND = """\
variant = 'N2L1D'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
actions = [
  'd dh p1 2c3c4c????', 'd dh p2 ??????????',
  'p2 cc', 'p1 cc', 'p1 sd Kd', 'p2 sd ????', 'd dh p1 7h', 'd dh p2 ??8s', 'p1 cc', 'p2 cc',
  'p1 sm 2c3c4c5h7h', 'p2 sm 2d3d4d6s8s',
]
"""


def test_there_are_ten_of_them() -> None:
    assert len(FILES) == 10


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_recorded_hand_comes_out_as_its_file_says(file: Path) -> None:
    result = replay_one(load(file), ReplayOptions(), CoreTable, lambda _: pytest.fail("no loop runs at fact level"))
    assert (result.ok, result.error, result.discrepancies) == (True, None, [])
    assert result.payoffs is not None
    if result.expected is not None:
        assert result.payoffs == result.expected
    assert sum(result.payoffs) == 0


def test_the_badugi_of_the_encyclopaedia_is_won_by_the_better_three_cards() -> None:
    [file] = [file for file in FILES if file.stem == "alice-carol-wikipedia"]
    result = replay_one(load(file), ReplayOptions(), CoreTable, lambda _: pytest.fail("no loop runs at fact level"))
    assert result.payoffs == [-4, 20, 0, -16]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_what_was_read_is_written_and_read_again(file: Path) -> None:
    hand = parse(file.read_text("utf-8"))
    again = parse(write(hand))
    assert again == replace(hand, entries=again.entries)
    assert write(again) == write(hand)


def played(hand: HandFile) -> tuple[CoreTable, list[Tell]]:
    """The hand as our table has it, and what was told of it."""
    table = CoreTable(TableSpec("replay", 10, hand.stakes))
    table.take(seating(hand))
    told = [one for one in table.take(events_of(script_of(hand))) if isinstance(one, Tell)]
    return table, told


def test_our_own_record_of_a_hand_says_the_same_as_its_file() -> None:
    for file in FILES:
        hand = parse(file.read_text("utf-8"))
        table, told = played(hand)
        assert table.table.hand is not None
        ours = recorded(table.table.hand, told)
        assert [(one.kind, one.player, one.to_chips, len(one.cards)) for one in ours.actions] == [
            (one.kind, one.player, one.to_chips, len(one.cards)) for one in hand.actions
        ], file.name
        for mine, theirs in zip(ours.holes, hand.holes, strict=True):
            assert {card for card in theirs if card is not None} <= set(mine), file.name
        assert write(parse(write(ours))) == write(ours)


def test_cards_that_nobody_saw_are_not_in_a_history_of_what_was_shown() -> None:
    hand = parse(HAND)
    table, told = played(hand)
    assert table.table.hand is not None
    public = without_hidden(recorded(table.table.hand, told))
    assert [card for one in public.actions if one.kind in ("draw", "replace") for card in one.cards if card is not None] == []


def test_what_a_file_says_late_was_so_all_along() -> None:
    hand = parse(HAND)
    assert hand.holes[0] == (*(parse_cards("2c3c4c") or ()), *(parse_cards("5hKd") or ()))
    assert {card for card in hand.holes[1] if card is not None} < set(parse_cards("2d3d4d6s") or ())


#: what is written instead → what is said of it
WRONG = [
    ("'p1 sd Kd'", "'p1 sd Kd2c3c4c5c6c'", "gives up 6 cards of 5"),
    ("'p1 sd Kd'", "'p1 sd AsAdAh'", "another card than was dealt"),
    ("'d dh p1 7h'", "'d dh p1 7h8h'", "makes 6 cards"),
    ("'d dh p1 7h'", "'d dh p1 2c'", "2c is there twice"),
    ("'p1 sm 2c3c4c5h7h'", "'p1 sm 2c3c4c5h'", "shows 4 cards"),
    ("'p1 sm 2c3c4c5h7h'", "'p1 sm 2c3c4c5h9h'", "shows other cards"),
]


@pytest.mark.parametrize(("was", "now", "said"), WRONG)
def test_what_cannot_be_is_named_with_its_line(was: str, now: str, said: str) -> None:
    with pytest.raises(HistoryError, match=rf"line \d+: actions\[\d+\].*{said}"):
        parse(HAND.replace(was, now))
