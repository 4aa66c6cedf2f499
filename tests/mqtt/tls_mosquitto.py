"""A mosquitto that speaks TLS."""

from __future__ import annotations

import os
from pathlib import Path

from brokers import Mosquitto
from certificates import Authority


class TlsMosquitto(Mosquitto):
    """A mosquitto that speaks TLS, to those who sign in."""

    def __init__(self, folder: Path, port: int, authority: Authority, host: str = "127.0.0.1") -> None:
        super().__init__(folder, port, {"table": "right"})
        certificate, key = authority.sign(host)
        with self._config.open("a") as config:
            config.write(f"cafile {authority.certificate}\ncertfile {certificate}\nkeyfile {key}\ntls_version tlsv1.2\n")
        if os.geteuid() != 0:
            key.chmod(0o600)
