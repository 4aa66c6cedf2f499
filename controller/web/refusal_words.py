"""What the table says in words of its own, in the page's language: one sentence a request, `/words/<language>/<code>`.

A page shows few of them, and asks for each when it first has to say it: why something was refused (static/refusals.js; the rows of
refusals.words.js), and what is said of rulings, announcements and prompts (static/ruled.js; the rows of ruled.words.js, which are the
table's own, copied). Both files lie beside this one: no browser gets them whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.web.assets import Asset, asset_of
from controller.web.word_columns import columns_of

PATH: Final = "/words/{language}/{code}"

_FILE: Final = Path(__file__).with_name("refusals.words.js")
_RULED: Final = Path(__file__).with_name("ruled.words.js")
_BARE: Final = ".bare"


def load_refusals() -> Mapping[tuple[str, str], Asset]:
    """Return (language, code) → its sentence. The code `*.folded` stands for every `….folded` without a sentence of its own."""
    return {
        (language, key.removeprefix("code.")): asset_of(str(json.loads(text)).encode(), "text/plain; charset=utf-8")
        for language, rows in columns_of(_FILE.name, _FILE.read_text("utf-8")).items()
        for key, text in rows.items()
    }


def load_ruled() -> Mapping[tuple[str, str], Asset]:
    """Return (language, `ruling.misdeal`) → what is said; in a second line, where there is one, what is said when a value is missing."""
    found: dict[tuple[str, str], Asset] = {}
    for language, rows in columns_of(_RULED.name, _RULED.read_text("utf-8")).items():
        texts = {key: str(json.loads(text)) for key, text in rows.items()}
        for key, text in texts.items():
            if not key.endswith(_BARE):
                lines = [text, *([texts[key + _BARE]] if key + _BARE in texts else [])]
                found[language, key] = asset_of("\n".join(lines).encode(), "text/plain; charset=utf-8")
    return found


def refusal_endpoint() -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Return what answers with a sentence; 404 where there is none: then the table's own `message` is all there is."""
    sentences = {**load_refusals(), **load_ruled()}

    async def endpoint(request: Request) -> Response:
        language, code = request.path_params["language"], request.path_params["code"]
        found = sentences.get((language, code)) or sentences.get((language, f"*.{code.rpartition('.')[2]}"))
        if found is None:
            raise HTTPException(404)
        return found.answer(request)

    return endpoint
