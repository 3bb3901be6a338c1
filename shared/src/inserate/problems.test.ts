import { expect, test } from 'vitest';
import { phoneNumber } from '../kernel/phone.ts';
import { type Publishable, publishProblems, visibleLength } from './problems.ts';

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
  sprachen: [],
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
const problems = (
  changes: Partial<Publishable>,
  more: Partial<Parameters<typeof publishProblems>[1]> = {},
) => publishProblems({ ...good, ...changes }, { now: NOW, ...more });

test('a complete ad has no problems [EDI-46, EDI-47, EDI-48]', () => {
  expect(problems({})).toEqual({});
});

test.each<[string, Partial<Publishable>, Record<string, string>]>([
  ['no name [EDI-46, CON-43, ERR-079]', { name: '' }, { name: 'Dieses Feld ist erforderlich' }],
  [
    'a name of 2 [EDI-46, CON-43, ERR-080]',
    { name: 'Le' },
    { name: 'Mindestens 3 Zeichen erforderlich' },
  ],
  ['a name of 3 [EDI-46, CON-43]', { name: 'Ida' }, {}],
  ['a name of 20 [EDI-46, CON-43]', { name: 'x'.repeat(20) }, {}],
  [
    'a name of 21 [EDI-46, CON-43, ERR-081]',
    { name: 'x'.repeat(21) },
    { name: 'Maximal 20 Zeichen erlaubt' },
  ],
  ['people count characters, not bytes [EDI-46]', { name: '👩🏽‍🦰Zoë' }, {}],
  [
    'a title of 2 [EDI-47, CON-44, ERR-080]',
    { titel: 'ab' },
    { titel: 'Mindestens 3 Zeichen erforderlich' },
  ],
  ['a title of 3 [EDI-47, CON-44]', { titel: 'abc' }, {}],
  ['a title of 100 [EDI-47, CON-44]', { titel: 'x'.repeat(100) }, {}],
  [
    'a title of 101 [EDI-47, CON-44, ERR-081]',
    { titel: 'x'.repeat(101) },
    { titel: 'Maximal 100 Zeichen erlaubt' },
  ],
  [
    'no description [EDI-48, ERR-083]',
    { beschreibung: '' },
    { beschreibung: 'Die Beschreibung ist erforderlich' },
  ],
  [
    'only markup [EDI-48, ERR-083]',
    { beschreibung: '<p>&nbsp; </p>' },
    { beschreibung: 'Die Beschreibung ist erforderlich' },
  ],
  [
    '9 visible [EDI-50, CON-45]',
    { beschreibung: 'a b c d e f g h i' },
    { beschreibung: 'Mindestens 10 Zeichen erforderlich' },
  ],
  [
    'markup does not count [EDI-50]',
    { beschreibung: '<p>short</p>' },
    { beschreibung: 'Mindestens 10 Zeichen erforderlich' },
  ],
  ['10 visible [EDI-50, CON-45]', { beschreibung: 'abcdefghij' }, {}],
  ['5000 [EDI-49, CON-45]', { beschreibung: 'x'.repeat(5000) }, {}],
  [
    '5001 [EDI-49, CON-45, ERR-081]',
    { beschreibung: 'x'.repeat(5001) },
    { beschreibung: 'Maximal 5000 Zeichen erlaubt' },
  ],
  ['no phone [EDI-58, ERR-079]', { telefon: ' ' }, { telefon: 'Dieses Feld ist erforderlich' }],
  ['5 digits [EDI-58, CON-46, ERR-082]', { telefon: '12345' }, { telefon: 'Ungültiges Format' }],
  [
    '16 digits [EDI-58, CON-46, ERR-082]',
    { telefon: '+411234567890123' },
    { telefon: 'Ungültiges Format' },
  ],
  ['no region [EDI-83]', { cantons: [] }, { cantons: 'Wähle mindestens eine Region' }],
  ['no category [EDI-83]', { categories: [] }, { categories: 'Wähle mindestens eine Kategorie' }],
  [
    'a free ad cannot be planned [EDI-97]',
    {
      inserat_typ: 'free',
      publish_option: 'Planen',
      publish_date: '2026-12-01',
      publish_time: '10:00',
    },
    { publish_option: 'Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.' },
  ],
  [
    'a plan without date and time [EDI-96, ERR-079]',
    { publish_option: 'Planen' },
    { publish_date: 'Dieses Feld ist erforderlich', publish_time: 'Dieses Feld ist erforderlich' },
  ],
  [
    'an impossible date [EDI-96, ERR-082]',
    { publish_option: 'Planen', publish_date: '2026-02-30', publish_time: '10:00' },
    { publish_date: 'Ungültiges Format' },
  ],
  [
    'an impossible time [EDI-96, ERR-082]',
    { publish_option: 'Planen', publish_date: '2026-12-01', publish_time: '24:00' },
    { publish_time: 'Ungültiges Format' },
  ],
  [
    'yesterday [EDI-96]',
    { publish_option: 'Planen', publish_date: '2026-11-19', publish_time: '10:00' },
    { publish_date: 'Dieser Zeitpunkt ist schon vorbei' },
  ],
  [
    'a minute ago, Swiss time [EDI-96]',
    { publish_option: 'Planen', publish_date: '2026-11-20', publish_time: '12:59' },
    { publish_time: 'Dieser Zeitpunkt ist schon vorbei' },
  ],
  [
    'this minute [EDI-96, EDI-99]',
    { publish_option: 'Planen', publish_date: '2026-11-20', publish_time: '13:00' },
    {},
  ],
  [
    'dates of "Sofort" mean nothing [EDI-96]',
    { publish_option: 'Sofort', publish_date: 'gestern', publish_time: 'x' },
    {},
  ],
  [
    'a forbidden offer in the name [INS-51]',
    { name: 'Lena AO' },
    { name: expect.stringContaining('nicht erlaubt') },
  ],
  [
    'in the title [INS-51]',
    { titel: 'auch ohne Kondom' },
    { titel: expect.stringContaining('nicht erlaubt') },
  ],
  [
    'in the description [INS-51]',
    { beschreibung: 'Ich komme zu dir. A.O. gerne.' },
    { beschreibung: expect.stringContaining('nicht erlaubt') },
  ],
])('%s', (_title, changes, expected) => {
  expect(problems(changes)).toEqual(expected);
});

