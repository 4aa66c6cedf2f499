"""Tables as earlier versions kept them in the journal, in today's shape."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from controller.game.cards import ALL_CARDS
from controller.game.hand import Setup
from controller.game.limits import Round

#: Fields that a hand had itself, by the field they are in today.
_TOGETHER: Final = {"setup": Setup.__struct_fields__, "round": Round.__struct_fields__}


def as_of_today(content: bytes) -> bytes:
    """Return the bytes of a table with its hand's fields where they are today and a place for every card; what it never had is left out.

    Raises: msgspec.DecodeError when they are not the bytes of a table.
    """
    table: dict[str, Any] = msgspec.msgpack.decode(content, type=dict)
    places = table.get("card_places")
    if isinstance(places, bytes):
        table["card_places"] = places.ljust(len(ALL_CARDS), b"\0")  # there was no joker
    hand = table.get("hand")
    if isinstance(hand, dict):
        for name, fields in _TOGETHER.items():
            hand.setdefault(name, {field: hand.pop(field) for field in fields if field in hand})
    return msgspec.msgpack.encode(table)
