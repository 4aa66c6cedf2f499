"""The recorded game of the overlay is what a table really does."""

from __future__ import annotations

from overlay_record import FILE, recorded, written

from controller.feed.delta import apply


def test_the_recorded_game_is_the_table_as_it_plays_today() -> None:
    assert FILE.read_bytes() == written(recorded()), "the table plays otherwise now: run python tests/web/overlay_record.py"


def test_its_deltas_lead_through_whole_hands() -> None:
    replay = recorded()
    state, seen = replay["state"], set()
    for after_ms, delta in replay["deltas"]:
        assert after_ms >= 0
        assert delta["rev_from"] == state["rev"]
        state = apply(delta, state)
        seen.add((state["stage"], state["street"], len(state["pots"]) > 1))
    assert {("ended", "river", False), ("showdown", "river", True), ("betting", "preflop", False)} <= seen
    assert sum(seat["stack"] for seat in state["seats"]) == sum(seat["stack"] for seat in replay["state"]["seats"])
