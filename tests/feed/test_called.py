"""What people say around the game, as everyone sees it: pause, floor, clock, hidden cards, dealer, players, and the last entry."""

from __future__ import annotations

from typing import Any

import pytest
from felt import Felt

from controller.contract.cards import CardCheck
from controller.contract.heard import heard
from controller.contract.payloads import PayloadCheck
from controller.contract.sequence import SequenceCheck
from controller.effects import Tell
from controller.feed.payloads import State
from controller.game.zones import BOARD, HOLE
from controller.histories.record import recorded


def begun() -> Felt:
    """Seat 1 is to act before the flop; his cards and those of seat 3 are read."""
    felt = Felt()
    felt.seat(1, 3, 5)
    felt.deal({3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("7h", "2c")})
    return felt


def called(felt: Felt) -> dict[str, Any]:
    state = felt.state()
    State.model_validate(state)
    return {name: state[name] for name in ("paused", "hidden", "floor_call", "clock", "dealer", "last_entry")}


def test_nothing_is_called_at_first() -> None:
    assert called(Felt()) == dict.fromkeys(("floor_call", "clock", "dealer", "last_entry")) | {"paused": False, "hidden": False}


def test_a_pause_refuses_entries_and_takes_cards() -> None:
    felt = begun()
    felt.do("pause")
    assert felt.state()["paused"] is True
    to_act = felt.state()["to_act"]
    for verb, arguments in (("act", {"seat": to_act, "do": "fold"}), ("show", {"seat": 1}), ("post", {}), ("muck", {"seat": 1})):
        assert felt.ask(verb, **arguments).code == "state.paused"
    felt.card("9h", BOARD)
    assert felt.stories()[-2].startswith("More cards lie here"), "the felt is not paused"
    assert felt.stories()[-1] == "Cards lie on the board, and seat 1 has not acted: what did he do?"
    assert felt.ask("pause").code == "pause.paused"
    felt.do("resume")
    assert felt.ask("resume").code == "resume.running"
    felt.act("fold")
    felt.do("void_hand")
    felt.do("pause")
    assert felt.ask("new_hand").code == "state.paused"
    felt.do("sit", seat=2, name="Late", stack=500)


def test_the_floor_is_called_and_comes() -> None:
    felt = begun()
    felt.do("floor_call", seat=3, reason="string bet?")
    call = felt.state()["floor_call"]
    story = felt.bodies("event")[-1]
    assert (call["seq"], call["seat"], call["reason"]) == (story["seq"], 3, "string bet?")
    assert call["since_utc"] == story["utc"]
    assert story["reason"] == "string bet?"
    assert felt.ask("floor_call").code == "floor_call.standing"
    assert felt.ask("ack", seq=call["seq"] - 1).code == "ack.other"
    felt.do("ack", seq=call["seq"])
    assert felt.state()["floor_call"] is None
    assert felt.stories()[-1] == "The floor has come."
    assert felt.ask("ack").code == "ack.nothing"
    assert felt.ask("floor_call", seat=9).code == "floor_call.no_such_seat"


def test_a_called_clock_is_in_the_state() -> None:
    felt = begun()
    assert felt.ask("clock", seat=3, seconds=30).code == "clock.not_to_act"
    felt.do("clock", seat=1, seconds=30)
    at_ms = felt.clock.at_ns // 1_000_000
    running = felt.state()["clock"]
    assert running == {"seat": 1, "ends_utc": running["ends_utc"], "ends_table_ms": at_ms + 30_000, "left_ms": None, "expired": False}
    felt.do("pause")
    assert felt.state()["clock"] == {"seat": 1, "ends_utc": None, "ends_table_ms": None, "left_ms": 29_000, "expired": False}
    assert felt.ask("clock", seat=1, seconds=30).code == "state.paused"
    felt.do("resume")
    felt.do("clock", seat=1, stop=True)
    assert felt.state()["clock"] is None
    assert felt.ask("clock", seat=1, stop=True).code == "clock.none"
    felt.do("clock", seat=1, seconds=30)
    felt.act("fold")
    assert felt.state()["clock"] is None
    assert felt.stories()[-1] == "The clock of seat 1 is over."


def test_a_correction_leaves_the_clock_to_the_same_turn_only() -> None:
    felt = begun()
    felt.act("call")
    felt.do("clock", seat=3, seconds=30)
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "fold"})
    assert felt.state()["to_act"] == 3
    assert felt.state()["clock"]["seat"] == 3
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"remove": True})
    assert felt.state()["to_act"] == 1
    assert felt.state()["clock"] is None


def test_who_deals() -> None:
    felt = Felt()
    felt.do("dealer", name="Ann")
    assert (felt.state()["dealer"], felt.stories()[-1]) == ("Ann", "Ann deals.")
    assert felt.ask("dealer", name="Ann").code == "dealer.same"
    felt.do("dealer", name="")
    assert felt.state()["dealer"] is None


