"""The contract suite as an outsider meets it: the driver of the page passes it, and each way of breaking it is told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from feig_peer import Peer, tag

from controller.driver_bench import ContractBreachError, Subject
from controller.driver_contract import CHECKS, Check, hold_to
from drivers.registry import DRIVERS, make_driver
from firmware_bridge.transport import Transport

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/driver-in-60-lines.md").read_text()
DRIVER, DEVICE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def module_of(source: str) -> Any:
    module = types.ModuleType("from_the_page")
    exec(compile(source, "from_the_page", "exec"), module.__dict__)  # noqa: S102 # the page's own code
    return module


def subject(driver: str = DRIVER) -> Subject:
    return Subject(module_of(driver).make, module_of(DEVICE).serve, {})


async def feig(line: Transport) -> None:
    await Peer({1: [tag(1)], 2: [tag(2), tag(3)]}).serve(line)


#: Every driver of ours with its healthy device.
OURS: dict[str, Callable[[Transport], Any]] = {"feig": feig}


def test_each_driver_of_ours_has_its_device_here() -> None:
    assert set(OURS) == set(DRIVERS)


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("kind", OURS)
@pytest.mark.slow
def test_our_drivers_hold_to_the_contract(kind: str, check: Check) -> None:
    hold_to(Subject(lambda name, opener, options: make_driver(kind, name, opener, options), OURS[kind], {}), check)


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_driver_of_the_page_does(check: Check) -> None:
    hold_to(subject(), check)


def test_the_page_is_as_short_as_it_says_and_names_every_check() -> None:
    code = [line for line in DRIVER.splitlines() if line.strip() and not line.startswith(("import", "from", '"'))]
    assert len(code) <= 60
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \| (.+?) \|$", PAGE))
    assert rows == {name: check.__doc__ for name, check in CHECKS.items()}


GONE = "                except TransportError as gone:"

#: What is changed in the driver of the page, the check that finds it, and what it says.
BROKEN: list[tuple[str, str, str, str]] = [
    ('        self._become("starting")\n', "", "start", "first health it tells is not 'starting'"),
    ("AntennaRead(self.name,", 'AntennaRead("hf9",', "start", "does not carry the name"),
    ("started_ns, self._now_ns()))", "self._now_ns() + 1, self._now_ns()))", "start", "times are not in order"),
    ("tuple(dict.fromkeys(", "2 * tuple(dict.fromkeys(", "start", "names a tag twice"),
    ("if (state, reason) != (self._health.state, self._health.reason):", "if True:", "start", "has not changed"),
    ("await asyncio.sleep(PAUSE_S)", "import time; time.sleep(PAUSE_S)", "start", "time.sleep"),
    ('self._become("ok")', 'self._become("ok", "line.fine", "nothing")', "start", "still names a reason"),
    ("gone.code, gone.remedy", '"line.gone", gone.remedy', "absent", "pass its code and remedy on"),
    ("await asyncio.sleep(RETRY_S)", "await asyncio.sleep(0.1)", "absent", "without a pause"),
    ("await asyncio.sleep(RETRY_S)", "await asyncio.sleep(3600)", "absent", "gives an absent device up"),
    ('gone.remedy or "check power and cable of the reader"', '""', "absent", "without a dotted reason code and a remedy"),
    ("except TransportError as gone:", "except KeyError as gone:", "absent", "`run` raised TransportError by itself"),
    ("                await asyncio.sleep(RETRY_S)\n", "                return\n", "unplug", "`run` returned by itself"),
    ("async with asyncio.timeout(ANSWER_S):", "async with asyncio.timeout(None):", "silent", "waits for ever"),
    ("while not rest.endswith(b\"\\n\"):", "for _ in range(1):", "slow_line", "arrives byte by byte"),
    ("except (TimeoutError, ValueError) as fault:", "except TimeoutError as fault:", "garbage", "`run` raised"),
    ('                    self._become("failed", *(SILENT if quiet else GARBAGE))\n', "", "garbage", "stays ok"),
    ("                        await line.close()", "                        pass", "stop_twice", "leaves its link open"),
    ('            self._become("off")', "            pass", "stop_twice", "it must be 'off'"),
    (GONE, GONE.replace("TransportError", "BaseException") + "\n" + 20 * " " + "gone.code, gone.remedy = 'line.gone', ''",
     "stop_twice", "let CancelledError pass through"),
    ("        self._tell = on_health\n", "        self._tell = on_health\n        self.t = asyncio.create_task(asyncio.sleep(9999))\n",
     "stop_twice", "leaves a task behind"),
    ('self._counters["sweeps"] += 1', 'self._counters["sweeps"] = -1', "start", "A counter went down"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "name", "sentence"), BROKEN, ids=[f"{row[2]}-{row[3][:24]}" for row in BROKEN])
def test_a_broken_driver_hears_what_it_did(right: str, wrong: str, name: str, sentence: str) -> None:
    assert DRIVER.count(right) == 1
    with pytest.raises(ContractBreachError) as breach:
        hold_to(subject(DRIVER.replace(right, wrong)), CHECKS[name])
    assert sentence in str(breach.value)


def outsider(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the suite as the page says, in a folder that knows nothing of the clone's tests."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "controller.driver_contract", "--pyargs", "controller.driver_contract", "-q", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_the_command_of_the_page_runs(tmp_path: Path) -> None:
    (tmp_path / "line_reader.py").write_text(DRIVER)
    (tmp_path / "line_device.py").write_text(DEVICE)
    done = outsider(tmp_path, "--driver", "line_reader", "--device", "line_device:serve")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(CHECKS)} passed" in done.stdout


@pytest.mark.slow
def test_without_a_driver_it_says_how_to_name_one(tmp_path: Path) -> None:
    done = outsider(tmp_path)
    assert done.returncode == 1
    assert "--driver my.module" in done.stdout
