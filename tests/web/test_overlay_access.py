"""Who may see the overlay: the broadcast role; with live hole cards only who showed a token for it, at the table's machine as well."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from asgi_peer import connected
from gates import TOKENS, Keys
from scripted_hub import ScriptedHub

from controller.clock import Clock, run
from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.reveal import Broadcast, Reveal
from controller.rules.house import House
from controller.table.table import new_table
from controller.web.app import make_app

HERE, ELSEWHERE = "127.0.0.1", "198.51.100.7"


@pytest.mark.parametrize(
    ("reveal", "client", "token", "status"),
    [
        ("showdown", HERE, "", 0),
        ("showdown", ELSEWHERE, "", 401),
        ("showdown", ELSEWHERE, TOKENS["dealer"], 403),
        ("showdown", ELSEWHERE, TOKENS["floor"], 403),
        ("showdown", ELSEWHERE, TOKENS["broadcast"], 0),
        ("showdown", ELSEWHERE, TOKENS["admin"], 0),
        ("always", HERE, "", 403),
        ("always", HERE, TOKENS["dealer"], 403),
        ("always", HERE, TOKENS["broadcast"], 0),
        ("always", ELSEWHERE, "", 401),
        ("always", ELSEWHERE, TOKENS["broadcast"], 0),
    ],
)
def test_the_overlay_is_for_broadcast(reveal: Reveal, client: str, token: str, status: int) -> None:
    """Its page and its feed alike; an open one ends when the token is revoked."""

    async def main() -> None:
        feed = BroadcastFeed(Clock(asyncio.get_running_loop()), "b1", Broadcast(reveal=reveal), (Aired(0, new_table(House())),))
        keys = Keys()
        app = make_app(ScriptedHub(), title="t", broadcast=feed, gate=keys.gate(), allowed_hosts=["table.lan"])
        host = "localhost" if client == HERE else "table.lan"
        more = {"authorization": f"Bearer {token}"} if token else {}
        transport = httpx.ASGITransport(app, client=(client, 5000))  # type: ignore[arg-type]  # starlette's own type of the same
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", headers=more) as browser:
            assert (await browser.get("/overlay")).status_code == (status or 200)
            page = await browser.get("/overlay", headers={"accept": "text/html"})
            assert ('id="token"' in page.text) == bool(status), "a person may log in with another token"
        async with connected(app, host, path="/ws/overlay", client=client, **more) as (peer, task):
            if status:
                await asyncio.wait_for(task, 1)
                assert (peer.denied, peer.frames) == (status, [])
                return
            await peer.until(1)
            if token:
                keys.valid.clear()
                await asyncio.wait_for(task, 2)
                assert peer.closed == 1008

    run(main, speed=None)
