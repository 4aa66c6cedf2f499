"""The page's own files, read once and served from memory."""

from __future__ import annotations

import gzip
import hashlib
import html
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from controller.web.comments import without_comments
from controller.web.word_columns import ENDING, served_words

_ROOT: Final = Path(__file__).parent / "static"

#: Suffix → content type: what may be served at all.
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


class Asset(NamedTuple):
    """One file as it goes over the wire: `packed` to a browser that unpacks it, which all do."""

    body: bytes
    content_type: str
    etag: str
    packed: bytes

    def answer(self, request: Request, more: Mapping[str, str] = MappingProxyType({})) -> Response:
        """Return the file with `more` headers, or 304 to a browser that holds these very bytes."""
        headers = {"etag": self.etag, "cache-control": "no-cache", "vary": "accept-encoding", **more}
        if self.etag in (f"W/{tag.strip().removeprefix('W/')}" for tag in request.headers.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=headers)
        if _unpacks(request.headers.get("accept-encoding", "")):
            return Response(self.packed, media_type=self.content_type, headers={**headers, "content-encoding": "gzip"})
        return Response(self.body, media_type=self.content_type, headers=headers)


def asset_of(body: bytes, content_type: str) -> Asset:
    """Return a file with its tag."""
    # the tag is of what is in the file, whichever way it is sent: it is compared weakly, and no part of a file is ever asked for
    return Asset(body, content_type, f'W/"{hashlib.sha256(body).hexdigest()[:20]}"', gzip.compress(body, mtime=0))


def _unpacks(accepted: str) -> bool:
    """Whether a browser takes gzip, by its `accept-encoding`."""
    for one in accepted.split(","):
        name, _, weight = one.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def load_assets(title: str, language: str) -> dict[str, Asset]:
    """Return file name → asset; `title` and `language` go into the pages' `{{title}}` and `{{language}}`."""
    assets: dict[str, Asset] = {}
    for path in sorted(_ROOT.iterdir()):
        content_type = _TYPES.get(path.suffix)
        if content_type is None:
            continue
        if path.name.endswith(ENDING):
            words = served_words(path.name, path.read_text("utf-8"))
            assets |= {name: asset_of(without_comments(text, path.suffix).encode(), content_type) for name, text in words}
            continue
        body = without_comments(path.read_bytes().decode(), path.suffix).encode()
        if path.suffix == ".html":
            for name, text in (("title", title), ("language", language)):
                body = body.replace(b"{{%s}}" % name.encode(), html.escape(text).encode())
        assets[path.name] = asset_of(body, content_type)
    return assets
