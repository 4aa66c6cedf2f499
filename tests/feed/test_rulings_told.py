"""Rulings, announcements and prompts as everyone gets them: on their topics, and whole in `state`."""

from __future__ import annotations

from typing import Any

import pytest
from felt import Felt
from msgspec.structs import replace

from controller.contract.checker import Checker
from controller.events import Evidence, Tick
from controller.feed.hub import story_of
from controller.feed.payloads import AnnouncementStory, RulingStory, State, Story
from controller.feed.ruled import ruled_views, ruling_view
from controller.game.cards import Card
from controller.game.zones import HOLE
from controller.mqtt.topics import MAX_RETAINED_BYTES, STORIES, topic_of
from controller.rules.options import PRESETS
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.table import said

RULING = {
    "id", "hand", "kind", "status", "seat", "cards", "amount", "to", "rules", "options", "remedy", "steps", "text", "who", "may_until",
    "until_utc", "evidence", "reason", "about", "alternatives", "alternative",
}  # fmt: skip
ANNOUNCEMENT = {
    "id", "hand", "about", "seat", "cards", "amount", "seconds", "to", "game", "limit", "text", "rules", "until_utc", "acknowledged",
    "reminded",
}  # fmt: skip
PROMPT = {"id", "hand", "who", "what", "seat", "amount", "text", "rules", "answers"}


def begun(book: Any = "cooke", **answers: Any) -> Felt:
    """Three players; seat 1 faces the big blind."""
    felt = Felt()
    felt.turn.house = replace(felt.turn.house, book=book, options=replace(PRESETS[book], **answers))
    felt.seat(1, 3, 5)
    felt.do("new_hand")
    felt.do("post")
    return felt


def out_of_time(felt: Felt) -> None:
    felt.do("clock", seat=felt.state()["to_act"], seconds=30)
    for due_s in (20, 30):
        felt.take(Tick("clock", felt.clock.at_ns + due_s * 1_000_000_000))


def test_a_page_that_loads_late_finds_each_whole() -> None:
    felt = begun("home", action_clock_seconds=60, clock_scope="all_games", clock_started_by="dealer_on_request")
    out_of_time(felt)
    felt.do("request", seat=3, what="stack", of=5)
    state = felt.state()
    State.model_validate(state)
    (ruling,), (announcement,) = state["rulings"], state["announcements"]
    assert (set(ruling), set(announcement)) == (RULING, ANNOUNCEMENT)
    assert ruling["id"] == "h1-r1"
    assert (ruling["kind"], ruling["status"], ruling["who"], ruling["seat"], ruling["may_until"]) == (
        "clock_expired", "in_force", "nobody", 1, "next_hand",
    )  # fmt: skip
    assert ruling["text"] == "The time of seat 1 is up."
    assert ruling["steps"] == ["The hand of seat 1 is dead: cards to the muck."]
    assert ruling["remedy"] == [{"do": "kill_hand", "seats": [1], "cards": [], "amount": None, "to": None}]
    assert ruling["options"] == {"action_clock_seconds": 60, "clock_expiry_facing_bet": "fold"}
    assert [ruling[name] for name in ("amount", "to", "until_utc", "evidence", "reason", "alternative")] == [None] * 6
    assert ruling["alternatives"] == ["act_again"]
    assert (announcement["text"], announcement["amount"], announcement["acknowledged"]) == ("Seat 5 has 9,900.", 9_900, False)
    assert state["prompts"] == []


def test_an_open_prompt_is_in_the_state_and_in_its_event() -> None:
    felt = begun("home")
    felt.act("call", "call", "fold")
    (prompt,) = felt.state()["prompts"]
    assert set(prompt) == PROMPT
    story = felt.bodies("event")[-1]
    assert (story["kind"], story["prompt"], story["what"], story["who"]) == ("prompt", "h1-p1", "fold_for_free", "dealer")
    assert (story["answers"], story["text"]) == (["fold", "check"], prompt["text"])
    felt.do("answer", prompt=prompt["id"], **{"with": "check"})
    assert felt.state()["prompts"] == []


def test_each_is_told_in_one_topic_and_all_in_one_sequence() -> None:
    felt = begun()
    out_of_time(felt)
    ruling = felt.state()["rulings"][0]["id"]
    felt.do("floor_rule", ruling=ruling, decision="override", reason="he had said call")
    stories = [message for message in felt.told if message.name in STORIES]
    assert [message.seq for message in stories] == list(range(1, len(stories) + 1))
    assert [message.name for message in stories][-7:] == ["event", "announcement", "event", "event", "ruling", "event", "ruling"]
    first, second = felt.bodies("ruling")
    for body in (first, second):
        RulingStory.model_validate(body)
    assert "reason" not in first, "what does not apply is left out"
    assert (second["status"], second["reason"], second["alternative"]) == ("overridden", "he had said call", "act_again")
    assert second["steps"] == ["Seat 1 may still act."]
    assert first["about"] == felt.bodies("event")[-3]["seq"], "the story that his time was up"
    (said_first,) = felt.bodies("announcement")
    AnnouncementStory.model_validate(said_first)
    assert (said_first["topic"], said_first["about"], said_first["seconds"]) == ("announcement", "clock", 10)


