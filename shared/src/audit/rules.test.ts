import { describe, expect, test } from 'vitest';
import {
  AUDIT_LABELS,
  auditLabel,
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

const OBJECTS = [
  'account',
  'approval',
  'banner',
  'case',
  'club',
  'coupon',
  'export',
  'hold',
  'image',
  'inserat',
  'look',
  'newsletter',
  'payment',
  'report',
  'review',
  'staff',
  'template',
  'thread',
  'video',
  'view',
  'website',
];
const FIGURES = [
  'accepts',
  'account',
  'amount',
  'appeal',
  'approved',
  'asked_rappen',
  'assigned_to',
  'attempts',
  'balance',
  'banners',
  'before',
  'booking',
  'by',
  'bytes',
  'cause',
  'chosen',
  'clubs',
  'count',
  'credits',
  'currency',
  'days',
  'device',
  'entry',
  'extra',
  'fields',
  'forfeited',
  'format',
  'hint',
  'hold',
  'inserate',
  'kind',
  'left',
  'life',
  'lines',
  'link',
  'merchant',
  'months',
  'name',
  'note',
  'object',
  'package',
  'paid_rappen',
  'percent',
  'price_rappen',
  'rating',
  'reason',
  'recognised',
  'reference',
  'refund',
  'refunded',
  'report',
  'rest',
  'role',
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
  'url',
  'uses',
  'version',
];

describe('objects', () => {
  test('all kinds of objects have a German name and are found by it', () => {
    for (const kind of OBJECTS) {
      expect(objectLabel(`${kind}:7`)).toMatch(/^[A-Z][\w-]+.* 7$/);
      expect(objectLabel(kind)).toMatch(/^[A-Z]\S.*\S$/);
    }
    expect(objectOf('Konto 7')).toBe('account:7');
  });

  test.each([
    ['inserat:20447', 'Inserat 20447'],
    ['inserat', 'Inserat'],
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
  expect(spanProblem({ from: '2026-13-01', to: '2026-11-01' })).toMatch(/\S/);
  expect(spanProblem({ from: '2026-11-01', to: 'morgen' })).toMatch(/\S/);
});

test('values that are English in the database are said in German, none as a dash', () => {
  expect([
    figureText('role', 'partner_manager'),
    figureText('kind', 'club'),
    figureText('kind', 'revise'),
    figureText('kind', 'goodwill'),
    figureText('kind', 'unnamed'),
    figureText('asked_rappen', 9050),
    figureText('solo', true),
    figureText('until', '2026-11-20T13:00:00.000Z'),
    figureText('object', 'inserat:7'),
    figureText('bytes', 24_000_000),
    figureText('fields', 'titel, bild:2'),
    figureText('fields', ''),
    figureText('reason', 'konto_missbrauch'),
    figureText('reason', 'Geklärt am Telefon'),
    figureText('state', 'in_review'),
    figureText('startedBy', 'house'),
    figureText('thing', 'message'),
    figureText('credits', 0),
    figureText('before', undefined),
  ]).toEqual([
    'Partner',
    'Club',
    'Bitte überarbeiten',
    'Kulanz',
    'unnamed',
    'CHF 90.50',
    'ja',
    '20.11.2026, 14:00',
    'Inserat 7',
    '24 MB',
    'Titel, Bild 2',
    '–',
    'Missbrauch des Kontos',
    'Geklärt am Telefon',
    'In Prüfung',
    'Betrieb',
    'Nachricht',
    '0',
    '–',
  ]);
});

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
  expect(figureLines({}, { hold: 0, note: 'Am Telefon geklärt.' })).toEqual([
    'Notiz: Am Telefon geklärt.',
  ]);
  expect(figureLines({ note: 3 }, { note: 3 })).toEqual(['Nummer der Notiz: 3']);
  expect(figureLines({ object: 'account:3' }, {})).toEqual(['Worum: Konto 3']);
  expect(figureLines({ until: '' }, {})).toEqual(['Bis bisher: –']);
  expect(figureLines({}, { before: '', extra: 'topAd' })).toEqual(['Extra: TopAd']);
});

test('settings and drafts have their names, and are found by them [BOF-140]', () => {
  expect(objectLabel('setting:moderation')).toBe('Einstellung «Prüfung»');
  expect(objectOf('Einstellung «Prüfung»')).toBe('setting:moderation');
  expect(objectLabel('setting:new')).toBe('Einstellung new');
  expect(objectLabel('newsletter:draft-4')).toBe('Rundmail Entwurf 4');
  expect(objectLabel('newsletter:4')).toBe('Rundmail 4');
  expect(objectOf('Rundmail Entwurf 4')).toBe('newsletter:draft-4');
  expect(objectOf('Rundmail 4')).toBe('newsletter:4');
});
