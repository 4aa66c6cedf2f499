"""A daemon's table as everyone around it sees it, and its panel."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.effects import CommandDone, Effect
from controller.game.betting import Legal
from controller.game.cards import Card
from firmware_bridge.transport import wall_seconds
from sim.errors import ForgottenError, StalledError
from sim.http_panel import HttpPanel
from sim.port import Played, Sitting
from sim.remote_link import BrokerLink, BrokerSettings
from sim.remote_view import RemoteView

#: Wall seconds until a command that nobody answered is sent again, and until the people give up.
REPEAT_S: Final = 2.0
GIVE_UP_S: Final = 90.0

#: Taken, but not on disk: whoever repeats the id gets the answer once it is.
NOT_KEPT: Final = "journal.not_kept"

#: Hears of every pressing of the panel (verb, what was sent) and of every answer (verb, what was answered).
Heard = Callable[[str, str, Mapping[str, Any]], None]


class Answer(msgspec.Struct, frozen=True):
    """As much of `cmd/<verb>/result` as the people need."""

    boot_id: str
    id: str
    ok: bool
    rev: int
    utc: str = ""
    code: str = ""
    message: str = ""
    rules: tuple[str, ...] = ()


class RemoteTable:
    """Fills the `PublicTable` port from a daemon's messages.

    Commands go over MQTT, or over HTTP where a panel is given; those of the floor always over MQTT,
    since HTTP speaks for the dealer. Each is repeated under the same id until it is answered.
    """

    def __init__(self, broker: BrokerSettings, table_id: str, panel: HttpPanel | None = None, heard: Heard | None = None) -> None:
        self.repeated = 0
        self._view = RemoteView()
        self._link = BrokerLink(broker, table_id, self._take)
        self._panel = panel
        self._heard = heard
        self._changed = asyncio.Event()
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._not_kept = ""  # why the command that waits is not on disk yet
        self._ids = itertools.count(1)
        self._prefix = f"sim-{secrets.token_hex(4)}"  # ids of another run are somebody else's

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Look and listen inside. Raises: what ended the client, should it end by itself."""
        link = asyncio.create_task(self._link.run(), name="sim:broker")
        try:
            yield
        finally:
            link.cancel()
            (ended,) = await asyncio.gather(link, return_exceptions=True)
            if isinstance(ended, Exception):
                raise ended

    async def until_online(self, limit_s: float) -> bool:
        """Wait for the table to be there; return whether it is. Units: wall seconds."""
        return await self._until(lambda: self.online and self._view.rev >= 0, limit_s)

    @property
    def trouble(self) -> str:
        """Why the table cannot be seen, in words; empty when it can."""
        return "" if self.online else self._link.trouble or "the broker is there, the table is not"

    @property
    def online(self) -> bool:
        return self._link.connected and self._view.online

    @property
    def forgotten(self) -> int:
        return self._view.forgotten

    @property
    def hand_number(self) -> int:
        return self._view.hand_number

    @property
    def stage(self) -> str | None:
        return self._view.stage

    @property
    def to_show(self) -> int | None:
        return self._view.to_show

    @property
    def paused(self) -> bool:
        return self._view.paused

    @property
    def legal(self) -> Legal | None:
        return self._view.legal

    @property
    def board_cards(self) -> int:
        return self._view.board_cards

    @property
    def board(self) -> Sequence[Card]:
        return self._view.board

    @property
    def questions(self) -> Collection[str]:
        return self._view.questions

    @property
    def tells(self) -> Sequence[Effect]:
        return self._view.tells

    def forget_tells(self) -> None:
        self._view.forget_tells()

    def can_still_act(self, seat: int) -> bool:
        return self._view.can_still_act(seat)

    def hole_cards(self, seat: int) -> int:
        return self._view.hole_cards(seat)

    def sitting(self) -> Mapping[int, Sitting]:
        return self._view.sitting()

    def played(self) -> Played | None:
        return self._view.played()

    async def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        cmd_id = f"{self._prefix}-{next(self._ids)}"
        fields = {"id": cmd_id, **arguments}
        forgotten = self.forgotten
        if self._heard is not None:
            self._heard("say", verb, fields)
        answer = await self._answered(verb, cmd_id, msgspec.json.encode(fields), role, forgotten)
        if self._heard is not None:
            self._heard("answer", verb, msgspec.structs.asdict(answer))
        seen = await self._until(lambda: self._shows(answer), GIVE_UP_S)
        self._check_memory(forgotten)
        if not seen:
            raise StalledError(f"{verb} was answered, but the state it led to is not told; {self.trouble or 'the table says nothing'}")
        return CommandDone(answer.id, answer.ok, answer.rev, answer.code, answer.message, answer.rules)

    def _shows(self, answer: Answer) -> bool:
        """Whether the state is one after the answer: of the same run of the daemon, or of a later one that gave it again.

        A run that ended before we saw any state of it is known by the time of its answer alone.
        """
        view = self._view
        return view.includes(answer.boot_id, answer.rev) or (view.rev >= answer.rev and view.utc >= answer.utc)

    async def _answered(self, verb: str, cmd_id: str, body: bytes, role: str, forgotten: int) -> Answer:
        """Send the command until it is answered. Raises: StalledError, ForgottenError, RefusedError."""
        loop = asyncio.get_running_loop()
        give_up_s = loop.time() + wall_seconds(loop, GIVE_UP_S)
        answered = self._answers[cmd_id] = loop.create_future()
        self._not_kept = ""
        try:
            for attempt in itertools.count():
                self.repeated += attempt > 0
                await self._send(verb, body, role)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wall_seconds(loop, REPEAT_S)):
                        return await asyncio.shield(answered)
                self._check_memory(forgotten)
                if loop.time() >= give_up_s:
                    break
        finally:
            del self._answers[cmd_id]
            answered.cancel()
        if self._not_kept:
            raise StalledError(f"{verb} is not kept: {self._not_kept}")
        raise StalledError(f"nobody answers {verb}: {self.trouble or 'look whether the daemon takes commands'}")

    async def _send(self, verb: str, body: bytes, role: str) -> None:
        if self._panel is None or role != "dealer":
            await self._link.publish(verb, body)
        elif (told := await self._panel.post(verb, body, REPEAT_S)) is not None:
            self._take_answer(told)

    def _check_memory(self, forgotten: int) -> None:
        if self.forgotten != forgotten:
            raise ForgottenError("the table was started again and does not know this hand any more: begin it anew")

    def _take(self, name: str, body: bytes) -> None:
        if name.startswith("cmd/"):
            self._take_answer(body)
        else:
            self._view.take(name, body)
        self._changed.set()

    def _take_answer(self, body: bytes) -> None:
        """Give an answer to whoever waits for it; those of others are not ours."""
        try:
            answer = msgspec.json.decode(body, type=Answer)
        except msgspec.DecodeError:
            return
        waits = self._answers.get(answer.id)
        if waits is None or waits.done():
            return
        if answer.code == NOT_KEPT:
            self._not_kept = answer.message
        else:
            waits.set_result(answer)

    async def _until(self, so: Callable[[], bool], limit_s: float) -> bool:
        """Wait until it is so; return whether it is within the limit. Units: wall seconds."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wall_seconds(loop, limit_s)):
                while not so():
                    self._changed.clear()
                    await self._changed.wait()
        return so()
