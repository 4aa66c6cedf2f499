"""Rules 4: every payload fits the model of its topic and its size."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from controller.contract.heard import Check, Heard, broken
from controller.contract.kept import row_of
from controller.contract.rules import Broken
from controller.feed.payloads import SCHEMA_VERSION
from controller.mqtt.topics import MAX_RETAINED_BYTES


class PayloadCheck(Check):
    """Rules 4.1, 4.2 and 4.3."""

    def hear(self, message: Heard) -> Iterator[Broken]:
        row = row_of(message.name)
        if row is None:
            yield broken("4.3", message, "the topic table has no such topic")
            return
        if row.model is None or (row.retain and not message.body):  # what people ask; what clears a topic
            return
        if len(message.body) >= MAX_RETAINED_BYTES:
            yield broken("4.2", message, f"it has {len(message.body)} bytes; below {MAX_RETAINED_BYTES} are allowed")
        if not message.fields:
            yield broken("4.1", message, "it is not one JSON object in UTF-8")
            return
        if message.fields.get("schema") != SCHEMA_VERSION:
            yield broken("4.1", message, f"schema: it must be {SCHEMA_VERSION}")
        try:
            row.model.model_validate_json(message.body, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "payload"
            # the kind of the mistake only: the words could repeat what stands there
            yield broken("4.1", message, f"{place[:64]}: {first['type'].replace('_', ' ')}")
