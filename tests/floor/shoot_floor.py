"""Make the pictures of the floor's panel in docs/, from a hand that the floor has to look into.

python tests/floor/shoot_floor.py [SCENE WIDTHxHEIGHT LANGUAGE FILE]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

import conftest  # noqa: F401 # makes the other tests' modules known
from browser import chromium
from floor_room import FloorRoom, floor_page
from floor_scenes import RULED_SCENES, SCENES, brought_up, disputed

from controller.clock import run

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"

#: Scene, language and file of the pictures in docs/.
PICTURES: Final = (
    ("now", "en", "floor.png"),
    ("void", "en", "floor-void.png"),
    ("hand", "de", "floor-de.png"),
    ("rulings", "en", "floor-rulings.png"),
)


async def shoot(scene: str, width: int, height: int, language: str, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ruled = scene in RULED_SCENES
        room = FloorRoom(Path(folder), book="roberts" if ruled else "cooke")
        (brought_up if ruled else disputed)(room)
        async with (
            room.open() as server,
            chromium() as browser,
            floor_page(browser, server, width, height, language=language, reduced_motion="reduce") as watched,
        ):
            await {**SCENES, **RULED_SCENES}[scene](watched.page)
            await watched.page.screenshot(path=file)
        if watched.errors:
            sys.exit("\n".join(watched.errors))


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            for scene, language, name in PICTURES:
                run(lambda scene=scene, language=language, name=name: shoot(scene, 1280, 800, language, DOCS / name))
        case [scene, size, language, file] if scene in {**SCENES, **RULED_SCENES}:
            width, height = map(int, size.split("x"))
            run(lambda: shoot(scene, width, height, language, Path(file)))
        case _:
            sys.exit(f"usage: shoot_floor.py [{{{','.join([*SCENES, *RULED_SCENES])}}} WIDTHxHEIGHT LANGUAGE FILE]")
