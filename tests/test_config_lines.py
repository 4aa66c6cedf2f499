"""Every key of a TOML text is found on its own line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.config_lines import Path, line_of, locate


def paths(value: Any, above: Path = ()) -> Iterator[Path]:
    """Every path that tomllib sees below `value`."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in below:
        yield (*above, key)
        yield from paths(inner, (*above, key))


#: (text, path, line)
CASES: list[tuple[str, Path, int]] = [
    ("a = 1", ("a",), 1),
    ("# a = 0\n\na = 1 # b = 2", ("a",), 3),
    ("[t]\na = 1\n[u]\na = 2", ("u", "a"), 4),
    ("[t.u.v]\na = 1", ("t", "u"), 1),
    ("[t]\nu.v.w = 1", ("t", "u", "v", "w"), 2),
    ('a = """\n[t]\nb = 1\n"""\nc = 2', ("c",), 5),
    ('a = """x \\""" y"""\nc = 2', ("c",), 2),
    ('a = """ends in quotes"""""\nc = 2', ("c",), 2),
    ("a = '''\n# no comment'''\nc = 2", ("c",), 3),
    ('a = "# no comment ] }"\nc = 2', ("c",), 2),
    ("a = 'C:\\'\nc = 2", ("c",), 2),
    ("a = ''\nb = \"\"\nc = 2", ("c",), 3),
    ("a = [\n 1, # one\n\n 2,\n]\nc = 2", ("a", 1), 4),
    ("a = [\n 1, # one\n\n 2,\n]\nc = 2", ("c",), 6),
    ("a = [[1],\n[2,\n3]]", ("a", 1, 1), 3),
    ("a = { b = 1, c = { d = [ {e = 1} ] } }", ("a", "c", "d", 0, "e"), 1),
    ("[[r]]\nn = 1\n[[r]]\nn = 2", ("r", 1), 3),
    ("[[r]]\nn = 1\n[[r]]\nn = 2", ("r", 1, "n"), 4),
    ("[[r]]\n[r.s]\nn = 1\n[[r]]\n[r.s]\nn = 2", ("r", 1, "s", "n"), 6),
    ("[[r]]\n[[r.q]]\n[[r.q]]\nn = 1", ("r", 0, "q", 1, "n"), 4),
    ("\"a b\" . 'c.d' = 1", ("a b", "c.d"), 1),
    ('"\\u0061\\t\\"" = 1', ('a\t"',), 1),
    ("when = 1979-05-27 07:32:00 # then\nc = 2", ("c",), 2),
    ("a = 1\r\nc = 2\r\n", ("c",), 2),
    (" [ t ] # spaces\n  a = 1", ("t", "a"), 2),
]


@pytest.mark.parametrize(("text", "path", "line"), CASES)
def test_line_of_key(text: str, path: Path, line: int) -> None:
    tomllib.loads(text)
    assert locate(text)[path] == line


def test_a_missing_key_is_placed_at_its_section() -> None:
    lines = locate("a = 1\n[t]\nb = 1")
    assert line_of(lines, ("t", "missing", "deeper")) == 2
    assert line_of(lines, ("nowhere",)) == 1


scalars = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.booleans().map(lambda flag: str(flag).lower()),
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"], exclude_characters="'"), max_size=8).map(lambda text: f"'{text}'"),
    st.text(st.sampled_from("ab#[]{}=,.\n'"), max_size=8).map(lambda text: f'"""{text}"""'),
)
keys = st.sampled_from(["a", "b-1", "7", '"q t"', "'#'", '"]"'])


def inline(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arrays = st.lists(values, max_size=3).map(lambda parts: "[\n" + ", # c\n".join(parts) + "]")
    tables = st.dictionaries(keys, values, max_size=3).map(lambda table: "{" + ", ".join(f"{k} = {v}" for k, v in table.items()) + "}")
    return arrays | tables


values = st.recursive(scalars, inline, max_leaves=6)


@given(st.lists(st.tuples(st.sampled_from(["s", "t"]), st.dictionaries(keys, values, max_size=4)), max_size=4))
@pytest.mark.slow
def test_finds_exactly_the_keys_that_tomllib_finds(sections: list[tuple[str, dict[str, str]]]) -> None:
    """Invariants: the same paths; each key stands on its line in the text."""
    text = "".join(f"[[{name}]]\n" + "".join(f"{key} = {value}\n" for key, value in table.items()) for name, table in sections)
    lines = locate(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    written = text.split("\n")
    for path, line in lines.items():
        if len(path) == 3 and isinstance(path[2], str):
            assert written[line - 1].lstrip("\"'").startswith(path[2])
