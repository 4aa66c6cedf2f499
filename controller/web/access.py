"""Who is at the other end of a connection: the roles it may speak in, and its name.

The middleware finds it out once (`access_gate`); every endpoint reads the same answer with `access_of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Protocol

from starlette.requests import HTTPConnection
from starlette.types import Scope

TokenRole = Literal["dealer", "floor", "broadcast", "admin"]

#: Role of a token → every role its holder may speak in. The floor may do whatever a dealer may; the feeds with hole cards are apart.
GRANTS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "dealer": frozenset({"dealer"}),
        "floor": frozenset({"floor", "dealer"}),
        "broadcast": frozenset({"broadcast"}),
        "admin": frozenset({"admin", "floor", "dealer", "broadcast"}),
    }
)

#: A page or program names here the one of its roles that it speaks in.
ROLE_HEADER: Final = "x-smarttable-role"

_KEY: Final = "smarttable_access"


class Grant(NamedTuple):
    """What a valid token stands for. `key` names the token and is no secret."""

    key: str
    role: TokenRole
    who: str


class TokenBook(Protocol):
    """The tokens of this table that are valid now."""

    def by_token(self, token: str) -> Grant | None: ...
    def by_key(self, key: str) -> Grant | None: ...


class NoTokens:
    """The book of a table that has given out none."""

    def by_token(self, token: str) -> Grant | None:
        return None

    def by_key(self, key: str) -> Grant | None:
        return None


class Access(NamedTuple):
    """What a connection may do.

    `roles` are those it may speak in, `role` the one it speaks in unless it names another, `who` is for the journal.
    `proved` are the roles it showed a token for: loopback has every role and has proved none. `key` names that token.
    """

    roles: frozenset[str] = frozenset()
    role: str = ""
    who: str = ""
    proved: frozenset[str] = frozenset()
    key: str = ""

    def may(self, *roles: str) -> bool:
        """True when it may speak in one of `roles`; with none named, when it may see anything at all."""
        return bool(self.roles.intersection(roles) if roles else self.roles)

    def role_named(self, wanted: str | None) -> str | None:
        """Return the role it speaks in when it asks for `wanted`; None when that is not its own."""
        if wanted is None:
            return self.role
        return wanted if wanted in self.roles else None


NOBODY: Final = Access()

#: Who sits at the table's own machine needs no token.
LOOPBACK: Final = Access(GRANTS["admin"], "dealer", "loopback")


def granted(grant: Grant) -> Access:
    """Return what the holder of a token may do."""
    roles = GRANTS[grant.role]
    return Access(roles, grant.role, grant.who, roles, grant.key)


def at_loopback(grant: Grant) -> Access:
    """Return what somebody may do who sits at the table's machine and has logged in: all, under his own name."""
    return LOOPBACK._replace(who=grant.who, proved=GRANTS[grant.role], key=grant.key)


def put_access(scope: Scope, access: Access) -> None:
    """Keep what was found out about a connection with it."""
    scope[_KEY] = access


def access_of(connection: HTTPConnection) -> Access:
    """Return what was found out about a connection; nobody when nothing was."""
    found: Access = connection.scope.get(_KEY, NOBODY)
    return found


def may_see_overlay(connection: HTTPConnection, *, with_token: bool) -> bool:
    """True when the overlay's feed may be shown: to the broadcast role, and `with_token` to none but who showed a token for it."""
    access = access_of(connection)
    return "broadcast" in (access.proved if with_token else access.roles)
