"""What was ruled about a dealer's dealing is counted by his name, once, and not what was decided otherwise or a player did."""

from __future__ import annotations

from pathlib import Path

import pytest
from kept_felt import KeptFelt, place_in

from controller.dealer_mistakes import KINDS, DealerMistakes
from controller.rules.ruling import RULING_KINDS
from controller.web.instruments import DealerView

HOUR_NS = 3_600_000_000_000


@pytest.fixture
def felt(tmp_path: Path) -> KeptFelt:
    table = KeptFelt(place_in(tmp_path))
    table.seat(1, 2, 3, 4)
    return table


def counting(felt: KeptFelt) -> DealerMistakes:
    counted = DealerMistakes(felt.turn.table.dealer, felt.clock.at_ns)
    felt.turn.on_effects(counted.update)
    return counted


def counts(views: list[DealerView]) -> dict[str, dict[str, int]]:
    return {one.name: {kind.kind: kind.count for kind in one.mistakes} for one in views}


def exposed(felt: KeptFelt, seat: int, by: str = "dealer") -> str:
    """A hand whose first reported mistake is a card of that seat; return the kind of the ruling."""
    felt.do("new_hand")
    felt.do("post")
    felt.do("report", what="exposed", seat=seat, by=by)
    kind: str = felt.state()["rulings"][-1]["kind"]
    return kind


def test_kinds_that_are_counted_are_kinds_of_rulings() -> None:
    assert set(KINDS) < set(RULING_KINDS)


def test_a_mistake_counts_for_the_dealer_who_was_logged_in(felt: KeptFelt) -> None:
    counted = counting(felt)
    exposed(felt, 1)  # nobody's
    felt.do("void_hand")
    felt.do("dealer", name="Dora")
    kind = exposed(felt, 2)
    felt.do("void_hand")
    felt.do("dealer", name="Emil")
    assert counts(counted.view(felt.clock.at_ns)) == {"Dora": {kind: 1}, "Emil": {}}


def test_it_is_told_by_the_hour(felt: KeptFelt) -> None:
    felt.do("dealer", name="Dora")
    counted = counting(felt)
    exposed(felt, 2)
    (view,) = counted.view(felt.clock.at_ns + 4 * HOUR_NS)
    assert view.hours == pytest.approx(4, abs=0.01)
    assert view.mistakes[0].per_hour == pytest.approx(0.25, abs=0.01)


def test_what_a_player_did_and_what_was_decided_otherwise_does_not_count(felt: KeptFelt) -> None:
    felt.do("dealer", name="Dora")
    counted = counting(felt)
    exposed(felt, 2, by="player")
    assert counts(counted.view(felt.clock.at_ns)) == {"Dora": {}}
    felt.do("void_hand")
    kind = exposed(felt, 3)
    assert counts(counted.view(felt.clock.at_ns)) == {"Dora": {kind: 1}}
    ruling = felt.state()["rulings"][-1]
    instead = ruling["alternatives"][0]
    felt.do("floor_rule", ruling=ruling["id"], decision="override", reason="nobody saw it", alternative=instead)
    assert counts(counted.view(felt.clock.at_ns)) == {"Dora": {}}