test('unknown regions, categories and offerings are refused [EDI-83]', () => {
  const known = { cantons: [{ id: 'ZH' }], categories: [{ id: 1 }], offerings: [{ id: 1 }] };
  expect(problems({ offerings: [1] }, { known })).toEqual({});
  expect(problems({}, { known: { ...known, categories: [{ id: 2 }, { id: 1 }] } })).toEqual({});
  const unknown = 'Diese Auswahl gibt es nicht mehr';
  expect(problems({ cantons: ['ZH', 'XX'], categories: [9], offerings: [2] }, { known })).toEqual({
    cantons: unknown,
    categories: unknown,
    offerings: unknown,
  });
});

test('a running ad is not asked for its start again [EDI-96]', () => {
  const past = {
    publish_option: 'Planen',
    publish_date: '2026-11-01',
    publish_time: '10:00',
  } as const;
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
])('the number "%s" is kept as %s [EDI-58, EDI-66, EDI-69, EDI-71, CON-46]', (typed, kept) => {
  expect(phoneNumber(typed)).toBe(kept);
});

test('visible characters are those that a reader sees [EDI-50]', () => {
  expect(visibleLength('<h1>Hallo</h1> <p>Welt&nbsp;</p>\n')).toBe(9);
});

const required = 'Dieses Feld ist erforderlich';
const address = {
  strasse_und_nummer: 'Seestrasse 1',
  postleitzahl: '8000',
  ort: 'Zürich',
  land: 'Schweiz',
};

