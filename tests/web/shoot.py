"""Make the pictures in the README and the docs from scripted tables.

python tests/web/shoot.py [PAGE SCENE WIDTHxHEIGHT LANGUAGE FILE]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

from browser import chromium, open_page, served
from scenes import PANEL_SCENES, main_scene, main_stories
from scripted_hub import ScriptedHub

from controller.clock import run
from controller.web.pages import PAGES

DOCS = Path(__file__).resolve().parents[2] / "docs"


class Picture(NamedTuple):
    """A page with a scene on it, and where its picture goes."""

    path: str
    scene: str
    size: tuple[int, int]
    language: str
    file: Path


#: What is in docs/.
PICTURES = (
    Picture("/", "main", (1200, 675), "en", DOCS / "table.png"),
    Picture("/dealer", "main", (1024, 768), "en", DOCS / "dealer.png"),
    Picture("/dealer", "to_show", (1024, 768), "de", DOCS / "dealer-de.png"),
    Picture("/dealer", "corrected", (1024, 768), "en", DOCS / "dealer-ruling.png"),
)


async def shoot(picture: Picture) -> None:
    path, scene, (width, height), language, file = picture
    hub = ScriptedHub()
    main_scene(hub)
    async with (
        chromium() as browser,
        served(hub) as server,
        open_page(browser, f"{server.url.rstrip('/')}{path}?lang={language}", width, height, reduced_motion="reduce") as watched,
    ):
        await watched.page.wait_for_selector("#link[data-link=live]")
        if scene == "main":
            main_stories(hub)
        PANEL_SCENES[scene](hub)
        hand = json.loads(hub.held["state"].body)["hand"]
        await watched.page.wait_for_function("(hand) => document.getElementById('hand').textContent === hand", arg=hand)
        if scene == "main":
            await watched.page.wait_for_selector("#ticker li:nth-child(8)")
        file.parent.mkdir(exist_ok=True)
        await watched.page.screenshot(path=file)
        if watched.errors:
            sys.exit("\n".join(watched.errors))


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            for picture in PICTURES:
                run(lambda picture=picture: shoot(picture))
        case [path, scene, size, language, file] if scene in PANEL_SCENES:
            width, height = map(int, size.split("x"))
            run(lambda: shoot(Picture(path, scene, (width, height), language, Path(file))))
        case _:
            sys.exit(
                f"usage: shoot.py [{{{','.join(page.path for page in PAGES)}}} {{{','.join(PANEL_SCENES)}}} WIDTHxHEIGHT LANGUAGE FILE]"
            )
