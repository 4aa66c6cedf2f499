"""The pages' copy of what is said of rulings, made of the table's own words: `python -m controller.published.ruled_words > FILE`.

In English the table speaks itself; a page has the other languages, with players by name where the table says their seat. It has the rows
that its table can say today: each is bytes that a panel loads. A sentence with its values is told as a story as well, and stands there
(`story.ruling.…`, `story.announcement.…`, `story.prompt.…` of `told.words.js`) once: here is what is said when a value is missing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from controller.rules import ruling_words
from controller.rules.ruling_words import Words

#: Kinds of rulings that a page can be told; the others join with what rules them.
KINDS: Final = (
    "bet_corrected",
    "clock_expired",
    "exposed_card",
    "late_objection",
    "misdeal",
    "out_of_turn",
    "splashed_pot",
    "amount_misread",
    "unaware_of_raise",
)
#: Their remedies.
REMEDIES: Final = (
    "redeal", "complete_bet", "return_excess", "return_bets", "play_on", "hold_to_action", "restore_action", "kill_hand", "retrieve_hand",
    "show_to_all", "floor_decides", "replace_with_burn", "warn", "count_stub", "change_deck",
    "doubt_against", "fold_or_call", "forfeit_or_call",
)  # fmt: skip

_HEAD: Final = """\
// The steps of rulings in other languages than the table's own, and what is said of rulings, announcements and prompts where a value
// is missing (`….bare`); their sentences are stories' too: told.words.js. Made by `make docs`: what is changed here by hand is lost.

export default {
  de: {
"""

#: How the table names a seat → how a page does.
_SEAT: Final = re.compile(r"(?:Platz|Plätze) \{seats?\}")


def ruled_words() -> str:
    """Return the module."""
    rows = (f"    {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},\n" for key, text in _rows())
    return f"{_HEAD}{''.join(rows)}  }},\n}};\n"


def _rows() -> Iterator[tuple[str, str]]:
    yield from _bare("ruling", {kind: ruling_words.RULINGS[kind] for kind in KINDS})
    for remedy in REMEDIES:
        yield f"remedy.{remedy}", _by_name(ruling_words.REMEDIES[remedy].de)
    yield from _bare("remedy", {remedy: ruling_words.REMEDIES[remedy] for remedy in REMEDIES})
    yield from _bare("announcement", ruling_words.ANNOUNCEMENTS)
    yield from _bare("prompt", ruling_words.PROMPTS)


def _bare(sort: str, table: Mapping[str, Words]) -> Iterator[tuple[str, str]]:
    for key, words in table.items():
        if words.bare_de:
            yield f"{sort}.{key}.bare", _by_name(words.bare_de)


def _by_name(text: str) -> str:
    return _SEAT.sub("{who}", text)


if __name__ == "__main__":
    sys.stdout.write(ruled_words())
