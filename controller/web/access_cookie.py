"""The cookie that a token is exchanged for: signed, bound to its token, good until it expires or the token is revoked.

Nothing of it is kept here, so whoever is logged in stays so when the daemon starts again.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterator
from typing import Final

#: How the cookie is called.
NAME: Final = "smarttable"
#: How long a login lasts at most. Units: seconds.
LIFE_S: Final = 30 * 24 * 3600

#: Version, key of the token, second of expiry, signature.
_FORM: Final = re.compile(r"1\.([0-9a-f]{16})\.([0-9]{1,11})\.([A-Za-z0-9_-]{43})")
#: Cookies of our name that are looked at in one request; a browser sends one.
_LOOKED_AT: Final = 4


def sealed(secret: bytes, key: str, expires_s: int) -> str:
    """Return the cookie's value for the token `key`. Time: `expires_s` in seconds of UTC since 1970."""
    content = f"1.{key}.{expires_s}"
    return f"{content}.{_signature(secret, content)}"


def opened(secret: bytes, value: str, now_s: float) -> str | None:
    """Return the key of the token that a cookie stands for; None when it was not made with `secret` or has expired."""
    found = _FORM.fullmatch(value)
    if found is None or not hmac.compare_digest(_signature(secret, value.rpartition(".")[0]), found[3]):
        return None
    return found[1] if now_s < int(found[2]) else None


def cookies_in(headers: Iterator[str] | list[str]) -> Iterator[str]:
    """Yield the values of the cookies of our name in the Cookie headers of a request."""
    left = _LOOKED_AT
    for header in headers:
        for pair in header.split(";"):
            name, _, value = pair.strip().partition("=")
            if name == NAME and left:
                left -= 1
                yield value


def set_cookie(value: str, life_s: int, *, secure: bool) -> str:
    """Return the Set-Cookie header. A `life_s` of 0 takes the cookie away."""
    return f"{NAME}={value}; Max-Age={life_s}; Path=/; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"


def _signature(secret: bytes, content: str) -> str:
    digest = hmac.digest(secret, b"smarttable cookie " + content.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