test.each<[string, Partial<Publishable>, Record<string, string>]>([
  ['a whole address [EDI-74]', { adresse_anzeigen: true, ...address }, {}],
  [
    'shown and empty [EDI-74, EDI-75, EDI-77, EDI-83]',
    { adresse_anzeigen: true },
    { strasse_und_nummer: required, postleitzahl: required, ort: required },
  ],
  [
    'shown without a country [EDI-78]',
    { adresse_anzeigen: true, ...address, land: '' },
    { land: required },
  ],
  ['switched off nothing of it is asked [EDI-74]', { adresse_anzeigen: false, ort: 'Z' }, {}],
  ['without a word nothing of it is asked [EDI-74, EXP-51]', { ort: 'Z' }, {}],
  [
    'with the place alone no street [EDI-76, EDI-77, EXP-51]',
    { ort_anzeigen: true, land: '' },
    { postleitzahl: required, ort: required },
  ],
  [
    'hours without a day [EXP-57]',
    { erreichbar: { zeiten: [{ tage: [], von: '10:00', bis: '22:00' }], nach_absprache: false } },
    { erreichbar: 'Wähle mindestens einen Tag' },
  ],
  [
    'too short and too long [EDI-76, CON-48]',
    {
      adresse_anzeigen: true,
      ...address,
      strasse_und_nummer: 'ab',
      postleitzahl: '12345678',
      ort: 'Z',
      adressezusatz: 'x'.repeat(101),
    },
    {
      strasse_und_nummer: 'Mindestens 3 Zeichen erforderlich',
      postleitzahl: 'Maximal 7 Zeichen erlaubt',
      ort: 'Mindestens 2 Zeichen erforderlich',
      adressezusatz: 'Maximal 100 Zeichen erlaubt',
    },
  ],
  ['WhatsApp without a number [EDI-56]', { whatsapp_erlaubt: true }, { whatsapp: required }],
  [
    'WhatsApp with no number [EDI-56]',
    { whatsapp_erlaubt: true, whatsapp: '12' },
    { whatsapp: 'Ungültiges Format' },
  ],
  ['WhatsApp with one [EDI-56]', { whatsapp_erlaubt: true, whatsapp: '+41 79 123 45 67' }, {}],
  [
    'WhatsApp without + or 00 [EDI-59, FIX-31]',
    { whatsapp_erlaubt: true, whatsapp: '079 123 45 67' },
    { whatsapp: 'Ungültiges Format' },
  ],
  ['WhatsApp switched off [EDI-57]', { whatsapp: '12' }, {}],
  [
    'a homepage without https [EDI-62]',
    { homepage: 'http://example.ch' },
    { homepage: 'Bitte gib eine Adresse mit https:// an.' },
  ],
  [
    'a free ad that renews itself [EDI-98]',
    { inserat_typ: 'free', auto_extend: true },
    { auto_extend: 'Automatisch reaktivieren gehört zu Premium.' },
  ],
  ['a premium ad that renews itself [EDI-99, EDI-100]', { auto_extend: true }, {}],
  [
    'a daily time twice [EDI-87]',
    { push_times: ['12:00', '12:00'] },
    { push_times: 'Dieser Zeitpunkt steht zweimal da' },
  ],
  ['a time of no day [EDI-85]', { push_times: ['24:00'] }, { push_times: 'Ungültiges Format' }],
])('%s', (_title, changes, expected) => {
  expect(problems(changes)).toEqual(expected);
});

test('a story that is posted needs a title [MED-23, MED-24]', () => {
  const lacks = { story_title: 'Die Story braucht einen Titel' };
  const untitled = [{ story_posted: true }, { story_posted: true, story_title: '' }];
  expect(untitled.map((story) => problems(story, { images: 1 }))).toEqual([lacks, lacks]);
  expect(problems({ story_posted: false, story_title: '' }, { images: 1 })).toEqual({});
});

