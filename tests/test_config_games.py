"""[game] of table.toml: the games there are, and how many may sit down to one."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import ConfigError, load
from controller.config_checks import warnings_of
from controller.sim_commands import has_joker


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "table.toml"
    file.write_text("schema = 1\n" + text, encoding="utf-8")
    return file


def reader(antennas: dict[int, str], game: str, more: str = "") -> str:
    """A table of two seats with one reader; `more` are further keys of the reader."""
    lying = ", ".join(f'{output} = "{zone}"' for output, zone in antennas.items())
    return (
        f'[table]\nseats = 2\n[game]\nvariant = "{game}"\n[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "tcp:192.0.2.1:10001"\n'
        f"antennas = {{ {lying} }}\n{more}"
    )


def test_a_game_of_the_table_is_played(tmp_path: Path) -> None:
    house = load(written(tmp_path, '[game]\nvariant = "omaha_hilo"\nlimit = "fixed_limit"\n')).house()
    assert (house.variant, house.stakes.limit) == ("omaha_hilo", "fixed_limit")


@pytest.mark.parametrize(
    ("game", "house", "joker"),
    [("jacks_or_better", "", True), ("jacks_or_better", "[house.options]\ndraw_joker = false\n", False), ("holdem", "", False)],
)
def test_a_simulated_deck_has_a_joker_where_the_game_and_the_house_have_one(tmp_path: Path, game: str, house: str, joker: bool) -> None:
    config = load(written(tmp_path, f'[table]\nseats = 8\n[game]\nvariant = "{game}"\n[stakes]\nante = 5\n{house}'))
    assert has_joker(config) is joker


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[game]\nvariant = "omahaa"\n', ("table.toml:3", "no game 'omahaa'", "omaha", "config.unknown_game")),
        ('[game]\nvariant = "omaha_bomb2"\n[stakes]\nante = 5\n', ("table.toml:1", "53 cards", "52", "2 to 9", "config.game_seats")),
        ('[table]\nseats = 6\n[game]\nvariant = "holdem_bomb"\n', ("bomb pot", "ante", "config.limit")),
        ('[table]\nseats = 9\n[game]\nvariant = "omaha5"\n', ("table.toml:3", "53 cards", "52", "2 to 8", "config.game_seats")),
        (
            '[table]\nseats = 9\n[game]\nvariant = "stud7"\n',
            ("table.toml:3", "seven-card stud is for fewer than 9 players at this house", "2 to 8", "config.game_seats"),
        ),
        (
            '[table]\nseats = 9\n[game]\nvariant = "badugi"\n[house]\nbook = "roberts"\n',
            ("table.toml:3", "badugi is for fewer than 9 players at this house", "2 to 8", "config.game_seats"),
        ),
        (
            reader({1: "seat/1/hole", 2: "seat/2/hole"}, "stud7"),
            ("table.toml:5", "deals 4 cards to each seat that everybody sees, and no antenna reads them", "seat/1/up", "config.game_zones"),
        ),
        (
            reader({1: "seat/1/hole", 2: "seat/2/hole", 3: "board"}, "omaha", "cards_per_antenna = 3\n"),
            ("table.toml:10", "Omaha deals 4 cards to seat/1/hole, the antennas there hold 3", "cards_per_antenna", "config.game_cards"),
        ),
        (
            reader({1: "seat/1/up", 2: "seat/2/up", 3: "seat/1/hole", 4: "seat/2/hole"}, "stud7", "cards_per_antenna = 3\n"),
            ("seven-card stud deals 4 cards to seat/1/up, the antennas there hold 3", "config.game_cards"),
        ),
        (
            reader({1: "seat/1/hole", 2: "board"}, "holdem", "cards_per_antenna = 4\n"),
            ("Texas hold'em deals 5 cards to board, the antennas there hold 4", "config.game_cards"),
        ),
    ],
)
def test_a_game_that_cannot_be_played_is_told_with_its_place(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert all(part in str(caught.value) for part in said), str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        reader({1: "seat/1/hole", 2: "seat/2/hole", 3: "seat/1/hole", 4: "seat/2/hole"}, "omaha", "cards_per_antenna = 2\n"),
        reader({1: "seat/1/hole", 2: "seat/2/hole"}, "omaha5"),
        reader({1: "seat/1/up", 2: "seat/2/up", 3: "seat/1/hole", 4: "seat/2/hole"}, "stud7", "cards_per_antenna = 4\n"),
        reader({1: "muck", 2: "stub"}, "holdem", "cards_per_antenna = 1\n"),
        reader({1: "muck", 2: "board"}, "stud7"),
        '[game]\nvariant = "stud7"\n[table]\nseats = 8\n',
        '[game]\nvariant = "stud7"\n[table]\nseats = 9\n[house]\noptions = { stud_max_players = 9 }\n',
    ],
    ids=[
        "two antennas a hand",
        "as many as come",
        "up and down",
        "piles are never whole",
        "seats by hand",
        "no readers",
        "as the house has it",
    ],
)
def test_a_game_that_the_antennas_hold_is_played(tmp_path: Path, text: str) -> None:
    assert load(written(tmp_path, text)).game.variant in text


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ('[table]\nseats = 9\n[game]\nvariant = "ace_to_five_lowball"\n', True),
        ('[table]\nseats = 8\n[game]\nvariant = "ace_to_five_lowball"\n', False),
        ('[table]\nseats = 10\n[game]\nvariant = "holdem"\n', False),
    ],
)
def test_a_deck_that_may_run_out_is_a_warning(tmp_path: Path, text: str, *, warned: bool) -> None:
    codes = [problem.code for problem in warnings_of(load(written(tmp_path, text)))]
    assert ("config.cards_short" in codes) is warned


def test_a_wrong_answer_of_the_house_does_not_hide_what_else_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, '[table]\nseats = 9\n[game]\nvariant = "stud7"\n[house]\noptions = { nobody_asks = 9 }\n'))
    assert "config.game_seats" in str(caught.value)
    assert "nobody_asks" in str(caught.value)


def test_every_game_of_a_rotation_has_antennas_and_seats(tmp_path: Path) -> None:
    text = reader({1: "seat/1/hole", 2: "seat/2/hole"}, "holdem").replace('variant = "holdem"', 'rotation = "horse"')
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text.replace("seats = 2", "seats = 9")))
    told = str(caught.value)
    assert "razz deals 4 cards to each seat that everybody sees" in told
    assert "razz is for 2 to 8 players" in told
    assert "Omaha" not in told


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
