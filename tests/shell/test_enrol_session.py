"""Enrolling a deck at a simulated table over a real pty, as a person does it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from controller import clock
from controller.config import Config, load
from controller.enrol_session import enrol_at
from controller.game.cards import parse_card
from controller.game.zones import BOARD, STUB
from controller.sensing.decks import load_decks
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT
from sim.table import SimTable

SPEED = 60.0


def config_at(folder: Path, links: dict[str, str], antennas: str = '3 = "board", 4 = "muck"') -> Config:
    file = folder / "table.toml"
    file.write_text(
        'schema = 1\n[deck]\nfile = "decks.json"\n[[reader]]\nname = "hf1"\ndriver = "feig"\n'
        f'link = "{links["hf1"]}"\nantennas = {{ {antennas} }}\n'
    )
    return load(file)


def test_a_deck_is_learnt_card_by_card(tmp_path: Path) -> None:
    async def main() -> tuple[int, list[str]]:
        # away from the dealer's other places: only the board has an antenna here
        floor = SimTable(5, Faults(miss=0.05), layout={place: zone for place, zone in STANDARD_LAYOUT.items() if place == ("hf1", 3)})
        for card in floor.world.cards_in(STUB):
            floor.world.take(card)
        config = config_at(tmp_path, floor.use_ptys(tmp_path))
        devices = asyncio.create_task(floor.run())
        said: list[str] = []

        def person(text: str) -> None:
            """Does what is asked, at once."""
            said.append(text)
            if found := re.fullmatch(r"Lay (..)\.", text):
                card = parse_card(found[1])
                assert card is not None
                floor.world.put(card, BOARD, "up")
            elif text.startswith("Take every card off"):
                for lying in floor.world.cards_in(BOARD):
                    floor.world.take(lying)

        async def keeps(question: str) -> str:
            return ""

        try:
            code = await enrol_at(config, "blue", person, keeps)
        finally:
            devices.cancel()
            await asyncio.gather(devices, return_exceptions=True)
        assert load_decks(config.deck.file).decks["blue"] == floor.deck
        return code, said

    code, said = clock.run(main, SPEED)
    assert code == 0
    assert said[-1]


def test_a_table_without_a_board_antenna_says_what_to_add(tmp_path: Path) -> None:
    config = config_at(tmp_path, {"hf1": "tcp:127.0.0.1:1"}, '1 = "seat/1/hole"')
    said: list[str] = []
    assert clock.run(lambda: enrol_at(config, "blue", said.append)) == 1
    assert "board" in said[0]
    assert "antennas = " in said[0]
