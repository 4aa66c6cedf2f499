"""A hundred hands with every page open: nothing a page gets, holds or shows names a card before it may be known.

The daemon and the simulator are two processes; the browser's network log, its DOM and its stores are held against the
simulator's truth file.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import UNPAINTED, Watched, open_page
from daemon_process import LIMIT_S, free_port, smarttable
from hidden_cards import CARD, Truth, hand_of
from network_log import Got, NetworkLog
from stage import Theatre, theatre
from test_pages_of_the_demo import listens
from test_two_processes import table_file, until

from controller.web.pages import PAGES

pytestmark = pytest.mark.slow

PHH = Path(__file__).resolve().parents[1] / "data" / "phh" / "pluribus"
HANDS = 100
SPEED = "60"
#: Between two looks at what the pages show. Wall seconds.
LOOK_S = 2.0
#: What the people need at most, on a slow machine. Wall seconds.
PLAY_S = 540.0

#: The hand a page is at and the cards its DOM names, but for its lists of what was before, whose contents came over the network.
SHOWN = """() => {
    const NAMES = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king', 'ace'];
    const RANKS = new Map(NAMES.map((name, at) => [name, '23456789TJQKA'[at]]));
    const KEPT = ['aria-label', 'title', 'data-card', 'data-key', 'data-face', 'alt'];
    const before = '#ticker, #hands, #record, #story, dialog';
    const told = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.currentNode; node; node = walk.nextNode()) {
        if ((node.nodeType === 1 ? node : node.parentElement).closest(before)) continue;
        if (node.nodeType === 3) told.push(node.textContent);
        else for (const name of KEPT) told.push(node.getAttribute(name) ?? '');
    }
    const named = /(\\w+) of (clubs|diamonds|hearts|spades)/g;
    const text = told.join('\\n').replace(named, (whole, rank, suit) => (RANKS.get(rank) ?? '?') + suit[0]);
    return [Date.now() / 1000, document.getElementById('hand')?.textContent ?? '', text];
}"""

STORED = """async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, await caches.keys(), (await indexedDB.databases()).map(({ name }) => name),
])"""


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def in_order(got: list[Got]) -> Iterator[tuple[Got, int]]:
    """Each message with the hand that its connection had come to, for those that do not say which they are about."""
    hands: dict[str, int] = {}
    for one in got:
        with contextlib.suppress(ValueError):
            told = json.loads(one.body)
            for state in [told.get("state") or {}, told.get("set") or {}] if isinstance(told, dict) else []:
                hands[one.line] = hand_of(state) or hands.get(one.line, 0)
        yield one, hands.get(one.line, 0)


async def looked(pages: list[Watched], until_s: float, ended: asyncio.Event) -> list[tuple[float, str, str]]:
    """What the pages show, again and again until the people have gone."""
    shown: list[tuple[float, str, str]] = []
    while not ended.is_set() and time.monotonic() < until_s:
        for one in pages:
            at_s, hand, text = await one.page.evaluate(SHOWN)
            if hand:
                shown.append((at_s, hand, text))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await ended.wait()
    return shown


def test_no_page_holds_a_card_before_it_may(stage: Theatre, tmp_path: Path) -> None:
    played, truth_file = tmp_path / "tonight", tmp_path / "truth.jsonl"
    played.mkdir()
    for number, file in enumerate(sorted(PHH.rglob("*.phh"))[:HANDS]):
        shutil.copy(file, played / f"{number:03}.phh")
    port = free_port()
    config = table_file(tmp_path / "table", free_port(), port)
    options = ("--config", str(config), "--speed", SPEED)
    logs: list[NetworkLog] = []
    stored: list[str] = []
    shown: list[tuple[float, str, str]] = []

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            pages = [await stack.enter_async_context(open_page(stage.browser, reduced_motion="reduce")) for _ in PAGES]
            for one, page in zip(pages, PAGES, strict=True):
                await one.page.add_init_script(UNPAINTED)
                logs.append(NetworkLog(one.page))
                await logs[-1].listen()
                await one.page.goto(f"http://127.0.0.1:{port}{page.path}")
                await one.page.wait_for_selector(":root[data-line=live][data-rev]", state="attached")
            ended = asyncio.Event()
            with smarttable("sim", *options, "--play", str(played), "--truth", str(truth_file), "--seed", "3") as people:
                looking = asyncio.create_task(looked(pages, time.monotonic() + PLAY_S, ended))
                out, err = await asyncio.to_thread(people.communicate, timeout=PLAY_S)
                ended.set()
                shown.extend(await looking)
                assert (people.returncode, err) == (0, ""), out[-2_000:]
            stored.extend([await one.page.evaluate(STORED) for one in pages])
            heard.extend([await log.everything() for log in logs])

    heard: list[list[Got]] = []
    with smarttable("sim", *options) as devices:  # makes the deck, so that the daemon knows it from its start
        until((config.parent / "run" / "decks.json").exists, "the deck")
        devices.kill()
        devices.communicate(timeout=LIMIT_S)
    with smarttable("run", *options):
        until(lambda: asyncio.run(listens(port)), "the page")
        stage.run(main)

    truth = Truth(truth_file)
    assert len(truth.known_s) == HANDS
    hidden = sum(len(truth.dealt[hand] - known.keys()) for hand, known in truth.known_s.items())
    assert hidden > 5 * HANDS, "most hole cards are never shown"
    leaks = [
        f"{page.path} {one.url}: {leak}"
        for page, got in zip(PAGES, heard, strict=True)
        for one, hand in in_order(got)
        for leak in truth.leaks(one.body, one.at_s, hand)
    ]
    assert leaks[:5] == []
    known = set().union(*truth.known_s.values())
    for page, got in zip(PAGES, heard, strict=True):
        named = {card for one in got for card in CARD.findall(one.body)}
        assert named == known, f"{page.path}: what could be known was not told: little was looked at"
    assert len(shown) > 20
    assert [leak for at_s, hand, text in shown for leak in truth.leaks(text, at_s, hand_of({"hand": hand.split()[-1]}))][:5] == []
    assert [text for text in stored if CARD.search(text)] == []


@pytest.mark.parametrize(
    ("body", "at_s", "found"),
    [
        ('{"hand": "h1", "board": ["7s"]}', 12.0, 0),
        ('{"hand": "h1", "board": ["7s"]}', 9.0, 1),
        ('{"hand": "h1", "seats": [{"cards": {"shown": ["As"]}}]}', 21.0, 0),
        ('{"hand": "h1", "seats": [{"cards": {"shown": ["As"]}}]}', 19.0, 1),
        ('{"hand": "h1", "text": "Seat 1 had Kd."}', 99.0, 1),
        ('{"hand": "h2", "board": ["7s"]}', 99.0, 1),
        ('{"stories": [{"hand": "h1", "cards": ["7s"]}], "set": {"hand": "h2", "board": []}}', 99.0, 0),
        ('{"summary": {"number": 1}, "timeline": [{"text": "7s stub → board"}]}', 99.0, 0),
        ("seat 2: Kd", 99.0, 1),
    ],
)
def test_the_truth_finds_what_it_is_for(tmp_path: Path, body: str, at_s: float, found: int) -> None:
    acts = [
        (1, {"act": "say", "verb": "new_hand", "sent": {}}),
        (2, {"act": "move", "card": "As", "from": "stub", "to": "seat/1/hole"}),
        (3, {"act": "move", "card": "Kd", "from": "stub", "to": "seat/2/hole"}),
        (10, {"act": "move", "card": "7s", "from": "stub", "to": "board"}),
        (20, {"act": "say", "verb": "show", "sent": {"seat": 1}}),
        (30, {"act": "say", "verb": "new_hand", "sent": {}}),
    ]
    file = tmp_path / "truth.jsonl"
    file.write_text("".join(json.dumps({"utc": f"1970-01-01T00:00:{at:02}+00:00", **act}) + "\n" for at, act in acts))
    assert len(list(Truth(file).leaks(body, at_s, 1))) == found
