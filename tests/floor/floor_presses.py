"""What a floor person does and reads on the panel, in short."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect


def entry(page: Page, text: str) -> Locator:
    return page.locator("#record .entry", has_text=text)


async def told(page: Page, text: str) -> None:
    """The short answer says this."""
    await expect(page.locator("#answer")).to_contain_text(text)


async def press(page: Page, name: str) -> None:
    await page.locator(f"#controls [data-id={name}]").click()


async def choose(page: Page, name: str) -> None:
    await page.locator("#sheet").get_by_role("button", name=name, exact=True).click()


async def rows_of(page: Page) -> dict[str, tuple[str, str]]:
    """What the open sheet says was changed: what → before, after."""
    await page.wait_for_selector("#sheet .difference")
    rows = await page.locator("#sheet .difference tbody tr").all()
    found = [await row.locator("td").all_text_contents() for row in rows]
    return {what: (was, now) for what, was, now in found}
