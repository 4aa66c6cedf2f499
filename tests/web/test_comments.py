"""A browser gets the pages' files without their comments, and every line of code as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from words import STATIC

from controller.web.assets import load_assets
from controller.web.comments import without_comments

FILES = sorted(file for file in STATIC.iterdir() if file.suffix in (".js", ".css", ".html") and not file.name.endswith(".words.js"))

COMMENT = {".js": re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL), ".css": re.compile(r"/\*.*?\*/", re.DOTALL)}
TEXT = re.compile(r"""\"(?:\\.|[^"\\\n])*\"|'(?:\\.|[^'\\\n])*'""")
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")

#: After one of these a slash begins a pattern; after anything else it divides.
BEFORE_PATTERN = set("(,=:[!&|?{};>")


def comment_lines(source: str, suffix: str) -> set[int]:
    """Return the numbers of the lines that hold comment and no code, read as a browser reads them, from one element to the next."""
    told, last, at = "", "", 0
    while at < len(source):
        if found := COMMENT[suffix].match(source, at):
            told += re.sub(r"[^\n]", "\0", found[0])
            at = found.end()
        else:
            end = element_end(source, at, last, suffix)
            told += source[at:end]
            last = source[at:end].strip()[-1:] or last
            at = end
    return {number for number, line in enumerate(told.split("\n")) if "\0" in line and not line.replace("\0", "").strip()}


def element_end(source: str, at: int, last: str, suffix: str) -> int:
    """Return where the text, the pattern or the character ends that begins at `at`, behind the character `last`."""
    found = TEXT.match(source, at)
    if found is None and suffix == ".js" and last in BEFORE_PATTERN:
        found = PATTERN.match(source, at)
    if found is None and suffix == ".js" and source[at] == "`":
        return template_end(source, at)
    return found.end() if found else at + 1


def template_end(source: str, at: int) -> int:
    """Return where a template ends, with whatever code stands in it."""
    at += 1
    while source[at] != "`":
        if source[at : at + 2] == "${":
            at = block_end(source, at + 1)
        else:
            at += 2 if source[at] == "\\" else 1
    return at + 1


def block_end(source: str, at: int) -> int:
    """Return where the block ends that begins with the brace at `at`."""
    depth, last = 0, ""
    while depth or not last:
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        end = element_end(source, at, last, ".js")
        last = source[at:end].strip()[-1:] or last
        at = end
    return at


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_what_is_sent_is_the_source_but_for_its_comments(file: Path) -> None:
    source = file.read_text("utf-8").replace("{{title}}", "Table 1").replace("{{language}}", "en")
    sent = load_assets("Table 1", "en")[file.name].body.decode()
    gone = comment_lines(source, file.suffix) if file.suffix != ".html" else set()
    assert sent.split("\n") == ["" if number in gone else line for number, line in enumerate(source.split("\n"))]
    if file.suffix == ".js":
        assert gone, "each begins with what it is for"


def test_a_text_over_several_lines_that_looks_like_a_comment_would_be_found() -> None:
    """What the walk above is for: it fails at such a file."""
    source = "const text = `\n// said, not commented\n`;\n"
    assert comment_lines(source, ".js") == set()
    assert without_comments(source, ".js") != source


@pytest.mark.parametrize(
    ("suffix", "source", "sent"),
    [
        (".js", "// what for\nlet a;\n  // why\nlet b; // beside\n", "\nlet a;\n\nlet b; // beside\n"),
        (".js", "/** One. */\nf();\n/**\n * Two.\n */\ng();", "\nf();\n\n\n\ng();"),
        (".js", "/* before */ f();\n", "/* before */ f();\n"),
        (".js", "/* one\n   two */ f();\n", "/* one\n   two */ f();\n"),
        (".js", "/*/ not yet\n ended */\nf();\n", "\n\nf();\n"),
        (".js", "/* never ended\nf();\n", "/* never ended\nf();\n"),
        (".js", 'f("//");\n"/*";\n', 'f("//");\n"/*";\n'),
        (".css", "/* one\n   two */\na { b: c; }\n// no comment here\n", "\n\na { b: c; }\n// no comment here\n"),
        (".html", "<p>\n<!-- one\n two -->\n</p>\n<!-- three --><b>\n", "<p>\n\n\n</p>\n<!-- three --><b>\n"),
        (".json", '{\n// "none"\n}', '{\n// "none"\n}'),
        (".svg", "<!-- kept -->\n", "<!-- kept -->\n"),
    ],
)
def test_lines_that_are_comment_alone_become_empty(suffix: str, source: str, sent: str) -> None:
    assert without_comments(source, suffix) == sent
