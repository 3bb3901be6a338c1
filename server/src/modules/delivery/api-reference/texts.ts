import { CALLS_PER_MINUTE, MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';

const code = (text: string) => `<code>${text}</code>`;

/** The sections before the list of calls, as HTML. */
export const SECTIONS: { title: string; points: string[] }[] = [
  {
    title: 'Zugang',
    points: [
      `Jeder Aufruf trägt den Schlüssel deiner Webseite: ${code('Authorization: Bearer sr_…')}. Er gehört auf deinen Server und nie in eine Seite.`,
      'Zwei Schlüssel können nebeneinander gelten, damit du ohne Unterbruch wechselst. Wird der letzte zurückgezogen (401), entfernst du alles, was du vom Portal hast.',
      `Bis ${CALLS_PER_MINUTE} Aufrufe in jeder Minute der Uhr und je Webseite, 304 mitgezählt; darüber 429 mit ${code('Retry-After')}.`,
      `Antworten über 1 kB kommen auf Wunsch komprimiert (${code('Accept-Encoding: gzip')}). Umgeleitet wird nie.`,
    ],
  },
  {
    title: 'Live lesen',
    points: [
      `Wer jede Seite aus einer Antwort baut, behält sie höchstens ${MAX_AGE_SECONDS} Sekunden, wie ${code('Cache-Control')} es sagt, und fragt dann mit ${code('If-None-Match')} neu: unverändert heisst 304. Ein Zwischenspeicher muss nach ${code('Authorization')} trennen, wie ${code('Vary')} es sagt.`,
      `Nächste Seite: ${code('next_cursor')} als ${code('cursor')}, mit denselben Filtern, bis er null ist. Kein Inserat kommt zweimal, auch wenn unterdessen gepusht wird; was in dieser Zeit nach vorne rückt, kann fehlen.`,
      `Ein Suchwort wird in allen Formen gefunden, mit und ohne Umlaute. Steht es in keinem Inserat, wird gesucht, was wohl gemeint war; ${code('corrected')} nennt es.`,
    ],
  },
  {
    title: 'Alles spiegeln',
    points: [
      `Zuerst alle Seiten mit ${code('cursor')} laden und den ${code('next_since')} der <strong>ersten</strong> Seite behalten: Er deckt ab, was sich während des Ladens ändert.`,
      `Dann alle paar Sekunden mit ${code('since')} fragen, immer mit dem ${code('next_since')} der letzten Antwort; Filter wiederholen, ${code('limit')} darf anders sein, ${code('cursor')} gehört nicht dazu. Solange ${code('more')} gilt, gleich weiterfragen. Das zählt als Neufragen: Unverändertes darf bleiben.`,
      `Die Antwort nennt jedes Inserat, an dem sich etwas Sichtbares geändert hat, ganz und nicht nur das Geänderte: Texte, Bilder, Push, Verlängerung, Anfang und Ende von TopAd und Story. ${code('{"id": …, "deleted": true}')} heisst entfernen: abgelaufen, ausgeblendet, gelöscht oder nicht mehr im Filter. Doppelt Genanntes und Unbekanntes schaden nicht.`,
      `Hat sich nichts geändert, bleibt ${code('next_since')} gleich, und mit ${code('If-None-Match')} kommt 304.`,
      `Ein Stand gilt, solange das Portal dieselbe Datenbank hat. Sonst kommt 422 mit ${code('errors.since')}: dann alles neu laden und erst danach das Alte ersetzen.`,
      `Ist das Portal weg, bleibt das Gespiegelte bis zu seinem ${code('end_at')} richtig; nach einer Stunde ohne Antwort zeigst du besser nichts mehr.`,
      `Reihenfolge: zuerst ${code('topad')}, dann ${code('lifted_at')}, das späteste zuerst.`,
      `Fertige Programme in Python liegen bei: ${code('docs/examples/mirror.py')}, und ${code('docs/examples/messages.py')} für die Meldungen.`,
    ],
  },
  {
    title: 'Felder',
    points: [
      `Ab ${code('end_at')}, ${code('topad_until')} und ${code('story.until')} gilt das Ende, nach der Uhr des Portals (${code('Date')}), auch wenn niemand es sagt.`,
      `${code('beschreibung_html')} ist bereinigt: nur p, h1 bis h3, ul, ol, li, strong, em, u und br, dazu die Klassen align-center und align-right. Alles andere ist reiner Text.`,
      `Adressen von Bildern und Videos brauchen keinen Schlüssel, nennen ihre Breite oder Höhe in Pixeln und gelten, solange das Inserat online ist. Binde sie ein, statt Dateien zu kopieren.`,
      `Telefonnummern stehen in E.164. ${code('oeffnungszeiten.tag')} zählt ab Montag, 1 bis 7. ${code('farbe')} heisst: auf farbigem Grund.`,
      `Bilder und Videos kommen nur, soweit sie zu dem passen, was deine Webseite annimmt.`,
      `In Version 1 kommen höchstens Felder dazu: Lies über Unbekanntes hinweg.`,
    ],
  },
  {
    title: 'Meldungen',
    points: [
      `Auf Wunsch meldet das Portal jede Änderung sofort an eine Adresse deiner Webseite, unterschrieben nach ${code('standardwebhooks.com')}: ${code('ad.published')}, ${code('ad.changed')}, ${code('ad.lifted')}, ${code('ad.taken_down')} und dasselbe mit ${code('club')}. Die Meldung nennt nur die ${code('id')}; was gilt, fragst du mit deinem Schlüssel. Ein Ende kommt vor allem anderen.`,
      `Mit 2xx nimmst du sie an. Sonst kommt sie wieder, drei Tage lang. ${code('docs/PARTNERS.md')} zeigt, wie die Unterschrift geprüft wird.`,
    ],
  },
  {
    title: 'Fehler',
    points: [
      `Jeder Fehler ist JSON: ${code('{"success": false, "code": …, "message": …}')}, bei 422 mit ${code('errors')} je Angabe.`,
      '400, 404 und 422 werden durch Wiederholen nicht besser. 429 und 503 nennen die Wartezeit. Nach 500, 502 oder einer abgebrochenen Verbindung in wachsenden Abständen neu versuchen.',
    ],
  },
];

/** The purpose of each call; the contract's summaries address the portal's own programmers. */
export const PURPOSES: Record<string, string> = {
  partnerAds:
    'Was online ist: zuerst TopAds, dann was zuletzt veröffentlicht oder gepusht wurde. Mit «since» nur, was sich seither geändert hat. Der cursor bleibt richtig, auch wenn unterdessen gepusht wird.',
  partnerAdCount:
    'Wie viele Inserate mit diesen Filtern online sind, TopAds mitgezählt, und wie viele davon heute zum ersten Mal.',
  partnerSimilarAds:
    'Ähnliche Inserate: zuerst mit gleichem Kanton und gleicher Kategorie. Auch für ein Inserat, das nicht mehr online ist.',
  partnerAd: 'Ein Inserat, solange es online ist; danach 404.',
  partnerBanners:
    'Wer an diesen Plätzen deiner Webseite an der Reihe ist, jeder gleich oft. Für jede Seite neu fragen; die Antwort wird nicht aufbewahrt.',
  partnerClubs:
    'Clubs, die jetzt gezeigt werden, die neusten zuerst. Mit «since» nur, was sich seither geändert hat.',
  partnerClub: 'Ein Club, solange er gezeigt wird; danach 404.',
  partnerStories: 'Inserate, deren Story gerade läuft; zuerst die, die am längsten läuft.',
  partnerAdVisit:
    'Jemand hat auf deiner Webseite das Inserat angesehen oder einen Kontakt gedrückt. Dein Server meldet es, nachdem die Seite ausgeliefert ist. Dasselbe von derselben Person zählt in einer halben Stunde einmal, Programme zählen nie; ob gezählt wurde, sagt die Antwort nicht.',
  partnerClubVisit: 'Dasselbe für einen Club.',
  partnerReport:
    'Jemand meldet auf deiner Webseite ein Inserat, einen Club oder einen Banner. Name und E-Mail sind freiwillig. Zeige danach den Satz aus «message».',
  partnerLists: 'Was die Filter annehmen: Kantone, Kategorien und Angebote mit ihren Namen.',
};

export const FORMS: Record<string, string> = {
  id: 'die id aus einer Liste',
  canton: 'Kürzel eines Kantons, etwa ZH',
  category: 'Nummer einer Kategorie aus lists',
  sprache: 'Kürzel einer Sprache nach ISO 639-1, etwa de',
  q: 'Suchtext, bis 100 Zeichen',
  topad: 'only: nur TopAds; none: alle anderen; nicht zusammen mit since',
  sort: 'lifted (wie ohne Angabe), updated oder name: innerhalb der TopAds und der anderen; nicht zusammen mit since',
  ids: 'nur diese Inserate: bis 100 ids, mit Komma getrennt; nicht zusammen mit since',
  limit: '1 bis 100; sonst 24. Ähnliche: 1 bis 8; sonst 4',
  cursor: 'next_cursor der Seite davor, mit denselben Filtern',
  since: 'next_since einer früheren Antwort, mit denselben Filtern; nicht zusammen mit cursor',
  kind: 'view, phone, whatsapp, sms oder homepage; sonst view',
  visitor:
    '8 bis 200 Zeichen ASCII ohne Leerzeichen, einen Tag lang für dieselbe Person gleich, etwa Adresse und Browser mit einem geheimen Zusatz gehasht; wird nicht aufbewahrt',
  object: 'type ist inserat, club oder banner, id seine id; auch was nicht mehr online ist',
  reason: 'minderjaehrig, zwang, bilder_ohne_zustimmung, persoenliche_daten, betrug oder anderes',
  message: 'was die Person schreibt, bis 2000 Zeichen',
  name: 'Name der Person, freiwillig',
  email: 'E-Mail der Person für den Entscheid, freiwillig',
  phone: 'Telefonnummer der Person, freiwillig',
  send_key:
    'eine UUID, die deine Seite je Formular zieht, freiwillig: dieselbe Meldung mit ihr zählt nur einmal',
  user_agent: 'der User-Agent der Person; wird nicht aufbewahrt',
  slot: 'a1 bis a4; mehrere mit Komma, etwa a1,a4; a4:6 sind bis zu 6 für diesen Platz',
  count: '1 bis 10 verschiedene für jeden Platz; sonst 1',
};
