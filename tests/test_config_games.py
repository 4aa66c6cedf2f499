"""[game] of table.toml: the games there are, and how many may sit down to one."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import ConfigError, load


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "table.toml"
    file.write_text("schema = 1\n" + text, encoding="utf-8")
    return file


def test_a_game_of_the_table_is_played(tmp_path: Path) -> None:
    house = load(written(tmp_path, '[game]\nvariant = "omaha_hilo"\nlimit = "fixed_limit"\n')).house()
    assert (house.variant, house.stakes.limit) == ("omaha_hilo", "fixed_limit")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[game]\nvariant = "omahaa"\n', ("table.toml:3", "no game 'omahaa'", "omaha", "config.unknown_game")),
        ('[table]\nseats = 9\n[game]\nvariant = "omaha5"\n', ("table.toml:3", "53 cards", "52", "2 to 8", "config.game_seats")),
    ],
)
def test_a_game_that_cannot_be_played_is_told_with_its_place(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert all(part in str(caught.value) for part in said), str(caught.value)
