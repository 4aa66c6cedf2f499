// What a seat is in one sentence.

export default {
  en: {
    "seat.empty": "empty",
    "seat.waiting": "waiting",
    "seat.in_hand": "in the hand",
    "seat.folded": "folded",
    "seat.all_in": "all in",
    "seat.mucked": "mucked",
    "seat.shows": "shows {cards}",
    "seat.result": "result {result}",
    "seat.to_act": "to act",
  },
  de: {
    "seat.empty": "leer",
    "seat.waiting": "wartet",
    "seat.in_hand": "in der Hand",
    "seat.folded": "ausgestiegen",
    "seat.all_in": "All-in",
    "seat.mucked": "abgeworfen",
    "seat.shows": "zeigt {cards}",
    "seat.result": "Ergebnis {result}",
    "seat.to_act": "am Zug",
  },
};
