"""What everyone sees of the table, through the hub's own messages."""

from __future__ import annotations

import json

import pytest
from felt import INFO, Felt, card_of
from hypothesis import given
from hypothesis import strategies as st

from controller.feed import payloads
from controller.feed.views import POSITIONS
from controller.game.chips import Stakes
from controller.game.zones import HOLE, MUCK
from controller.mqtt.topics import MAX_RETAINED_BYTES

HOLES = {3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")}
BOARD_CARDS = ("Ah", "Td", "9c", "3c", "2h")
BURNS = ("4c", "4d", "4h")

MODELS: dict[str, type[payloads.Payload]] = {
    "status": payloads.Status,
    "info": payloads.Info,
    "state": payloads.State,
    "seat": payloads.SeatMessage,
    "event": payloads.Story,
    "health": payloads.PartHealth,
    "metrics": payloads.Metrics,
}


def three_handed() -> Felt:
    felt = Felt()
    felt.seat(1, 3, 5)
    return felt


def seat_of(felt: Felt, seat: int) -> dict[str, object]:
    view: dict[str, object] = felt.state()["seats"][seat - 1]
    assert felt.snapshot(f"seat/{seat}")["view"] == view
    return view


def test_every_message_of_a_hand_follows_its_model() -> None:
    felt = three_handed()
    felt.hub.set_info(**INFO)
    felt.hub.part_health("hf0", "degraded", "rfid.timeouts", "look at the cable", counters={"frames": 3})
    felt.play_checked_down(HOLES, BOARD_CARDS, BURNS)
    felt.contradict("rfid.unknown_tag", MUCK)
    felt.hub.metrics(events=40, readings=900, loop_lag_ms=1, outbox=0, counters={"hf0": {"frames": 9}})
    messages = [*felt.told, *felt.hub.snapshot()]
    assert {message.name.split("/")[0] for message in messages} == set(MODELS)
    for message in messages:
        model = MODELS[message.name.split("/")[0]]
        parsed = model.model_validate_json(message.body)
        body = json.loads(message.body)
        assert parsed.model_dump(exclude_unset=True) == body
        if model is not payloads.Story:  # optional fields of a story are left out, all others are said
            assert set(parsed.model_dump()) == set(body)


def test_the_table_between_hands() -> None:
    felt = three_handed()
    state = felt.state()
    assert (state["hand"], state["stage"], state["street"], state["button"]) == (None, "between", None, None)
    assert [view["state"] for view in state["seats"]] == ["waiting", "empty", "waiting", "empty", "waiting", "empty"]
    assert (state["small_blind"], state["big_blind"], state["ante"]) == (50, 100, 0)


def test_the_player_to_act_and_what_he_may_do() -> None:
    felt = three_handed()
    felt.deal(HOLES)
    state = felt.state()
    assert (state["hand"], state["stage"], state["street"]) == ("h1", "betting", "preflop")
    assert state["to_act"] == 1
    legal = state["legal"]
    assert (legal["call"], legal["can_raise"], legal["min_raise_to"], legal["max_raise_to"]) == (100, True, 200, 10_000)
    actions = legal["actions"]
    assert {one["do"]: (one["min"], one["max"], one["step"]) for one in actions if one["legal"]} == {
        "fold": (None, None, None),
        "call": (100, 100, 1),
        "raise": (200, 10_000, 1),
        "all_in": (10_000, 10_000, 1),
    }
    assert {one["do"]: one["code"] for one in actions if not one["legal"]} == {
        "check": "act.facing_bet",
        "bet": "act.bet_stands",
        "complete": "act.nothing_to_complete",
    }
    assert actions[1]["why"] == "There is a bet to call: no check."
    assert "cooke.4.07.g" in actions[1]["rules"]
    assert [view["seat"] for view in state["seats"] if view["to_act"]] == [1]
    assert {view["seat"]: view["position"] for view in state["seats"] if view["position"]} == {1: "BTN", 3: "SB", 5: "BB"}


def test_chips_behind_in_front_and_in_the_pots() -> None:
    felt = three_handed()
    felt.deal(HOLES)
    felt.act("raise 300", "call", "fold")
    assert (felt.state()["pots"], felt.state()["pot_total"]) == ([{"amount": 700, "seats": [1, 3]}], 700)
    felt.board("4c", "Ah", "Td", "9c")
    felt.act("check", "bet 500")
    state = felt.state()
    assert state["pot_total"] == 1200
    assert state["pots"] == [{"amount": 700, "seats": [1, 3]}]
    assert (seat_of(felt, 1)["stack"], seat_of(felt, 1)["bet"]) == (9_200, 500)
    assert seat_of(felt, 1)["last_action"] == "bet 500"
    assert seat_of(felt, 5)["state"] == "folded"


def test_side_pots_name_who_may_win_them() -> None:
    felt = Felt()
    felt.seat(1, stack=1_000)
    felt.seat(3, stack=5_000)
    felt.seat(5, stack=10_000)
    felt.deal(HOLES)
    felt.act("all_in", "all_in", "call")
    state = felt.state()
    assert state["pots"] == [{"amount": 3_000, "seats": [1, 3, 5]}, {"amount": 8_000, "seats": [3, 5]}]
    assert [seat_of(felt, seat)["state"] for seat in (1, 3, 5)] == ["all_in", "all_in", "in_hand"]


def test_the_end_of_a_hand_stays_until_the_next_begins() -> None:
    felt = three_handed()
    felt.play_checked_down(HOLES, BOARD_CARDS, BURNS)
    state = felt.state()
    assert (state["stage"], state["pot_total"], state["pots"], state["to_act"], state["legal"]) == ("ended", 0, [], None, None)
    assert {view["seat"]: view["result"] for view in state["seats"] if view["name"]} == {1: -100, 3: 200, 5: -100}
    assert {view["seat"]: view["stack"] for view in state["seats"] if view["name"]} == {1: 9_900, 3: 10_200, 5: 9_900}
    felt.do("new_hand")
    assert [view["result"] for view in felt.state()["seats"]] == [None] * 6
    assert felt.state()["hand"] == "h2"


def test_who_sits_down_after_a_hand_is_not_told_its_result() -> None:
    felt = three_handed()
    felt.play_checked_down(HOLES, BOARD_CARDS, BURNS)
    assert seat_of(felt, 1)["result"] == -100
    felt.do("stand", seat=1)
    assert seat_of(felt, 1)["state"] == "empty"
    felt.do("sit", seat=1, name="Somebody else", stack=700)
    view = seat_of(felt, 1)
    assert (view["state"], view["result"], view["last_action"], view["stack"]) == ("waiting", None, None, 700)
    assert view["cards"] == {"count": 0, "shown": []}


def test_a_void_hand_gives_everything_back() -> None:
    felt = three_handed()
    felt.deal(HOLES)
    felt.act("raise 600")
    felt.do("void_hand", reason="fouled deck")
    state = felt.state()
    assert (state["stage"], state["pot_total"]) == ("void", 0)
    assert [view["stack"] for view in state["seats"] if view["name"]] == [10_000] * 3
    assert [view["result"] for view in state["seats"]] == [None] * 6


def test_cards_are_counted_and_named_only_when_shown() -> None:
    felt = three_handed()
    felt.deal(HOLES)
    assert [seat_of(felt, seat)["cards"] for seat in (1, 3, 5)] == [{"count": 2, "shown": []}] * 3
    felt.act("call", "call", "check")
    for burn, cards in (("4c", BOARD_CARDS[:3]), ("4d", BOARD_CARDS[3:4]), ("4h", BOARD_CARDS[4:])):
        felt.board(burn, *cards)
        felt.act("check", "check", "check")
    felt.do("show", seat=3)
    assert seat_of(felt, 3)["cards"] == {"count": 2, "shown": ["As", "Ad"]}
    felt.do("muck", seat=5)
    assert seat_of(felt, 5)["cards"] == {"count": 0, "shown": []}
    assert seat_of(felt, 5)["state"] == "mucked"
    said = b"".join(message.body for message in felt.told)
    for hidden in ("Kc", "Kd", "2c", "7d", "4c", "4d", "4h"):
        assert f'"{hidden}"'.encode() not in said
        assert f" {hidden}".encode() not in said


@given(st.sets(st.integers(1, 10), min_size=2, max_size=10))
def test_positions_follow_the_button(players: set[int]) -> None:
    felt = Felt(seats=10)
    felt.seat(*sorted(players))
    felt.do("new_hand")
    views = [view for view in felt.state()["seats"] if view["position"]]
    assert {view["seat"] for view in views} == players
    assert {view["position"] for view in views} == set(POSITIONS[len(players)])
    button = felt.state()["button"]
    assert [view["seat"] for view in views if view["position"] == "BTN"] == [button]
    felt.do("post")
    blinds = {view["bet"]: view["position"] for view in felt.state()["seats"] if view["bet"]}
    assert blinds == {50: "SB" if len(players) > 2 else "BTN", 100: "BB"}


def test_antes_are_in_the_total() -> None:
    felt = Felt(stakes=Stakes(50, 100, ante=10))
    felt.seat(1, 3, 5)
    felt.do("new_hand")
    felt.do("post")
    assert felt.state()["pot_total"] == 180
    assert felt.state()["ante"] == 10


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_there_is_a_view_for_each_seat_and_no_other(seats: int) -> None:
    felt = Felt(seats=seats)
    assert [view["seat"] for view in felt.state()["seats"]] == list(range(1, seats + 1))
    assert [m.name for m in felt.hub.snapshot() if m.name.startswith("seat/")] == [f"seat/{n}" for n in range(1, seats + 1)]


def test_a_retained_message_stays_small_with_ten_seats() -> None:
    felt = Felt(seats=10, stakes=Stakes(5 * 10**14, 10**15))
    for seat in range(1, 11):
        felt.do("sit", seat=seat, name="\U0001f0a1" * 64, stack=10**15)
    for part in ("hf0", "hf1", "mqtt"):
        felt.hub.part_health(part, "failed", "rfid.no_answer", "look at its cable")
    felt.do("new_hand")
    felt.do("post")
    for seat in range(1, 11):
        felt.card(f"{'23456789TJ'[seat - 1]}c", HOLE[seat])
        felt.card(f"{'23456789TJ'[seat - 1]}d", HOLE[seat])
    felt.contradict("rfid.two_places", HOLE[3])
    assert card_of("2c") == 0
    assert max(len(message.body) for message in felt.hub.snapshot()) < MAX_RETAINED_BYTES


def test_the_showdown_says_who_ought_to_show_next() -> None:
    felt = Felt()
    felt.seat(2, 3)
    felt.deal({2: ("2c", "3d"), 3: ("4h", "5s")})
    felt.act("call", "check")
    for burn, cards in (("2d", ("Ah", "Kd", "9c")), ("2h", ("8s",)), ("2s", ("7h",))):
        assert felt.bodies("state")[-1]["to_show"] is None
        felt.board(burn, *cards)
        felt.act("check", "check")
    first = felt.bodies("state")[-1]["to_show"]
    felt.do("show", seat=first)
    second = felt.bodies("state")[-1]["to_show"]
    assert {first, second} == {2, 3}
    felt.do("show", seat=second)
    assert felt.bodies("state")[-1]["to_show"] is None
