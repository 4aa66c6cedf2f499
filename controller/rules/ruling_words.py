"""What is said of rulings, remedies, announcements and prompts, in English and German: one row a word, and nothing but words.

The pages' copy, `static/ruled.words.js`, is made of these tables (`controller/published/ruled_words.py`). A place in braces is a value;
`bare` is the sentence for when one of its values does not apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple


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
    "push_back": Words(
        "Push the last card back from one player to the other: seats {seats}.",
        "Die letzte Karte vom einen zum andern zurückschieben: Plätze {seats}.",
        "Push the cards back to where they belong.", "Die Karten dorthin zurückschieben, wohin sie gehören.",
    ),
    "return_as_burn": Words(
        "The last card of seat {seats} goes back on the stub: it is the burn card.",
        "Die letzte Karte von Platz {seats} zurück auf den Stapel: Sie ist die Burn-Karte.",
        "It becomes the burn card.", "Sie wird zur Burn-Karte.",
    ),
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
    "third_card_down": Words(
        "The third card of seat {seats} is dealt face down; {cards} is his up-card.",
        "Die dritte Karte von Platz {seats} kommt verdeckt; {cards} ist seine offene Karte.",
        "His third card is dealt face down.", "Die dritte Karte kommt verdeckt.",
    ),
    "kill_ante_back": Words(
        "The hand of seat {seats} is dead: cards to the muck. His ante goes back to him: {amount}.",
        "Die Hand von Platz {seats} ist tot: Karten in den Muck. Die Ante geht an ihn zurück: {amount}.",
        "The hand is dead: cards to the muck. The ante goes back.", "Die Hand ist tot: Karten in den Muck. Die Ante geht zurück.",
    ),
    "last_card_up": Words(
        "The last card of seat {seats} counts in sight; the best board with it begins.",
        "Die letzte Karte von Platz {seats} zählt offen; das beste Board mit ihr beginnt.",
        "The last card counts in sight; the best board with it begins.", "Die letzte Karte zählt offen; das beste Board mit ihr beginnt.",
    ),
    "deal_up": Words(
        "Deal the last card of seat {seats} face up too.", "Auch die letzte Karte von Platz {seats} offen geben.",
        "Deal the other last card face up too.", "Auch die andere letzte Karte offen geben.",
    ),
    "restore_order": Words(
        "Put the cards where they belong: the first off the deck is the burn, the others go to the players in turn.",
        "Die Karten an ihren Platz legen: Die erste vom Deck ist die Burn-Karte, die anderen gehen der Reihe nach an die Spieler.",
    ),
    "goes_to": Words(
        "Put {cards} before seat {seats}.", "{cards} vor Platz {seats} legen.",
        "Put it where it belongs.", "Sie dorthin legen, wohin sie gehört.",
    ),
    "burn_to": Words(
        "The last burn card goes to seat {seats}.", "Die letzte Burn-Karte geht an Platz {seats}.",
        "The last burn card goes to the first player.", "Die letzte Burn-Karte geht an den ersten Spieler.",
    ),
    "last_to": Words(
        "The last card goes from the first of these seats to the second: {seats}.",
        "Die letzte Karte geht vom ersten dieser Plätze zum zweiten: {seats}.",
        "The last card goes to another seat.", "Die letzte Karte geht an einen anderen Platz.",
    ),
    "top_to": Words(
        "The top card of the stub goes to seat {seats}.", "Die oberste Karte des Reststapels geht an Platz {seats}.",
        "The top card of the stub comes next.", "Die oberste Karte des Reststapels kommt als nächste.",
    ),
    "back_on_stub": Words(
        "Put {cards} back on the stub.", "{cards} zurück auf den Reststapel legen.",
        "Put the last card back on the stub.", "Die letzte Karte zurück auf den Reststapel legen.",
    ),
    "keeps_card": Words(
        "Seat {seats} keeps his card.", "Platz {seats} behält seine Karte.", "He keeps his card.", "Er behält seine Karte.",
    ),
    "keeps_no_raise": Words(
        "Seat {seats} keeps his card, and neither bets nor raises in this round.",
        "Platz {seats} behält seine Karte und darf in dieser Runde weder setzen noch erhöhen.",
        "He keeps his card, and neither bets nor raises in this round.",
        "Er behält seine Karte und darf in dieser Runde weder setzen noch erhöhen.",
    ),
    "lay_aside": Words(
        "Lay the cards that came too early with the burns; after the betting one more for each who is left. Then burn and deal on.",
        "Die zu früh gegebenen Karten zu den Burn-Karten legen; nach der Runde noch eine für jeden, der bleibt; dann geht es weiter.",
    ),
    "restore_early": Words(
        "The cards stay; after the betting each player gets the one that is his.",
        "Die Karten bleiben; nach der Runde bekommt jeder die, die ihm zusteht.",
    ),
    "mix_with_burns": Words(
        "Mix the last card with the burns, cut, burn again and deal on.",
        "Die letzte Karte mit den verbrannten mischen, abheben, wieder verbrennen, weitergeben.",
    ),
    "rest_down": Words("The others get their last cards face down.", "Die anderen bekommen ihre letzten Karten verdeckt."),
    "finish_round": Words("Finish the betting round first.", "Zuerst die Setzrunde zu Ende spielen."),
    "set_aside": Words(
        "Set the early card aside; burn one and turn the next.", "Die zu frühe Karte beiseitelegen; eine verbrennen, die nächste aufdecken."
    ),
    "reshuffle_aside": Words(
        "After the next round shuffle it alone into the stub, cut, and deal on without a burn.",
        "Nach der nächsten Runde nur sie in den Stapel mischen, abheben und ohne Verbrennen weitergeben.",
    ),
    "first_to_burn": Words(
        "The first card turned becomes the burn; the others move up, and the top card of the stub completes them.",
        "Die erste aufgedeckte Karte wird Burn-Karte; die anderen rücken auf, die oberste des Stapels ergänzt sie.",
    ),
    "burn_to_board": Words(
        "The second burn goes to the board; the last card turned goes back on top of the stub.",
        "Die zweite Burn-Karte kommt aufs Board; die zuletzt aufgedeckte geht zurück auf den Stapel.",
    ),
    "burn_to_stub": Words(
        "The second burn goes back on top of the stub.", "Die zweite Burn-Karte geht zurück auf den Stapel."
    ),
    "burn_back": Words("Put the burned card back to the burns.", "Die Burn-Karte zurück zu den Burn-Karten legen."),
    "burn_more": Words("Burn {amount} before the next street.", "Vor der nächsten Runde {amount} verbrennen.", "Burn.", "Verbrennen."),
    "no_burn": Words("No burn before the next street.", "Vor der nächsten Runde nicht verbrennen."),
    "next_burn": Words("The card too many is the next burn.", "Die überzählige Karte ist die nächste Burn-Karte."),
    "reshuffle_redeal": Words(
        "Shuffle the cards turned back into the stub, cut, and deal the street anew.",
        "Die aufgedeckten Karten in den Stapel mischen, abheben und die Runde neu geben.",
    ),
    "shuffle_stub": Words(
        "Shuffle and cut the {amount} unused cards; discards and burns stay out.",
        "Die {amount} unbenutzten Karten mischen und abheben; abgelegte und Burn-Karten bleiben draußen.",
        "Shuffle and cut the unused cards; discards and burns stay out.",
        "Die unbenutzten Karten mischen und abheben; abgelegte und Burn-Karten bleiben draußen.",
    ),
    "shuffle_first": Words(
        "The stub was to be shuffled and cut before this card.", "Vor dieser Karte war der Stapel zu mischen und abzuheben."
    ),
    "stub_goes_on": Words("Pick it up and deal on.", "Aufnehmen und weitergeben."),
    "take_out": Words(
        "Take known discards and burns out of the stub.", "Bekannte abgelegte und Burn-Karten aus dem Stapel nehmen."
    ),
    "put_aside": Words("Put it aside: it is no card of this hand.", "Weglegen: Sie ist keine Karte dieser Hand."),
    "replace_after_round": Words(
        "Deal the round out, then the top card to seat {seats}.", "Die Runde fertig geben, dann die oberste Karte an Platz {seats}.",
        "Deal the round out, then replace it.", "Die Runde fertig geben, dann ersetzen.",
    ),
    "replace_last": Words(
        "It is not kept: the others draw first, then seat {seats} gets the top card.",
        "Sie bleibt nicht: Erst tauschen die anderen, dann erhält Platz {seats} die oberste Karte.",
        "It is not kept: the others draw first, then it is replaced.",
        "Sie bleibt nicht: Erst tauschen die anderen, dann wird sie ersetzt.",
    ),
    "complete_on_draw": Words(
        "Seat {seats} gets one card more on the draw.", "Platz {seats} erhält beim Tauschen eine Karte mehr.",
        "It is completed on the draw.", "Sie wird beim Tauschen vollständig.",
    ),
    "deal_top": Words(
        "The top card goes to seat {seats}.", "Die oberste Karte geht an Platz {seats}.",
        "Deal the top card.", "Die oberste Karte geben.",
    ),
    "pay_seat": Words("{amount} to seat {seats}.", "{amount} an Platz {seats}.", "Pay the player.", "Den Spieler auszahlen."),
    "stays_in_pot": Words(
        "{amount} stay in the pot for the next deal.", "{amount} bleiben für die nächste Hand im Pot.",
        "The rest stays in the pot for the next deal.", "Der Rest bleibt für die nächste Hand im Pot.",
    ),
    "call_set_up": Words("Call for a new set-up of decks.", "Ein neues Deck-Set rufen."),
    "find_card": Words(
        "Find the card of seat {seats} that did not come back.", "Die Karte von Platz {seats} suchen, die nicht zurückkam.",
        "Find the card that is missing.", "Die fehlende Karte suchen.",
    ),
    "compare_hands": Words(
        "The cards of seats {seats} lie together: the floor looks at both hands.",
        "Die Karten der Plätze {seats} liegen beisammen: Der Floor sieht sich beide Hände an.",
        "Cards of two hands lie together: the floor looks at both.",
        "Karten zweier Hände liegen beisammen: Der Floor sieht sich beide an.",
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
    "play_on": Words("Play goes on.", "Weiterspielen."),
    "all_refunded": Words("Everybody has his own chips back.", "Alle bekommen ihren Einsatz zurück."),
    "pot_divided": Words("The pot is divided among the others.", "Der Pot wird unter den anderen geteilt."),
    "chips_stay": Words("His chips stay in the pot for the next deal.", "Seine Chips bleiben für die nächste Hand im Pot."),
    "third_card_down": Words(
        "The third card of seat {seat} is dealt face down.",
        "Die dritte Karte von Platz {seat} kommt verdeckt.",
        "His third card is dealt face down.",
        "Seine dritte Karte kommt verdeckt.",
    ),
    "kill_hand": Words("The hand of seat {seat} is dead.", "Die Hand von Platz {seat} ist tot.", "The hand is dead.", "Die Hand ist tot."),
    "kill_ante_back": Words(
        "The hand of seat {seat} is dead, and his ante goes back.",
        "Die Hand von Platz {seat} ist tot, die Ante geht zurück.",
        "The hand is dead, and the ante goes back.",
        "Die Hand ist tot, die Ante geht zurück.",
    ),
    "last_card_up": Words(
        "The last card of seat {seat} counts in sight.",
        "Die letzte Karte von Platz {seat} zählt offen.",
        "The last card counts in sight.",
        "Die letzte Karte zählt offen.",
    ),
    "retrieve_hand": Words(
        "The hand of seat {seat} comes back: it can be told apart.",
        "Die Hand von Platz {seat} kommt zurück: Sie ist eindeutig zu erkennen.",
        "The hand comes back: it can be told apart.",
        "Die Hand kommt zurück: Sie ist eindeutig zu erkennen.",
    ),
    "restore_order": Words("The cards go where they belong.", "Die Karten kommen dorthin, wohin sie gehören."),
    "lay_aside": Words("The cards that came too early are set aside.", "Die zu früh gegebenen Karten kommen weg."),
    "restore_early": Words("The cards stay, each for whom it is.", "Die Karten bleiben, jede für den, dem sie zusteht."),
    "keeps_card": Words("Seat {seat} keeps his card.", "Platz {seat} behält seine Karte.", "He keeps it.", "Er behält sie."),
    "keeps_no_raise": Words(
        "Seat {seat} keeps his card, and neither bets nor raises.",
        "Platz {seat} behält seine Karte, setzt und erhöht aber nicht.",
        "He keeps it, and neither bets nor raises.",
        "Er behält sie, setzt und erhöht aber nicht.",
    ),
    "reshuffle": Words(
        "The cards go back, the stub is shuffled and cut, and they come anew.",
        "Die Karten gehen zurück, der Stapel wird gemischt und abgehoben, und sie werden neu gegeben.",
    ),
    "next_card": Words("They are dead: the next cards are dealt.", "Sie sind tot: Die nächsten Karten werden gegeben."),
    "next_burn": Words("The card too many is the next burn.", "Die überzählige Karte ist die nächste Burn-Karte."),
    "burned": Words("The card was burned: it was not read.", "Die Karte wurde verbrannt: Sie wurde nicht gelesen."),
    "go_on": Words("The stub is used as it lies.", "Der Stapel wird genommen, wie er liegt."),
    "void": Words("The hand does not count.", "Die Hand zählt nicht."),
    "redeal": Words("The hand is dealt again.", "Die Hand wird neu gegeben."),
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
    "card_exposed": Words(
        "Seat {seat}: {cards} was exposed.",
        "Platz {seat}: {cards} lag offen.",
        "A card was exposed.",
        "Eine Karte lag offen.",
    ),
    "card_becomes_burn": Words(
        "Exposed from the deck: {cards}. It will be the burn card.",
        "Aus dem Deck aufgedeckt: {cards}. Sie wird die Burn-Karte.",
        "A card of the deck was exposed. It will be the burn card.",
        "Eine Karte des Decks wurde aufgedeckt. Sie wird die Burn-Karte.",
    ),
    "folded_card_exposed": Words(
        "From a player's hand: {cards}.",
        "Aus der Hand eines Spielers: {cards}.",
        "A card of a folded hand was seen.",
        "Eine Karte einer gefoldeten Hand war zu sehen.",
    ),
    "card_flashed": Words(
        "Of the deck, {cards} was seen.",
        "Aus dem Deck war {cards} zu sehen.",
        "A card of the deck was seen.",
        "Eine Karte des Decks war zu sehen.",
    ),
    "draw_again": Words("Seat {seat} draws again.", "Platz {seat} zieht noch einmal."),
    "cuts": Words("Seat {seat} cuts.", "Platz {seat} hebt ab."),
    "shuffles_next": Words("Seat {seat} shuffles the other deck.", "Platz {seat} mischt das andere Deck."),
    "deck_later": Words("Seat {seat} asks for another deck: after this hand.", "Platz {seat} wünscht ein anderes Deck: nach dieser Hand."),
    "inspect_backs": Words(
        "The back of a card looked marked or bent: look at the backs.",
        "Die Rückseite einer Karte sah gezeichnet oder geknickt aus: die Rückseiten ansehen.",
    ),
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
    "post_due": Words(
        "Seat {seat} owes {amount}: that goes in before the cards.", "Platz {seat} schuldet {amount}: Das kommt vor den Karten hinein."
    ),
    "too_short": Words(
        "Seat {seat} is not dealt in: that takes {amount}.", "Platz {seat} bekommt keine Karten: Dafür braucht es {amount}."
    ),
    "cards_up": Words("Nobody can bet any more: the hands are turned up.", "Niemand kann mehr setzen: Die Karten werden aufgedeckt."),
    "count_stub": Words("Count the stub: it is due.", "Den Reststapel zählen: Es ist so weit."),
    "game": Words("The game is {limit} {game}, {amount}-{to}.", "Gespielt wird {limit} {game}, {amount}-{to}."),
    "raise": Words("Seat {seat}: raise, {amount}.", "Platz {seat}: Raise auf {amount}."),
    "all_in_counts": Words(
        "Seat {seat} is all-in, {amount}: it counts as a bet.", "Platz {seat} ist All-in mit {amount}: Das zählt als Einsatz."
    ),
    "all_in_short": Words(
        "Seat {seat} is all-in, {amount}: action only, no full bet.",
        "Platz {seat} ist All-in mit {amount}: nur Aktion, kein voller Einsatz.",
    ),
    "behind": Words("Seat {seat} plays {amount} behind.", "Platz {seat} spielt mit {amount}, die noch kommen."),
    "arrived": Words("The {amount} of seat {seat} have come.", "Die {amount} von Platz {seat} sind da."),
    "players": Words("{amount} players.", "{amount} Spieler."),
    "option": Words("Option, seat {seat}?", "Option, Platz {seat}?"),
    "tap": Words("Tap the table, then burn.", "Auf den Tisch klopfen, dann verbrennen."),
    "turn": Words("Seat {seat}, the action is on you: {amount} to call.", "Platz {seat} ist am Zug: {amount} zum Mitgehen."),
    "turn_free": Words("Seat {seat}, the action is on you.", "Platz {seat} ist am Zug."),
}

#: What is asked → the question.
PROMPTS: Final[Mapping[str, Words]] = {
    "fold_for_free": Words("Seat {seat} may check for free: fold all the same?", "Platz {seat} darf umsonst checken: trotzdem Fold?"),
    "declare_all_in": Words(
        "The last card of seat {seat} lies in sight: is he all-in for what he has in the pot?",
        "Die letzte Karte von Platz {seat} liegt offen: Ist er All-in mit dem, was er im Pot hat?",
    ),
    "board_early": Words(
        "Cards lie on the board, and seat {seat} has not acted: what did he do?",
        "Auf dem Board liegen Karten, und Platz {seat} hat nicht gehandelt: Was hat er getan?",
    ),
    "stub_top": Words(
        "The deck was dropped: is it certain which card is on top?", "Das Deck ist gefallen: Ist sicher, welche Karte oben liegt?"
    ),
    "stopped": Words("Seat {seat} says stop: does he still have to act?", "Platz {seat} sagt Stopp: Muss er noch handeln?"),
    "unsaid": Words("The dealer has not announced it: was it said?", "Der Dealer hat es nicht angesagt: Wurde es gesagt?"),
}

#: What can be answered → what stands on the button.
ANSWERS: Final[Mapping[str, Words]] = {
    "fold": Words("Fold", "Fold"),
    "check": Words("Check", "Check"),
    "all_in": Words("All-in", "All-in"),
    "play_on": Words("Plays on", "Spielt weiter"),
    "call": Words("Call", "Call"),
    "early": Words("Nothing: too early", "Nichts: zu früh"),
    "certain": Words("Certain", "Sicher"),
    "doubtful": Words("In doubt", "Zweifelhaft"),
    "said": Words("It was said", "Wurde gesagt"),
    "goes_on": Words("No: burn", "Nein: verbrennen"),
    "has_action": Words("Yes: the floor", "Ja: der Floor"),
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


def say(words: Words, values: Mapping[str, object], language: Literal["en", "de"] = "en") -> str:
    """Return the sentence, in the table's own language or another. Numbers are grouped; a value that does not apply is None or missing."""
    whole, bare = (words.de, words.bare_de) if language == "de" else (words.en, words.bare_en)
    there = {name: value for name, value in values.items() if value is not None}
    spoken = {name: _grouped(value, language) if name in GROUPED and isinstance(value, int) else value for name, value in there.items()}
    if bare and not places_of(whole) <= spoken.keys():
        return bare
    return whole.format(**{**dict.fromkeys(places_of(whole), "?"), **spoken})


