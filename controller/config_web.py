"""Checks of [web]: nothing leaves this machine unencrypted or to whoever asks."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

from controller.config_errors import Problem
from controller.config_model import WebSection
from controller.mqtt.settings import on_loopback
from controller.tokens import TokenError, load_tokens
from controller.web.tls import TlsError, server_context


def web_problems(web: WebSection) -> Iterator[Problem]:
    """Yield everything that keeps [web] from being used."""
    if not web.enabled:
        return
    if web.tls_cert is None and web.tls_key is None:
        if not on_loopback(web.host):
            yield Problem(
                ("web", "host"),
                f'what is said on {web.host} would leave this machine unencrypted; set tls_cert and tls_key, or host = "127.0.0.1"',
                "config.web_plaintext",
            )
    elif web.tls_cert is None:
        yield Problem(("web", "tls_key"), "a key needs its certificate with it; add tls_cert", "config.web_tls")
    elif web.tls_key is None:
        yield Problem(("web", "tls_cert"), "a certificate needs its key with it; add tls_key", "config.web_tls")
    else:
        yield from _pair(web.tls_cert, web.tls_key)
    try:
        load_tokens(web.token_file)
    except TokenError as error:
        yield Problem(("web", "token_file"), str(error), "config.token_file")


def web_warnings(web: WebSection) -> Iterator[Problem]:
    """Yield what will work but is probably not meant."""
    if web.enabled and not on_loopback(web.host) and not load_tokens(web.token_file):
        yield Problem(
            ("web", "token_file"), "nobody else can log in yet; run: smarttable token add dealer --config FILE", "config.no_tokens"
        )


def _pair(certificate: Path, key: Path) -> Iterator[Problem]:
    try:
        server_context(certificate, key)
        mode = key.stat().st_mode
    except TlsError as error:
        yield Problem(("web", "tls_cert"), str(error), "config.web_tls")
    else:
        if mode & stat.S_IRWXO:
            yield Problem(
                ("web", "tls_key"),
                f"{key} can be read by everybody on this machine (mode {stat.S_IMODE(mode):04o}); run: chmod 600 {key}",
                "config.secret_file",
            )