def test_how_the_topics_are_kept() -> None:
    rows = {name: topic_of(name) for name in ("ruling", "announcement")}
    assert {name: (row.retain, row.qos, row.expiry_s, row.when_offline) for name, row in rows.items()} == {
        "ruling": (False, 1, 300, "queue"),
        "announcement": (False, 1, 60, "queue"),
    }


def test_a_story_is_told_again_word_for_word() -> None:
    felt = begun()
    out_of_time(felt)

    class OfThen:
        boot_id = "boot-1"
        utc_ms = felt.clock.utc_ms

    told = {message.seq: message for message in felt.told if message.name in STORIES}
    tells = [effect for effect in felt.effects if hasattr(effect, "kind")]
    assert {tell.seq: story_of(tell, OfThen()) for tell in tells} == told  # type: ignore[arg-type, misc, union-attr]  # as a boot


def test_an_announcement_that_was_made_waits_no_more() -> None:
    felt = begun()
    felt.do("request", seat=3, what="stack", of=5)
    felt.do("ack", announcement="h1-a1")
    assert felt.state()["announcements"] == []
    assert [body["acknowledged"] for body in felt.bodies("announcement")] == [False, True]


def test_before_the_first_hand_it_is_of_no_hand() -> None:
    felt = Felt()
    felt.seat(1, 3)
    felt.do("request", seat=1, what="stack", of=3)
    (one,) = felt.state()["announcements"]
    assert (one["id"], one["hand"], one["amount"]) == ("h0-a1", None, 10_000)


def test_the_state_has_what_waits_and_the_newest() -> None:
    felt = begun()
    table = felt.turn.table
    for number in range(12):
        waiting = number in (1, 3)
        ruling = Ruling(0, "procedure", who="floor" if waiting else "nobody", status="proposed" if waiting else "in_force")
        table = rulings.opened(table, ruling, [], felt.turn.house)
    shown = ruled_views(table, lambda _: "")["rulings"]
    assert [one["id"] for one in shown] == [f"h1-r{number}" for number in (2, 4, 7, 8, 9, 10, 11, 12)]


def test_ten_seats_with_all_that_can_wait_fit_into_a_payload() -> None:
    felt = Felt(seats=10)
    for seat in range(1, 11):
        felt.do("sit", seat=seat, name="Ä" * 64, stack=10**15, short_name="Ö" * 16, country="DE", picture="a" * 59 + ".webp")
    felt.do("new_hand")
    felt.do("post")
    table, house = felt.turn.table, replace(felt.turn.house, book="roberts")
    big = 10**15
    for _ in range(8):
        ruling = replace(
            rulings.bet_corrected(
                seat=10, entered_chips=big, to_chips=big, rules=("roberts.nl.2a", "roberts.nl.10"), who="floor",
                options=(("under_minimum_raise", "half_makes_minimum"),),
            ),
            status="reopened", reason="ß" * 120, alternative="as_entered",
        )  # fmt: skip
        table = rulings.opened(table, ruling, [], house)
    felt.hub.update(said(table, paused=True), ())
    felt.do("request", seat=1, what="stack", of=10)
    longest = max(len(message.body) for message in felt.told if message.name == "state")
    assert longest < MAX_RETAINED_BYTES, longest


@pytest.mark.parametrize("hidden", [False, True])
def test_a_ruling_names_no_card_while_they_are_hidden(hidden: bool) -> None:
    ruling = Ruling(1, "exposed_card", cards=(Card(12),), remedy=(Remedy("replace_with_burn", (3,), (Card(12),)),), hand=1)
    body = str(ruling_view(ruling, lambda _: "", hidden=hidden))
    assert ("5c" in body) is not hidden


def test_evidence_has_no_counts() -> None:
    """A tag that answers badly does so in every hand: its counts would mark it from the back."""
    evidence = Evidence("hf0", 2, 7, 900, HOLE[4], 1)
    assert ruling_view(Ruling(1, "exposed_card", evidence=evidence), lambda _: "")["evidence"] == {"part": "hf0", "rival_zone": HOLE[4]}


def test_the_contract_kit_finds_nothing_wrong() -> None:
    felt = begun()
    out_of_time(felt)
    felt.do("floor_rule", ruling="h1-r1", decision="override", reason="he had said As")
    felt.do("floor_rule", ruling="h1-r1", decision="reopen")
    felt.do("floor_rule", ruling="h1-r1", decision="confirm")
    checker = Checker()
    for message in felt.told:
        checker.hear(message.name, message.body, False, 1.0)
    assert checker.broken == []
    for body in felt.bodies("event"):
        Story.model_validate(body)