test('a story needs a picture [INS-34]', () => {
  const story = { story_posted: true, story_title: 'Heute am See' };
  expect(problems(story, { images: 0 })).toEqual({
    story_posted: 'Für eine Story braucht das Inserat mindestens ein Bild.',
  });
  expect([problems(story, { images: 1 }), problems(story), problems({}, { images: 0 })]).toEqual([
    {},
    {},
    {},
  ]);
  expect(problems(story, { images: 0, hasStory: true })).toEqual({});
  // An ad that comes back as it was is checked without its pictures.
  expect(problems({ story_posted: true })).toEqual({});
  expect(problems({ ...story, story_title: 'Heute AO' })).toEqual({
    story_title: expect.stringContaining('nicht erlaubt'),
  });
});

test('a free ad has no videos, a premium ad two [MED-19, MED-20]', () => {
  const premiumOnly = { inserat_typ: 'Videos gehören zu Premium. Lösche sie oder wähle Premium.' };
  expect([0, 1].map((videos) => problems({ inserat_typ: 'free' }, { videos }))).toEqual([
    {},
    premiumOnly,
  ]);
  expect([2, 3].map((videos) => problems({}, { videos }))).toEqual([{}, premiumOnly]);
});

const slots = (...texts: string[]) =>
  texts.map((text) => ({ date: text.slice(0, 10), time: text.slice(11) }));
const planned = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:00',
} as const;
const [past, before, beyond] = [
  { date_time_pushes: 'Dieser Zeitpunkt ist schon vorbei' },
  { date_time_pushes: 'Dieser Push läge vor dem Start des Inserats' },
  { date_time_pushes: 'Dieser Push läge nach dem Ende des Inserats' },
];

