"""A hand that was put right is exported as it counts, and the sidecar says what was corrected."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from journaled import export
from kept_felt import KeptFelt, place_in

from controller.effects import Effect, Tell
from controller.journal.paths import JournalPlace

HOLES = {1: ("As", "Ad"), 2: ("Kc", "Kd"), 3: ("7h", "2c")}
FIELDS_OF_THE_WAY = ("start_date_utc",)


class HeardFelt(KeptFelt):
    """A felt that keeps what was told."""

    def __init__(self, place: JournalPlace) -> None:
        super().__init__(place)
        self.told: list[Effect] = []
        self.turn.on_effects(lambda table, effects: self.told.extend(effects))


def dealt(felt: HeardFelt) -> None:
    for seat in (1, 2, 3):
        felt.do("sit", seat=seat, name=f"Player {seat}", stack=10_000)
    felt.do("button", seat=3)
    felt.deal(HOLES)


def to_the_end(felt: HeardFelt) -> None:
    felt.board("2s", "Ah", "Kh", "3d")
    felt.act("check", "check", "check")
    felt.board("2d", "4c")
    felt.act("check", "check", "check")
    felt.board("2h", "9s")
    felt.act("check", "check", "check")
    for seat in (1, 2, 3):
        felt.do("show", seat=seat)


def told(felt: HeardFelt, do: str) -> int:
    """The seq of the last act of this kind."""
    return max(effect.seq for effect in felt.told if isinstance(effect, Tell) and effect.kind == "acted" and effect.do == do)


def right(felt: HeardFelt) -> None:
    dealt(felt)
    felt.act("raise 600", "call", "call")
    to_the_end(felt)


def corrected_at_once(felt: HeardFelt) -> None:
    dealt(felt)
    felt.act("raise 900")
    felt.do("correct", seq=told(felt, "raise"), change={"do": "raise", "to": 600})
    felt.act("call", "call")
    to_the_end(felt)


def corrected_when_it_was_paid_out(felt: HeardFelt) -> None:
    dealt(felt)
    felt.act("raise 900", "call", "call")
    to_the_end(felt)
    assert felt.state()["stage"] == "ended"
    felt.do("correct", seq=told(felt, "raise"), change={"do": "raise", "to": 600})


def exported(folder: Path, play: Callable[[HeardFelt], None]) -> tuple[str, dict[str, Any], dict[str, Any]]:
    folder.mkdir()
    felt = HeardFelt(place_in(folder))
    play(felt)
    assert felt.state()["stage"] == "ended"
    for form in ("phh", "ohh"):
        code, _, said = export(place_in(folder), form, folder / form)
        assert code == 0, said
    phh = (folder / "phh" / "journal-h000001.phh").read_text("utf-8")
    ohh = json.loads((folder / "ohh" / "journal-h000001.ohh").read_text("utf-8"))["ohh"]
    sidecar = json.loads((folder / "phh" / "journal-h000001.smarttable.json").read_text("utf-8"))
    return phh, {name: field for name, field in ohh.items() if name not in FIELDS_OF_THE_WAY}, sidecar


def acts_of(sidecar: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(deed.get(field) for field in ("seat", "do", "to", "by")) for deed in sidecar["deeds"] if deed["kind"] == "acted"]


@pytest.mark.parametrize("way", [corrected_at_once, corrected_when_it_was_paid_out])
def test_a_corrected_hand_is_exported_as_had_it_been_right(tmp_path: Path, way: Callable[[HeardFelt], None]) -> None:
    phh, ohh, plain = exported(tmp_path / "right", right)
    phh_of_way, ohh_of_way, sidecar = exported(tmp_path / "way", way)
    assert phh_of_way == phh
    assert ohh_of_way == ohh
    assert plain["corrections"] == []
    (correction,) = sidecar["corrections"]
    assert correction["by"] == "floor"
    assert correction["replaces"]
    assert correction["cmd_id"]
    assert [player["end"] for player in sidecar["players"]] == [player["end"] for player in plain["players"]]
    assert acts_of(sidecar) == acts_of(plain)
