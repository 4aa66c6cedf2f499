"""[game] rotation of table.toml: games that are played one after another, each with its own limit and stakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import ConfigError, check, load
from controller.game.chips import Stakes
from controller.table.table import new_table

EIGHT_SEATS = "[table]\nseats = 8\n"


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "table.toml"
    file.write_text("schema = 1\n" + text, encoding="utf-8")
    return file


def test_a_list_by_its_name(tmp_path: Path) -> None:
    text = EIGHT_SEATS + '[game]\nrotation = "horse"\nlimit = "fixed_limit"\n'
    config = load(written(tmp_path, text + "[stakes]\nsmall_blind = 5\nbig_blind = 10\nante = 2\nbring_in = 3\n"))
    house = config.house()
    assert [one.game for one in house.rotation] == ["holdem", "omaha_hilo", "razz", "stud7", "stud7_hilo"]
    assert house.rotation[0] == Stakes(5, 10, limit="fixed_limit", game="holdem")
    assert house.rotation[2] == Stakes(0, 10, ante=2, bring_in=3, limit="fixed_limit", game="razz")
    assert config.games_played()[0] == ("holdem", "fixed_limit")
    table = new_table(house)
    assert table.stakes == house.rotation[0]
    assert table.around.rotation is not None
    assert table.around.rotation.games == house.rotation


def test_games_with_limits_and_stakes_of_their_own(tmp_path: Path) -> None:
    text = """[game]
rotation = [
  "holdem",
  { game = "omaha", limit = "pot_limit", small_blind = 2, big_blind = 4 },
  { game = "holdem", limit = "spread_limit", max_bets = [4, 8] },
]
rotation_minutes = 20
"""
    house = load(written(tmp_path, text)).house()
    assert house.rotation == (
        Stakes(1, 2, game="holdem"),
        Stakes(2, 4, limit="pot_limit", game="omaha"),
        Stakes(1, 2, limit="spread_limit", max_bets=(4, 8), game="holdem"),
    )
    assert house.rotation_minutes == 20


def test_without_a_rotation_one_game_is_played(tmp_path: Path) -> None:
    house = load(written(tmp_path, '[game]\nvariant = "omaha"\n')).house()
    assert (house.rotation, new_table(house).around.rotation) == ((), None)


def test_each_game_is_explained_with_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, '[game]\nrotation = [\n"holdem",\n{ game = "omaha", limit = "pot_limit" },\n]\n')
    rows = {row.key: (row.value, row.origin) for row in check(file).rows}
    assert rows["game.rotation[2].limit"] == ("pot_limit", f"{file}:5")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[game]\nrotation = "hors"\n', (":3", "game.rotation", "no list 'hors'", "horse", "hose, hoe, roe, horse, eight_game")),
        ('[game]\nrotation = ["omaha"]\n', (":3", "2 to 20 games", "config.rotation")),
        ('[game]\nrotation = ["omaha",\n"raz"]\n', (":4", "game.rotation[2]", "no game 'raz'", "razz", "config.unknown_game")),
        ('[game]\nrotation = ["omaha", { game = "razz", stack = 3 }]\n', (":3", "game.rotation[2].stack")),
        ('[game]\nrotation = ["omaha",\n"razz"]\n', (":4", "2 to 8 players", "config.game_seats")),
        (
            '[game]\nlimit = "fixed_limit"\nrotation = ["omaha",\n{ game = "holdem", small_bet = 5 }]\n',
            (":5", "one small bet", "cooke.12.05.b", "config.limit"),
        ),
        (
            '[game]\nvariant = "holdem"\nrotation = ["omaha", "holdem"]\n',
            (":3", "game.variant", "one game or a rotation", "config.rotation"),
        ),
        ("[game]\nrotation_minutes = 20\n", (":3", "name them in rotation", "config.rotation")),
        ('[game]\nrotation = ["omaha", "holdem"]\nrotation_minutes = 1441\n', (":4", "game.rotation_minutes", "0 to 1_440")),
    ],
)
def test_what_cannot_be_played_is_told_with_its_place(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert all(part in str(caught.value) for part in said), str(caught.value)


def test_up_cards_of_any_game_want_antennas(tmp_path: Path) -> None:
    reader = '[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "tcp:127.0.0.1:9"\nantennas = { 1 = "board" }\n'
    plain, stud = (
        check(written(tmp_path, EIGHT_SEATS + f'[game]\nrotation = ["holdem", "{game}"]\n' + reader)).warnings for game in ("omaha", "razz")
    )
    assert not any("seat/1/up" in line for line in plain)
    assert any("seat/1/up" in line for line in stud)
