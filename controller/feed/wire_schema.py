"""The JSON Schema of a payload as it is on the wire."""

from __future__ import annotations

from typing import Any

from controller.feed.payloads import SCHEMA_VERSION

Schema = dict[str, Any]


def payload_schema(schema: Schema) -> Schema:
    """Return the schema of a payload as it is on the wire: `schema` is always there, and is this version."""
    properties = dict(schema.get("properties", {}))
    if "schema" not in properties:
        return schema
    properties["schema"] = {**properties["schema"], "const": SCHEMA_VERSION}
    return {**schema, "properties": properties, "required": ["schema", *schema.get("required", [])]}
