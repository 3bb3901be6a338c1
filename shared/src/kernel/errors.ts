import { IMAGE_REFUSAL_TEXTS } from '../media/image-refusals.ts';
import { staffErrors } from '../staff/errors.ts';
import { TOO_MANY_TEXT } from './too-many.ts';

interface Failure {
  status: number;
  text: string;
}

/** A call that our own pages never make, or an answer that nobody can read. */
export const RELOAD = 'Das hat nicht geklappt. Bitte lade die Seite neu.';

/** Every expected failure of the portal: its HTTP status and the words the user reads. */
export const portalErrors = {
  MALFORMED: { status: 400, text: RELOAD },
  NOT_LOGGED_IN: { status: 401, text: 'Bitte melde dich an.' },
  LAST_MANAGER: {
    status: 409,
    text: 'Es braucht mindestens eine Person mit der Rolle «Verwalten».',
  },
  NO_WEBHOOK: { status: 409, text: 'Diese Webseite bekommt keine Meldungen.' },
  WEBSITE_OFF: { status: 403, text: 'Diese Webseite ist ausgeschaltet.' },
  KEY_REFUSED: { status: 401, text: 'Der Schlüssel fehlt oder gilt nicht.' },
  LOGIN_FAILED: { status: 401, text: 'Ungültige Anmeldedaten' },
  LOGIN_EXPIRED: {
    status: 401,
    text: 'Diese Anmeldung ist abgelaufen. Bitte melde dich noch einmal an.',
  },
  BAD_SIGNATURE: { status: 401, text: 'Die Unterschrift dieser Meldung stimmt nicht.' },
  FORBIDDEN: { status: 403, text: 'Das ist nicht erlaubt.' },
  TERMS_NOT_ACCEPTED: {
    status: 403,
    text: 'Es gelten neue Bedingungen. Sieh sie dir an und sag, ob du einverstanden bist.',
  },
  ACCOUNT_HELD: { status: 403, text: 'Dein Konto ist gesperrt.' },
  WRONG_USER: { status: 403, text: 'Diese Anfrage gehört zu einem anderen Konto.' },
  REAUTHENTICATION_REQUIRED: { status: 403, text: 'Bitte gib dein aktuelles Passwort ein.' },
  MAIL_LOGIN_REQUIRED: {
    status: 403,
    text: 'Heute wurden zu viele falsche Passwörter eingegeben. Melde dich bitte per Mail an.',
  },
  DELETION_PENDING: {
    status: 403,
    text: 'Dein Konto wird gelöscht. Bis {wann} kannst du es noch behalten.',
  },
  SECOND_FACTOR_REQUIRED: { status: 403, text: 'Bitte gib noch den Code aus deiner Code-App ein.' },
  ONLY_READING: {
    status: 403,
    text: 'Du darfst hier nur lesen. Wende dich an jemanden mit der Rolle «Verwalten».',
  },
  CROSS_SITE: { status: 403, text: 'Diese Anfrage kam von einer fremden Seite.' },
  UNKNOWN_ACTION: { status: 404, text: RELOAD },
  NOT_FOUND: { status: 404, text: 'Nicht gefunden.' },
  INSERAT_NOT_FOUND: { status: 404, text: 'Kein Inserat ausgewählt' },
  WRONG_METHOD: { status: 405, text: RELOAD },
  MISDIRECTED: {
    status: 421,
    text: 'Diese Entwicklungsumgebung ist nur auf dem eigenen Gerät erreichbar.',
  },
  EMAIL_TAKEN: { status: 409, text: 'Diese E-Mail-Adresse ist bereits registriert.' },
  USERNAME_TAKEN: { status: 409, text: 'Dieser Benutzername ist bereits vergeben.' },
  EMAIL_UNCONFIRMED: {
    status: 409,
    text: 'Bitte bestätige zuerst deine E-Mail-Adresse. Den Link dazu findest du in deinem Postfach.',
  },
  EMAIL_CHANGE_OPEN: {
    status: 409,
    text: 'Deine E-Mail-Adresse wurde vor Kurzem geändert. Zu deiner Sicherheit geht das erst wieder ab {wann}.',
  },
  LAST_WAY_IN: {
    status: 409,
    text: 'Ohne diesen Passkey kämst du nicht mehr in dein Konto. Setze zuerst ein Passwort.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    text: 'Du hast schon {n} Passkeys. Entferne zuerst einen, den du nicht mehr brauchst.',
  },
  INSUFFICIENT_CREDITS: { status: 409, text: 'Nicht genügend Credits' },
  PRICE_CHANGED: {
    status: 409,
    text: 'Der Preis hat sich geändert. Bitte prüfe den neuen Betrag.',
  },
  NOTHING_TO_PAY: {
    status: 409,
    text: 'Bei deinem Rabatt gibt es nichts zu bezahlen. Der Support schreibt dir das Guthaben gut.',
  },
  PAYMENT_SETTLED: { status: 409, text: 'Diese Zahlung ist schon erledigt.' },
  PAYMENT_UNDECIDED: {
    status: 409,
    text: 'Dieser Fall endet mit der Zahlung {zahlung}. Entscheide zuerst, was aus ihr wird.',
  },
  TOO_MANY_PENDING: {
    status: 409,
    text: 'Du hast schon drei offene Zahlungen. Bitte schliesse eine davon ab oder verwirf sie.',
  },
  COUPON_INVALID: {
    status: 409,
    text: 'Dieser Gutschein ist ungültig, abgelaufen oder schon eingelöst.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    text: 'Dieser Auftrag wurde schon mit anderen Angaben gesendet. Bitte lade die Seite neu.',
  },
  FREE_AD_USED: {
    status: 409,
    text: 'Du hast heute bereits ein Gratis-Inserat aufgegeben. Morgen kannst du das nächste schalten oder jetzt ein Premium-Inserat wählen.',
  },
  NOT_WITHDRAWABLE: {
    status: 409,
    text: 'Zurückziehen geht nur bei einem Gratis-Inserat, in den ersten 10 Minuten und einmal am Tag.',
  },
  ACCOUNT_OFFLINE: {
    status: 409,
    text: 'Du bist überall offline. Schalte auf der Startseite zuerst wieder online.',
  },
  CHANGE_OPEN: {
    status: 409,
    text: 'Solange sich eine Änderung an deinem Konto rückgängig machen lässt, bleibt diese Mail eingeschaltet.',
  },
  NOT_IN_THIS_STATE: { status: 409, text: 'Das geht nicht: Dieses Inserat ist {state}.' },
  HELD: {
    status: 409,
    text: 'Das ist gesperrt. Du kannst es überarbeiten und neu prüfen lassen.',
  },
  NOTHING_HELD: { status: 409, text: 'Das ist nicht gesperrt.' },
  FINAL: { status: 409, text: 'Dieser Entscheid ist endgültig. Du kannst Einspruch erheben.' },
  CHANGE_FIRST: { status: 409, text: '{was}' },
  APPEALED: { status: 409, text: 'Du hast gegen diesen Entscheid schon Einspruch erhoben.' },
  APPEAL_LATE: { status: 409, text: 'Gegen diesen Entscheid ist kein Einspruch mehr möglich.' },
  PROMOTION_TOO_LONG: { status: 409, text: '{warum}' },
  VERSION_CONFLICT: {
    status: 409,
    text: 'Dieses Inserat wurde inzwischen an anderer Stelle geändert, etwa in einem zweiten Tab.',
  },
  TOO_MANY_INSERATE: {
    status: 409,
    text: 'Du hast schon {n} Inserate. Lösche zuerst eines, das du nicht mehr brauchst.',
  },
  TOO_MANY_IMAGES: { status: 409, text: 'Du kannst maximal {n} Bilder hochladen.' },
  TOO_LARGE: { status: 413, text: 'Die Anfrage ist zu gross.' },
  IMAGE_TOO_LARGE: {
    status: 413,
    text: 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.',
  },
  WRONG_CONTENT_TYPE: { status: 415, text: 'Dieses Format wird nicht angenommen.' },
  NOT_AN_IMAGE: { status: 415, text: 'Nur Bilder im Format PNG oder JPG werden angenommen.' },
  BANNER_NOT_FOUND: { status: 404, text: 'Diesen Banner gibt es nicht.' },
  BANNER_NOT_IN_THIS_STATE: { status: 409, text: 'Das geht nicht: Dieser Banner ist {state}.' },
  BANNER_VERSION_CONFLICT: {
    status: 409,
    text: 'Dieser Banner wurde inzwischen an anderer Stelle geändert, etwa in einem zweiten Tab.',
  },
  TOO_MANY_BANNERS: {
    status: 409,
    text: 'Du hast schon {n} Banner. Lösche zuerst einen, den du nicht mehr brauchst.',
  },
  CLUB_NOT_FOUND: { status: 404, text: 'Diesen Club gibt es nicht.' },
  CLUB_VERSION_CONFLICT: {
    status: 409,
    text: 'Dieser Club wurde inzwischen an anderer Stelle geändert, etwa in einem zweiten Tab.',
  },
  TOO_MANY_CLUBS: {
    status: 409,
    text: 'Du hast schon {n} Clubs. Lösche zuerst einen, den du nicht mehr brauchst.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    text: 'Dieser Upload ist nicht mehr da. Bitte wähle die Datei noch einmal.',
  },
  UPLOAD_SLOW: {
    status: 408,
    text: 'Die Verbindung ist zu langsam. Der Upload geht dort weiter, wo er steht.',
  },
  UPLOAD_ELSEWHERE: {
    status: 409,
    text: 'Dieser Upload ist inzwischen weiter. Er geht dort weiter, wo er steht.',
  },
  UPLOAD_VERSION: { status: 412, text: 'Diese Art von Upload wird nicht verstanden.' },
  VIDEOS_REFUSED: { status: 409, text: 'Videos werden zurzeit nicht angenommen.' },
  TOO_MANY_VIDEOS: { status: 409, text: 'Du kannst maximal {n} Videos hochladen.' },
  VIDEO_TOO_LARGE: {
    status: 413,
    text: 'Ein oder mehrere Videos sind zu groß. Maximal 400MB pro Video erlaubt.',
  },
  TOO_MANY_UPLOADS: {
    status: 429,
    text: 'Es laufen schon {n} Uploads. Bitte warte, bis einer fertig ist.',
  },
  QUOTA_REACHED: {
    status: 409,
    text: 'Dein Speicherplatz für Bilder und Videos ist aufgebraucht. Lösche, was du nicht mehr brauchst.',
  },
  STORAGE_FULL: {
    status: 507,
    text: 'Im Moment können keine Dateien hochgeladen werden. Bitte versuche es später noch einmal.',
  },
  MEDIA_CHANGED: {
    status: 409,
    text: 'Die Bilder haben sich inzwischen geändert. Bitte ordne sie noch einmal.',
  },
  RATING_FIXED: {
    status: 409,
    text: 'Diese Einstufung hat der Support festgelegt. Du kannst sie nur strenger wählen.',
  },
  IMAGE_TOO_MANY_PIXELS: { status: 422, text: IMAGE_REFUSAL_TEXTS.IMAGE_TOO_MANY_PIXELS },
  IMAGE_TOO_THIN: { status: 422, text: IMAGE_REFUSAL_TEXTS.IMAGE_TOO_THIN },
  IMAGE_DAMAGED: { status: 422, text: IMAGE_REFUSAL_TEXTS.IMAGE_DAMAGED },
  IMAGE_UNREADABLE: { status: 422, text: 'Fehler beim Hochladen des Bildes' },
  INVALID_INPUT: { status: 422, text: 'Bitte überprüfe deine Angaben.' },
  PASSKEY_REFUSED: {
    status: 422,
    text: 'Dieser Passkey wurde nicht angenommen. Bitte versuche es noch einmal.',
  },
  LINK_INVALID: {
    status: 422,
    text: 'Der Link ist ungültig oder abgelaufen. Bitte fordere einen neuen Link an.',
  },
  PROOF_REQUIRED: { status: 428, text: 'Bitte lade die Seite neu und versuche es noch einmal.' },
  TOO_MANY_ATTEMPTS: { status: 429, text: TOO_MANY_TEXT },
  INTERNAL: { status: 500, text: 'Ein unbekannter Fehler ist aufgetreten.' },
  PAYMENT_UNAVAILABLE: { status: 502, text: 'Fehler beim Erstellen der Zahlung' },
  MAINTENANCE: {
    status: 503,
    text: 'Wartung bis {zeit}. Ansehen geht, ändern danach wieder.',
  },
  NOT_WRITABLE: { status: 503, text: 'Im Moment können wir nichts speichern.' },
  UNAVAILABLE: {
    status: 503,
    text: 'Der Dienst ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
  },
} as const satisfies Record<string, Failure>;

/** Those of the portal and of the back office. Quoted texts are the specification's. */
export const errors = { ...portalErrors, ...staffErrors } as const satisfies Record<
  string,
  Failure
>;

export type ErrorCode = keyof typeof errors;

/** Message per field, as the form shows it. */
export type FieldErrors = Record<string, string>;

interface Details {
  /** Values for the `{…}` places in the text. */
  params?: Record<string, string | number>;
  /** INVALID_INPUT: what is wrong with which field. */
  fields?: FieldErrors;
  /** Further members of the response, such as `missing` credits. */
  extra?: Record<string, string | number | object>;
}

/** Thrown for an outcome the user can cause; anything else that is thrown is a defect. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly extra: Record<string, string | number | object>;

  constructor(code: ErrorCode, { params = {}, fields, extra = {} }: Details = {}) {
    super(errors[code].text.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key] ?? '')));
    this.code = code;
    this.fields = fields;
    this.extra = extra;
  }
}

/** Short form for the most frequent failure: these fields are wrong. */
export const invalid = (fields: FieldErrors) => new AppError('INVALID_INPUT', { fields });
