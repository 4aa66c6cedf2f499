"""Players' pictures: files of one folder, by their names, as `/pictures/<name>`."""

from __future__ import annotations

import asyncio
import os
import re
import stat
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.feed.commands import PICTURE_NAME

PATH: Final = "/pictures/{name}"

#: A larger file is not served: a page with ten players must stay quick.
MAX_BYTES: Final = 512 * 1024

_NAME: Final = re.compile(PICTURE_NAME)


class _Kind(NamedTuple):
    content_type: str
    begins: re.Pattern[bytes]


_JPEG: Final = _Kind("image/jpeg", re.compile(rb"\xff\xd8\xff"))

#: Ending → what is sent, and how such a file begins: one that is something else is not served as a picture.
_KINDS: Final[Mapping[str, _Kind]] = {
    ".png": _Kind("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ".jpg": _JPEG,
    ".jpeg": _JPEG,
    ".webp": _Kind("image/webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
}


def picture_endpoint(folder: Path) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers for a picture in `folder`, which need not be there.

    Only plain files that lie in the folder itself are served: no links, nothing below it, nothing larger than MAX_BYTES.
    """

    async def endpoint(request: Request) -> Response:
        name = str(request.path_params["name"])
        if _NAME.fullmatch(name) is None:
            raise HTTPException(404)
        found = await asyncio.to_thread(_read, folder / name)
        kind = _KINDS[Path(name).suffix]
        if found is None or kind.begins.match(found[0]) is None:
            raise HTTPException(404)
        body, etag = found
        headers = {"etag": etag, "cache-control": "no-cache"}
        if etag in (tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=kind.content_type)

    return endpoint


def _read(path: Path) -> tuple[bytes, str] | None:
    """Return a picture's bytes and its etag; None when it is not to be had."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            return None
        body = os.read(file, MAX_BYTES + 1)
    except OSError:
        return None
    finally:
        os.close(file)
    return None if len(body) > MAX_BYTES else (body, f'"{about.st_mtime_ns:x}-{len(body):x}"')
