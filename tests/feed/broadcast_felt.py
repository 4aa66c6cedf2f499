"""A table played by hand with the overlay's feed behind it, on a clock that stands until it is told to go on."""

from __future__ import annotations

from typing import Any

import msgspec
from felt import BLINDS, Felt

from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.reveal import Broadcast
from controller.feed.subscription import FeedMessage
from controller.game.betting import legal
from controller.game.cards import FULL_DECK, card_text
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE


class BroadcastFelt(Felt):
    """`aired` is every message of the overlay's feed, with the table time at which it went out."""

    def __init__(self, broadcast: Broadcast, seats: int = 6, stakes: Stakes = BLINDS) -> None:
        super().__init__(seats, stakes)
        self.broadcast = BroadcastFeed(self.clock, "boot-1", broadcast, (Aired(0, self.turn.table),))
        self.turn.on_table(self.broadcast.follow)
        self.turn.on_effects(self.broadcast.update)
        self.aired: list[tuple[int, FeedMessage]] = []
        subscription = self.broadcast.subscribe()
        # read at once, so that the moment is known
        subscription._put = lambda message: self.aired.append((self.clock.at_ns, message))  # type: ignore[method-assign] # to hear when

    def on_air(self) -> dict[str, Any]:
        """The state on air now."""
        state: dict[str, Any] = msgspec.json.decode({m.name: m.body for m in self.broadcast.snapshot()}["state"])
        return state

    def holes(self) -> dict[int, list[str]]:
        """The hole cards on air now, by seat."""
        return {view["seat"]: view["hole"] for view in self.on_air()["seats"] if view["hole"]}

    def wait(self, seconds: float) -> None:
        """Let time pass, and the feed do what is due."""
        self.clock.at_ns += round(seconds * 1e9)
        self.broadcast.advance()

    def folded(self) -> int:
        return next(int(view["seat"]) for view in self.state()["seats"] if view["state"] == "folded")

    def still_in(self) -> list[int]:
        """Seats that have yet to show, the first to show first."""
        first = int(self.state()["to_show"])
        return [first, *(int(view["seat"]) for view in self.state()["seats"] if view["state"] == "in_hand" and view["seat"] != first)]

    def any_move(self, pick: int) -> None:
        """One sensible thing that may happen now; which, `pick` says."""
        hand = self.turn.table.hand
        if hand is None or hand.over:
            poor = [n for n, held in enumerate(self.turn.table.seats, 1) if held is not None and not held.stack_chips]
            for seat in poor:
                self.ask("buy_in", seat=seat, amount=2_000)
            self.ask("new_hand")
            return
        fresh = [card_text(card) for card in FULL_DECK if card not in hand.dealt]
        owed = [seat for index, seat in enumerate(hand.seats) if hand.dealt_to.count(index) < 2]
        now = legal(hand)
        if hand.stage == "posting":
            self.ask("post")
        elif owed and pick % 5 and not hand.board:
            self.card(fresh[pick % len(fresh)], HOLE[owed[0]])
        elif now is not None:
            passive = "call" if now.call_chips else "check"
            self.ask("act", seat=now.seat, do=(passive, passive, passive, "fold", "all_in")[pick % 5])
        elif hand.stage == "dealing":
            self.card(fresh[pick % len(fresh)], BOARD)
        else:
            seat = next(s for i, s in enumerate(hand.seats) if not hand.folded[i] and not hand.mucked[i] and hand.shown[i] is None)
            held = [card_text(card) for card in hand.hole_of(hand.seats.index(seat))]
            named = {} if len(held) == 2 else {"cards": (held + fresh)[:2]}
            self.ask("muck" if pick % 3 == 0 else "show", seat=seat, **({} if pick % 3 == 0 else named))
