"""What is published: schemas that hold for every message, AsyncAPI, and a page that is what the code says."""

from __future__ import annotations

import functools
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from recorded import recording
from typer.testing import CliRunner

from controller.cli import app
from controller.feed.commands import VERBS
from controller.mqtt.topics import TOPICS, topic_of
from controller.published.asyncapi import asyncapi, asyncapi_text
from controller.published.page import SECTIONS, PageError, renewed
from controller.published.schemas import name_of, schemas
from sim.scenario.schema import scenario_schema

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


@functools.cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schemas()[name])


def fails(name: str, message: object) -> list[str]:
    return [error.message for error in validator(name).iter_errors(message)]


@pytest.mark.parametrize("name", schemas())
def test_a_schema_is_a_schema(name: str) -> None:
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema")
    assert schema["additionalProperties"] is False


def test_every_topic_every_verb_and_the_config_have_one() -> None:
    topics = {name_of(topic.name) for topic in TOPICS if topic.model is not None}
    assert set(schemas()) == topics | {f"cmd.{verb}" for verb in VERBS} | {"config", "sidecar"}


def test_each_message_of_a_played_session_is_valid() -> None:
    seen = set()
    for message in recording():
        if not message.body:
            continue
        name = "cmd.sit" if message.name == "cmd/sit" else name_of(topic_of(message.name).name)
        assert fails(name, message.fields) == [], message
        seen.add(name)
    assert seen == {"status", "info", "state", "seat", "event", "ruling", "announcement", "health", "metrics", "cmd.sit", "cmd.result"}


def test_the_example_config_is_valid_and_a_misspelt_key_is_not() -> None:
    example = tomllib.loads((ROOT / "table.example.toml").read_text(encoding="utf-8"))
    assert fails("config", example) == []
    assert fails("config", {"schema": 1}) == []  # sections have defaults
    assert fails("config", {})
    assert fails("config", {**example, "tabel": {}})


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("cmd.act", {"id": "a", "seat": 11, "do": "fold"}),
    ("cmd.act", {"id": "a", "seat": 1, "do": "dance"}),
    ("cmd.act", {"seat": 1, "do": "fold"}),
    ("cmd.sit", {"id": "a b", "seat": 1, "name": "Ann", "stack": 5}),
    ("cmd.show", {"id": "a", "seat": 1, "cards": ["1x"]}),
]


@pytest.mark.parametrize(("name", "body"), WRONG)
def test_what_the_table_would_refuse_the_schema_refuses(name: str, body: dict[str, Any]) -> None:
    assert fails(name, body)


def test_a_payload_without_its_version_or_of_another_is_refused() -> None:
    state = next(message.fields for message in recording() if message.name == "state")
    assert fails("state", state) == []
    assert fails("state", {**state, "schema": 2})
    assert fails("state", {key: value for key, value in state.items() if key != "schema"})


# -- AsyncAPI ----------------------------------------------------------------------------------------


def test_the_documents_are_what_the_code_says() -> None:
    assert (DOCS / "asyncapi.yaml").read_text(encoding="utf-8") == asyncapi_text(), "run `make docs`"
    page = (DOCS / "mqtt.md").read_text(encoding="utf-8")
    assert renewed(page) == page, "run `make docs`"


def test_a_change_of_the_topic_table_shows_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (DOCS / "mqtt.md").read_text(encoding="utf-8")
    changed = tuple(topic._replace(expiry_s=301) if topic.name == "event" else topic for topic in TOPICS)
    monkeypatch.setattr("controller.mqtt.topics.TOPICS", changed)
    assert "| `event` | no | 1 | 301 s |" in renewed(page)
    assert renewed(page) != page


@pytest.mark.parametrize("section", SECTIONS)
def test_a_page_without_a_section_says_which(section: str) -> None:
    page = (DOCS / "mqtt.md").read_text(encoding="utf-8").replace(f"<!-- end of {section} -->", "")
    with pytest.raises(PageError, match=section):
        renewed(page)


def test_every_reference_of_asyncapi_leads_somewhere() -> None:
    document = json.loads((DOCS / "asyncapi.yaml").read_text(encoding="utf-8"))
    found = 0

    def walk(node: object) -> None:
        nonlocal found
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                at: Any = document
                for part in node["$ref"].removeprefix("#/").split("/"):
                    at = at[part.replace("~1", "/")]
                found += 1
            for inner in node.values():
                walk(inner)
        elif isinstance(node, list):
            for inner in node:
                walk(inner)

    walk(document)
    assert found > 50


def test_asyncapi_has_a_channel_for_every_topic_with_its_flags() -> None:
    document = asyncapi()
    assert document["asyncapi"] == "3.0.0"
    addresses = {channel["address"] for channel in document["channels"].values()}
    for topic in TOPICS:
        if not topic.name.startswith("cmd/"):
            assert "smarttable/v1/{table}/" + topic.name.replace("<", "{").replace(">", "}") in addresses
            binding = document["operations"][f"tell_{name_of(topic.name)}"]["bindings"]["mqtt"]
            assert (binding["qos"], binding["retain"], binding.get("messageExpiryInterval")) == (topic.qos, topic.retain, topic.expiry_s)
    for verb in VERBS:
        assert {f"smarttable/v1/{{table}}/cmd/{verb}", f"smarttable/v1/{{table}}/cmd/{verb}/result"} <= addresses


def test_each_message_is_valid_by_the_asyncapi_document_too() -> None:
    document = asyncapi()
    for message in recording():
        name = "cmd.sit" if message.name == "cmd/sit" else name_of(topic_of(message.name).name)
        if message.body:
            schema = {**document["components"]["messages"][name]["payload"], "components": document["components"]}
            assert list(Draft202012Validator(schema).iter_errors(message.fields)) == []


# -- the command -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_schema_prints_lists_and_writes(tmp_path: Path) -> None:
    run = CliRunner()
    assert json.loads(run.invoke(app, ["schema", "event"]).stdout) == schemas()["event"]
    assert run.invoke(app, ["schema"]).stdout.split() == [*schemas(), "scenario", "asyncapi"]
    assert json.loads(run.invoke(app, ["schema", "--all"]).stdout) == schemas() | {"scenario": scenario_schema()}
    assert run.invoke(app, ["schema", "asyncapi"]).stdout.strip() == asyncapi_text().strip()
    done = run.invoke(app, ["schema", "--all", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        *(f"{name}.json" for name in schemas()),
        "scenario.json",
        "asyncapi.yaml",
    }
    assert json.loads((tmp_path / "out" / "cmd.act.json").read_text()) == schemas()["cmd.act"]


def test_schema_says_what_is_wrong_and_what_would_be_right(tmp_path: Path) -> None:
    run = CliRunner()
    unknown = run.invoke(app, ["schema", "evnt"])
    assert (unknown.exit_code, "event" in unknown.stderr) == (1, True)
    both = run.invoke(app, ["schema", "event", "--all"])
    assert (both.exit_code, "not both" in both.stderr) == (1, True)
    (tmp_path / "file").write_text("")
    blocked = run.invoke(app, ["schema", "--all", "--out", str(tmp_path / "file")])
    assert (blocked.exit_code, str(tmp_path / "file") in blocked.stderr) == (1, True)
