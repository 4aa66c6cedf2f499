"""A rule of the books that the table carries out: its name in the code, and the rows of the catalogue that it answers for."""

from __future__ import annotations

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """One thing the code decides.

    `name` is a theme and a word, as `reopen.full_raise`; `ids` are the catalogue's rows, of every book, that it answers for. `option`
    names the question whose answer decides it, `variant` what it is part of when it is plain arithmetic (`ranking`, `payoffs`).
    Invariants: `House.without` names rules by `name`; a house without a rule acts as if nobody had written it, and does not cite it.
    """

    name: str
    ids: tuple[str, ...]
    option: str = ""
    variant: str = ""
