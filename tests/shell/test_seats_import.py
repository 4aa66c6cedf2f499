"""Players from a CSV file: what is wrong is named, nothing is half done without saying so, and nothing is done twice."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from daemon_process import LIMIT_S, free_port, listen, online, smarttable
from felt import Felt
from typer.testing import CliRunner

from controller.cli import app
from controller.seats_commands import bring_in
from controller.seats_csv import CsvError, read_rows
from controller.seats_link import HttpLink, LinkError
from controller.seats_plan import seats_rows

GOOD = 'seat,name,short_name,country,picture,stack\n1,Ann Example,ANN,DE,ann.png,5000\n3,"Bo, Jr.",,,,7000\n6,Cy,CY,,,100\n'


class FeltLink:
    """A running table, without a wire between. `lost` answers get lost on their way back."""

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self.sent: list[str] = []

    async def state(self) -> Mapping[str, Any]:
        return self.felt.state()

    async def command(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self.sent.append(verb)
        return self.felt.desk.submit(verb, body, "floor").model_dump()


def write(folder: Path, text: str | bytes) -> Path:
    file = folder / "players.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def run(link: FeltLink, file: Path, **options: bool) -> tuple[bool, list[str]]:
    said: list[str] = []
    return asyncio.run(bring_in(link, file, said.append, **options)), said


def names(felt: Felt) -> dict[int, tuple[str, int]]:
    return {view["seat"]: (view["name"], view["stack"]) for view in felt.state()["seats"] if view["name"]}


WRONG: list[tuple[str, str | bytes, list[str]]] = [
    ("an empty file", "", ["players.csv: it is empty; the first line is: seat,name,short_name,country,picture,stack"]),
    ("no such column", "seat,nmae,stack\n", ["csv:1: there is no column 'nmae'", "csv:1: the column 'name' is missing"]),
    ("a column twice", "seat,name,stack,seat\n", ["players.csv:1: the column 'seat' stands twice"]),
    ("too few fields", "seat,name,stack\n1,Ann\n", ["players.csv:2: 2 fields where the header has 3"]),
    ("no number", "seat,name,stack\none,Ann,5\n", ["players.csv:2: seat: 'one' is not possible; allowed: a whole number, 1 to 10"]),
    ("seat 11", "seat,name,stack\n11,Ann,5\n", ["players.csv:2: seat: '11' is not possible"]),
    ("no stack", "seat,name,stack\n1,Ann,0\n2,Bo,\n3,Cy,1.5\n", ["csv:2: stack: '0'", "csv:3: stack: ''", "csv:4: stack: '1.5'"]),
    ("no name", "seat,name,stack\n1,,5\n", ["players.csv:2: name: ''"]),
    ("a country", "seat,name,country,stack\n1,Ann,Germany,5\n", ["players.csv:2: country: 'Germany'", "two capital letters"]),
    ("a picture", "seat,name,picture,stack\n1,Ann,../a.png,5\n", ["players.csv:2: picture: '../a.png'"]),
    ("a seat twice", "seat,name,stack\n1,Ann,5\n2,Bo,5\n1,Cy,5\n", ["players.csv:4: seat: 1 is taken by line 2 already"]),
    ("every bad line", "seat,name,stack\n0,Ann,5\n2,Bo,5\n3,,x\n", ["players.csv:2: seat", "players.csv:4: name", "players.csv:4: stack"]),
    ("an open quote", 'seat,name,stack\n1,"Ann,5\n', ["players.csv:", "double quotes"]),
    ("not UTF-8", b"seat,name,stack\n1,J\xfcrgen,5\n", ["players.csv: not UTF-8 at byte", "save it as CSV in UTF-8"]),
    ("too long", b"x" * 100_001, ["more than 100000 bytes"]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text", "named"), WRONG, ids=[what for what, _, _ in WRONG])
def test_a_wrong_file_is_refused_with_every_place(tmp_path: Path, what: str, text: str | bytes, named: list[str]) -> None:
    felt = Felt()
    with pytest.raises(CsvError) as caught:
        run(FeltLink(felt), write(tmp_path, text))
    for piece in named:
        assert piece in str(caught.value), str(caught.value)
    assert names(felt) == {}


def test_players_are_seated(tmp_path: Path) -> None:
    felt = Felt()
    done, said = run(FeltLink(felt), write(tmp_path, GOOD))
    assert done
    assert names(felt) == {1: ("Ann Example", 5000), 3: ("Bo, Jr.", 7000), 6: ("Cy", 100)}
    seat = felt.state()["seats"][0]
    assert (seat["short_name"], seat["country"], seat["picture"]) == ("ANN", "DE", "ann.png")
    assert said == [
        "seat 1: Ann Example sits down with 5000",
        "seat 3: Bo, Jr. sits down with 7000",
        "seat 6: Cy sits down with 100",
        "3 done, 3 line(s)",
    ]


@pytest.mark.parametrize(
    "text", ["\ufeff" + GOOD, GOOD.replace(",", ";").replace('"Bo; Jr."', '"Bo, Jr."'), GOOD.replace("\n", "\r\n") + "\r\n,,,,,\r\n"]
)
def test_a_spreadsheets_own_ways_are_read(tmp_path: Path, text: str) -> None:
    assert [row.fields["name"] for row in read_rows(write(tmp_path, text))] == ["Ann Example", "Bo, Jr.", "Cy"]


def test_again_nothing_is_done_twice_and_details_follow_the_file(tmp_path: Path) -> None:
    felt = Felt()
    link = FeltLink(felt)
    run(link, write(tmp_path, GOOD))
    rev = felt.state()["rev"]
    assert run(link, write(tmp_path, GOOD)) == (
        True,
        [
            "seat 1: Ann Example sits there already",
            "seat 3: Bo, Jr. sits there already",
            "seat 6: Cy sits there already",
            "0 done, 3 line(s)",
        ],
    )
    assert felt.state()["rev"] == rev
    changed = GOOD.replace(",DE,", ",AT,").replace("7000", "9000")
    done, said = run(link, write(tmp_path, changed))
    assert done
    assert said[0] == "seat 1: Ann Example: country AT"
    assert said[1] == "seat 3: Bo, Jr. sits there already; his stack stays 7000: `buy_in` changes it"
    assert felt.state()["seats"][0]["country"] == "AT"
    assert felt.state()["seats"][0]["picture"] == "ann.png"


def test_a_taken_seat_stops_all_of_it(tmp_path: Path) -> None:
    felt = Felt()
    felt.do("sit", seat=3, name="Somebody", stack=10)
    with pytest.raises(CsvError, match=r"players\.csv:3: seat: 3 is taken by Somebody: let him stand up first") as caught:
        run(FeltLink(felt), write(tmp_path, GOOD + "9,Di,,,,5\n"))
    assert "players.csv:5: seat: there is no seat 9: this table has 1 to 6" in str(caught.value)
    assert "nothing was done" in str(caught.value)
    assert len(names(felt)) == 1


def test_a_dry_run_does_nothing(tmp_path: Path) -> None:
    felt = Felt()
    done, said = run(FeltLink(felt), write(tmp_path, GOOD), dry_run=True)
    assert (done, said[0], said[-1]) == (True, "seat 1: would be done: Ann Example sits down with 5000", "nothing was done, 3 line(s)")
    assert names(felt) == {}


class Unlucky(FeltLink):
    """At the second command something happens."""

    def __init__(self, felt: Felt, happens: Callable[[Unlucky], None]) -> None:
        super().__init__(felt)
        self._happens = happens

    async def command(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if len(self.sent) == 1:
            self._happens(self)
        return await super().command(verb, body)


def somebody_else_sits(link: Unlucky) -> None:
    link.felt.do("sit", seat=3, name="Quick", stack=5)


def the_table_goes(link: Unlucky) -> None:
    link.sent.append("lost")
    raise LinkError("it is gone")


def test_a_refusal_in_the_middle_says_what_was_done(tmp_path: Path) -> None:
    felt = Felt()
    done, said = run(Unlucky(felt, somebody_else_sits), write(tmp_path, GOOD))
    assert not done
    assert said[1].startswith("seat 3: refused, sit.taken: Seat 3 is taken")
    assert said[2].startswith("1 done, and nothing from seat 3 on")
    assert names(felt) == {1: ("Ann Example", 5000), 3: ("Quick", 5)}


def test_a_table_that_goes_meanwhile_is_said_and_run_again_it_goes_on(tmp_path: Path) -> None:
    felt = Felt()
    with pytest.raises(LinkError, match=r"seat 3: not known whether it was done; 1 before it were. Run this again"):
        run(Unlucky(felt, the_table_goes), write(tmp_path, GOOD))
    done, said = run(FeltLink(felt), write(tmp_path, GOOD))
    assert (done, said[-1]) == (True, "2 done, 3 line(s)")
    assert len(names(felt)) == 3


def test_the_list_as_csv_can_be_imported(tmp_path: Path) -> None:
    felt = Felt()
    run(FeltLink(felt), write(tmp_path, GOOD))
    out = io.StringIO()
    csv.writer(out).writerows(seats_rows(felt.state()))
    other = Felt()
    run(FeltLink(other), write(tmp_path, out.getvalue()))
    assert names(other) == names(felt)


# -- over the wire ---------------------------------------------------------------------------------


@pytest.fixture
def page() -> Iterator[tuple[str, Felt, list[dict[str, str]]]]:
    """A table's page as a program sees it: `/api/v1/state` and commands. The first answer to a command gets lost."""
    felt, heard, lock = Felt(), [], threading.Lock()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with lock:
                self.answer(200 if self.path == "/api/v1/state" else 404, felt.state())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with lock:
                heard.append(dict(self.headers))
                answer = felt.desk.submit(self.path.rpartition("/")[2], body, self.headers["x-smarttable-role"])
            if len(heard) > 1:
                self.answer(200 if answer.ok else 409, answer.model_dump())

        def answer(self, status: int, fields: Mapping[str, Any]) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(fields).encode())

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", felt, heard
    server.shutdown()
    thread.join()
    server.server_close()


