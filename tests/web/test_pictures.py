"""Players' pictures: what is served, and everything else that lies about and is not."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import httpx
import pytest
from scripted_hub import ScriptedHub

from controller.web.app import make_app
from controller.web.pictures import MAX_BYTES

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 100
JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 100
WEBP = b"RIFF\x10\0\0\0WEBPVP8 " + b"\0" * 100


def ask(folder: Path | None, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def main() -> httpx.Response:
        app: Any = make_app(ScriptedHub(), title="Table 1", pictures=folder)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})

    return asyncio.run(main())  # the file is read in a thread, which has no virtual time


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name, body in (("ann.png", PNG), ("bo.jpg", JPEG), ("cy.jpeg", JPEG), ("di.webp", WEBP), ("Dee-2.x.png", PNG)):
        (pictures / name).write_bytes(body)
    (pictures / "fake.png").write_bytes(b"<script>alert(1)</script>")
    (pictures / "swapped.png").write_bytes(JPEG)
    (pictures / "big.png").write_bytes(PNG + b"\0" * MAX_BYTES)
    (pictures / "empty.png").write_bytes(b"")
    (pictures / "page.html").write_bytes(b"<p>")
    (pictures / "ann.svg").write_bytes(b"<svg/>")
    (pictures / ".hidden.png").write_bytes(PNG)
    (pictures / "folder.png").mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    (pictures / "link.png").symlink_to(tmp_path / "secret.png")
    os.mkfifo(pictures / "pipe.png")
    return pictures


@pytest.mark.parametrize(
    ("name", "content_type", "body"),
    [
        ("ann.png", "image/png", PNG),
        ("bo.jpg", "image/jpeg", JPEG),
        ("cy.jpeg", "image/jpeg", JPEG),
        ("di.webp", "image/webp", WEBP),
        ("Dee-2.x.png", "image/png", PNG),
    ],
)
def test_a_picture_is_served(folder: Path, name: str, content_type: str, body: bytes) -> None:
    answer = ask(folder, f"/pictures/{name}")
    assert (answer.status_code, answer.headers["content-type"], answer.content) == (200, content_type, body)
    assert answer.headers["x-content-type-options"] == "nosniff"
    again = ask(folder, f"/pictures/{name}", if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "name",
    [
        "fake.png", "swapped.png", "big.png", "empty.png", "page.html", "ann.svg", ".hidden.png", "folder.png", "link.png", "pipe.png",
        "nobody.png", "..%2fsecret.png", "%2e%2e/secret.png", "../secret.png", "..%5csecret.png", "ann.png%00", "", "%2e",
        "ann.PNG", "ä.png", "a" * 70 + ".png",
    ],
)  # fmt: skip
def test_nothing_else_is_served(folder: Path, name: str) -> None:
    assert ask(folder, f"/pictures/{name}").status_code == 404


def test_a_folder_that_is_not_there_has_no_pictures(tmp_path: Path) -> None:
    assert ask(tmp_path / "none", "/pictures/ann.png").status_code == 404
    assert ask(None, "/pictures/ann.png").status_code == 404


def test_pictures_are_only_read(folder: Path) -> None:
    assert ask(folder, "/pictures/ann.png", "DELETE").status_code == 405
    assert (folder / "ann.png").exists()
