"""Whether anybody looks at the burns: a reader that does not answer has missed no card.

A burn that is not read is missing, and that is ruled about. So while one is due and the antenna of the burns is not asked, though
others are, it is said that nobody knows what lies there.
"""

from __future__ import annotations

from typing import Final

from controller.events import Discrepancy, Evidence, Fact
from controller.game.zones import BURN

CODE: Final = "rfid.unwatched"
#: So long an antenna is not asked before it is said: a few rounds of its reader, and less than a burn is waited for.
UNWATCHED_NS: Final = 2_000_000_000
#: When nothing at all was read for so long the whole table was silent: that says nothing of one antenna.
PAUSE_NS: Final = 500_000_000


class Unwatched:
    """Follows how often the burns are looked at, by the readings of all antennas.

    Time: that of the readings. Invariants: told once, and settled once it is looked at again.
    """

    def __init__(self) -> None:
        self._due_ns = 0  # from then on nobody looks
        self._last_ns = -2 * PAUSE_NS
        self._wanted = False  # a burn is due, or was when the burns were looked at last
        self._expected = False
        self._told = False

    def expect(self, *, burn: bool) -> None:
        self._expected = burn
        self._wanted = self._wanted or burn

    def read(self, part: str, ended_ns: int, out: list[Fact | Discrepancy], *, burns: bool) -> None:
        """Take note of a reading, of the `burns` or of another place."""
        if burns:
            self._due_ns = ended_ns + UNWATCHED_NS
            self._wanted = self._expected
            if self._told:
                self._told = False
                out.append(Discrepancy(CODE, (BURN,), ended_ns, Evidence(part, 0, 0), settled=True))
        elif ended_ns - self._last_ns > PAUSE_NS:
            self._due_ns = max(self._due_ns, ended_ns + UNWATCHED_NS)
        elif ended_ns > self._due_ns and self._wanted and not self._told:
            self._told = True
            out.append(Discrepancy(CODE, (BURN,), ended_ns, Evidence(part, 0, 0)))
        self._last_ns = ended_ns
