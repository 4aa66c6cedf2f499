"""The simulator's control socket: pause, step and hurry its people while they play.

One line a request, one line an answer, both text: `ok …` or `error …` with what would be right.
The requests are in docs/simulator.md and in what `help` answers. The socket is its owner's alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import stat
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from firmware_bridge.transport import wall_seconds
from sim.errors import SimError
from sim.pacing import HASTE, Director

#: The longest request read, and how long a client waits for its answer. Units: bytes, wall seconds.
MAX_LINE_BYTES: Final = 256
ANSWER_S: Final = 5.0
#: Acts that one `step` may ask for.
MAX_STEPS: Final = 10_000


class ControlError(SimError):
    """The control socket cannot be made or reached; the text says what to do."""


class _WrongError(Exception):
    """A request that cannot be done; the text says what would be right."""


def _pause(director: Director, arguments: Sequence[str]) -> None:
    _number(arguments, "pause takes nothing", 0, 0)
    director.pause()


def _resume(director: Director, arguments: Sequence[str]) -> None:
    _number(arguments, "resume takes nothing", 0, 0)
    director.resume()


def _step(director: Director, arguments: Sequence[str]) -> None:
    director.step(int(_number(arguments, f"step takes a whole number of acts, 1 to {MAX_STEPS}", 1, MAX_STEPS, 1, whole=True)))


def _speed(director: Director, arguments: Sequence[str]) -> None:
    least, most = HASTE
    director.haste = _number(arguments, f"speed takes a number from {least:g} to {most:g}; 1 = human", least, most)


def _status(director: Director, arguments: Sequence[str]) -> None:
    _number(arguments, "status takes nothing", 0, 0)


#: Request → what it does; all of them answer with the state they led to.
REQUESTS: Final[Mapping[str, Callable[[Director, Sequence[str]], None]]] = MappingProxyType(
    {"pause": _pause, "resume": _resume, "step": _step, "speed": _speed, "status": _status}
)
HELP: Final = "pause | resume | step [ACTS] | speed X | status"


def answer(director: Director, line: str) -> str:
    """Do what one line asks and return the line to answer. Raises nothing."""
    word, *arguments = line.split() or [""]
    if word == "help":
        return f"ok {HELP}"
    request = REQUESTS.get(word)
    if request is None:
        return f"error no such request; there are: {HELP}"
    try:
        request(director, arguments)
    except _WrongError as wrong:
        return f"error {wrong}"
    return f"ok {'paused' if director.paused else 'running'} speed={director.haste:g} acts={director.acts}"


@contextlib.asynccontextmanager
async def controlled(path: Path, director: Director) -> AsyncIterator[None]:
    """Serve the control socket at `path` inside. Raises: ControlError when there is a simulator already, or no room for one."""
    listener = _listen(path)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, ValueError, UnicodeDecodeError):  # a line too long, or somebody who left
            while line := await reader.readline():
                writer.write(f"{answer(director, line.decode())}\n".encode())
                await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(serve, sock=listener, limit=MAX_LINE_BYTES)
    try:
        yield
    finally:
        server.close()
        _remove(path)


async def ask(path: Path, line: str) -> str:
    """Send one request to the simulator at `path` and return its answer. Raises: ControlError when none is there."""
    absent = ControlError(f"{path}: no simulator listens there; start one with `smarttable sim`, or name its socket")
    try:
        async with asyncio.timeout(wall_seconds(asyncio.get_running_loop(), ANSWER_S)):
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(f"{line}\n".encode())
            told = await reader.readline()
            writer.close()
            await writer.wait_closed()
    except (OSError, TimeoutError):
        raise absent from None
    if not told:
        raise absent
    return told.decode().rstrip("\n")


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear(path)
        before = os.umask(0o177)  # never, not even for a moment, anybody else's
        try:
            listener.bind(str(path))
        finally:
            os.umask(before)
    except ControlError:
        listener.close()
        raise
    except OSError as error:
        listener.close()
        raise ControlError(f"{path}: {error.strerror or error}; name a path in a folder we may write, of at most 100 letters") from None
    return listener


def _clear(path: Path) -> None:
    """Remove what a simulator that was killed left behind. Raises: ControlError when one is alive, or it is no socket."""
    if not os.path.lexists(path):
        return
    if not stat.S_ISSOCK(path.lstat().st_mode):
        raise ControlError(f"{path} is no socket; name another path")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise ControlError(f"{path}: a simulator listens there already; stop it, or name another path")


def _number(arguments: Sequence[str], right: str, least: float, most: float, default: float | None = None, *, whole: bool = False) -> float:
    """Return the one number of a request. `most` 0 = it takes none. Raises: _WrongError with what would be right."""
    if not most:
        if arguments:
            raise _WrongError(right)
        return 0.0
    if not arguments and default is not None:
        return default
    try:
        (text,) = arguments
        number = float(text)
    except ValueError:
        raise _WrongError(right) from None
    if not least <= number <= most or (whole and number % 1):  # also refuses nan
        raise _WrongError(right)
    return number
