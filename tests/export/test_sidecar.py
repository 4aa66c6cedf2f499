"""The sidecar: what PHH and OHH have no words for, and nothing that may not be said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from felt import card_of
from journaled import export
from jsonschema import Draft202012Validator
from kept_felt import KeptFelt, place_in

from controller.events import Act, CardMoved, Evidence, Header, NewHand, Post
from controller.published.schemas import schemas

TIE = Evidence("hf2", 3, 5, 612, "burn", 3, by_expectation=True)


def eventful_hand(felt: KeptFelt) -> None:
    """A card that only the plan could place, a question that settles, a refused command, and a hand named by a person."""
    felt.seat(1, 2, 3)
    felt.do("new_hand")
    felt.do("post")
    for seat, text in ((2, "7h"), (3, "Jc"), (1, "As"), (2, "2c"), (3, "Jd")):
        felt.card(text, f"seat/{seat}/hole")
    felt.ask("act", seat=3, do="call")
    felt.act("call", "call", "check")
    felt.contradict("rfid.two_places", "board", "muck")
    felt.card("2s", "burn")
    for text in ("Th", "9h"):
        felt.card(text, "board")
    now = felt.clock.at_ns + 100_000_000
    felt.clock.at_ns = now
    felt.take(CardMoved(card_of("3d"), "stub", "board", "up", now - 1, now, TIE))
    felt.settle("rfid.two_places", "board", "muck")
    felt.act("check", "check", "bet 500", "call", "fold")
    felt.board("5s", "4c")
    felt.act("check", "check")
    felt.board("6s", "Ks")
    felt.act("check", "check")
    felt.do("show", seat=2)
    felt.do("show", seat=1, cards=["As", "Kd"])
    assert felt.state()["stage"] == "ended"


def beside(felt: KeptFelt, out: Path, *options: str, form: str = "phh") -> Any:
    place = place_in(felt.recovered.store.path.parent)
    code, _, said = export(place, form, out, *options)
    assert code == 0, said
    found = json.loads((out / "journal-h000001.smarttable.json").read_text("utf-8"))
    assert [error.message for error in Draft202012Validator(schemas()["sidecar"]).iter_errors(found)] == []
    return found


def test_what_happened_can_be_weighed(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    eventful_hand(felt)
    found = beside(felt, tmp_path / "out")
    assert found["quality"] == {
        "card_moves": 13,
        "decided_by_plan": 1,
        "lowest_confidence": 612,
        "discrepancies": {"rfid.two_places": 1},
        "settled": {"rfid.two_places": 1},
        "refused": {"act.out_of_turn": 1},
        "named_by_hand": [1],
    }
    hidden = [deed for deed in found["deeds"] if deed["kind"] in ("card_dealt", "card_burned")]
    assert hidden
    assert not any("confidence" in deed for deed in hidden), "a tag that answers badly would mark its card from the back"
    assert all("confidence" in deed for deed in found["deeds"] if deed["kind"] == "board" and deed["antenna"] != "hand:floor")
    plan = [deed for deed in found["deeds"] if deed.get("by_plan")]
    assert [(deed["kind"], deed["cards"], deed["antenna"], deed["confidence"]) for deed in plan] == [("board", ["3d"], "hf2", 612)]
    assert [(one["player"], one["seat"], one["cards_read"], one["fate"]) for one in found["players"]] == [
        (1, 2, 2, "shown"), (2, 3, 2, "folded"), (3, 1, 2, "shown"),
    ]  # fmt: skip
    assert sum(one["end"] - one["start"] for one in found["players"]) == 0
    assert found["button"] == 1


def test_who_said_it_when_and_which_rows_tell_of_it(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    eventful_hand(felt)
    found = beside(felt, tmp_path / "out")
    deeds = found["deeds"]
    assert [deed["seq"] for deed in deeds] == list(range(found["journal"]["seq"][0], found["journal"]["seq"][1] + 1))
    assert (deeds[0]["utc"], deeds[-1]["utc"]) == (found["start_utc"], found["end_utc"])
    assert [deed["utc"] for deed in deeds] == sorted(deed["utc"] for deed in deeds)
    told = {story["seq"]: story["utc"] for story in felt.bodies("event")}
    assert all(told[deed["seq"]] == deed["utc"] for deed in deeds), "as the feed told it"
    assert all((deed["by"], bool(deed["cmd_id"])) == ("floor", True) for deed in deeds if deed["kind"] in ("acted", "shown", "posted"))
    assert not any("by" in deed for deed in deeds if deed["kind"] == "card_dealt")
    turns = [row.turn for row in felt.recovered.store.read().turns() if row.hand == 1]
    assert found["journal"] == {"boots": ["boot-1"], "turns": [turns[0], turns[-1]], "seq": found["journal"]["seq"]}


def test_burned_and_folded_cards_are_there_only_when_asked_for(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    eventful_hand(felt)
    shown = beside(felt, tmp_path / "shown")
    assert (shown["burned_cards"], shown["burned"]) == (3, None)
    assert {one["seat"]: one["cards"] for one in shown["players"]} == {2: ["7h", "2c"], 3: None, 1: ["As", "Kd"]}
    every = beside(felt, tmp_path / "all", "--hole-cards", "all", form="ohh")
    assert every["burned"] == ["2s", "5s", "6s"]
    assert {one["seat"]: one["cards"] for one in every["players"]} == {2: ["7h", "2c"], 3: ["Jc", "Jd"], 1: ["As", "Kd"]}
    assert (shown["hole_cards"], every["hole_cards"]) == ("shown", "all")


def test_players_called_by_their_seats_are_named_nowhere(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.do("sit", seat=5, name="Zoë", stack=1000)
    felt.do("stand", seat=5)
    felt.seat(1, 2, 3)
    felt.do("new_hand")
    felt.do("post")
    felt.do("sit", seat=5, name="Zoë", stack=1000)  # while the hand is played
    felt.act("fold", "fold")
    for form in ("phh", "ohh"):
        out = tmp_path / form
        beside(felt, out, "--names", "seats", form=form)
        text = "".join(path.read_text("utf-8") for path in out.iterdir())
        assert "Seat 2" in text
        assert "Player" not in text
        assert "Zo" not in text
    ohh = json.loads((tmp_path / "ohh" / "journal-h000001.ohh").read_text("utf-8"))["ohh"]
    assert ohh["flags"] == ["Anonymous", "Observed"]
    beside(felt, tmp_path / "named", form="ohh")
    assert "Player 2" in (tmp_path / "named" / "journal-h000001.ohh").read_text("utf-8")


def test_a_voided_hand_says_why(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.do("new_hand")
    felt.do("post")
    felt.act("raise 300")
    felt.do("void_hand", reason="a card fell")
    found = beside(felt, tmp_path / "out")
    assert (found["result"], found["void_reason"]) == ("void", "a card fell")
    assert [one["end"] - one["start"] for one in found["players"]] == [0, 0, 0]
    assert found["deeds"][-1]["kind"] == "hand_void"


def test_what_one_commit_holds_is_cut_where_the_hand_ends(tmp_path: Path) -> None:
    """The last fold and the next hand may reach the journal in one row."""
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.do("new_hand")
    felt.do("post")
    felt.act("fold")
    now = felt.clock.at_ns
    felt.take(Act(Header(now, "last", "floor"), 2, "fold"), NewHand(Header(now, "next", "floor")), Post(Header(now, "blinds", "floor")))
    felt.act("fold", "fold")
    beside(felt, tmp_path / "out")
    texts = {path.name: json.loads(path.read_text()) for path in (tmp_path / "out").glob("*.json")}
    assert [(one["hand"], one["result"]) for _, one in sorted(texts.items())] == [(1, "paid"), (2, "paid")]
    first, second = (one for _, one in sorted(texts.items()))
    assert first["journal"]["seq"][1] + 1 == second["journal"]["seq"][0]
    assert first["journal"]["turns"][1] == second["journal"]["turns"][0]
    assert (first["deeds"][-1]["kind"], second["deeds"][0]["kind"]) == ("hand_ended", "hand_started")
