"""What the crash run's ledger finds: each claim is broken once, and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from controller.crash_ledger import Ledger

Story = dict[str, Any]


def _story(seq: int, kind: str, **fields: Any) -> Story:
    return {"boot_id": "a", "seq": seq, "kind": kind, "hand": "h1", **fields}


def _told() -> list[Story]:
    return [
        _story(1, "hand_started"),
        _story(2, "board", cards=["2c", "3c", "4c"]),
        _story(3, "shown", seat=1, cards=["As", "Ks"]),
        _story(4, "hand_ended", payoffs={"1": 50, "2": -50}),
    ]


def _truth() -> list[Story]:
    dealt = {"seat/1/hole": ["As", "Ks"], "seat/2/hole": ["7d", "2h"], "board": ["2c", "3c", "4c"]}
    moves = [{"act": "move", "card": card, "from": "stub", "to": zone} for zone, cards in dealt.items() for card in cards]
    fold = {"act": "say", "verb": "act", "sent": {"id": "1", "seat": 2, "do": "fold"}}
    return [
        {"act": "hand", "number": 1, "file": "x.phh"},
        *moves,
        fold,
        {"act": "result", "number": 1, "hand": 1, "ok": True, "payoffs": [50, -50], "expected": [50, -50]},
    ]


def _claims(told: list[Story], truth: list[Story], as_of_seq: int | None = None) -> list[str]:
    """What is broken, but for the contract kit's findings, which has tests of its own: these stories are abridged."""
    ledger = Ledger()
    for story in told:
        ledger.hear("event", json.dumps(story).encode(), False, 0.0)
    as_of = len({story["seq"] for story in told}) if as_of_seq is None else as_of_seq
    state = {"boot_id": "a", "as_of_seq": as_of, "rev": 1, "hand": "h1", "stage": "ended", "board": [], "seats": []}
    ledger.hear("state", json.dumps(state).encode(), True, 0.0)
    return [claim for claim in ledger.broken(truth) if not claim.startswith("contract rule")]


def test_a_hand_told_as_it_was_breaks_nothing_also_when_stories_are_repeated() -> None:
    told = _told()
    assert _claims(told, _truth()) == []
    assert _claims([*told, told[2], told[3]], _truth()) == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda told: told.pop(1), "seq 3 was told when 2 was due"),
        (lambda told: told.append(_story(4, "hand_ended", payoffs={"1": 50, "2": -50}, text="otherwise")), "seq 4 has two meanings"),
        (lambda told: told.append(_story(5, "hand_started")), "hand h1: hand_started is told 2 times"),
        (lambda told: told.append(_story(5, "hand_void")), "hand h1 was voided"),
        (lambda told: told[3].update(payoffs={"1": 40, "2": -40}), "the payoffs told are [40, -40], the recorded ones [50, -50]"),
        (lambda told: told[1].update(cards=["2c", "3c", "5c"]), "the board told is not the one that lay there"),
        (lambda told: told[2].update(seat=2, cards=["7d", "2h"]), "cards of seat 2, which had folded, were told"),
        (lambda told: told[2].update(cards=["As", "7d"]), "seat 1 is told to show what it was not dealt"),
    ],
)
def test_what_is_told_wrong_is_named_without_a_card(change: Callable[[list[Story]], None], named: str) -> None:
    told = _told()
    change(told)
    claims = _claims(told, _truth())
    assert any(named in claim for claim in claims), claims
    assert not any(card in claim for claim in claims for card in ("As", "7d", "2h", "5c"))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda truth: truth[-1].update(ok=False), "hand 1: it did not come out as recorded"),
        (lambda truth: truth.insert(3, {"act": "anew", "number": 1}), "hand 1: the table forgot it"),
        (lambda truth: truth.pop(), "hand 1: the people did not play it to its end"),
    ],
)
def test_what_the_people_met_is_named(change: Callable[[list[Story]], None], named: str) -> None:
    truth = _truth()
    change(truth)
    assert any(named in claim for claim in _claims(_told(), truth))


def test_a_story_that_never_came_is_missed() -> None:
    assert _claims(_told(), _truth(), as_of_seq=5) == ["the last story heard is 4, and `state` takes 5 into account"]
