"""The daemon as a process, asked by somebody who is not known: log in over TLS, kill -9, revoke."""

from __future__ import annotations

import http.client
import json
import shutil
import ssl
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from certificates import Authority
from daemon_process import LIMIT_S, free_port, smarttable

ROOT = Path(__file__).resolve().parents[2]


class Site:
    """A table that trusts nobody on this machine either, and a browser at it."""

    def __init__(self, folder: Path) -> None:
        self.authority = Authority(folder, "authority")
        certificate, key = self.authority.sign("127.0.0.1")
        shutil.copy(certificate, folder / "table.pem")
        shutil.copy(key, folder / "page.key")
        (folder / "page.key").chmod(0o600)
        self.port = free_port()
        self.file = folder / "table.toml"
        tls = 'tls_cert = "table.pem"\ntls_key = "page.key"\ntrust_loopback = false\n'
        self.file.write_text(f'schema = 1\n[mqtt]\nbroker = "off"\n[web]\nhost = "0.0.0.0"\nport = {self.port}\n{tls}')
        self.cookie = ""

    def command(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "controller.cli", *arguments, "--config", str(self.file)], cwd=ROOT, capture_output=True, text=True,
            check=True, timeout=LIMIT_S,
        )  # fmt: skip
        return done.stdout

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        context = ssl.create_default_context(cafile=str(self.authority.certificate))
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=LIMIT_S, context=context)
        sent = {"content-type": "application/json", "origin": f"https://127.0.0.1:{self.port}", "cookie": self.cookie, **headers}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            answer = connection.getresponse()
            self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def until_served(self) -> None:
        """Return when the page answers, whatever it says."""
        began_s = time.monotonic()
        while time.monotonic() - began_s < LIMIT_S:
            try:
                self.ask("GET", "/healthz")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the page is not served")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


@pytest.mark.slow
def test_who_is_logged_in_stays_so_over_kill_9_and_is_out_when_revoked(site: Site) -> None:
    token = site.command("token", "add", "dealer", "--name", "tablet-3").strip()
    with smarttable("run", "--config", str(site.file)) as daemon:
        site.until_served()
        assert site.ask("GET", "/api/v1/state")[1]["code"] == "web.no_access"
        assert site.ask("POST", "/api/v1/login", {"token": token + "x"})[1]["code"] == "web.bad_token"
        assert site.ask("POST", "/api/v1/login", {"token": token})[1]["who"] == "tablet-3"
        assert site.ask("POST", "/api/v1/cmd/sit", {"id": "1", "seat": 3, "name": "Ann", "stack": 500})[0] == 200
        assert site.ask("POST", "/api/v1/cmd/void_hand", {"id": "2"})[1]["code"] == "cmd.role"
        assert "the daemon serves it" in site.command("doctor")
        daemon.kill()
        daemon.wait()
    with smarttable("run", "--config", str(site.file)):
        site.until_served()
        status, state = site.ask("GET", "/api/v1/state")
        assert (status, state["seats"][2]["name"]) == (200, "Ann")
        events = site.ask("GET", "/api/v1/events")[1]
        assert [story["kind"] for story in events["events"]] == ["seat_taken"]
        assert "tablet-3" in site.command("token", "list")
        site.command("token", "revoke", "tablet-3")
        assert site.ask("GET", "/api/v1/state")[0] == 401
        assert site.ask("POST", "/api/v1/login", {"token": token})[1]["code"] == "web.bad_token"
