"""How a reader's answer leaves it: in which pieces, and what befalls it on the way."""

from __future__ import annotations

import asyncio
import random
from typing import Final

from firmware_bridge.transport import Transport
from sim.faults import LINE_FAULTS, Faults

#: One byte at 38400 baud: start, eight data, parity and stop bit. Units: seconds.
BYTE_S: Final = 11 / 38_400

#: Longest piece in which an answer leaves the reader. Units: bytes.
CHUNK_MAX_BYTES: Final = 64
#: Most bytes of noise before one answer.
NOISE_MAX_BYTES: Final = 20


class Line:
    """The sending half of one reader's line. `forced` are faults (of LINE_FAULTS) that befall every answer now.

    Invariants: the same seed, faults and answers give the same bytes in the same pieces; a fault
    whose probability is 0 costs no draw.
    """

    def __init__(self, name: str, faults: Faults, seed: int) -> None:
        self.forced: set[str] = set()
        self._odds = {fault: odds for fault in LINE_FAULTS if (odds := float(getattr(faults, fault)))}
        self._chunk_draw = random.Random(f"{seed}:{name}:chunks").random  # noqa: S311 # repeatable bytes are the point
        self._fault_draw = random.Random(f"{seed}:{name}:line").random  # noqa: S311 # a stream of its own: the pieces do not depend on it
        self._noise = random.Random(f"{seed}:{name}:noise").randbytes  # noqa: S311 # repeatable bytes are the point

    def pieces(self, frame: bytes) -> list[bytes]:
        """Return in which pieces an answer leaves, or what is left of it; none = it is lost."""
        befalls = self.forced
        if self._odds:
            befalls = befalls | {fault for fault, odds in self._odds.items() if self._fault_draw() < odds}
        if "silent" in befalls:
            return []
        pieces: list[bytes] = []
        if "noise" in befalls:
            pieces.append(self._noise(1 + int(self._fault_draw() * NOISE_MAX_BYTES)))
        if "half" in befalls:
            frame = frame[: 1 + int(self._fault_draw() * (len(frame) - 1))]
        while len(frame) > (size := 1 if "crumbs" in befalls else self._chunk_size()):
            pieces.append(frame[:size])
            frame = frame[size:]
        pieces.append(frame)
        return pieces

    async def babble(self, transport: Transport, count_bytes: int) -> None:
        """Send this much noise at line speed. Raises: TransportClosedError."""
        while count_bytes > 0:
            noise = self._noise(min(self._chunk_size(), count_bytes))
            await asyncio.sleep(len(noise) * BYTE_S)
            await transport.write(noise)
            count_bytes -= len(noise)

    def _chunk_size(self) -> int:
        return 1 + int(self._chunk_draw() * CHUNK_MAX_BYTES)
