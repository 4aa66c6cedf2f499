"""The daemon as a process of its own: started, watched, started again when it was killed.

It is told its config file and the speed of the clock, and nothing else: no path of what will be
played is in its arguments, its environment or its open files.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Final

import controller
from controller.clock import Clock

#: So many ends within so many wall seconds, and it is given up.
ENDS: Final = 5
WITHIN_S: Final = 30.0
#: Wall seconds between an end and the next start, and for stopping in order.
PAUSE_S: Final = 0.3
STOP_LIMIT_S: Final = 15.0


class DaemonProcessError(Exception):
    """The daemon does not stay; the text says what to do."""


class DaemonProcess:
    """`smarttable run --config FILE` at the speed of our own clock: both processes live in the same table time.

    It ends with us, however we end: its standard input is a pipe whose other end is ours. `environment` is asked before
    every start for what is to be added; `on_end` hears each exit code and returns whether that end was wanted: it is then
    neither said nor counted. `errors` takes what the daemon logs.
    """

    def __init__(
        self,
        config_file: Path,
        clock: Clock,
        say: Callable[[str], None],
        *,
        environment: Callable[[], Mapping[str, str]] = dict,
        on_end: Callable[[int], bool] = lambda code: False,
        errors: IO[bytes] | None = None,
    ) -> None:
        self._config_file = config_file
        self._clock = clock
        self._say = say
        self._environment = environment
        self._on_end = on_end
        self._errors = errors
        self._process: asyncio.subprocess.Process | None = None

    async def run(self) -> None:
        """Keep it running until cancelled. Raises: DaemonProcessError when it ends again and again."""
        loop = asyncio.get_running_loop()
        ends: deque[float] = deque(maxlen=ENDS)
        while True:
            process = self._process = await self._start()
            code = await process.wait()
            if self._on_end(code):
                continue
            how = _how_ended(code)
            ends.append(loop.time())
            if len(ends) == ENDS and ends[-1] - ends[0] < self._clock.loop_s(WITHIN_S):
                raise DaemonProcessError(f"the daemon ended {ENDS} times in a row, last {how}: what it said above tells why")
            self._say(f"the daemon ended {how}: it is started again")
            await asyncio.sleep(self._clock.loop_s(PAUSE_S))

    @property
    def pid(self) -> int | None:
        """The process that runs now; None while there is none."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    def kill(self) -> None:
        """End it as a power cut would. Does nothing when it does not run."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    #: Kinds of planned faults that can be done to it.
    faults: Final = frozenset({"freeze"})

    async def freeze(self, for_s: float) -> None:
        """Let it stand still for so many table seconds, while the readers and the people go on; it goes on afterwards in any case."""
        process = self._process
        self._signal(process, signal.SIGSTOP)
        try:
            await asyncio.sleep(for_s)
        finally:
            self._signal(process, signal.SIGCONT)

    @staticmethod
    def _signal(process: asyncio.subprocess.Process | None, number: signal.Signals) -> None:
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(number)

    async def stop(self) -> None:
        """Let it stop in order, and end it when it does not. Never fails; twice does no harm."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        self._signal(process, signal.SIGTERM)
        self._signal(process, signal.SIGCONT)  # one that stands still would not hear it
        try:
            async with asyncio.timeout(self._clock.loop_s(STOP_LIMIT_S)):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "controller.cli", "run", "--with-stdin",
            "--config", str(self._config_file), "--speed", f"{self._clock.speed or 1.0:g}",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=self._errors,
            env={**os.environ, "PYTHONPATH": _import_path(), **self._environment()},
            start_new_session=True,  # Ctrl-C is for us: we stop the people first
        )  # fmt: skip


def _import_path() -> str:
    """Where the daemon finds the very code that runs here, installed or not."""
    packages = str(Path(controller.__file__).resolve().parents[1])
    return os.pathsep.join(part for part in (packages, os.environ.get("PYTHONPATH", "")) if part)


def _how_ended(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"
