"""From what pydantic found to what a person can mend: place, what is wrong, what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from controller.config_lines import Path
from controller.config_model import SECTIONS, Config, ReaderSection
from controller.config_nearest import nearest_hint


class Problem(NamedTuple):
    """One thing to mend in the file, at the key `path`; `code` names its kind in the catalogue of reason codes."""

    path: Path
    text: str
    code: str


#: Keys people write from habit, and what to do instead.
_INSTEAD: Final = {
    "password": "passwords do not belong in this file; write the password to a file of its own and name it in password_file",
    "devices": "a reader is a [[reader]] section",
}

_TYPE_NAMES: Final = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text in quotes",
    "boolean": "true or false",
    "object": "a section or { key = … }",
    "array": "a list of [[…]] sections",
}


def problems_of(error: ValidationError) -> list[Problem]:
    """Return every error as a Problem, in the order of the fields."""
    schema = Config.model_json_schema()
    return [_problem(details, schema) for details in error.errors(include_url=False)]


def _problem(details: ErrorDetails, schema: Mapping[str, Any]) -> Problem:
    path = tuple(part for part in details["loc"] if part != "[key]")
    kind = details["type"]
    key = str(path[-1]) if path else ""
    if kind == "extra_forbidden":
        return Problem(path, _unknown(key, path[:-1]), "config.unknown_key")
    allowed = _allowed(_field_schema(schema, path))
    if kind == "missing":
        return Problem(path, f"is missing; add {key} = {allowed}" if allowed else f"is missing; add {key}", "config.missing_key")
    if kind == "value_error":
        return Problem(path, str(details["ctx"]["error"]), "config.bad_value")
    given = details["input"]
    suggestion = nearest_hint(given, _words(schema, path)) if isinstance(given, str) else ""
    return Problem(path, f"{written(given)} is not allowed{suggestion}; allowed: {allowed or details['msg']}", "config.bad_value")


def written(given: object) -> str:
    """Return a value of the file as a message names it."""
    return "a table" if isinstance(given, Mapping) else "a list" if isinstance(given, list) else _toml(given)


def _unknown(key: str, above: Path) -> str:
    if key in _INSTEAD:
        return f"unknown key; {_INSTEAD[key]}"
    keys = _keys_of(above)
    where = "here" if above else "at the top of the file"
    return f"unknown key{nearest_hint(key, keys)}; keys {where}: {', '.join(keys)}"


def _keys_of(above: Path) -> list[str]:
    model: type[BaseModel] = Config
    if above:
        model = ReaderSection if above[0] == "reader" else _section(str(above[0]))
    return [field.alias or name for name, field in model.model_fields.items()]


def _section(name: str) -> type[BaseModel]:
    return SECTIONS[name]


def _field_schema(schema: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """The JSON Schema of the value at `path`; empty where there is none of its own."""
    here: Mapping[str, Any] = schema
    for part in path:
        here = _resolved(schema, here)
        below = here.get("items") if isinstance(part, int) else here.get("properties", {}).get(part, here.get("additionalProperties"))
        if not isinstance(below, Mapping):
            return {}
        here = below
    return _resolved(schema, here)


def _resolved(schema: Mapping[str, Any], here: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(here.get("$ref", "")).rpartition("/")[2]
    found: Mapping[str, Any] = schema["$defs"][name] if name else here
    return found


def _words(schema: Mapping[str, Any], path: Path) -> list[str]:
    return [word for word in _field_schema(schema, path).get("enum", []) if isinstance(word, str)]


def _allowed(field: Mapping[str, Any]) -> str:
    """What the field's bounds say, in words."""
    if "const" in field:
        return _toml(field["const"])
    if "enum" in field:
        return ", ".join(map(_toml, field["enum"]))
    if "anyOf" in field:
        return " or ".join(filter(None, (_allowed(option) for option in field["anyOf"] if option.get("type") != "null")))
    name = _TYPE_NAMES.get(field.get("type", ""), "")
    low = field.get("minimum", field.get("exclusiveMinimum"))
    high = field.get("maximum")
    if low is not None and high is not None:
        above = "above " if "exclusiveMinimum" in field else ""
        name += f" from {above}{low:,} to {high:,}".replace(",", "_")
    if "minProperties" in field:
        name += f", with at least {field['minProperties']} entry"
    if "pattern" in field:
        name += f" like {field['pattern'].strip('^$')}"
    elif "maxLength" in field:
        name += f", at most {field['maxLength']} characters"
    return name


def _toml(written: Any) -> str:
    """A value as TOML writes it; long text is cut."""
    if isinstance(written, bool):
        return str(written).lower()
    if isinstance(written, str):
        return f'"{written}"' if len(written) <= 60 else f'"{written[:57]}…"'
    return str(written)
