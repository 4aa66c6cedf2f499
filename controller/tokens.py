"""The tokens of a table: given out once, kept as hashes in a private file, taken back by name.

A token is 256 random bits, so a plain SHA-256 of it tells nothing and cannot be tried out: slow hashes are for passwords,
which people choose. The daemon looks at the file again whenever it changed, so a revoked token ends at once.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import hmac
import logging
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, get_args

import msgspec

from controller.feed.desk import wall_utc_ms
from controller.feed.hub import utc_text
from controller.journal.keys import sync_folder
from controller.mqtt.publisher import PART
from controller.web.access import LOOPBACK, Grant, TokenRole

log: Final = logging.getLogger(__name__)

ROLES: Final[tuple[TokenRole, ...]] = get_args(TokenRole)
#: What a name may look like: it is written in the journal, and typed to revoke.
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
#: Whom the journal knows without a token: nobody's token may pass for them.
_NOT_PEOPLE: Final = frozenset({LOOPBACK.who, PART})
MAX_TOKENS: Final = 1_000
_MAX_BYTES: Final = 1_000_000
_DAY_MS: Final = 86_400_000
#: What no file looks like: the next look reads it.
_NOTHING_SEEN: Final = (0,)


class TokenError(Exception):
    """Tokens cannot be read, written or found; the text names the place and the remedy."""


class _ClosedError(TokenError):
    """The file cannot be opened now: that may pass without the file changing."""


class Token(msgspec.Struct, frozen=True):
    """One token as it is kept. `key` names it in cookies; `expires_utc` None = never."""

    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}$")]
    name: Annotated[str, msgspec.Meta(pattern=rf"^{NAME.pattern}$")]
    role: TokenRole
    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
    made_utc: str
    expires_utc: str | None = None

    def expired(self, now_ms: int) -> bool:
        """Whether its time is over at `now_ms` of UTC."""
        return self.expires_utc is not None and now_ms >= round(datetime.fromisoformat(self.expires_utc).timestamp() * 1000)


class _File(msgspec.Struct, frozen=True):
    schema: int
    tokens: tuple[Token, ...]


def load_tokens(path: Path) -> tuple[Token, ...]:
    """Return the tokens in the file `path`; none when there is no such file.

    Raises: TokenError for a file that others can read, or that is none of ours.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise _ClosedError(f"{path}: cannot be read ({error.strerror}); it must belong to whoever runs smarttable") from None
    with open(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise TokenError(f"{path}: this is no file; name the token file in full")
        if mode & 0o077:
            raise TokenError(f"{path}: others may read the tokens (mode {mode & 0o777:03o}); run: chmod 600 {path}")
        text = file.read(_MAX_BYTES + 1)
    try:
        found = msgspec.json.decode(text, type=_File)
        for token in found.tokens:
            token.expired(0)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError):
        raise TokenError(f"{path}: this is no token file; restore it, or remove it and make the tokens anew") from None
    if found.schema != 1:
        raise TokenError(f"{path}: written by a newer smarttable (form {found.schema}); update smarttable")
    return found.tokens


def add_token(
    path: Path, role: TokenRole, name: str = "", days: int | None = None, *, wall_ms: Callable[[], int] = wall_utc_ms
) -> tuple[str, Token]:
    """Make a token for `role`, keep its hash in `path`, and return it: this once. Without a name it is called by its role.

    Raises: TokenError for a name that is taken or cannot be one, or a file that cannot be used.
    """
    if name.lower() in _NOT_PEOPLE:
        raise TokenError(f"{name!r} cannot be a name: the journal calls those so who show no token")
    if name and not NAME.fullmatch(name):
        raise TokenError(f"{name!r} cannot be a name: up to 32 letters, digits, dots, dashes and underscores, a letter or digit first")
    with _changing(path) as tokens:
        taken = {token.name for token in tokens}
        if name in taken:
            raise TokenError(f"{path}: there is a token called {name!r} already; choose another --name, or revoke that one first")
        if len(tokens) >= MAX_TOKENS:
            raise TokenError(f"{path}: holds {MAX_TOKENS} tokens already; revoke those that nobody uses")
        called = name or next(one for n in range(1, MAX_TOKENS + 2) if (one := role if n == 1 else f"{role}-{n}") not in taken)
        shown = f"st_{role}_{secrets.token_urlsafe(32)}"
        now_ms = wall_ms()
        expires = None if days is None else utc_text(now_ms + days * _DAY_MS)
        token = Token(secrets.token_hex(8), called, role, _digest(shown), utc_text(now_ms), expires)
        tokens.append(token)
    return shown, token


