"""The interface asked by a program that knows nothing but its description: every answer fits it, and nothing breaks."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

import pytest
import schemathesis
from asked import Asked
from gates import TOKENS
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CheckContext, not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from controller.web.rest_openapi import DOCUMENT_PATH, openapi


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    made = Asked(tmp_path_factory.mktemp("table"))
    made.play(4)
    yield made
    made.close()


#: Path, method, and what is asked: as described, or wrong in some way. Where nothing is sent, nothing can be wrong.
ASKED = [
    pytest.param(path, method, mode, id=f"{method} {path} {mode.value}")
    for path, methods in openapi()["paths"].items()
    for method, operation in methods.items()
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    if operation["operationId"] != "stream"  # it never ends, and has tests of its own
    and (mode is GenerationMode.POSITIVE or operation.get("parameters") or operation.get("requestBody"))
]


def refused_when_wrong(context: CheckContext, response: Response, case: schemathesis.Case) -> bool | None:
    """What is wrong is refused. Schemathesis does not count `too large` as a refusal."""
    return None if response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE else negative_data_rejection(context, response, case)


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    refused_when_wrong,
]


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method", "mode"), ASKED)
def test_every_answer_is_as_described(table: Asked, path: str, method: str, mode: GenerationMode) -> None:
    headers = {"authorization": f"Bearer {TOKENS['admin']}"}
    operation = schemathesis.openapi.from_asgi(DOCUMENT_PATH, table.app, headers=headers)[path][method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=20, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
    def ask(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()
