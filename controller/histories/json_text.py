"""JSON for programs that people look at too: what fits on a line stays on one. Pure."""

from __future__ import annotations

import json
from typing import Any, Final

_WIDTH: Final = 160
_STEP: Final = "  "


def json_text(value: Any, indent: str = "") -> str:
    """Return `value` as JSON without an empty line in it.

    Shape: an object or array is on one line where that has at most 160 characters, else each of its members begins one.
    """
    flat = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or len(indent) + len(flat) <= _WIDTH:
        return flat
    inner = indent + _STEP
    if isinstance(value, dict):
        parts = [f"{json.dumps(name, ensure_ascii=False)}: {json_text(one, inner)}" for name, one in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + json_text(one, inner) for one in value) + f"\n{indent}]"
