// What the live page says of its own.

export default {
  en: {
    stakes: "Stakes",
    hand: "Hand",
    street: "Street",
    dealer: "Dealer",
    middle: "Board and pot",
    pot: "Pot",
    pots: "Pots",
    board: "Board",
    "board.none": "Board: no cards yet",
    seats: "Seats",
    story: "Story of the table",
    "story.head": "At the table",
  },
  de: {
    stakes: "Einsätze",
    hand: "Hand",
    street: "Runde",
    dealer: "Dealer",
    middle: "Board und Pot",
    pot: "Pot",
    pots: "Pots",
    board: "Board",
    "board.none": "Board: noch keine Karten",
    seats: "Plätze",
    story: "Verlauf am Tisch",
    "story.head": "Am Tisch",
  },
};
