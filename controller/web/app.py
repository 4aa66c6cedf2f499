"""The web application: the pages, their files, the WebSocket, commands, and a health answer for monitors."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import msgspec
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.feed.broadcast import BroadcastFeed
from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.web.access import access_of
from controller.web.access_gate import Gate
from controller.web.answers import FAULT, FULL, NOT_SERVED, refused
from controller.web.archive import Archive
from controller.web.assets import load_assets
from controller.web.guard import SECURITY_HEADERS, Guard
from controller.web.instruments import Backstage
from controller.web.lasting import POLICY_VIOLATION, Places, while_let_in
from controller.web.live import BEAT_S, SEND_LIMIT_S, Ticker, admitted, stream
from controller.web.login import LoginPage
from controller.web.overlay import MaySee, add_overlay, by_role, door_of, refusal
from controller.web.overlay_files import NO_FILES, OverlayFiles
from controller.web.pages import PAGES, Page
from controller.web.pictures import PATH as PICTURE_PATH
from controller.web.pictures import picture_endpoint
from controller.web.refusal_words import PATH as REFUSAL_PATH
from controller.web.refusal_words import refusal_endpoint
from controller.web.rest_routes import Behind, add_interface


def make_app(
    hub: FeedHub,
    *,
    title: str,
    language: str = "en",
    desk: CommandDesk | None = None,
    gate: Gate | None = None,
    archive: Archive | None = None,
    backstage: Backstage | None = None,
    broadcast: BroadcastFeed | None = None,
    overlay_files: OverlayFiles = NO_FILES,
    may_see_overlay: MaySee | None = None,
    allowed_hosts: Iterable[str] = (),
    loop_s: Callable[[float], float] = lambda wall_s: wall_s,
    max_pages: int = 64,
    pictures: Path | None = None,
) -> FastAPI:
    """Return the application that shows what `hub` publishes, and takes commands to `desk` where there is one.

    `gate` knows who may come in; without one nobody but this machine's own. `archive` knows what was before, `backstage` what
    the table and status pages ask besides the feed. The overlay follows `broadcast`, with the event's own files, for whom
    `may_see_overlay` lets in. The pages begin in `language`; `allowed_hosts` are the names it goes by besides loopback; `loop_s`
    turns wall seconds into seconds of the running loop; more than `max_pages` open pages are turned away with 503; `pictures`
    is the folder of the players' pictures.
    """
    app = FastAPI(title=title, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    assets = load_assets(title, language)
    gate = gate or Gate(loop_s=loop_s)
    login_page = LoginPage(assets)
    app.add_middleware(Guard, gate=gate, login_page=login_page, allowed_hosts=tuple(allowed_hosts))
    places = Places(max_pages)
    ticker = Ticker()
    hub.on_message(ticker.take)

    door = None if broadcast is None else door_of(broadcast, may_see_overlay or by_role(broadcast))

    def page(row: Page) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            if row.html == "overlay.html" and door is not None and not door(request):
                return login_page.answer(403) if "text/html" in request.headers.get("accept", "") else refusal()
            return login_page.in_place_of(request, row.roles) or assets[row.html].answer(request, row.headers)

        return show

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        asset = assets.get(name)
        if asset is None or name.endswith(".html"):  # a page has an address of its own, with its roles and its policy
            raise HTTPException(404)
        return asset.answer(request)

    async def healthz(request: Request) -> Response:
        held = {message.name: message.body for message in hub.snapshot()}
        online = "status" in held and msgspec.json.decode(held["status"])["state"] == "online"
        health = {name.removeprefix("health/"): msgspec.Raw(body) for name, body in held.items() if name.startswith("health/")}
        body = msgspec.json.encode({"ok": online, "status": msgspec.Raw(held.get("status", b"null")), "health": health})
        return Response(body, 200 if online else 503, media_type="application/json", headers={"cache-control": "no-store"})

    async def live(websocket: WebSocket) -> None:
        if not places.take():
            await websocket.send_denial_response(PlainTextResponse(f"{FULL.code}: {FULL.message}\n", FULL.status))
            return
        try:
            if not await admitted(websocket):
                return
            frames = stream(websocket, hub, ticker, beat_s=loop_s(BEAT_S), send_limit_s=loop_s(SEND_LIMIT_S))
            if not await while_let_in(frames, access_of(websocket), gate, loop_s):
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may be gone by now
                    await websocket.close(POLICY_VIOLATION)
        finally:
            places.leave()

    for row in PAGES:
        app.add_route(row.path, page(row), methods=["GET", "HEAD"])
    for path, endpoint in (("/static/{name}", file), (REFUSAL_PATH, refusal_endpoint()), ("/healthz", healthz)):
        app.add_route(path, endpoint, methods=["GET", "HEAD"])
    add_interface(app, hub, Behind(desk, gate, archive, backstage, places, login_page), loop_s)
    if pictures is not None:
        app.add_route(PICTURE_PATH, picture_endpoint(pictures), methods=["GET", "HEAD"])
    if broadcast is not None and door is not None:
        add_overlay(app, broadcast, overlay_files, may_see=door, gate=gate, loop_s=loop_s)
    app.add_api_websocket_route("/ws", live)
    _add_refusals(app)
    return app


def _add_refusals(app: FastAPI) -> None:
    """Answer what `app` does not serve: a program in JSON, a person in words."""

    async def not_served(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = (error.headers if isinstance(error, HTTPException) else None) or {}
        if request.url.path.startswith("/api/"):
            return refused(NOT_SERVED.get(status, FAULT), **headers)
        text = {404: "Nothing here. The table is at /\n", 405: "This can only be read: use GET.\n"}.get(status, "Refused.\n")
        return PlainTextResponse(text, status, headers=headers)

    async def fault(request: Request, error: Exception) -> Response:
        """Answered outside of the guard, which adds its headers to everything else; the server's log gets the exception."""
        return refused(FAULT, **SECURITY_HEADERS)

    app.add_exception_handler(HTTPException, not_served)
    app.add_exception_handler(Exception, fault)
