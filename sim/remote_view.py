"""What a daemon tells everyone, as a table to look at: `state`, `event` and `status` of its feed.

Nothing here knows a broker. The messages are read as any outsider reads them, from the documented
JSON; the daemon's own models are not used.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.effects import Effect, Tell
from controller.game.betting import Legal
from controller.game.cards import Card, parse_card
from controller.game.zones import Zone
from sim.port import Played, Sitting

#: The topics below the table's root that are looked at.
TOPICS: Final = ("state", "event", "status")


#: States of seats that have no part in the hand.
_NOT_DEALT_IN: Final = frozenset({"empty", "waiting"})


class RemoteView:
    """The table's public picture, as told last.

    Invariants: a story that is told twice counts once; `forgotten` grows when a table of a new
    boot does not go on from where the last one stood.
    """

    def __init__(self) -> None:
        self.forgotten = 0
        self.online = False
        self._state: Mapping[str, Any] = {}
        self._session: tuple[str, int] | None = None  # of the last `online`
        self._ended: set[str] = set()  # runs of the daemon that are over, or were lost once
        self._last_seq: dict[str, int] = {}  # by boot
        self._tells: list[Tell] = []

    def take(self, name: str, body: bytes) -> None:
        """Take one message of the feed. What is no message of a table is left alone."""
        try:
            told = msgspec.json.decode(body, type=dict[str, Any])
        except msgspec.DecodeError:
            return  # a topic that was cleared, or somebody else's
        {"state": self._take_state, "event": self._take_story, "status": self._take_status}[name](told)

    @property
    def boot_id(self) -> str:
        """Which run of the daemon `state` is of; empty before the first."""
        return str(self._state.get("boot_id", ""))

    def includes(self, boot_id: str, rev: int) -> bool:
        """Whether the picture is as of `rev` of the run `boot_id`, or later: a run that ended goes on in the next one."""
        return self.rev >= rev and (self.boot_id == boot_id or boot_id in self._ended)

    @property
    def utc(self) -> str:
        """When `state` was told, as it is written there: two of one table can be compared."""
        return str(self._state.get("utc", ""))

    @property
    def rev(self) -> int:
        return int(self._state.get("rev", -1))

    @property
    def hand_number(self) -> int:
        return _number(self._state.get("hand"))

    @property
    def stage(self) -> str | None:
        return self._state["stage"] if self._state.get("hand") else None

    @property
    def to_show(self) -> int | None:
        seat: int | None = self._state.get("to_show")
        return seat

    @property
    def paused(self) -> bool:
        return bool(self._state.get("paused", False))

    @property
    def legal(self) -> Legal | None:
        may, seat = self._state.get("legal"), self._state.get("to_act")
        if may is None or seat is None:
            return None
        return Legal(seat, may["call"], may["can_raise"], may["min_raise_to"], may["max_raise_to"])

    @property
    def board_cards(self) -> int:
        return len(self._state.get("board", ()))

    @property
    def board(self) -> Sequence[Card]:
        return tuple(card for text in self._state.get("board", ()) if (card := parse_card(text)) is not None)

    @property
    def questions(self) -> Collection[str]:
        return {one["code"] for one in self._state.get("quality", {}).get("discrepancies", ())}

    @property
    def tells(self) -> Sequence[Effect]:
        return tuple(self._tells)

    def forget_tells(self) -> None:
        self._tells.clear()

    def can_still_act(self, seat: int) -> bool:
        return bool(self._seat(seat).get("state") == "in_hand")

    def hole_cards(self, seat: int) -> int:
        return int(self._seat(seat).get("cards", {}).get("count", 0))

    def sitting(self) -> Mapping[int, Sitting]:
        return _sitting(self._state)

    def played(self) -> Played | None:
        if self.stage is None:
            return None
        dealt_in = [view for view in self._state["seats"] if view["state"] not in _NOT_DEALT_IN]
        payoffs = {view["seat"]: view["result"] for view in dealt_in} if self.stage == "ended" else None
        return Played({view["seat"]: view["stack"] for view in dealt_in}, payoffs, self.legal)

    def _seat(self, seat: int) -> Mapping[str, Any]:
        return next((view for view in self._state.get("seats", ()) if view["seat"] == seat), {})

    def _take_state(self, told: Mapping[str, Any]) -> None:
        if self._state and told["boot_id"] != self.boot_id and not _goes_on(self._state, told):
            self.forgotten += 1
        if self._state and told["boot_id"] != self.boot_id:
            self._ended.add(self.boot_id)
        self._state = told

    def _take_story(self, told: Mapping[str, Any]) -> None:
        boot_id, seq = told["boot_id"], told["seq"]
        if seq > self._last_seq.get(boot_id, 0):
            self._last_seq[boot_id] = seq
            self._tells.append(tell_of(told))

    def _take_status(self, told: Mapping[str, Any]) -> None:
        session = (told["boot_id"], told["session"])
        if told["state"] != "online":
            self._ended.add(told["boot_id"])
        if told["state"] == "online":
            self.online, self._session = True, session
        elif self._session in (None, session):  # that of an older session is void
            self.online = False


def tell_of(story: Mapping[str, Any]) -> Tell:
    """Return what a message of `event` tells."""
    cards = tuple(card for text in story.get("cards", ()) if (card := parse_card(text)) is not None)
    return Tell(
        seq=story["seq"],
        kind=story["kind"],
        at_ns=story["table_ms"] * 1_000_000,
        rev_before=story["rev_before"],
        rev_after=story["rev_after"],
        hand=_number(story.get("hand")) or None,
        seat=story.get("seat"),
        amount_chips=story.get("amount"),
        to_chips=story.get("to"),
        do=story.get("do"),
        all_in=story.get("all_in", False),
        cards=cards,
        zones=tuple(Zone(zone) for zone in story.get("zones", ())),
        pot=story.get("pot"),
        payoffs=tuple((int(seat), chips) for seat, chips in story.get("payoffs", {}).items()),
        name=story.get("name"),
        code=story.get("code"),
        rules=tuple(story.get("rules", ())),
    )


def _goes_on(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a table that was started again still knows what it had told: the hand, and who sits where.

    It may be one command further: that was kept, and the daemon ended before anybody was told.
    """
    hands = _number(now["hand"]) - _number(before["hand"])
    seats = _sitting(now).keys() ^ _sitting(before).keys()
    return bool(now["rev"] >= before["rev"] and hands in (0, 1) and len(seats) <= 1)


def _sitting(state: Mapping[str, Any]) -> dict[int, Sitting]:
    return {view["seat"]: Sitting(view["name"], view["stack"]) for view in state.get("seats", ()) if view["name"] is not None}


def _number(hand_id: str | None) -> int:
    return int(hand_id.removeprefix("h")) if hand_id else 0
