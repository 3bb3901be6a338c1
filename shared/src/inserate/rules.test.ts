import { expect, test } from 'vitest';
import { phoneNumber } from '../kernel/phone.ts';
import { type Publishable, publishProblems, visibleLength } from './rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const good: Publishable = {
  inserat_typ: '1_week',
  name: 'Lena',
  titel: 'Ruhige Stunden am See',
  beschreibung: 'Gute Gespräche bei einem Glas Wein.',
  telefon: '079 123 45 67',
  cantons: ['ZH'],
  categories: [1],
  offerings: [],
  whatsapp_erlaubt: false,
  whatsapp: '',
  homepage: '',
  strasse_und_nummer: '',
  adressezusatz: '',
  postleitzahl: '',
  ort: '',
  land: 'Schweiz',
  push_times: [],
  date_time_pushes: [],
  story_posted: false,
  auto_extend: false,
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
};
const problems = (changes: Partial<Publishable>, more: Partial<Parameters<typeof publishProblems>[1]> = {}) =>
  publishProblems({ ...good, ...changes }, { now: NOW, ...more });

test('EDI-46 EDI-47 EDI-48 a complete ad has no problems', () => {
  expect(problems({})).toEqual({});
});

test.each<[string, Partial<Publishable>, Record<string, string>]>([
  ['EDI-46 CON-43 ERR-079 no name', { name: '' }, { name: 'Dieses Feld ist erforderlich' }],
  ['EDI-46 CON-43 ERR-080 a name of 2', { name: 'Le' }, { name: 'Mindestens 3 Zeichen erforderlich' }],
  ['EDI-46 CON-43 a name of 3', { name: 'Ida' }, {}],
  ['EDI-46 CON-43 a name of 20', { name: 'x'.repeat(20) }, {}],
  ['EDI-46 CON-43 ERR-081 a name of 21', { name: 'x'.repeat(21) }, { name: 'Maximal 20 Zeichen erlaubt' }],
  ['EDI-46 people count characters, not bytes', { name: '👩🏽‍🦰Zoë' }, {}],
  ['EDI-47 CON-44 ERR-080 a title of 2', { titel: 'ab' }, { titel: 'Mindestens 3 Zeichen erforderlich' }],
  ['EDI-47 CON-44 a title of 3', { titel: 'abc' }, {}],
  ['EDI-47 CON-44 a title of 100', { titel: 'x'.repeat(100) }, {}],
  ['EDI-47 CON-44 ERR-081 a title of 101', { titel: 'x'.repeat(101) }, { titel: 'Maximal 100 Zeichen erlaubt' }],
  ['EDI-48 ERR-083 no description', { beschreibung: '' }, { beschreibung: 'Die Beschreibung ist erforderlich' }],
  [
    'EDI-48 ERR-083 only markup',
    { beschreibung: '<p>&nbsp; </p>' },
    { beschreibung: 'Die Beschreibung ist erforderlich' },
  ],
  [
    'EDI-50 CON-45 9 visible',
    { beschreibung: 'a b c d e f g h i' },
    { beschreibung: 'Mindestens 10 Zeichen erforderlich' },
  ],
  [
    'EDI-50 markup does not count',
    { beschreibung: '<p>short</p>' },
    { beschreibung: 'Mindestens 10 Zeichen erforderlich' },
  ],
  ['EDI-50 CON-45 10 visible', { beschreibung: 'abcdefghij' }, {}],
  ['EDI-49 CON-45 5000', { beschreibung: 'x'.repeat(5000) }, {}],
  ['EDI-49 CON-45 ERR-081 5001', { beschreibung: 'x'.repeat(5001) }, { beschreibung: 'Maximal 5000 Zeichen erlaubt' }],
  ['EDI-58 ERR-079 no phone', { telefon: ' ' }, { telefon: 'Dieses Feld ist erforderlich' }],
  ['EDI-58 CON-46 ERR-082 5 digits', { telefon: '12345' }, { telefon: 'Ungültiges Format' }],
  ['EDI-58 CON-46 ERR-082 16 digits', { telefon: '+411234567890123' }, { telefon: 'Ungültiges Format' }],
  ['EDI-83 no region', { cantons: [] }, { cantons: 'Wähle mindestens eine Region' }],
  ['EDI-83 no category', { categories: [] }, { categories: 'Wähle mindestens eine Kategorie' }],
  [
    'EDI-97 a free ad cannot be planned',
    { inserat_typ: 'free', publish_option: 'Planen', publish_date: '2026-12-01', publish_time: '10:00' },
    { publish_option: 'Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.' },
  ],
  [
    'EDI-96 ERR-079 a plan without date and time',
    { publish_option: 'Planen' },
    { publish_date: 'Dieses Feld ist erforderlich', publish_time: 'Dieses Feld ist erforderlich' },
  ],
  [
    'EDI-96 ERR-082 an impossible date',
    { publish_option: 'Planen', publish_date: '2026-02-30', publish_time: '10:00' },
    { publish_date: 'Ungültiges Format' },
  ],
  [
    'EDI-96 ERR-082 an impossible time',
    { publish_option: 'Planen', publish_date: '2026-12-01', publish_time: '24:00' },
    { publish_time: 'Ungültiges Format' },
  ],
  [
    'EDI-96 yesterday',
    { publish_option: 'Planen', publish_date: '2026-11-19', publish_time: '10:00' },
    { publish_date: 'Dieser Zeitpunkt ist schon vorbei' },
  ],
  [
    'EDI-96 a minute ago, Swiss time',
    { publish_option: 'Planen', publish_date: '2026-11-20', publish_time: '12:59' },
    { publish_time: 'Dieser Zeitpunkt ist schon vorbei' },
  ],
  ['EDI-96 EDI-99 this minute', { publish_option: 'Planen', publish_date: '2026-11-20', publish_time: '13:00' }, {}],
  [
    'EDI-96 dates of "Sofort" mean nothing',
    { publish_option: 'Sofort', publish_date: 'gestern', publish_time: 'x' },
    {},
  ],
  ['INS-51 a forbidden offer in the name', { name: 'Lena AO' }, { name: expect.stringContaining('nicht erlaubt') }],
  ['INS-51 in the title', { titel: 'auch ohne Kondom' }, { titel: expect.stringContaining('nicht erlaubt') }],
  [
    'INS-51 in the description',
    { beschreibung: 'Ich komme zu dir. A.O. gerne.' },
    { beschreibung: expect.stringContaining('nicht erlaubt') },
  ],
])('%s', (_title, changes, expected) => {
  expect(problems(changes)).toEqual(expected);
});

