"""Make docs/table.png, the picture in the README, from a scripted table.

python tests/web/shoot.py [SCENE WIDTHxHEIGHT FILE]
"""

from __future__ import annotations

import sys
from pathlib import Path

from browser import chromium, open_page, served
from scenes import SCENES, main_stories
from scripted_hub import ScriptedHub

from controller.clock import run

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "table.png"


async def shoot(scene: str, width: int, height: int, file: Path) -> None:
    hub = ScriptedHub()
    SCENES[scene](hub)
    async with (
        chromium() as browser,
        served(hub) as server,
        open_page(browser, server.url, width, height, reduced_motion="reduce") as watched,
    ):
        await watched.page.wait_for_selector("#link[data-link=live]")
        if scene == "main":
            main_stories(hub)
            SCENES[scene](hub)
            await watched.page.wait_for_selector("#ticker .line:nth-child(8)")
        file.parent.mkdir(exist_ok=True)
        await watched.page.screenshot(path=file)
        if watched.errors:
            sys.exit("\n".join(watched.errors))


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            run(lambda: shoot("main", 1200, 675, PICTURE))
        case [scene, size, file] if scene in SCENES:
            width, height = map(int, size.split("x"))
            run(lambda: shoot(scene, width, height, Path(file)))
        case _:
            sys.exit(f"usage: shoot.py [{{{','.join(SCENES)}}} WIDTHxHEIGHT FILE]")
