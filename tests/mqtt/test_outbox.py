"""The outbox: last values collapse, events keep their order, nothing grows without end and nothing stored is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller import clock
from controller.mqtt.outbox import MAX_PASSING, Outbox, Outgoing
from controller.mqtt.topics import topic_of


def message(name: str, n: int = 0) -> Outgoing:
    row = topic_of(name)
    return Outgoing(name, str(n).encode(), row, row.retain, seq=n if name == "event" else 0)


def events(*seqs: int) -> list[Outgoing]:
    return [message("event", seq) for seq in seqs]


def sent(outbox: Outbox, most: int = 10_000) -> list[str]:
    """Let the broker have what waits, and say what that was."""
    said = []
    while len(said) < most and (out := outbox.take()) is not None:
        outbox.sent()
        said.append(f"{out.topic}:{out.body.decode()}")
    return said


def test_retained_topics_collapse_to_their_last_value_and_events_queue() -> None:
    outbox = Outbox()
    for n in range(3):
        outbox.put(message("event", n))
        outbox.put(message("state", n))
        outbox.put(message("seat/3", n))
    assert sent(outbox) == ["event:0", "event:1", "event:2", "state:2", "seat/3:2"]


def test_what_would_be_stale_is_not_kept_while_offline() -> None:
    outbox = Outbox()
    outbox.put(message("metrics"))
    outbox.put(message("cmd/sit/result"))
    assert len(outbox) == 0
    outbox.online = True
    for name in ("metrics", "cmd/sit/result", "event", "metrics"):
        outbox.put(message(name))
    assert sent(outbox, 2) == ["metrics:0", "cmd/sit/result:0"]
    outbox.go_offline()
    assert sent(outbox) == ["event:0"]


def test_without_a_store_the_oldest_event_goes_when_the_outbox_is_full_and_is_counted() -> None:
    outbox = Outbox(max_events=3)
    outbox.put(message("state", 7))
    for n in range(5):
        outbox.put(message("event", n))
    assert outbox.dropped == 2
    assert sent(outbox) == ["state:7", "event:2", "event:3", "event:4"]


def test_a_value_replaced_while_it_was_under_way_is_still_to_be_sent() -> None:
    outbox = Outbox()
    outbox.put(message("state", 1))
    assert outbox.take() == message("state", 1)
    outbox.put(message("state", 2))
    assert len(outbox) == 2
    outbox.sent()
    assert sent(outbox) == ["state:2"]


def test_what_was_under_way_when_the_broker_went_waits_again_in_its_place() -> None:
    outbox = Outbox()
    for name in ("event", "state", "event", "seat/1", "seat/2"):
        outbox.put(message(name, 1))
    for _ in range(4):
        outbox.take()
    outbox.put(message("state", 2))  # newer than what is under way: that one is not said any more
    outbox.go_offline()
    assert sent(outbox) == ["event:1", "event:1", "seat/1:1", "seat/2:1", "state:2"]


def test_a_fresh_snapshot_takes_the_place_of_waiting_values() -> None:
    outbox = Outbox()
    for name in ("info", "event", "state", "health/hf0"):
        outbox.put(message(name))
    outbox.drop_retained()
    assert len(outbox) == 1
    assert outbox.take(events_only=True) == message("event")
    assert outbox.take(events_only=True) is None


def test_what_clears_a_topic_is_in_no_snapshot_and_still_goes_out() -> None:
    outbox = Outbox()
    outbox.put(message("state"))
    outbox.put(Outgoing("cmd/sit", b"", topic_of("cmd/sit"), True))
    outbox.put(Outgoing("health/hf7", b"", topic_of("health/hf7"), True))
    outbox.drop_retained()
    assert sent(outbox) == ["cmd/sit:", "health/hf7:"]


def test_a_flood_of_answers_is_bounded_and_counted_and_costs_no_event() -> None:
    outbox = Outbox()
    outbox.online = True
    for n in range(MAX_PASSING + 7):
        outbox.put(message("cmd/sit/result", n))
        outbox.put(message("event", n)) if n < 3 else None
    outbox.put(message("state"))
    assert len(outbox) == MAX_PASSING + 4
    assert (outbox.answers_dropped, outbox.dropped) == (7, 0)
    assert sent(outbox, 2) == ["cmd/sit/result:0", "event:0"]
    outbox.put(message("cmd/sit/result", 5_000))
    assert len(outbox) == MAX_PASSING + 3
    outbox.go_offline()
    outbox.online = True
    outbox.put(message("metrics"))
    assert sent(outbox) == ["event:1", "event:2", "state:0", "metrics:0"]


def test_who_waits_is_woken_by_a_message_and_by_the_last_one_sent() -> None:
    async def main() -> None:
        outbox = Outbox()
        await outbox.wait_empty()
        outbox.put(message("event"))
        await outbox.wait()
        assert sent(outbox) == ["event:0"]
        await outbox.wait_empty()

    clock.run(main, speed=None)


# -- with a store ------------------------------------------------------------------------------------


def test_events_beyond_the_bound_are_left_to_the_store_and_nothing_overtakes_them() -> None:
    outbox = Outbox(max_events=2, has_store=True)
    outbox.online = True
    outbox.put(message("state", 1))
    for n in range(1, 6):
        outbox.put(message("event", n))
    outbox.put(message("state", 5))
    outbox.put(message("cmd/sit/result", 5))
    assert (outbox.stored, len(outbox), outbox.dropped) == ((2, 5), 7, 0)
    assert sent(outbox) == ["event:1", "event:2"]
    assert outbox.refill(events(3, 4)) == 0
    assert outbox.stored == (4, 5)
    assert sent(outbox) == ["event:3", "event:4"]
    outbox.put(message("event", 6))
    assert outbox.refill(events(5, 6)) == 0
    assert outbox.stored is None
    assert sent(outbox) == ["event:5", "event:6", "state:5", "cmd/sit/result:5"]
    outbox.put(message("event", 7))
    assert sent(outbox) == ["event:7"]
    assert (len(outbox), outbox.told_seq) == (0, 7)


def test_what_an_earlier_boot_did_not_send_comes_before_what_this_one_tells() -> None:
    outbox = Outbox(has_store=True)
    outbox.leave_to_store(10, 13)
    outbox.put(message("event", 14))
    outbox.put(message("state", 14))
    assert (outbox.told_seq, len(outbox), outbox.take()) == (10, 5, None)
    assert outbox.refill(events(11, 12, 13, 14)) == 0
    assert sent(outbox) == ["event:11", "event:12", "event:13", "event:14", "state:14"]


def test_what_the_store_has_no_longer_is_counted() -> None:
    outbox = Outbox(has_store=True)
    outbox.leave_to_store(10, 20)
    assert outbox.refill(events(15, 16)) == 4
    assert outbox.stored == (16, 20)
    outbox.put(message("state", 20))
    assert sent(outbox) == ["event:15", "event:16"]
    assert outbox.give_up_stored() == 4
    assert (outbox.dropped, outbox.stored) == (8, None)
    assert sent(outbox) == ["state:20"]


# -- whatever happens ----------------------------------------------------------------------------------

NAMES = st.sampled_from(["event", "state", "seat/1", "seat/2", "metrics", "cmd/sit/result", "health/hf0"])
BROKER_ACTS = ("online", "offline", "take", "landed", "refill")
ACTS = st.lists(st.one_of(NAMES, st.sampled_from(BROKER_ACTS)), max_size=60)


class Broker:
    """Takes what the outbox gives it; what is under way when it goes offline it has not taken."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.told: list[tuple[str, int]] = []
        self._under_way: list[Outgoing] = []

    def online(self) -> None:
        self.outbox.online = True

    def offline(self) -> None:
        self.outbox.go_offline()
        self._under_way.clear()

    def take(self) -> None:
        if (out := self.outbox.take()) is not None:
            self._under_way.append(out)

    def landed(self) -> None:
        if self._under_way:
            self.outbox.sent()
            out = self._under_way.pop(0)
            self.told.append((out.topic, int(out.body)))

    def refill(self) -> None:
        if self.outbox.stored is not None:
            after, to = self.outbox.stored
            self.outbox.refill(events(*range(after + 1, min(to, after + 2) + 1)))

    def everything(self) -> None:
        while len(self.outbox):
            self.refill()
            self.take()
            self.landed()


@given(ACTS, st.integers(1, 6), st.booleans())
def test_events_come_out_in_order_and_values_are_the_last(acts: list[str], most: int, has_store: bool) -> None:
    """A name puts a message; the other acts are the broker's."""
    broker = Broker(outbox := Outbox(max_events=most, has_store=has_store))
    last = dict.fromkeys(act for act in acts if act not in BROKER_ACTS)
    put = 0
    for n, act in enumerate(acts, 1):
        if act in BROKER_ACTS:
            getattr(broker, act)()
        else:
            put += act == "event"
            last[act] = put if act == "event" else n
            outbox.put(message(act, put if act == "event" else n))
    broker.everything()
    seqs = [n for name, n in broker.told if name == "event"]
    assert seqs == sorted(set(seqs))
    assert len(seqs) == put - outbox.dropped
    assert not has_store or outbox.dropped == 0
    assert outbox.told_seq == (seqs[-1] if seqs else 0)
    for name, n in last.items():
        if topic_of(name).retain:
            assert [number for topic, number in broker.told if topic == name][-1] == n
