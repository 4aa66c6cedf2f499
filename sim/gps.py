"""The wrong device on a reader's port: a GPS receiver, which speaks by itself and listens to nobody."""

from __future__ import annotations

import asyncio
from typing import Final

from firmware_bridge.transport import Transport, TransportClosedError

#: What it says every second. Source: NMEA 0183, a fix that is not valid.
SENTENCE: Final = b"$GPGGA,000000.00,,,,,0,00,99.99,,,,,,*48\r\n"
EVERY_S: Final = 1.0


class GpsReceiver:
    """Talks on whatever link it is given. Time: table time of the running loop."""

    async def serve(self, transport: Transport) -> None:
        """Talk until the link closes; then let go of it."""
        try:
            while True:
                await transport.write(SENTENCE)
                await asyncio.sleep(EVERY_S)
        except TransportClosedError:
            return
        finally:
            await transport.close()
