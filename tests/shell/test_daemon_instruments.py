"""The daemon as a process, asked by the table and status pages: an absent reader, no deck, a disk, the config's game."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from daemon_process import LIMIT_S, free_port, smarttable

READER = """
[[reader]]
name = "hf0"
driver = "feig"
link = "serial:/dev/serial/by-id/nothing-here"
antennas = { 1 = "seat/1/hole", 2 = "stub" }
"""


def ask(port: int, path: str, body: Any = None) -> Any:
    """Ask until the page answers."""
    headers = {"content-type": "application/json", "x-smarttable-role": "floor"}
    sent = None if body is None else json.dumps(body).encode()
    began_s = time.monotonic()
    while True:
        try:
            with urlopen(Request(f"http://127.0.0.1:{port}/api/v1{path}", sent, headers), timeout=LIMIT_S) as answer:
                return json.loads(answer.read())
        except URLError:
            assert time.monotonic() - began_s < LIMIT_S, "the page does not come up"
            time.sleep(0.1)


@pytest.mark.slow
def test_the_pages_are_told_what_the_daemon_is(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "Ann.png").write_bytes(b"x")
    file = tmp_path / "table.toml"
    file.write_text(f'schema = 1\n[stakes]\nsmall_blind = 5\nbig_blind = 10\n[mqtt]\nbroker = "off"\n[web]\nport = {port}\n{READER}')
    with smarttable("run", "--config", str(file)):
        antennas = ask(port, "/antennas")["antennas"]
        assert [(one["zone"], one["sweeps"], one["cards"]) for one in antennas] == [("seat/1/hole", 0, 0), ("stub", 0, None)]
        machine = ask(port, "/machine")
        assert machine["disk"]["journal_bytes"] > 0, "the journal is where the page looks for it"
        setup = ask(port, "/setup")
        assert (setup["stakes"]["small_blind"], setup["stakes"]["big_blind"], setup["pictures"]) == (5, 10, ["Ann.png"])
        assert ask(port, "/decks") == {"decks": [], "known": 0}
        assert ask(port, "/codes/serial.absent")["remedy"].startswith("Plug it in")
        steps = ask(port, "/seats/check", {"csv": "seat,name,stack\n2,Bela,500\n"})["steps"]
        assert ask(port, f"/cmd/{steps[0]['verb']}", steps[0]["body"])["ok"]
        assert ask(port, "/seats/check", {"csv": "seat,name,stack\n2,Bela,500\n"})["steps"][0]["verb"] is None