def test_details_of_players_come_with_them_and_change() -> None:
    felt = Felt()
    felt.do("sit", seat=3, name="Ann Example", stack=500, short_name="ANN", country="DE", picture="ann.png")
    seat = felt.state()["seats"][2]
    assert (seat["short_name"], seat["country"], seat["picture"]) == ("ANN", "DE", "ann.png")
    felt.do("player", seat=3, country="AT", picture="")
    seat = felt.state()["seats"][2]
    assert (seat["name"], seat["short_name"], seat["country"], seat["picture"], seat["stack"]) == ("Ann Example", "ANN", "AT", None, 500)
    assert felt.bodies("event")[-1]["country"] == "AT"
    assert felt.ask("player", seat=3, country="AT").code == "player.same"
    assert felt.ask("player", seat=4, country="AT").code == "player.empty_seat"
    felt.do("buy_in", seat=3, amount=100)
    felt.seat(1)
    felt.deal({})
    felt.act("fold")
    assert felt.state()["seats"][2]["country"] == "AT", "a hand and a buy-in leave the details alone"


def test_stakes_change_between_hands() -> None:
    felt = Felt()
    felt.seat(1, 3)
    felt.do("stakes", small_blind=100, big_blind=200, ante=25)
    assert (felt.state()["small_blind"], felt.state()["big_blind"], felt.state()["ante"]) == (100, 200, 25)
    assert felt.bodies("event")[-1]["stakes"]["big_blind"] == 200
    felt.do("new_hand")
    assert felt.ask("stakes", small_blind=1, big_blind=2).code == "stakes.running"
    felt.do("post")
    assert felt.state()["pot_total"] == 350


def test_a_void_hand_names_what_went_back() -> None:
    felt = begun()
    felt.act("raise 300")
    felt.do("void_hand", reason="fouled deck")
    story = felt.bodies("event")[-1]
    assert story["refunds"] == {"1": 300, "3": 50, "5": 100}
    assert "fouled deck" in story["text"]


def to_the_showdown() -> Felt:
    felt = begun()
    felt.act("fold", "all_in", "call")
    felt.board("2d", "3c", "4h", "9s")
    felt.board("2h", "Jd")
    felt.board("2s", "Qc")
    return felt


def test_panic_hides_what_was_shown_and_what_will_be_until_it_is_lifted() -> None:
    felt = to_the_showdown()
    felt.do("show", seat=3)
    felt.do("panic", on=True)
    told = len(felt.told)
    assert felt.state()["seats"][2]["cards"]["shown"] == []
    felt.do("show", seat=5)
    said = b"".join(message.body for message in (*felt.told[told:], *felt.hub.snapshot()))
    for text in (b"As", b"Ad", b"Kc", b"Kd", b"pair", b"aces", b"kings"):
        assert text not in said
    assert felt.state()["stage"] == "ended", "the hand is decided all the same"
    felt.do("panic", on=False)
    assert felt.state()["seats"][2]["cards"]["shown"] == ["As", "Ad"]
    assert set(felt.bodies("event")[-1]["cards"]) == {"As", "Ad", "Kc", "Kd"}
    assert felt.ask("panic", on=False).code == "panic.same"
    hand = felt.turn.table.hand
    assert hand is not None
    tells = [tell for tell in felt.effects if isinstance(tell, Tell)]
    shows = [action.cards for action in recorded(hand, tells).actions if action.kind == "show"]
    assert sorted(shows) == sorted(cards for cards in hand.shown if cards), "the record of the hand knows them"


# -- the last entry -------------------------------------------------------------------------------


def test_the_last_entry_is_what_the_dealer_would_correct() -> None:
    felt = Felt()
    felt.seat(1, 3, 5)
    assert felt.state()["last_entry"] is None
    felt.do("new_hand")
    assert felt.state()["last_entry"] is None, "the beginning of a hand is not corrected"
    felt.do("post", seat=3)
    assert felt.state()["last_entry"] == {
        "seq": felt.bodies("event")[-1]["seq"],
        "text": "Seat 3 posts the small blind of 50.",
        "verb": "post",
        "seat": 3,
        "do": "small_blind",
        "to": None,
    }
    felt.do("post")
    felt.act("raise 300")
    entry = felt.state()["last_entry"]
    assert (entry["text"], entry["verb"], entry["seat"], entry["do"], entry["to"]) == ("Seat 1 raises to 300.", "act", 1, "raise", 300)
    felt.card("2d", HOLE[3])
    felt.do("pause")
    felt.do("resume")
    assert felt.state()["last_entry"] == entry, "cards and pauses are no entries"
    felt.do("correct", seq=entry["seq"], change={"to": 400})
    entry = felt.state()["last_entry"]
    assert (entry["seq"], entry["text"], entry["to"]) == (felt.bodies("event")[-1]["seq"], "Seat 1 raises to 400.", 400)
    felt.do("correct", seq=entry["seq"], change={"remove": True})
    assert felt.state()["last_entry"]["verb"] == "post"