test.each<[string, string[], Partial<Publishable>, object, object]>([
  ['a minute ago [EDI-90]', ['2026-11-20 12:59'], {}, {}, past],
  ['this very instant [EDI-90]', ['2026-11-20 13:00'], {}, {}, past],
  ['in a minute [EDI-90]', ['2026-11-20 13:01'], {}, {}, {}],
  [
    'the same twice [EDI-91]',
    ['2026-11-21 12:00', '2026-11-21 12:00'],
    {},
    {},
    { date_time_pushes: expect.any(String) },
  ],
  ['two different ones [EDI-91]', ['2026-11-21 12:00', '2026-11-21 12:01'], {}, {}, {}],
  [
    'before the date of "Sofort", which means nothing [EDI-89]',
    ['2026-11-21 12:00'],
    { ...planned, publish_option: 'Sofort' },
    {},
    {},
  ],
  [
    'before the start of an ad that is online already [EDI-89]',
    ['2026-11-21 12:00'],
    planned,
    { running: true, end: new Date(+NOW + 2 * 86_400_000) },
    {},
  ],
  ['a moment before the start [EDI-89]', ['2026-11-25 07:59'], planned, {}, before],
  ['at the start [EDI-89]', ['2026-11-25 08:00'], planned, {}, {}],
  ['in the last minute [EDI-89]', ['2026-12-02 07:59'], planned, {}, {}],
  ['at the end [EDI-89]', ['2026-12-02 08:00'], planned, {}, beyond],
  ['a week from now [EDI-89]', ['2026-11-27 13:00'], {}, {}, beyond],
  [
    'after the end of a running booking [EDI-89]',
    ['2026-11-22 13:00'],
    {},
    { running: true, end: new Date(+NOW + 2 * 86_400_000) },
    beyond,
  ],
  [
    'ordered before and past [EDI-89]',
    ['2026-11-19 12:00'],
    {},
    { running: true, ordered: slots('2026-11-19 12:00') },
    {},
  ],
  [
    'ordered before, but the start was moved behind it [EDI-89]',
    ['2026-11-24 12:00'],
    planned,
    { ordered: slots('2026-11-24 12:00') },
    before,
  ],
  [
    'no day of the calendar [EDI-89]',
    ['2026-02-30 12:00'],
    {},
    {},
    { date_time_pushes: 'Ungültiges Format' },
  ],
  [
    'no time of the day [EDI-89]',
    ['2026-11-21 25:00'],
    {},
    {},
    { date_time_pushes: 'Ungültiges Format' },
  ],
])('%s', (_title, texts, changes, circumstances, expected) => {
  expect(problems({ ...changes, date_time_pushes: slots(...texts) }, circumstances)).toEqual(
    expected,
  );
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(+NOW + hours * HOUR);
const unpaid = { paid: false, until: null };
const [topAd, story] = [
  { top_ad_enabled: true },
  { story_posted: true, story_title: 'Heute am See' },
];

/** Of a running ad that ends in so many hours. */
const promoted = (
  ad: Partial<Publishable>,
  hours: number,
  more: Partial<Record<'topAd' | 'story', object>> = {},
) => {
  const before = { topAd: unpaid, story: unpaid, ...more } as Record<
    'topAd' | 'story',
    typeof unpaid
  >;
  return problems(ad, { running: true, end: inHours(hours), promoted: before });
};

test('in a running ad TopAd and story are sold whole, or not in the editor [EXP-60, EXP-61]', () => {
  expect([promoted({ ...topAd, ...story }, 24), promoted({}, 8)]).toEqual([{}, {}]);
  expect(promoted(topAd, 8)).toEqual({
    top_ad_enabled:
      'TopAd liefe nur noch 8 Stunden. Schalte «Automatisch reaktivieren» ein, oder buche TopAd in der Liste deiner Inserate.',
  });
  expect(promoted(story, 1.5)).toEqual({
    story_posted:
      'Story liefe nur noch 1 Stunde. Schalte «Automatisch reaktivieren» ein, oder buche Story in der Liste deiner Inserate.',
  });
  expect(promoted({ ...topAd, auto_extend: true }, 8)).toEqual({});
});

test('a free ad cannot renew itself, so its editor names the list alone [EXP-61]', () => {
  expect(promoted({ ...topAd, inserat_typ: 'free' }, 8)).toEqual({
    top_ad_enabled: 'TopAd liefe nur noch 8 Stunden. Buche TopAd in der Liste deiner Inserate.',
  });
});

test('with less than an hour left neither is sold [EXP-60]', () => {
  expect(promoted({ ...topAd, ...story }, 0.5)).toEqual({
    top_ad_enabled: 'Die Laufzeit reicht nicht mehr für TopAd.',
    story_posted: 'Die Laufzeit reicht nicht mehr für eine Story.',
  });
});

test('one that runs is followed by the next, one that is over is not [EXP-60]', () => {
  const until = (hours: number) => ({ topAd: { paid: false, until: inHours(hours) } });
  expect(promoted(topAd, 34, until(10))).toEqual({});
  expect(promoted(topAd, 33, until(10)).top_ad_enabled).toContain('nur noch 23 Stunden');
  expect(promoted(topAd, 10, until(10))).toEqual({
    top_ad_enabled: 'TopAd läuft schon bis 20.11., 23:00. Mehr passt nicht in die Laufzeit.',
  });
  expect(promoted(topAd, 24, until(-1))).toEqual({});
  expect(promoted(topAd, 0.5, until(0))).toEqual({
    top_ad_enabled: 'Die Laufzeit reicht nicht mehr für TopAd.',
  });
});

test('one that is paid for, or is ordered with a new run, has room [EXP-60]', () => {
  const paid = { paid: true, until: inHours(1) };
  expect(promoted({ ...topAd, ...story }, 0.5, { topAd: paid, story: paid })).toEqual({});
  expect(promoted({ ...topAd, ...story }, 0.5, { topAd: paid })).toEqual({
    story_posted: expect.any(String),
  });
  const before = { topAd: unpaid, story: unpaid };
  expect(problems(topAd, { end: inHours(0.5), promoted: before })).toEqual({});
  expect(problems(topAd, { running: true, promoted: before })).toEqual({});
  expect(problems(topAd, { running: true, end: inHours(0.5) })).toEqual({});
});
