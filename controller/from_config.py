"""What a config comes to for those who act by it: how the broker is reached, which deck is in play. The daemon is not needed for it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from controller.config import Config
from controller.deck_rack import DeckRack
from controller.game.cards import Card
from controller.journal.errors import JournalError
from controller.mqtt.roles import CommandRole
from controller.mqtt.settings import MqttSettings, on_loopback
from controller.sensing.decks import DeckRegistry, load_decks
from controller.sensing.errors import SensingError
from controller.web.tls import TlsError
from drivers.base import DriverError

#: What keeps a daemon from starting; each text names the place and the remedy.
STARTING_ERRORS: Final = (DriverError, SensingError, JournalError, TlsError)

log = logging.getLogger(__name__)


def mqtt_settings(config: Config) -> MqttSettings:
    """Return how the session reaches its broker."""
    mqtt = config.mqtt
    if mqtt.broker == "embedded":
        return MqttSettings(host="127.0.0.1", port=mqtt.port, client_id=mqtt.client_id)
    return MqttSettings(**mqtt.model_dump(exclude={"broker", "command_role"}))


def command_role(config: Config) -> CommandRole:
    """Return in which role commands of the broker are done: what the config says, else the less the further it is away."""
    mqtt = config.mqtt
    if mqtt.command_role != "auto":
        return mqtt.command_role
    return "floor" if mqtt.broker == "embedded" or on_loopback(mqtt.host) else "dealer"


def load_tags(config: Config) -> Mapping[bytes, Card]:
    """Return the tags of the deck in play. A table without a deck is said, not fatal.

    Raises: SensingError for a deck file that cannot be used, or when it is open which deck is in play.
    """
    registry, name = _in_play(config)
    return registry.decks.get(name, {})


def load_rack(config: Config) -> DeckRack:
    """Return every enrolled deck, that in play first. Raises: SensingError, as `load_tags`."""
    registry, name = _in_play(config)
    return DeckRack(registry.decks, name)


def _in_play(config: Config) -> tuple[DeckRegistry, str]:
    """Return the enrolled decks, and the name of the one in play; "" = there is none."""
    file = config.deck.file
    registry = load_decks(file)
    wanted = config.deck.use or tuple(sorted(registry.decks))
    missing = [name for name in wanted if name not in registry.decks]
    if missing:
        known = ", ".join(sorted(registry.decks)) or "none yet"
        raise SensingError(f"{file}: deck {missing[0]!r} is in play by the config but not enrolled; enrolled: {known}")
    if len(wanted) > 1:
        raise SensingError(
            f"{file}: one deck is in play at a time: name it in the config, [deck] use = [{wanted[0]!r}]; enrolled: {', '.join(wanted)}"
        )
    if not wanted:
        log.warning("%s: no deck is enrolled: no card will be known until `smarttable deck enrol NAME --config FILE` was run", file)
        return registry, ""
    return registry, wanted[0]
