"""One random hand of any game, from the first card to its end, whose course is chosen by what everyone can see and nothing else.

Cards are numbered places: what lies face up comes from one list, what lies face down from another. Two hands of one seed with other
cards face down go the same way, so whatever is told must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final

import msgspec
from felt import FACE_UP, WALL_MS, Felt
from msgspec.structs import replace

from controller.core import expectation, step
from controller.effects import Effect, Tell
from controller.events import CardMoved, Evidence, Tick, decode
from controller.feed.boot import Boot
from controller.feed.broadcast_views import Aired, broadcast_view
from controller.feed.payloads import CommandAnswer
from controller.game.cards import JOKER, Card, card_text
from controller.game.chips import Limit, Stakes
from controller.game.drawing import to_draw
from controller.game.hand import Hand
from controller.game.legal_actions import legal_actions
from controller.game.short_stub import mixes
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, HOLE_SEAT, MUCK, STUB, Zone
from controller.hand_record import detail
from controller.histories.codes import CODES, Code
from controller.histories.finished import Deed, FinishedHand, Manner
from controller.histories.ohh import GAMES, ohh_text
from controller.histories.phh_of import phh_text
from controller.histories.sidecar import sidecar_text
from controller.journal.log import JournalledState
from controller.journal.reading import ReadTurn
from controller.recovery import Folded
from controller.rules.house import House
from controller.rules.options import HouseOptions
from controller.table import waiting
from controller.table.table import Table, new_table

#: More events than any hand takes.
MOST: Final = 1_500
#: A house in which as much as possible can happen.
OPTIONS: Final = replace(HouseOptions(), draw_joker=True, lowball_27_joker=True, run_it_twice="twice_or_three_times")


def stakes_of(game: str, limit: Limit) -> Stakes:
    forced = VARIANTS[game].forced
    blinds = 0 if forced != "blinds" else 50
    ante = 0 if forced == "blinds" else 20
    fixed = {"small_bet": 100, "big_bet": 200} if limit == "fixed_limit" else {}
    return Stakes(blinds, 100, ante, limit=limit, bring_in=30 if forced == "bring_in" else 0, game=game, **fixed)


def deck_of(game: str) -> list[Card]:
    """Every card that this game is played with in this house."""
    row = VARIANTS[game]
    return [*row.cards, *([JOKER] if row.joker else [])]


class Pile:
    """The cards of one kind of place, in the order they come; when none is left those that went are shuffled and dealt again."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards, self.next = list(cards), 0
        self.back: list[int] = []

    def take(self, rng: random.Random) -> tuple[int, bool]:
        """Return the number of the next card, and whether it lay in the muck before."""
        if self.next < len(self.cards):
            self.next += 1
            return self.next - 1, False
        return self.back.pop(rng.randrange(len(self.back))), True


