from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from feig_peer import Peer

from drivers.base import DriverError
from drivers.registry import DRIVERS, explain, make_driver


@pytest.mark.parametrize("kind", DRIVERS)
def test_each_driver_is_made_without_options_and_opens_nothing(kind: str) -> None:
    peer = Peer()
    driver = make_driver(kind, "hf0", peer.open, {})
    assert driver.name == "hf0"
    assert (driver.health().state, peer.opened) == ("off", 0)


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("fieg", {}, "part hf0: no driver 'fieg'; did you mean 'feig'? there are: feig"),
        ("pn532", {}, "part hf0: no driver 'pn532'; there are: feig"),
        ("feig", {"adress": 1}, "reader hf0: unknown option 'adress'; did you mean 'address'? a feig reader has address, antennas"),
        ("feig", {"colour": 1}, "reader hf0: unknown option 'colour'; a feig reader has address"),
        ("feig", {"address": 256}, "reader hf0: option address: Expected `int` <= 255"),
        ("feig", {"address": "1"}, "reader hf0: option address: Expected `int`, got `str`"),
        ("feig", {"antennas": [1, 9]}, "reader hf0: option antennas[1]: Expected `int` <= 8"),
        ("feig", {"antennas": [0]}, "reader hf0: option antennas[0]: Expected `int` >= 1"),
        ("feig", {"antennas": []}, "reader hf0: option antennas: name each output"),
        ("feig", {"antennas": [1, 1]}, "reader hf0: option antennas: name each output"),
        ("feig", {"notify_once": 1}, "reader hf0: option notify_once: Expected `bool`"),
        ("feig", {"response_timeout_s": 0}, "reader hf0: option response_timeout_s: Expected `float` >= 0.05"),
        ("feig", {"sweep_pause_s": -1}, "reader hf0: option sweep_pause_s: Expected `float` >= 0.0"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_right(kind: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DriverError) as refused:
        make_driver(kind, "hf0", Peer().open, options)
    assert str(refused.value).startswith(message)


def test_a_driver_is_imported_when_it_is_made() -> None:
    code = "import sys, drivers.registry; sys.exit('drivers.feig' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_protocol_is_explained_by_name() -> None:
    assert explain("feig", "05 FF 65 E5 CB").ok
    with pytest.raises(DriverError, match="no protocol 'feigg'; did you mean 'feig'"):
        explain("feigg", "05")
