"""table.toml → one frozen, checked `Config`; every mistake in it is named with its line and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from controller import config_checks, config_errors, config_lines
from controller.config_errors import Problem
from controller.config_model import SECTIONS, Config

__all__ = ["CheckedConfig", "Config", "ConfigError", "Row", "check", "load"]


class ConfigError(Exception):
    """The file cannot be used. `messages` has a line for each thing to mend: `file:line: key: what; what is allowed [code]`."""

    def __init__(self, messages: Iterable[str]) -> None:
        self.messages = tuple(messages)
        super().__init__("\n".join(self.messages))


class Row(NamedTuple):
    """One effective value and where it comes from: `default` or `file:line`."""

    key: str
    value: str
    origin: str


class CheckedConfig(NamedTuple):
    """A config with what a person wants to know about it."""

    config: Config
    warnings: tuple[str, ...]
    rows: tuple[Row, ...]


#: Longest file that is taken for a table.toml, in bytes.
MAX_BYTES: Final = 1_000_000


def load(path: Path) -> Config:
    """Return the checked config in the file `path`.

    Raises: ConfigError with every mistake found.
    """
    return check(path).config


def check(path: Path) -> CheckedConfig:
    """Return the config in the file `path`, warnings about it, and each effective value with its origin.

    Paths in the file are meant from the file's own folder.
    Raises: ConfigError with every mistake found.
    """
    written, lines = _read(path)
    sections: dict[str, Any] = {name: {} for name in SECTIONS} | written
    try:
        config = Config.model_validate(sections, context={"folder": path.parent})
    except ValidationError as error:
        raise ConfigError(_messages(path, lines, config_errors.problems_of(error))) from None
    errors = config_checks.errors_of(config)
    if errors:
        raise ConfigError(_messages(path, lines, errors))
    warnings = _messages(path, lines, config_checks.warnings_of(config))
    return CheckedConfig(config, warnings, tuple(_rows(path, lines, config)))


def _read(path: Path) -> tuple[dict[str, Any], config_lines.Lines]:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a ValueError for a name that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise ConfigError([f"{path}: cannot be read: {why}; copy table.example.toml to begin [config.unreadable]"]) from None
    if len(raw) > MAX_BYTES:
        raise ConfigError(
            [f"{path}: is longer than {MAX_BYTES:,} bytes: this is no table.toml; copy table.example.toml to begin [config.unreadable]"]
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigError([f"{path}:{line}: is not UTF-8 text; save the file as UTF-8 [config.not_utf8]"]) from None
    try:
        return tomllib.loads(text), config_lines.locate(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([_syntax_message(path, text, str(error))]) from None
    except (ValueError, RecursionError):  # thousands of digits, or of brackets in brackets
        raise ConfigError(
            [f"{path}: a number is too long or brackets are too deep; see table.example.toml for the form [config.syntax]"]
        ) from None


def _syntax_message(path: Path, text: str, said: str) -> str:
    """tomllib ends its message with `(at line 3, column 7)` or `(at end of document)`."""
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", said)
    what = said[: found.start()] if found else said
    line, column = (found[1], found[2]) if found and found[1] else (str(text.count("\n") + 1), "1")
    return f"{path}:{line}: column {column}: {what}; see table.example.toml for the form [config.syntax]"


def _messages(path: Path, lines: config_lines.Lines, problems: Iterable[Problem]) -> tuple[str, ...]:
    placed = sorted((config_lines.line_of(lines, key), _dotted(key), text, code) for key, text, code in problems)
    return tuple(f"{path}:{line}: {key}: {text} [{code}]" for line, key, text, code in placed)


def _dotted(path: config_lines.Path) -> str:
    """`reader[1].link`: places in a list count from 1, as people do."""
    return "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def _rows(path: Path, lines: config_lines.Lines, config: Config) -> Iterator[Row]:
    for key, value in _leaves((), config):
        origin = f"{path}:{lines[key]}" if key in lines else "default"
        yield Row(_dotted(key), _shown(value), origin)


def _leaves(path: config_lines.Path, value: Any) -> Iterator[tuple[config_lines.Path, Any]]:
    if isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from _leaves((*path, field.alias or name), getattr(value, name))
    elif isinstance(value, Mapping) and value:
        for key, below in value.items():
            yield from _leaves((*path, str(key)), below)
    elif isinstance(value, tuple) and value:
        for index, below in enumerate(value):
            yield from _leaves((*path, index), below)
    else:
        yield path, value


def _shown(value: Any) -> str:
    if value is None or isinstance(value, tuple | Mapping):
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value) or '""'
