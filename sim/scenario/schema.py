"""The JSON Schema of a scenario file, made of the same rows that read it."""

from __future__ import annotations

from typing import Final

from sim.scenario.acts import ACTS
from sim.scenario.expectations import EXPECTATIONS
from sim.scenario.grammar import Flag, Schema
from sim.scenario.scenario import BOOKS, EXAMPLES, MAX_STEPS, NAME, NOTES, TABLE

#: What the schema is called, and the version of the language.
SCENARIO: Final = "scenario"
LANGUAGE_VERSION: Final = 1


def scenario_schema() -> Schema:
    """Return the JSON Schema (2020-12) of a scenario file."""
    acts: list[Schema] = [{"enum": [name for name, act in ACTS.items() if act.form.bare]}]
    for name, act in ACTS.items():
        acts.append(_one_key(name, {**act.form.schema(), "description": act.says}))
    acts.append(_one_key("expect", {"$ref": "#/$defs/expect"}))
    checks: dict[str, Schema] = {name: {**row.form.schema(), "description": row.says} for name, row in EXPECTATIONS.items()}
    one: Schema = {"type": "object", "properties": checks, "additionalProperties": False, "minProperties": 1}
    by_book: Schema = {"type": "object", "properties": {book: _list_or_one("one_book") for book in BOOKS}, "additionalProperties": False}
    every: Schema = {**one, "properties": {**checks, "by_book": {**by_book, "minProperties": 1}}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:smarttable:schema:{LANGUAGE_VERSION}:{SCENARIO}",
        "type": "object",
        "properties": {
            "name": NAME.schema(),
            "examples": EXAMPLES.schema(),
            "notes": NOTES.schema(),
            "strict": Flag().schema(),
            "table": TABLE.schema(),
            "do": {"type": "array", "items": {"anyOf": acts}, "minItems": 1, "maxItems": MAX_STEPS},
            "expect": {"$ref": "#/$defs/expect"},
        },
        "required": ["name", "table", "do"],
        "additionalProperties": False,
        "$defs": {"one_book": one, "every_book": every, "expect": _list_or_one("every_book")},
    }


def _one_key(name: str, schema: Schema) -> Schema:
    return {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}


def _list_or_one(name: str) -> Schema:
    one = {"$ref": f"#/$defs/{name}"}
    return {"anyOf": [one, {"type": "array", "items": one}]}
