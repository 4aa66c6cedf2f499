"""Rules 5: a command is answered, and done once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final

from controller.contract.heard import Check, Heard, broken
from controller.contract.rules import Broken
from controller.mqtt.topics import COMMANDS, STATUS

#: How long an answer may take.
ANSWER_S: Final = 5.0

#: A body longer than this is answered without being read; so is a verb, and that one without an answer.
MAX_BODY_BYTES: Final = 4_096
MAX_VERB: Final = 64

MAX_REMEMBERED: Final = 1_000


class AnswerCheck(Check):
    """Rules 5.1 and 5.2."""

    def __init__(self) -> None:
        self._online = False
        self._asked: OrderedDict[tuple[str, str], Heard] = OrderedDict()
        self._done: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def joined(self) -> None:
        self._online = False
        self._asked.clear()

    def hear(self, message: Heard) -> Iterator[Broken]:
        if message.name == STATUS:
            self._online = message.fields.get("state") == "online"
            if not self._online:  # whoever asked will not hear, and asks again
                self._asked.clear()
        elif message.is_answer:
            yield from self._answer(message)
        elif message.is_command and self._online and message.body and not message.standing:
            verb = message.name.removeprefix(COMMANDS)
            if len(verb) <= MAX_VERB and len(self._asked) < MAX_REMEMBERED:
                self._asked.setdefault((verb, _id(message)), message)
        yield from self._late(message.at_s)

    def end(self, now_s: float, standing: Mapping[str, Heard] | None) -> Iterator[Broken]:
        yield from self._late(now_s)

    def _answer(self, message: Heard) -> Iterator[Broken]:
        verb = message.name.removeprefix(COMMANDS).removesuffix("/result")
        key = (verb, str(message.fields.get("id", "")))
        self._asked.pop(key, None)
        if message.fields.get("ok") is not True:
            return
        if self._done.setdefault(key, message.body) != message.body:
            yield broken("5.2", message, "the command of this id was answered before, and otherwise")
        if len(self._done) > MAX_REMEMBERED:
            self._done.popitem(last=False)

    def _late(self, now_s: float) -> Iterator[Broken]:
        while self._asked:
            key, asked = next(iter(self._asked.items()))
            if now_s - asked.at_s <= ANSWER_S:
                return
            del self._asked[key]
            yield broken("5.1", asked, f"no answer came within {ANSWER_S:.0f} s")


def _id(command: Heard) -> str:
    """The id an answer will carry: empty when the command has none that can be read."""
    cmd_id = command.fields.get("id") if len(command.body) <= MAX_BODY_BYTES else None
    return cmd_id[:64] if isinstance(cmd_id, str) and cmd_id.isprintable() else ""