def revoke_token(path: Path, name: str) -> Token:
    """Take the token called `name` out of the file and return it. Raises: TokenError."""
    with _changing(path) as tokens:
        found = next((token for token in tokens if token.name == name), None)
        if found is None:
            known = ", ".join(sorted(token.name for token in tokens)) or "none"
            raise TokenError(f"{path}: there is no token called {name[:32]!r}; there are: {known}")
        tokens.remove(found)
    return found


class TokenFile:
    """The daemon's view of a token file: what stands in it now. A file that cannot be used lets nobody in."""

    def __init__(self, path: Path, *, wall_ms: Callable[[], int] = wall_utc_ms) -> None:
        self._path = path
        self._wall_ms = wall_ms
        self._seen: tuple[int, ...] | None = _NOTHING_SEEN
        self._tokens: tuple[Token, ...] = ()
        self._trouble = ""

    def by_token(self, token: str) -> Grant | None:
        """Return what `token` stands for while it is valid. Every hash is compared, each in constant time."""
        digest = _digest(token)
        found = [one for one in self._now() if hmac.compare_digest(one.sha256, digest)]
        return self._granted(found[0]) if found else None

    def by_key(self, key: str) -> Grant | None:
        """Return what the token with this key stands for while it is valid."""
        found = next((one for one in self._now() if one.key == key), None)
        return None if found is None else self._granted(found)

    def _granted(self, token: Token) -> Grant | None:
        return None if token.expired(self._wall_ms()) else Grant(token.key, token.role, token.name)

    def _now(self) -> tuple[Token, ...]:
        try:
            found = self._path.stat()
            seen: tuple[int, ...] | None = (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)
        except OSError:
            seen = None
        if seen != self._seen:
            self._seen = seen
            self._read()
        return self._tokens

    def _read(self) -> None:
        try:
            self._tokens = load_tokens(self._path)
        except TokenError as error:
            if not self._trouble:
                log.error("web: nobody can log in: %s", error)
            self._tokens, self._trouble = (), str(error)
            if isinstance(error, _ClosedError):
                self._seen = _NOTHING_SEEN
            return
        if self._trouble:
            log.warning("web: %s can be used again", self._path)
        self._trouble = ""


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@contextlib.contextmanager
def _changing(path: Path) -> Iterator[list[Token]]:
    """The tokens to be changed in place: one program at a time, and written whole or not at all."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _cannot_write(path, error) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        tokens = list(load_tokens(path))
        before = tuple(tokens)
        yield tokens
        if tuple(tokens) != before:
            _write(path, tokens)
    finally:
        os.close(lock)


def _write(path: Path, tokens: list[Token]) -> None:
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(_File(1, tuple(tokens))), indent=2) + b"\n")
            file.flush()
            if os.geteuid() == 0:  # root makes tokens for a daemon that is not root: whose folder it is, his is the file
                folder = path.parent.stat()
                os.fchown(descriptor, folder.st_uid, folder.st_gid)
            os.fsync(descriptor)
        beside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise _cannot_write(path, error) from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _cannot_write(path: Path, error: OSError) -> TokenError:
    return TokenError(f"{path}: cannot be written ({error.strerror}); check that the folder is there and is yours")
