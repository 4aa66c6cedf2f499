"""The parts of docs/mqtt.md that are made: topics, fields, rules, verbs and reasons, each between two marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.contract import rules
from controller.feed.commands import NOT_YET, VERBS, CommandModel
from controller.feed.wire_schema import Schema
from controller.mqtt import topics
from controller.mqtt.connection import REMEDIES
from controller.published.schemas import models, schemas

#: Reason → what it means, in words of the page; what to do is the session's own.
_MEANINGS: Final[Mapping[str, str]] = {
    "mqtt.unreachable": "no connection to the broker's host and port",
    "mqtt.silent": "the connection is accepted and no MQTT answer comes",
    "mqtt.refused": "the broker refuses the sign-in, with its reason",
    "mqtt.tls": "no trusted TLS connection",
    "mqtt.secret": "the password file cannot be read",
    "mqtt.lost": "the connection broke off",
    "mqtt.duplicate_client": "another controller speaks for this table; it is left the broker",
}


class PageError(Exception):
    """The page lacks a pair of marks; the text says which."""


def verbs() -> str:
    """Return the verbs, their fields beside those of every command, and who may send them."""
    lines = ["| verb | fields beside `id` | done by |", "|---|---|---|"]
    for verb, row in VERBS.items():
        own = {name: field for name, field in row.model.model_fields.items() if name not in CommandModel.model_fields}
        wired = [(field.alias or name, field.is_required()) for name, field in own.items()]
        named = ", ".join(f"`{name}`" if required else f"`{name}` (optional)" for name, required in wired)
        lines.append(f"| `{verb}` | {named or '–'} | {', '.join(sorted(row.roles))} |")
    return "\n".join(lines) + "\n\nNot in this version, and refused by name: " + ", ".join(f"`{verb}`" for verb in sorted(NOT_YET)) + ".\n"


def reasons() -> str:
    """Return the reasons of `health/mqtt` and what to do about each."""
    lines = ["| reason | what it means | what to do |", "|---|---|---|"]
    lines += [f"| `{code}` | {_MEANINGS[code]} | {remedy} |" for code, remedy in REMEDIES.items()]
    return "\n".join(lines) + "\n"


def fields() -> str:
    """Return every field of every payload that the table publishes; inner objects by their models' names."""
    parts = []
    published = schemas()
    wanted = {topic.model for topic in topics.TOPICS if topic.model is not None}
    inner: dict[str, Schema] = {}
    common = {"schema", "boot_id", "utc", "table_ms", "as_of_seq"}
    for name, model in models().items():
        if model in wanted:
            inner |= published[name].get("$defs", {})
            parts.append(_fields_of(model.__name__, published[name], common))
    parts += [_fields_of(name, schema, set()) for name, schema in sorted(inner.items())]
    return "\n".join(parts)


def _fields_of(title: str, schema: Schema, left_out: set[str]) -> str:
    required = set(schema.get("required", ()))
    lines = [f"**{title}**", "", "| field | type | always | meaning |", "|---|---|---|---|"]
    for field, row in schema.get("properties", {}).items():
        if field not in left_out:
            always = "yes" if field in required else "no"
            lines.append(f"| `{field}` | {_type_of(row)} | {always} | {row.get('description', '')} |")
    return "\n".join(lines) + "\n"


def _type_of(row: Mapping[str, Any]) -> str:
    if "$ref" in row:
        return str(row["$ref"]).rpartition("/")[2]
    if "anyOf" in row:
        return " or ".join(_type_of(one) for one in row["anyOf"])
    if "enum" in row:
        return ", ".join(f"`{one}`" for one in row["enum"])
    if row.get("type") == "array":
        return f"list of {_type_of(row['items'])}"
    if row.get("type") == "object":
        return f"object of {_type_of(row['additionalProperties'])}" if isinstance(row.get("additionalProperties"), dict) else "object"
    return str(row.get("type", "any"))


#: Section → what makes it.
SECTIONS: Final[Mapping[str, Callable[[], str]]] = {
    "topics": topics.markdown,
    "fields": fields,
    "rules": rules.markdown,
    "verbs": verbs,
    "reasons": reasons,
}


def renewed(page: str) -> str:
    """Return the page with each section made anew; what stands outside the marks is left as it is.

    Raises: PageError when a section's marks are not there.
    """
    for name, make in SECTIONS.items():
        begin, end = f"<!-- {name}: made by `make docs` -->\n", f"<!-- end of {name} -->\n"
        marked = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        if not marked.search(page):
            raise PageError(f"the page has no section {name}: put the lines {begin.strip()} and {end.strip()} where it belongs")
        made = f"{begin}\n{make()}\n{end}"
        page = marked.sub(lambda _, made=made: made, page)  # type: ignore[misc]  # the loop's section
    return page
