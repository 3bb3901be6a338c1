/** Failures that only the back office knows; its pages show the words. */
export const staffErrors = {
  STAFF_LOGIN_FAILED: {
    status: 401,
    text: 'Anmeldung fehlgeschlagen. Prüfe E-Mail und Passwort.',
  },
  FACTOR_REQUIRED: { status: 401, text: 'Bitte bestätige dich mit deinem zweiten Faktor.' },
  RIGHT_MISSING: {
    status: 403,
    text: 'Dafür fehlt dir das Recht «{recht}». Wende dich an die Inhaberin.',
  },
  FRESH_FACTOR_REQUIRED: {
    status: 403,
    text: 'Bitte bestätige dich nochmals. Deine letzte Bestätigung ist älter als 10 Minuten.',
  },
  VIEW_ONLY: { status: 403, text: 'In der Ansicht der Kundin kannst du nur lesen.' },
  NETWORK_REFUSED: { status: 404, text: 'Nicht gefunden.' },
  TAKEN_BY_OTHER: { status: 409, text: '{name} bearbeitet das seit {zeit}.' },
  ALREADY_DECIDED: {
    status: 409,
    text: '{name} hat das um {zeit} schon entschieden: {entscheid}.',
  },
  ANSWERED_MEANWHILE: { status: 409, text: '{name} hat um {zeit} schon geantwortet.' },
  STAFF_VERSION_CONFLICT: {
    status: 409,
    text: 'Das wurde inzwischen geändert. Sieh dir die neue Fassung an.',
  },
  VERSION_RETIRED: { status: 409, text: 'Es gibt schon eine neuere Fassung.' },
  SAME_PERSON: { status: 409, text: 'Das muss eine andere Person freigeben.' },
  SECOND_PERSON_MISSING: {
    status: 409,
    text: 'Dafür braucht es eine zweite Person mit diesem Recht. Lade zuerst jemanden ein.',
  },
  UNDO_LATE: { status: 409, text: 'Dieser Entscheid lässt sich nicht mehr zurücknehmen.' },
  LAST_OWNER: { status: 409, text: 'Es braucht mindestens eine Inhaberin.' },
  INVITATION_INVALID: {
    status: 422,
    text: 'Dieser Link gilt nicht mehr. Lass dir einen neuen geben.',
  },
  REASON_REQUIRED: { status: 422, text: 'Bitte gib einen Grund an.' },
} as const;
