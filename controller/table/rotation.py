"""Games that are played one after another: set by the floor, and which of them the next hand is of."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from controller.events import NewHand, SetRotation
from controller.game.chips import Stakes
from controller.game.outcome import More, Refused, Told
from controller.game.rotations import MAX_GAMES, MIN_GAMES, figures, stakes_of
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import blinds, rulings
from controller.table.table import Rotation, Table, running, said

Outcome = Refused | tuple[Table, list[Told]]

#: What the announcement of a new game is about.
GAME: Final = "game"
GAME_RULES: Final = ("cooke.8.05.e",)
BUTTON_RULES: Final = ("cooke.8.05.c",)
#: Why a game begins: it is the first, the lap of the one before is over, or its time.
BEGIN_RULES: Final = {
    "first": ("cooke.8.05.a",),
    "lap": ("cooke.8.05.a", "cooke.8.05.b", "cooke.8.05.d", "cooke.8.05.f", "cooke.def.lap"),
    "time": ("cooke.8.05.a", "cooke.8.05.d", "cooke.8.05.f"),
}

#: A game lasts so long where the house changes it by the half hour.
HALF_HOUR_MINUTES: Final = 30
MAX_MINUTES: Final = 1_440
_MINUTE_NS: Final = 60 * 10**9


def minutes_of(rotation: Rotation, house: House) -> int:
    """Return how long each game lasts; 0 = a lap of the button."""
    return rotation.minutes or (HALF_HOUR_MINUTES if house.options.rotation_change == "half_hour" else 0)


def changes_by(rotation: Rotation, house: House) -> Literal["lap", "time"]:
    """Return what ends a game of the rotation."""
    return "time" if minutes_of(rotation, house) else "lap"


def ends_ns(rotation: Rotation, house: House) -> int | None:
    """Return when the present game is over by time; None before its first hand, or by laps. Time: table time."""
    minutes = minutes_of(rotation, house)
    return rotation.since_ns + minutes * _MINUTE_NS if minutes and rotation.since_ns is not None else None


def hands_left(table: Table, rotation: Rotation) -> int:
    """Return how many hands the button has yet to go before it is back where the lap began, as players sit now.

    A button that was placed by hand ends no lap: the next hand is dealt from there.
    Source: cooke.8.05.b, cooke.8.05.c, cooke.def.lap.
    """
    with_chips = [n for n, seat in enumerate(table.seats, 1) if seat is not None and seat.stack_chips]
    if not rotation.first:
        return len(with_chips)
    if rotation.over:
        return 0
    count = len(table.seats)
    from_button = 0 if table.button_set else 1
    to_first = (rotation.first - table.button) % count or count
    ahead = [(seat - table.button) % count or (0 if table.button_set else count) for seat in with_chips]
    return sum(from_button <= place < to_first for place in ahead)


def following(rotation: Rotation, house: House) -> int:
    """Return the place of the game after the present one. Source: cooke.8.05.a."""
    return rotation.at if "rotation.order" in house.without else (rotation.at + 1) % len(rotation.games)


def is_due(table: Table, rotation: Rotation, at_ns: int, house: House) -> bool:
    """Whether the present game is over, and the next hand of the next one; but for a pot that waits. Source: cooke.8.05.d."""
    if not rotation.first or rotation.over:
        return rotation.over
    if changes_by(rotation, house) == "time":
        ends = ends_ns(rotation, house)
        return ends is not None and at_ns >= ends
    return "rotation.lap" not in house.without and not hands_left(table, rotation)


def new_hand(table: Table, command: NewHand, house: House) -> Outcome:
    """Begin the hand that a command asks for; where games are played one after another, of the one whose turn it is."""
    rotation = table.around.rotation
    return _begun(table, command, house) if rotation is None else _in_turn(table, rotation, command, house)


def _begun(table: Table, command: NewHand, house: House) -> Outcome:
    return blinds.new_hand(table, command.stakes, house, command.game, dead_small=command.dead_small, bomb=command.bomb_pot)


def _in_turn(table: Table, rotation: Rotation, command: NewHand, house: House) -> Outcome:
    """Begin a hand of the game whose turn it is, and have it announced where it is a new one.

    A command that names stakes or a game of its own has them for this hand; the lap goes on.
    Source: cooke.8.05.d, cooke.8.05.e.
    """
    at_ns = command.head.at_ns
    over = is_due(table, rotation, at_ns, house)
    due = over and not table.around.carried.deals  # what lies in the pot is won in the game it was put in
    new = due or not rotation.first
    now = replace(rotation, at=following(rotation, house), since_ns=at_ns, over=False) if due else replace(rotation, over=over)
    own = now.games[now.at] if "rotation.stakes" not in house.without else replace(table.stakes, game=now.games[now.at].game)
    table = table if "rotation.button" not in house.without else replace(table, button_set=True)
    outcome = _begun(replace(table, stakes=own), command, house)
    if isinstance(outcome, Refused):
        return outcome
    begun, told = outcome
    told = [replace(one, rules=(*one.rules, *BUTTON_RULES)) if one.kind == "hand_started" else one for one in told]
    if new:
        rules = BEGIN_RULES[changes_by(rotation, house) if due else "first"]
        now = replace(now, first=now.first or begun.button, since_ns=at_ns)
        own = begun.stakes if begun.stakes.game == own.game else own
        told.insert(0, Told("game_changed", rules=rules, more=More(stakes=own, number=now.at + 1)))
    before = begun.before  # a correction folds the hand again from there, with the game that was on then
    before = None if before is None else said(replace(before, stakes=table.stakes), rotation=rotation)
    begun = replace(said(begun, rotation=now), before=before)
    return (_announced(begun, told, house) if new else begun), told


def _announced(table: Table, told: list[Told], house: House) -> Table:
    if "rotation.announced" in house.without:
        return table
    stakes = table.stakes
    small, big = figures(stakes)
    said_of_it = Announcement(0, GAME, amount_chips=small, rules=GAME_RULES, to_chips=big, game=stakes.game, limit=stakes.limit)
    return rulings.announced(table, said_of_it, told, house)


def set_rotation(table: Table, command: SetRotation) -> Outcome:
    """Set what is played one after another from the next hand on; with no games the game that is stays."""
    if running(table) is not None:
        return Refused("rotation.running", "The rotation changes between hands: play this one out.")
    now = table.around.rotation
    if now is None and not command.rounds:
        return Refused("rotation.none", "No rotation is played: name its games.")
    if command.rounds is not None and not command.rounds:
        return said(table, rotation=None), [Told("rotation_changed", more=More(games=()))]
    games = now.games if command.rounds is None and now is not None else stakes_of(command.rounds or (), table.stakes)
    minutes = command.minutes if command.minutes is not None else now.minutes if now is not None and command.rounds is None else 0
    wrong = _wrong(games) or _out_of_bounds(len(games), command.position, minutes)
    if wrong is not None:
        return wrong
    then = Rotation(games, command.position - 1, minutes)
    told = Told("rotation_changed", more=More(games=tuple([one.game for one in games]), number=command.position))
    return said(replace(table, stakes=games[then.at]), rotation=then), [told]


def _wrong(games: tuple[Stakes, ...]) -> Refused | None:
    if not MIN_GAMES <= len(games) <= MAX_GAMES:
        return Refused("rotation.games", f"A rotation has {MIN_GAMES} to {MAX_GAMES} games.")
    for place, stakes in enumerate(games, 1):
        if stakes.game not in VARIANTS:
            return Refused("rotation.unknown_game", f"Game {place} of the rotation is none that this table knows: {', '.join(VARIANTS)}.")
        wrong = blinds.wrong_for(VARIANTS[stakes.game], stakes)
        if wrong is not None:
            return Refused("rotation.stakes", f"Game {place}, {VARIANTS[stakes.game].title}: {wrong.message}", wrong.rules)
    return None


def _out_of_bounds(games: int, position: int, minutes: int) -> Refused | None:
    if not 1 <= position <= games:
        return Refused("rotation.position", f"The rotation has {games} games: `position` is 1 … {games}.")
    if not 0 <= minutes <= MAX_MINUTES:
        return Refused("rotation.minutes", f"A game lasts 0 … {MAX_MINUTES} minutes; 0 = as the house has it.")
    return None
