"""The web application: the pages, their files, the WebSocket, commands, and a health answer for monitors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import msgspec
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.web.assets import load_assets
from controller.web.commands import PATH as COMMAND_PATH
from controller.web.commands import command_endpoint
from controller.web.guard import Guard
from controller.web.live import BEAT_S, SEND_LIMIT_S, Ticker, stream
from controller.web.pages import PAGES, Page
from controller.web.pictures import PATH as PICTURE_PATH
from controller.web.pictures import picture_endpoint

#: What a command's address is asked by; all but POST are told so.
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def make_app(
    hub: FeedHub,
    *,
    title: str,
    language: str = "en",
    desk: CommandDesk | None = None,
    allowed_hosts: Iterable[str] = (),
    loop_s: Callable[[float], float] = lambda wall_s: wall_s,
    max_pages: int = 64,
    pictures: Path | None = None,
) -> FastAPI:
    """Return the application that shows what `hub` publishes, and takes commands to `desk` where there is one.

    The pages begin in `language`; `allowed_hosts` are the names it goes by besides loopback; `loop_s` turns wall seconds into
    seconds of the running loop; more than `max_pages` open pages are turned away with 503; `pictures` is the folder of
    the players' pictures.
    """
    app = FastAPI(title=title, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(Guard, allowed_hosts=tuple(allowed_hosts))
    assets = load_assets(title, language)
    open_pages = 0
    ticker = Ticker()
    hub.on_message(ticker.take)

    def page(row: Page) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            return assets[row.html].answer(request, row.headers)

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
        nonlocal open_pages
        if open_pages >= max_pages:
            await websocket.send_denial_response(PlainTextResponse("web.too_many_pages: close a page and try again.\n", 503))
            return
        open_pages += 1
        try:
            await websocket.accept()
            await stream(websocket, hub, ticker, beat_s=loop_s(BEAT_S), send_limit_s=loop_s(SEND_LIMIT_S))
        finally:
            open_pages -= 1

    async def not_served(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = error.headers if isinstance(error, HTTPException) else None
        text = {404: "Nothing here. The table is at /\n", 405: "This can only be read: use GET.\n"}.get(status, "Refused.\n")
        return PlainTextResponse(text, status, headers=headers)

    for row in PAGES:
        app.add_route(row.path, page(row), methods=["GET", "HEAD"])
    for path, endpoint in (("/static/{name}", file), ("/healthz", healthz)):
        app.add_route(path, endpoint, methods=["GET", "HEAD"])
    if pictures is not None:
        app.add_route(PICTURE_PATH, picture_endpoint(pictures), methods=["GET", "HEAD"])
    if desk is not None:
        app.add_route(COMMAND_PATH, command_endpoint(desk), methods=[*_METHODS])
    app.add_api_websocket_route("/ws", live)
    app.add_exception_handler(HTTPException, not_served)
    return app
