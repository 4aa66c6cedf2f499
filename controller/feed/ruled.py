"""Rulings, announcements and prompts as everyone gets them: one body each, whole in `state`, without what does not apply in a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from controller.effects import Tell
from controller.events import Evidence
from controller.feed.evidence import evidence_view
from controller.feed.views import View, card_texts, hand_id
from controller.game.variants import VARIANTS
from controller.rules import ruling_words
from controller.rules.ruling import Announcement, Prompt, Remedy, Ruling
from controller.rules.ruling_words import say
from controller.table.rulings import docket_of
from controller.table.table import QUIET, Table

#: UTC of a table time.
Utc = Callable[[int], str]

#: Kinds of stories that have a topic of their own, in the one sequence of all stories.
TOPIC_OF: Final = {"ruling": "ruling", "announcement": "announcement"}
#: Every topic that tells stories.
STORY_TOPICS: Final = ("event", *TOPIC_OF)

#: Rulings of the hand in `state`, at most: those that wait first, then the newest.
MAX_RULINGS: Final = 8


def ruled_views(table: Table, utc: Utc) -> View:
    """Return the fields `rulings`, `announcements` and `prompts` of `state`."""
    if table.around is QUIET:
        return {"rulings": [], "announcements": [], "prompts": []}
    docket, hidden = docket_of(table), table.hidden
    chosen = sorted(docket.rulings, key=lambda one: (one.waits, one.number))[-MAX_RULINGS:]
    return {
        "rulings": [ruling_view(one, utc, hidden=hidden) for one in sorted(chosen, key=lambda one: one.number)],
        "announcements": [announcement_view(one, utc) for one in docket.announcements],
        "prompts": [prompt_view(one) for one in docket.prompts],
    }


def ruling_view(ruling: Ruling, utc: Utc, *, hidden: bool = False) -> View:
    """Return the whole body of a ruling; with `hidden` it names no card."""
    if hidden:
        ruling = replace(ruling, cards=(), remedy=tuple([replace(one, cards=()) for one in ruling.remedy]))
    return {
        "id": ruling.id,
        "hand": hand_id(ruling.hand or None),
        "kind": ruling.kind,
        "status": ruling.status,
        "seat": ruling.seat,
        "cards": card_texts(ruling.cards),
        "amount": ruling.amount_chips,
        "to": ruling.to_chips,
        "rules": list(ruling.rules),
        "options": dict(ruling.options),
        "remedy": [_remedy_view(one) for one in ruling.remedy],
        "steps": _steps(ruling),
        "text": ruling_text(ruling),
        "who": ruling.who,
        "may_until": ruling.may_until or None,
        "until_utc": None if ruling.until_ns is None else utc(ruling.until_ns),
        "evidence": None if ruling.evidence is None else _evidence(ruling.evidence),
        "reason": ruling.reason or None,
        "about": ruling.about_seq or None,
        "alternatives": list(ruling.alternatives),
        "alternative": ruling.alternative or None,
    }


def announcement_view(one: Announcement, utc: Utc) -> View:
    """Return the whole body of an announcement."""
    return {
        "id": one.id,
        "hand": hand_id(one.hand or None),
        "about": one.about,
        "seat": one.seat,
        "cards": card_texts(one.cards),
        "amount": one.amount_chips,
        "seconds": one.seconds,
        "to": one.to_chips,
        "game": one.game or None,
        "limit": one.limit or None,
        "text": announcement_text(one),
        "rules": list(one.rules),
        "until_utc": None if one.until_ns is None else utc(one.until_ns),
        "acknowledged": one.acknowledged,
        "reminded": one.reminded > 0,
    }


def prompt_view(prompt: Prompt) -> View:
    """Return the whole body of a prompt."""
    return {
        "id": prompt.id,
        "hand": hand_id(prompt.hand or None),
        "who": prompt.who,
        "what": prompt.what,
        "seat": prompt.seat,
        "amount": prompt.amount_chips,
        "text": prompt_text(prompt),
        "rules": list(prompt.rules),
        "answers": list(prompt.answers),
    }


def story_body(tell: Tell, utc: Utc) -> View | None:
    """Return what a story of `ruling` or `announcement` says, without its stamps; None for every other kind."""
    more = tell.more
    if tell.kind not in TOPIC_OF or more is None:
        return None
    veiled = tell.kind == "ruling" and tell.cards != more.ruling.cards
    whole = ruling_view(more.ruling, utc, hidden=veiled) if tell.kind == "ruling" else announcement_view(more.announcement, utc)
    kept = {field: said for field, said in whole.items() if said is not None and said != []}
    return {"topic": TOPIC_OF[tell.kind], "seq": tell.seq, "rev_before": tell.rev_before, "rev_after": tell.rev_after, **kept}


def ruling_text(ruling: Ruling) -> str:
    """Return a ruling in one sentence."""
    values = {
        "seat": ruling.seat,
        "amount": ruling.amount_chips,
        "to": ruling.to_chips,
        "cards": " ".join(card_texts(ruling.cards)) or None,
    }
    return say(ruling_words.RULINGS[ruling.kind], values)


def announcement_text(one: Announcement) -> str:
    """Return what the dealer says."""
    return say(ruling_words.ANNOUNCEMENTS[one.about], {**announcement_values(one), "cards": " ".join(card_texts(one.cards)) or None})


def announcement_values(one: Announcement) -> View:
    """Return what an announcement may name, its cards apart."""
    return {
        "seat": one.seat,
        "amount": one.amount_chips,
        "to": one.to_chips,
        "seconds": one.seconds,
        "game": VARIANTS[one.game].title if one.game in VARIANTS else None,
        "limit": one.limit.replace("_", "-") or None,
    }


def prompt_text(prompt: Prompt) -> str:
    """Return what is asked."""
    return say(ruling_words.PROMPTS[prompt.what], {"seat": prompt.seat, "amount": prompt.amount_chips})


def _steps(ruling: Ruling) -> list[str]:
    """What is to be done: by the remedy, or by what the floor lets happen instead."""
    if ruling.alternative:
        return [say(ruling_words.ALTERNATIVES[ruling.alternative], {"seat": ruling.seat})]
    return [say(ruling_words.REMEDIES[one.do], _values(one)) for one in ruling.remedy]


def _values(remedy: Remedy) -> View:
    return {
        "seats": _listed(remedy.seats),
        "amount": remedy.amount_chips,
        "to": remedy.to_chips,
        "cards": " ".join(card_texts(remedy.cards)) or None,
    }


def _listed(seats: Sequence[int]) -> str | None:
    return ", ".join(map(str, seats)) or None


def _remedy_view(remedy: Remedy) -> View:
    return {
        "do": remedy.do,
        "seats": list(remedy.seats),
        "cards": card_texts(remedy.cards),
        "amount": remedy.amount_chips,
        "to": remedy.to_chips,
    }


def _evidence(evidence: Evidence) -> View:
    """Parts and zones, no counts: those would mark a card from its back."""
    return evidence_view(evidence, counts=False)
