"""How a page is answered: to whoever has a role for it; to others the login, where a token makes one of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from controller.web.answers import not_for
from controller.web.assets import Asset
from controller.web.login import LoginPage
from controller.web.pages import Page


def page_endpoint(page: Page, asset: Asset, login_page: LoginPage) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a request for `page`."""

    async def endpoint(request: Request) -> Response:
        closed = not_for(request, *page.roles)
        return asset.answer(request, page.headers) if closed is None else login_page.answer(closed.status)

    return endpoint
