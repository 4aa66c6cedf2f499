"""After a power cut the overlay goes on where it was, not ahead: the delay is folded again from the journal."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from felt import BLINDS
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_felt import KeptFelt, place_in

from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.reveal import Broadcast
from controller.game.cards import Card, card_text
from controller.game.chips import Stakes
from controller.game.zones import STUB
from controller.journal.paths import JournalPlace
from controller.on_air import before_this_start
from controller.recovery import recover
from controller.rules.house import House
from controller.table.table import Table

HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


class AiredFelt(KeptFelt):
    """One boot of a table with its overlay."""

    def __init__(self, place: JournalPlace, broadcast: Broadcast, *, boot_id: str = "boot-1", stakes: Stakes = BLINDS) -> None:
        house = House(seats=6, stakes=stakes)
        recovered = recover(place, house)
        past = before_this_start(recovered, house, broadcast)
        recovered.store.close()
        super().__init__(place, boot_id=boot_id, stakes=stakes)
        # the two starts of this test are one to the daemon: the second is a moment later
        self.past = [*past[:-1], past[-1]._replace(at_ns=min(past[-1].at_ns, self.clock.at_ns))]
        self.broadcast = BroadcastFeed(self.clock, boot_id, broadcast, self.past)
        self.turn.on_table(self.broadcast.follow)
        self.turn.on_effects(self.broadcast.update)

    def gather(self) -> None:
        """Every card goes back to the stub."""
        for card, zone in enumerate(self.turn.table.card_zones):
            if zone not in {None, STUB}:
                self.card(card_text(Card(card)), STUB, zone)

    def on_air(self) -> dict[str, Any]:
        state: dict[str, Any] = msgspec.json.decode({m.name: m.body for m in self.broadcast.snapshot()}["state"])
        return {key: value for key, value in state.items() if key not in {"boot_id", "utc"}}

    def wait(self, seconds: float) -> None:
        self.clock.at_ns += round(seconds * 1e9)
        self.broadcast.advance()


@pytest.mark.parametrize("snapshot_hands", [1, 10])
def test_it_goes_on_where_it_was(tmp_path: Path, snapshot_hands: int) -> None:
    place = place_in(tmp_path, snapshot_hands=snapshot_hands)
    delay_s = 600
    felt = AiredFelt(place, Broadcast("always", delay_s))
    felt.seat(1, 2, 3)
    for _ in range(3):
        felt.play_checked_down(HOLES, ("2h", "Ah", "Td", "3c", "4c"), ("2d", "2s", "3s"))
        felt.gather()
    felt.wait(delay_s - 25)
    was = felt.on_air()
    assert was["hand"] == "h2"
    at_ns = felt.clock.at_ns
    felt.cut()
    again = AiredFelt(place, Broadcast("always", delay_s), boot_id="boot-2")
    again.clock.at_ns = at_ns
    again.broadcast.advance()
    assert again.on_air() == was
    last = again.turn.table.seq
    seen = []
    for _ in range(delay_s):
        again.wait(1)
        state = again.on_air()
        assert state["table_ms"] <= again.clock.at_ns // 1_000_000 - delay_s * 1_000
        seen.append((state["hand"], state["stage"]))
    assert again.on_air()["as_of_seq"] == last
    assert ("h3", "betting") in seen
    assert ("h3", "showdown") in seen


def test_a_table_that_was_quiet_for_long_is_on_air_as_it_is(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = AiredFelt(place, Broadcast("showdown", 5))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.wait(100)
    was = felt.on_air()
    at_ns = felt.clock.at_ns
    felt.cut()
    again = AiredFelt(place, Broadcast("showdown", 5), boot_id="boot-2")
    again.clock.at_ns = at_ns
    again.broadcast.advance()
    assert again.on_air() == was
    assert again.broadcast.producer_view()["behind_ms"] == 0


def test_without_a_delay_it_is_the_table_at_once(tmp_path: Path) -> None:
    felt = AiredFelt(place_in(tmp_path), Broadcast("always"))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.do("act", seat=felt.state()["to_act"], do="fold")
    was = felt.on_air()
    felt.cut()
    assert AiredFelt(place_in(tmp_path), Broadcast("always"), boot_id="b2").on_air()["seats"] == was["seats"]


def test_whoever_took_a_seat_since_the_hand_is_a_newcomer_still(tmp_path: Path) -> None:
    for delay_s in (0, 5):
        place = place_in(tmp_path / str(delay_s))
        felt = AiredFelt(place, Broadcast("always", delay_s))
        felt.seat(1, 2, 3)
        felt.deal(HOLES)
        felt.act("fold", "fold")
        felt.do("stand", seat=2)
        felt.do("sit", seat=2, name="Newcomer", stack=500)
        felt.wait(delay_s)
        felt.cut()
        again = AiredFelt(place, Broadcast("always", delay_s), boot_id="b2")
        again.wait(delay_s + 10)
        views = {view["seat"]: view for view in again.on_air()["seats"]}
        assert (views[2]["name"], views[2]["hole"], views[2]["state"]) == ("Newcomer", [], "waiting")
        assert views[1]["hole"] == list(HOLES[1])


def test_what_was_hidden_is_hidden_after_a_power_cut(tmp_path: Path) -> None:
    felt = AiredFelt(place_in(tmp_path), Broadcast("always", 5))
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.wait(5)
    assert any(view["hole"] for view in felt.on_air()["seats"])
    felt.do("panic", on=True)
    felt.cut()
    again = AiredFelt(place_in(tmp_path), Broadcast("always", 5), boot_id="b2")
    for _ in range(20):
        again.wait(1)
        assert again.on_air()["hidden"]
        assert not any(view["hole"] for view in again.on_air()["seats"])
    again.do("panic", on=False)
    again.wait(5)
    assert any(view["hole"] for view in again.on_air()["seats"])


def test_new_stakes_of_the_config_are_on_air_late_too(tmp_path: Path) -> None:
    felt = AiredFelt(place_in(tmp_path), Broadcast("showdown", 20))
    felt.seat(1, 2)
    felt.wait(60)
    felt.cut()
    again = AiredFelt(place_in(tmp_path), Broadcast("showdown", 20), boot_id="b2", stakes=Stakes(100, 200))
    assert again.on_air()["big_blind"] == 100
    again.wait(20)
    assert again.on_air()["big_blind"] == 200


def test_hands_that_were_dropped_from_the_journal_are_not_shown_early(tmp_path: Path) -> None:
    place = place_in(tmp_path, hands=10, snapshot_hands=1)
    felt = AiredFelt(place, Broadcast("always", 3_600))
    felt.seat(1, 2, 3)
    for _ in range(14):
        felt.deal(HOLES)
        felt.act("fold", "fold")
        felt.gather()
    assert felt.on_air()["hand"] is None
    felt.cut()
    again = AiredFelt(place, Broadcast("always", 3_600), boot_id="b2")
    assert again.on_air()["hand"] is None
    assert all(one.at_ns > again.clock.at_ns - 3_600_000_000_000 for one in again.past[1:])
    again.wait(3_590)
    assert again.on_air()["hand"] is not None


@settings(max_examples=25)
@given(
    picks=st.lists(st.integers(0, 999), min_size=10, max_size=80), cuts=st.sets(st.integers(2, 78), max_size=4), delay_s=st.integers(1, 60)
)
@pytest.mark.slow
def test_cut_at_any_moment_it_shows_what_an_uncut_one_shows(picks: list[int], cuts: set[int], delay_s: int) -> None:
    """Each time held against the truth: the last turn that was over `delay_s` ago."""
    with tempfile.TemporaryDirectory() as folder:
        place = place_in(Path(folder), snapshot_hands=2)
        felt = AiredFelt(place, Broadcast("always", delay_s))
        truth = [Aired(0, felt.turn.table)]

        def note(table: Table) -> None:
            truth.append(Aired(felt.clock.at_ns, table))

        felt.turn.on_table(note)
        for number, pick in enumerate(picks):
            if number in cuts:
                at_ns = felt.clock.at_ns
                felt.cut()
                felt = AiredFelt(place, Broadcast("always", delay_s), boot_id=f"boot-{number}")
                felt.clock.at_ns = max(at_ns, felt.clock.at_ns)
                felt.turn.on_table(note)
            felt.any_move(pick)  # may be several turns, at times of their own
            felt.broadcast.advance()
            due_ns = felt.clock.at_ns - delay_s * 1_000_000_000
            due = [one for one in truth if one.at_ns <= due_ns] or truth[:1]
            assert felt.on_air()["as_of_seq"] == due[-1].table.seq
