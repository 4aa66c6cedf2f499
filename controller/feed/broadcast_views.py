"""What the overlay shows of a table, as plain JSON values: the public view, ready to put on air.

Hole cards are in it as `feed.reveal` lets them through, and in no other case.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.feed.reveal import Reveal, revealed
from controller.feed.views import View, card_texts, seat_view, state_view
from controller.table.table import Table

#: Fields of a seat's public view that the overlay takes over as they are.
_OF_SEAT: Final = (
    "seat", "name", "short_name", "country", "picture", "stack", "bet", "state", "position", "to_act", "last_action", "result",
)  # fmt: skip
#: And of the table's.
_OF_STATE: Final = (
    "rev", "hand", "stage", "street", "board", "board_cards", "boards", "run_it", "pots", "pot_total", "button", "small_blind", "big_blind",
    "ante", "limit", "game", "small_bet", "big_bet", "to_act", "paused",
)  # fmt: skip


class Aired(NamedTuple):
    """The table as it was at a moment: after a turn, with the seats taken since its last hand began.

    Time: table time at which the last of it happened.
    """

    at_ns: int
    table: Table
    newcomers: frozenset[int] = frozenset()


def broadcast_view(aired: Aired, reveal: Reveal, *, hidden: bool) -> View:
    """Return the overlay's state without its stamps. `hidden` = no hole card, whatever the policy says."""
    table = aired.table
    state = state_view(table, aired.newcomers, {})
    big_blind = state["big_blind"]
    return {
        **{field: state[field] for field in _OF_STATE},
        "pot_bb": big_blinds(state["pot_total"], big_blind),
        "to_call": None if state["legal"] is None else state["legal"]["call"],
        "clock": _clock(table),
        "hidden": hidden,
        "seats": [_seat(aired, seat, big_blind, reveal, hidden=hidden) for seat in range(1, len(table.seats) + 1)],
    }


def big_blinds(amount_chips: int, big_blind_chips: int) -> str:
    """Return an amount in big blinds as it is shown: one decimal, whole numbers from a hundred on; empty without a big blind."""
    if big_blind_chips <= 0:
        return ""
    tenths = (20 * amount_chips + big_blind_chips) // (2 * big_blind_chips)
    return str((tenths + 5) // 10) if tenths >= 1_000 else f"{tenths // 10}.{tenths % 10}"


def _clock(table: Table) -> View | None:
    """The clock called on the player to act. It ends by table time: on air that is `delay_s` later, as everything is."""
    clock = table.clock
    if clock is None:
        return None
    ends_ms, left_ms = (None, clock.left_ns // 1_000_000) if clock.ends_ns is None else (clock.ends_ns // 1_000_000, None)
    return {"seat": clock.seat, "ends_table_ms": ends_ms, "left_ms": left_ms, "expired": clock.expired}


def _seat(aired: Aired, seat: int, big_blind: int, reveal: Reveal, *, hidden: bool) -> View:
    public = seat_view(aired.table, seat, aired.newcomers)
    return {
        **{field: public[field] for field in _OF_SEAT},
        "stack_bb": big_blinds(public["stack"], big_blind),
        "cards": public["cards"]["count"],
        "hole": [] if hidden else _hole(aired, seat, reveal),
        "hand_name": None,
        "equity": None,
    }


def _hole(aired: Aired, seat: int, reveal: Reveal) -> list[str]:
    hand = aired.table.hand
    if hand is None or seat not in hand.seats or seat in aired.newcomers or aired.table.seats[seat - 1] is None:
        return []
    return card_texts(revealed(reveal, hand, hand.seats.index(seat)))
