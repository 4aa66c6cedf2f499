"""Which antenna reads which place: what is accepted and what is refused with which words."""

from __future__ import annotations

import pytest

from controller.game.zones import BOARD, HOLE
from controller.sensing.zones import ZoneMapError, antenna_zones


def test_a_map_with_two_antennas_under_the_board() -> None:
    entries = [("hf0", 1, "seat/1/hole"), ("hf0", 2, "board"), ("hf1", 1, "board")]
    assert antenna_zones(entries, seats=6) == {("hf0", 1): HOLE[1], ("hf0", 2): BOARD, ("hf1", 1): BOARD}


def test_no_antennas_is_a_table_played_by_hand() -> None:
    assert antenna_zones([], seats=10) == {}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (("hf0", 0, "board"), "reader hf0, antenna 0: outputs are numbered 1 to 255"),
        (("hf0", 256, "board"), "reader hf0, antenna 256: outputs are numbered 1 to 255"),
        (("hf0", 1, "seat/1/holes"), "there is no zone 'seat/1/holes'; did you mean 'seat/1/hole'?"),
        (("hf0", 1, "bord"), "did you mean 'board'?"),
        (("hf0", 1, "xyz"), "zones are seat/1/hole to seat/10/hole, board, burn, muck and stub"),
        (("hf0", 1, ""), "there is no zone ''"),
        (("hf0", 1, "seat/7/hole"), "the table has 6 seats; raise `seats` or remove 'seat/7/hole'"),
        (("hf0", 9, "muck"), "given twice, for 'stub' and 'muck'; keep one"),
    ],
)
def test_an_entry_that_makes_no_sense(entry: tuple[str, int, str], said: str) -> None:
    with pytest.raises(ZoneMapError) as refused:
        antenna_zones([("hf0", 9, "stub"), entry], seats=6)
    assert said in str(refused.value)
    assert f"antenna {entry[1]}" in str(refused.value)
