"""The overlay's feed: late by its delay to the nanosecond, except when the table is hidden."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from broadcast_felt import BroadcastFelt
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.clock import Clock, run
from controller.effects import Tell
from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.reveal import Broadcast
from controller.feed.subscription import FeedMessage
from controller.rules.house import House
from controller.table.table import Table, new_table, said

HOLES = {1: ("As", "Kd"), 3: ("7h", "2c"), 5: ("Jc", "Jd")}


def test_what_is_on_air_is_the_table_as_it_was() -> None:
    felt = BroadcastFelt(Broadcast("always", delay_s=30))
    felt.seat(1, 3, 5)
    felt.deal(HOLES)
    assert felt.holes() == {}
    assert felt.on_air()["hand"] is None
    felt.wait(30)
    assert felt.holes() == {seat: list(cards) for seat, cards in HOLES.items()}
    before = felt.on_air()
    felt.act("raise 300")
    assert felt.on_air() == before
    felt.wait(29.999)
    assert felt.on_air() == before
    felt.wait(0.001)
    raiser = felt.on_air()["seats"][before["to_act"] - 1]
    assert (raiser["last_action"], raiser["bet"], raiser["stack"], raiser["stack_bb"]) == ("raise 300", 300, 9_700, "97.0")
    assert felt.on_air()["to_call"] == 250


def test_ready_to_show() -> None:
    felt = BroadcastFelt(Broadcast())
    felt.seat(1, 3, 5)
    felt.deal(HOLES)
    state = felt.on_air()
    assert {key: state[key] for key in ("pot_total", "pot_bb", "big_blind", "to_call", "hidden")} == {
        "pot_total": 150, "pot_bb": "1.5", "big_blind": 100, "to_call": 100, "hidden": False,
    }  # fmt: skip
    seat = state["seats"][state["to_act"] - 1]
    assert (seat["position"], seat["cards"], seat["hole"], seat["hand_name"], seat["equity"]) == ("BTN", 2, [], None, None)


def states(aired: list[tuple[int, FeedMessage]]) -> list[tuple[int, dict[str, Any]]]:
    return [(at_ns, msgspec.json.decode(message.body)) for at_ns, message in aired if message.name == "state"]


@given(
    delay_s=st.integers(1, 40),
    moves=st.lists(st.tuples(st.integers(0, 9_999), st.sampled_from([0.0, 0.3, 2.0, 11.0])), min_size=5, max_size=60),
    reveal=st.sampled_from(["showdown", "after_hand", "always"]),
)
@pytest.mark.slow
def test_nothing_is_on_air_before_its_time_and_nothing_is_left_out(delay_s: int, moves: list[tuple[int, float]], reveal: Any) -> None:
    """Held against a feed without delay at the same table: the same states, each late by the delay."""
    late, prompt = BroadcastFelt(Broadcast(reveal, delay_s)), BroadcastFelt(Broadcast(reveal))
    for felt in (late, prompt):
        felt.seat(1, 3, 5)
    for pick, pause_s in moves:
        for felt in (late, prompt):
            felt.any_move(pick)
            felt.wait(pause_s)
    for _ in range(400):  # the clock of this test stands between looks: look often
        late.wait(0.1)
    late.wait(delay_s)
    now, then = states(prompt.aired), states(late.aired)
    happened = {(state["rev"], state["table_ms"]): state for _, state in now}
    for at_ns, state in then:
        assert at_ns >= state["table_ms"] * 1_000_000 + delay_s * 1_000_000_000
        assert happened[state["rev"], state["table_ms"]] == state
    assert then[-1][1] == now[-1][1]


def test_the_producer_sees_when_what_happens_now_is_on_air() -> None:
    felt = BroadcastFelt(Broadcast("showdown", delay_s=60))
    assert felt.broadcast.producer_view() == {"delay_s": 60, "behind_ms": 0, "reveal": "showdown", "hidden": False}
    felt.seat(1)
    assert felt.broadcast.producer_view()["behind_ms"] == 60_000
    felt.wait(45)
    assert felt.broadcast.producer_view()["behind_ms"] == 15_000
    assert felt.broadcast.clock_view() == {"air_ms": felt.clock.at_ns // 1_000_000 - 60_000}
    felt.wait(15)
    assert felt.broadcast.producer_view()["behind_ms"] == 0


class Panic:
    """A feed at a table whose hand is dealt and on air, hidden and shown again by hand."""

    def __init__(self, delay_s: int) -> None:
        self.felt = BroadcastFelt(Broadcast("always", delay_s))
        self.felt.seat(1, 3, 5)
        self.felt.deal(HOLES)
        self.felt.wait(delay_s)
        assert len(self.felt.holes()) == 3

    def tell(self, *, hidden: bool, kept: bool = True) -> None:
        table = said(self.felt.turn.table, hidden=hidden)
        self.felt.broadcast.follow(table)
        if kept:
            self.update(table)

    def update(self, table: Table) -> None:
        self.felt.broadcast.update(table, [Tell(table.seq + 1, "board", self.felt.clock.at_ns, table.rev, table.rev + 1)])


@pytest.mark.parametrize("delay_s", [0, 20])
def test_panic_hides_at_once_and_what_happened_meanwhile_stays_hidden(delay_s: int) -> None:
    room = Panic(delay_s)
    felt = room.felt
    room.tell(hidden=True)
    assert felt.holes() == {}
    assert felt.on_air()["hidden"]
    assert states(felt.aired)[-1][0] == felt.clock.at_ns, "told in the same moment"
    felt.wait(5)
    room.tell(hidden=False)
    assert len(felt.holes()) == 3, "lifted at once"
    if delay_s:
        felt.wait(delay_s - 5)
        assert felt.holes() == {}, "this is when the table was hidden"
        felt.wait(5)
        assert len(felt.holes()) == 3


def test_panic_hides_while_the_disk_fails() -> None:
    room = Panic(0)
    open_table = room.felt.turn.table
    room.tell(hidden=True, kept=False)
    assert room.felt.holes() == {}
    room.update(open_table)  # an earlier turn, kept only now
    assert room.felt.holes() == {}
    room.tell(hidden=True)
    assert room.felt.holes() == {}
    room.tell(hidden=False, kept=False)
    assert room.felt.holes() == {}, "lifted once that is kept"
    room.tell(hidden=False)
    assert len(room.felt.holes()) == 3


def test_it_keeps_its_own_time() -> None:
    """In virtual time: each turn goes out `delay_s` after it happened, whatever comes meanwhile."""

    async def main() -> list[tuple[float, int]]:
        clock = Clock(asyncio.get_running_loop())
        table = new_table(House(seats=2))
        feed = BroadcastFeed(clock, "b", Broadcast("showdown", 10), (Aired(0, table),))
        running = asyncio.create_task(feed.run())
        heard: list[tuple[float, FeedMessage]] = []

        async def listen() -> None:
            subscription = feed.subscribe()
            while (message := await subscription.next_within(3600.0)) is not None:
                heard.append((asyncio.get_running_loop().time(), message))

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        for rev, pause_s in enumerate((1.0, 0.5, 0.5, 30.0, 3.0), 1):
            await asyncio.sleep(pause_s)
            feed.update(replace(table, rev=rev), [Tell(rev, "button_moved", clock.now_ns(), rev - 1, rev)])
        await asyncio.sleep(60)
        for task in (running, listening):
            task.cancel()
        return [(at_s, msgspec.json.decode(message.body)["rev"]) for at_s, message in heard if message.name == "state"]

    heard = run(main, speed=None)
    assert [rev for _, rev in heard] == [1, 2, 3, 4, 5]
    happened = (1.0, 1.5, 2.0, 32.0, 35.0)
    assert all(10 <= at_s - then_s < 10.01 for (at_s, _), then_s in zip(heard, happened, strict=True))


def test_a_listener_that_does_not_keep_up_is_let_go() -> None:
    felt = BroadcastFelt(Broadcast())
    felt.broadcast._max_behind = 3
    slow = felt.broadcast.subscribe()
    felt.seat(1, 2, 3)
    assert slow.lagged
    felt.broadcast.close()
    assert felt.broadcast._subscriptions == []


def test_a_correction_simply_arrives_when_its_time_has_come() -> None:
    felt = BroadcastFelt(Broadcast("showdown", delay_s=20))
    felt.seat(1, 3, 5)
    felt.deal(HOLES)
    felt.act("raise 300")
    raised = felt.state()["last_entry"]
    felt.wait(20)
    seat = raised["seat"]
    assert felt.on_air()["seats"][seat - 1]["bet"] == 300
    felt.do("correct", seq=raised["seq"], change={"do": "raise", "to": 500})
    assert felt.on_air()["seats"][seat - 1]["bet"] == 300
    felt.wait(20)
    assert (felt.on_air()["seats"][seat - 1]["bet"], felt.on_air()["to_call"]) == (500, 450)
    rev = felt.on_air()["rev"]
    assert rev == felt.state()["rev"]


def test_a_called_clock_is_on_air_and_as_late_as_everything() -> None:
    felt = BroadcastFelt(Broadcast("showdown", delay_s=20))
    felt.seat(1, 3)
    felt.deal({1: HOLES[1], 3: HOLES[3]})
    felt.do("clock", seat=felt.state()["to_act"], seconds=30)
    called_ms = felt.clock.at_ns // 1_000_000
    assert felt.on_air()["clock"] is None
    felt.wait(20)
    clock = felt.on_air()["clock"]
    assert clock == {"seat": felt.state()["to_act"], "ends_table_ms": called_ms + 30_000, "left_ms": None, "expired": False}
    assert clock["ends_table_ms"] - felt.broadcast.clock_view()["air_ms"] == 30_000
    felt.do("pause")
    felt.wait(20)
    assert felt.on_air()["paused"]
    paused = felt.on_air()["clock"]
    assert (paused["ends_table_ms"], paused["expired"]) == (None, False)
    assert 0 < paused["left_ms"] <= 30_000
