// What the login says.

export default {
  en: {
    label: "Token",
    hint: "Whoever runs the table makes one with: smarttable token add",
    enter: "Log in",
    entering: "Logging in …",
    empty: "Type the token first.",
    "web.bad_token": "This token is not valid. It may be mistyped, expired or revoked.",
    "web.too_many_attempts": "Too many wrong tokens. A right one is let in at any time.",
    "web.no_session_key": "The table cannot keep logins: the key file cannot be written.",
    unreachable: "The table does not answer. Try again.",
    refused: "This was not taken. Open this page from the table itself.",
  },
  de: {
    label: "Zugangs-Token",
    hint: "Wer den Tisch betreibt, erzeugt eines mit: smarttable token add",
    enter: "Anmelden",
    entering: "Anmeldung läuft …",
    empty: "Bitte zuerst das Token eingeben.",
    "web.bad_token": "Dieses Token gilt nicht. Es ist vertippt, abgelaufen oder widerrufen.",
    "web.too_many_attempts": "Zu viele falsche Token. Ein richtiges wird jederzeit eingelassen.",
    "web.no_session_key": "Der Tisch kann keine Anmeldung behalten: Die Schlüsseldatei lässt sich nicht schreiben.",
    unreachable: "Der Tisch antwortet nicht. Bitte noch einmal versuchen.",
    refused: "Das wurde nicht angenommen. Bitte diese Seite vom Tisch selbst öffnen.",
  },
};
