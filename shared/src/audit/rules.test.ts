import { describe, expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import {
  AUDIT_LABELS,
  auditLabel,
  OBJECT_LABELS,
  objectLabel,
  objectOf,
  SCOPED_KINDS,
  spanProblem,
} from './rules.ts';
import { figureLabel, figureLines, figureText } from './words.ts';

test('every kind of line has a German label of its own or shares one sentence with its like', () => {
  const labels = Object.values(AUDIT_LABELS);
  expect(labels.length).toBeGreaterThan(60);
  for (const label of labels) expect(label).toMatch(/^[A-ZÄÖÜ0-9].{3,}/);
  expect(auditLabel('reported')).toBe('Gemeldet');
  expect(auditLabel('unknown')).toBe('unknown');
});

const FIGURES = [
  'accepts',
  'account',
  'accounts',
  'amount',
  'amount_rappen',
  'appeal',
  'approved',
  'asked_rappen',
  'assigned_to',
  'attempts',
  'balance',
  'banners',
  'before',
  'booking',
  'budget',
  'by',
  'bytes',
  'cantons',
  'cases',
  'categories',
  'cause',
  'chosen',
  'closing',
  'clubs',
  'code',
  'codes',
  'count',
  'credits',
  'currency',
  'days',
  'dead',
  'device',
  'ended',
  'ends_at',
  'entries',
  'entry',
  'extra',
  'fields',
  'forfeited',
  'format',
  'from',
  'hint',
  'hits',
  'hold',
  'inserate',
  'item',
  'kind',
  'left',
  'life',
  'lines',
  'link',
  'merchant',
  'mode',
  'months',
  'most',
  'name',
  'note',
  'number',
  'object',
  'package',
  'paid_rappen',
  'percent',
  'person',
  'place',
  'price_rappen',
  'rating',
  'reason',
  'received_rappen',
  'recognised',
  'reference',
  'refund',
  'refunded',
  'report',
  'rest',
  'role',
  'sent',
  'slots',
  'solo',
  'startedBy',
  'state',
  'status',
  'struck',
  'subject',
  'text',
  'thing',
  'total',
  'type',
  'until',
  'url',
  'uses',
  'version',
  'way',
];

describe('objects', () => {
  test('all kinds of objects have a German name and are found by it', () => {
    for (const [kind, label] of nonEmpty(Object.entries(OBJECT_LABELS))) {
      expect(label).toMatch(/^\p{Lu}\S.*\S$/u);
      if (kind === 'search' || kind === 'setting') continue;
      expect(objectLabel(`${kind}:7`)).toBe(`${label} 7`);
      expect(objectOf(`${label} 7`)).toBe(`${kind}:7`);
    }
    expect(objectLabel('search:c0ffee')).toBe('Suche');
    expect(objectOf('Konto 7')).toBe('account:7');
  });

  test.each([
    ['inserat:20447', 'Inserat 20447'],
    ['inserat', 'Inserat'],
    ['inserat:draft-4', 'Inserat draft-4'],
    ['view:10007', 'Ansicht von Konto 10007'],
    ['image:a:b', 'Bild a:b'],
    ['unknown:1', 'unknown:1'],
    ['', ''],
  ])('%s is read as %s', (object, label) => expect(objectLabel(object)).toBe(label));

  test.each([
    ['Inserat 20447', 'inserat:20447'],
    ['  inserat   20447 ', 'inserat:20447'],
    ['inserat:20447', 'inserat:20447'],
    ['Kopie von Konto 10006', 'export:10006'],
    ['Sperre Nr. 6', 'hold:6'],
    ['Sperre Nr. 6 · Inserat 20447', 'hold:6'],
    ['Haus 5', 'Haus 5'],
    ['Inserat', 'Inserat'],
    ['mein Inserat 20447', 'mein Inserat 20447'],
    ['Inserat 20447 heute', 'Inserat 20447 heute'],
    ['Rundmail Entwurf 42', 'newsletter:draft-42'],
    ['Rundmail Entwurf 42x', 'Rundmail Entwurf 42x'],
    ['Alte Rundmail Entwurf 42', 'Alte Rundmail Entwurf 42'],
  ])('%s is searched as %s', (typed, object) => expect(objectOf(typed)).toBe(object));
});

test('a role that does not read all reads the lines of its field and no other', () => {
  const { money_lines: money, partner_lines: partners } = SCOPED_KINDS;
  for (const kind of ['bank_imported', 'chargeback_entered', 'coupon_created', 'credits_corrected'])
    expect(money).toContain(kind);
  for (const kind of ['account_closed', 'appeal_made', 'club_order'])
    expect(money).not.toContain(kind);
  expect(partners!.length).toBeGreaterThan(2);
  for (const kind of partners!) expect(kind).toMatch(/^website_/);
});

test('figures have German names, an unknown one its own', () => {
  for (const name of FIGURES) expect(figureLabel(name)).toMatch(/^\p{Lu}\S/u);
  expect(figureLabel('credits')).toBe('Credits');
  expect(figureLabel('unnamed')).toBe('unnamed');
});

test.each([
  ['2026-11-01', '2026-11-01', null],
  ['2026-11-01', '2026-12-01', null],
  ['2026-11-01', '2026-12-02', 'Höchstens 31 Tage auf einmal.'],
  ['2026-11-02', '2026-11-01', 'Das Ende liegt vor dem Anfang.'],
])('from %s to %s an export says: %s [BOF-141]', (from, to, problem) =>
  expect(spanProblem({ from, to })).toBe(problem),
);

test('a day that is none is a wrong format [BOF-141]', () => {
  expect(spanProblem({ from: '2026-13-01', to: '2026-11-01' })).toBe(fieldTexts.format);
  expect(spanProblem({ from: '2026-11-01', to: 'morgen' })).toBe(fieldTexts.format);
});

test.each<[string, unknown, string]>([
  ['accepts', 'jugendfrei', 'jugendfrei'],
  ['accepts', 'erotisch', 'bis erotisch'],
  ['asked_rappen', 9050, 'CHF 90.50'],
  ['asked_rappen', '9050', '9050'],
  ['before', undefined, '–'],
  ['by', 'owner', 'die Inhaberin des Inserats'],
  ['by', 'reporter', 'die meldende Person'],
  ['bytes', 24_000_000, '24 MB'],
  ['bytes', 'viele', 'viele'],
  ['credits', 0, '0'],
  ['credits', 24_000_000, '24000000'],
  ['extra', 'topAd', 'TopAd'],
  ['fields', '', '–'],
  ['fields', 'titel, bild:2', 'Titel, Bild 2'],
  ['kind', 'blocked', 'Gesperrt'],
  ['kind', 'club', 'Club'],
  ['kind', 'contact', 'Kontaktangaben'],
  ['kind', 'error', 'Fehler'],
  ['kind', 'export', 'Kopie der Daten'],
  ['kind', 'goodwill', 'Kulanz'],
  ['kind', 'images', 'Bilder'],
  ['kind', 'messages', 'Nachrichten'],
  ['kind', 'other', 'Sonstiges'],
  ['kind', 'outage', 'Störung'],
  ['kind', 'revise', 'Bitte überarbeiten'],
  ['kind', 'rueckbelastung', 'Rückbelastung'],
  ['kind', 'unnamed', 'unnamed'],
  ['mode', 'first', 'Das Erste wartet'],
  ['object', 'inserat:7', 'Inserat 7'],
  ['package', '1_day', '1 Tag'],
  ['package', '1_week', '1 Woche'],
  ['package', '2_weeks', '2 Wochen'],
  ['package', '1_month', '1 Monat'],
  ['place', 'logged_in', 'Angemeldete'],
  ['reason', 'Geklärt am Telefon', 'Geklärt am Telefon'],
  ['reason', 'konto_missbrauch', 'Missbrauch des Kontos'],
  ['role', 'partner_manager', 'Partner'],
  ['solo', false, 'nein'],
  ['solo', true, 'ja'],
  ['startedBy', 'house', 'Betrieb'],
  ['startedBy', 'owner', 'Kundin'],
  ['state', 'expired', 'verfallen'],
  ['state', 'in_progress', 'In Arbeit'],
  ['state', 'in_review', 'In Prüfung'],
  ['state', 'left', 'ausgetreten'],
  ['state', 'superseded', 'Überholt'],
  ['status', 'left', 'ausgetreten'],
  ['status', 'off', 'Aus'],
  ['status', 'on', 'An'],
  ['subject', 'ad', 'Inserat-Verwaltung'],
  ['thing', 'account', 'Konto'],
  ['thing', 'inserat', 'Inserat'],
  ['thing', 'message', 'Nachricht'],
  ['until', '2026-11-20T13:00:00.000Z', '20.11.2026, 14:00'],
  ['until', 'bis 2026-11-20T13:00:00.000Z', 'bis 2026-11-20T13:00:00.000Z'],
  ['until', '2026-11-20T13:00:00.000Z und länger', '2026-11-20T13:00:00.000Z und länger'],
  ['way', 'account', 'Konto ansehen'],
  ['way', 'as_paid', 'Als bezahlt gelten lassen'],
  ['way', 'ask', 'Beim Anbieter nachfragen'],
  ['way', 'credits', 'Credits gutgeschrieben'],
  ['way', 'refund', 'Zurückgezahlt'],
])('of %s the value %j is said in German: %s', (name, value, text) =>
  expect(figureText(name, value)).toBe(text),
);

test('what ended is said as it was, what stays once, and nothing of a hold that is none [BOF-140]', () => {
  const held = { hold: 'Nr. 7 · Inserat 20001', kind: 'blocked', reason: 'betrug' };
  expect(figureLines(held, { life: 'aktiv', refunded: 0 })).toEqual([
    'Sperre bisher: Nr. 7 · Inserat 20001',
    'Art bisher: Gesperrt',
    'Grund bisher: Betrug',
    'Steht jetzt: aktiv',
    'Zurückgegebene Credits: 0',
  ]);
  expect(figureLines({ state: 'new', version: 2 }, { state: 'unjustified', version: 2 })).toEqual([
    'Zustand: Neu → Unbegründet',
    'Fassung: 2',
  ]);
  expect(figureLines({}, { hold: 0, note: 'Am Telefon geklärt.', credits: 5 })).toEqual([
    'Notiz: Am Telefon geklärt.',
    'Credits: 5',
  ]);
  expect(figureLines({ note: 3 }, { note: 3 })).toEqual(['Nummer der Notiz: 3']);
  expect(figureLines({ object: 'account:3' }, {})).toEqual(['Worum: Konto 3']);
  expect(figureLines({ until: '' }, {})).toEqual(['Bis bisher: –']);
  expect(figureLines({}, { before: '', extra: 'topAd' })).toEqual(['Extra: TopAd']);
  expect(figureLines({}, { before: '20', percent: 25 })).toEqual(['Vorher: 20', 'Prozent: 25']);
});

test('settings and drafts have their names, and are found by them [BOF-140]', () => {
  expect(objectLabel('setting:moderation')).toBe('Einstellung «Prüfung»');
  expect(objectOf('Einstellung «Prüfung»')).toBe('setting:moderation');
  expect(objectLabel('setting:maintenance')).toBe('Einstellung «Wartung»');
  expect(objectOf('Konto «Prüfung»')).toBe('account:«Prüfung»');
  expect(objectLabel('setting:new')).toBe('Einstellung new');
  expect(objectLabel('newsletter:draft-4')).toBe('Rundmail Entwurf 4');
  expect(objectLabel('newsletter:4')).toBe('Rundmail 4');
  expect(objectLabel('newsletter:second-draft-4')).toBe('Rundmail second-draft-4');
  expect(objectOf('Rundmail Entwurf 4')).toBe('newsletter:draft-4');
  expect(objectOf('Rundmail 4')).toBe('newsletter:4');
});
