"""Keeps the restartable parts of the daemon running, within a budget.

The one place with a broad catch: a part that fails by a fault of ours is logged without locals,
started again after a pause, and given up when it fails too often. Nothing else stops for it.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

RESTARTS = 5
WITHIN_S = 300.0
PAUSE_S = 1.0


def where(error: BaseException) -> str:
    """Return the type of an error and the place it came from: no message, no locals, so no card."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    return f"{type(error).__name__} in {last.name}, {last.filename.rsplit('/', 1)[-1]}:{last.lineno}" if last else type(error).__name__


async def supervise(
    name: str,
    part: Callable[[], Awaitable[None]],
    on_failure: Callable[[str, str], None],
    *,
    restarts: int = RESTARTS,
    within_s: float = WITHIN_S,
    pause_s: float = PAUSE_S,
    loop_s: Callable[[float], float] = float,
) -> None:
    """Run `part` to its end; start it again when it fails, at most `restarts` times in `within_s`.

    `on_failure(reason, remedy)` hears `part.crashed` at each failure and `part.given_up` at the last;
    then this returns. Cancellation passes through.
    Time: wall seconds; `loop_s` turns them into seconds of the running loop.
    """
    loop = asyncio.get_running_loop()
    failures: deque[float] = deque(maxlen=restarts)
    while True:
        try:
            await part()
            return
        except Exception as error:
            cause = where(error)
        now_s = loop.time()
        if len(failures) == restarts and now_s - failures[0] < loop_s(within_s):
            log.error(
                "%s failed %d times within %.0f s (%s): given up; restart the daemon when the cause is mended",
                name,
                restarts,
                within_s,
                cause,
            )
            on_failure("part.given_up", f"{name} failed too often: see the log and restart the daemon")
            return
        failures.append(now_s)
        log.error("%s failed (%s): starting it again", name, cause)
        on_failure("part.crashed", f"{name} failed and is being started again; the log names the place")
        await asyncio.sleep(loop_s(pause_s))
