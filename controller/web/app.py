"""The web application: the pages, their files, the WebSocket, commands, and a health answer for monitors."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.web.access import access_of
from controller.web.access_gate import Gate
from controller.web.answers import FAULT, FULL, NOT_SERVED, refused
from controller.web.archive import Archive
from controller.web.assets import load_assets
from controller.web.commands import PATH as COMMAND_PATH
from controller.web.commands import command_endpoint
from controller.web.guard import SECURITY_HEADERS, Guard
from controller.web.instruments import Backstage
from controller.web.lasting import POLICY_VIOLATION, Places, while_let_in
from controller.web.live import BEAT_S, SEND_LIMIT_S, Ticker, stream
from controller.web.login import LoginPage, login_endpoints
from controller.web.page_views import page_endpoint
from controller.web.pages import PAGES
from controller.web.pictures import PATH as PICTURE_PATH
from controller.web.pictures import picture_endpoint
from controller.web.rest import ROOT, rest_endpoints
from controller.web.rest_backstage import CHECK_PATH, backstage_endpoints, check_endpoint
from controller.web.rest_openapi import DOCUMENT_PATH, document_endpoint
from controller.web.rest_stream import STREAM_PATH, stream_endpoint

#: What a command's address is asked by; all but POST are told so.
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def make_app(
    hub: FeedHub,
    *,
    title: str,
    language: str = "en",
    desk: CommandDesk | None = None,
    gate: Gate | None = None,
    archive: Archive | None = None,
    backstage: Backstage | None = None,
    allowed_hosts: Iterable[str] = (),
    loop_s: Callable[[float], float] = lambda wall_s: wall_s,
    max_pages: int = 64,
    pictures: Path | None = None,
) -> FastAPI:
    """Return the application that shows what `hub` publishes, and takes commands to `desk` where there is one.

    The pages begin in `language`; `gate` knows who may come in; without one nobody but this machine's own. `archive` knows
    what was before, `backstage` what the table and status pages ask besides the feed. `allowed_hosts` are the names it goes by
    besides loopback; `loop_s` turns wall seconds into seconds of the running loop; more than `max_pages` open pages are turned
    away with 503; `pictures` is the folder of the players' pictures.
    """
    app = FastAPI(title=title, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    assets = load_assets(title, language)
    gate = gate or Gate(loop_s=loop_s)
    login_page = LoginPage(assets)
    app.add_middleware(Guard, gate=gate, login_page=login_page, allowed_hosts=tuple(allowed_hosts))
    places = Places(max_pages)
    ticker = Ticker()
    hub.on_message(ticker.take)

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
            await websocket.accept()
            frames = stream(websocket, hub, ticker, beat_s=loop_s(BEAT_S), send_limit_s=loop_s(SEND_LIMIT_S))
            if not await while_let_in(frames, access_of(websocket), gate, loop_s):
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may be gone by now
                    await websocket.close(POLICY_VIOLATION)
        finally:
            places.leave()

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

    for row in PAGES:
        app.add_route(row.path, page_endpoint(row, assets[row.html], login_page), methods=["GET", "HEAD"])
    for path, endpoint in (
        ("/static/{name}", file),
        ("/healthz", healthz),
        (STREAM_PATH, stream_endpoint(hub, archive, gate, places, loop_s)),
        (DOCUMENT_PATH, document_endpoint()),
    ):
        app.add_route(path, endpoint, methods=["GET", "HEAD"])
    if pictures is not None:
        app.add_route(PICTURE_PATH, picture_endpoint(pictures), methods=["GET", "HEAD"])
    for path, (methods, answer) in login_endpoints(gate, login_page).items():
        app.add_route(path, answer, methods=[*methods])
    app.add_route(CHECK_PATH, check_endpoint(hub, backstage), methods=[*_METHODS])
    for path, ask in {**rest_endpoints(hub, archive), **backstage_endpoints(backstage)}.items():
        app.add_route(ROOT + path, ask, methods=["GET", "HEAD"])
    if desk is not None:
        app.add_route(COMMAND_PATH, command_endpoint(desk), methods=[*_METHODS])
    app.add_api_websocket_route("/ws", live)
    app.add_exception_handler(HTTPException, not_served)
    app.add_exception_handler(Exception, fault)
    return app
