"""Every address of `/api/v1`, and the login."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fastapi import FastAPI

from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.web.access_gate import Gate
from controller.web.archive import Archive
from controller.web.commands import PATH as COMMAND_PATH
from controller.web.commands import command_endpoint
from controller.web.instruments import Backstage
from controller.web.lasting import Places
from controller.web.login import LoginPage, login_endpoints
from controller.web.rest import ROOT, rest_endpoints
from controller.web.rest_backstage import CHECK_PATH, backstage_endpoints, check_endpoint
from controller.web.rest_openapi import DOCUMENT_PATH, document_endpoint
from controller.web.rest_stream import STREAM_PATH, stream_endpoint

_READ: Final = ("GET", "HEAD")
#: What a command's address is asked by; all but POST are told so.
_METHODS: Final = (*_READ, "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Behind(NamedTuple):
    """What stands behind the addresses: who takes commands, who lets in, who knows what was and how all is, and how many may listen."""

    desk: CommandDesk | None
    gate: Gate
    archive: Archive | None
    backstage: Backstage | None
    places: Places
    login_page: LoginPage


def add_interface(app: FastAPI, hub: FeedHub, behind: Behind, loop_s: Callable[[float], float]) -> None:
    """Serve `/api/v1` and the login with `app`; commands where there is a desk."""
    for path, (methods, answer) in login_endpoints(behind.gate, behind.login_page).items():
        app.add_route(path, answer, methods=[*methods])
    app.add_route(CHECK_PATH, check_endpoint(hub, behind.backstage), methods=[*_METHODS])
    for path, ask in {**rest_endpoints(hub, behind.archive), **backstage_endpoints(behind.backstage)}.items():
        app.add_route(ROOT + path, ask, methods=[*_READ])
    app.add_route(STREAM_PATH, stream_endpoint(hub, behind.archive, behind.gate, behind.places, loop_s), methods=[*_READ])
    app.add_route(DOCUMENT_PATH, document_endpoint(), methods=[*_READ])
    if behind.desk is not None:
        app.add_route(COMMAND_PATH, command_endpoint(behind.desk), methods=[*_METHODS])
