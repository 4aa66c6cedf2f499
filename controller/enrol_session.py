"""`smarttable deck enrol` at a real table: the board's reader, and the person at the keyboard."""

from __future__ import annotations

import asyncio
import contextlib

from controller.config import Config
from controller.deck_commands import Ask, BoardReads, Say, enrol
from controller.game.zones import BOARD
from drivers.base import DriverError, Health
from drivers.registry import make_driver
from firmware_bridge.links import opener_for


async def ask_at_terminal(question: str) -> str:
    """Return what the person typed; `q` at the end of input."""
    try:
        return await asyncio.to_thread(input, question)
    except EOFError:
        return "q"


async def enrol_at(config: Config, name: str, say: Say, ask: Ask = ask_at_terminal, *, replace: bool = False, joker: bool = False) -> int:
    """Enrol the deck `name` over the board antenna of the table `config`; return the exit code.

    Only that antenna is polled. Trouble with the reader is said as it comes, with the remedy.
    """
    place = next(((reader, number) for reader in config.readers for number, zone in reader.antennas.items() if zone == BOARD), None)
    if place is None:
        say(f'no antenna lies under the board: give a reader one, as antennas = {{ 3 = "{BOARD}" }}')
        return 1
    reader, antenna = place
    try:
        driver = make_driver(reader.driver, reader.name, opener_for(reader.link), {**reader.options, "antennas": (antenna,)})
    except DriverError as error:
        say(str(error))
        return 1
    reads = BoardReads(reader.name, antenna)

    def tell(health: Health) -> None:
        if health.state == "failed":
            say(f"reader {health.part}: {health.reason}: {health.remedy}")

    polling = asyncio.create_task(driver.run(reads.put, tell), name=f"driver:{reader.name}")
    try:
        return await enrol(config.deck.file, name, reads, say, ask, replace=replace, joker=joker)
    finally:
        polling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await polling
