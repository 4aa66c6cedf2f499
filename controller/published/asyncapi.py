"""The AsyncAPI 3 document of the contract: every topic as a channel, every verb with its answer."""

from __future__ import annotations

import json
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from controller.feed.commands import VERBS
from controller.feed.payloads import SCHEMA_VERSION
from controller.feed.wire_schema import payload_schema
from controller.mqtt.topics import TOPICS, Topic, root_of, topic_of
from controller.published.schemas import ANSWER, CONFIG, models, name_of

Document = dict[str, Any]

_PARAMETERS: Final = {
    "table": "The table's id, from its config: lower case letters, digits and dashes.",
    "n": "The seat's number, from 1.",
    "part": "The part's name: a reader's of the config, or mqtt, broker, page.",
}
_MQTT_BINDING: Final = "0.2.0"


def asyncapi() -> Document:
    """Return the document."""
    channels: Document = {}
    operations: Document = {}
    for topic in TOPICS:
        if topic.name.startswith("cmd/"):
            continue
        name = name_of(topic.name)
        channels[name] = _channel(topic.name, topic.content, {name: _ref("messages", name)})
        operations[f"tell_{name}"] = _operation("send", name, name, topic)
    for verb, row in VERBS.items():
        asked, answered = f"cmd.{verb}", f"cmd.{verb}.result"
        roles = ", ".join(sorted(row.roles))
        channels[asked] = _channel(f"cmd/{verb}", f"Never retained. Done for: {roles}.", {asked: _ref("messages", asked)})
        channels[answered] = _channel(f"cmd/{verb}/result", topic_of(f"cmd/{verb}/result").content, {ANSWER: _ref("messages", ANSWER)})
        operation = _operation("receive", asked, asked, topic_of(f"cmd/{verb}"))
        operation["reply"] = {"channel": _ref("channels", answered), "messages": [{"$ref": f"#/channels/{answered}/messages/{ANSWER}"}]}
        operations[f"do_{verb}"] = operation
    return {
        "asyncapi": "3.0.0",
        "id": "urn:smarttable:mqtt",
        "info": {
            "title": "smarttable over MQTT",
            "version": f"{SCHEMA_VERSION}.0.0",
            "description": "A poker table that tells its hands. docs/mqtt.md has the rules of the session, by number.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "127.0.0.1:1883",
                "protocol": "mqtt",
                "protocolVersion": "5",
                "description": "The embedded broker; any other MQTT 5 broker by config.",
            }
        },
        "channels": channels,
        "operations": operations,
        "components": {"messages": _messages(), "schemas": _schemas()},
    }


def asyncapi_text() -> str:
    """Return the document as its file holds it: JSON, which is YAML 1.2 as it stands and needs no quoting rules."""
    return json.dumps(asyncapi(), indent=2, ensure_ascii=False) + "\n"


def _channel(topic: str, description: str, messages: Document) -> Document:
    address = f"{root_of('{table}')}{topic.replace('<', '{').replace('>', '}')}"
    named = [name for name in _PARAMETERS if f"{{{name}}}" in address]
    return {
        "address": address,
        "description": description,
        "messages": messages,
        "parameters": {name: {"description": _PARAMETERS[name]} for name in named},
    }


def _operation(action: str, channel: str, message: str, topic: Topic) -> Document:
    binding: Document = {"qos": topic.qos, "retain": topic.retain, "bindingVersion": _MQTT_BINDING}
    if topic.expiry_s is not None:
        binding["messageExpiryInterval"] = topic.expiry_s
    return {
        "action": action,
        "channel": _ref("channels", channel),
        "messages": [{"$ref": f"#/channels/{channel}/messages/{message}"}],
        "bindings": {"mqtt": binding},
    }


def _messages() -> Document:
    return {
        name: {"name": name, "contentType": "application/json", "payload": _ref("schemas", model.__name__)}
        for name, model in models().items()
        if name != CONFIG
    }


def _schemas() -> Document:
    wanted = [model for name, model in models().items() if name != CONFIG]
    _, found = models_json_schema([(model, "validation") for model in wanted], by_alias=True, ref_template="#/components/schemas/{model}")
    return {name: payload_schema(schema) for name, schema in sorted(found["$defs"].items())}


def _ref(kind: str, name: str) -> Document:
    home = "#/channels" if kind == "channels" else f"#/components/{kind}"
    return {"$ref": f"{home}/{name}"}
