"""The rules of the MQTT page by number, and what a check says when one is broken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Rule(NamedTuple):
    """One row. `name` is for programs and stays; `text` is what the user page says."""

    name: str
    text: str


#: Rule number → rule. The user page is made from this table, and every check names its row.
RULES: Final[Mapping[str, Rule]] = {
    "1.1": Rule(
        "session.order",
        "On every session the table tells queued events first, then `info`, every `health/<part>`, `state`, every `seat/<n>`, and "
        "`status: online` last. Whoever sees a session online may trust what he holds: all of it is from that boot.",
    ),
    "1.2": Rule("session.number", "`session` grows with every session of a boot: no number is online after a higher one."),
    "1.3": Rule(
        "session.stale_will",
        "What stands at `status` is of the last session that was online: no older `lost` or `stopped` stays there.",
    ),
    "2.1": Rule(
        "seq.gap",
        "`seq` of `event`, `ruling` and `announcement` together grows by one, without a gap, over restarts too. Only when `sequence` of "
        "`status` is another has it begun anew.",
    ),
    "2.2": Rule("seq.two_meanings", "One `seq` is one story: told again it has the same bytes."),
    "2.3": Rule("seq.told_late", "No payload takes an event into account, by its `as_of_seq`, that was not told before it."),
    "2.4": Rule(
        "seq.back",
        "`as_of_seq` of a topic never goes back within a boot. A will is older than what it follows, and an answer told again is too.",
    ),
    "2.5": Rule(
        "rev.chain",
        "`rev_before` of an event is `rev_after` of the one before; `state` and `seat/<n>` carry the `rev` their `as_of_seq` led to.",
    ),
    "3.1": Rule("kept.not_allowed", "Events, rulings, announcements, heartbeats, commands and answers are never retained."),
    "3.2": Rule("kept.missing", "Retained topics stand on the broker with the value told last."),
    "3.3": Rule("kept.left_behind", "While a table is online nothing stands below its root that another boot left."),
    "4.1": Rule("payload.model", "Every payload is one JSON object in UTF-8 that fits the model of its topic."),
    "4.2": Rule("payload.size", "Every payload stays below 16 kB, with ten seats."),
    "4.3": Rule("payload.topic", "The table has the topics of the topic table and no others."),
    "5.1": Rule("cmd.unanswered", "A command that reaches a table that is online is answered on `cmd/<verb>/result` with its `id`."),
    "5.2": Rule("cmd.two_answers", "A command is done once: told again, its answer is the same."),
    "6.1": Rule("card.hidden", "No payload names a card before it lies face up: on the board, or shown by its player in this hand."),
    "7.1": Rule("life.heartbeat", "`metrics` comes every 5 s while the table is online."),
    "7.2": Rule("hand.number", "Hands are `h<number>`; within a boot no number is used again."),
    "8.1": Rule(
        "ruling.number",
        "A ruling is `<hand>-r<n>`, an announcement `<hand>-a<n>`, each counted from 1 within its hand without a gap.",
    ),
    "8.2": Rule(
        "ruling.status",
        "A ruling is opened `in_force` or `proposed`; it is `confirmed` or `overridden`; what was decided is `reopened` before it is "
        "decided anew; and after `lapsed` nothing is told of it.",
    ),
    "8.3": Rule(
        "ruling.shown",
        "`state` shows rulings and announcements as they were told last, and every ruling of the hand that waits for a decision.",
    ),
    "8.4": Rule(
        "announcement.again",
        "An announcement is told again only before it was said; once the dealer was `reminded` of it, it stays so.",
    ),
}  # fmt: skip


class Broken(NamedTuple):
    """A broken rule: its number, the topic and `seq` (or `as_of_seq`) of the message, and what is wrong with it.

    Invariants: `words` holds no card and nothing of a payload but numbers, ids and field names.
    """

    rule: str
    topic: str
    seq: int | None
    words: str

    @property
    def name(self) -> str:
        return RULES[self.rule].name


def markdown() -> str:
    """Return the rules as the user page shows them."""
    lines = ["| rule | name | what holds |", "|---|---|---|"]
    lines += [f"| {number} | `{rule.name}` | {rule.text} |" for number, rule in RULES.items()]
    return "\n".join(lines) + "\n"
