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

from msgspec.structs import replace
from pydantic import ValidationError

from controller.effects import CommandDone, Effect
from controller.events import Command, Correct, Event, FloorRule, Header
from controller.feed.boot import Boot
from controller.feed.commands import NOT_YET, VERBS, CommandModel, Verb
from controller.feed.hub import FeedClock, UtcClock, utc_text
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
    def kept_table(self) -> Table: ...
    @property
    def kept(self) -> bool: ...

    def take(self, events: Sequence[Event]) -> Sequence[Effect]: ...


class _RefusedError(Exception):
    """A command that does not reach the table: its code, and in words what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class _Done(NamedTuple):
    """A command that reached the table, as if given at time 0, and its answer; None while the journal does not keep it."""

    command: Command
    at_ns: int
    answer: CommandAnswer | None


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
        #: Commands taken whose answer waits for the journal.
        self.unsettled = 0

    def submit(self, verb: str, body: bytes | Mapping[str, Any], role: str, retained: bool = False, who: str = "") -> CommandAnswer:
        """Do the command `verb` with the arguments of `body` for a sender of `role`, and answer it.

        `who` is for the journal: the person or token that sent it, where the transport knows.

        A body is the JSON text of the verb's model, or its fields. The same id with the same
        content is answered as before and not done again. Raises nothing.
        """
        cmd_id = ""
        try:
            fields = _fields_of(body)
            cmd_id = _id_of(fields)
            if retained:
                raise _RefusedError("cmd.retained", "a command must not be retained: publish it without the retain flag")
            return self._perform(verb, fields, role, who)
        except _RefusedError as refused:
            return self._refusal(cmd_id, verb, refused)

    def refuse(self, verb: str, body: bytes, code: str, message: str) -> CommandAnswer:
        """Answer a command that this way in does not take at all, without doing it. Raises nothing."""
        try:
            cmd_id = _id_of(_fields_of(body))
        except _RefusedError as refused:
            return self._refusal("", verb, refused)
        return self._refusal(cmd_id, verb, _RefusedError(code, message))

    def settle(self, table: Table, effects: Sequence[Effect]) -> None:
        """Take the answers of commands that the journal keeps by now; `table` is that after them."""
        for effect in effects:
            if isinstance(effect, CommandDone):
                done = self._done.get(effect.cmd_id)
                if done is not None and done.answer is None:
                    self.unsettled -= 1
                    self._done[effect.cmd_id] = done._replace(answer=self._answer(effect, done, table.seq, self._clock, self._boot_id))

    def recall(self, command: Command, effect: CommandDone, as_of_seq: int, boot: Boot) -> None:
        """Remember a command of an earlier boot: whoever repeats it gets the answer of then, word for word."""
        done = _Done(_timeless(command), command.head.at_ns, None)
        self._remember(effect.cmd_id, done._replace(answer=self._answer(effect, done, as_of_seq, boot, boot.boot_id)))

    def _perform(self, verb: str, fields: Mapping[str, Any], role: str, who: str) -> CommandAnswer:
        row = _row_of(verb)
        model = _model_of(row.model, fields)
        sender = next((known for known in row.roles if known == role), None)
        if sender is None:
            raise _RefusedError("cmd.role", f"{verb} may be sent by: {', '.join(sorted(row.roles))}; not by {role[:32]!r}")
        command = row.build(model, Header(self._clock.now_ns(), model.id, sender, model.expect_rev, who))
        before = self._done.get(model.id)
        if before is not None:  # before its age is looked at: a late repetition asks for the answer it missed
            if before.command != _timeless(command):
                raise _RefusedError("cmd.id_reused", "this id was used for another command: give each command an id of its own")
            return before.answer or self._refusal(model.id, verb, _NOT_KEPT)
        self._check_age(model)
        return self._take(verb, command)

    def _take(self, verb: str, command: Command) -> CommandAnswer:
        cmd_id = command.head.cmd_id
        done = _Done(_timeless(command), command.head.at_ns, None)
        for effect in self._turn.take([command]):
            if isinstance(effect, CommandDone) and effect.cmd_id == cmd_id:
                if self._turn.kept:
                    answer = self._answer(effect, done, self._turn.kept_table.seq, self._clock, self._boot_id)
                    done = _Done(done.command, done.at_ns, answer)
                self._remember(cmd_id, done)
                return done.answer or self._refusal(cmd_id, verb, _NOT_KEPT)
        raise _RefusedError("cmd.unanswered", "the table gave no answer: look at the state before you repeat it")

    def _remember(self, cmd_id: str, done: _Done) -> None:
        self._done[cmd_id] = done
        self.unsettled += done.answer is None
        if len(self._done) > self._remembered:
            _, oldest = self._done.popitem(last=False)
            self.unsettled -= oldest.answer is None

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

    def _refusal(self, cmd_id: str, verb: str, refused: _RefusedError) -> CommandAnswer:
        now_ns, table = self._clock.now_ns(), self._turn.kept_table
        effect = CommandDone(cmd_id, False, table.rev, refused.code, refused.message)
        return _worded(effect, verb, now_ns, table.seq, (self._clock, self._boot_id))

    @staticmethod
    def _answer(effect: CommandDone, done: _Done, as_of_seq: int, clock: UtcClock, boot_id: str) -> CommandAnswer:
        """Made of what the journal holds alone: after a restart the same bytes come out."""
        return _worded(effect, _verb_of(done.command), done.at_ns, as_of_seq, (clock, boot_id))


#: What a command gets that was taken but is not kept yet.
_NOT_KEPT: Final = _RefusedError(
    "journal.not_kept",
    "taken, but the journal cannot be written and nothing more is told: mend the disk, then repeat this id for its answer",
)


def _worded(effect: CommandDone, verb: str, at_ns: int, as_of_seq: int, told_by: tuple[UtcClock, str]) -> CommandAnswer:
    """`told_by` is the clock and the boot id of the run that answers."""
    clock, boot_id = told_by
    return CommandAnswer(
        boot_id=boot_id,
        utc=utc_text(clock.utc_ms(at_ns)),
        table_ms=at_ns // 1_000_000,
        as_of_seq=as_of_seq,
        id=effect.cmd_id,
        verb=verb[:64],
        ok=effect.ok,
        code=effect.code,
        message=effect.message,
        rev=effect.rev,
        rules=list(effect.rules),
    )


def _verb_of(command: Command) -> str:
    """The verb a command came by: its name in the journal."""
    return str(type(command).__struct_config__.tag)


def _timeless(command: Command) -> Command:
    """What the command asks for, whenever it came: a repeated one may renew its time of issue."""
    if isinstance(command, Correct | FloorRule):  # what hand it met is the table's
        command = replace(command, entries=())
    return replace(command, head=replace(command.head, at_ns=0))


def _row_of(verb: str) -> Verb:
    row = VERBS.get(verb)
    if row is not None:
        return row
    known = ", ".join(sorted(VERBS))
    if verb in NOT_YET:
        raise _RefusedError("cmd.not_yet", f"{verb} is not built in this version; known verbs: {known}")
    raise _RefusedError("cmd.unknown_verb", f"there is no verb {verb[:32]!r}; known verbs: {known}")


def _fields_of(body: bytes | Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(body, bytes):
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


def _utc_ms(text: str) -> int | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if at.tzinfo is None else round(at.timestamp() * 1000)
