"""The pages' copy of what is said of rulings, made of the table's own words: `python -m controller.published.ruled_words > FILE`.

A page has players by name where the table says their seat. It asks for each word when it first has to say it, so that whatever the table
may ever rule costs a page nothing until then. Sentences the table speaks itself in English: those a page has in other languages only.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from controller.rules import ruling_words
from controller.rules.ruling_words import Words

_HEAD: Final = """\
// What is said of rulings, their steps, announcements and prompts, `….bare` where a value is missing. A page gets one of them at a time,
// when it has to say it: refusal_words.py. Made by `make docs`: what is changed here by hand is lost.

export default {
"""

#: What the table says in English itself → its words.
_SENTENCES: Final[Mapping[str, Mapping[str, Words]]] = {
    "ruling": ruling_words.RULINGS,
    "remedy": ruling_words.REMEDIES,
    "announcement": ruling_words.ANNOUNCEMENTS,
    "prompt": ruling_words.PROMPTS,
}
#: What it has no field for → the words.
_WORDS: Final[Mapping[str, Mapping[str, Words]]] = {
    "kind": ruling_words.TITLES,
    "alternative": ruling_words.ALTERNATIVES,
    "until": ruling_words.UNTIL,
    "answer": ruling_words.ANSWERS,
}

#: How the table names a seat → how a page does.
_SEAT: Final = re.compile(r"(?:Seat|Platz|Plätze|Seats) \{seats?\}")


def ruled_words() -> str:
    """Return the module."""
    english = _rows(_WORDS, lambda words: (words.en, words.bare_en))
    german = _rows({**_SENTENCES, **_WORDS}, lambda words: (words.de, words.bare_de))
    return f"{_HEAD}{_column('en', english)}{_column('de', german)}}};\n"


def _column(language: str, rows: Iterator[tuple[str, str]]) -> str:
    texts = (f"    {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},\n" for key, text in rows)
    return f"  {language}: {{\n{''.join(texts)}  }},\n"


def _rows(groups: Mapping[str, Mapping[str, Words]], spoken: Callable[[Words], tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for group, table in groups.items():
        for word, words in table.items():
            text, bare = spoken(words)
            yield f"{group}.{word}", _SEAT.sub("{who}", text)
            if bare:
                yield f"{group}.{word}.bare", _SEAT.sub("{who}", bare)


if __name__ == "__main__":
    sys.stdout.write(ruled_words())
