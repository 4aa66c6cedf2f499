"""Each start in the journal keeps the answers of the house that held; a journal from before there were any still opens."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from felt import BLINDS
from kept_felt import BootClock, KeptFelt, place_in
from msgspec.structs import replace

from controller.game.chips import Stakes
from controller.game.posting import PostingRules
from controller.journal.errors import JournalError
from controller.journal.paths import JournalPlace
from controller.journal_commands import open_journal
from controller.recovery import house_of, recover
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.house_rules import in_force

ROBERTS = House(seats=6, stakes=BLINDS, book="roberts", options=replace(PRESETS["roberts"], action_clock_seconds=45))
HOLES = {1: ("As", "Ad"), 2: ("Kc", "Kd"), 3: ("2c", "7d")}


class HouseOfBefore(msgspec.Struct, frozen=True):
    """What a start wrote before there were options."""

    variant: str = "holdem"
    seats: int = 6
    stakes: Stakes = BLINDS
    posting: PostingRules = PostingRules()


def start(place: JournalPlace, house: object, boot_id: str) -> None:
    """A start that writes `house` down, and ends."""
    recovered = recover(place, ROBERTS)
    recovered.journal(place, house, boot_id, BootClock(recovered.start_s))  # type: ignore[arg-type] # also houses of other versions
    recovered.store.close()


def test_each_start_keeps_its_own_answers(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    home = House(seats=6, stakes=BLINDS, book="home", options=PRESETS["home"])
    start(place, ROBERTS, "b1")
    start(place, home, "b2")
    with open_journal(place) as (_, reader):
        assert [house_of(reader.boots[number]) for number in sorted(reader.boots)] == [ROBERTS, home]


def test_a_start_keeps_every_answer_not_only_what_was_changed(tmp_path: Path) -> None:
    """A later version may correct a book's set: that must not reach back."""
    place = place_in(tmp_path)
    start(place, ROBERTS, "b1")
    with open_journal(place) as (_, reader):
        written = msgspec.msgpack.decode(reader.boots[1].house)
    assert written["book"] == "roberts"
    assert written["options"] == msgspec.to_builtins(ROBERTS.options)


def test_a_journal_from_before_there_were_options_opens_and_goes_on(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("fold")
    live = felt.turn.table
    row = msgspec.msgpack.encode(HouseOfBefore())
    felt.cut()
    start(place, HouseOfBefore(), "before")
    felt = KeptFelt(place, boot_id="after")
    assert felt.turn.table == live
    felt.act("fold")
    assert felt.turn.table.hand is not None
    assert felt.turn.table.hand.over
    with open_journal(place) as (_, reader):
        assert reader.boots[2].house == row
        assert house_of(reader.boots[2]) == House(seats=6, stakes=BLINDS)


def test_an_answer_of_a_newer_version_is_refused_in_words(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    newer = msgspec.to_builtins(ROBERTS)
    newer["options"]["raise_cap"] = "thirteen_raises"
    start(place, newer, "b1")
    with pytest.raises(JournalError) as caught:
        recover(place, ROBERTS)
    assert caught.value.code == "journal.newer"
    assert "start 1 in the journal" in str(caught.value)


def set_answer(felt: KeptFelt) -> None:
    felt.do("house_option", option="stub_count_interval_min", answer=7)


def answers(place: JournalPlace, house: House) -> dict[str, object]:
    """What differs from the book at a table that goes on with `house` in its file."""
    recovered = recover(place, house)
    recovered.store.close()
    return dict(in_force(recovered.table, house).changed())


def test_what_the_floor_changed_stays_over_a_restart(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    set_answer(felt)
    felt.cut()
    assert answers(place, House(seats=6, stakes=BLINDS)) == {"stub_count_interval_min": 7}
    assert answers(place, House(seats=6, stakes=Stakes(1, 2))) == {"stub_count_interval_min": 7}, "other stakes are no other rules"


def test_a_table_file_that_says_something_else_wins(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    set_answer(felt)
    felt.cut()
    assert answers(place, ROBERTS) == {"action_clock_seconds": 45}


def test_a_correction_after_a_change_folds_the_hand_by_the_answers_it_was_played_by(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("fold", "fold")
    folded = felt.bodies("event")
    seq = max(story["seq"] for story in folded if story["kind"] == "acted")
    set_answer(felt)
    answer = felt.ask("correct", seq=seq, change={"do": "call"})
    assert answer.ok, answer
    assert felt.turn.table.around.answers == (("stub_count_interval_min", 7),)
    felt.cut()