class AnyGame(Felt):
    """`cards` are those that will lie face up and those that will not, in the order they come; `said` is everything public."""

    def __init__(self, seed: int, game: str, limit: Limit, players: int, cards: tuple[Sequence[Card], Sequence[Card]]) -> None:
        self.journal: list[bytes] = []
        super().__init__(house=House(variant=game, seats=6, stakes=stakes_of(game, limit), options=OPTIONS))
        self.turn._journal = self  # type: ignore[assignment] # what it keeps is read again by `record`
        self.rng = random.Random(seed)  # noqa: S311 -- a hand of a test, the same for the same seed
        self.row = VARIANTS[game]
        self.up, self.down = Pile(cards[0]), Pile(cards[1])
        self.held: dict[int, list[int]] = {}
        self.answers: list[CommandAnswer] = []
        self.overlays: list[bytes] = []
        self.turn.on_effects(self._aired)
        self.clock.at_ns = 10**9
        self.seat(*range(1, players + 1), stack=self.rng.choice([400, 2_000, 10_000]))
        self.folds = self.rng.choice([0.0, 0.1, 0.3])

    def _aired(self, table: Table, effects: Sequence[Effect]) -> None:
        aired = Aired(self.clock.at_ns, table)
        self.overlays += [msgspec.json.encode(broadcast_view(aired, policy, hidden=False)) for policy in ("never", "showdown")]

    @property
    def hand(self) -> Hand:
        hand = self.turn.table.hand
        assert hand is not None
        return hand

    @property
    def said(self) -> list[Any]:
        return [*self.told, *self.answers, *self.overlays, *self.hub.snapshot()]

    def ask(self, verb: str, **arguments: Any) -> CommandAnswer:
        answer = super().ask(verb, **arguments)
        self.answers.append(answer)
        return answer

    # -- a journal that is read again --------------------------------------------------------------

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        self.journal += records
        return True

    def catch_up(self) -> bool:
        return True

    # -- cards ---------------------------------------------------------------------------------

    def lay(self, zone: Zone) -> None:
        """The next card comes to that place."""
        face_up = zone in FACE_UP
        pile = self.up if face_up else self.down
        number, again = pile.take(self.rng)
        if again:
            self._moved(pile.cards[number], STUB, MUCK)
        if zone in HOLE_SEAT:
            self.held.setdefault(HOLE_SEAT[zone], []).append(number)
        self._moved(pile.cards[number], zone, STUB)

    def _moved(self, card: Card, zone: Zone | None, was: Zone) -> None:
        self.clock.at_ns += 100_000_000
        by_ns = self.clock.at_ns
        side = "up" if zone in FACE_UP else "down"
        self.take(CardMoved(card, was, zone, side, by_ns - 50_000_000, by_ns, Evidence("hf0", 2, 3)))

    def away(self, seat: int, count: int, zone: Zone | None = MUCK) -> None:
        """So many of a player's cards go."""
        for number in self.rng.sample(self.held.get(seat, []), min(count, len(self.held.get(seat, [])))):
            self.held[seat].remove(number)
            self._moved(self.down.cards[number], zone, HOLE[seat])
            if zone == MUCK:
                self.down.back.append(number)

    def record(self) -> list[str]:
        """What is told of the hand afterwards, or meanwhile: its time-line for whoever asks, and its histories."""
        boot = Boot("boot-1", 0, WALL_MS)
        table = new_table(self.turn.house)
        turns: list[Folded] = []
        deeds: list[Deed] = []
        for event in map(decode, self.journal):
            before = table
            table, effects = step(before, event, self.turn.house)
            if not table.hand_number:
                continue
            row = SimpleNamespace(hand=table.hand_number, turn=len(turns))
            turns.append(Folded(ReadTurn(row, (event,)), boot, table, [effects], [table]))  # type: ignore[arg-type] # of a row it asks no more
            deeds += [Deed(effect, boot.utc_ms(effect.at_ns)) for effect in effects if isinstance(effect, Tell)]
        assert table == self.turn.table
        told = [detail(turns), detail(turns, hidden=True)]
        hand = self.hand
        names = tuple([f"Player {seat}" for seat in hand.seats])
        done = FinishedHand(hand, names, 6, tuple(deeds), (1, len(turns)), ("boot-1",))
        written = [one.model_dump_json() for one in told if one is not None]
        if hand.over and Code(hand.variant, hand.stakes.limit) in CODES.values() and not hand.boards.further:
            writers = (phh_text, sidecar_text, *((ohh_text,) if hand.variant in GAMES else ()))
            written += [write(done, Manner("t", "Table", "smarttable")) for write in writers]
        return written

    def patience_ends(self) -> None:
        for timer in sorted(waiting.waits(self.turn.table)):
            self.clock.at_ns += 10**10
            self.take(Tick(timer, self.clock.at_ns))

    # -- the course ----------------------------------------------------------------------------

    def play(self, *, to_the_end: bool) -> bool:
        """Play the hand; return whether it came to a showdown. Not `to_the_end`: up to the first hand that is shown."""
        self.do("new_hand")
        for _ in range(MOST):
            if not self.hand.over and self.rng.random() < 0.1:
                self.nonsense()
            hand = self.hand
            if hand.over:
                return False
            if not to_the_end and (hand.stage == "showdown" or next(iter(show_order(hand)), None)):
                return True
            {
                "posting": self.post, "betting": self.bet, "dealing": self.deal_one, "drawing": self.change, "showdown": self.show_down
            }[hand.stage]()  # fmt: skip
        raise AssertionError(f"no end of {self.row.title}")

    def post(self) -> None:
        self.do("post")
        if self.row.up_cards == 0 and self.row.forced != "bomb":
            self.deal_holes()

    def deal_holes(self) -> None:
        for _ in range(self.row.down_by_street[0]):
            for seat in self.hand.seats:
                self.lay(HOLE[seat])

    def deal_one(self) -> None:
        hand = self.hand
        if self.hand.setup.most_runs > 1 and self.rng.random() < 0.3:
            self.ask("run_it", times=self.rng.randint(1, 4))
        zones = [zone for zone in expectation(self.turn.table, self.turn.house).zones if zone != MUCK]
        if mixes(hand) and self.down.next == len(self.down.cards) and not self.down.back:
            zones = []
        if not zones or self.rng.random() < 0.03:
            self.patience_ends()
            due = [zone for zone in zones if zone in FACE_UP]
            if due:
                number, _ = self.up.take(self.rng)
                self.ask("enter_card", zone=due[0], card=card_text(self.up.cards[number]))
            return
        self.lay(zones[0])

    def bet(self) -> None:
        hand = self.hand
        seat = hand.seats[hand.to_act]
        may = [one for one in legal_actions(hand) if one.legal]
        rest = [one for one in may if one.do != "fold"]
        one = self.rng.choice(rest if rest and self.rng.random() >= self.folds else may)
        amount = {"to": self.rng.choice([one.min_to, one.min_to, one.max_to])} if one.do in ("bet", "raise", "complete") else {}
        self.ask("act", seat=seat, do=one.do, **amount)
        if one.do == "fold" and self.rng.random() < 0.7:
            self.away(seat, 9)

    def change(self) -> None:
        """A player changes some of his cards, or gives up what he must; then the new cards come."""
        hand = self.hand
        street = self.row.streets[hand.street + 1]
        if street.discard:
            seat = next(seat for i, seat in enumerate(hand.seats) if hand.drawing.counts[-1][i] == -1)
            if self.rng.random() < 0.7:
                self.away(seat, street.discard)
            else:
                self.ask("act", seat=seat, do="discard")
            return
        turn = to_draw(hand)
        if turn < 0:
            zones = [zone for zone in expectation(self.turn.table, self.turn.house).zones if zone != MUCK]
            if not zones or self.rng.random() < 0.03:
                self.patience_ends()
            else:
                self.lay(zones[0])
            return
        seat = hand.seats[turn]
        count = self.rng.randint(0, street.draw)
        if turn == hand.drawing.opener and self.rng.random() < 0.3:
            self.ask("act", seat=seat, do="split")
        before, seen = self.rng.random() < 0.5, self.rng.random() < 0.9
        if before and seen:
            self.away(seat, count)
        self.ask("act", seat=seat, do="draw" if count else "stand_pat", **({"number": count} if count else {}))
        if not before and seen:
            self.away(seat, count)

    def show_down(self) -> None:
        hand = self.hand
        seat = next(iter(show_order(hand)))
        if self.row.calls_count and self.rng.random() < 0.3:
            self.ask("act", seat=seat, do="declare", number=self.rng.choice([0, 8, 9, 10]))
        if self.rng.random() < 0.3:
            self.ask("muck", seat=seat)
        elif not self.ask("show", seat=seat).ok:
            held = [self.down.cards[number] for number in self.held.get(seat, [])] + list(hand.up_of(hand.seats.index(seat)))
            if not self.ask("show", seat=seat, cards=[card_text(card) for card in held]).ok:
                self.do("muck", seat=seat)

    def nonsense(self) -> None:
        """What is refused, or nobody expected: the answer may tell nothing."""
        hand = self.hand
        seat = self.rng.choice(hand.seats)
        verb, arguments = self.rng.choice(
            [
                ("act", {"seat": seat, "do": "draw", "number": self.rng.randint(0, 14)}),
                ("act", {"seat": seat, "do": self.rng.choice(["discard", "split", "open", "rap", "stand_pat", "bring_in"])}),
                ("act", {"seat": seat, "do": "declare", "number": self.rng.randint(0, 14)}),
                ("run_it", {"times": self.rng.randint(1, 3)}),
                ("request", {"seat": seat, "what": "drew", "of": self.rng.choice(hand.seats)}),
                ("request", {"seat": seat, "what": "stack", "of": self.rng.choice(hand.seats)}),
                ("enter_card", {"zone": "board", "card": "XJ"}),
                ("muck", {"seat": seat}),
            ]
        )
        if verb == "muck" and hand.stage == "showdown":
            return
        self.ask(verb, **arguments)
