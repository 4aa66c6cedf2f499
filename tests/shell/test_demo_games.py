"""`smarttable demo --game …`: one of the games, or several in turn."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from daemon_process import LIMIT_S, Heard, free_port, listen, smarttable

from controller.demo import DemoOptions, write_table
from controller.game.rotations import ROTATIONS
from controller.game.variants import VARIANTS
from sim.demo import HANDS_A_GAME, DemoFloor, games_called
from sim.errors import SimError
from sim.hands_of_games import hands_of_games


@pytest.mark.slow
def test_eight_games_come_out_as_recorded_and_the_table_says_which_is_on() -> None:
    port, hands = free_port(), 3 * HANDS_A_GAME + 1
    ended: list[dict[str, Any]] = []

    def last(one: Heard) -> bool:
        if one.body.get("kind") == "hand_ended":
            ended.append(one.body)
        return len(ended) == hands

    options = ("--headless", "--speed", "20", "--mqtt-port", str(port), "--http-port", str(free_port()))
    with smarttable("demo", "--hands", str(hands), "--game", "eight_game", *options) as demo:
        heard = asyncio.run(listen(port, last, 4 * LIMIT_S))
        out, err = demo.communicate(timeout=LIMIT_S)
    assert (demo.returncode, err) == (0, ""), out + err
    assert out.count("(as recorded)") == hands
    played: dict[str, tuple[int, str, str]] = {}
    for one in heard:
        if one.name == "state" and one.body["stage"] in ("betting", "drawing"):
            played[one.body["hand"]] = (one.body["rotation"]["position"], one.body["game"], one.body["limit"])
    eight = [(number, one.game, one.limit) for number, one in enumerate(ROTATIONS["eight_game"], 1)]
    assert list(played.values()) == [game for game in eight for _ in range(HANDS_A_GAME)][:hands]
    announced = [one.body["game"] for one in heard if one.name == "announcement" and one.body["about"] == "game"]
    assert announced == [game for _, game, _ in eight[:4]]


@pytest.mark.parametrize("name", [*ROTATIONS, "razz", "stud7", "badugi", "omaha", "deuce_to_seven_single_draw"])
def test_there_are_hands_of_every_game_of_a_list_and_a_table_to_play_them_at(name: str, tmp_path: Path) -> None:
    async def main() -> None:
        with contextlib.ExitStack() as held:
            floor = DemoFloor(games=games_called(name))
            config = write_table(tmp_path, DemoOptions(1, free_port(), free_port(), "", open_browser=False, game=name), floor, held, print)
            games = [game for game, _ in config.games_played()]
            assert games == [one.game for one in games_called(name)]
            assert config.table.seats == min(10, *(VARIANTS[game].max_players for game in games))

    asyncio.run(main())


def test_every_hand_of_a_game_is_one_of_a_list() -> None:
    assert {name.rpartition("-")[0] for name, _ in hands_of_games()} == {
        "badugi", "holdem-fixed", "omaha", "omaha-hilo", "razz", "single-draw", "stud7", "stud7-hilo", "triple-draw",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said"), [("hores", "lists: hose, hoe, roe, horse, eight_game"), ("tahoe", "no recorded hands of tahoe come with the program")]
)
def test_what_cannot_be_shown_is_said(name: str, said: str) -> None:
    with pytest.raises(SimError, match=said):
        DemoFloor(games=games_called(name))


@pytest.mark.slow
def test_a_game_that_is_not_there_ends_the_demo_with_one_line() -> None:
    with smarttable("demo", "--headless", "--game", "whist") as demo:
        _, err = demo.communicate(timeout=LIMIT_S)
    assert demo.returncode == 1
    assert "there is no game 'whist'" in err
    assert len(err.splitlines()) == 1
