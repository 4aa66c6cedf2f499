"""What was ruled, announced and asked, held against what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from controller.effects import Effect, Tell
from controller.game.cards import card_text
from controller.game.outcome import More
from controller.rules.ruling import Announcement, Prompt, Ruling
from controller.rules.spoken import card_aloud
from controller.table.rulings import docket_of
from controller.table.table import Table
from sim.scenario.differs import Differs, words
from sim.scenario.expectations import NONE


def rulings_in(effects: Iterable[Effect]) -> list[Ruling]:
    """Return every ruling that was told, as it stands now, in the order they were opened."""
    found: dict[str, Ruling] = {}
    for more in _told(effects, "ruling"):
        found[more.ruling.id] = more.ruling
    return list(found.values())


def announcements_in(effects: Iterable[Effect]) -> list[Announcement]:
    """Return every announcement that was told, as it stands now."""
    found: dict[str, Announcement] = {}
    for more in _told(effects, "announcement"):
        found[more.announcement.id] = more.announcement
    return list(found.values())


def prompts_in(effects: Iterable[Effect]) -> list[Prompt]:
    """Return everything that was asked."""
    return [more.prompt for more in _told(effects, "prompt")]


def _told(effects: Iterable[Effect], kind: str) -> Iterable[More]:
    return [tell.more for tell in effects if isinstance(tell, Tell) and tell.kind == kind and tell.more is not None]


def ruling(args: Mapping[str, Any], effects: Iterable[Effect]) -> Iterable[Differs]:
    """The ruling of a kind that is most like what is expected must be just so."""
    return _like("ruling", args, [_ruling_fields(one) for one in rulings_in(effects)], ("kind",))


def corrected(args: Mapping[str, Any], effects: Iterable[Effect]) -> Iterable[Differs]:
    """An entry that counts as another amount."""
    stands = [one for one in rulings_in(effects) if one.kind == "bet_corrected" and one.status not in ("overridden", "lapsed")]
    return _like("corrected", args, [{"seat": one.seat, "to": one.to_chips, "rules": one.rules} for one in stands], ())


def announcement(args: Mapping[str, Any], effects: Iterable[Effect], table: Table) -> Iterable[Differs]:
    """Something was to be said."""
    wanted = {key: one for key, one in args.items() if key not in ("rule", "so")}
    if "rule" in args:
        wanted["rules"] = [*wanted.get("rules", ()), args["rule"]]
    waiting = {one.id for one in docket_of(table).announcements}
    found = [{**_announcement_fields(one), "open": one.id in waiting} for one in announcements_in(effects)]
    if args.get("so", True):
        return _like("announcement", wanted, found, ("about",))
    said = [one for one in found if all(_holds(key, value, one) for key, value in wanted.items())]
    return [Differs("announcement.so", words(False), words(said))] if said else ()


def prompt(args: Mapping[str, Any], effects: Iterable[Effect], table: Table) -> Iterable[Differs]:
    """Somebody was asked."""
    waiting = {one.id for one in docket_of(table).prompts}
    return _like("prompt", args, [{**_prompt_fields(one), "open": one.id in waiting} for one in prompts_in(effects)], ("what",))


def no_ruling(args: Mapping[str, Any], effects: Iterable[Effect]) -> Iterable[Differs]:
    """Nothing was ruled, or something was."""
    found = [one.kind for one in rulings_in(effects)]
    if bool(found) == args["so"]:
        yield Differs("no_ruling", words(args["so"]), words(found))


def _ruling_fields(one: Ruling) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "seat": one.seat,
        "card": [card_text(card) for card in one.cards],
        "amount": one.amount_chips,
        "to": one.to_chips,
        "remedy": [step.do for step in one.remedy],
        "returns": {seat: step.amount_chips for step in one.remedy if step.do in PAYS for seat in step.seats},
        "who": one.who,
        "may_until": one.may_until or None,
        "status": one.status,
        "alternative": one.alternative or None,
        "rules": one.rules,
    }


def _announcement_fields(one: Announcement) -> dict[str, Any]:
    return {
        "about": one.about,
        "seat": one.seat,
        "card": [card_text(card) for card in one.cards],
        "says": [card_aloud(card, "en", by_number=one.by_number) for card in one.cards],
        "amount": one.amount_chips,
        "seconds": one.seconds,
        "to": one.to_chips,
        "game": one.game or None,
        "limit": one.limit or None,
        "acknowledged": one.acknowledged,
        "reminded": one.reminded > 0,
        "rules": one.rules,
    }


def _prompt_fields(one: Prompt) -> dict[str, Any]:
    return {"who": one.who, "what": one.what, "seat": one.seat, "answers": list(one.answers), "rules": one.rules}


#: Steps that give chips to a seat.
PAYS: Final = ("return_excess", "pay_seat")
#: Fields of which the table has several, where one is expected.
_AMONG: Final[Mapping[str, Callable[[Any, Sequence[Any]], bool]]] = {
    "card": lambda wanted, got: wanted in got,
    "says": lambda wanted, got: wanted in got,
    "remedy": lambda wanted, got: wanted in got,
    "rules": lambda wanted, got: set(wanted) <= set(got),
}


def _like(name: str, args: Mapping[str, Any], found: Sequence[Mapping[str, Any]], by: Sequence[str]) -> Iterable[Differs]:
    """Compare with what is most like it; `by` are the fields without which something is another matter altogether."""
    same = [one for one in found if all(args.get(key, one[key]) == one[key] for key in by)]
    if not same:
        yield Differs(name, words(args), words([{key: one[key] for key in by} or dict(one) for one in found]) if found else NONE)
        return
    closest = min(same, key=lambda one: sum(not _holds(key, wanted, one) for key, wanted in args.items()))
    for key, wanted in args.items():
        if not _holds(key, wanted, closest):
            missing = [rule for rule in wanted if rule not in closest[key]] if key == "rules" else wanted
            yield Differs(f"{name}.{key}", words(missing), words(closest[key]))


def _holds(key: str, wanted: Any, one: Mapping[str, Any]) -> bool:
    among = _AMONG.get(key)
    return bool(one[key] == wanted if among is None else among(wanted, one[key]))
