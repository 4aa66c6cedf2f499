"""Where commands come in: checked, done once, and answered.

The same desk serves every transport. A command that is not right is answered with a code and
with what would be right; nothing a sender writes makes the desk raise.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from pydantic import ValidationError

from controller.effects import CommandDone, Effect
from controller.events import Command, Event, Header, Role
from controller.feed.commands import NOT_YET, VERBS, CommandModel, Verb
from controller.feed.hub import FeedClock, utc_text
from controller.feed.payloads import CommandAnswer
from controller.table.table import Table

#: The longest command body read, in bytes.
MAX_BODY_BYTES: Final = 4_096

#: How far `issued_at` may lie from the wall clock, either way.
MAX_AGE_MS: Final = 10_000

#: Answers remembered for senders that repeat a command.
REMEMBERED: Final = 1_000


class TakesEvents(Protocol):
    """The turn of the table."""

    @property
    def table(self) -> Table: ...

    def take(self, events: Sequence[Event]) -> Sequence[Effect]: ...


class _RefusedError(Exception):
    """A command that does not reach the table: its code, and in words what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class _Done(NamedTuple):
    verb: str
    arguments: tuple[tuple[str, Any], ...]
    role: Role
    answer: CommandAnswer


def wall_utc_ms() -> int:
    """UTC by the system's clock, in milliseconds: what `issued_at` is held against."""
    return time.time_ns() // 1_000_000


class CommandDesk:
    """Takes commands of any transport and gives each an answer.

    Invariants: a command id reaches the table at most once among the last `remembered` commands.
    """

    def __init__(
        self,
        turn: TakesEvents,
        clock: FeedClock,
        boot_id: str,
        *,
        wall_ms: Callable[[], int] = wall_utc_ms,
        remembered: int = REMEMBERED,
    ) -> None:
        self._turn = turn
        self._clock = clock
        self._boot_id = boot_id
        self._wall_ms = wall_ms
        self._remembered = remembered
        self._done: OrderedDict[str, _Done] = OrderedDict()

    def submit(self, verb: str, body: bytes | Mapping[str, Any], role: str, retained: bool = False) -> CommandAnswer:
        """Do the command `verb` with the arguments of `body` for a sender of `role`, and answer it.

        A body is the JSON text of the verb's model, or its fields. The same id with the same
        content is answered as before and not done again. Raises nothing.
        """
        cmd_id = ""
        try:
            fields = _fields_of(body)
            cmd_id = _id_of(fields)
            if retained:
                raise _RefusedError("cmd.retained", "a command must not be retained: publish it without the retain flag")
            return self._perform(verb, fields, role)
        except _RefusedError as refused:
            return self._answer(CommandDone(cmd_id, False, self._turn.table.rev, refused.code, refused.message), verb)

    def _perform(self, verb: str, fields: Mapping[str, Any], role: str) -> CommandAnswer:
        row = _row_of(verb)
        model = _model_of(row.model, fields)
        sender = next((known for known in row.roles if known == role), None)
        if sender is None:
            raise _RefusedError("cmd.role", f"{verb} may be sent by: {', '.join(sorted(row.roles))}; not by {role[:32]!r}")
        arguments = _arguments(model)
        before = self._done.get(model.id)
        if before is not None:  # before its age is looked at: a late repetition asks for the answer it missed
            if (before.verb, before.arguments, before.role) != (verb, arguments, sender):
                raise _RefusedError("cmd.id_reused", "this id was used for another command: give each command an id of its own")
            return before.answer
        self._check_age(model)
        head = Header(self._clock.now_ns(), model.id, sender, model.expect_rev)
        answer = self._take(verb, row.build(model, head))
        self._done[model.id] = _Done(verb, arguments, sender, answer)
        if len(self._done) > self._remembered:
            self._done.popitem(last=False)
        return answer

    def _take(self, verb: str, command: Command) -> CommandAnswer:
        cmd_id = command.head.cmd_id
        for effect in self._turn.take([command]):
            if isinstance(effect, CommandDone) and effect.cmd_id == cmd_id:
                return self._answer(effect, verb)
        raise _RefusedError("cmd.unanswered", "the table gave no answer: look at the state before you repeat it")

    def _check_age(self, model: CommandModel) -> None:
        if model.issued_at is None:
            return
        issued_ms = _utc_ms(model.issued_at)
        if issued_ms is None:
            raise _RefusedError("cmd.bad_argument", "issued_at: not a UTC time; allowed is ISO 8601 such as 2026-01-31T20:15:00.000Z")
        age_ms = self._wall_ms() - issued_ms
        limit_s = MAX_AGE_MS // 1000
        if age_ms > MAX_AGE_MS:
            raise _RefusedError("cmd.expired", f"issued {age_ms} ms ago, more than {limit_s} s: look at the state and send it anew")
        if age_ms < -MAX_AGE_MS:
            raise _RefusedError("cmd.expired", f"issued {-age_ms} ms in the future, more than {limit_s} s: set the sender's clock")

    def _answer(self, done: CommandDone, verb: str) -> CommandAnswer:
        now_ns = self._clock.now_ns()
        return CommandAnswer(
            boot_id=self._boot_id,
            utc=utc_text(self._clock.utc_ms(now_ns)),
            table_ms=now_ns // 1_000_000,
            as_of_seq=self._turn.table.seq,
            id=done.cmd_id,
            verb=verb[:64],
            ok=done.ok,
            code=done.code,
            message=done.message,
            rev=done.rev,
            rules=list(done.rules),
        )


def _row_of(verb: str) -> Verb:
    row = VERBS.get(verb)
    if row is not None:
        return row
    known = ", ".join(sorted(VERBS))
    if verb in NOT_YET:
        raise _RefusedError("cmd.not_yet", f"{verb} is not built in this version; known verbs: {known}")
    raise _RefusedError("cmd.unknown_verb", f"there is no verb {verb[:32]!r}; known verbs: {known}")


def _fields_of(body: bytes | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(body, Mapping):
        return body
    if len(body) > MAX_BODY_BYTES:
        raise _RefusedError("cmd.too_large", f"the body has {len(body)} bytes; allowed are {MAX_BODY_BYTES}")
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise _RefusedError("cmd.bad_json", "the body must be one JSON object, in UTF-8, with the fields of the verb")
    return fields


def _id_of(fields: Mapping[str, Any]) -> str:
    cmd_id = fields.get("id")
    return cmd_id[:64] if isinstance(cmd_id, str) and cmd_id.isprintable() else ""


def _model_of(model: type[CommandModel], fields: Mapping[str, Any]) -> CommandModel:
    try:
        return model.model_validate(dict(fields))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "body"
        if first["type"] == "extra_forbidden":
            allowed = ", ".join(sorted(model.model_fields))
            raise _RefusedError("cmd.bad_argument", f"{field[:64]}: no such field; allowed are {allowed}") from None
        raise _RefusedError("cmd.bad_argument", f"{field[:64]}: {first['msg'][0].lower()}{first['msg'][1:]}") from None


def _arguments(model: CommandModel) -> tuple[tuple[str, Any], ...]:
    """What the command asks for: its time of issue apart, which a repeated command may renew."""
    return tuple((field, getattr(model, field)) for field in type(model).model_fields if field != "issued_at")


def _utc_ms(text: str) -> int | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if at.tzinfo is None else round(at.timestamp() * 1000)
