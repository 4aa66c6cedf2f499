"""The pages: one row each. A new page is a row here and its files in `static/`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.web import login
from controller.web.guard import content_policy
from controller.web.word_columns import LANGUAGES

__all__ = ["LANGUAGES", "LOGIN", "PAGES", "Page"]


class Page(NamedTuple):
    """One page: where it is, its file, and who may see it.

    `roles` are the roles of which a viewer needs one; empty = whoever may see anything. `sources` are
    what its content policy allows beyond the table's own files, directive → source.
    """

    path: str
    html: str
    roles: frozenset[str] = frozenset()
    sources: Mapping[str, str] = MappingProxyType({})

    @property
    def headers(self) -> dict[str, str]:
        """What every answer with this page carries of its own."""
        return {"content-security-policy": content_policy(self.sources)} if self.sources else {}


PAGES: Final = (
    Page("/", "index.html"),
    Page("/dealer", "dealer.html", frozenset({"dealer"})),
    Page("/floor", "floor.html", frozenset({"floor"})),
    Page("/table", "table.html", frozenset({"floor"})),
    Page("/status", "status.html", frozenset({"dealer", "floor"})),
    Page("/overlay", "overlay.html", frozenset({"broadcast"})),
)

#: What a stranger gets in place of any of them.
LOGIN: Final = Page(login.PAGE, login.HTML)
