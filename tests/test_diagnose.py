"""`smarttable diagnose`: what is sent along with a question holds no card, no tag and no secret."""

from __future__ import annotations

import asyncio
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.diagnose import LOG_BYTES, DiagnoseError, clean, write_zip
from controller.game.cards import DECK_SIZE, Card
from controller.sensing.decks import DeckRegistry, save_decks

PASSWORD = "tell-nobody-77"  # noqa: S105 # made up
USER = "the-floor"
TAGS = [bytes.fromhex("E00401") + n.to_bytes(5, "big") for n in range(DECK_SIZE)]

LOG = f"""\
WARNING reader hf0 is failed: serial.unplugged; plug it in again
WARNING odd: tag {TAGS[3].hex()} and {TAGS[4].hex(" ").upper()} and {TAGS[5].hex(":")}
WARNING odd: seat 3 holds Kd, then AhAs, 10c and the king of diamonds
WARNING odd: password={PASSWORD} user: {USER} mqtt://{USER}:{PASSWORD}@10.0.0.1
"""


def table(folder: Path) -> Path:
    (folder / "run").mkdir()
    save_decks(folder / "run/decks.json", DeckRegistry({"blue": {tag: Card(n) for n, tag in enumerate(TAGS)}}))
    (folder / "secret.txt").write_text(PASSWORD + "\n")
    (folder / "secret.txt").chmod(0o600)
    (folder / "log.txt").write_text(LOG)
    file = folder / "table.toml"
    file.write_text(
        'schema = 1\n[web]\nenabled = false\n[mqtt]\nbroker = "external"\nport = 9\n'
        f'username = "{USER}"\npassword_file = "secret.txt"\n'
    )  # fmt: skip
    return file


def inside(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_it_holds_what_helps_and_nothing_that_must_not_be_told(tmp_path: Path) -> None:
    out = tmp_path / "x.zip"
    names = asyncio.run(write_zip(table(tmp_path), out, tmp_path / "log.txt"))
    members = inside(out)
    assert tuple(members) == names == ("versions.txt", "doctor.txt", "config.txt", "log.txt")
    everything = "\n".join(members.values())
    told = everything.lower().replace(" ", "").replace(":", "")
    assert PASSWORD not in everything
    assert USER not in everything
    assert not [tag.hex() for tag in TAGS if tag.hex() in told]
    for card in ("Kd", "Ah", "As", "10c", "king of"):
        assert card not in everything
    assert "serial.unplugged" in members["log.txt"]
    assert "mqtt.port = 9" in members["config.txt"]
    assert "mqtt.password_file = (hidden)" in members["config.txt"]
    assert "mqtt.unreachable" in members["doctor.txt"]
    assert "pydantic 2" in members["versions.txt"]
    assert out.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_used_is_told_without_what_stands_in_it(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'schema = 1\n[mqtt]\nport = "{PASSWORD}"\n')
    asyncio.run(write_zip(file, tmp_path / "x.zip"))
    members = inside(tmp_path / "x.zip")
    assert "table.toml:3: mqtt.port: cannot be used" in members["config.txt"]
    assert PASSWORD not in "".join(members.values())


def test_only_the_end_of_a_long_log_goes_in_from_a_whole_line_on(tmp_path: Path) -> None:
    log = tmp_path / "long.log"
    log.write_text("".join(f"line {n}: reader hf0 is back\n" for n in range(20_000)))
    asyncio.run(write_zip(table(tmp_path), tmp_path / "x.zip", log))
    text = inside(tmp_path / "x.zip")["log.txt"]
    assert len(text) <= LOG_BYTES
    assert text.startswith("line ")
    assert text.endswith("line 19999: reader hf0 is back\n")


@pytest.mark.parametrize(
    "line",
    [
        "table t1 is up",
        "reader hf0 is failed: serial.absent; /dev/serial/by-id/usb-FTDI_FT232R-if00-port0 is not there",
        "mqtt: on broker 127.0.0.1:1883, session 12",
        "mqtt failed (RuntimeError in run, session.py:140): starting it again",
        "page: served on http://127.0.0.1:8080",
    ],
)
def test_what_a_line_of_ours_says_stays(line: str) -> None:
    assert clean(line) == line


def test_an_existing_file_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "x.zip"
    out.write_text("mine")
    with pytest.raises(DiagnoseError, match="name another"):
        asyncio.run(write_zip(table(tmp_path), out))
    result = CliRunner().invoke(app, ["diagnose", "--config", str(tmp_path / "table.toml"), "--out", str(out)])
    assert result.exit_code == 1
    assert out.read_text() == "mine"
    with pytest.raises(DiagnoseError, match="cannot be read"):
        asyncio.run(write_zip(tmp_path / "table.toml", tmp_path / "y.zip", tmp_path / "no.log"))
