"""A hand can be corrected after a power cut as before it, wherever the cut came."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_felt import KeptFelt, place_in

from controller.events import Correct
from controller.hand_timeline import timeline
from controller.journal_commands import open_journal
from controller.recovery import recover
from controller.rules.house import House
from controller.turn import Turn

HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


def entries(turn: Turn) -> list[object]:
    return list(turn._log.entries)


def test_the_dealer_corrects_after_a_power_cut_what_he_entered_before_it(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("call", "raise 300")
    entry = felt.state()["last_entry"]
    felt.cut()
    again = KeptFelt(place_in(tmp_path), boot_id="b2")
    assert again.state()["last_entry"] == entry
    answer = again.desk.submit("correct", {"id": "k1", "seq": entry["seq"], "change": {"to": 400}}, "dealer")
    assert answer.ok, answer
    assert again.stories()[-1] == "Corrected: Seat 2 raises to 400 (entered was: Seat 2 raises to 300)."
    again.cut()
    third = KeptFelt(place_in(tmp_path), boot_id="b3")
    assert third.turn.table == again.turn.table
    assert third.desk.submit("correct", {"id": "k1", "seq": entry["seq"], "change": {"to": 400}}, "dealer") == answer
    assert third.desk.submit("correct", {"id": "k1", "seq": entry["seq"], "change": {"to": 500}}, "dealer").code == "cmd.id_reused"
    assert third.state()["last_entry"]["text"] == "Seat 2 raises to 400."


@settings(max_examples=25, deadline=None)
@given(picks=st.lists(st.integers(0, 999), min_size=20, max_size=90), cuts=st.sets(st.integers(3, 80), min_size=1, max_size=4))
@pytest.mark.slow
def test_cut_anywhere_the_hand_is_as_correctable_as_before(picks: list[int], cuts: set[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = place_in(Path(folder), snapshot_hands=1)
        felt = KeptFelt(place)
        for number, pick in enumerate(picks):
            if number in cuts:
                table, known, last = felt.turn.table, entries(felt.turn), felt.state()["last_entry"]
                felt.cut()
                felt = KeptFelt(place, boot_id=f"boot-{number}")
                assert (felt.turn.table, entries(felt.turn), felt.state()["last_entry"]) == (table, known, last)
            last = felt.state()["last_entry"]
            if pick % 5 == 0 and last is not None:
                change = {"remove": True} if pick % 2 else {"do": ("fold", "call", "check", "all_in")[pick % 4]}
                answer = felt.ask("correct", seq=last["seq"], change=change)
                assert answer.ok or answer.code.startswith(("correct.same", "correct.only_remove", "act.")), answer
            else:
                felt.any_move(pick)
        felt.cut()


def test_a_hand_of_before_the_oldest_event_kept_is_not_corrected(tmp_path: Path) -> None:
    """The log of the hand is not whole: that is said, and nothing is guessed."""
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("call")
    entry = felt.state()["last_entry"]
    felt.turn._log.entries.pop(3)
    assert felt.ask("correct", seq=entry["seq"], change={"remove": True}).code == "correct.lost"
    felt.cut()


def test_the_time_line_shows_the_correction_and_what_it_replaces(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("raise 600", "call")
    seq = next(json.loads(body)["seq"] for _, body in felt.events() if b"raises to 600" in body)
    felt.do("correct", seq=seq, change={"to": 300})
    felt.do("pause")
    felt.do("resume")
    felt.act("fold")
    felt.cut()
    with open_journal(place_in(tmp_path)) as (_, reader):
        lines = list(timeline(reader, House(seats=6), 1))
    at = next(n for n, line in enumerate(lines) if f"correct #{seq}: to 300" in line)
    assert "Corrected: Seat 1 raises to 300 (entered was: Seat 1 raises to 600)" in lines[at + 1]
    assert f"[instead of #{seq}, #{seq + 1}]" in lines[at + 1]
    assert any("raises to 600" in line for line in lines[:at]), "what was entered stays to be seen"
    assert any("pause" in line for line in lines[at:])


def test_the_journal_holds_a_correction_with_its_hand(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("fold")
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "call"})
    felt.cut()
    with open_journal(place) as (_, reader):
        found = [event for turn in reader.turns(reader.start()) for event in turn.events if isinstance(event, Correct)]
    assert len(found) == 1
    assert len(found[0].entries) == 9, "new_hand, post, six cards, the fold"


@pytest.mark.parametrize("hands", [1, 3])
def test_a_recovered_log_begins_at_the_hand(tmp_path: Path, hands: int) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    for _ in range(hands):
        felt.deal(HOLES)
        felt.act("fold", "fold")
    known = entries(felt.turn)
    felt.cut()
    recovered = recover(place_in(tmp_path), House(seats=6))
    assert recovered.log.entries == known
    recovered.store.close()
