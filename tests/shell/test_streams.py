"""What a command does when its output is full, closed, or cannot say every character."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from daemon_process import LIMIT_S, ROOT

HAND = ROOT / "sim/hands/02-pluribus-50b-122.phh"
EXAMPLE = ROOT / "table.example.toml"

#: Locales in which standard output is ASCII.
ASCII = [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]


def smarttable(*arguments: str | Path | bytes, redirect: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command through a shell that redirects its streams as said."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirect}', "sh", sys.executable, "-m", "controller.cli", *arguments],
        capture_output=True,
        timeout=LIMIT_S,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])  # what waits in a buffer is tried once more as the process ends
@pytest.mark.parametrize("arguments", [("replay", HAND), ("replay", HAND, "--json"), ("check-config", EXAMPLE, "--explain")])
def test_a_full_disk_is_said_in_one_line(arguments: tuple[str | Path, ...], unbuffered: str) -> None:
    done = smarttable(*arguments, redirect=">/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    [line] = done.stderr.decode().splitlines()
    assert "No space left on device; make room there" in line


@pytest.mark.parametrize("redirect", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.slow
def test_a_closed_stream_does_not_change_the_outcome(redirect: str) -> None:
    good = smarttable("replay", HAND, redirect=redirect)
    assert (good.returncode, good.stderr) == (0, b"")
    assert smarttable("replay", EXAMPLE, redirect=redirect).returncode == 1


@pytest.mark.parametrize("locale", ASCII)
@pytest.mark.parametrize(
    ("name", "in_json", "in_words"),
    [
        ("Žofia ♠.phh".encode(), "Žofia ♠.phh", rb"\u017dofia \u2660.phh"),
        (b"not-utf8-\xff.phh", r"not-utf8-\xff.phh", rb"not-utf8-\xff.phh"),
        (b"two\nlines.phh", "two\nlines.phh", rb"two\nlines.phh"),
        (b"red\x1b[31m.phh", "red\x1b[31m.phh", rb"red\x1b[31m.phh"),
    ],
)
@pytest.mark.slow
def test_any_file_name_is_told_in_any_locale(tmp_path: Path, locale: dict[str, str], name: bytes, in_json: str, in_words: bytes) -> None:
    path = os.fsencode(tmp_path) + b"/" + name
    Path(os.fsdecode(path)).write_bytes(HAND.read_bytes())
    as_json = smarttable("replay", path, "--json", **locale)
    assert as_json.returncode == 0, as_json.stderr
    assert json.loads(as_json.stdout)["file"] == f"{tmp_path}/{in_json}"
    in_text = smarttable("replay", path, **locale)
    assert in_text.returncode == 0, in_text.stderr
    assert len(in_text.stdout.splitlines()) == 2
    assert in_words in in_text.stdout
