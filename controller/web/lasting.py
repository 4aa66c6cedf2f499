"""Connections that last: they end when the token they came in by is revoked or expires."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from controller.web.access import Access
from controller.web.access_gate import Gate

#: How often a token is looked at again. Units: wall seconds.
LOOK_S: Final = 1.0
#: Close code of RFC 6455 for a WebSocket that may go on no longer.
POLICY_VIOLATION: Final = 1008


class Places:
    """How many connections that last may be open at once."""

    def __init__(self, most: int) -> None:
        self._left = most

    @property
    def full(self) -> bool:
        """True when no place is left."""
        return not self._left

    def take(self) -> bool:
        """Take a place; False when there is none."""
        if not self._left:
            return False
        self._left -= 1
        return True

    def leave(self) -> None:
        """Give a taken place back."""
        self._left += 1


async def while_let_in(serving: Coroutine[Any, Any, None], access: Access, gate: Gate, loop_s: Callable[[float], float]) -> bool:
    """Run `serving` to its end, or until `access` holds no longer; return whether it still does."""
    if not access.key:  # this machine's own: there is nothing to revoke
        await serving
        return True
    served = asyncio.create_task(serving, name="web.lasting.serve")
    try:
        while not served.done() and gate.still(access):
            await asyncio.wait({served}, timeout=loop_s(LOOK_S))
        if served.done():
            served.result()
            return True
        return False
    finally:
        served.cancel()
        await asyncio.gather(served, return_exceptions=True)
