"""The demo's first screen: every page in it, and no more than a screen."""

from __future__ import annotations

from controller.mqtt.settings import MqttSettings
from controller.tour import SCREEN, SIGHTS, tour
from controller.web.pages import PAGES


def test_one_screen_names_every_page_and_what_to_try() -> None:
    lines = list(tour("http://127.0.0.1:65535/", MqttSettings(host="127.0.0.1", port=65534), 4_194_303))
    columns, rows = SCREEN
    assert len(lines) < rows
    assert max(map(len, lines)) <= columns
    for page in PAGES:
        (line,) = [line for line in lines if line.split()[:1] == [f"http://127.0.0.1:65535{page.path}"]]
        assert line.endswith(SIGHTS[page.path])
    text = "\n".join(lines)
    assert "kill -9 4194303 " in text
    assert "mosquitto_sub -V mqttv5 -h 127.0.0.1 -p 65534 " in text
    assert lines[-1] == "stop with Ctrl-C"


def test_a_daemon_that_is_just_being_started_has_no_number_yet() -> None:
    assert "kill -9 the daemon's process" in "\n".join(tour("http://127.0.0.1:1/", MqttSettings(host="127.0.0.1", port=2), None))
