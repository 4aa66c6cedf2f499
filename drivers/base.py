"""What every driver gives and takes: Readings out, health out, a part to run.

A driver knows no poker. It waits only on the running loop, whose time is table time, and it
stamps what it saw with that time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

import msgspec

HealthState = Literal["off", "starting", "ok", "degraded", "failed"]


class AntennaRead(msgspec.Struct, frozen=True, gc=False):
    """Reading: one sweep of one antenna, with every tag that answered in it.

    `tags` are tag ids as the device gives them, most significant byte first; empty when none
    answered. Invariants: ended_ns >= started_ns; one `AntennaRead` a sweep, tags re-reported
    each time.
    Time: table time in nanoseconds.
    """

    part: str
    antenna: int
    tags: tuple[bytes, ...]
    started_ns: int
    ended_ns: int


class CardFace(msgspec.Struct, frozen=True, gc=False):
    """One card in a picture. `name` is what is printed on its face, as `Kd`, or `XJ` for a joker; "" = not to be made out, or its back.

    `shows` = its face, its face within the deck (`boxed`), a back of the colour `back`, or a back with a mark or a bend (`marred`).
    Units: `confidence_permille` 0 … 1000.
    """

    name: str
    shows: Literal["face", "boxed", "back", "marred"] = "face"
    back: str = ""
    confidence_permille: int = 1000


class RegionRead(msgspec.Struct, frozen=True, gc=False):
    """Reading: one look of a camera at one region of its picture, with every card it could make something of.

    Empty `cards` = nothing shows there. Invariants: ended_ns >= started_ns; one `RegionRead` a look, cards re-reported each time.
    Time: table time in nanoseconds, of the exposure.
    """

    part: str
    region: str
    cards: tuple[CardFace, ...]
    started_ns: int
    ended_ns: int


Reading: TypeAlias = AntennaRead | RegionRead


class Health(msgspec.Struct, frozen=True):
    """How a part is. `reason` is a dotted reason code, empty when ok; `remedy` says what to do.

    `counters` are totals since start (frames, time-outs, checksum errors …), never per tag.
    """

    part: str
    state: HealthState
    since_ns: int
    reason: str = ""
    remedy: str = ""
    counters: dict[str, int] = msgspec.field(default_factory=dict)


OnReading: TypeAlias = Callable[[Reading], None]
OnHealth: TypeAlias = Callable[[Health], None]


class Driver(Protocol):
    """A part of the table. `run` lasts until it is cancelled and survives its device's faults."""

    name: str

    async def run(self, on_reading: OnReading, on_health: OnHealth) -> None:
        """Speak to the device for ever; report each sweep and each change of health.

        A silent, absent or babbling device is health, not an exception.
        """
        ...

    def health(self) -> Health:
        """The present health with its counters."""
        ...


class DriverError(Exception):
    """Root of what drivers raise: a wrong option, never a fault of the device."""
