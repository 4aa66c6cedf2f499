"""A table that has given out one token a role: for tests of who may do what."""

from __future__ import annotations

from typing import Any, Final

from controller.web.access import Grant, TokenRole
from controller.web.access_gate import Gate, SecretKept

#: Role → its token.
TOKENS: Final[dict[TokenRole, str]] = {
    "dealer": "st_dealer_1", "floor": "st_floor_1", "broadcast": "st_broadcast_1", "admin": "st_admin_1",
}  # fmt: skip
#: Role → whose token it is.
WHO: Final[dict[TokenRole, str]] = {"dealer": "dora", "floor": "fred", "broadcast": "bea", "admin": "ada"}
SECRET: Final = b"k" * 32


class Keys:
    """The tokens, which can be revoked, and the key of their cookies, which may be impossible to make."""

    def __init__(self, *, writable: bool = True) -> None:
        self.valid = {f"{number:016x}": role for number, role in enumerate(TOKENS, 1)}
        self._secret: bytes | None = None
        self._writable = writable

    def by_token(self, token: str) -> Grant | None:
        return next((self.by_key(key) for key, role in self.valid.items() if TOKENS[role] == token), None)

    def by_key(self, key: str) -> Grant | None:
        role = self.valid.get(key)
        return None if role is None else Grant(key, role, WHO[role])

    def revoke(self, role: TokenRole) -> None:
        self.valid = {key: held for key, held in self.valid.items() if held != role}

    def gate(self, **options: Any) -> Gate:
        return Gate(self, SecretKept(lambda: self._secret, self._made), **options)

    def _made(self) -> bytes:
        if not self._writable:
            raise OSError
        self._secret = SECRET
        return SECRET
