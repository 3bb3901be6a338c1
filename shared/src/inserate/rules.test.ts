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

const required = 'Dieses Feld ist erforderlich';
const address = { strasse_und_nummer: 'Seestrasse 1', postleitzahl: '8000', ort: 'Zürich', land: 'Schweiz' };

test.each<[string, Partial<Publishable>, Record<string, string>]>([
  ['EDI-74 a whole address', { adresse_anzeigen: true, ...address }, {}],
  [
    'EDI-74 EDI-75 EDI-77 EDI-83 shown and empty',
    { adresse_anzeigen: true },
    { strasse_und_nummer: required, postleitzahl: required, ort: required },
  ],
  ['EDI-78 shown without a country', { adresse_anzeigen: true, ...address, land: '' }, { land: required }],
  ['EDI-74 switched off nothing of it is asked', { adresse_anzeigen: false, ort: 'Z' }, {}],
  ['EDI-74 without a word an empty one is not shown', {}, {}],
  [
    'EDI-74 without a word half of one is asked whole',
    { ort: 'Zürich' },
    { strasse_und_nummer: required, postleitzahl: required },
  ],
  [
    'EDI-76 CON-48 too short and too long',
    { ...address, strasse_und_nummer: 'ab', postleitzahl: '12345678', ort: 'Z', adressezusatz: 'x'.repeat(101) },
    {
      strasse_und_nummer: 'Mindestens 3 Zeichen erforderlich',
      postleitzahl: 'Maximal 7 Zeichen erlaubt',
      ort: 'Mindestens 2 Zeichen erforderlich',
      adressezusatz: 'Maximal 100 Zeichen erlaubt',
    },
  ],
  ['EDI-56 WhatsApp without a number', { whatsapp_erlaubt: true }, { whatsapp: required }],
  ['EDI-56 WhatsApp with no number', { whatsapp_erlaubt: true, whatsapp: '12' }, { whatsapp: 'Ungültiges Format' }],
  ['EDI-56 WhatsApp with one', { whatsapp_erlaubt: true, whatsapp: '079 123 45 67' }, {}],
  ['EDI-57 WhatsApp switched off', { whatsapp: '12' }, {}],
  ['EDI-62 a homepage without https', { homepage: 'http://example.ch' }, { homepage: 'Ungültiges Format' }],
  [
    'EDI-98 a free ad that renews itself',
    { inserat_typ: 'free', auto_extend: true },
    { auto_extend: 'Automatisch reaktivieren gehört zu Premium.' },
  ],
  ['EDI-99 EDI-100 a premium ad that renews itself', { auto_extend: true }, {}],
  [
    'EDI-87 a daily time twice',
    { push_times: ['12:00', '12:00'] },
    { push_times: 'Dieser Zeitpunkt steht zweimal da' },
  ],
  ['EDI-85 a time of no day', { push_times: ['24:00'] }, { push_times: 'Ungültiges Format' }],
])('%s', (_title, changes, expected) => {
  expect(problems(changes)).toEqual(expected);
});

test('MED-23 MED-24 a story that is posted needs a title', () => {
  const lacks = { story_title: 'Die Story braucht einen Titel' };
  const untitled = [{ story_posted: true }, { story_posted: true, story_title: '' }];
  expect(untitled.map((story) => problems(story, { images: 1 }))).toEqual([lacks, lacks]);
  expect(problems({ story_posted: false, story_title: '' }, { images: 1 })).toEqual({});
});

test('MED-24 INS-34 a story needs a picture', () => {
  const story = { story_posted: true, story_title: 'Heute am See' };
  expect(problems(story, { images: 0 })).toEqual({
    story_posted: 'Für eine Story braucht das Inserat mindestens ein Bild.',
  });
  expect([problems(story, { images: 1 }), problems(story), problems({}, { images: 0 })]).toEqual([{}, {}, {}]);
});

const slots = (...texts: string[]) => texts.map((text) => ({ date: text.slice(0, 10), time: text.slice(11) }));
const planned = { publish_option: 'Planen', publish_date: '2026-11-25', publish_time: '08:00' } as const;
const [past, before, beyond] = [
  { date_time_pushes: 'Dieser Zeitpunkt ist schon vorbei' },
  { date_time_pushes: 'Dieser Push läge vor dem Start des Inserats' },
  { date_time_pushes: 'Dieser Push läge nach dem Ende des Inserats' },
];

test.each<[string, string[], Partial<Publishable>, object, object]>([
  ['EDI-90 a minute ago', ['2026-11-20 12:59'], {}, {}, past],
  ['EDI-90 this very instant', ['2026-11-20 13:00'], {}, {}, past],
  ['EDI-90 in a minute', ['2026-11-20 13:01'], {}, {}, {}],
  ['EDI-91 the same twice', ['2026-11-21 12:00', '2026-11-21 12:00'], {}, {}, { date_time_pushes: expect.any(String) }],
  ['EDI-89 a moment before the start', ['2026-11-25 07:59'], planned, {}, before],
  ['EDI-89 at the start', ['2026-11-25 08:00'], planned, {}, {}],
  ['EDI-89 in the last minute', ['2026-12-02 07:59'], planned, {}, {}],
  ['EDI-89 at the end', ['2026-12-02 08:00'], planned, {}, beyond],
  ['EDI-89 a week from now', ['2026-11-27 13:00'], {}, {}, beyond],
  [
    'EDI-89 after the end of a running booking',
    ['2026-11-22 13:00'],
    {},
    { running: true, end: new Date(+NOW + 2 * 86_400_000) },
    beyond,
  ],
  [
    'EDI-89 ordered before and past',
    ['2026-11-19 12:00'],
    {},
    { running: true, ordered: slots('2026-11-19 12:00') },
    {},
  ],
  [
    'EDI-89 ordered before, but the start was moved behind it',
    ['2026-11-24 12:00'],
    planned,
    { ordered: slots('2026-11-24 12:00') },
    before,
  ],
  ['EDI-89 no day of the calendar', ['2026-02-30 12:00'], {}, {}, { date_time_pushes: 'Ungültiges Format' }],
  ['EDI-89 no time of the day', ['2026-11-21 25:00'], {}, {}, { date_time_pushes: 'Ungültiges Format' }],
])('%s', (_title, texts, changes, circumstances, expected) => {
  expect(problems({ ...changes, date_time_pushes: slots(...texts) }, circumstances)).toEqual(expected);
});
