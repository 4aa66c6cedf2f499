"""House options: one field a question, filled from table.toml."""

from __future__ import annotations

import msgspec
from msgspec.structs import asdict

from controller.game.chips import Stakes
from controller.game.posting import PostingRules
from controller.rules.catalogue.row import Book
from controller.rules.options import DEFAULT_BOOK, PRESETS, HouseOptions


class House(msgspec.Struct, frozen=True):
    """How this table is run. Constant while the daemon runs.

    `stakes` are those of the first hand; `new_hand` may set others. `options` are the answers of `book`, but for those that the house
    has changed: the code asks for an answer, never for the book.
    """

    variant: str = "holdem"
    seats: int = 10
    stakes: Stakes = Stakes(50, 100)
    posting: PostingRules = PostingRules()
    book: Book = DEFAULT_BOOK
    options: HouseOptions = HouseOptions()

    def changed(self) -> dict[str, bool | int | str]:
        """Return the answers that are other than the book's, by the question's name."""
        book, mine = asdict(PRESETS[self.book]), asdict(self.options)
        return {name: answer for name, answer in mine.items() if answer != book[name]}
