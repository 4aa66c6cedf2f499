"""What a table is after a power cut: the same, with the same stories and answers."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

import pytest
from felt import BLINDS
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_felt import KeptFelt, place_in

from controller import clock
from controller.feed.boot import Boot
from controller.game.chips import Stakes
from controller.journal.errors import JournalError
from controller.journal_commands import open_journal
from controller.recovery import decode_table, encode_table, fold
from controller.rules.house import House

HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


def test_a_hand_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("call", "raise 300")
    before = (felt.turn.table, felt.state())
    felt.cut()

    again = KeptFelt(place, boot_id="boot-2")
    assert again.turn.table == before[0]
    unchanged = {key: value for key, value in again.state().items() if key not in {"boot_id", "utc", "table_ms"}}
    assert unchanged == {key: value for key, value in before[1].items() if key not in {"boot_id", "utc", "table_ms"}}
    assert again.clock.at_ns > felt.clock.at_ns, "table time goes on"
    again.act("fold", "fold")
    assert again.stories()[-1].startswith("Hand 1 is over: ")
    seqs = [seq for seq, _ in felt.events()] + [seq for seq, _ in again.events() if seq > felt.events()[-1][0]]
    assert seqs == list(range(1, len(seqs) + 1))


def test_stories_that_may_not_have_gone_out_are_told_again_word_for_word(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.turn.told_by = lambda: 4  # the broker took four, then was away
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.cut()
    again = KeptFelt(place, boot_id="boot-2")
    assert again.events() == felt.events()[4:]
    assert len(again.events()) > 6
    assert json.loads(again.events()[0][1])["boot_id"] == "boot-1"


def test_after_an_orderly_stop_nothing_is_told_again(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.turn.close()
    assert KeptFelt(place_in(tmp_path), boot_id="boot-2").events() == []


def test_a_command_of_before_is_answered_as_then_and_not_done_again(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    sit = {"id": "once", "seat": 2, "name": "Ann", "stack": 500}
    answer = felt.desk.submit("sit", sit, "dealer")
    refused = felt.desk.submit("buy_in", {"id": "twice", "seat": 5, "amount": 5}, "dealer")
    felt.seat(3)
    felt.cut()
    again = KeptFelt(place_in(tmp_path), boot_id="boot-2")
    table = again.turn.table
    assert again.desk.submit("sit", sit, "dealer") == answer
    assert again.desk.submit("buy_in", {"id": "twice", "seat": 5, "amount": 5}, "dealer") == refused
    assert again.desk.submit("sit", {**sit, "stack": 501}, "dealer").code == "cmd.id_reused"
    assert again.turn.table is table


def test_open_questions_of_the_hand_are_still_open(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.contradict("rfid.two_places", "board")
    felt.cut()
    questions = KeptFelt(place_in(tmp_path), boot_id="b2").state()["quality"]["discrepancies"]
    assert [(question["code"], question["zones"]) for question in questions] == [("rfid.two_places", ["board"])]


@settings(max_examples=25)
@given(picks=st.lists(st.integers(0, 999), min_size=20, max_size=120), cuts=st.sets(st.integers(5, 110), max_size=3))
@pytest.mark.slow
def test_a_fold_from_any_snapshot_is_the_live_table(picks: list[int], cuts: set[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = place_in(Path(folder), snapshot_hands=1)
        felt = KeptFelt(place)
        for number, pick in enumerate(picks):
            if number in cuts:
                live = felt.turn.table
                felt.cut()
                felt = KeptFelt(place, boot_id=f"boot-{number}")
                assert felt.turn.table == live
            felt.any_move(pick)
        felt.cut()
        house = House(seats=6, stakes=BLINDS)
        with open_journal(place) as (_, reader):
            states = list(reader.states_backwards())
            assert len(states) > 0
            for row, content in states:
                table = decode_table(content)
                for one in fold(reader, house, from_turn=row.turn, trust_states=False):
                    table = one.table
                assert encode_table(table) == encode_table(felt.turn.table)


def test_a_damaged_newest_snapshot_is_passed_over(tmp_path: Path) -> None:
    place = place_in(tmp_path, snapshot_hands=1)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    for _ in range(3):
        felt.deal(HOLES)
        felt.act("fold", "fold")
    live = felt.turn.table
    felt.journal._store.commit([("UPDATE states SET sealed = zeroblob(length(sealed)) WHERE turn = (SELECT max(turn) FROM states)", ())])
    felt.cut()
    assert KeptFelt(place, boot_id="b2").turn.table == live


def test_old_hands_are_dropped_and_the_chain_still_holds(tmp_path: Path) -> None:
    place = place_in(tmp_path, hands=10, snapshot_hands=2)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    for _ in range(40):
        felt.deal(HOLES)
        felt.act("fold", "fold")
    live = felt.turn.table
    felt.cut()
    with open_journal(place) as (rows, reader):
        held = [hand for hand, _, _ in rows.hands()]
        assert held[-1] == 40
        assert 10 <= len(held) <= 13
        assert sum(1 for _ in reader.turns(reader.start())) > 100, "each is held against the chain"
    assert KeptFelt(place, boot_id="b2").turn.table == live


def test_new_stakes_in_the_config_hold_from_the_next_hand_on(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.cut()
    again = KeptFelt(place_in(tmp_path), stakes=Stakes(100, 200), boot_id="b2")
    assert again.state()["big_blind"] == 100, "the hand is played out for what it began with"
    again.act("fold", "fold")
    again.do("new_hand")
    assert again.state()["big_blind"] == 200
    live = again.turn.table
    again.cut()
    assert KeptFelt(place_in(tmp_path), stakes=Stakes(100, 200), boot_id="b3").turn.table == live


def test_another_number_of_seats_is_refused_with_the_remedy(tmp_path: Path) -> None:
    KeptFelt(place_in(tmp_path)).cut()
    with pytest.raises(JournalError, match=r"\[table\] seats = 6"):
        KeptFelt(place_in(tmp_path), seats=9)
    KeptFelt(place_in(tmp_path)).cut()  # the refused start let go of the file


@pytest.mark.parametrize("speed", [None, 1.0, 7.0])
def test_an_earlier_start_gives_times_the_utc_its_clock_gave_them(speed: float | None) -> None:
    async def main() -> None:
        now = clock.Clock(asyncio.get_running_loop())
        assert now.zero_ns >= 5_500_000_000, "the loop began where it was told to"
        then = Boot("b1", now.zero_ns, now.zero_utc_ms, now.speed or 1.0)
        for at_ns in range(now.zero_ns, now.zero_ns + 10**13, 10**13 // 997):
            assert then.utc_ms(at_ns) == now.utc_ms(at_ns)

    clock.run(main, speed, start_s=5.5)


def test_a_sequence_has_one_name_for_as_long_as_no_number_means_two_things(tmp_path: Path) -> None:
    names = []
    for boot in ("boot-1", "boot-2"):
        felt = KeptFelt(place_in(tmp_path), boot_id=boot)
        names.append(felt.snapshot("status")["sequence"])
        felt.cut()
    other = KeptFelt(place_in(tmp_path / "other"))
    assert names[0] == names[1] != other.snapshot("status")["sequence"]
    other.cut()


def test_stories_are_read_from_any_place_whether_or_not_it_goes_on_from_the_last_one(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path, snapshot_hands=1, hands=3))
    felt.turn.told_by = lambda: 0
    for _ in range(6):
        felt.seat(1, 2) if felt.turn.table.seats[0] is None else None
        felt.do("new_hand")
        felt.do("post")
        felt.do("void_hand")
    told = dict(felt.events())
    first = felt.stored.read(0, 1)[0].seq
    assert first > 1, "old hands were let go of"
    for seq in (*range(first - 1, felt.turn.table.seq), *range(felt.turn.table.seq, first - 2, -1)):
        for most in (1, 3, 1_000):
            read = [(message.seq, message.body) for message in felt.stored.read(seq, most)]
            assert read == [(n, told[n]) for n in range(seq + 1, felt.turn.table.seq + 1)][:most], (seq, most)
    felt.cut()
