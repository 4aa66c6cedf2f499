"""Poker hand history files (PHH, TOML): text → values. Pure: the caller reads and writes.

A hand is read for play at our table: p1 is seat 1, the last player has the button, heads-up too
(there p1 is the big blind, while the file's arrays keep the order small, big). Amounts may be
fractions in the file; they are scaled by the smallest power of ten that makes every input whole.
`ante_trimming_status` is not looked at: it speaks of antes a stack cannot pay in full, where this
table follows the rule of side pots.

Source: the PHH specification, required and optional fields.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from msgspec.structs import replace

from controller.game.cards import Card, card_text, parse_card
from controller.game.chips import AnteFrom, Stakes
from controller.game.variants import VARIANTS as GAMES
from controller.game.zones import MAX_SEATS
from controller.histories.codes import CODES
from controller.histories.drawn_cards import Draws
from controller.histories.handfile import (
    MAX_CHIPS,
    VARIANTS,
    Action,
    Amount,
    HandFile,
    HistoryError,
)


def parse(text: str) -> HandFile:
    """Return the hand that a PHH text describes.

    Raises: HistoryError naming the line or field, and the remedy, for anything that is wrong.
    """
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, an integer too long, or arrays in arrays without end
        where = str(error).replace("at end of document", f"at the end, line {len(text.splitlines())}")
        raise HistoryError(f"not a whole TOML file: {where}; it may be cut off: get it again or mend this line") from error
    return _Reader(text, fields).hand_file()


class _Reader:
    """Reads one file's fields; every complaint goes through `fail`, which finds the line."""

    def __init__(self, text: str, fields: Mapping[str, Any]) -> None:
        self._text = text
        self._fields = fields
        hand = fields.get("hand")
        self._hand = hand if isinstance(hand, str | int) and not isinstance(hand, bool) else None
        variant = fields.get("variant")
        self._variant = variant if isinstance(variant, str) else None

    def hand_file(self) -> HandFile:
        variant = self._game()
        self._draws: Draws | None = None
        self._code, self._row = CODES[variant], GAMES[CODES[variant].game]
        stacks = self._amounts("starting_stacks")
        players = len(stacks)
        if not 2 <= players <= MAX_SEATS:
            raise self.fail("starting_stacks", f"{players} players; a table has 2 to {MAX_SEATS}")
        for seat, stack in enumerate(stacks, 1):
            if stack <= 0:
                raise self.fail("starting_stacks", f"p{seat} has {stack} chips; every player needs some")
        antes = self._amounts("antes", players)
        forced = self._row.forced == "bring_in"
        blinds = [0] * players if forced else self._amounts("blinds_or_straddles", players)
        bring_in = [self._amount("bring_in", self._need("bring_in"))] if forced else []
        bets = [self._amount(field, self._need(field)) for field in _BETS[self._code.limit]]
        entries = self._entries()
        raises = [self._raise_to(n, words[2]) for n, words in enumerate(entries) if len(words) == 3 and words[1] == "cbr"]
        scale = self._scale([*stacks, *antes, *blinds, *bring_in, *bets, *raises])
        board, *holes = self._cards_dealt(entries, players)
        if self._draws:
            holes = [self._draws.dealt(player) for player in range(1, players + 1)]
        actions, places = self._actions(entries, players, scale)
        return HandFile(
            variant=variant,
            hand=self._hand,
            names=self._names(players),
            stakes=self._stakes(antes, [bets[0], bets[0], *blinds[2:]] if forced else blinds, bets, scale, *bring_in),
            stacks=tuple(int(stack * scale) for stack in stacks),
            holes=tuple(map(tuple, holes)),
            board=tuple(board),
            actions=actions,
            scale=scale,
            finishing=self._result("finishing_stacks", players, sum(stacks)),
            winnings=self._result("winnings", players, sum(stacks)),
            entries=places,
            dead_small=_dead_small(blinds),
        )

    # what goes wrong, and where

    def fail(self, field: str, complaint: str) -> HistoryError:
        """Return the error for a field, with its line."""
        found = re.search(rf"^\s*{re.escape(field)}\s*=", self._text, re.MULTILINE)
        place = f"line {self._text.count(chr(10), 0, found.end()) + 1}: {field}" if found else field
        return HistoryError(f"{place}: {complaint}", self._variant, self._hand)

    def fail_action(self, index: int, complaint: str) -> HistoryError:
        """Return the error for entry `index` of `actions`, with its line."""
        start = re.search(r"^\s*actions\s*=", self._text, re.MULTILINE)
        offset = start.end() if start else 0
        strings = [m for m in _TOKEN.finditer(self._text, offset) if not m[0].startswith("#")]
        place = f"line {self._text.count(chr(10), 0, strings[index].start()) + 1}: " if index < len(strings) else ""
        text = " ".join(str(self._fields["actions"][index]).split())
        return HistoryError(f"{place}actions[{index}] {text!r}: {complaint}", self._variant, self._hand)

    # fields

    def _need(self, field: str) -> Any:
        if field not in self._fields:
            complaint = f"{field} is missing: a hand of {VARIANTS.get(self._variant or '', 'any game')} cannot be played without it; add it"
            raise HistoryError(complaint, self._variant, self._hand)
        return self._fields[field]

    def _game(self) -> str:
        if "variant" not in self._fields and any(isinstance(value, dict) for value in self._fields.values()):
            raise HistoryError("no hand but tables of hands (a .phhs collection): put each hand in a file of its own")
        variant = self._need("variant")
        if not isinstance(variant, str) or variant not in VARIANTS:
            raise self.fail("variant", f"{variant!r} is no known variant; known are {', '.join(VARIANTS)}")
        return variant

    def _amount(self, field: str, value: object) -> Amount:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self.fail(field, f"{value!r} is no amount; write a number")
        if not Decimal(value).is_finite():
            raise self.fail(field, f"{value} is unknown; only hands with known amounts can be played")
        if value < 0 or value > MAX_CHIPS:
            raise self.fail(field, f"{value} is out of bounds; amounts are 0 to {MAX_CHIPS}")
        return value

    def _amounts(self, field: str, players: int | None = None) -> list[Amount]:
        values = self._need(field)
        if not isinstance(values, list):
            raise self.fail(field, "not an array; write one amount a player in [ ]")
        if players is not None and len(values) != players:
            raise self.fail(field, f"{len(values)} amounts for {players} players (starting_stacks); write one a player")
        return [self._amount(field, value) for value in values]

    def _result(self, field: str, players: int, total: Amount) -> tuple[Decimal, ...] | None:
        if field not in self._fields:
            return None
        result = tuple(Decimal(amount) for amount in self._amounts(field, players))
        if sum(result) > total:
            raise self.fail(field, f"adds up to {sum(result)}, more than the {total} of starting_stacks; correct the amounts")
        return result

    def _names(self, players: int) -> tuple[str, ...]:
        names = self._fields.get("players", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fail("players", "not an array of names; write one string a player, empty when unknown")
        if names and len(names) != players:
            raise self.fail("players", f"{len(names)} names for {players} players (starting_stacks); write one a player")
        return tuple(names) or ("",) * players

    def _scale(self, amounts: Sequence[Amount]) -> int:
        places = 0
        for amount in amounts:
            exponent = Decimal(amount).normalize().as_tuple().exponent
            places = max(places, -exponent if isinstance(exponent, int) else 0)
        if places > 15 or max(amounts) * 10**places > MAX_CHIPS:
            complaint = f"amounts need {places} decimal places, which makes more than {MAX_CHIPS} of the smallest unit; round them"
            raise HistoryError(complaint, self._variant, self._hand)
        return int(10**places)

    def _stakes(
        self, antes: Sequence[Amount], blinds: Sequence[Amount], bets: Sequence[Amount], scale: int, bring_in: Amount = 0
    ) -> Stakes:
        small, big = (0, blinds[0]) if _dead_small(blinds) else (blinds[0], blinds[1])
        button = blinds[-1] if len(blinds) > 2 and 0 < blinds[-1] <= big and not any(blinds[2:-1]) else 0
        if any(blinds[2:]) and not button:
            poster = 3 + next(n for n, blind in enumerate(blinds[2:]) if blind)
            raise self.fail("blinds_or_straddles", f"p{poster} posts too: straddles are not played yet; two blinds are, and the button's")
        if not 0 <= small <= big or big == 0:
            raise self.fail("blinds_or_straddles", f"{small} and {big} are no small and big blind; write small, then big (heads-up too)")
        for field, bet in zip(_BETS[self._code.limit], bets, strict=True):
            if bet <= 0:
                raise self.fail(field, "must be above 0; it is usually the big blind, and the big bet two of them")
        if self._row.forced == "bring_in" and not 0 < bring_in <= bets[0]:
            raise self.fail("bring_in", f"{bring_in} is no bring-in; write an amount above 0 and at most small_bet")
        small = 0 if self._row.forced == "bring_in" else small
        ante, ante_from = self._ante(antes)
        limit, sizes = self._code.limit, [int(bet * scale) for bet in bets]
        return replace(
            Stakes(int(small * scale), int(big * scale), int(ante * scale), ante_from, limit=limit, bring_in=int(bring_in * scale)),
            button_blind=int(button * scale),
            **dict(zip(_BETS[limit], sizes, strict=True)),
        )

    def _ante(self, antes: Sequence[Amount]) -> tuple[Amount, AnteFrom]:
        # The array is written small blind, big blind, … button; heads-up it is small (the button), big.
        payers = [n for n, ante in enumerate(antes) if ante]
        button = 0 if len(antes) == 2 else len(antes) - 1
        if len(set(antes)) == 1:
            return antes[0], "all"
        if payers == [1]:
            return antes[1], "big_blind"
        if payers == [button]:
            return antes[button], "button"
        raise self.fail("antes", "neither everyone's, nor the big blind's, nor the button's alone; other antes are not played")

    # actions

    def _entries(self) -> list[list[str]]:
        """Return the words of each entry, commentary cut off; an entry without words does nothing."""
        entries = self._need("actions")
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise self.fail("actions", "not an array of strings; write one action a string")
        return [entry.partition("#")[0].split() for entry in entries]

    def _raise_to(self, index: int, text: str) -> Amount:
        if not _AMOUNT.fullmatch(text):
            raise self.fail_action(index, f"{text!r} is no amount; write a number such as 600 or 0.5")
        amount = Decimal(text)
        if not 0 < amount <= MAX_CHIPS:
            raise self.fail_action(index, f"{text} is out of bounds; a bet is above 0 and at most {MAX_CHIPS}")
        return amount

    def _actions(self, entries: Sequence[list[str]], players: int, scale: int) -> tuple[tuple[Action, ...], tuple[int, ...]]:  # noqa: PLR0912 -- a case for each action of the notation
        """Return what is done after the deal, and where among the entries each of it stands."""
        actions: list[Action] = []
        places: list[int] = []
        for index, words in enumerate(entries):
            match words:
                case ["d", "dh", player, cards] if self._draws is not None and self._draws.is_new(index):
                    actions.append(Action("replace", self._player(index, player, players), self._draws.at(index)))
                case [player, "sd", *_] if self._draws is not None:
                    actions.append(Action("draw", self._player(index, player, players), self._draws.at(index)))
                case ["d", "dh", player, cards] if any(one.kind != "deal" for one in actions) and self._row.up_cards:
                    actions.append(Action("deal", self._player(index, player, players), self._cards(index, cards)))
                case [] | ["d", "dh", _, _]:
                    continue
                case [player, "pb"] if self._row.forced == "bring_in":
                    actions.append(Action("bring_in", self._player(index, player, players)))
                case ["d", "db", cards]:
                    actions.append(Action("board", 0, self._cards(index, cards)))
                case [player, "f"]:
                    actions.append(Action("fold", self._player(index, player, players)))
                case [player, "cc"]:
                    actions.append(Action("check_call", self._player(index, player, players)))
                case [player, "cbr", amount]:
                    to_chips = int(self._raise_to(index, amount) * scale)
                    actions.append(Action("bet_raise", self._player(index, player, players), (), to_chips))
                case [player, "sm"]:
                    actions.append(Action("muck", self._player(index, player, players)))
                case [player, "sm", cards]:
                    actions.append(Action("show", self._player(index, player, players), self._cards(index, cards)))
                case [_, "pb" | "sd", *_]:
                    raise self.fail_action(index, "no such action in this game; it belongs to stud or draw: check the variant")
                case _:
                    raise self.fail_action(index, f"no action; {_GRAMMAR}")
            places.append(index)
        return tuple(actions), tuple(places)

    def _player(self, index: int, text: str, players: int) -> int:
        found = re.fullmatch(r"p([1-9][0-9]?)", text)
        if found is None or int(found[1]) > players:
            raise self.fail_action(index, f"no player {text!r}; the hand has p1 to p{players} (starting_stacks)")
        return int(found[1])

    def _cards(self, index: int, text: str) -> tuple[Card | None, ...]:
        names = [text[n : n + 2] for n in range(0, len(text), 2)]
        cards = tuple(parse_card(name) for name in names)
        for name, card in zip(names, cards, strict=True):
            if card is None and name != "??":
                raise self.fail_action(index, f"{name!r} is no card; write rank and suit as Kd, or ?? where unknown")
        return cards

    def _cards_dealt(self, entries: Sequence[list[str]], players: int) -> list[list[Card | None]]:
        """Return the board's cards, then each player's: each card once, no more than there are, None where unknown.

        What is shown later was dealt all along; a player whose cards the file never mentions was
        dealt unknown ones.
        """
        if self._row.changes_before[-1] and not self._row.board_by_street[-1]:
            self._draws = self._drawn(entries, players)
            return [[] for _ in range(players + 1)]
        places: list[list[Card | None]] = [[] for _ in range(players + 1)]
        used: set[Card] = set()
        for index, words in enumerate(entries):
            match words:
                case ["d", "db", text]:
                    fresh = self._dealt(index, text, places[0], self._row.board_by_street[-1])
                case ["d", "dh", player, text]:
                    fresh = self._dealt(index, text, places[self._player(index, player, players)], self._row.hole_cards)
                case [player, "sm", text]:
                    fresh = self._shown(index, self._cards(index, text), places[self._player(index, player, players)])
                case _:
                    continue
            for card in fresh:
                if card is not None and card in used:
                    raise self.fail_action(index, f"{card_text(card)} is there twice; each card is dealt once: correct the cards")
                if card is not None:
                    used.add(card)
        first = self._row.hole_by_street[0] if self._row.up_cards else self._row.hole_cards
        for hole in places[1:]:
            hole.extend([None] * (first - len(hole)))
        return places

    def _drawn(self, entries: Sequence[list[str]], players: int) -> Draws:
        """Return whose cards were which in a game of draws. Raises: HistoryError."""
        draws = Draws(players, self._row.hole_cards)
        for index, words in enumerate(entries):
            match words:
                case ["d", "dh", player, text]:
                    wrong = draws.deal(index, self._player(index, player, players), self._cards(index, text))
                case [player, "sd"]:
                    wrong = draws.give_up(index, self._player(index, player, players), ())
                case [player, "sd", text]:
                    wrong = draws.give_up(index, self._player(index, player, players), self._cards(index, text))
                case [player, "sm", text]:
                    wrong = draws.show(self._player(index, player, players), self._cards(index, text))
                case _:
                    continue
            if wrong:
                raise self.fail_action(index, wrong)
        return draws

    def _dealt(self, index: int, text: str, place: list[Card | None], most: int) -> tuple[Card | None, ...]:
        cards = self._cards(index, text)
        place.extend(cards)
        if len(place) > most:
            raise self.fail_action(index, f"makes {len(place)} cards; there are {most} at most")
        return cards

    def _shown(self, index: int, cards: tuple[Card | None, ...], hole: list[Card | None]) -> tuple[Card | None, ...]:
        """Return the shown cards that no deal named before; they take the place of unknown ones."""
        full = len(hole) if self._row.up_cards else self._row.held_cards
        if len(cards) != full:
            raise self.fail_action(index, f"shows {len(cards)} cards; a hand of {self._row.title} is {full}, ?? where one is unknown")
        hole.extend([None] * (full - len(hole)))
        fresh = tuple(card for card in cards if card is not None and card not in hole)
        if len(fresh) > hole.count(None):
            raise self.fail_action(index, "shows other cards than were dealt to this player; correct one of the two")
        for card in fresh:
            hole[hole.index(None)] = card
        return fresh


def _dead_small(blinds: Sequence[Amount]) -> bool:
    """Whether the first player posts the big blind and nobody the small one."""
    return len(blinds) > 2 and blinds[0] > 0 and not any(blinds[1:])


#: What a file says of the size of bets, by limit.
_BETS: Final[Mapping[str, tuple[str, ...]]] = {
    "no_limit": ("min_bet",),
    "pot_limit": ("min_bet",),
    "fixed_limit": ("small_bet", "big_bet"),
}
_AMOUNT: Final = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40})?")
_TOKEN: Final = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
_GRAMMAR: Final = "write `d dh pN cards`, `d db cards`, `pN f`, `pN cc`, `pN cbr amount` or `pN sm [cards]`"
