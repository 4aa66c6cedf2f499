"""The texts of the pages by language: `static/*.words.js` has every language side by side, a browser loads the one it shows.

Shape: of `felt.words.js` a browser gets a module that imports `felt.en.words.js` or `felt.de.words.js`, whichever its page speaks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

#: The languages that every page speaks.
LANGUAGES: Final = ("en", "de")

#: What the name of a file of texts ends with.
ENDING: Final = ".words.js"

_LANGUAGE: Final = re.compile(r"  (\w+): \{$")
_ROW: Final = re.compile(r'    (?:"([^"]+)"|(\w+)): ("(?:[^"\\]|\\")*"),$')
_FRAME: Final = frozenset({"export default {", "  },", "};", ""})

#: The texts of a file in the language of the page.
_CHOOSER: Final = """import {{ column }} from "./speech.js";
export default await column("{stem}");
"""


def column_name(name: str, language: str) -> str:
    """Return what a file of texts is called in one language: `felt.words.js` → `felt.de.words.js`."""
    return f"{name.removesuffix(ENDING)}.{language}{ENDING}"


def served_words(name: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of each module that is served of the file of texts `name`.

    A language without texts of its own has an empty one: there the table itself speaks.
    Raises: ValueError, with file and line, where `source` is not rows of `key: "text",` under a language.
    """
    yield name, _CHOOSER.format(stem=name.removesuffix(ENDING))
    columns = columns_of(name, source)
    for language in LANGUAGES:
        rows = (f"{json.dumps(key)}:{text}" for key, text in columns.get(language, {}).items())
        yield column_name(name, language), "export default {\n" + ",\n".join(rows) + "\n};\n"


def columns_of(name: str, source: str) -> Mapping[str, Mapping[str, str]]:
    """Return language → key → text, the text with its quotes.

    Raises: ValueError, with file and line, where `source` is not rows of `key: "text",` under a language.
    """
    columns: dict[str, dict[str, str]] = {}
    texts: dict[str, str] | None = None
    for number, line in enumerate(source.splitlines(), 1):
        if language := _LANGUAGE.match(line):
            texts = columns[language[1]] = {}
        elif row := _ROW.match(line):
            if texts is None:
                raise ValueError(f"{name}:{number}: a text of no language")
            texts[row[1] or row[2]] = row[3]
        elif line not in _FRAME and not line.lstrip().startswith("//"):
            raise ValueError(f'{name}:{number}: no row of the form `key: "text",`')
    return columns
