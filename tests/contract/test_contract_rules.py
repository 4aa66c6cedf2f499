"""The contract kit names the rule that a table breaks, and finds nothing against one that keeps them."""

from __future__ import annotations

import json

import pytest
from mutants import MUTANTS
from recorded import Said, checked, find, recording

from controller.contract.checker import MAX_OF_A_RULE, Checker
from controller.contract.report import as_json, as_lines, passed
from controller.contract.rules import RULES
from controller.mqtt.topics import STORIES

#: Long enough for an answer to be late; for the heartbeat it takes longer.
LATE_S = {"no answer": 12.0, "no heartbeat": 40.0}

#: What a fault cannot but break as well.
BREAKS_TOO = {
    "gap in seq": {"2.3"},
    "info of another boot": {"3.3"},
    "an id of another kind": {"4.1", "8.2"},
    "a ruling of another hand": {"8.2"},
    "opened as decided": {"8.3"},
    "a ruling that goes back": {"8.3"},
    "announced again after it was said": {"8.3"},
    "a reminder taken back": {"8.3"},
}


def test_the_recorded_session_keeps_every_rule() -> None:
    said = recording()
    assert len([message for message in said if message.name == "event"]) > 40
    assert checked(said).broken == []


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_rule_is_named_with_its_message(name: str) -> None:
    mutant = MUTANTS[name]
    said = recording()
    mutant.make(said)
    checker = checked(said, end_s=LATE_S.get(name))
    named = [(finding.rule, finding.topic) for finding in checker.broken]
    assert (mutant.rule, mutant.topic) in named, named
    assert {rule for rule, _ in named} == BREAKS_TOO.get(name, set()) | {mutant.rule}, checker.broken


def test_every_rule_has_a_table_that_breaks_it() -> None:
    assert {mutant.rule for mutant in MUTANTS.values()} == set(RULES)


@pytest.mark.slow
def test_who_comes_in_the_middle_finds_nothing_wrong_with_a_table_that_keeps_the_rules() -> None:
    """At every moment of the session: what stands is found standing, the rest is heard."""
    said = recording()
    for joined_at in range(len(said)):
        checker = Checker()
        checker.joined()
        standing = {message.name: message for message in said[:joined_at] if message.retain}
        for message in standing.values():
            if message.body:
                checker.hear(message.name, message.body, True, 0.0)
        for message in said[joined_at:]:
            checker.hear(message.name, message.body, False, 0.1)
        checker.end(0.2, None)
        assert checker.broken == [], joined_at


def test_a_listener_that_was_away_does_not_blame_the_table_for_what_it_missed() -> None:
    said = recording()
    for away_from, back_at in ((20, 30), (40, 41), (60, 90)):
        checker = Checker()
        for message in said[:away_from]:
            checker.hear(message.name, message.body, False, 0.0)
        checker.joined()
        for message in {message.name: message for message in said[:back_at] if message.retain and message.body}.values():
            checker.hear(message.name, message.body, True, 0.1)
        for message in said[back_at:]:
            checker.hear(message.name, message.body, False, 0.2)
        checker.end(0.3, None)
        assert checker.broken == []


def test_no_heartbeat_is_due_from_a_broker_that_is_gone() -> None:
    checker = Checker()
    for message in recording():
        checker.hear(message.name, message.body, False, 0.0)
    checker.joined()  # the connection is lost, and does not come back
    checker.end(60.0, None)
    assert checker.broken == []


@pytest.mark.parametrize("last", [1, 5, 25, 1_000])
def test_whatever_was_told_last_may_be_told_again_in_order(last: int) -> None:
    """Whose acknowledgement was lost is told again: rulings that were decided since, and what the dealer was reminded of since."""
    said = recording()
    places = [place for place, message in enumerate(said) if message.name in STORIES]
    assert {said[place].name for place in places} == set(STORIES)
    for end in range(len(places)):
        told = [said[place] for place in places[: end + 1]][-last:]
        assert checked([*said[: places[end] + 1], *told, *said[places[end] + 1 :]]).broken == []


def test_a_story_told_again_with_the_same_bytes_is_fine() -> None:
    said = recording()
    place = find(said, "event", -4)
    said.insert(place + 2, said[place])
    assert checked(said).broken == []


def test_another_boot_may_begin_its_sequence_anew_or_go_on_with_it() -> None:
    first = recording()
    anew = [message.but(boot_id="boot-2") if message.body and not message.is_asked else message for message in recording()]
    anew = [message.but(sequence="another") if message.name == "status" else message for message in anew]
    assert checked([*first, *anew]).broken == []
    gap = list(anew)
    gap.pop(find(gap, "event"))
    assert {finding.rule for finding in checked([*first, *gap]).broken} == {"2.1", "2.3"}


def test_a_report_names_no_card_and_repeats_no_payload() -> None:
    said = recording()
    for name in ("hole card in state", "hole card in event", "hole card in words"):
        MUTANTS[name].make(said)
    said.append(said[find(said, "state", -1)].but(board=["secret-words"], secret_field={"Kd": "Kd"}))
    tables = {"t1": checked(said)}
    text = "\n".join(as_lines(tables, "broker")) + as_json(tables, "broker")
    assert "6.1 card.hidden" in text
    assert not any(card in text for card in ("Qs", "Qd", "As", "Kd", "secret-words"))


def test_the_report_says_rule_topic_and_seq_and_how_many_more() -> None:
    said = recording()
    said += [Said("gossip", b"{}", False)] * (MAX_OF_A_RULE + 3)
    MUTANTS["rev does not follow"].make(said)
    tables = {"t1": checked(said)}
    lines = as_lines(tables, "broker")
    seq = said[find(said, "event", -1)].fields["seq"]
    assert any(line.startswith(f"t1: rule 2.5 rev.chain: event (seq {seq}): ") for line in lines)
    assert "t1: rule 4.3 payload.topic: 3 times more" in lines
    told = json.loads(as_json(tables, "broker"))
    assert (told["ok"], told["tables"][0]["found"]) == (False, {"4.3": MAX_OF_A_RULE + 3, "2.5": 1})
    assert not passed(tables)


def test_no_table_at_all_is_no_pass() -> None:
    assert not passed({})
    assert "--table" in as_lines({}, "127.0.0.1:1883")[0]
