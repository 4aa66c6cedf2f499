"""The outbox: last values collapse, events keep their order, nothing grows without end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller import clock
from controller.mqtt.outbox import MAX_PASSING, Outbox, Outgoing
from controller.mqtt.topics import topic_of


def message(name: str, n: int = 0) -> Outgoing:
    row = topic_of(name)
    return Outgoing(name, str(n).encode(), row, row.retain)


def waiting(outbox: Outbox) -> list[str]:
    return [f"{sent.topic}:{sent.body.decode()}" for _, sent in outbox.first(1_000)]


def test_retained_topics_collapse_to_their_last_value_and_events_queue() -> None:
    outbox = Outbox()
    for n in range(3):
        outbox.put(message("event", n))
        outbox.put(message("state", n))
        outbox.put(message("seat/3", n))
    assert waiting(outbox) == ["event:0", "event:1", "event:2", "state:2", "seat/3:2"]


def test_what_would_be_stale_is_not_kept_while_offline() -> None:
    outbox = Outbox()
    outbox.put(message("metrics"))
    outbox.put(message("cmd/sit/result"))
    assert waiting(outbox) == []
    outbox.online = True
    outbox.put(message("metrics"))
    outbox.put(message("cmd/sit/result"))
    outbox.put(message("event"))
    assert waiting(outbox) == ["metrics:0", "cmd/sit/result:0", "event:0"]
    outbox.go_offline()
    assert waiting(outbox) == ["event:0"]


def test_the_oldest_event_goes_when_the_outbox_is_full_and_is_counted() -> None:
    outbox = Outbox(max_events=3)
    outbox.put(message("state", 7))
    for n in range(5):
        outbox.put(message("event", n))
    assert waiting(outbox) == ["state:7", "event:2", "event:3", "event:4"]
    assert outbox.dropped == 2


def test_a_value_replaced_while_it_was_under_way_is_still_to_be_sent() -> None:
    outbox = Outbox()
    outbox.put(message("state", 1))
    [(key, under_way)] = outbox.first(8)
    outbox.put(message("state", 2))
    outbox.sent(key, under_way)
    assert waiting(outbox) == ["state:2"]
    outbox.sent(*outbox.first(8)[0])
    assert waiting(outbox) == []
    outbox.sent(key, under_way)


def test_a_fresh_snapshot_takes_the_place_of_waiting_values() -> None:
    outbox = Outbox()
    for name in ("info", "event", "state", "health/hf0"):
        outbox.put(message(name))
    outbox.drop_retained()
    assert waiting(outbox) == ["event:0"]
    assert len(outbox.first_events(8)) == len(outbox) == 1


def test_what_clears_a_topic_is_in_no_snapshot_and_still_goes_out() -> None:
    outbox = Outbox()
    outbox.put(message("state"))
    outbox.put(Outgoing("cmd/sit", b"", topic_of("cmd/sit"), True))
    outbox.put(Outgoing("health/hf7", b"", topic_of("health/hf7"), True))
    outbox.drop_retained()
    assert waiting(outbox) == ["cmd/sit:", "health/hf7:"]


def test_a_flood_of_answers_is_bounded_and_counted_and_costs_no_event() -> None:
    outbox = Outbox()
    outbox.online = True
    for n in range(MAX_PASSING + 7):
        outbox.put(message("cmd/sit/result", n))
        outbox.put(message("event", n)) if n < 3 else None
    outbox.put(message("state"))
    assert len(outbox) == MAX_PASSING + 4
    assert (outbox.answers_dropped, outbox.dropped) == (7, 0)
    outbox.sent(*outbox.first(1)[0])
    outbox.put(message("cmd/sit/result", 5_000))
    assert waiting(outbox)[0] == "event:0"
    assert len(outbox) == MAX_PASSING + 4
    outbox.go_offline()
    outbox.online = True
    outbox.put(message("metrics"))
    assert len(outbox) == 5


def test_who_waits_is_woken_by_a_message_and_by_the_last_one_sent() -> None:
    async def main() -> None:
        outbox = Outbox()
        await outbox.wait_empty()
        outbox.put(message("event"))
        await outbox.wait()
        outbox.sent(*outbox.first(1)[0])
        await outbox.wait_empty()

    clock.run(main, speed=None)


NAMES = st.sampled_from(["event", "state", "seat/1", "seat/2", "metrics", "cmd/sit/result", "health/hf0"])


@given(st.lists(st.one_of(NAMES, st.integers(1, 4), st.sampled_from([True, False]))), st.integers(1, 6))
def test_events_come_out_in_order_and_values_are_the_last(acts: list[str | int | bool], most: int) -> None:
    """A name puts a message, a number sends that many, True and False are online and offline."""
    outbox = Outbox(max_events=most)
    sent: list[tuple[str, int]] = []
    last: dict[str, int] = {}
    events = 0
    for n, act in enumerate(acts):
        if isinstance(act, bool):
            if act:
                outbox.online = True
            else:
                outbox.go_offline()
        elif isinstance(act, int):
            for key, out in outbox.first(act):
                outbox.sent(key, out)
                sent.append((out.topic, int(out.body)))
        else:
            outbox.put(message(act, n))
            last[act] = n
            events += act == "event"
            assert sum(out.topic == "event" for _, out in outbox.first(1_000)) <= most
    for key, out in outbox.first(1_000):
        outbox.sent(key, out)
        sent.append((out.topic, int(out.body)))
    told = [n for name, n in sent if name == "event"]
    assert told == sorted(set(told))
    assert len(told) == events - outbox.dropped
    for name, n in last.items():
        if topic_of(name).retain:
            assert [number for topic, number in sent if topic == name][-1] == n
    assert len(outbox) == 0
