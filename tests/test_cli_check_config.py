"""`smarttable check-config` as a person runs it: a process, its exit code and what it prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from controller import __version__

ROOT = Path(__file__).resolve().parents[1]


def smarttable(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.slow
def test_a_good_file_exits_0_and_a_warning_does_not_change_that(tmp_path: Path) -> None:
    done = smarttable("check-config", "table.example.toml")
    assert (done.returncode, done.stdout, done.stderr) == (0, "table.example.toml: ok\n", "")
    file = tmp_path / "table.toml"
    file.write_text('schema = 1\n[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "tcp:10.0.0.5:1"\nantennas = { 1 = "board" }\n')
    done = smarttable("check-config", str(file))
    assert done.returncode == 0
    assert done.stderr.startswith(f"{file}:2: reader: no antenna reads ")
    assert done.stderr.endswith("(warning)\n")


@pytest.mark.slow
def test_a_bad_file_exits_1_and_points_at_the_lines(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("schema = 1\n[table]\nseets = 9\n[stakes]\nante = -1\n")
    done = smarttable("check-config", str(file))
    assert done.returncode == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{file}:3", f"{file}:5"]
    assert done.stdout == ""


@pytest.mark.slow
def test_explain_shows_each_effective_value_and_its_origin() -> None:
    done = smarttable("check-config", "table.example.toml", "--explain")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["schema", "1", "table.example.toml:7"] in rows
    assert ["table.seats", "10", "default"] in rows
    assert ["reader[2].antennas.3", "board"] in [row[:2] for row in rows]


@pytest.mark.slow
def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    done = smarttable("check-config", str(tmp_path / "none.toml"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "copy table.example.toml" in done.stderr


def test_version() -> None:
    assert smarttable("--version").stdout == f"smarttable {__version__}\n"


def test_help_loads_nothing_that_it_does_not_need() -> None:
    """A slow `--help` is a slow everything: the commands import what they use when they run."""
    heavy = {"pydantic", "fastapi", "uvicorn", "aiomqtt", "iotcore", "serial", "sim"}
    code = f"import sys, controller.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("arguments", [["--help"], ["check-config", "--help"]])
@pytest.mark.slow
def test_help_is_there(arguments: list[str]) -> None:
    done = smarttable(*arguments)
    assert done.returncode == 0
    assert "check-config" in done.stdout


@pytest.mark.slow
def test_no_locals_in_any_traceback(tmp_path: Path) -> None:
    """A bug's traceback must not print what a function held, nor what it said: both may hold cards."""
    code = (
        "from controller.cli import app\n"
        "@app.command('boom')\n"
        "def boom() -> None:\n"
        "    hole = 'Ace' + 'OfSpades'\n"
        "    raise RuntimeError(hole)\n"
        "app(['boom'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == "smarttable: a fault of ours: RuntimeError in boom, <string>:5; please report it with what you did\n"
    assert "AceOfSpades" not in done.stdout + done.stderr


@pytest.mark.parametrize("command", [["demo"], ["run"], ["deck", "enrol"], ["deck", "check"], ["replay"], ["check-config"]])
@pytest.mark.slow
def test_no_command_leaves_a_core_dump(command: list[str]) -> None:
    """Each knows cards or tags; `--help` stops it before it does anything."""
    code = (
        "import resource, sys\n"
        "from controller.cli import app\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)\n"
        f"app({[*command, '--help']!r}, standalone_mode=False)\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "(0, 0)"
