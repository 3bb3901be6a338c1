import type { HealthKey } from './rules.ts';

/** What to do where a line is not in order, and the page where it is done. */
export interface Advice {
  text: string;
  path?: string;
  label?: string;
}

const WORKER = 'Der Worker arbeitet sie ab. Ist er in Ordnung, warte ein paar Minuten.';

/** A line without advice is never out of order. */
export const HEALTH_ADVICE: Record<Exclude<HealthKey, 'version'>, Advice> = {
  worker: { text: 'Starte den Worker auf dem Server neu. Bis dahin geht keine Mail weg.' },
  mail: {
    text: 'Prüfe SMTP_URL und den Mailserver. Was gescheitert ist, steht im Protokoll unter «Mail nicht zustellbar».',
    path: '/protokoll',
    label: 'Protokoll öffnen',
  },
  webhooks: {
    text: 'Eine Webseite nimmt Meldungen nicht an. Öffne sie, frage nach und sende Gescheitertes dort nochmals.',
    path: '/partner',
    label: 'Webseiten öffnen',
  },
  devices: { text: 'Der Dienst eines Browsers antwortet nicht. Das Portal versucht es weiter.' },
  clock: { text: `Inserate beginnen oder enden verspätet. ${WORKER}` },
  videos: { text: `Videos warten auf die Umwandlung. ${WORKER}` },
  documents: { text: `Belege warten. ${WORKER}` },
  database: { text: 'Die Datenbank schreibt nicht oder langsam. Prüfe sie und den Platz auf ihr.' },
  disk: { text: 'Schaffe Platz auf dem Server. Ab 90 % nimmt das Portal keine Bilder mehr an.' },
  files: {
    text: 'Der Speicher für Bilder, Videos und Belege antwortet nicht. Prüfe S3_ENDPOINT, die Schlüssel und den Anbieter. Das Portal versucht es weiter.',
  },
  backup: {
    text: 'Richte auf dem Server die tägliche Sicherung ein, mit «samtrot backup». Das Handbuch sagt, wie.',
  },
  bank: {
    text: 'Lies den letzten Kontoauszug ein (camt.053 oder camt.054).',
    path: '/geld',
    label: 'Bank einlesen',
  },
  mailbox: { text: 'Prüfe INBOUND_IMAP_URL und das Postfach beim Anbieter.' },
  providers: {
    text: 'Sieh auf der Statusseite des Anbieters nach. Was offen ist, fragt das Portal von selbst nach, und kein Geld geht verloren.',
    path: '/geld',
    label: 'Zahlungen öffnen',
  },
  seal: {
    text: 'Prüfe das Protokoll auf dem Server mit «samtrot audit check».',
    path: '/protokoll',
    label: 'Protokoll öffnen',
  },
};