test('EDI-83 unknown regions, categories and offerings are refused', () => {
  const known = { cantons: [{ id: 'ZH' }], categories: [{ id: 1 }], offerings: [{ id: 1 }] };
  expect(problems({ offerings: [1] }, { known })).toEqual({});
  const unknown = 'Diese Auswahl gibt es nicht mehr';
  expect(problems({ cantons: ['ZH', 'XX'], categories: [9], offerings: [2] }, { known })).toEqual({
    ...{ cantons: unknown, categories: unknown, offerings: unknown },
  });
});

test('EDI-96 a running ad is not asked for its start again', () => {
  const past = { publish_option: 'Planen', publish_date: '2026-11-01', publish_time: '10:00' } as const;
  expect(problems(past, { running: true })).toEqual({});
});

test.each([
  ['079 123 45 67', '+41791234567'],
  ['791234567', '+41791234567'],
  ['+41 79 123 45 67', '+41791234567'],
  ['+41 079 123 45 67', '+41791234567'],
  ['0041 79 123 45 67', '+41791234567'],
  ['044 / 123.45-67', '+41441234567'],
  ['+49 (0)151 12345678', '+4915112345678'],
  ['12345', null],
  ['+41 79 123 45 67 89', null],
  ['079 123 45 6a', null],
  ['Ruf an: 079 123 45 67', null],
  ['٠٧٩١٢٣٤٥٦٧', null],
  ['', null],
])('EDI-58 EDI-66 EDI-69 EDI-71 CON-46 the number "%s" is kept as %s', (typed, kept) => {
  expect(phoneNumber(typed)).toBe(kept);
});

test('EDI-50 visible characters are those that a reader sees', () => {
  expect(visibleLength('<h1>Hallo</h1> <p>Welt&nbsp;</p>\n')).toBe(9);
});
