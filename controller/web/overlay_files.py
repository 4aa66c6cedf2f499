"""The event's own files on the overlay, a logo and a style sheet: what they may be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

#: Size a logo or a style sheet may have. Units: bytes.
MAX_FILE_BYTES: Final = 512 * 1024

#: What a logo may be, by the end of its name.
LOGO_TYPES: Final[Mapping[str, str]] = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}

CSS_TYPE: Final = "text/css; charset=utf-8"


class OverlayFiles(NamedTuple):
    """The event's own files: None where there is none."""

    logo: Path | None = None
    css: Path | None = None


NO_FILES: Final = OverlayFiles()


def file_problem(path: Path) -> str:
    """Return why a file of the event cannot be served, or nothing."""
    if not path.is_file():
        return f"there is no file {path}; name a file that is there"
    try:
        with path.open("rb") as file:
            too_long = len(file.read(MAX_FILE_BYTES + 1)) > MAX_FILE_BYTES
    except OSError as error:
        return f"cannot read {path}: {error.strerror}; let the daemon's user read it"
    return f"{path} is larger than {MAX_FILE_BYTES // 1024} kB; make it smaller" if too_long else ""
