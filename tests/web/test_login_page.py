"""The login in a real browser: a token typed by hand, in two languages, leads to the page that was asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browser import chromium
from certificates import Authority
from gates import TOKENS, Keys
from playwright.async_api import Page, expect
from scenes import main_scene
from scripted_hub import ScriptedHub

from controller.clock import run
from controller.web.app import make_app
from controller.web.server import WebServer
from controller.web.tls import server_context


def served(folder: Path, keys: Keys) -> WebServer:
    certificate, key = Authority(folder, "authority").sign("127.0.0.1")
    pair = Path(shutil.copy(certificate, folder / "page.pem")), Path(shutil.copy(key, folder / "page.key"))
    hub = ScriptedHub()
    main_scene(hub)
    return WebServer(make_app(hub, title="Table 1", gate=keys.gate(trust_loopback=False)), "127.0.0.1", 0, tls=server_context(*pair))


async def submit(page: Page, token: str) -> None:
    await page.locator("#token").fill(token)
    await page.keyboard.press("Enter")


@pytest.mark.slow
def test_a_token_typed_by_hand_leads_to_the_live_table(tmp_path: Path) -> None:
    keys = Keys()

    async def main() -> None:
        server = served(tmp_path, keys)
        await server.start()
        async with chromium() as browser:
            context = await browser.new_context(ignore_https_errors=True, viewport={"width": 1024, "height": 768}, locale="en")
            page = await context.new_page()
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda line: complaints.append(line.text) if "Content Security" in line.text else None)
            answer = await page.goto(server.url)
            assert answer is not None
            assert answer.status == 401
            field = page.get_by_label("Token")
            await expect(field).to_be_focused()
            await submit(page, "  ")
            await expect(page.get_by_role("alert")).to_have_text("Type the token first.")
            await submit(page, "st_dealer_wrong")
            await expect(page.get_by_role("alert")).to_contain_text("not valid")
            await expect(field).to_be_focused()
            for control in ("#token", "#enter"):
                box = await page.locator(control).bounding_box()
                assert box is not None
                assert box["height"] >= 48, "large enough for a finger"
            await submit(page, f" {TOKENS['dealer']} ")
            await expect(page.locator("#felt")).to_be_visible()
            await expect(page.locator("#link")).to_have_attribute("data-link", "live")
            assert page.url == server.url
            assert await page.evaluate("document.cookie") == "", "no script can read the cookie"
            keys.revoke("dealer")
            await expect(page.locator("#link")).not_to_have_attribute("data-link", "live", timeout=30_000)
            await page.reload()
            await expect(field).to_be_visible()
            await page.goto(f"{server.url}login?lang=de")
            await expect(page.get_by_role("button")).to_have_text("Anmelden")
            assert await page.evaluate("document.documentElement.lang") == "de"
            assert complaints == []
        await server.stop()

    run(main)
