"""Faults at a certain time: what their texts mean, and that a hand ends right in spite of each."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

import pytest
from hand_texts import DATA
from wire_table import virtually, wire_table

from controller.clock import TableLoop
from controller.effects import Tell
from controller.game.cards import Card
from controller.harness import TableInProcess, on_floor
from sim.fault_plan import FAULTS, PlannedFault, parse_planned
from sim.faults import Faults, FaultsError
from sim.outcome import ReplayResult
from sim.port import TableSpec
from sim.replay import ReplayError, ReplayOptions, load, replay_one

ALL_IN = DATA / "wsop2023_43_5/03-02-41.phh"
SHOWDOWN = DATA / "pluribus/102/0.phh"


class Watched:
    """Replays a hand with planned faults and keeps what became of the readers' health."""

    def __init__(self, hand: Path, *faults: str, **odds: float) -> None:
        self.reasons: set[tuple[str, str]] = set()
        self.tables: list[TableInProcess] = []
        options = ReplayOptions(wire=True, faults=Faults(**odds), plan=tuple(map(parse_planned, faults)))
        self.result: ReplayResult = replay_one(load(hand), options, self._table, virtually)

    def _table(self, spec: TableSpec) -> TableInProcess:
        table = wire_table(spec)
        table.on_health(lambda health: self.reasons.add((health.part, health.reason)))
        self.tables.append(table)
        return table

    @property
    def counters(self) -> dict[str, dict[str, int]]:
        return self.tables[0].counters()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("unplug hf1 at 20s for 5s", PlannedFault("unplug", "hf1", 0, 20.0, 5.0)),
        ("  dip at 1.5 s for 0.2 s ", PlannedFault("dip", "", 0, 1.5, 0.2)),
        ("deaf hf1/3 at 0s", PlannedFault("deaf", "hf1", 3, 0.0, 5.0)),
        ("reset hf0 at 7s", PlannedFault("reset", "hf0", 0, 7.0, 1.0)),
        ("dead 9h at 0s", PlannedFault("dead", "", 0, 0.0, 3600.0, Card(30))),
        ("clock-jump at 5s for 60s", PlannedFault("clock-jump", "", 0, 5.0, 60.0)),
        ("freeze at 5s", PlannedFault("freeze", "", 0, 5.0, 5.0)),
    ],
)
def test_a_text_says_what_befalls_whom_and_when(text: str, fault: PlannedFault) -> None:
    assert parse_planned(text) == fault


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("unplugg hf1 at 2s", "did you mean 'unplug'?"),
        ("earthquake at 2s", "known faults: unplug, dip,"),
        ("", "known faults: unplug, dip,"),
        ("unplug hf1", "write it as 'unplug hf1 at 20s for 5s'"),
        ("dip now", "write it as 'dip at 20s for 5s'"),
        ("unplug hf7 at 2s", "unplug befalls hf0, hf1"),
        ("unplug at 2s", "unplug befalls hf0, hf1"),
        ("unplug hf1/3 at 2s", "unplug befalls hf0, hf1"),
        ("dip hf1 at 2s", "dip befalls nobody: it befalls the whole table"),
        ("dead at 2s", "dead befalls the tag of a card: name it, as 9h"),
        ("dead 1h at 2s", "dead befalls the tag of a card: name it, as 9h"),
        ("freeze hf0 at 2s", "freeze befalls nobody: it befalls the computer that the daemon runs on"),
        ("clockjump at 2s", "did you mean 'clock-jump'?"),
        ("deaf hf1 at 2s", "deaf befalls hf0/1, hf0/2"),
        ("deaf hf1/8 at 2s", "deaf befalls hf0/1, hf0/2"),
        ("unplug hf1 at 2.2.2s", "'2.2.2' is no number of seconds"),
    ],
)
def test_a_wrong_text_is_answered_with_how_it_is_written(text: str, says: str) -> None:
    with pytest.raises(FaultsError) as error:
        parse_planned(text)
    assert says in str(error.value)


def test_a_planned_fault_needs_a_wire() -> None:
    with pytest.raises(ReplayError, match="--fault: without readers"):
        ReplayOptions(plan=(parse_planned("dip at 1s"),))


