"""[web]: a table that others can reach needs TLS; what is wrong with its files is told with what to do."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from certificates import Authority

from controller import config
from controller.config import ConfigError
from controller.tokens import add_token


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("authority")
    return Authority(folder, "ours").sign("table-1.lan")


@pytest.fixture
def folder(tmp_path: Path, pair: tuple[Path, Path]) -> Path:
    """A folder with a good pair in it: table.pem and table.key."""
    for file, name in zip(pair, ("table.pem", "table.key"), strict=True):
        shutil.copy(file, tmp_path / name)
    (tmp_path / "table.key").chmod(0o600)
    return tmp_path


def write(folder: Path, web: str) -> Path:
    file = folder / "table.toml"
    file.write_text(f"schema = 1\n[web]\n{web}")
    return file


def mistakes(folder: Path, web: str) -> list[str]:
    file = write(folder, web)
    with pytest.raises(ConfigError) as caught:
        config.load(file)
    return [message.removeprefix(f"{file}:") for message in caught.value.messages]


BOTH = 'tls_cert = "table.pem"\ntls_key = "table.key"\n'


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "table-1.lan"])  # noqa: S104 -- they must be refused
def test_off_loopback_needs_tls(folder: Path, host: str) -> None:
    [mistake] = mistakes(folder, f'host = "{host}"\n')
    assert mistake.startswith(f"3: web.host: what is said on {host} would leave this machine unencrypted; set tls_cert and tls_key")
    assert config.load(write(folder, f'host = "{host}"\n{BOTH}')).web.host == host
    assert config.load(write(folder, f'enabled = false\nhost = "{host}"\n')).web.enabled is False


def test_a_certificate_and_its_key_go_together(folder: Path) -> None:
    assert "add tls_key" in mistakes(folder, 'tls_cert = "table.pem"\n')[0]
    assert "add tls_cert" in mistakes(folder, 'tls_key = "table.key"\n')[0]
    _, other = Authority(folder, "another").sign("table-1.lan")
    assert "is not the key of" in mistakes(folder, f'tls_cert = "table.pem"\ntls_key = "{other}"\n')[0]


def test_what_cannot_be_read_is_named(folder: Path) -> None:
    assert f"there is no file {folder / 'none.pem'}" in mistakes(folder, 'tls_cert = "none.pem"\ntls_key = "table.key"\n')[0]
    assert f"there is no file {folder / 'none.key'}" in mistakes(folder, 'tls_cert = "table.pem"\ntls_key = "none.key"\n')[0]
    (folder / "empty.pem").write_text("nothing\n")
    assert "both must be PEM files" in mistakes(folder, 'tls_cert = "empty.pem"\ntls_key = "table.key"\n')[0]


def test_a_key_with_a_passphrase_is_refused_and_nobody_is_asked_for_it(folder: Path) -> None:
    command = ("openssl", "pkey", "-in", folder / "table.key", "-aes256", "-passout", "pass:secret", "-out", folder / "locked.key")
    subprocess.run(command, check=True, capture_output=True)
    (folder / "locked.key").chmod(0o600)
    assert "wants a passphrase" in mistakes(folder, 'tls_cert = "table.pem"\ntls_key = "locked.key"\n')[0]


def test_a_key_that_everybody_can_read_is_refused(folder: Path) -> None:
    (folder / "table.key").chmod(0o644)
    [mistake] = mistakes(folder, BOTH)
    assert mistake.startswith("4: web.tls_key: ")
    assert f"run: chmod 600 {folder / 'table.key'}" in mistake


def test_a_token_file_that_others_can_read_is_refused(folder: Path) -> None:
    add_token(folder / "run" / "tokens.json", "dealer")
    assert config.load(write(folder, "")).web.token_file == folder / "run" / "tokens.json"
    (folder / "run" / "tokens.json").chmod(0o640)
    [mistake] = mistakes(folder, "")
    assert "others may read the tokens" in mistake


def test_a_table_that_nobody_can_log_in_to_is_a_warning(folder: Path) -> None:
    file = write(folder, f'host = "0.0.0.0"\n{BOTH}')
    [warning] = config.check(file).warnings
    assert "smarttable token add dealer" in warning
    add_token(folder / "run" / "tokens.json", "dealer")
    assert config.check(file).warnings == ()
