"""Make docs/overlay.png and docs/overlay-club.png, the pictures in docs/overlay.md, from the recorded game.

python tests/web/shoot_overlay.py
"""

from __future__ import annotations

import sys
from pathlib import Path

from browser import chromium, open_page, served
from overlay_record import INFO, recorded
from scripted_hub import ScriptedHub

from controller.clock import run
from controller.feed.delta import apply

DOCS = Path(__file__).resolve().parents[2] / "docs"
#: A felt for the cameras that are not there.
FELT = "#2c5340"


async def shoot() -> None:
    replay = recorded()
    states = [replay["state"]]
    for _, delta in replay["deltas"]:
        states.append(apply(delta, states[-1]))
    fullest = max(states, key=lambda state: (len(state["pots"]), len(state["board"])))
    async with chromium() as browser, served(ScriptedHub()) as server:
        for look, file in (("broadcast", "overlay.png"), ("club", "overlay-club.png")):
            address = f"{server.url}overlay?test=1&lang=en&look={look}"
            async with open_page(browser, address, 1280, 720, reduced_motion="reduce") as watched:
                await watched.page.wait_for_selector(".seat")
                await watched.page.evaluate(
                    "async ([info, state, ground]) => { (await import('/static/overlay.js')).show(info, state);"
                    "document.getElementById('guides').hidden = true; document.documentElement.style.background = ground; }",
                    [INFO, fullest, FELT],
                )
                await watched.page.screenshot(path=DOCS / file)
                if watched.errors:
                    sys.exit("\n".join(watched.errors))


if __name__ == "__main__":
    run(shoot)
