"""What `smarttable demo` opens with: where to look and what to try, on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.mqtt.settings import MqttSettings
from controller.web.pages import PAGES

#: What there is to see on each page, by its path.
SIGHTS: Final = {
    "/": "the live table, as a screen in the room shows it",
    "/dealer": "the dealer's panel: one touch an action; ? shows its keys",
    "/floor": "the floor's panel: every hand with its evidence, corrections, pause, void",
    "/table": "players, stacks, button, stakes, decks",
    "/status": "every part's health, and what to do",
    "/overlay": "the picture for the broadcast; /overlay?replay=1 needs no table",
}

#: A terminal's size. Units: columns, lines.
SCREEN: Final = (132, 24)


def tour(page: str, broker: MqttSettings, daemon_pid: int | None) -> Iterator[str]:
    """Yield the lines of the tour. `page` is the address of `/`; `daemon_pid` None = the daemon is just being started."""
    base = page.rstrip("/")
    yield f"page    {page}"
    yield f"broker  {broker.host}:{broker.port}   listen: {listening(broker)}"
    yield ""
    yield "Simulated readers send real bytes, a daemon reads them, people play recorded hands. To look at, side by side:"
    for row in PAGES:
        yield f"  {base + row.path:<34}  {SIGHTS[row.path]}"
    yield ""
    yield "To try:"
    kill = "kill -9 the daemon's process" if daemon_pid is None else f"kill -9 {daemon_pid}"
    for what, then in (
        (kill, "the daemon ends as in a power cut and is started again; the hand goes on: watch the pages"),
        ("on /dealer: Correct last", "put an entry right: stacks and pots follow, and the story says what it replaced"),
        ("--fault 'unplug hf1 at 20s for 9s'", "begin with this: a reader is pulled out, the pages say so, play goes on"),
        ("--speed 1", "begin with this: as slow as life"),
    ):
        yield f"  {what:<34}  {then}"
    yield ""
    yield "stop with Ctrl-C"


def listening(broker: MqttSettings) -> str:
    """Return the command that listens to everything on `broker`."""
    return f"mosquitto_sub -V mqttv5 -h {broker.host} -p {broker.port} -F '%t %p' -t 'smarttable/#'"
