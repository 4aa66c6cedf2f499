"""How `smarttable contract check` reaches a broker: the same rules as [mqtt] of table.toml, as options."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import NamedTuple, NoReturn

from controller.contract.listen import Broker
from controller.mqtt.settings import on_loopback


class BrokerOptionError(Exception):
    """An option cannot be used; the text names it and the remedy."""


class BrokerOptions(NamedTuple):
    """What was typed. TLS is always verified: against `ca_file`, or else the system's authorities."""

    address: str
    tls: bool = False
    ca_file: Path | None = None
    username: str = ""
    password_file: Path | None = None
    client_cert: Path | None = None
    client_key: Path | None = None
    allow_plaintext: bool = False
    allow_anonymous: bool = False

    def broker(self) -> Broker:
        """Return the broker to listen to. Raises: BrokerOptionError."""
        host, port = address_of(self.address)
        tls = self.tls or self.ca_file is not None or self.client_cert is not None
        signed_in = bool(self.username) or self.client_cert is not None
        if not on_loopback(host):
            if not tls and not self.allow_plaintext:
                _refuse(f"--broker {self.address}: not on this machine and plain text: add --tls, or --allow-plaintext-off-loopback")
            if not signed_in and not self.allow_anonymous:
                _refuse(
                    f"--broker {self.address}: not on this machine and nobody signs in: add --username and --password-file, "
                    "or --allow-anonymous-off-loopback"
                )
        if self.password_file is not None and not self.username:
            _refuse("--password-file: it goes with --username")
        if self.client_key is not None and self.client_cert is None:
            _refuse("--client-key: it goes with --client-cert")
        return Broker(host, port, self.username, self._password(), self._tls_context() if tls else None)

    def _password(self) -> str | None:
        path = self.password_file
        if path is None:
            return None
        try:
            mode = path.stat().st_mode & 0o777
            if mode & 0o077:
                _refuse(f"--password-file {path}: others may read it (mode {mode:03o}); run: chmod 600 {path}")
            return path.read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            _refuse(f"--password-file {path}: cannot be read ({type(error).__name__}); name a text file of yours that holds the password")

    def _tls_context(self) -> ssl.SSLContext:
        try:
            context = ssl.create_default_context(cafile=self.ca_file)
        except OSError as error:
            _refuse(f"--ca-file {self.ca_file}: holds no usable certificate ({error.strerror or error}); name the authority's own")
        if self.client_cert is not None:
            try:
                # without a prompt: a key with a passphrase is refused
                context.load_cert_chain(self.client_cert, self.client_key, password="")
            except OSError as error:
                _refuse(f"--client-cert {self.client_cert}: not usable with its key ({error.strerror or error}); name both, unencrypted")
        return context


def address_of(address: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT. Raises: BrokerOptionError."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        _refuse(f"--broker {address}: write HOST:PORT, as 127.0.0.1:1883")
    return host.strip("[]"), int(port)


def _refuse(message: str) -> NoReturn:
    raise BrokerOptionError(message)
