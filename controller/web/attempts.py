"""How often wrong tokens are shown: counted, answered ever more shortly, and no more than that.

A token has 256 random bits, so guessing is hopeless at any speed and nobody is locked out: whoever shows a right one is let in,
whatever others do from the same address meanwhile. The limit keeps a guesser from being served in full, and the log from filling.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

#: Wrong tokens that are answered as such, an address and all together, and in what time they come back. Units: wall seconds.
PER_ADDRESS: Final = 10
OVER_ALL: Final = 100
WINDOW_S: Final = 60.0
#: Addresses remembered.
_ADDRESSES: Final = 1_024
#: Without a wrong token for so long, the next one is news again. Units: wall seconds.
_QUIET_S: Final = 600.0

log: Final = logging.getLogger(__name__)


class _Bucket:
    """Holds up to `size` attempts and is filled again evenly."""

    def __init__(self, size: int, now_s: float) -> None:
        self._size = size
        self._left = float(size)
        self._at_s = now_s

    def take(self, now_s: float, window_s: float) -> bool:
        """Take one attempt out; False when there is none."""
        self._left = min(self._size, self._left + (now_s - self._at_s) * self._size / window_s)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Attempts:
    """Counts wrong tokens. Time: of the running loop; `loop_s` turns wall seconds into it."""

    def __init__(self, loop_s: Callable[[float], float] = float) -> None:
        self._loop_s = loop_s
        self._all: _Bucket | None = None
        self._by_address: OrderedDict[str, _Bucket] = OrderedDict()
        self._last_s: float | None = None
        #: Totals since the start, for the heartbeat.
        self.counters = {"logins": 0, "bad_tokens": 0, "bad_tokens_limited": 0}

    def wrong(self, address: str) -> bool:
        """Count a wrong token from `address`; True when it was one too many to be answered in full."""
        now_s = asyncio.get_running_loop().time()
        self.counters["bad_tokens"] += 1
        if self._last_s is None or now_s - self._last_s > self._loop_s(_QUIET_S):
            log.warning("web: a wrong token was shown from %s; more are counted in the metrics (bad_tokens), not logged", address)
        self._last_s = now_s
        window_s = self._loop_s(WINDOW_S)
        if self._all is None:
            self._all = _Bucket(OVER_ALL, now_s)
        within = [self._bucket(network_of(address), now_s).take(now_s, window_s), self._all.take(now_s, window_s)]
        self.counters["bad_tokens_limited"] += not all(within)
        return not all(within)

    def _bucket(self, network: str, now_s: float) -> _Bucket:
        bucket = self._by_address.setdefault(network, _Bucket(PER_ADDRESS, now_s))
        self._by_address.move_to_end(network)
        if len(self._by_address) > _ADDRESSES:
            self._by_address.popitem(last=False)
        return bucket


def plain_address(address: str) -> str:
    """Return an IPv4 address as it is written everywhere else: on an IPv6 socket the kernel puts `::ffff:` before it."""
    return address.removeprefix("::ffff:")


def network_of(address: str) -> str:
    """Return what counts as one guest: an IPv4 address, or an IPv6 network, of whose 2**64 addresses he has all."""
    try:
        known = ipaddress.ip_address(plain_address(address))
    except ValueError:
        return address[:64]
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else str(known)
