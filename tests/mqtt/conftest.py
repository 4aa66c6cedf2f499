"""Real brokers on free ports: ours and mosquitto, each a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# the table played by hand is the feed tests' own; test folders are no packages
sys.path.insert(0, str(Path(__file__).parents[1] / "feed"))

import ports
from brokers import Mosquitto  # found through the path above

from controller import clock
from controller.mqtt.broker import EmbeddedBroker


@pytest.fixture
def free_port() -> int:
    return ports.free_port()


@pytest.fixture
def mosquitto(tmp_path: Path, free_port: int) -> Iterator[Mosquitto]:
    """A mosquitto that lets everybody in, not yet started."""
    broker = Mosquitto(tmp_path, free_port)
    yield broker
    broker.kill()


@pytest.fixture(params=["embedded", "mosquitto"])
def broker_port(request: pytest.FixtureRequest, tmp_path: Path, free_port: int) -> Iterator[int]:
    """The port of a running broker: once ours, once mosquitto."""
    if request.param == "mosquitto":
        mosquitto = Mosquitto(tmp_path, free_port)
        mosquitto.start()
        yield free_port
        mosquitto.kill()
    else:
        embedded = EmbeddedBroker(port=free_port)
        clock.run(embedded.start)
        yield free_port
        clock.run(embedded.stop)
