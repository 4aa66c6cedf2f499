"""What is said of rulings, remedies, announcements and prompts, in English and German: one row a word, and nothing but words.

The pages' copy, `static/ruled.words.js`, is made of these tables (`controller/published/ruled_words.py`). A place in braces is a value;
`bare` is the sentence for when one of its values does not apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Words(NamedTuple):
    """A row. "" as bare = the sentence has no value that may be missing."""

    en: str
    de: str
    bare_en: str = ""
    bare_de: str = ""


#: Values that are chips.
GROUPED: Final = frozenset({"amount", "to"})

#: Kind of ruling → one sentence that says what is the matter.
RULINGS: Final[Mapping[str, Words]] = {
    "misdeal": Words("Misdeal: the hand is dealt anew.", "Vergeben: Die Hand wird neu gegeben."),
    "fouled_deck": Words("The deck is fouled.", "Das Deck ist nicht in Ordnung."),
    "exposed_card": Words(
        "A card lies face up: {cards}.", "Eine Karte liegt offen: {cards}.",
        "A card lies face up.", "Eine Karte liegt offen.",
    ),
    "boxed_card": Words("A card lay face up in the deck.", "Eine Karte lag offen im Deck."),
    "joker": Words("A joker came out of the deck.", "Aus dem Deck kam ein Joker."),
    "wrong_card": Words(
        "Seat {seat} has a card that is not his.", "Platz {seat} hat eine Karte, die ihm nicht zusteht.",
        "A card went to the wrong place.", "Eine Karte liegt am falschen Platz.",
    ),
    "burn_error": Words("A burn card is wrong.", "Beim Verbrennen ging etwas schief."),
    "board_error": Words("The board is wrong.", "Das Board stimmt nicht."),
    "stub_error": Words("The stub is wrong.", "Der Reststapel stimmt nicht."),
    "dead_hand": Words("The hand of seat {seat} is dead.", "Die Hand von Platz {seat} ist tot.", "A hand is dead.", "Eine Hand ist tot."),
    "live_hand": Words("The hand of seat {seat} is live.", "Die Hand von Platz {seat} lebt.", "A hand is live.", "Eine Hand lebt."),
    "bet_corrected": Words(
        "Seat {seat}: {amount} was entered; it counts as {to}.", "Platz {seat}: Es gelten {to}, nicht {amount}.",
        "A bet is corrected.", "Ein Einsatz wird richtiggestellt.",
    ),
    "out_of_turn": Words(
        "Seat {seat} acted out of turn.", "Platz {seat} hat außer der Reihe gehandelt.",
        "Somebody acted out of turn.", "Jemand war nicht am Zug.",
    ),
    "action_skipped": Words(
        "Seat {seat} was skipped.", "Platz {seat} wurde übergangen.",
        "A player was skipped.", "Jemand wurde übergangen.",
    ),
    "raise_capped": Words("The raises of this street are used up.", "Die Raises dieser Runde sind aufgebraucht."),
    "not_reopened": Words(
        "The betting is not reopened to seat {seat}.", "Für Platz {seat} ist die Runde nicht wieder eröffnet.",
        "The betting is not reopened.", "Die Runde ist nicht wieder eröffnet.",
    ),
    "clock_expired": Words("The time of seat {seat} is up.", "Die Zeit von Platz {seat} ist um.", "The time is up.", "Die Zeit ist um."),
    "show_required": Words(
        "Seat {seat} has to show.", "Platz {seat} muss zeigen.",
        "A hand has to be shown.", "Eine Hand muss gezeigt werden.",
    ),
    "show_order": Words(
        "The hands are shown in another order: seat {seat} first.", "Gezeigt wird in anderer Reihenfolge: Platz {seat} zuerst.",
        "The hands are shown in another order.", "Gezeigt wird in anderer Reihenfolge.",
    ),
    "wrong_push": Words(
        "A pot went to seat {seat}, who had not won it.", "Ein Pot ging an Platz {seat}, der ihn nicht gewonnen hatte.",
        "A pot went to the wrong player.", "Ein Pot ging an den Falschen.",
    ),
    "odd_chip": Words(
        "The odd chip goes to seat {seat}.", "Der Restchip geht an Platz {seat}.",
        "There is an odd chip.", "Ein Chip ist übrig.",
    ),
    "button_error": Words(
        "The button is wrong: it belongs to seat {seat}.", "Der Button liegt falsch: Er gehört zu Platz {seat}.",
        "The button is wrong.", "Der Button liegt falsch.",
    ),
    "blind_error": Words(
        "The blinds of seat {seat} are wrong.", "Die Blinds von Platz {seat} stimmen nicht.",
        "A blind is wrong.", "Ein Blind stimmt nicht.",
    ),
    "not_entitled": Words(
        "Seat {seat} was not entitled to a hand.", "Platz {seat} stand keine Hand zu.",
        "A hand was dealt to nobody entitled.", "Eine Hand stand niemandem zu.",
    ),
    "void_hand": Words("The hand does not count.", "Die Hand zählt nicht."),
    "forfeit": Words("Seat {seat} forfeits {amount}.", "Platz {seat} verliert {amount}.", "Chips are forfeited.", "Chips verfallen."),
    "limit_error": Words(
        "The amount of seat {seat} does not fit the limit.", "Der Betrag von Platz {seat} passt nicht zum Limit.",
        "An amount does not fit the limit.", "Ein Betrag passt nicht zum Limit.",
    ),
    "procedure": Words("The dealer's procedure was another.", "Der Dealer ist anders vorgegangen."),
    "deck_error": Words("Something is due with the deck.", "Mit dem Deck ist etwas zu tun."),
    "off_table": Words(
        "Something left the table at seat {seat}.", "Bei Platz {seat} hat etwas den Tisch verlassen.",
        "Something left the table.", "Etwas hat den Tisch verlassen.",
    ),
    "splashed_pot": Words(
        "Seat {seat} splashed the pot.", "Platz {seat} hat in den Pot geworfen.",
        "The pot was splashed.", "In den Pot wurde geworfen.",
    ),
    "short_buy": Words(
        "Seat {seat} bought in short: {amount}.", "Platz {seat} kaufte zu klein ein: {amount}.",
        "A short buy-in.", "Ein zu kleiner Einkauf.",
    ),
    "foreign_chip": Words(
        "A chip at seat {seat} is not of this house.", "Bei Platz {seat} liegt ein fremder Chip.",
        "A chip is not of this house.", "Ein Chip ist fremd.",
    ),
    "chip_drift": Words(
        "The chips of seat {seat} are off by {amount}.", "Bei Platz {seat} fehlen oder zählen {amount} zu viel.",
        "The chips do not add up.", "Die Chips gehen nicht auf.",
    ),
    "late_objection": Words(
        "Too late: what seat {seat} did stands.", "Zu spät: Was Platz {seat} getan hat, gilt.",
        "The objection comes too late.", "Der Einspruch kommt zu spät.",
    ),
    "correction": Words("An entry was corrected.", "Eine Eingabe wurde korrigiert."),
    "amount_misread": Words(
        "Seat {seat} put in {amount} for a call of {to} and says he misread the bet.",
        "{amount} statt {to} zum Mitgehen: Platz {seat} sagt, er habe den Einsatz falsch gelesen.",
        "A player says he misread the bet.", "Jemand sagt, er habe den Einsatz falsch gelesen.",
    ),
    "unaware_of_raise": Words(
        "Seat {seat} put in {amount} without noticing the raise: the call is {to}.",
        "{amount} statt {to} zum Mitgehen: Platz {seat} hat das Raise nicht bemerkt.",
        "A player did not notice the raise.", "Jemand hat das Raise nicht bemerkt.",
    ),
}  # fmt: skip

#: Remedy → what to do, as one step.
REMEDIES: Final[Mapping[str, Words]] = {
    "redeal": Words("Gather the cards, shuffle, and deal anew.", "Alle Karten einsammeln, mischen und neu geben."),
    "replace_with_burn": Words(
        "Replace it with the top card; {cards} becomes the burn card.",
        "Durch die oberste Karte ersetzen; {cards} wird Burn-Karte.",
        "Replace it with the top card; it becomes the burn card.",
        "Durch die oberste Karte ersetzen; die aufgedeckte wird Burn-Karte.",
    ),
    "replace_after_deal": Words("Replace it after the deal.", "Nach dem Geben ersetzen."),
    "push_back": Words("Push the cards back to where they belong.", "Die Karten dorthin zurückschieben, wohin sie gehören."),
    "return_as_burn": Words("It becomes the burn card.", "Sie wird zur Burn-Karte."),
    "reshuffle_no_burn": Words("Shuffle it back in; do not burn again.", "Wieder einmischen; nicht noch einmal verbrennen."),
    "next_becomes": Words("The next card takes its place.", "Die nächste Karte tritt an ihre Stelle."),
    "treat_as_absent": Words(
        "Go on as if seat {seats} were absent.", "Weiter, als wäre Platz {seats} nicht da.",
        "Go on as if he were absent.", "Weiter, als wäre er nicht da.",
    ),
    "return_bets": Words("Give all bets back.", "Alle Einsätze zurückgeben."),
    "play_on": Words("Play goes on.", "Weiterspielen."),
    "complete_bet": Words(
        "Seat {seats} makes it {to}.", "Platz {seats} ergänzt auf {to}.", "The bet is completed.", "Der Einsatz wird ergänzt."
    ),
    "return_excess": Words(
        "Give {amount} back to seat {seats}.", "Platz {seats} erhält {amount} zurück.",
        "Give back what is too much.", "Was zu viel ist, zurückgeben.",
    ),
    "hold_to_action": Words(
        "Seat {seats} is held to it.", "Platz {seats} bleibt bei dem, was er getan hat.",
        "He is held to it.", "Er bleibt bei dem, was er getan hat.",
    ),
    "restore_action": Words(
        "Seat {seats} is to act again.", "Platz {seats} ist wieder am Zug.", "The action goes back.", "Die Aktion geht zurück."
    ),
    "kill_hand": Words(
        "The hand of seat {seats} is dead: cards to the muck.", "Die Hand von Platz {seats} ist tot: Karten in den Muck.",
        "The hand is dead: cards to the muck.", "Die Hand ist tot: Karten in den Muck.",
    ),
    "retrieve_hand": Words(
        "Give the hand back to seat {seats}.", "Platz {seats} die Hand zurückgeben.",
        "Give the hand back.", "Die Hand zurückgeben.",
    ),
    "show_to_all": Words("Show it to everyone.", "Allen zeigen."),
    "move_button_next_hand": Words("The button is put right with the next hand.", "Der Button wird zur nächsten Hand richtiggestellt."),
    "floor_decides": Words("The floor decides.", "Der Floor entscheidet."),
    "replace_now": Words("Replace it at once.", "Sofort ersetzen."),
    "refuse": Words("It is not taken.", "Das gilt nicht."),
    "warn": Words("Warn seat {seats}.", "Platz {seats} verwarnen.", "Warn the player.", "Den Spieler verwarnen."),
    "count_stub": Words("Count the stub.", "Den Reststapel zählen."),
    "change_deck": Words("Change the deck.", "Das Deck wechseln."),
    "divide_pot": Words("Divide the pot among seats {seats}.", "Den Pot teilen: Plätze {seats}.", "Divide the pot.", "Den Pot teilen."),
    "doubt_against": Words(
        "Put the bets together again; what stays in doubt counts against seat {seats}.",
        "Die Einsätze wieder zusammensetzen; was zweifelhaft bleibt, geht zulasten von Platz {seats}.",
        "What stays in doubt counts against him.", "Was zweifelhaft bleibt, geht zu seinen Lasten.",
    ),
    "fold_or_call": Words(
        "Seat {seats} folds or calls.", "Platz {seats}: Fold oder Call.", "He folds or calls.", "Fold oder Call.",
    ),
    "forfeit_or_call": Words(
        "Seat {seats} calls, or folds and loses {amount}.", "Platz {seats}: Call, oder Fold und {amount} bleiben im Pot.",
        "He calls, or folds and loses what he put in.", "Call, oder Fold und das Gesetzte bleibt im Pot.",
    ),
}  # fmt: skip

#: What the floor can let happen instead → the step that it is then.
ALTERNATIVES: Final[Mapping[str, Words]] = {
    "as_entered": Words("It stands as it was entered.", "Es gilt, wie es eingegeben wurde."),
    "act_again": Words("Seat {seat} may still act.", "Platz {seat} darf noch handeln.", "He may still act.", "Er darf noch handeln."),
    "free": Words(
        "Seat {seat} may act as he likes.",
        "Platz {seat} darf handeln, wie er will.",
        "He may act as he likes.",
        "Er darf handeln, wie er will.",
    ),
    "by_hand": Words("Otherwise, as the floor says.", "Anders, wie der Floor es sagt."),
}

#: How a ruling stands.
STATUSES: Final[Mapping[str, Words]] = {
    "in_force": Words("holds", "gilt"),
    "proposed": Words("to be confirmed", "zu bestätigen"),
    "confirmed": Words("confirmed", "bestätigt"),
    "overridden": Words("decided otherwise", "anders entschieden"),
    "reopened": Words("open again", "wieder offen"),
    "lapsed": Words("no longer applies", "hinfällig"),
}

#: What an announcement is about → what the dealer says.
ANNOUNCEMENTS: Final[Mapping[str, Words]] = {
    "stack": Words("Seat {seat} has {amount}.", "Platz {seat} hat {amount}."),
    "drew": Words("Seat {seat} drew {amount}.", "Platz {seat} hat {amount} getauscht."),
    "folded_shown": Words("Seat {seat} has folded and shown a card.", "Platz {seat} hat gefoldet und eine Karte gezeigt."),
    "deck_later": Words("Seat {seat} asks for another deck: after this hand.", "Platz {seat} wünscht ein anderes Deck: nach dieser Hand."),
    "deck_asked": Words("Seat {seat} asks for another deck.", "Platz {seat} wünscht ein anderes Deck."),
    "clock": Words("Seat {seat} has {seconds} seconds left.", "Platz {seat} hat noch {seconds} Sekunden."),
    "all_in_unsaid": Words(
        "Seat {seat} is all-in and did not say so: the floor may be called.",
        "Platz {seat} ist All-in und hat es nicht angesagt: Der Floor kann gerufen werden.",
    ),
    "raised_before": Words("Seat {seat}: it was raised, the call is {amount}.", "Platz {seat}: Es wurde erhöht, Mitgehen kostet {amount}."),
    "cards_short": Words(
        "So many players may need more cards than the deck has.", "Für so viele Spieler können die Karten des Decks zu wenige sein."
    ),
    "brings_in": Words("Seat {seat} brings it in: {cards}.", "Platz {seat} macht den Bring-in: {cards}."),
    "high_hand": Words("Seat {seat} is high: {cards}.", "Platz {seat} liegt hoch: {cards}."),
    "low_hand": Words("Seat {seat} is low: {cards}.", "Platz {seat} liegt niedrig: {cards}."),
    "pair": Words("Seat {seat} shows a pair: {cards}.", "Platz {seat} zeigt ein Paar: {cards}."),
    "mix_burns": Words(
        "Too few cards: burn one, deal all but the last, mix it with the burns, burn again and deal on.",
        "Zu wenig Karten: eine verbrennen, bis auf die letzte geben, diese mit den verbrannten mischen, wieder verbrennen, weitergeben.",
    ),
    "mix_burns_no_burn": Words(
        "Too few cards: burn one, deal all but the last, mix it with the burns and deal on without another burn.",
        "Zu wenig Karten: eine verbrennen, bis auf die letzte geben, diese mit den verbrannten mischen, ohne Verbrennen weitergeben.",
    ),
    "common_card": Words(
        "Too few cards: burn one and turn one up that counts for all.", "Zu wenig Karten: eine verbrennen, eine für alle aufdecken."
    ),
    "common_card_last": Words(
        "One card is left: it counts for all, without a burn, unless the floor decides otherwise.",
        "Eine Karte ist übrig: Sie zählt für alle, ohne Verbrennen, wenn der Floor nicht anders entscheidet.",
    ),
    "possible_straight": Words("Seat {seat}: possible straight.", "Platz {seat}: Straight möglich."),
    "possible_flush": Words("Seat {seat}: possible flush.", "Platz {seat}: Flush möglich."),
    "trips": Words("Seat {seat} shows more than a pair: {cards}.", "Platz {seat} zeigt mehr als ein Paar: {cards}."),
    "ask_ante": Words(
        "Seat {seat} owes the ante of {amount}: ask whether he wants a hand.",
        "Platz {seat} schuldet die Ante von {amount}: fragen, ob er mitspielt.",
    ),
    "too_short": Words(
        "Seat {seat} is not dealt in: that takes {amount}.", "Platz {seat} bekommt keine Karten: Dafür braucht es {amount}."
    ),
    "cards_up": Words("Nobody can bet any more: the hands are turned up.", "Niemand kann mehr setzen: Die Karten werden aufgedeckt."),
    "game": Words("The game is {limit} {game}, {amount}-{to}.", "Gespielt wird {limit} {game}, {amount}-{to}."),
}

#: What is asked → the question.
PROMPTS: Final[Mapping[str, Words]] = {
    "fold_for_free": Words("Seat {seat} may check for free: fold all the same?", "Platz {seat} darf umsonst checken: trotzdem Fold?"),
}

#: What can be answered → what stands on the button.
ANSWERS: Final[Mapping[str, Words]] = {
    "fold": Words("Fold", "Fold"),
    "check": Words("Check", "Check"),
}

#: Until when something can be claimed or decided.
UNTIL: Final[Mapping[str, Words]] = {
    "first_action": Words("until the first action", "bis zur ersten Aktion"),
    "substantial_action": Words("until there is substantial action", "bis zu wesentlicher Aktion"),
    "over_two_acted": Words("until more than two have acted", "bis mehr als zwei gehandelt haben"),
    "all_acted": Words("until everyone has acted", "bis alle gehandelt haben"),
    "deal_complete": Words("until the deal is complete", "bis fertig gegeben ist"),
    "street_end": Words("until the betting round is over", "bis zum Ende der Setzrunde"),
    "award": Words("until the pot is pushed", "bis der Pot ausgezahlt ist"),
    "next_riffle": Words("until the cards are riffled", "bis die Karten gemischt werden"),
    "next_hand": Words("until the next hand begins", "bis die nächste Hand beginnt"),
}


def say(words: Words, values: Mapping[str, object]) -> str:
    """Return the sentence in the table's own language. Numbers are grouped; a value that does not apply is None or missing."""
    there = {name: value for name, value in values.items() if value is not None}
    spoken = {name: f"{value:,}" if name in GROUPED and isinstance(value, int) else value for name, value in there.items()}
    if words.bare_en and not places_of(words.en) <= spoken.keys():
        return words.bare_en
    return words.en.format(**{**dict.fromkeys(places_of(words.en), "?"), **spoken})


def places_of(text: str) -> frozenset[str]:
    """Return the names of the values in a sentence."""
    return frozenset(part.partition("}")[0] for part in text.split("{")[1:])
