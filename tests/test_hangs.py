"""A test that hangs fails and says where; the others of the run are run all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from hangs import pytest_runtest_call, pytest_runtest_protocol

def pytest_configure(config):
    config.addinivalue_line("markers", "hang_limit(seconds): as in ours")
"""

HANGS = """
import asyncio
import pytest

async def a_wait_without_end():
    await asyncio.Event().wait()

@pytest.mark.hang_limit(1)
def test_hangs():
    asyncio.run(a_wait_without_end())

def test_comes_after():
    pass
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_hang_fails_with_the_stacks_of_threads_and_tasks_and_the_run_goes_on(tmp_path: Path, workers: str) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text(HANGS)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = str(Path(__file__).parent)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"-n{workers}",
        "--dist",
        "loadfile",
        "--rootdir",
        str(tmp_path),
    ]
    run = subprocess.run([*command, str(tmp_path)], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout
    assert "1 failed, 1 passed" in run.stdout
    said = run.stdout + run.stderr
    assert "HUNG: test_it.py::test_hangs took more than 1 s" in said
    assert "in a_wait_without_end" in said, "the task's stack"
    assert "in test_hangs" in said, "the thread's stack"
