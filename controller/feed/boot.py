"""One run of the daemon as its messages name it: what was told in it is told again word for word."""

from __future__ import annotations

from typing import NamedTuple


class Boot(NamedTuple):
    """The run `boot_id`, in which table time `zero_ns` was `zero_utc_ms` and `speed` table seconds pass in a second."""

    boot_id: str
    zero_ns: int
    zero_utc_ms: int
    speed: float = 1.0

    def utc_ms(self, at_ns: int) -> int:
        """UTC of a table time, in milliseconds since 1970, as that run's clock gave it."""
        return self.zero_utc_ms + round((at_ns - self.zero_ns) / self.speed / 1e6)
