"""A hand whose board was dealt more than once: kept by the journal over a power cut, written as OHH, left out of PHH aloud."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from journaled import export
from kept_felt import KeptFelt, place_in
from ohh_form import audit, faults_of

HOLES = {1: ("As", "Ad"), 2: ("Kc", "Kd")}


def run_twice(folder: Path, *, cut: bool) -> KeptFelt:
    """Seats 1 and 2 are all-in on the flop and run it twice: each takes a run. With `cut` the power fails between the two."""
    felt = KeptFelt(place_in(folder), book="roberts")
    for seat, chips in {1: 1000, 2: 1000}.items():
        felt.do("sit", seat=seat, name=f"Player {seat}", stack=chips)
    felt.do("button", seat=2)
    felt.deal(HOLES)
    felt.act("call", "check")
    felt.board("2s", "2c", "7d", "9h")
    felt.act("all_in", "call")
    felt.do("run_it", times=2)
    felt.board("2d", "3s")
    felt.board("2h", "4s")
    if cut:
        before = felt.state()
        felt.cut()
        felt = KeptFelt(place_in(folder), book="roberts", boot_id="boot-2")
        assert [felt.state()[field] for field in ("boards", "run_it", "rev")] == [before[field] for field in ("boards", "run_it", "rev")]
    felt.board("8c", "Kh")
    felt.board("8d", "5h")
    felt.do("show", seat=1)
    felt.do("show", seat=2)
    assert felt.state()["boards"] == [["2c", "7d", "9h", "3s", "4s"], ["2c", "7d", "9h", "Kh", "5h"]]
    assert [view["result"] for view in felt.state()["seats"][:2]] == [0, 0]
    felt.cut()
    return felt


def test_the_journal_keeps_the_runs_over_a_power_cut(tmp_path: Path) -> None:
    run_twice(tmp_path, cut=True)


def test_as_an_open_hand_history(tmp_path: Path) -> None:
    run_twice(tmp_path, cut=False)
    code, _, said = export(place_in(tmp_path), "ohh", tmp_path / "out")
    assert code == 0, said
    document = json.loads((tmp_path / "out" / "journal-h000001.ohh").read_text("utf-8"))
    assert faults_of(document) == []
    ohh = document["ohh"]
    assert ohh["flags"] == ["Run_It_Twice", "Observed"]
    assert [(one["street"], one["cards"]) for one in ohh["rounds"]] == [
        ("Preflop", []), ("Flop", ["2c", "7d", "9h"]), ("Turn", ["3s"]), ("River", ["4s"]), ("Turn", ["Kh"]), ("River", ["5h"]),
        ("Showdown", []),
    ]  # fmt: skip
    assert audit(ohh, {}) == {1: Decimal(1000), 2: Decimal(1000)}


def test_phh_has_no_word_for_it(tmp_path: Path) -> None:
    run_twice(tmp_path, cut=False)
    _, _, said = export(place_in(tmp_path), "phh", tmp_path / "out")
    assert "hand 1 is left out: PHH has no word for a board that is dealt more than once" in said
    assert not list((tmp_path / "out").glob("*.phh"))
