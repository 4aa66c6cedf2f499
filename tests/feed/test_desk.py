"""Commands in: every wrong one is answered with its code and with what would be right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from felt import WALL_MS, Felt
from hypothesis import given
from hypothesis import strategies as st

from controller.feed.commands import NOT_YET, VERBS
from controller.feed.desk import MAX_BODY_BYTES
from controller.feed.hub import utc_text
from controller.feed.payloads import CommandAnswer

SIT = {"id": "a1", "seat": 2, "name": "Ann", "stack": 500}


def submit(felt: Felt, verb: str, body: object, role: str = "dealer", retained: bool = False) -> CommandAnswer:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return felt.desk.submit(verb, raw, role, retained)


REFUSED: list[tuple[str, object, str, str, str]] = [
    # verb, body, role, code, what the message must name
    ("sit", b"{", "dealer", "cmd.bad_json", "JSON object"),
    ("sit", b"\xff\xfe", "dealer", "cmd.bad_json", "UTF-8"),
    ("sit", b"", "dealer", "cmd.bad_json", "JSON object"),
    ("sit", [1], "dealer", "cmd.bad_json", "JSON object"),
    ("sit", b"[" * 4000, "dealer", "cmd.bad_json", "JSON object"),
    ("sit", b" " * (MAX_BODY_BYTES + 1), "dealer", "cmd.too_large", str(MAX_BODY_BYTES)),
    ("scuffle", SIT, "dealer", "cmd.unknown_verb", "new_hand"),
    ("kill", SIT, "dealer", "cmd.not_yet", "kill"),
    ("sit", {**SIT, "seat": 11}, "dealer", "cmd.bad_argument", "seat: input should be less than or equal to 10"),
    ("sit", {**SIT, "seat": "2"}, "dealer", "cmd.bad_argument", "seat"),
    ("sit", {**SIT, "seat": True}, "dealer", "cmd.bad_argument", "seat"),
    ("sit", {**SIT, "stack": 1.5}, "dealer", "cmd.bad_argument", "stack"),
    ("sit", {**SIT, "stack": 10**16}, "dealer", "cmd.bad_argument", "stack"),
    ("sit", {**SIT, "name": "two\nlines"}, "dealer", "cmd.bad_argument", "name"),
    ("sit", b'{"id": "a1", "seat": 2, "stack": 500, "name": "\\ud800"}', "dealer", "cmd.bad_argument", "name"),
    ("sit", {**SIT, "colour": "red"}, "dealer", "cmd.bad_argument", "colour: no such field; allowed are country, expect_rev, id"),
    ("sit", {"id": "a1", "seat": 2}, "dealer", "cmd.bad_argument", "name"),
    ("sit", {**SIT, "id": ""}, "dealer", "cmd.bad_argument", "id"),
    ("sit", {**SIT, "id": "x" * 65}, "dealer", "cmd.bad_argument", "id"),
    ("sit", {**SIT, "expect_rev": 2**70}, "dealer", "cmd.bad_argument", "expect_rev"),
    ("sit", {**SIT, "issued_at": "yesterday"}, "dealer", "cmd.bad_argument", "issued_at"),
    ("sit", {**SIT, "issued_at": "2026-01-01T00:00:00"}, "dealer", "cmd.bad_argument", "issued_at"),
    ("act", {"id": "a1", "seat": 2, "do": "limp"}, "dealer", "cmd.bad_argument", "do: input should be 'fold', 'check'"),
    ("show", {"id": "a1", "seat": 2, "cards": ["10d"]}, "dealer", "cmd.bad_argument", "cards.0"),
    ("new_hand", {"id": "a1", "stakes": {"small_blind": 5, "big_blind": 2}}, "dealer", "cmd.bad_argument", "small_blind must be at most"),
    ("void_hand", {"id": "a1"}, "dealer", "cmd.role", "admin, floor"),
    ("resume", {"id": "a1"}, "dealer", "cmd.role", "admin, floor"),
    ("ack", {"id": "a1"}, "device", "cmd.role", "admin, dealer, floor"),
    ("ack", {"id": "a1"}, "dealer", "ack.floor_only", "which announcement"),
    ("ack", {"id": "a1", "seq": 1, "announcement": "h1-a1"}, "floor", "cmd.bad_argument", "either seq"),
    ("ack", {"id": "a1", "announcement": "h1-r1"}, "dealer", "cmd.bad_argument", "announcement"),
    ("floor_rule", {"id": "a1", "ruling": "h1-r1", "decision": "confirm"}, "device", "cmd.role", "dealer"),
    ("floor_rule", {"id": "a1", "ruling": "h1-r1", "decision": "confirm"}, "floor", "floor_rule.unknown", "h1-r1"),
    ("floor_rule", {"id": "a1", "ruling": "r1", "decision": "confirm"}, "floor", "cmd.bad_argument", "ruling"),
    ("floor_rule", {"id": "a1", "ruling": "h1-r1", "decision": "perhaps"}, "floor", "cmd.bad_argument", "decision"),
    ("answer", {"id": "a1", "prompt": "h1-p1", "with": "fold"}, "dealer", "answer.unknown", "h1-p1"),
    ("answer", {"id": "a1", "prompt": "h1-p1", "answer": "fold"}, "dealer", "cmd.bad_argument", "with"),
    ("request", {"id": "a1", "seat": 1, "what": "stack", "of": 2}, "dealer", "request.empty_seat", "seat 1"),
    ("request", {"id": "a1", "seat": 1, "what": "cards", "of": 2}, "dealer", "cmd.bad_argument", "what"),
    ("request", {"id": "a1", "seat": 1, "what": "stack"}, "dealer", "cmd.bad_argument", "give `of` with stack"),
    ("request", {"id": "a1", "seat": 1, "what": "deck", "of": 2}, "dealer", "cmd.bad_argument", "give `of` with stack"),
    ("request", {"id": "a1", "seat": 1, "what": "deck"}, "dealer", "request.empty_seat", "seat 1"),
    ("player", {"id": "a1", "seat": 2, "name": "Ann"}, "dealer", "cmd.role", "admin, floor"),
    ("stakes", {"id": "a1", "small_blind": 5, "big_blind": 10}, "dealer", "cmd.role", "admin, floor"),
    ("correct", {"id": "a1", "seq": 1, "change": {"remove": True}}, "device", "cmd.role", "dealer"),
    ("correct", {"id": "a1", "seq": 1, "change": {}}, "dealer", "cmd.bad_argument", "either remove"),
    ("correct", {"id": "a1", "seq": 1, "change": {"remove": True, "to": 5}}, "dealer", "cmd.bad_argument", "either remove"),
    ("clock", {"id": "a1", "seat": 2, "seconds": 3, "stop": True}, "dealer", "cmd.bad_argument", "either seconds"),
    ("clock", {"id": "a1", "seat": 2, "seconds": 601}, "dealer", "cmd.bad_argument", "seconds"),
    ("panic", {"id": "a1", "on": "yes"}, "device", "cmd.bad_argument", "on"),
    ("player", {"id": "a1", "seat": 2}, "floor", "cmd.bad_argument", "at least one of name"),
    ("player", {"id": "a1", "seat": 2, "country": "de"}, "floor", "cmd.bad_argument", "country"),
    ("player", {"id": "a1", "seat": 2, "picture": "../ann.png"}, "floor", "cmd.bad_argument", "picture"),
    ("sit", {**SIT, "picture": "ann.svg"}, "dealer", "cmd.bad_argument", "picture"),
    ("floor_call", {"id": "a1", "reason": "two\nlines"}, "device", "cmd.bad_argument", "reason"),
    ("stakes", {"id": "a1", "small_blind": 5, "big_blind": 2}, "floor", "cmd.bad_argument", "small_blind must be at most"),
    ("house_option", {"id": "a1", "option": "raise_cap", "answer": "no_cap"}, "dealer", "cmd.role", "admin, floor"),
    ("house_option", {"id": "a1", "option": "../x", "answer": 1}, "floor", "cmd.bad_argument", "option"),
    ("house_option", {"id": "a1", "option": "raise_cap", "answer": 4.5}, "floor", "cmd.bad_argument", "answer"),
    ("house_option", {"id": "a1", "option": "raise_cap", "answer": ["no_cap"]}, "floor", "cmd.bad_argument", "answer"),
    ("sit", SIT, "device", "cmd.role", "dealer"),
    ("sit", SIT, "nobody", "cmd.role", "'nobody'"),
]


@pytest.mark.parametrize(("verb", "body", "role", "code", "named"), REFUSED)
def test_a_wrong_command_is_refused_by_name(verb: str, body: object, role: str, code: str, named: str) -> None:
    felt = Felt()
    answer = submit(felt, verb, body, role)
    assert (answer.ok, answer.code) == (False, code)
    assert named in answer.message
    assert felt.turn.table.rev == 0
    assert felt.told == []


@pytest.mark.parametrize("verb", sorted(NOT_YET))
def test_verbs_of_later_versions_are_refused_by_their_names(verb: str) -> None:
    answer = submit(Felt(), verb, {"id": "a1"}, "admin")
    assert answer.code == "cmd.not_yet"
    assert verb in answer.message


def test_a_right_command_is_done_and_answered_with_the_new_rev() -> None:
    felt = Felt()
    answer = submit(felt, "sit", SIT)
    assert (answer.id, answer.verb, answer.ok, answer.code, answer.rev) == ("a1", "sit", True, "", 1)
    assert answer.as_of_seq == felt.turn.table.seq == felt.state()["as_of_seq"] == 1
    assert felt.state()["seats"][1]["name"] == "Ann"


def test_a_mapping_is_taken_like_its_json() -> None:
    felt = Felt()
    assert felt.desk.submit("sit", SIT, "dealer").ok
    assert felt.desk.submit("sit", {**SIT, "id": "a2", "seat": 11}, "dealer").code == "cmd.bad_argument"
    assert felt.desk.submit("sit", {}, "dealer").code == "cmd.bad_argument"


def test_what_the_core_refuses_keeps_the_core_s_code_and_words() -> None:
    felt = Felt()
    answer = submit(felt, "act", {"id": "a1", "seat": 2, "do": "check"})
    assert (answer.ok, answer.code) == (False, "state.no_hand")
    assert "new_hand" in answer.message


def test_expect_rev_guards_against_a_table_that_moved_on() -> None:
    felt = Felt()
    assert submit(felt, "sit", {**SIT, "expect_rev": 0}).ok
    answer = submit(felt, "sit", {**SIT, "id": "a2", "seat": 3, "expect_rev": 0})
    assert answer.code == "state.moved_on"


@pytest.mark.parametrize(("age_ms", "ok"), [(0, True), (10_000, True), (10_001, False), (-10_000, True), (-10_001, False)])
def test_a_command_expires(age_ms: int, ok: bool) -> None:
    felt = Felt()
    answer = submit(felt, "sit", {**SIT, "issued_at": utc_text(WALL_MS - age_ms)})
    assert answer.ok is ok
    assert answer.code == ("" if ok else "cmd.expired")


def test_a_time_of_issue_may_stand_in_any_zone() -> None:
    assert submit(Felt(), "sit", {**SIT, "issued_at": "2026-01-01T02:00:00+02:00"}).ok


def test_a_repeated_command_is_answered_again_and_not_done_again() -> None:
    felt = Felt()
    first = submit(felt, "sit", {**SIT, "issued_at": utc_text(WALL_MS)})
    felt.do("stand", seat=2)
    told = len(felt.told)
    felt.clock.at_ns += 60_000_000_000
    # later than it would be taken the first time: whoever repeats it asks for the answer he missed
    assert submit(felt, "sit", {**SIT, "issued_at": utc_text(WALL_MS)}) == first
    assert submit(felt, "sit", SIT) == first
    assert len(felt.told) == told
    assert felt.state()["seats"][1]["state"] == "empty"


@pytest.mark.parametrize(
    ("verb", "body", "role"), [("sit", {**SIT, "seat": 3}, "dealer"), ("stand", {"id": "a1", "seat": 2}, "dealer"), ("sit", SIT, "floor")]
)
def test_an_id_is_for_one_command_only(verb: str, body: dict[str, Any], role: str) -> None:
    felt = Felt()
    assert submit(felt, "sit", SIT).ok
    assert submit(felt, verb, body, role).code == "cmd.id_reused"
    assert felt.turn.table.rev == 1


def test_a_command_refused_by_the_desk_may_be_sent_again_put_right() -> None:
    felt = Felt()
    assert submit(felt, "sit", {**SIT, "seat": 11}).code == "cmd.bad_argument"
    assert submit(felt, "sit", {**SIT, "issued_at": utc_text(0)}).code == "cmd.expired"
    assert submit(felt, "sit", SIT).ok


def test_a_retained_command_is_refused_and_not_done() -> None:
    felt = Felt()
    answer = submit(felt, "sit", SIT, retained=True)
    assert (answer.code, answer.id) == ("cmd.retained", "a1")
    assert felt.turn.table.rev == 0


def test_memory_of_answers_is_bounded() -> None:
    felt = Felt()
    felt.desk._remembered = 3
    for n in range(10):
        submit(felt, "buy_in", {"id": f"b{n}", "seat": 2, "amount": 5})
    assert len(felt.desk._done) == 3
    assert list(felt.desk._done) == ["b7", "b8", "b9"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
FIELDS = st.dictionaries(
    st.sampled_from(["id", "seat", "do", "to", "name", "stack", "amount", "cards", "stakes", "reason", "expect_rev", "issued_at"]), JSON
)
VALID = st.fixed_dictionaries(
    {"id": st.text(alphabet="abc", min_size=1, max_size=2), "seat": st.integers(1, 10)},
    optional={
        "do": st.sampled_from(["fold", "check", "call", "bet", "raise", "all_in"]),
        "to": st.integers(1, 10**15),
        "name": st.text(max_size=5),
        "stack": st.integers(1, 10**15),
        "amount": st.integers(1, 10**15),
        "issued_at": st.datetimes(timezones=st.timezones()).map(lambda at: at.isoformat()),
    },
)
VERB = st.sampled_from(sorted(VERBS)) | st.text(max_size=8)


@given(
    st.lists(
        st.tuples(VERB, st.binary() | JSON | FIELDS | VALID, st.sampled_from(["dealer", "floor", "admin", "device", ""]), st.booleans())
    )
)
@pytest.mark.slow
def test_nothing_a_sender_writes_makes_the_desk_raise(commands: list[tuple[str, object, str, bool]]) -> None:
    felt = Felt(seats=3)
    for verb, body, role, retained in commands:
        before = felt.turn.table.rev
        if isinstance(body, dict) and retained is False:
            answer = felt.desk.submit(verb, body, role)
        else:
            answer = submit(felt, verb, body, role, retained)
        CommandAnswer.model_validate_json(answer.model_dump_json())
        assert answer.ok == (answer.code == "")
        if not answer.ok:
            assert felt.turn.table.rev == before


@pytest.mark.parametrize("number", ["3", True, 3.0])
def test_the_number_of_a_draw_is_a_whole_number(number: object) -> None:
    felt = Felt()
    assert felt.ask("act", seat=1, do="draw", number=number).code == "cmd.bad_argument"
