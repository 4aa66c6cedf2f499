"""What a listener heard of a table that was killed again and again, held against the truth.

Of its own: it knows the documented messages and the truth file, and nothing of the daemon but the contract kit.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from controller.contract.checker import Checker

#: The topics that tell stories, in one sequence.
STORIES: Final = frozenset({"event", "ruling", "announcement"})


class Ledger:
    """Every message of one table, in the order it was heard; `broken` names each claim that does not hold, the gravest first.

    Invariants: no text it returns names a card.
    """

    def __init__(self) -> None:
        self.online = False
        #: The runs of the daemon that came online.
        self.boots: set[str] = set()
        self.repeats = 0
        #: Where the hand stands, as `state` told it last; "between hands" where there is none.
        self.stage = "between hands"
        self._checker = Checker()
        self._bodies: dict[int, bytes] = {}
        self._stories: list[Mapping[str, Any]] = []
        self._wrong_order: list[str] = []
        self._as_of = 0

    @property
    def stories(self) -> int:
        """Stories told, each counted once."""
        return len(self._bodies)

    def hear(self, name: str, body: bytes, standing: bool, at_s: float) -> None:
        """Take a message; `standing` = it stood there when we came. Units: wall seconds."""
        self._checker.hear(name, body, standing, at_s)
        fields = json.loads(body) if body else {}
        if name in STORIES:
            self._story(fields, body)
        elif name == "status":
            self.online = fields["state"] == "online"
            if self.online:
                self.boots.add(fields["boot_id"])
        elif name == "state":
            self.stage = fields["stage"] if fields.get("hand") else "between hands"
            self._as_of = fields["as_of_seq"]

    def broken(self, truth: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return what does not hold, now that all was told; `truth` are the lines of the truth file."""
        contract = (f"contract rule {one.rule}: {one.words} ({one.topic}, seq {one.seq})" for one in self._checker.broken)
        return [*self._against(list(truth)), *self._sequence(), *self._hands(), *contract]

    def _story(self, fields: Mapping[str, Any], body: bytes) -> None:
        seq = fields["seq"]
        known = self._bodies.get(seq)
        if known is not None:
            self.repeats += 1
            if known != body:
                self._wrong_order.append(f"seq {seq} has two meanings: it was told again with other bytes")
            return
        if seq != len(self._bodies) + 1:
            self._wrong_order.append(f"seq {seq} was told when {len(self._bodies) + 1} was due")
        self._bodies[seq] = body
        if "topic" not in fields:  # rulings and announcements change nothing of the hand by themselves
            self._stories.append(fields)

    def _sequence(self) -> Iterator[str]:
        yield from self._wrong_order
        last = max(self._bodies, default=0)
        if last != self._as_of:
            yield f"the last story heard is {last}, and `state` takes {self._as_of} into account"

    def _hands(self) -> Iterator[str]:
        for kind in ("hand_started", "hand_ended"):
            told = Counter(story["hand"] for story in self._stories if story["kind"] == kind)
            yield from (f"hand {hand}: {kind} is told {count} times" for hand, count in told.items() if count != 1)
        yield from (f"hand {story['hand']} was voided" for story in self._stories if story["kind"] == "hand_void")

    def _against(self, truth: list[Mapping[str, Any]]) -> Iterator[str]:
        """Each hand that was played is told once, with the recorded payoffs, and with no card but those that were turned up."""
        ended = {story["hand"]: story for story in self._stories if story["kind"] == "hand_ended"}
        played = list(_hands_of(truth))
        for acts in played:
            begun, result = acts[0], acts[-1]
            if result["act"] != "result":
                yield f"hand {begun['number']}: the people did not play it to its end"
                continue
            if any(act["act"] == "anew" for act in acts):
                yield f"hand {begun['number']}: the table forgot it, and it was begun anew"
            if not result["ok"]:
                yield f"hand {begun['number']}: it did not come out as recorded"
            hand = f"h{result['hand']}"
            told = ended.get(hand, {}).get("payoffs", {})
            if list(told.values()) != result["expected"]:
                yield f"hand {hand}: the payoffs told are {list(told.values())}, the recorded ones {result['expected']}"
            yield from self._cards(hand, acts)
        if len(ended) != len(played):
            yield f"{len(played)} hands were played, and {len(ended)} told"

    def _cards(self, hand: str, acts: list[Mapping[str, Any]]) -> Iterator[str]:
        lay: dict[str, list[str]] = {}
        for act in acts:
            if act["act"] == "move" and act["to"] is not None:
                lay.setdefault(act["to"], []).append(act["card"])
        folded = {act["sent"]["seat"] for act in acts if act["act"] == "say" and act["verb"] == "act" and act["sent"]["do"] == "fold"}
        stories = [story for story in self._stories if story["hand"] == hand]
        board = [card for story in stories if story["kind"] == "board" for card in story["cards"]]
        if sorted(board) != sorted(lay.get("board", [])):
            yield f"hand {hand}: the board told is not the one that lay there"
        for story in stories:
            if story["kind"] != "shown":
                continue
            if story["seat"] in folded:
                yield f"hand {hand}: cards of seat {story['seat']}, which had folded, were told"
            if set(story["cards"]) - set(lay.get(f"seat/{story['seat']}/hole", [])):
                yield f"hand {hand}: seat {story['seat']} is told to show what it was not dealt"


def _hands_of(truth: list[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """The acts of each hand, from `hand` to `result`."""
    acts: list[Mapping[str, Any]] = []
    for act in truth:
        if act["act"] == "hand":
            acts = [act]
        elif acts:
            acts.append(act)
        if act["act"] == "result":
            yield acts
            acts = []
    if acts:
        yield acts
