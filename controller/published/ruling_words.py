"""The pages' copy of what is said of rulings, made of the table's own words: `python -m controller.published.ruling_words > FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from controller.rules import ruling_words
from controller.rules.ruling_words import Words

_HEAD: Final = """\
// What is said of rulings, remedies, announcements and prompts: the table's own sentences, made of controller/rules/ruling_words.py.

"""

#: What a key begins with → its table.
GROUPS: Final[Mapping[str, Mapping[str, Words]]] = {
    "ruling": ruling_words.RULINGS,
    "remedy": ruling_words.REMEDIES,
    "alternative": ruling_words.ALTERNATIVES,
    "status": ruling_words.STATUSES,
    "announcement": ruling_words.ANNOUNCEMENTS,
    "prompt": ruling_words.PROMPTS,
    "answer": ruling_words.ANSWERS,
    "until": ruling_words.UNTIL,
}


def words_js() -> str:
    """Return the module."""
    languages: tuple[Literal["en", "de"], ...] = ("en", "de")
    parts = (f"  {language}: {{\n{''.join(_rows(language))}  }},\n" for language in languages)
    return f"{_HEAD}export default {{\n{''.join(parts)}}};\n"


def _rows(language: Literal["en", "de"]) -> Iterator[str]:
    for group, table in GROUPS.items():
        for key, words in table.items():
            text, bare = (words.en, words.bare_en) if language == "en" else (words.de, words.bare_de)
            yield _row(f"{group}.{key}", text)
            if bare:
                yield _row(f"{group}.{key}.bare", bare)


def _row(key: str, text: str) -> str:
    return f"    {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},\n"


if __name__ == "__main__":
    sys.stdout.write(words_js())