def _grouped(number: int, language: str) -> str:
    text = f"{number:,}"
    return text.replace(",", ".") if language == "de" else text


def places_of(text: str) -> frozenset[str]:
    """Return the names of the values in a sentence."""
    return frozenset(part.partition("}")[0] for part in text.split("{")[1:])


#: Kind of ruling → what it is called in a list, and when the floor is called for one.
TITLES: Final[Mapping[str, Words]] = {
    "misdeal": Words("Misdeal", "Vergeben"),
    "fouled_deck": Words("Fouled deck", "Fehlerhaftes Deck"),
    "exposed_card": Words("Exposed card", "Karte aufgedeckt"),
    "boxed_card": Words("Boxed card", "Verkehrte Karte im Deck"),
    "joker": Words("Joker", "Joker"),
    "wrong_card": Words("Wrong card", "Falsche Karte"),
    "burn_error": Words("Burn error", "Fehler beim Burn"),
    "board_error": Words("Board error", "Fehler am Board"),
    "stub_error": Words("Stub error", "Fehler am Stub"),
    "dead_hand": Words("Dead hand", "Tote Hand"),
    "live_hand": Words("Live hand", "Die Hand lebt"),
    "bet_corrected": Words("Bet corrected", "Einsatz berichtigt"),
    "out_of_turn": Words("Out of turn", "Außer der Reihe"),
    "action_skipped": Words("Action skipped", "Spieler übergangen"),
    "raise_capped": Words("Raises capped", "Keine Raises mehr"),
    "not_reopened": Words("Betting not reopened", "Nicht neu eröffnet"),
    "clock_expired": Words("Time is up", "Zeit abgelaufen"),
    "show_required": Words("Hand must be shown", "Hand ist zu zeigen"),
    "show_order": Words("Order of showing", "Reihenfolge beim Zeigen"),
    "wrong_push": Words("Pot pushed wrongly", "Pot falsch ausgezahlt"),
    "odd_chip": Words("Odd chip", "Überzähliger Chip"),
    "button_error": Words("Button misplaced", "Button liegt falsch"),
    "blind_error": Words("Blind error", "Fehler bei den Blinds"),
    "not_entitled": Words("Not entitled to a hand", "Kein Recht auf eine Hand"),
    "void_hand": Words("Void hand", "Ungültige Hand"),
    "forfeit": Words("Forfeit", "Verwirkt"),
    "limit_error": Words("Wrong limit", "Falsches Limit"),
    "procedure": Words("Procedure not followed", "Ablauf nicht eingehalten"),
    "deck_error": Words("Deck", "Deck"),
    "off_table": Words("Card off the table", "Karte vom Tisch"),
    "amount_misread": Words("Bet misread", "Einsatz falsch gelesen"),
    "unaware_of_raise": Words("Raise not noticed", "Raise nicht bemerkt"),
    "splashed_pot": Words("Splashed pot", "Chips in den Pot geworfen"),
    "short_buy": Words("Short buy-in", "Zu kleiner Buy-in"),
    "foreign_chip": Words("Foreign chip", "Fremder Chip"),
    "chip_drift": Words("Chips do not add up", "Chips gehen nicht auf"),
    "late_objection": Words("Objection too late", "Einspruch zu spät"),
    "correction": Words("Correction", "Korrektur"),
}
