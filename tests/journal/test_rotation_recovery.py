"""A rotation over restarts: a table that was cut off goes on with the game, the lap and the time it had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from felt import BLINDS
from kept_felt import BootClock, KeptFelt, place_in
from msgspec.structs import replace

from controller.game.chips import Round, Stakes
from controller.game.rotations import stakes_of
from controller.journal.paths import JournalPlace
from controller.recovery import recover
from controller.rules.house import House
from controller.table.table import Table

THREE = [{"game": "holdem"}, {"game": "omaha", "limit": "pot_limit"}, {"game": "omaha_hilo", "limit": "fixed_limit"}]


def began(place: JournalPlace, **how: Any) -> KeptFelt:
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    felt.do("rotation", games=THREE, **how)
    return felt


def begin(felt: KeptFelt) -> str:
    felt.do("new_hand")
    game: str = felt.state()["game"]
    return game


def give_up(felt: KeptFelt) -> None:
    felt.do("post")
    felt.act("fold", "fold")


def test_cut_after_every_command_the_games_go_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt, games = began(place), []
    for hand in range(11):
        games.append(begin(felt))
        live = felt.turn.table
        felt.cut()
        felt = KeptFelt(place, boot_id=f"in-{hand}")
        assert felt.turn.table == live, "in the middle of the hand"
        give_up(felt)
        live, told = felt.turn.table, felt.state()["rotation"]
        felt.cut()
        felt = KeptFelt(place, boot_id=f"after-{hand}")
        assert felt.turn.table == live, "between two hands"
        assert felt.state()["rotation"] == told
    assert games == ["holdem"] * 3 + ["omaha"] * 3 + ["omaha_hilo"] * 3 + ["holdem"] * 2


def test_the_time_of_a_game_goes_on_while_the_table_is_off(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = began(place, minutes=10)
    assert begin(felt) == "holdem"
    ends_ms = felt.state()["rotation"]["ends_table_ms"]
    give_up(felt)
    felt.cut()
    felt = KeptFelt(place, boot_id="again")
    assert felt.state()["rotation"]["ends_table_ms"] == ends_ms
    felt.clock.at_ns = ends_ms * 1_000_000
    assert begin(felt) == "omaha"


def test_the_first_hand_of_a_game_is_corrected_after_a_cut(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = began(place)
    for _ in range(3):
        begin(felt)
        give_up(felt)
    assert begin(felt) == "omaha"
    felt.do("post")
    felt.act("call")
    felt.cut()
    felt = KeptFelt(place, boot_id="again")
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "raise", "to": 300})
    state = felt.state()
    assert (state["game"], state["legal"]["call"], state["rotation"]["position"]) == ("omaha", 250, 2)


def opened(place: JournalPlace, house: House) -> Table:
    recovered = recover(place, house)
    recovered.journal(place, house, "b", BootClock(recovered.start_s))  # type: ignore[arg-type]
    recovered.store.close()
    return recovered.table


def test_what_the_floor_set_stays_until_the_file_says_something_else(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = began(place, position=2)
    set_by_floor = felt.turn.table.around.rotation
    felt.cut()
    plain = House(seats=6, stakes=BLINDS)
    assert opened(place, plain).around.rotation == set_by_floor
    games = stakes_of([Round("badugi"), Round("tahoe")], BLINDS)
    filed = opened(place, replace(plain, rotation=games))
    assert (filed.stakes.game, filed.around.rotation and filed.around.rotation.games) == ("badugi", games)
    assert opened(place, replace(plain, rotation=games)) == filed
    slower = opened(place, replace(plain, rotation=games, rotation_minutes=45))
    assert slower.around.rotation is not None
    assert slower.around.rotation.minutes == 45
    back = opened(place, replace(plain, stakes=Stakes(1, 2)))
    assert (back.around.rotation, back.stakes) == (None, Stakes(1, 2))
