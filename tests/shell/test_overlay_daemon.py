"""The overlay of a daemon that is killed: it goes on where it was, not ahead, and the page comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from daemon_process import LIMIT_S, free_port, smarttable
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from controller.feed.delta import apply

pytestmark = pytest.mark.slow

DELAY_S = 8


class Page:
    """What a page at /ws/overlay holds: a snapshot led on by deltas."""

    def __init__(self, socket: ClientConnection, snapshot: dict[str, Any]) -> None:
        self._socket = socket
        self.state = snapshot["state"]
        self.status = snapshot["status"]

    @property
    def names(self) -> set[str]:
        return {seat["name"] for seat in self.state["seats"] if seat["name"]}

    async def next(self) -> str:
        frame = json.loads(await asyncio.wait_for(self._socket.recv(), LIMIT_S))
        if frame["type"] == "delta":
            self.state = apply(frame, self.state)
        elif frame["type"] == "status":
            self.status = frame["status"]
        return str(frame["type"])


@contextlib.asynccontextmanager
async def page(port: int) -> AsyncIterator[Page]:
    """A page that tries again until the table is there."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            try:
                socket = await connect(f"ws://127.0.0.1:{port}/ws/overlay?producer=1")
                break
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)
    async with socket:
        yield Page(socket, json.loads(await asyncio.wait_for(socket.recv(), LIMIT_S)))


async def sit(port: int, seat: int, name: str) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        answer = await client.post("/api/v1/cmd/sit", json={"id": f"sit-{seat}", "seat": seat, "name": name, "stack": 500})
        assert answer.json()["ok"], answer.text


def test_killed_and_started_again_it_is_as_late_as_before(tmp_path: Path) -> None:
    asyncio.run(killed_and_started_again(tmp_path))


async def killed_and_started_again(tmp_path: Path) -> None:
    port = free_port()
    config = tmp_path / "table.toml"
    config.write_text(
        f'schema = 1\n[table]\nseats = 4\n[mqtt]\nbroker = "off"\n[web]\nport = {port}\n[overlay]\ndelay_s = {DELAY_S}\ntitle = "Final"\n'
    )
    with smarttable("run", "--config", str(config)) as first:
        async with page(port) as watched:
            await sit(port, 1, "Anna")
            while "Anna" not in watched.names:
                await watched.next()
            anna_ms = watched.status["air_ms"]
            await sit(port, 2, "Bela")
            while watched.status["behind_ms"] == 0:
                await watched.next()
            assert watched.names == {"Anna"}
        first.kill()
        first.wait(LIMIT_S)
    with smarttable("run", "--config", str(config)):
        async with page(port) as watched:
            assert watched.status["air_ms"] > anna_ms, "time goes on"
            early = watched.names
            while watched.names != {"Anna", "Bela"}:
                await watched.next()
            assert early in ({"Anna"}, {"Anna", "Bela"}), "a machine may take longer to start than the delay is; never nobody"
            # state.table_ms is when Bela sat down
            await watched.next()
            assert watched.status["air_ms"] >= watched.state["table_ms"]
