"""The texts of the pages, read from their modules: `*.words.js` are data in a form that is easy to read."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "controller" / "web" / "static"

#: Why the table refused something: no file of a page, each sentence is fetched alone.
REFUSALS = STATIC.parent / "refusals.words.js"

#: What is said of rulings: the table's own words, fetched one by one as well.
RULED = STATIC.parent / "ruled.words.js"

_LANGUAGE = re.compile(r"  (\w+): \{$")
_ROW = re.compile(r"    (?:\"([^\"]+)\"|(\w+)): \"((?:[^\"\\]|\\\")*)\",$")
_FRAME = {"export default {", "  },", "};", ""}


def read_words(module: Path) -> dict[str, dict[str, str]]:
    """Return language → key → text. Fails at a line that is not of the form `"key": "text",`, and at a key that comes twice."""
    words: dict[str, dict[str, str]] = {}
    texts: dict[str, str] = {}
    for number, line in enumerate(module.read_text().splitlines(), 1):
        if found := _LANGUAGE.match(line):
            texts = words[found[1]] = {}
        elif found := _ROW.match(line):
            key = found[1] or found[2]
            assert key not in texts, f"{module.name}:{number}: {key} comes twice"
            texts[key] = found[3]
        else:
            assert line in _FRAME or line.lstrip().startswith("//"), f"{module.name}:{number}: no row of texts: {line}"
    return words


def modules() -> list[Path]:
    return sorted(STATIC.glob("*.words.js"))
