"""JSON Schemas of every topic, every command, the config and the sidecar of an exported hand, by name."""

from __future__ import annotations

import json
from typing import Final

from pydantic import BaseModel

from controller.config_model import SECTIONS, Config
from controller.feed.commands import VERBS
from controller.feed.payloads import SCHEMA_VERSION
from controller.feed.wire_schema import Schema, payload_schema
from controller.histories.sidecar import SCHEMA_VERSION as SIDECAR_VERSION
from controller.histories.sidecar import sidecar_schema
from controller.mqtt.topics import TOPICS
from controller.published.house_schema import answers_schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

ANSWER: Final = "cmd.result"
CONFIG: Final = "config"
SIDECAR: Final = "sidecar"


def name_of(topic: str) -> str:
    """Return how the schema of a row of the topic table is called: `seat/<n>` → `seat`."""
    return ANSWER if topic == "cmd/<verb>/result" else topic.partition("/")[0]


def models() -> dict[str, type[BaseModel]]:
    """Return the model of every schema but the sidecar's: topics in the order of their table, then commands, then the config."""
    topics = {name_of(topic.name): topic.model for topic in TOPICS if topic.model is not None}
    commands = {f"cmd.{verb}": row.model for verb, row in VERBS.items()}
    return {**topics, **commands, CONFIG: Config}


def config_schema() -> Schema:
    """Return the schema of what table.toml may hold: a section that is not written down has its defaults."""
    schema = Config.model_json_schema(by_alias=True, mode="validation")
    options = schema["$defs"]["HouseSection"]["properties"]["options"]
    del options["additionalProperties"]
    options.update(answers_schema())
    return {**schema, "required": [name for name in schema["required"] if name not in SECTIONS]}


def schemas() -> dict[str, Schema]:
    """Return every schema by its name, each whole in itself (JSON Schema 2020-12)."""
    published = {
        name: {
            "$schema": DIALECT,
            "$id": f"urn:smarttable:schema:{SCHEMA_VERSION}:{name}",
            **(config_schema() if name == CONFIG else payload_schema(model.model_json_schema(by_alias=True, mode="validation"))),
        }
        for name, model in models().items()
    }
    sidecar = {"$schema": DIALECT, "$id": f"urn:smarttable:schema:{SIDECAR_VERSION}:{SIDECAR}", **sidecar_schema()}
    return {**published, SIDECAR: sidecar}


def schema_text(schema: Schema) -> str:
    """Return a schema as a file holds it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
