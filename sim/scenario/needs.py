"""What acts speak of and need, for the check whether a scenario makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Act → the field that names a seat somebody has to sit at.
SEAT_IN: Final[Mapping[str, str]] = {
    "muck": "seat",
    "button": "to",
    "stand": "seat",
    "buy_in": "seat",
    "post": "seat",
    "act": "seat",
    "show": "seat",
    "call_floor": "seat",
    "time": "seat",
    "peek": "seat",
    "expose": "seat",
    "discard": "seat",
    "chips": "seat",
    "take": "seat",
    "push": "to",
    "move_seat": "seat",
    "say": "seat",
    "declare": "seat",
    "request": "seat",
    "straddle": "seat",
    "kill": "seat",
    "offer": "seat",
}

#: What a fault has to say besides its kind.
FAULT_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "dead_tag": ("card",),
    "unplug": ("part",),
    "noise": ("part",),
    "stall": ("part",),
    "miss": ("part", "antenna"),
    "power_dip": (),
}
