"""The description of `/api/v1`: complete, true to the models, with examples that hold, and the same in docs/."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from controller.error_catalogue import catalogue
from controller.feed.commands import VERBS
from controller.web.commands import STATUSES
from controller.web.rest_examples import command_example
from controller.web.rest_openapi import openapi, openapi_text

DOCS = Path(__file__).resolve().parents[2] / "docs"
DOCUMENT = openapi()
OPERATIONS = [(path, method, said) for path, methods in DOCUMENT["paths"].items() for method, said in methods.items()]
IDS = [said["operationId"] for _, _, said in OPERATIONS]


def fails(schema: Any, value: Any) -> list[str]:
    whole = {**schema, "components": DOCUMENT["components"]}
    return [error.message for error in Draft202012Validator(whole).iter_errors(value)]


def test_the_file_in_docs_is_what_the_code_says() -> None:
    assert (DOCS / "openapi.yaml").read_text(encoding="utf-8") == openapi_text(), "run `make docs`"


def test_every_reference_leads_somewhere() -> None:
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', openapi_text()):
        place: Any = DOCUMENT
        for part in reference.split("/"):
            place = place[part]
    assert len(IDS) == len(set(IDS))


def test_every_verb_has_an_address_of_its_own() -> None:
    assert {path.rpartition("/")[2] for path in DOCUMENT["paths"] if "/cmd/" in path} == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_of_a_command_could_be_sent(verb: str) -> None:
    VERBS[verb].model.model_validate(command_example(verb))


@pytest.mark.parametrize(("path", "method", "said"), OPERATIONS, ids=IDS)
def test_every_answer_and_body_has_an_example_that_fits(path: str, method: str, said: Any) -> None:
    bodies = [*said["responses"].values(), *([said["requestBody"]] if "requestBody" in said else [])]
    for body in bodies:
        for kind, content in body["content"].items():
            examples = [content["example"]] if "example" in content else [one["value"] for one in content.get("examples", {}).values()]
            for example in examples:
                assert kind != "application/json" or fails(content["schema"], example) == [], (path, method, kind)
    if said["operationId"] not in ("state", "seats", "seat"):  # long, and in docs/mqtt.md field by field
        assert "example" in next(iter(said["responses"]["200"]["content"].values()))


@pytest.mark.parametrize(("path", "method", "said"), OPERATIONS, ids=IDS)
def test_every_refusal_is_named_and_in_the_catalogue(path: str, method: str, said: Any) -> None:
    codes = [code for answer in said["responses"].values() for code in re.findall(r"`([a-z_]+\.[a-z_]+)`", answer["description"])]
    assert set(codes) <= set(catalogue())
    assert "web.bad_token" in codes
    if "/cmd/" in path:
        assert set(STATUSES) <= set(codes)
    json.dumps(said)
