"""A command to a daemon that answers late, twice or never: it is repeated under one id, and its effect is seen before it counts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiomqtt
import pytest
from ports import free_port
from sockets import sockets_to

from controller import clock
from controller.mqtt.broker import EmbeddedBroker
from controller.mqtt.settings import MqttSettings
from sim import remote
from sim.errors import ForgottenError, StalledError
from sim.remote import RemoteTable

LIMIT_S = 30.0
ROOT = "smarttable/v1/t1/"


EARLIER, LATER = "2026-01-01T10:00:00.000Z", "2026-01-01T10:00:05.000Z"


def state(boot_id: str, rev: int, hand: str | None = None) -> dict[str, Any]:
    return {"boot_id": boot_id, "utc": LATER, "rev": rev, "hand": hand, "stage": "betting" if hand else "between", "seats": [], "board": []}


class Table:
    """A daemon that does as the test says."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self.asked: list[dict[str, Any]] = []

    async def tell(self, name: str, body: dict[str, Any]) -> None:
        await self._client.publish(ROOT + name, json.dumps(body), qos=1, retain=not name.startswith("cmd/"))

    async def birth(self, boot_id: str, rev: int, hand: str | None = None) -> None:
        await self.tell("state", state(boot_id, rev, hand))
        await self.tell("status", {"boot_id": boot_id, "session": 1, "state": "online"})

    async def commands(self) -> AsyncIterator[dict[str, Any]]:
        async for message in self._client.messages:
            self.asked.append(json.loads(bytes(message.payload)))
            yield self.asked[-1]

    async def answer(self, cmd_id: str, rev: int, boot_id: str = "b1", utc: str = LATER, code: str = "") -> None:
        told = {"boot_id": boot_id, "utc": utc, "id": cmd_id, "ok": not code, "code": code, "message": "mend the disk", "rev": rev}
        await self.tell("cmd/sit/result", told if code else {**told, "message": ""})


def at_a_table(behave: Callable[[Table], Awaitable[None]], people: Callable[[RemoteTable, Table], Awaitable[None]]) -> None:
    port = free_port()

    async def main() -> None:
        broker = EmbeddedBroker(port=port)
        await broker.start()
        try:
            async with asyncio.timeout(LIMIT_S), aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
                await client.subscribe(ROOT + "cmd/sit", qos=1)
                table = Table(client)
                await table.birth("b1", 1, "h1")
                daemon = asyncio.ensure_future(behave(table))
                seen = RemoteTable(MqttSettings(port=port), "t1")
                async with seen.watching():
                    assert await seen.until_online(LIMIT_S), seen.trouble
                    await people(seen, table)
                daemon.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await daemon
        finally:
            await broker.stop()

    clock.run(main)


def test_a_press_does_not_wait_until_what_was_heard_before_is_acknowledged() -> None:
    """The kernel would hold small messages back for up to 40 ms, each way."""

    async def main() -> None:
        port = free_port()
        broker = EmbeddedBroker(port=port)
        await broker.start()
        try:
            people = RemoteTable(MqttSettings(port=port), "t1")
            async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client, people.watching():
                await Table(client).birth("b1", 1)
                assert await people.until_online(LIMIT_S), people.trouble
                of_the_test = client._client.socket().getsockname()
                with contextlib.ExitStack() as stack:
                    found = [stack.enter_context(one) for one in sockets_to(port)]
                    of_people = [one for one in found if one.getsockname() != of_the_test]
                    assert of_people
                    assert all(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in of_people)
        finally:
            await broker.stop()

    clock.run(main)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "REPEAT_S", 0.2)
    monkeypatch.setattr(remote, "GIVE_UP_S", 2.0)


def test_a_command_is_repeated_under_its_id_until_it_is_answered() -> None:
    async def deaf_twice(table: Table) -> None:
        async for command in table.commands():
            if len(table.asked) == 3:
                await table.answer(command["id"], 2)
                await table.tell("state", state("b1", 2, "h1"))

    async def people(seen: RemoteTable, table: Table) -> None:
        done = await seen.command("sit", {"seat": 4})
        assert done.ok
        assert [asked["seat"] for asked in table.asked] == [4, 4, 4]
        assert len({asked["id"] for asked in table.asked}) == 1
        assert seen.repeated == 2

    at_a_table(deaf_twice, people)


def test_an_answer_counts_when_the_state_it_led_to_is_seen() -> None:
    told = asyncio.Event()

    async def state_after_answer(table: Table) -> None:
        async for command in table.commands():
            await table.answer(command["id"], 5)
            await table.tell("state", state("b1", 4, "h1"))
            told.set()
            await table.tell("state", state("b1", 5, "h2"))

    async def people(seen: RemoteTable, table: Table) -> None:
        await seen.command("sit", {"seat": 4})
        assert told.is_set()
        assert seen.hand_number == 2

    at_a_table(state_after_answer, people)


def test_an_answer_of_before_the_restart_counts_when_the_table_that_goes_on_gives_it_again() -> None:
    async def killed_before_it_answered(table: Table) -> None:
        async for command in table.commands():
            if len(table.asked) == 1:
                await table.birth("b2", 2, "h1")
            else:
                await table.answer(command["id"], 2, "b1", EARLIER)

    async def people(seen: RemoteTable, table: Table) -> None:
        assert (await seen.command("sit", {"seat": 4})).ok
        assert len(table.asked) == 2

    at_a_table(killed_before_it_answered, people)


def test_a_command_that_is_taken_but_not_kept_is_repeated_until_the_disk_is_mended() -> None:
    async def full_twice(table: Table) -> None:
        async for command in table.commands():
            await table.answer(command["id"], 1, code="" if len(table.asked) == 3 else "journal.not_kept")

    async def people(seen: RemoteTable, table: Table) -> None:
        assert (await seen.command("sit", {"seat": 4})).ok
        assert len({asked["id"] for asked in table.asked}) == 1
        assert len(table.asked) == 3

    at_a_table(full_twice, people)


@pytest.mark.slow
def test_people_give_up_on_a_disk_that_nobody_mends_and_say_so() -> None:
    async def full(table: Table) -> None:
        async for command in table.commands():
            await table.answer(command["id"], 1, code="journal.not_kept")

    async def people(seen: RemoteTable, table: Table) -> None:
        with pytest.raises(StalledError, match="mend the disk"):
            await seen.command("sit", {"seat": 4})

    at_a_table(full, people)


def test_a_table_that_forgot_meanwhile_is_no_answer() -> None:
    async def started_again(table: Table) -> None:
        async for _ in table.commands():
            await table.birth("b2", 0)

    async def people(seen: RemoteTable, table: Table) -> None:
        with pytest.raises(ForgottenError):
            await seen.command("sit", {"seat": 4})

    at_a_table(started_again, people)


@pytest.mark.slow
def test_people_give_up_on_a_table_that_never_answers_and_say_where_to_look() -> None:
    async def deaf(table: Table) -> None:
        async for _ in table.commands():
            pass

    async def people(seen: RemoteTable, table: Table) -> None:
        with pytest.raises(StalledError, match=r"sit.*daemon"):
            await seen.command("sit", {"seat": 4})
        assert len(table.asked) > 3

    at_a_table(deaf, people)
