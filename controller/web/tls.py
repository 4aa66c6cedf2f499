"""The page's certificate: loaded, checked against its key, and taken anew when its file changes."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from typing import Any, Final

log: Final = logging.getLogger(__name__)


class TlsError(Exception):
    """The certificate or its key cannot be used; the text names the file and the remedy."""


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return what the server encrypts with: TLS 1.2 or newer.

    A renewed certificate is taken with the next connection; while its files cannot be used the old one stays.
    Raises: TlsError.
    """
    context = _loaded(certificate, key)
    held = _Held(certificate, key, context)
    context.sni_callback = held.renew
    return context


def client_context(certificate: Path) -> ssl.SSLContext:
    """Return what a program of this machine meets its own table with: it trusts that very certificate and no other.

    Raises: OSError, ssl.SSLError.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # it is asked for as 127.0.0.1, whatever names stand in it
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # or a certificate that others signed would not be enough
    context.load_verify_locations(certificate)
    return context


def _loaded(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key, _no_passphrase)
    except FileNotFoundError:
        missing = key if certificate.is_file() else certificate
        raise TlsError(f"there is no file {missing}; name the certificate in tls_cert and its key in tls_key (PEM)") from None
    except _PassphraseError:
        raise TlsError(
            f"{key} wants a passphrase, and nobody types one at a start; store the key without: openssl pkey -in {key}"
        ) from None
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise TlsError(f"{key} is not the key of {certificate}; name the pair that was made together") from None
        raise TlsError(f"{certificate} with {key} cannot be read ({error.reason or 'not PEM'}); both must be PEM files") from None
    except OSError as error:
        raise TlsError(f"{certificate} or {key} cannot be read: {error.strerror}; let the daemon's user read them") from None
    return context


class _PassphraseError(Exception):
    """The key is encrypted."""


def _no_passphrase() -> str:
    raise _PassphraseError


class _Held:
    """The certificate in use and the files it came from."""

    def __init__(self, certificate: Path, key: Path, context: ssl.SSLContext) -> None:
        self._files = (certificate, key)
        self._context = context
        self._seen = self._look()
        self._trouble = ""

    def renew(self, connection: ssl.SSLObject, name: str, context: ssl.SSLContext) -> None:
        """Called at the beginning of every handshake."""
        seen = self._look()
        if seen != self._seen:
            self._seen = seen
            try:
                self._context = _loaded(*self._files)
            except TlsError as error:
                if str(error) != self._trouble:
                    log.warning("web: the renewed certificate is not used, the old one stays: %s", error)
                self._trouble = str(error)
            else:
                self._trouble = ""
                log.warning("web: the certificate in %s is taken anew", self._files[0])
        connection.context = self._context

    def _look(self) -> tuple[Any, ...]:
        try:
            return tuple((found.st_mtime_ns, found.st_size, found.st_ino) for found in (file.stat() for file in self._files))
        except OSError:
            return ()
