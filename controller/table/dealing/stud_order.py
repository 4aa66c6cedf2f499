"""Cards of a later street in games with up-cards that go to the wrong player: told when it is certain which of two came first."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import deal
from controller.game.hand import Hand
from controller.game.short_stub import street_due
from controller.game.zones import UP_SEAT
from controller.table.dealing import asking
from controller.table.dealing.burn_order import street_of
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.state import Came
from controller.table.table import Table

KIND: Final = "wrong_card"
RULES: Final = ("cooke.5.19.a",)


def overtakes(hand: Hand, seat: int) -> bool:
    """Whether a player has his up-card of this street while one who is dealt to before him waits for his."""
    i = hand.index_of[seat]
    lacking = deal.ups_due(hand)
    return bool(lacking) and lacking[0] < i


def moved(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after an up-card of a later street came, with what is ruled when it went to the wrong player.

    Who is dealt to first may have a card that was not read yet: it is wrong when his comes certainly after the other's.
    Source: cooke.5.19.a.
    """
    seat = 0 if event.to_zone is None else UP_SEAT.get(event.to_zone, 0)
    if not seat or not street_due(hand) or event.card not in hand.up:
        return table
    dealing, i = dealing_of(table), hand.index_of[seat]
    street = street_of(hand, i, event.card)
    ahead = next((one for one in dealing.overtaking if one.street == street and one.index > i and one.by_ns <= event.after_ns), None)
    if ahead is None:
        if street == street_due(hand) and hand.stage == "dealing" and overtakes(hand, seat):
            table = put(table, replace(dealing, overtaking=(*dealing.overtaking, Came(event.card, street, i, event.by_ns))))
        return table
    key = f"order/{street}"
    if key in dealing.ruled or "stud.wrong_seat" in telling.house.without:
        return table
    came = (*dealing.overtaking, Came(event.card, street, i, event.by_ns))  # the last of them is the one that was overtaken
    table = put(table, replace(dealing, ruled=(*dealing.ruled, key), wrong_street=street, overtaking=came))
    what = asking.Asked(
        KIND, RULES, hand.seats[ahead.index], ("play_on",), "push_back", cards=(ahead.card,), who="dealer", may_until="first_action"
    )  # fmt: skip
    return asking.asked(table, what, telling)
