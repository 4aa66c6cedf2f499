"""A file of texts has every language; a browser gets one of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from words import modules, read_words

from controller.web.assets import load_assets
from controller.web.word_columns import LANGUAGES, column_name, served_words

TEXTS = """// What it says.

export default {
  en: {
    hand: "Hand",
    "a.quote": "\\"{who}\\" sits",
  },
  de: {
    // so the dealers say it
    hand: "Hand",
    "a.quote": "„{who}“ sitzt",
  },
};
"""


def texts_in(module: str) -> dict[str, str]:
    """What a browser finds in a served module."""
    found = re.fullmatch(r"export default (\{.*\});\n", module, re.DOTALL)
    assert found, module
    texts: dict[str, str] = json.loads(found[1])
    return texts


def test_each_language_is_a_module_of_its_own() -> None:
    served = dict(served_words("x.words.js", TEXTS))
    assert list(served) == ["x.words.js", "x.en.words.js", "x.de.words.js"]
    assert texts_in(served["x.en.words.js"]) == {"hand": "Hand", "a.quote": '"{who}" sits'}
    assert texts_in(served["x.de.words.js"]) == {"hand": "Hand", "a.quote": "„{who}“ sitzt"}
    assert 'column("x")' in served["x.words.js"]


def test_a_language_that_the_table_speaks_itself_has_no_texts() -> None:
    served = dict(served_words("x.words.js", 'export default {\n  de: {\n    hand: "Hand",\n  },\n};\n'))
    assert texts_in(served["x.en.words.js"]) == {}


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_what_is_served_is_what_the_file_says(module: Path) -> None:
    assets, words = load_assets("Table 1", "en"), read_words(module)
    for language in LANGUAGES:
        texts = texts_in(assets[column_name(module.name, language)].body.decode())
        assert texts == {key: text.replace('\\"', '"') for key, text in words.get(language, {}).items()}


@pytest.mark.parametrize("line", ['    hand: "Hand"', "    hand: 'Hand',", '    hand: "Hand", pot: "Pot",', "x"])
def test_a_line_that_is_no_row_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"x\.words\.js:3"):
        list(served_words("x.words.js", f"export default {{\n  en: {{\n{line}\n  }},\n}};\n"))


def test_a_text_outside_of_a_language_is_named() -> None:
    with pytest.raises(ValueError, match=r"x\.words\.js:2: a text of no language"):
        list(served_words("x.words.js", 'export default {\n    hand: "Hand",\n};\n'))
