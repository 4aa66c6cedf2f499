"""What games with draws ask of the house."""

from __future__ import annotations

from typing import Final

import msgspec


class DrawRules(msgspec.Struct, frozen=True, cache_hash=True):
    """One field a question; `jokers` are those of `Variant.joker` that the house answers with yes. The hand keeps the answers it began
    with.

    `openers` are asked for in games for antes that name none themselves; `progressive` = more is asked for after each deal that nobody
    opened.
    `miscall_…` = a hand that was called wrongly is dead: between two, among more, when another mucked for it; `say_pair` = so is a pair
    that was not told of, when another mucked for it.
    `unopened_check` = in a game for antes alone a player may check before anybody has opened; `opener_marked` = a button lies
    before who opened; `count_told` = how many cards somebody changed is said until there is action behind it, and no longer;
    `fifth_last` = who changes five gets the fifth when all others have theirs;
    `must_bet` = in limit lowball a seven or better that was not bet after the draw wins nothing that was bet there.
    The last are rules that every book has, False only where one is switched off to see whether anything proves it.
    """

    unopened_check: bool = True
    jokers: tuple[str, ...] = ()
    openers: str = ""
    progressive: bool = False
    miscall_two: bool = False
    miscall_many: bool = False
    miscall_fouled: bool = False
    say_pair: bool = False
    opener_marked: bool = True
    count_told: bool = True
    fifth_last: bool = False
    must_bet: bool = False

    draws: bool = True
    opener_first: bool = True
    change_number: bool = True
    rap: bool = True


PLAIN_DRAWS: Final = DrawRules()