def test_over_the_page_with_a_lost_answer(tmp_path: Path, page: tuple[str, Felt, list[dict[str, str]]]) -> None:
    url, felt, heard = page
    (tmp_path / "token").write_text("st-secret\n")
    result = CliRunner().invoke(app, ["seats", "import", str(write(tmp_path, GOOD)), "--url", url, "--token-file", str(tmp_path / "token")])
    assert result.exit_code == 0, result.output
    assert len(names(felt)) == 3
    assert len(heard) == 4, "the first was sent again and done once"
    assert {headers["authorization"] for headers in heard} == {"Bearer st-secret"}
    listed = CliRunner().invoke(app, ["seats", "list", "--url", url])
    assert "Ann Example" in listed.output


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("127.0.0.1:8080", "write http://HOST:PORT"),
        ("ftp://x", "write http://HOST:PORT"),
        ("http://127.0.0.1:{free}", "start the table, or name its page"),
    ],
)
def test_a_page_that_is_not_there(tmp_path: Path, url: str, named: str) -> None:
    result = CliRunner().invoke(app, ["seats", "import", str(write(tmp_path, GOOD)), "--url", url.format(free=free_port())])
    assert result.exit_code == 1
    assert named in result.output


def test_a_token_does_not_go_over_the_network_in_the_clear(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("st-secret")
    with pytest.raises(LinkError, match=r"name an https:// address"):
        HttpLink("http://192.0.2.7:8080", tmp_path / "token")
    HttpLink("https://192.0.2.7:8080", tmp_path / "token")


def test_a_page_that_is_none(page: tuple[str, Felt, list[dict[str, str]]]) -> None:
    with pytest.raises(LinkError, match=r"/nowhere: answers 404"):
        asyncio.run(HttpLink(page[0])._ask("GET", "/nowhere", None, ("no such field",)))


@pytest.mark.slow
def test_over_the_broker_of_a_running_table(tmp_path: Path) -> None:
    port = free_port()
    table = tmp_path / "table.toml"
    table.write_text(f'schema = 1\n[table]\nid = "t1"\nseats = 6\n[mqtt]\nport = {port}\n[web]\nenabled = false\n')
    file = write(tmp_path, GOOD)
    with smarttable("run", "--config", str(table)):
        asyncio.run(listen(port, online))
        for number in (1, 2):
            done = seats("import", str(file), "--broker", f"127.0.0.1:{port}")
            assert done.returncode == 0, done.stderr
            assert done.stdout.splitlines()[-1] == ("3 done, 3 line(s)" if number == 1 else "0 done, 3 line(s)")
        listed = seats("list", "--csv", "--broker", f"127.0.0.1:{port}", "--table", "t1")
        assert listed.stdout == GOOD
        other = seats("list", "--broker", f"127.0.0.1:{port}", "--table", "t2")
        assert (other.returncode, "no state of the table comes; tables there: none" in other.stderr) == (1, True)
    gone = seats("list", "--broker", f"127.0.0.1:{port}")
    assert (gone.returncode, "start the broker, or name with --broker" in gone.stderr) == (1, True)


def seats(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli", "seats", *arguments], capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
