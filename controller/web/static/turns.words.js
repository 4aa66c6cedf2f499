// What is said of the game that follows.

export default {
  en: {
    "rotation.now": "next hand: {game}",
    "rotation.hand": "then {game}, after 1 more hand",
    "rotation.hands": "then {game}, after {hands} more hands",
    "rotation.minutes": "then {game}, after {minutes} minutes",
    "rotation.at": "then {game}, at {time}",
  },
  de: {
    "rotation.now": "nächste Hand: {game}",
    "rotation.hand": "dann {game}, nach noch 1 Hand",
    "rotation.hands": "dann {game}, nach noch {hands} Händen",
    "rotation.minutes": "dann {game}, nach {minutes} Minuten",
    "rotation.at": "dann {game}, um {time} Uhr",
  },
};
