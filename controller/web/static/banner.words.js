// What the dealer's and the floor's panels say of their own about rulings, prompts and announcements.

export default {
  en: {
    "status.in_force": "holds",
    "status.proposed": "to be confirmed",
    "status.confirmed": "confirmed",
    "status.overridden": "decided otherwise",
    "status.reopened": "open again",
    "status.lapsed": "no longer applies",
    "do.confirm": "Confirm",
    "note.reason": "Reason: {reason}.",
    "note.until": "It can be decided otherwise {until}.",
  },
  de: {
    "status.in_force": "gilt",
    "status.proposed": "zu bestätigen",
    "status.confirmed": "bestätigt",
    "status.overridden": "anders entschieden",
    "status.reopened": "wieder offen",
    "status.lapsed": "hinfällig",
    "do.confirm": "Bestätigen",
    "note.reason": "Grund: {reason}.",
    "note.until": "Bis dahin kann anders entschieden werden: {until}.",
  },
};
