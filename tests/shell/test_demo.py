"""`smarttable demo`: the whole line, from reader bytes to a client on the broker."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import time

import pytest
from daemon_process import LIMIT_S, Heard, free_port, listen, smarttable

from controller import clock
from controller.demo import DemoOptions, run_demo
from controller.histories import phh
from controller.mqtt.topics import STORIES
from sim.demo import DemoFloor
from sim.hands import recorded_hands

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.mark.slow
def test_five_hands_come_out_as_recorded_on_the_broker() -> None:
    port = free_port()
    ended = []

    def fifth(one: Heard) -> bool:
        if one.body.get("kind") == "hand_ended":
            ended.append(one.body)
        return len(ended) == 5

    with smarttable(
        "demo", "--hands", "5", "--headless", "--speed", "20", "--mqtt-port", str(port), "--http-port", str(free_port())
    ) as demo:
        heard = asyncio.run(listen(port, fifth, 2 * LIMIT_S))
        out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 0, out + err
    assert err == ""
    told = [one.body for one in heard if one.name in STORIES]
    assert [body["seq"] for body in told] == list(range(1, len(told) + 1))
    for body, (name, text) in zip(ended, recorded_hands(), strict=False):
        hand = phh.parse(text)
        assert hand.expected is not None
        stated = [float(amount * hand.scale) for amount in hand.expected]
        payoffs = [body["payoffs"].get(str(seat), 0) for seat in range(1, len(stated) + 1)]
        # a file may split a chip that the table gives to one player
        assert all(abs(ours - theirs) < 1 for ours, theirs in zip(payoffs, stated, strict=True)), name
        assert sum(payoffs) == 0
    assert out.count("(as recorded)") == 5
    assert "Brian Rast wins 7,000,000 with a pair of aces (as recorded)" in out, "also who tabled his hand before there was a board"
    assert "MrPink wins 1,700 with a flush, king high (as recorded)" in out, "also when the other mucked"
    assert "5 of 5 hands as recorded" in out
    _no_hidden_card(heard)


def _no_hidden_card(heard: list[Heard]) -> None:
    """Every card in any message was on the board or shown before, by the hand files."""
    public: set[str] = set()
    for one in heard:
        if one.body.get("kind") == "hand_started":
            public = set()
        if one.body.get("kind") in ("board", "shown"):
            public |= set(one.body["cards"])
        if one.name == "state" and one.body["stage"] == "between":
            public = set()
        assert set(CARD.findall(str(one.body))) <= public, one


@pytest.mark.slow
def test_a_hand_with_a_dead_card_and_a_daemon_that_stands_still_ends_as_recorded() -> None:
    """The people deal on while the daemon is frozen; what it reads afterwards is right, and the card it cannot read is entered."""
    port = free_port()
    faults = ("--fault", "dead Th at 0s", "--fault", "freeze at 8s for 8s", "--fault", "freeze at 24s for 4s", "--faults", "miss=0.05")
    ports = ("--mqtt-port", str(port), "--http-port", str(free_port()))
    with smarttable("demo", "--hands", "1", "--headless", "--speed", "10", *ports, *faults) as demo:
        heard = asyncio.run(listen(port, lambda one: one.body.get("kind") == "hand_ended", 2 * LIMIT_S))
        out, err = demo.communicate(timeout=LIMIT_S)
    assert (demo.returncode, err) == (0, ""), out
    assert "1 of 1 hands as recorded" in out
    told = [one.body for one in heard if one.name == "event"]
    assert [body["cards"] for body in told if body.get("evidence", {}).get("entered_by")] == [["Th"]]
    assert "deal.flop_unread" in {body.get("code") for body in told if body["kind"] == "discrepancy"}
    _no_hidden_card([one for one in heard if not one.name.startswith("cmd/")])


@pytest.mark.slow
def test_what_cannot_be_done_to_a_daemon_of_its_own_is_said() -> None:
    ports = ("--http-port", str(free_port()), "--mqtt-port", str(free_port()))
    with smarttable("demo", "--headless", *ports, "--fault", "clock-jump at 1s") as demo:
        out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 1, out
    assert "clock-jump: the daemon runs where this cannot be done to it; `smarttable replay --wire` can" in err


@pytest.mark.slow
def test_the_broker_it_names_answers_at_once() -> None:
    ports = ("--http-port", str(free_port()), "--mqtt-port", str(free_port()))
    with smarttable("demo", "--hands", "1", "--headless", "--speed", "20", *ports) as demo:
        assert demo.stdout is not None
        named = next(line for line in demo.stdout if line.startswith("broker "))
        _, _, port = named.split()[1].partition(":")
        socket.create_connection(("127.0.0.1", int(port)), LIMIT_S).close()
        out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 0, out + err


@pytest.mark.slow
def test_ctrl_c_ends_it_cleanly() -> None:
    port = free_port()
    with smarttable("demo", "--headless", "--speed", "20", "--mqtt-port", str(port), "--http-port", str(free_port())) as demo:
        asyncio.run(listen(port, lambda one: one.body.get("kind") == "hand_started"))
        demo.send_signal(signal.SIGINT)
        out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 0, out + err
    assert "stopping" in out
    assert err == ""
    _refuses_connections(port)


def _refuses_connections(port: int) -> None:
    """The embedded broker ended with the demo."""
    give_up = time.monotonic() + LIMIT_S
    while time.monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
        except OSError:
            return
    raise AssertionError("the broker outlived the demo")


@pytest.mark.slow
def test_taken_ports_are_said_and_the_next_ones_picked() -> None:
    with socket.socket() as web, socket.socket() as mqtt:
        for holder in (web, mqtt):
            holder.bind(("127.0.0.1", 0))
            holder.listen()
        ports = [holder.getsockname()[1] for holder in (web, mqtt)]
        arguments = ("--hands", "1", "--headless", "--speed", "20", "--http-port", str(ports[0]), "--mqtt-port", str(ports[1]))
        with smarttable("demo", *arguments) as demo:
            out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 0, out + err
    for port in ports:
        assert f"port {port} is taken" in out


@pytest.mark.slow
def test_demos_that_begin_at_once_have_ports_and_brokers_of_their_own() -> None:
    ports = ("--http-port", str(free_port()), "--mqtt-port", str(free_port()))
    arguments = ("demo", "--hands", "1", "--headless", "--speed", "20", *ports)
    with smarttable(*arguments) as one, smarttable(*arguments) as two, smarttable(*arguments) as three:
        told = [demo.communicate(timeout=LIMIT_S) for demo in (one, two, three)]
    assert [demo.returncode for demo in (one, two, three)] == [0, 0, 0], told
    assert [err for _, err in told] == ["", "", ""]
    for what in ("page", "broker"):
        addresses = {next(line.split()[1] for line in out.splitlines() if line.startswith(f"{what} ")) for out, _ in told}
        assert len(addresses) == 3


@pytest.mark.slow
def test_page_and_broker_asked_onto_one_port_part() -> None:
    port = str(free_port())
    with smarttable("demo", "--hands", "1", "--headless", "--speed", "20", "--http-port", port, "--mqtt-port", port) as demo:
        out, err = demo.communicate(timeout=LIMIT_S)
    assert (demo.returncode, err) == (0, "")
    assert f"port {port} is taken: the broker is on " in out


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:²", ":1883"])
@pytest.mark.slow
def test_a_wrong_broker_address_says_how_to_write_it(address: str) -> None:
    with smarttable("demo", "--headless", "--hands", "1", "--broker", address) as demo:
        out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 1, out
    assert "HOST:PORT" in err


@pytest.mark.parametrize("address", ["192.0.2.1:1883", "broker.invalid:1883", 'a "b":1883'])
@pytest.mark.slow
def test_a_broker_on_the_network_is_refused_with_the_remedy(address: str) -> None:
    with smarttable("demo", "--headless", "--hands", "1", "--broker", address) as demo:
        out, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 1, out
    assert err.startswith(f"--broker {address}: ")
    assert len(err.splitlines()) == 1
    assert "127.0.0.1" in err


class TornFloor(DemoFloor):
    """A floor whose devices fail by a mistake of ours."""

    async def run(self) -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError


def test_devices_that_fail_end_the_demo_and_are_not_taken_for_silent_readers() -> None:
    said: list[str] = []
    options = DemoOptions(1, free_port(), free_port(), "", open_browser=False)
    with pytest.raises(ZeroDivisionError):
        clock.run(lambda: run_demo(options, TornFloor(), said.append))
    assert said[-1] == "stopping"
