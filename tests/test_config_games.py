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
        ('[game]\nvariant = "omaha_bomb2"\n[stakes]\nante = 5\n', ("table.toml:1", "53 cards", "52", "2 to 9", "config.game_seats")),
        ('[table]\nseats = 6\n[game]\nvariant = "holdem_bomb"\n', ("bomb pot", "ante", "config.limit")),
        ('[table]\nseats = 9\n[game]\nvariant = "omaha5"\n', ("table.toml:3", "53 cards", "52", "2 to 8", "config.game_seats")),
    ],
)
def test_a_game_that_cannot_be_played_is_told_with_its_place(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert all(part in str(caught.value) for part in said), str(caught.value)


def test_a_double_flop_uses_up_the_deck_and_no_more(tmp_path: Path) -> None:
    house = load(written(tmp_path, '[table]\nseats = 10\n[game]\nvariant = "double_flop_omaha"\n')).house()
    assert (house.variant, house.seats, house.board_antennas) == ("double_flop_omaha", 10, 1)


READER = '[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "tcp://10.0.0.7:10001"\nantennas = {{ {antennas} }}\n'


@pytest.mark.parametrize(
    ("antennas", "places"),
    [
        ('1 = "board"', 1),
        ('1 = "board", 2 = "board/2"', 2),
        ('1 = "board", 2 = "board/2", 3 = "board/3"', 3),
        ('1 = "board", 3 = "board/3"', 1),
    ],
)
def test_further_boards_may_have_antennas_of_their_own(tmp_path: Path, antennas: str, places: int) -> None:
    assert load(written(tmp_path, READER.format(antennas=antennas))).house().board_antennas == places
