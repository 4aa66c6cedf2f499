"""Tokens: shown once, kept as hashes in a private file, taken back at once; and the commands that do it."""

from __future__ import annotations

import errno
import json
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.session_key import session_key
from controller.tokens import ROLES, TokenError, TokenFile, add_token, load_tokens, revoke_token

DAY_MS = 86_400_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run" / "tokens.json"


@pytest.mark.parametrize("role", ROLES)
def test_a_token_is_good_for_its_role_and_only_its_hash_is_kept(file: Path, role: str) -> None:
    shown, made = add_token(file, role, "tablet-3")  # type: ignore[arg-type]  # a role all the same
    grant = TokenFile(file).by_token(shown)
    assert grant is not None
    assert (grant.role, grant.who, grant.key) == (role, "tablet-3", made.key)
    assert TokenFile(file).by_key(made.key) == grant
    assert shown not in file.read_text()
    assert len(shown.rpartition("_")[2]) >= 40 or len(shown) > 50
    assert file.stat().st_mode & 0o777 == 0o600
    assert [other.name for other in file.parent.iterdir() if other.suffix not in (".json", ".lock")] == []


@pytest.mark.parametrize("wrong", ["", "x", "st_dealer_", "ä" * 40, "\ud800", "a" * 100_000])
def test_no_other_text_is_a_token(file: Path, wrong: str) -> None:
    add_token(file, "dealer")
    assert TokenFile(file).by_token(wrong) is None


def test_a_token_ends_at_its_time_or_when_it_is_revoked(file: Path) -> None:
    now = [1_700_000_000_000]
    book = TokenFile(file, wall_ms=lambda: now[0])
    assert book.by_token("before there is a file") is None
    day, _ = add_token(file, "dealer", "day", 1, wall_ms=lambda: now[0])
    ever, kept = add_token(file, "floor", "ever", wall_ms=lambda: now[0])
    assert book.by_token(day) is not None
    now[0] += DAY_MS - 1
    assert book.by_token(day) is not None
    now[0] += 1
    assert book.by_token(day) is None
    assert book.by_token(ever) is not None
    revoke_token(file, "ever")
    assert book.by_token(ever) is None
    assert book.by_key(kept.key) is None


def test_names_are_given_and_not_twice(file: Path) -> None:
    assert [add_token(file, "dealer")[1].name for _ in range(3)] == ["dealer", "dealer-2", "dealer-3"]
    with pytest.raises(TokenError, match="already"):
        add_token(file, "floor", "dealer-2")
    for name in ("-x", "a b", "x" * 33, "tab\tle", "Zoë"):
        with pytest.raises(TokenError, match="cannot be a name"):
            add_token(file, "floor", name)
    for name in ("loopback", "mqtt", "MQTT"):  # whoever is not known by a token is called so in the journal
        with pytest.raises(TokenError, match="cannot be a name"):
            add_token(file, "floor", name)
    with pytest.raises(TokenError, match=r"there are: dealer, dealer-2, dealer-3"):
        revoke_token(file, "nobody")
    assert len(load_tokens(file)) == 3


