"""Rules 2 and 7.2: one sequence of stories, what takes them into account, and the hands' numbers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from controller.contract.heard import Check, Heard, broken, whole
from controller.contract.rules import Broken
from controller.mqtt.topics import STATUS, STORIES

#: Stories remembered, to know one that is told again.
MAX_REMEMBERED: Final = 20_000

#: Boots whose sequence is remembered.
MAX_BOOTS: Final = 64

#: These tell what is older than themselves: a will, an answer told again. The heartbeat may overtake.
_NOT_IN_LINE: Final = frozenset({STATUS, "metrics"})


class SequenceCheck(Check):
    """Rules 2.1 to 2.5, and 7.2.

    A boot goes on with the sequence of the one before; with another `sequence` in its `status` it may begin at 1.
    """

    def __init__(self) -> None:
        self._boot = ""
        self._last: int | None = None  # the last seq told; None until something says it
        self._rev: int | None = None  # where it led to
        self._sequences: OrderedDict[str, str] = OrderedDict()  # boot → the sequence its `status` names
        self._begun: tuple[Heard, str] | None = None  # the first story of a boot that began anew, and the boot before it
        self._told: OrderedDict[int, bytes] = OrderedDict()
        self._base: dict[str, int] = {}  # boot → as_of_seq of what it told before its first story
        self._as_of: dict[str, tuple[str, int]] = {}
        self._hand = 0

    def joined(self) -> None:
        self._boot = ""
        self._last = self._rev = None
        self._base.clear()
        self._as_of.clear()

    def hear(self, message: Heard) -> Iterator[Broken]:
        if message.name in STORIES and not message.standing:
            yield from self._story(message)
        elif message.as_of is not None and not message.is_command:
            yield from self._snapshot(message, message.as_of)
        if message.name == STATUS:
            yield from self._sequence(message)

    # -- stories -------------------------------------------------------------------------------

    def _story(self, message: Heard) -> Iterator[Broken]:
        seq = whole(message.fields.get("seq"))
        if seq is None:
            return
        begins = message.boot != self._boot
        if not begins or self._told.get(seq) == message.body:
            if seq in self._told:
                if self._told[seq] != message.body:
                    yield broken("2.2", message, f"seq {seq} was told before with other bytes")
                return
            if self._last is not None and seq <= self._last:
                return  # from before we came
        yield from self._in_line(message, seq, begins)
        self._boot, self._last, self._rev = message.boot, seq, whole(message.fields.get("rev_after"))
        self._told[seq] = message.body
        if len(self._told) > MAX_REMEMBERED:
            self._told.popitem(last=False)
        yield from self._hand_number(message)

    def _in_line(self, message: Heard, seq: int, begins: bool) -> Iterator[Broken]:
        goes_on = self._last is not None and seq == self._last + 1
        if begins and not goes_on:
            known = self._base.get(message.boot, 0 if self._boot else None)
            if known is not None and seq not in (known + 1, 1):
                yield broken("2.1", message, f"the first event of this boot has seq {seq}, after {known}")
            if self._last is not None and seq <= self._last:
                self._begun = message, self._boot
                yield from self._begun_anew()
            self._told.clear()
            self._hand = 0
        elif self._last is not None and not goes_on:
            yield broken("2.1", message, f"seq {seq} follows {self._last}")
        elif goes_on and self._rev is not None and whole(message.fields.get("rev_before")) != self._rev:
            yield broken("2.5", message, f"rev_before is {whole(message.fields.get('rev_before'))} after a rev_after of {self._rev}")
        before, after = whole(message.fields.get("rev_before")), whole(message.fields.get("rev_after"))
        if before is not None and after is not None and after < before:
            yield broken("2.5", message, f"it leads back, from rev {before} to {after}")

    def _sequence(self, message: Heard) -> Iterator[Broken]:
        named = message.fields.get("sequence")
        if isinstance(named, str):
            self._sequences[message.boot] = named
            if len(self._sequences) > MAX_BOOTS:
                self._sequences.popitem(last=False)
        yield from self._begun_anew()

    def _begun_anew(self) -> Iterator[Broken]:
        """A boot that tells what waited does so before its `status`: it may have to be waited for."""
        if self._begun is None:
            return
        begun, boot_before = self._begun
        now, before = self._sequences.get(begun.boot), self._sequences.get(boot_before)
        if now is None:
            return
        self._begun = None
        if now == before:
            yield broken("2.1", begun, f"`seq` begins anew and `sequence` of `status` is {now}, as before")

    def _hand_number(self, message: Heard) -> Iterator[Broken]:
        hand = message.fields.get("hand")
        if message.fields.get("kind") != "hand_started" or not isinstance(hand, str):
            return
        digits = hand.removeprefix("h")
        if not (digits.isascii() and digits.isdigit() and hand.startswith("h")):
            yield broken("7.2", message, "the hand's id is not h<number>")
            return
        if int(digits) <= self._hand:
            yield broken("7.2", message, f"hand h{int(digits)} begins after hand h{self._hand}")
        self._hand = int(digits)

    # -- what takes them into account ----------------------------------------------------------

    def _snapshot(self, message: Heard, as_of: int) -> Iterator[Broken]:
        if message.name in _NOT_IN_LINE or message.is_answer:
            return
        boot, before = self._as_of.get(message.name, ("", 0))
        if boot == message.boot and as_of < before:
            yield broken("2.4", message, f"as_of_seq {as_of} after {before}")
        self._as_of[message.name] = (message.boot, as_of)
        if message.standing:
            return
        if self._last is None and (not self._boot or message.boot == self._boot):
            self._boot, self._last = message.boot, as_of
            self._rev = whole(message.fields.get("rev"))
            told: int | None = as_of
        else:
            told = self._last if message.boot == self._boot else self._base.setdefault(message.boot, as_of)
        if told is not None and as_of > told:
            yield broken("2.3", message, f"as_of_seq is {as_of} and the last event told is {told}")
        rev = whole(message.fields.get("rev"))
        if rev is not None and message.boot == self._boot and as_of == self._last:
            if self._rev is not None and rev != self._rev:
                yield broken("2.5", message, f"rev is {rev}, and event {as_of} led to {self._rev}")
            self._rev = rev if self._rev is None else self._rev
