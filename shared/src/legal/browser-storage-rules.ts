import { sessionTimes } from '../access/session-rules.ts';
import { UPLOAD_LIVES_MS } from '../media/rules.ts';
import { days, hours, minutes } from './personal-data-rules.ts';
import { KEPT_DAYS } from './retention-rules.ts';

const [PLAIN, REMEMBERED] = [sessionTimes(false), sessionTimes(true)];

export interface StoredInBrowser {
  key: string;
  place: 'Cookie' | 'localStorage' | 'sessionStorage' | 'Cache';
  what: string;
  /** Until when; logging out empties all but what stays. */
  until: string;
  /** Set where logging out leaves it. */
  stays?: true;
}

/** Everything our own pages put into a browser, but for the cookies of the back office. */
export const BROWSER_STORAGE: readonly StoredInBrowser[] = [
  {
    key: 'sid',
    place: 'Cookie',
    what: 'zufällige Nummer deiner Anmeldung; über https heisst es __Host-sid',
    until: `${hours(PLAIN.mostMs)}, mit «Angemeldet bleiben» ${days(REMEMBERED.mostMs)}; ohne Benutzung gilt sie nach ${minutes(PLAIN.restMs)} oder ${days(REMEMBERED.restMs)}n nicht mehr; ohne «Angemeldet bleiben» löscht dein Browser es meist schon beim Schliessen`,
  },
  {
    key: 'browser',
    place: 'Cookie',
    what: 'zufällige Nummer, an der wir deinen Browser wiedererkennen, wenn jemand dein Passwort zu erraten versucht; über https heisst es __Host-browser',
    until: `${KEPT_DAYS.knownBrowser} Tage, auch nach dem Abmelden`,
    stays: true,
  },
  {
    key: 'session',
    place: 'localStorage',
    what: 'deine Kontonummer, ob du angemeldet bleiben willst, und das zuletzt bearbeitete Inserat',
    until: 'bis du dich abmeldest',
  },
  {
    key: 'login-mail',
    place: 'localStorage',
    what: 'eine zufällige Nummer, an die der Link einer Anmeldung per Mail gebunden ist, und ob du angemeldet bleiben willst',
    until: 'bis du mit dem Link angemeldet bist; sonst, bis du dich das nächste Mal abmeldest',
  },
  {
    key: 'seen-login',
    place: 'localStorage',
    what: 'wann die Anmeldung war, zu der du «Das war ich» gesagt hast',
    until: 'bis du dich abmeldest',
  },
  {
    key: 'return-for',
    place: 'sessionStorage',
    what: 'deine Kontonummer, damit nach dem Anmelden nur dir die Seite wieder aufgeht, die offen war',
    until: 'bis du die Anmeldeseite siehst',
  },
  {
    key: 'entered',
    place: 'sessionStorage',
    what: 'dass du dich eben angemeldet hast, damit Tastatur und Vorleseprogramm beim Inhalt der Seite beginnen',
    until: 'bis die Seite offen ist',
  },
  {
    key: 'theme',
    place: 'localStorage',
    what: 'helles oder dunkles Aussehen',
    until: 'bis du es zurückstellst',
    stays: true,
  },
  {
    key: 'neutral',
    place: 'localStorage',
    what: 'dass Titel und Symbol auf diesem Gerät neutral sind',
    until: 'bis du es zurückstellst',
    stays: true,
  },
  {
    key: 'stay-logged-in',
    place: 'localStorage',
    what: 'dass du nach «Schnell weg» angemeldet bleibst',
    until: 'bis du es zurückstellst',
    stays: true,
  },
  {
    key: 'left',
    place: 'sessionStorage',
    what: 'dass du «Schnell weg» gedrückt hast, damit die Zurück-Taste nichts zeigt',
    until: 'bis du die Seite wieder öffnest',
  },
  {
    key: 'discreet',
    place: 'localStorage',
    what: 'ob die Diskret-Ansicht ausgeschaltet ist',
    until: 'bis du dich abmeldest',
  },
  {
    key: 'preview-veiled',
    place: 'localStorage',
    what: 'ob die Vorschau deiner Inserate Bilder verdeckt',
    until: 'bis du es zurückstellst',
    stays: true,
  },
  {
    key: 'uploads',
    place: 'localStorage',
    what: 'Adressen begonnener Uploads, damit sie weitergehen; keine Dateinamen',
    until: `${days(UPLOAD_LIVES_MS)}`,
  },
  {
    key: 'steps',
    place: 'localStorage',
    what: 'bei welchem Schritt du die letzten 20 Inserate und Banner verlassen hast',
    until: 'bis du dich abmeldest',
  },
  {
    key: 'samtrot.payment',
    place: 'sessionStorage',
    what: 'Nummer und Betrag einer begonnenen Zahlung',
    until: 'bis du zurückkommst',
  },
  {
    key: 'order',
    place: 'sessionStorage',
    what: 'welches Inserat, welchen Banner oder Club du zum Aufladen verlassen hast',
    until: 'bis du dort weitermachst',
  },
  {
    key: 'samtrot.method',
    place: 'sessionStorage',
    what: 'die zuletzt gewählte Zahlungsart',
    until: 'bis du den Tab schliesst',
  },
  {
    key: 'samtrot.coupon',
    place: 'sessionStorage',
    what: 'wie oft du einen Gutschein probiert hast',
    until: 'bis du den Tab schliesst',
  },
  {
    key: 'welcomed',
    place: 'sessionStorage',
    what: 'dass du begrüsst wurdest',
    until: 'bis du den Tab schliesst',
  },
  {
    key: 'notice',
    place: 'sessionStorage',
    what: 'eine Meldung für die nächste Seite',
    until: 'bis sie gezeigt ist',
  },
  {
    key: 'closed-notices',
    place: 'sessionStorage',
    what: 'welche Hinweise du geschlossen hast',
    until: 'bis du den Tab schliesst',
  },
  {
    key: 'load-failed',
    place: 'sessionStorage',
    what: 'warum die Anmeldung erscheint',
    until: 'bis es gezeigt ist',
  },
  {
    key: 'reloaded',
    place: 'sessionStorage',
    what: 'wann eine veraltete Seite neu geladen wurde',
    until: 'bis du den Tab schliesst',
  },
  {
    key: 'sent-version',
    place: 'sessionStorage',
    what: 'Adresse des Formulars und Nummer der letzten gesendeten Fassung; nichts vom Inhalt',
    until: 'bis die Seite neu geladen ist',
  },
  {
    key: 'shell',
    place: 'Cache',
    what: 'das leere Gerüst der Seiten nach dem Anmelden: Skripte, Schriften, Aussehen; für alle gleich, ohne Inhalte, Bilder oder Namen',
    until: 'bis du dich abmeldest oder «Schnell weg» drückst',
  },
];
