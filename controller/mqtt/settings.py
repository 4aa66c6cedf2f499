"""How to reach a broker, and what is too unsafe to do without being told."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

#: Socket options of whoever talks to a broker. Small messages follow each other closely: without this the kernel holds the next one
#: back until the broker has acknowledged the last, which it may put off for 40 ms (tcp(7), TCP_NODELAY).
AT_ONCE: Final = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)


class MqttSettings(BaseModel):
    """A broker and how to sign in to it.

    Raises: pydantic.ValidationError when the broker is not on loopback and the connection would
    be in plain text or anonymous without the setting that says so.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: Annotated[str, Field(min_length=1, max_length=255)] = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 1883
    client_id: Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")] = Field(
        default="", description="Empty = smarttable-<table id>. One controller a client id."
    )
    username: str = ""
    password_file: Path | None = None
    tls: bool = False
    ca_file: Path | None = Field(default=None, description="Whom to trust; None = the system's authorities.")
    allow_plaintext_off_loopback: bool = False
    allow_anonymous_off_loopback: bool = False

    @model_validator(mode="after")
    def _safe(self) -> Self:
        if on_loopback(self.host):
            return self
        if not self.tls and not self.allow_plaintext_off_loopback:
            raise ValueError(
                f"the broker {self.host} is not on this machine and the connection is plain text: set tls = true, "
                "or allow_plaintext_off_loopback = true if the network is yours alone"
            )
        if not self.username and not self.allow_anonymous_off_loopback:
            raise ValueError(
                f"the broker {self.host} is not on this machine and no username is given: set username and password_file, "
                "or allow_anonymous_off_loopback = true"
            )
        return self


def on_loopback(host: str) -> bool:
    """Return whether `host` names this machine and nothing else."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
