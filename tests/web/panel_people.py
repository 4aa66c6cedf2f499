"""A person at the dealer's panel: the port that simulated people speak through, filled by presses on a real page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from browser import Watched, open_page, started
from playwright.async_api import Browser, Locator, Page, Request, Response

from controller.clock import Clock
from controller.effects import CommandDone
from controller.feed.hub import FeedHub
from controller.game.chips import Stakes
from controller.harness import TableInProcess, on_floor
from controller.rules.catalogue.row import Book
from controller.web.server import WebServer
from sim.at_table import AtTable
from sim.people import Pace, People
from sim.port import TableSpec
from sim.table import SimTable

#: People who lose no time: what takes long is the browser.
BRISK = Pace(
    **dict.fromkeys(("deal_s", "board_s", "gather_s", "push_s", "square_s", "shuffle_s"), (0.05, 0.1)),
    **dict.fromkeys(("burn_s", "think_s", "say_s", "give_up_s"), (0.1, 0.2)),
)

#: How long after the table moved a person presses the next button: the panel rests for that long. Wall seconds.
REACTION_MS = 400
#: What a slow machine may take.
PATIENCE_MS = 30_000

#: How long a person looks whether a press did something, and how often he presses.
NOTICE_MS, PRESSES = 3_000, 5

#: How the browser notes a refused command on its console.
CONFLICT = "Failed to load resource: the server responded with a status of 409 (Conflict)"

KEYS = {"fold": "f", "check": "c", "call": "c", "all_in": "a", "new_hand": "n", "post": "p", "show": "s", "muck": "m"}


class PanelTable(AtTable):
    """`PublicTable` whose commands are presses: by touch, or with `keys` by the keyboard alone.

    `mistakes`: an action → what is entered by mistake the first time it is due, and put right by a correction: `fold`
    for a fold, `amount` for another amount, `remove` for the right action that has to be taken back.
    """

    def __init__(self, table: TableInProcess, page: Page, *, keys: bool = False, seat_by_panel: bool = True) -> None:
        super().__init__(table)
        self._in_process = table
        self.page = page
        self.keys = keys
        self.seat_by_panel = seat_by_panel
        self.mistakes: dict[str, str] = {}
        self.corrected = 0
        self.pressed: list[str] = []
        #: Answers "the table has moved on" to presses that crossed with a card on its way: no fault of the page.
        self.moved_on = 0
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        page.on("response", self._note)
        self._sent = 0
        page.on("request", self._count)

    def _note(self, response: Response) -> None:
        if "/api/v1/cmd/" in response.url:
            asyncio.ensure_future(self._read(response))  # noqa: RUF006 # ends with the page

    def _count(self, request: Request) -> None:
        self._sent += "/api/v1/cmd/" in request.url

    async def _read(self, response: Response) -> None:
        answer = await response.json()
        self.moved_on += answer["code"] == "state.moved_on"
        self._answers.put_nowait(answer)

    def complaints(self, errors: Sequence[str]) -> list[str]:
        """What a page complained about, but for the browser's own notes of presses that crossed with the table."""
        conflicts = [text for text in errors if text == CONFLICT]
        return [text for text in errors if text != CONFLICT] + conflicts[self.moved_on :]

    async def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        if verb in ("sit", "stand", "buy_in", "button") and not self.seat_by_panel:
            return self._in_process.command(verb, arguments, role)
        if verb != "act":
            return await self._press(verb, arguments)
        wrong = self.mistakes.pop(arguments["do"], None)
        if wrong is None:
            return await self._press(verb, arguments)
        return await self._press_wrong(wrong, arguments)

    async def _press_wrong(self, wrong: str, arguments: Mapping[str, Any]) -> CommandDone:
        """Enter something else, then put it right as the dealer does: with the last entry's sheet."""
        did, to = arguments["do"], arguments.get("to")
        legal = self.legal
        by_mistake: dict[str, Any] = {"seat": arguments["seat"], "do": "fold" if wrong == "fold" else did}
        if wrong == "amount":
            assert legal is not None
            assert legal.min_raise_to is not None
            by_mistake["to"] = legal.min_raise_to + (50 if legal.min_raise_to == to else 0)
        elif wrong == "remove" and to is not None:
            by_mistake["to"] = to
        answer = await self._press("act", by_mistake)
        assert answer.ok, answer
        if wrong == "remove":
            answer = await self._press("correct", {"remove": True})
            assert answer.ok, answer
            self.corrected += 1
            return await self._press("act", arguments)
        self.corrected += 1
        return await self._press("correct", {"do": did, "to": to})

    async def _press(self, verb: str, arguments: Mapping[str, Any]) -> CommandDone:
        await self.page.wait_for_timeout(REACTION_MS)
        while not self._answers.empty():
            self._answers.get_nowait()
        await self._until_sent(verb, arguments)
        told: dict[str, Any] = {}
        with contextlib.suppress(TimeoutError):  # none but "the table has moved on": the person has to look again
            async with asyncio.timeout(60.0):
                while not told or told["code"] == "state.moved_on":
                    told = await self._answers.get()
        self.pressed.append(verb)
        return CommandDone(told["id"], told["ok"], told["rev"], told["code"], told["message"], tuple(told["rules"]))

    async def _until_sent(self, verb: str, arguments: Mapping[str, Any]) -> None:
        """Press, and press again where the panel sent nothing: it rests when the table moves, and may do so late on a slow machine."""
        for _ in range(PRESSES):
            sent = self._sent
            await getattr(self, f"_{verb}")(arguments)
            for _ in range(NOTICE_MS // 100):
                if self._sent > sent:
                    return
                await self.page.wait_for_timeout(100)

    # -- one way to press each verb --------------------------------------------------------------

    def control(self, name: str) -> Locator:
        return self.page.locator(f"[data-id='{name}']")

    async def _hit(self, name: str, key: str) -> None:
        control = self.control(name).first
        await control.wait_for(state="visible")
        await self.page.wait_for_function("(node) => !node.disabled", arg=await control.element_handle())
        if self.keys:
            await self.page.keyboard.press(key)
        else:
            await control.click()

    async def _choose(self, name: str) -> None:
        button = self.page.locator("#sheet").get_by_role("button", name=name, exact=True)
        if self.keys:
            await button.focus()
            await self.page.keyboard.press("Enter")
        else:
            await button.click()

    async def _amount(self, chips: int) -> None:
        """Type an amount on the open number pad and confirm it."""
        if self.keys:
            await self.page.keyboard.type(str(chips))
            await self.page.keyboard.press("Enter")
            return
        for digit in str(chips):
            await self._choose(digit)
        await self.page.locator("#sheet .actions .first").click()

    async def _new_hand(self, arguments: Mapping[str, Any]) -> None:
        stakes = arguments["stakes"]
        assert Stakes(**stakes) == self._in_process.turn.house.stakes, "the panel plays for the table's stakes"
        await self._hit("new_hand", "n")

    async def _post(self, arguments: Mapping[str, Any]) -> None:
        assert not arguments
        await self._hit("post", "p")

    async def _act(self, arguments: Mapping[str, Any]) -> None:
        did, to = arguments["do"], arguments.get("to")
        if to is None:
            await self._hit(did, KEYS[did])
            return
        for number, size in enumerate(await self.page.locator("#small .control:not(.gone)").all(), 1):
            if await size.locator(".amount").text_content() == f"{to:,}":
                await (self.page.keyboard.press(str(number)) if self.keys else size.click())
                return
        if did == "raise" and to == self.legal_max:
            await self._hit("all_in", "a")
            return
        await self._hit("other", "r")
        await self._amount(to)

    @property
    def legal_max(self) -> int | None:
        return None if self.legal is None else self.legal.max_raise_to

    async def _show(self, arguments: Mapping[str, Any]) -> None:
        assert "cards" not in arguments, "the antennas read every card in this test"
        await self._hit(f"show-{arguments['seat']}", "s")

    async def _muck(self, arguments: Mapping[str, Any]) -> None:
        await self._hit(f"muck-{arguments['seat']}", "m")

    async def _correct(self, change: Mapping[str, Any]) -> None:
        await self._hit("correct", "z")
        if change.get("remove"):
            await self._choose("It did not happen: remove it")
            return
        names = {"fold": "Fold", "check": "Check", "call": "Call", "all_in": "All in", "bet": "Bet …", "raise": "Raise …"}
        await self._choose(names[change["do"]])
        if change["to"] is not None:
            await self._amount(change["to"])

    async def _seat(self, number: int, choice: str) -> None:
        seat = self.page.locator(f".seat[data-seat='{number}']")
        if self.keys:
            await seat.focus()
            await self.page.keyboard.press("Enter")
        else:
            await seat.click()
        await self._choose(choice)

    async def _sit(self, arguments: Mapping[str, Any]) -> None:
        await self._seat(arguments["seat"], "Take a seat")
        await self.page.locator("#sheet input").fill(arguments["name"])
        await self._choose("Chips …")
        await self._amount(arguments["stack"])

    async def _stand(self, arguments: Mapping[str, Any]) -> None:
        await self._seat(arguments["seat"], "Leave the seat")

    async def _buy_in(self, arguments: Mapping[str, Any]) -> None:
        await self._seat(arguments["seat"], "Add chips")
        await self._amount(arguments["amount"])

    async def _button(self, arguments: Mapping[str, Any]) -> None:
        await self._seat(arguments["seat"], "Button here")


class Room:
    """The real table and its pages on a port; with `floor` simulated readers and cards, else commands alone."""

    def __init__(self, stakes: Stakes, seats: int, *, floor: SimTable | None = None, book: Book | Literal[""] = "") -> None:
        self.floor = floor
        self._servers: list[WebServer] = []
        wire = {} if floor is None else {"openers": floor.openers(), "antenna_zones": floor.antenna_zones, "deck": floor.deck}
        self.table = on_floor(TableSpec("panel", seats, stakes, book=book, **wire))
        self.hub = FeedHub(self.table.clock, "boot", self.table.table, card_parts=[driver.name for driver in self.table.drivers])
        self.hub.set_info(
            software_version="0", table_name="Table 1", game="holdem", limit="no_limit", seats=seats, unit="chip", drivers={},
            config_hash="0",
        )  # fmt: skip
        self.table.turn.on_effects(self.hub.update)
        for driver in self.table.drivers:
            self.hub.part_health(driver.name, "ok")

    @contextlib.asynccontextmanager
    async def open(self, port: int = 0) -> AsyncIterator[WebServer]:
        devices = None if self.floor is None else asyncio.create_task(self.floor.run())
        await self.table.start()
        try:
            yield await self.serve(port)
        finally:
            await self.close_pages()
            await self.table.stop()
            if devices is not None:
                devices.cancel()
                await asyncio.gather(devices, return_exceptions=True)

    async def serve(self, port: int = 0) -> WebServer:
        """The pages, on a port that may have been theirs before."""
        loop_s = Clock(asyncio.get_running_loop()).loop_s
        self._servers.append(await started(self.hub, port, desk=self.table.desk, loop_s=loop_s))
        return self._servers[-1]

    async def close_pages(self) -> None:
        """Let every page lose its line, as when the daemon is killed."""
        while self._servers:
            await self._servers.pop().stop()

    def do(self, verb: str, **arguments: Any) -> None:
        """A command from elsewhere, which must be done."""
        answer = self.table.command(verb, arguments, "floor" if verb in ("resume", "ack", "void_hand") else "dealer")
        assert answer.ok, answer

    def begin(self, stacks: Sequence[int], *, post: bool = True) -> None:
        """Seat players P1, P2, … with these stacks and begin a hand; P1 has the button, and of three acts first."""
        for seat, stack in enumerate(stacks, 1):
            self.do("sit", seat=seat, name=f"P{seat}", stack=stack)
        self.do("button", seat=1)
        self.do("new_hand")
        if post:
            self.do("post")

    def people(self, panel: PanelTable) -> People:
        assert self.floor is not None
        return People(panel, self.floor.world, 1, BRISK)


@contextlib.asynccontextmanager
async def panel_page(
    browser: Browser, server: WebServer, width: int = 1024, height: int = 768, *, language: str = "en", **options: Any
) -> AsyncIterator[Watched]:
    """The dealer's panel of a table, ready to be pressed."""
    async with open_page(browser, f"{server.url}dealer?lang={language}", width, height, has_touch=True, **options) as watched:
        await watched.page.wait_for_selector("#link[data-link=live]")
        yield watched
