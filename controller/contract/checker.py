"""Every rule of the MQTT page, held against what is heard of one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from controller.contract.answers import AnswerCheck
from controller.contract.cards import CardCheck
from controller.contract.heard import Check, Heard, heard
from controller.contract.kept import KeptCheck
from controller.contract.payloads import PayloadCheck
from controller.contract.rules import Broken
from controller.contract.rulings import RulingCheck
from controller.contract.sequence import SequenceCheck
from controller.contract.session import HeartbeatCheck, SessionCheck
from controller.mqtt.topics import STORIES

#: Findings kept of one rule: more of them say nothing new.
MAX_OF_A_RULE: Final = 20


class Checker:
    """Listens to one table. `hear` every message in order, then `end`; `broken` is what was found.

    Time: seconds of the listener's clock. Invariants: memory is bounded, however long it listens.
    """

    def __init__(self) -> None:
        self.broken: list[Broken] = []
        self.messages = 0
        self.events = 0
        self._found: Counter[str] = Counter()
        self._kept = KeptCheck()
        self._checks: tuple[Check, ...] = (
            SessionCheck(), HeartbeatCheck(), SequenceCheck(), self._kept, PayloadCheck(), AnswerCheck(), CardCheck(), RulingCheck()
        )  # fmt: skip

    @property
    def found(self) -> Mapping[str, int]:
        """Rule → how often it was broken."""
        return self._found

    @property
    def kept(self) -> Iterable[str]:
        """Topics that ought to stand on the broker now."""
        return self._kept.kept

    def joined(self) -> None:
        """We subscribed; again, when the connection was lost meanwhile."""
        for check in self._checks:
            check.joined()

    def hear(self, name: str, body: bytes, standing: bool, at_s: float) -> None:
        """Take a message. `standing` = it stood on the broker when we subscribed."""
        message = heard(name, body, standing, at_s)
        self.messages += 1
        self.events += name in STORIES
        for check in self._checks:
            self._note(check.hear(message))

    def end(self, now_s: float, standing: Iterable[Heard] | None) -> None:
        """Stop listening. `standing` is what a second client finds on the broker; None = that is not known."""
        by_name = None if standing is None else {message.name: message for message in standing}
        for check in self._checks:
            self._note(check.end(now_s, by_name))

    def _note(self, findings: Iterable[Broken]) -> None:
        for finding in findings:
            self._found[finding.rule] += 1
            if self._found[finding.rule] <= MAX_OF_A_RULE:
                self.broken.append(finding)
