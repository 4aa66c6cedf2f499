"""A daemon tells by which book its house plays and what it has changed: from its file, from the floor, and after a restart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from controller import clock
from controller.app import Daemon
from controller.config import load
from controller.feed.payloads import Info
from controller.recovery import recover

FILE = """\
schema = 1
[mqtt]
broker = "off"
[web]
enabled = false
[house]
book = "roberts"
options = { stub_count_interval_min = 7, raise_cap = "three_raises" }
"""


def info_of(daemon: Daemon) -> dict[str, Any]:
    [body] = [message.body for message in daemon.hub.snapshot() if message.name == "info"]
    Info.model_validate_json(body)
    told: dict[str, Any] = json.loads(body)
    return told


def test_book_and_changed_answers_are_told_and_stay(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(FILE)
    told: list[dict[str, Any]] = []
    news: list[str] = []

    async def main() -> None:
        config = load(file)
        daemon = Daemon(config, recovered=recover(config.journal.place(), config.house()))
        daemon.hub.on_message(lambda message: news.append(message.name))
        await daemon.start()
        told.append(info_of(daemon))
        news.clear()
        daemon.table.command("house_option", {"option": "action_clock_seconds", "answer": 45}, "floor")
        assert "info" in news, "who listens is told at once"
        told.append(info_of(daemon))
        await daemon.stop()

    async def again() -> None:
        config = load(file)
        daemon = Daemon(config, recovered=recover(config.journal.place(), config.house()))
        await daemon.start()
        told.append(info_of(daemon))
        await daemon.stop()

    clock.run(main, speed=None)
    clock.run(again, speed=None)
    from_file = {"stub_count_interval_min": 7}  # three raises is roberts' own answer: nothing is changed
    changed = {**from_file, "action_clock_seconds": 45}
    assert [one["house_book"] for one in told] == ["roberts"] * 3
    assert [one["house_options"] for one in told] == [from_file, changed, changed]
    assert len({one["config_hash"] for one in told}) == 1, "the hash is the file's"
