"""The example of a table for stud: three readers, whose antennas cover every place that the simulated table has."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller import config
from controller.game.zones import CARD_ZONES, HOLE, SIGHT_ZONES, UP
from sim.layout import STUD_LAYOUT

EXAMPLE = Path(__file__).resolve().parents[1] / "table.example.stud.toml"


def test_the_example_is_a_config_without_warnings() -> None:
    checked = config.check(EXAMPLE)
    assert checked.warnings == ()
    house = checked.config.house()
    assert (house.variant, house.seats, house.stakes.bring_in, house.stakes.limit) == ("stud7", 8, 5, "fixed_limit")
    layout = {(reader.name, antenna): zone for reader in checked.config.readers for antenna, zone in reader.antennas.items()}
    simulated = {place: zone for place, zone in STUD_LAYOUT.items() if zone not in HOLE[9:]}
    assert layout == simulated
    assert set(layout.values()) == (CARD_ZONES | SIGHT_ZONES) - {*HOLE[9:], *UP[9:]}


def test_a_place_for_up_cards_that_no_antenna_reads_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(EXAMPLE.read_text().replace(', 8 = "seat/8/up"', ""))
    (warning,) = config.check(file).warnings
    assert "seat/8/up" in str(warning)


def test_an_antenna_for_up_cards_at_no_seat_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(EXAMPLE.read_text().replace('8 = "seat/8/up"', '8 = "seat/9/up"'))
    with pytest.raises(config.ConfigError, match="seat/9/up is at no seat"):
        config.load(file)
