import { EXTRA_LABELS } from '../catalogue/shape-rules.ts';
import { fieldWord } from '../holds/owner-rules.ts';
import { REASON_NAMES } from '../holds/reason-rules.ts';
import { HOLD_LABELS } from '../holds/status.ts';
import { formatChf, formatDateTime, sizeText } from '../kernel/format.ts';
import { MODE_LABELS } from '../moderation/mode-rules.ts';
import { REVIEW_STATE_LABELS } from '../moderation/review-rules.ts';
import { NOTICE_KIND_LABELS, NOTICE_PLACE_LABELS } from '../notices/rules.ts';
import { REPORT_STATE_LABELS, THING_LABELS } from '../reports/rules.ts';
import { APPROVAL_LABELS } from '../staff/approval-rules.ts';
import { ROLE_LABELS, STAFF_STATE_LABELS } from '../staff/roles.ts';
import { subjectLabel } from '../support/rules.ts';
import { THREAD_LABELS } from '../support/thread-rules.ts';
import { OBJECT_LABELS, objectLabel } from './rules.ts';

/** Names of the figures of a line, as people read them. */
const FIGURE_LABELS: Record<string, string> = {
  accepts: 'Nimmt an',
  account: 'Konto',
  accounts: 'Konten',
  amount: 'Betrag',
  amount_rappen: 'Betrag',
  appeal: 'Einspruch',
  approved: 'Freigabe',
  asked_rappen: 'Verlangt',
  assigned_to: 'Zugeteilt an',
  attempts: 'Versuche',
  balance: 'Guthaben',
  banners: 'Banner',
  before: 'Vorher',
  booking: 'Nummer der Buchung',
  budget: 'Budget',
  by: 'Durch',
  bytes: 'Grösse',
  cantons: 'Kantone',
  cases: 'Fälle',
  categories: 'Kategorien',
  cause: 'Anlass',
  chosen: 'Gewählt',
  closing: 'Schlussbestand',
  clubs: 'Clubs',
  code: 'Code',
  codes: 'Codes',
  count: 'Anzahl',
  credits: 'Credits',
  currency: 'Währung',
  days: 'Tage',
  dead: 'Gescheitert',
  device: 'Gerät',
  ended: 'Beendet',
  ends_at: 'Endet am',
  entries: 'Buchungen',
  entry: 'Nummer des Eintrags',
  extra: 'Extra',
  fields: 'Felder',
  forfeited: 'Verfallen',
  format: 'Format',
  from: 'Von',
  hint: 'Endet auf',
  hits: 'Treffer',
  hold: 'Sperre',
  inserate: 'Inserate',
  item: 'Nummer',
  kind: 'Art',
  left: 'Übrig',
  life: 'Steht jetzt',
  lines: 'Zeilen',
  link: 'Link',
  merchant: 'Händlerkonto',
  mode: 'Prüfung',
  months: 'Monate',
  most: 'Höchstens',
  name: 'Name',
  note: 'Nummer der Notiz',
  number: 'Nummer',
  object: 'Worum',
  package: 'Paket',
  paid_rappen: 'Bezahlt',
  percent: 'Prozent',
  person: 'Person',
  place: 'Wo',
  price_rappen: 'Preis',
  rating: 'Einstufung',
  reason: 'Grund',
  received_rappen: 'Erhalten',
  recognised: 'Erkannt durch',
  reference: 'Referenz',
  refund: 'Rückzahlung',
  refunded: 'Zurückgegebene Credits',
  report: 'Nummer der Meldung',
  rest: 'Rest',
  role: 'Rolle',
  sent: 'Gesendet',
  slots: 'Plätze',
  solo: 'Allein',
  startedBy: 'Von',
  state: 'Zustand',
  status: 'Zustand',
  struck: 'Gestrichen',
  subject: 'Betreff',
  text: 'Text',
  thing: 'Was',
  total: 'Total',
  type: 'Art',
  until: 'Bis',
  url: 'Adresse',
  uses: 'Mal',
  version: 'Fassung',
  way: 'Weg',
};

export const figureLabel = (name: string): string => FIGURE_LABELS[name] ?? name;

const STATES: Readonly<Record<string, string>> = {
  ...STAFF_STATE_LABELS,
  ...APPROVAL_LABELS,
  ...THREAD_LABELS,
  ...REVIEW_STATE_LABELS,
  ...REPORT_STATE_LABELS,
};

/** Names of values that stand in English in the database. */
const FIGURE_WORDS: Record<string, Readonly<Record<string, string>>> = {
  accepts: { jugendfrei: 'jugendfrei', erotisch: 'bis erotisch' },
  extra: EXTRA_LABELS,
  by: { reporter: 'die meldende Person', owner: 'die Inhaberin des Inserats' },
  role: ROLE_LABELS,
  kind: {
    ...OBJECT_LABELS,
    ...HOLD_LABELS,
    ...NOTICE_KIND_LABELS,
    contact: 'Kontaktangaben',
    error: 'Fehler',
    export: 'Kopie der Daten',
    goodwill: 'Kulanz',
    images: 'Bilder',
    messages: 'Nachrichten',
    other: 'Sonstiges',
    rueckbelastung: 'Rückbelastung',
  },
  mode: MODE_LABELS,
  package: { '1_day': '1 Tag', '1_week': '1 Woche', '2_weeks': '2 Wochen', '1_month': '1 Monat' },
  place: NOTICE_PLACE_LABELS,
  reason: REASON_NAMES,
  startedBy: { house: 'Betrieb', owner: 'Kundin' },
  state: STATES,
  status: { ...STATES, on: 'An', off: 'Aus' },
  thing: { ...OBJECT_LABELS, ...THING_LABELS, message: 'Nachricht' },
  way: {
    account: 'Konto ansehen',
    ask: 'Beim Anbieter nachfragen',
    as_paid: 'Als bezahlt gelten lassen',
    credits: 'Credits gutgeschrieben',
    refund: 'Zurückgezahlt',
  },
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A figure of a line as people read it; a dash for none. */
export function figureText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value === 'number' && name.endsWith('_rappen')) return formatChf(value);
  if (typeof value === 'number' && name === 'bytes') return sizeText(value);
  const text = String(value ?? '');
  if (name === 'object') return objectLabel(text);
  if (name === 'fields') return text.split(', ').map(fieldWord).join(', ') || '–';
  if (name === 'subject') return subjectLabel(text);
  if (MOMENT.test(text)) return formatDateTime(new Date(text));
  return FIGURE_WORDS[name]?.[text] ?? (text || '–');
}

type Figures = Readonly<Record<string, unknown>>;
/**
 * A decision that held nothing names no hold; what is set for the first time had nothing before.
 */
const isNone = (name: string, value: unknown) =>
  (name === 'hold' && value === 0) || (name === 'before' && value === '');

function figureLine(name: string, before: Figures, after: Figures): string {
  // Of a note that is read here there is no number.
  const label = name === 'note' && typeof after.note === 'string' ? 'Notiz' : figureLabel(name);
  const [was, is] = [before, after].map((figures) =>
    name in figures && !isNone(name, figures[name]) ? figureText(name, figures[name]) : undefined,
  );
  if (is === undefined) return name === 'object' ? `${label}: ${was}` : `${label} bisher: ${was}`;
  return was === undefined || was === is ? `${label}: ${is}` : `${label}: ${was} → ${is}`;
}

/** What a line says besides who, what and why; what ended with it is said as it was. */
export const figureLines = (before: Figures, after: Figures): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => [before, after].some((of) => name in of && !isNone(name, of[name])))
    .map((name) => figureLine(name, before, after));
