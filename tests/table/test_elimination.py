"""Who loses his last chips is out, where nobody rebuys."""

from __future__ import annotations

import pytest
from at_table import AtTable

from controller.events import BuyIn
from controller.game.chips import Stakes
from controller.rules.catalogue.row import Book
from controller.rules.house import House
from controller.rules.options import PRESETS

TEN = Stakes(5, 10)


def played(book: Book) -> AtTable:
    """Three players, seat 3 all-in with 100 and beaten by seat 1."""
    at = AtTable([900, 900, 100], TEN, button=3, house=House(seats=3, stakes=TEN, book=book, options=PRESETS[book])).start()
    at.deal({1: "AsAd", 2: "4c5d", 3: "KsKd"}).acts("3 all_in, 1 call, 2 fold").board("2c7d9h").board("Js").board("3h")
    at.show(1)
    at.show(3)
    return at


def test_he_is_told_to_be_out_once_and_buys_nothing() -> None:
    at = played("home")
    assert [(tell.seat, tell.rules) for tell in at.tells("eliminated")] == [(3, ("home.1.elim",))]
    assert at.told[-2].kind == "hand_ended"
    assert at.refused(BuyIn(at.head(), 3, 500)) == "buy_in.eliminated"
    at.start()
    at.act(1, "fold")
    assert at.table.hand is not None
    assert at.table.hand.seats == (2, 1)
    assert len(at.tells("eliminated")) == 1


@pytest.mark.parametrize("book", ["cooke", "roberts"])
def test_where_players_rebuy_he_is_not(book: Book) -> None:
    at = played(book)
    assert at.tells("eliminated") == []
    at.buy_in(3, 500)
    at.start()
    assert at.table.hand is not None
    assert 3 in at.table.hand.seats
