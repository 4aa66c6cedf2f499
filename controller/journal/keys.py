"""The table key: a private file, and what is made with it: sealing, the chain, the hash of a state.

Three keys are derived from the one in the file, so that no two uses share one.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

from controller.journal.errors import JournalError

KEY_BYTES: Final = 32
#: What a boot adds to every nonce: with the number of the row behind it no nonce comes twice, whatever was lost or restored.
SALT_BYTES: Final = 16
MAC_BYTES: Final = 16


class Keys:
    """Seals and authenticates with one table key. Shape: `salt` is SALT_BYTES of a boot, `number` the row's own.

    `just_made` = the key is as new as the table: no journal can be missing.
    """

    def __init__(self, key: bytes, *, just_made: bool = False) -> None:
        self.just_made = just_made
        self._seal, self._chain, self._hash = (hmac.digest(key, use, "sha256") for use in (b"seal", b"chain", b"hash"))
        #: Tells whether a journal was written under this key.
        self.check = hmac.digest(key, b"check", "sha256")[:MAC_BYTES]

    def seal(self, use: bytes, salt: bytes, number: int, label: bytes, content: bytes) -> bytes:
        """Return `content` unreadable without the key, 16 bytes longer, bound to its `label`.

        Invariants: the caller gives no two contents the same `use`, `salt` and `number`. `use` is one byte.
        """
        return crypto_aead_xchacha20poly1305_ietf_encrypt(content, use + label, _nonce(use, salt, number), self._seal)

    def unseal(self, use: bytes, salt: bytes, number: int, label: bytes, sealed: bytes) -> bytes | None:
        """Return what was sealed; None when it was not sealed so."""
        try:
            return crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, use + label, _nonce(use, salt, number), self._seal)
        except (CryptoError, TypeError, ValueError):
            return None

    def link(self, before: bytes, label: bytes, sealed: bytes) -> bytes:
        """Return the chain's next link."""
        return hmac.digest(self._chain, before + label + sealed, "sha256")[:MAC_BYTES]

    def hash(self, content: bytes) -> bytes:
        """Return the keyed hash: a bare one of a state with two unknown cards is guessed at once."""
        return hmac.digest(self._hash, content, "sha256")


def _nonce(use: bytes, salt: bytes, number: int) -> bytes:
    return salt + use + number.to_bytes(7, "big")


def load_key(path: Path) -> bytes | None:
    """Return the table key in the file `path`; None when there is no such file.

    Raises: JournalError when others may read it, or when it is no key.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                raise JournalError("journal.key", f"{path}: this is no file; name the table key in full")
            if mode & 0o077:
                found = f"{mode & 0o777:03o}"
                raise JournalError("journal.key", f"{path}: others may read the table key (mode {found}); run: chmod 600 {path}")
            text = file.read(4 * KEY_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise JournalError(
            "journal.key", f"{path}: the table key cannot be read ({error.strerror}); it must be a file of whoever runs smarttable"
        ) from None
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise JournalError("journal.key", f"{path}: this is no table key ({2 * KEY_BYTES} hexadecimal digits); restore it from your backup")
    return key


def make_key(path: Path) -> bytes:
    """Make a new table key in the file `path`, its owner's alone, and return it.

    Raises: JournalError when the file exists already or cannot be written.
    """
    key = secrets.token_bytes(KEY_BYTES)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(descriptor)
        os.link(beside, path)  # unlike a rename it never replaces a key
        sync_folder(path.parent)
    except OSError as error:
        raise JournalError(
            "journal.key", f"{path}: the table key cannot be written ({error.strerror}); check that the folder is there and is yours"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
    return key


def sync_folder(folder: Path) -> None:
    """Make what was created in `folder` last. Raises: OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