#: Fault → what the table says of the reader meanwhile. The hand deals from 5 s on, shows the flop at about 25 s.
DURING_A_HAND = {
    "unplug hf1 at 12s for 5s": ("hf1", "link.absent"),
    "unplug hf0 at 9s for 8s": ("hf0", "link.absent"),
    "dip at 12s for 2s": ("hf0", "link.absent"),
    "silent hf1 at 12s for 6s": ("hf1", "rfid.silent"),
    "wrong hf1 at 12s for 8s": ("hf1", "rfid.garbage"),
    "half hf1 at 12s for 6s": ("hf1", "rfid.garbage"),
    "noise hf0 at 6s for 20s": ("hf0", "rfid.garbage"),
    "reset hf1 at 14s for 3s": ("hf1", "rfid.silent"),
}


@pytest.mark.parametrize("fault", DURING_A_HAND)
def test_a_hand_with_a_fault_in_it_ends_right_and_the_fault_is_told(fault: str) -> None:
    here = Watched(ALL_IN, fault)
    assert (here.result.error, here.result.ok, here.result.wrong) == (None, True, [])
    assert here.result.payoffs == here.result.expected
    assert DURING_A_HAND[fault] in here.reasons


@pytest.mark.parametrize("fault", ["crumbs hf0 at 0s for 90s", "deaf hf1/3 at 12s for 8s"])
def test_what_no_reader_can_know_changes_nothing_but_the_time(fault: str) -> None:
    here = Watched(ALL_IN, fault)
    assert (here.result.error, here.result.ok, here.result.wrong) == (None, True, [])
    assert {reason for _, reason in here.reasons} == {""}


#: A card of the board whose tag is dead → what is asked about it.
DEAD_ON_THE_BOARD = {
    "dead 2c at 0s": "deal.flop_unread",
    "dead Th at 0s": "deal.flop_unread",
    "dead Ah at 0s": "deal.turn_unread",
    "dead 6d at 0s": "deal.river_unread",
}


@pytest.mark.parametrize("fault", DEAD_ON_THE_BOARD)
@pytest.mark.parametrize("hand", [ALL_IN])
def test_a_dead_board_card_is_asked_for_and_entered_and_the_hand_ends_right(hand: Path, fault: str) -> None:
    here = Watched(hand, fault)
    assert (here.result.error, here.result.ok, here.result.wrong) == (None, True, [])
    assert here.result.assumed["named_by_hand"] == [f"board {fault.split()[1]}"]
    code = DEAD_ON_THE_BOARD[fault]
    tells = [effect for effect in here.tables[0].stories if isinstance(effect, Tell)]
    asked = next(tell for tell in tells if tell.code == code and tell.kind == "discrepancy")
    entered = next(tell for tell in tells if tell.evidence is not None and tell.evidence.part == "hand:dealer")
    settled = next(tell for tell in tells if tell.code == code and tell.kind == "discrepancy_settled")
    assert asked.seq < entered.seq < settled.seq
    last = max(tell.at_ns for tell in tells if tell.kind in ("board", "card_burned", "street_closed") and tell.seq < asked.seq)
    assert 15.0 <= (asked.at_ns - last) / 1e9 < 20.0, "since the last card that came, or the bet that made it due"
    assert here.tables[0].table.open == ()


@pytest.mark.parametrize("fault", ["dead 9d at 0s", "dead 9c at 0s"])
def test_a_dead_hole_card_is_asked_about_and_named_at_the_showdown(fault: str) -> None:
    here = Watched(ALL_IN, fault)
    assert (here.result.error, here.result.ok, here.result.wrong) == (None, True, [])
    assert here.result.assumed["named_by_hand"] == ["p2"]
    tells = [effect for effect in here.tables[0].stories if isinstance(effect, Tell)]
    assert [tell.zones for tell in tells if tell.code == "deal.hole_unread"] == [("seat/2/hole",)] * 2, "asked, and settled"


def test_a_jump_of_the_clock_and_a_freeze_change_nothing_of_the_hand() -> None:
    plain = Watched(ALL_IN)
    true_ns = time.time_ns()
    for faults in (["clock-jump at 12s for 36000s"], ["freeze at 9s for 8s"], ["freeze at 26s for 20s", "clock-jump at 10s for 9s"]):
        here = Watched(ALL_IN, *faults)
        assert (here.result.error, here.result.ok, here.result.wrong, here.result.lost) == (None, True, [], 0)
        assert (here.result.payoffs, here.result.discrepancies) == (plain.result.payoffs, [])
    assert abs(time.time_ns() - true_ns) < 600 * 10**9, "the clock is right again afterwards"


def test_every_kind_is_played_in_a_hand() -> None:
    played = {text.split()[0] for text in DURING_A_HAND} | {"crumbs", "deaf", "dead", "clock-jump", "freeze"}
    assert played == set(FAULTS)


