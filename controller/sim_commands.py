"""What is behind `smarttable sim`: a simulated floor built from a table's own config, beside its daemon.

Nothing here plays: the floor comes from outside, as it does for the demo.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from controller.config import Config
from controller.demo import until_played
from controller.from_config import load_tags, mqtt_settings
from controller.game.cards import Card
from controller.game.variants import VARIANTS
from controller.game.zones import Zone
from controller.harness import SIMULATED_DRIVER
from controller.mqtt.settings import MqttSettings
from controller.sensing.decks import DeckRegistry, load_decks, save_decks

Say = Callable[[str], None]

#: Name of a deck that is made for the simulator where the config names none.
DECK_NAME: Final = "sim"
#: The control socket, below the config's own folder.
SOCKET: Final = Path("run/sim.sock")


class SimSetupError(Exception):
    """The config cannot be simulated; the text names the place and the remedy."""


class SimFloor(Protocol):
    """A simulated floor: devices on given links, and whoever plays at it."""

    def use_links(self, links: Mapping[str, str]) -> None: ...
    async def run(self) -> None: ...


def socket_of(config_file: Path) -> Path:
    """Where the simulator of the table with this config is controlled."""
    return config_file.parent / SOCKET


def layout_of(config: Config) -> dict[tuple[str, int], Zone]:
    """Return what lies over each antenna. Raises: SimSetupError for a part that has no simulated peer."""
    for number, reader in enumerate(config.readers, 1):
        if reader.driver != SIMULATED_DRIVER:
            raise SimSetupError(
                f"reader[{number}] {reader.name}: there is no simulated {reader.driver}; simulated readers speak {SIMULATED_DRIVER}"
            )
    if not config.readers:
        raise SimSetupError("the config has no [[reader]]: there is nothing to simulate; see table.example.toml")
    return {(reader.name, number): Zone(zone) for reader in config.readers for number, zone in reader.antennas.items()}


def broker_of(config: Config) -> MqttSettings:
    """Return how people see the table. Raises: SimSetupError when it has no broker."""
    if config.mqtt.broker == "off":
        raise SimSetupError('people see the table through its broker, and [mqtt] broker is "off": set it to "embedded" or "external"')
    return mqtt_settings(config)


def panel_address(config: Config) -> tuple[str, int]:
    """Return where the dealer's panel is over HTTP. Raises: SimSetupError when there is none on this machine."""
    if not config.web.enabled:
        raise SimSetupError("--panel http: [web] enabled is false: enable it, or press the panel over mqtt")
    if config.web.tls_cert is not None or not config.web.trust_loopback:
        raise SimSetupError("--panel http: the page wants TLS or a token, which simulated people have not: press the panel over mqtt")
    wide = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- compared, not bound
    return wide.get(config.web.host, config.web.host), config.web.port


def has_joker(config: Config) -> bool:
    """Whether the table's game is played with a joker in this house."""
    house = config.house()
    return VARIANTS[house.variant].joker in house.draws.jokers


def deck_on_the_table(config: Config, drawn: Mapping[bytes, Card], say: Say) -> Mapping[bytes, Card]:
    """Return the deck the config has in play; where its file holds none yet, `drawn` is enrolled there and said.

    Raises: SensingError for a deck file that cannot be used or written, or when it is open which deck is in play.
    """
    if load_decks(config.deck.file).decks:
        return load_tags(config)
    name = config.deck.use[0] if config.deck.use else DECK_NAME
    save_decks(config.deck.file, DeckRegistry({name: drawn}))
    say(f"{config.deck.file}: the simulated deck {name} is enrolled; a daemon that runs already knows it once it is started again")
    return drawn


async def run_sim(
    config: Config,
    floor: SimFloor,
    play: Callable[[], Any],
    control: contextlib.AbstractAsyncContextManager[None],
    say: Say,
) -> int:
    """Bring the devices up on the config's links and play, until done or Ctrl-C; return the exit code.

    Raises: what the floor raises for a link it cannot have.
    """
    floor.use_links({reader.name: reader.link for reader in config.readers})
    for reader in config.readers:
        say(f"{reader.name}  {reader.link}")
    async with control:
        return await until_played(play(), floor.run(), say)