def test_tokens_made_at_the_same_time_are_all_kept(file: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        shown = [one[0] for one in pool.map(lambda _: add_token(file, "dealer"), range(24))]
    book = TokenFile(file)
    assert all(book.by_token(token) for token in shown)
    assert len({token.name for token in load_tokens(file)}) == 24


DAMAGED = ["", "{", "[]", '{"schema": 2, "tokens": []}', '{"schema": 1, "tokens": [{"key": "x"}]}', "\xff"]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_file_that_cannot_be_used_lets_nobody_in_and_is_said_once(file: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    shown, _ = add_token(file, "dealer")
    book, good = TokenFile(file), file.read_bytes()
    assert book.by_token(shown)
    file.write_bytes(text.encode("latin-1"))
    with caplog.at_level(logging.WARNING, "controller"):
        assert [book.by_token(shown) for _ in range(5)] == [None] * 5
        assert len(caplog.records) == 1
        file.write_bytes(good)
        assert book.by_token(shown)
    assert len(caplog.records) == 2
    assert "can be used again" in caplog.text
    assert shown not in caplog.text


def test_a_moment_in_which_the_file_cannot_be_opened_passes(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file could be opened, as when too many are: the tokens are there again when it can, though it has not changed."""
    shown, made = add_token(file, "floor")
    book = TokenFile(file)
    with monkeypatch.context() as full:
        full.setattr(os, "open", lambda *_: (_ for _ in ()).throw(OSError(errno.EMFILE, "Too many open files")))
        assert book.by_token(shown) is None
    assert book.by_token(shown) is not None
    assert book.by_key(made.key) is not None


def test_a_changed_hash_is_no_crash(file: Path) -> None:
    shown, _ = add_token(file, "dealer")
    found = json.loads(file.read_text())
    found["tokens"][0]["sha256"] = "ä" * 64
    file.write_text(json.dumps(found))
    assert TokenFile(file).by_token(shown) is None


def test_a_file_that_others_can_read_is_not_used(file: Path) -> None:
    add_token(file, "dealer")
    file.chmod(0o644)
    for act in (lambda: load_tokens(file), lambda: add_token(file, "floor"), lambda: revoke_token(file, "dealer")):
        with pytest.raises(TokenError, match="run: chmod 600"):
            act()


def test_the_commands_show_a_token_once(tmp_path: Path) -> None:
    config, run = tmp_path / "table.toml", CliRunner()
    config.write_text("schema = 1\n")
    told = run.invoke(app, ["token", "list", "--config", str(config)])
    assert "no tokens yet" in told.stdout
    made = run.invoke(app, ["token", "add", "dealer", "--name", "tablet-3", "--days", "2", "--config", str(config)])
    token = made.stdout.strip()
    assert made.exit_code == 0
    assert token.startswith("st_dealer_")
    assert "tablet-3 is dealer with it until 20" in made.stderr
    told = run.invoke(app, ["token", "list", "--config", str(config)])
    assert "tablet-3" in told.stdout
    assert token not in told.stdout
    assert TokenFile(tmp_path / "run" / "tokens.json").by_token(token)
    gone = run.invoke(app, ["token", "revoke", "tablet-3", "--config", str(config)])
    assert (gone.exit_code, gone.stdout) == (0, "tablet-3 (dealer) is revoked\n")
    assert TokenFile(tmp_path / "run" / "tokens.json").by_token(token) is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["add", "king"], "roles are dealer, floor, broadcast, admin"), (["add", "dealer", "--name", "a b"], "cannot be a name"),
     (["revoke", "nobody"], "there is no token called 'nobody'")],
)  # fmt: skip
def test_what_cannot_be_done_is_one_line_and_exit_code_1(tmp_path: Path, arguments: list[str], says: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text("schema = 1\n")
    done = CliRunner().invoke(app, ["token", *arguments, "--config", str(config)])
    assert done.exit_code == 1
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_session_key_is_made_once_and_outlives_the_program(tmp_path: Path) -> None:
    path = tmp_path / "run" / "session.key"
    first = session_key(path)
    assert first.held() is None
    assert not path.exists(), "a table that nobody logs in to needs none"
    made = first.made()
    assert first.held() == session_key(path).held() == made
    assert len(made) == 32
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_session_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "session.key"
    session_key(path).made()
    path.chmod(0o644)
    again = session_key(path)
    assert again.held() is None
    with pytest.raises(OSError, match="File exists"):
        again.made()


def test_the_file_belongs_to_whoever_owns_its_folder(file: Path) -> None:
    """Root makes tokens for a daemon that is not root; everybody else can make them only in a folder of his own."""
    file.parent.mkdir()
    owner = (12_345, 12_345) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(file.parent, *owner)
    add_token(file, "dealer")
    assert (file.stat().st_uid, file.stat().st_gid) == owner