def test_a_card_entered_by_hand_is_an_entry() -> None:
    felt = begun()
    felt.act("call", "call", "check")
    felt.board("2d", "3c", "4h")
    felt.do("enter_card", zone="board", card="9s")
    entry = felt.state()["last_entry"]
    assert (entry["verb"], entry["text"], entry["seat"]) == ("enter_card", "On the board: 9s.", None)
    felt.do("correct", seq=entry["seq"], change={"remove": True})
    assert felt.stories()[-1] == "Taken back: On the board: 9s."
    assert felt.state()["board"] == ["3c", "4h"]
    assert felt.state()["last_entry"]["do"] == "check"


def test_blinds_posted_at_once_are_one_entry() -> None:
    felt = Felt()
    felt.seat(1, 3, 5)
    felt.do("new_hand")
    felt.do("post")
    entry = felt.state()["last_entry"]
    assert (entry["verb"], entry["seat"]) == ("post", None)
    assert entry["text"] == "Seat 3 posts the small blind of 50; Seat 5 posts the big blind of 100."
    felt.do("correct", seq=entry["seq"], change={"remove": True})
    assert felt.state()["stage"] == "posting"
    assert felt.stories()[-1] == "Taken back: Seat 3 posts the small blind of 50; Seat 5 posts the big blind of 100."


@pytest.mark.parametrize("again", [False, True])
def test_a_correction_is_one_story_and_the_state_is_true(again: bool) -> None:
    felt = begun()
    felt.act("raise 600")
    felt.act("call")
    seq = next(story["seq"] for story in felt.bodies("event") if story["text"] == "Seat 1 raises to 600.")
    rev = felt.state()["rev"]
    body = {"id": "once", "seq": seq, "change": {"to": 300}, "expect_rev": rev}
    answer = felt.desk.submit("correct", body, "floor")
    assert answer.ok, answer
    if again:
        assert felt.desk.submit("correct", body, "floor") == answer
    story = felt.bodies("event")[-1]
    assert story["kind"] == "correction"
    assert story["text"] == "Corrected: Seat 1 raises to 300 (entered was: Seat 1 raises to 600)."
    assert story["replaces"] == [seq, seq + 1]
    assert (story["rev_before"], story["rev_after"]) == (rev, rev + 1)
    assert [seat["bet"] for seat in felt.state()["seats"]] == [300, 0, 300, 0, 100, 0]
    assert felt.desk.submit("correct", {**body, "id": "late"}, "floor").code == "state.moved_on"


def test_the_recorded_hand_is_the_corrected_one() -> None:
    felt = begun()
    felt.act("raise 600", "fold")
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "call"})
    felt.act("fold")
    felt.board("2d", "3c", "4h", "9s")
    felt.act("bet 300", "fold")
    hand = felt.turn.table.hand
    assert hand is not None
    told = [tell for tell in felt.effects if isinstance(tell, Tell)]
    actions = [(one.kind, one.player) for one in recorded(hand, told).actions if one.kind != "board"]
    assert actions == [("bet_raise", 3), ("check_call", 1), ("fold", 2), ("bet_raise", 1), ("fold", 3)]


def test_the_contract_holds_for_all_of_it() -> None:
    felt = to_the_showdown()
    felt.do("dealer", name="Kd Dealer")
    felt.do("floor_call", reason="was it the Th?")
    felt.do("panic", on=True)
    felt.do("show", seat=5)
    felt.do("panic", on=False)
    felt.do("ack")
    felt.do("show", seat=3)
    checks = (SequenceCheck(), PayloadCheck(), CardCheck())
    found = [one for message in felt.told for check in checks for one in check.hear(heard(message.name, message.body, False, 1.0))]
    assert found == []
    assert all(len(message.body) < 16_000 for message in felt.told)


def test_ten_seats_with_every_detail_fit_into_a_payload() -> None:
    felt = Felt(seats=10)
    for seat in range(1, 11):
        felt.do("sit", seat=seat, name="Ä" * 64, stack=10**15, short_name="Ö" * 16, country="DE", picture="a" * 59 + ".webp")
    felt.do("dealer", name="Ü" * 64)
    felt.do("floor_call", seat=10, reason="ß" * 200)
    felt.do("new_hand")
    felt.do("post")
    felt.do("clock", seat=felt.state()["to_act"], seconds=600)
    felt.act(*["call"] * 5)
    assert max(len(message.body) for message in (*felt.told, *felt.hub.snapshot())) < 16_000


def test_the_house_changes_an_answer_between_hands() -> None:
    felt = Felt()
    felt.seat(1, 3)
    felt.do("house_option", option="buy_the_button", answer=True)
    story = felt.bodies("event")[-1]
    assert (story["kind"], story["option"], story["answer"]) == ("house_changed", "buy_the_button", True)
    assert story["text"] == "From the next hand on buy_the_button is true."
    felt.do("house_option", option="buy_the_button")
    assert felt.bodies("event")[-1]["answer"] is False
    felt.do("new_hand")
    assert felt.ask("house_option", option="raise_cap", answer="no_cap").code == "house_option.running"
