"""`python -m controller.published FOLDER`: write asyncapi.yaml and openapi.yaml, and renew mqtt.md in FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from controller.published.asyncapi import asyncapi_text
from controller.published.page import renewed
from controller.web.rest_openapi import openapi_text


def write(folder: Path) -> None:
    """Write all three files.

    Raises: OSError; PageError when mqtt.md lacks a section.
    """
    page = folder / "mqtt.md"
    page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "asyncapi.yaml").write_text(asyncapi_text(), encoding="utf-8")
    (folder / "openapi.yaml").write_text(openapi_text(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
