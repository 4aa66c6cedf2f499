"""`.ci/setup.sh` on machines that lack something: what it installs with root, what it asks for without."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
#: What the script calls besides what a test puts there itself.
PROGRAMS = ("sh", "dirname", "grep", "cat", "rm", "sha256sum", "chmod")

Setup = Callable[..., subprocess.CompletedProcess[str]]


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """A clone on a machine of its own: Python without venv or libatomic, nothing else; `run(mode, uid)` runs the script there."""
    clone, machine = tmp_path / "clone", tmp_path / "bin"
    (clone / ".ci").mkdir(parents=True)
    machine.mkdir()
    shutil.copy(ROOT / ".ci/setup.sh", clone / ".ci")
    for lock in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / lock, clone)
    for name in PROGRAMS:
        (machine / name).symlink_to(shutil.which(name) or f"/no/{name}")
    program(machine, "python3", f'case "$*" in *ensurepip*|*venv*|*libatomic*) exit 1;; *) exec {sys.executable} "$@";; esac')
    program(machine, "apt-get", f'echo "apt-get $*" >>{tmp_path}/apt; exit "$(cat {tmp_path}/apt-exit)"')
    (tmp_path / "apt-exit").write_text("1")

    def run(mode: str, uid: int, python: str = "python3") -> subprocess.CompletedProcess[str]:
        program(machine, "id", f"echo {uid}")
        environment = {"PATH": str(machine), "PYTHON": python, "HOME": str(tmp_path)}
        return subprocess.run([".ci/setup.sh", mode], cwd=clone, env=environment, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_without_root_it_prints_the_one_line_and_fails(setup: Setup, tmp_path: Path) -> None:
    done = setup("run", uid=1000)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "setup: sudo apt-get install -y --no-install-recommends python3-venv"
    assert not (tmp_path / "apt").exists(), "nothing is installed behind somebody's back"


def test_the_demo_needs_no_browser_but_the_tests_do(setup: Setup) -> None:
    assert not {"chromium", "libatomic1"} & set(setup("run", uid=1000).stderr.split())
    line = setup("dev", uid=1000).stderr.splitlines()[-1]
    assert {"python3-venv", "mosquitto-clients", "chromium", "libatomic1", "openssl"} <= set(line.split())


def test_with_root_it_installs_what_is_missing_and_fails_when_apt_does(setup: Setup, tmp_path: Path) -> None:
    done = setup("run", uid=0)
    assert done.returncode != 0
    assert (tmp_path / "apt").read_text() == "apt-get update -qq\n"
    (tmp_path / "apt-exit").write_text("0")
    setup("run", uid=0)
    assert (tmp_path / "apt").read_text().splitlines()[-1] == "apt-get install -y -qq --no-install-recommends python3-venv"


def test_an_old_python_is_refused_by_name(setup: Setup, tmp_path: Path) -> None:
    program(tmp_path / "bin", "python3.9", 'case "$*" in -V) echo "Python 3.9.2";; *) exit 1;; esac')
    done = setup("run", uid=1000, python="python3.9")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, python3.9 is Python 3.9.2" in done.stderr


@pytest.mark.slow
def test_a_second_run_finds_nothing_to_do(tmp_path: Path) -> None:
    """With the locks emptied, the rest of the way is real: venv, pip with hashes, the command, the stamps."""
    clone = tmp_path / "clone"
    (clone / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci/setup.sh", clone / ".ci")
    shutil.copytree(ROOT / "controller", clone / "controller", ignore=shutil.ignore_patterns("__pycache__"))
    for lock in ("requirements.txt", "requirements-dev.txt"):
        (clone / lock).write_text("")
    environment = {**os.environ, "PYTHON": sys.executable}

    def run(mode: str) -> str:
        done = subprocess.run([".ci/setup.sh", mode], cwd=clone, env=environment, capture_output=True, text=True, timeout=300, check=True)
        return done.stdout

    assert "requirements.txt" in run("run")
    assert run("run") == ""
    (clone / "requirements.txt").write_text("# another resolution\n")
    assert "requirements.txt" in run("run"), "a new lock is installed"
    assert "requirements-dev.txt" in run("dev")
    assert run("dev") == run("run") == "", "the environment for tests serves the demo too"
    moved = clone.rename(tmp_path / "moved")
    clone = moved
    assert "requirements-dev.txt" in run("dev"), "a moved environment is made anew"
    script = (moved / ".venv/bin/smarttable").read_text()
    assert script.startswith(f"#!{moved}/.venv/bin/python\n")
    where = subprocess.run(
        [moved / ".venv/bin/python", "-c", "import controller; print(controller.__file__)"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert where.stdout == f"{moved}/controller/__init__.py\n"


def test_the_command_works_with_processes_beside_it(tmp_path: Path) -> None:
    """`-j` starts others, which read the command's own file: it must not begin anew there."""
    script = (ROOT / ".ci/setup.sh").read_text().partition("<<SCRIPT\n")[2].partition("SCRIPT\n")[0].partition("\n")[2]
    command = tmp_path / "smarttable"
    command.write_text(script)
    files = sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))[:2]
    done = subprocess.run(
        [sys.executable, command, "scenario", "run", *files, "-j", "2"],
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_the_quick_browser_is_wished_for_and_not_needed(setup: Setup, tmp_path: Path) -> None:
    """Its package is not in every distribution: what cannot be had is said, and the whole browser is taken."""
    (tmp_path / "apt-exit").write_text("0")
    for name in ("mosquitto", "mosquitto_sub", "chromium", "openssl", "systemd-analyze"):
        program(tmp_path / "bin", name, "exit 0")
    program(tmp_path / "bin", "timeout", f'echo "timeout $*" >>{tmp_path}/wished; exit 100')
    done = setup("dev", uid=0)
    assert "apt-get install -y -qq --no-install-recommends chromium-headless-shell" in (tmp_path / "wished").read_text()
    assert "no chromium-headless-shell here" in done.stdout
    assert "chromium-headless-shell" not in done.stderr