def test_several_faults_in_one_hand_with_bad_reading_as_well() -> None:
    faults = ["dip at 8s for 1s", "unplug hf0 at 14s for 4s", "silent hf1 at 15s for 5s", "dip at 24s for 1s", "crumbs hf1 at 0s for 60s"]
    here = Watched(SHOWDOWN, *faults, miss=0.10, cross=0.05, mangle=0.001)
    assert (here.result.error, here.result.ok, here.result.wrong) == (None, True, [])


def test_a_reader_that_is_unplugged_is_opened_anew_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    here = Watched(ALL_IN, "unplug hf1 at 12s for 5s")
    assert here.counters["hf1"]["links_opened"] == 2
    assert here.counters["hf0"]["links_opened"] == 1
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["reader hf1 is failed", "reader hf1 is back"]


def test_a_step_of_the_system_clock_during_a_hand_moves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall goes back an hour in the middle of the deal, as at the first contact with a time server: what is told goes on steadily."""
    told_ms: list[tuple[int, int]] = []
    walls_ns: list[int] = []
    began_ns = time.time_ns()

    def table(spec: TableSpec) -> TableInProcess:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TableLoop)
        loop.speed = 1.0  # it jumps, but claims to keep the wall's time: UTC comes from the system then
        made = on_floor(spec)
        loop.call_at(12.0, lambda: monkeypatch.setattr(time, "time_ns", lambda: began_ns - 3600 * 10**9))
        made.turn.on_effects(lambda table, effects: walls_ns.append(time.time_ns()))
        made.turn.on_effects(lambda table, effects: told_ms.append((made.clock.now_ns() // 10**6, made.clock.utc_ms(made.clock.now_ns()))))
        return made

    result = replay_one(load(ALL_IN), ReplayOptions(wire=True), table, virtually)
    assert (result.error, result.ok, result.wrong) == (None, True, [])
    assert walls_ns[-1] == began_ns - 3600 * 10**9, "the step did come"
    assert told_ms[0][0] < 12_000 < told_ms[-1][0]
    offsets = [utc_ms - table_ms for table_ms, utc_ms in told_ms]
    assert max(offsets) - min(offsets) <= 1
    assert abs(offsets[0] - began_ns // 10**6) < 60_000


#: Chance faults: none of them may put a card where it was not, whatever else they cost.
BY_CHANCE = ["mangle=0.05", "flicker=0.08", "silent=0.05", "crumbs=1", "half=0.05", "noise=0.2"]


@pytest.mark.parametrize("odds", BY_CHANCE)
def test_a_hand_with_faults_by_chance_ends_right(odds: str) -> None:
    name, _, number = odds.partition("=")
    here = Watched(ALL_IN, **{name: float(number)})
    assert (here.result.error, here.result.ok, here.result.wrong) == (None, True, [])


def test_mangled_ids_are_counted_and_come_to_no_card_and_no_question() -> None:
    here = Watched(ALL_IN, mangle=0.05)
    assert here.counters["sensing"]["unknown_reads"] > 20
    assert here.result.discrepancies == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 7])
def test_two_hundred_hands_read_badly_confirm_no_wrong_card(seed: int) -> None:
    files = sorted((DATA / "pluribus").rglob("*.phh"))[::2]
    options = ReplayOptions(wire=True, seed=seed, faults=Faults(miss=0.10, cross=0.05, mangle=0.001))
    results = [replay_one(load(file), options, wire_table, virtually) for file in files[:200]]
    assert [(result.file, result.error, result.wrong) for result in results if not result.ok or result.wrong] == []
    assert len(results) == 200
    lost = sum(result.lost for result in results)
    assert lost <= 20, "told gone while they lay there"


@pytest.mark.slow
def test_a_shown_card_whose_tag_is_dead_is_named_by_its_player() -> None:
    hand = load(ALL_IN).hand
    assert hand is not None
    named = []
    for seed in range(1, 13):
        result = replay_one(load(ALL_IN), ReplayOptions(wire=True, seed=seed, faults=Faults(dead=0.04)), wire_table, virtually)
        assert result.wrong == []
        assert result.ok, result.error
        named += result.assumed.get("named_by_hand", [])
    assert {"p2", "p5"} & set(named)
    assert {name for name in named if not name.startswith("board")} <= {"p2", "p5"}, "only these two show"


def test_people_who_are_recognised_name_nothing() -> None:
    assert "named_by_hand" not in Watched(ALL_IN).result.assumed
