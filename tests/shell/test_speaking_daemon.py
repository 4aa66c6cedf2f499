"""A daemon whose table file names a speaker: what the dealer has to say is spoken in the language of the page, and no more."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from controller import clock
from controller.app import Daemon
from controller.config import load

LIMIT_S = 60.0
SPEAKS = "import sys; open(sys.argv[1], 'a', encoding='utf-8').write(sys.stdin.read())"


def test_a_raise_is_spoken_and_the_part_is_well(tmp_path: Path) -> None:
    heard, program = tmp_path / "heard.txt", tmp_path / "speaks.py"
    heard.touch()
    program.write_text(SPEAKS)
    (tmp_path / "table.toml").write_text(
        'schema = 1\n[mqtt]\nbroker = "off"\n[web]\nenabled = false\nlanguage = "de"\n'
        f'[speaker]\ncommand = "{sys.executable} {program} {heard}"\n'
    )
    states: list[str] = []

    async def main() -> None:
        daemon = Daemon(load(tmp_path / "table.toml"))
        await daemon.start()
        for seat in (1, 2, 3):
            assert daemon.table.command("sit", {"seat": seat, "name": f"P{seat}", "stack": 1000}, "floor").ok
        for verb in ("new_hand", "post"):
            assert daemon.table.command(verb, {}).ok
        hand = daemon.table.table.hand
        assert hand is not None
        seat = hand.seats[hand.to_act]
        assert daemon.table.command("act", {"seat": seat, "do": "raise", "to": 12}).ok
        async with asyncio.timeout(LIMIT_S):
            while not heard.read_text(encoding="utf-8"):  # noqa: ASYNC110 -- another process writes it
                await asyncio.sleep(0.02)
        assert heard.read_text(encoding="utf-8") == f"Platz {seat}: Raise auf 12.\n"
        states.extend(json.loads(one.body)["state"] for one in daemon.hub.snapshot() if one.name == "health/speaker")
        await daemon.stop()

    clock.run(main, speed=1.0)
    assert states == ["ok"]
