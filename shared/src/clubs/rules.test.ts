import { expect, test } from 'vitest';
import {
  MAX_OPENINGS,
  type OpeningHours,
  OVERLAPPING,
  openingProblem,
} from '../kernel/opening-hours.ts';
import { draftProblem, fieldTexts } from '../kernel/text.ts';
import { FORBIDDEN_OFFER_TEXT } from '../moderation/rules.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { PRICES } from '../testing/prices.ts';
import { content } from './contract.ts';
import { type ClubWish, clubProblems } from './problems.ts';
import { clubPrice, clubTexts } from './rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const CANTONS = [{ id: 'ZH' }, { id: 'BE' }];
const WHOLE: ClubWish = {
  club_name: 'Haus Linde',
  titel: 'Bar und Räume',
  beschreibung: 'Ruhige Räume mit einer kleinen Bar.',
  vollstaendiger_name: 'Lena Linde',
  telefon: '079 123 45 67',
  homepage: 'haus-linde.example',
  strasse_und_nummer: 'Lindenweg 3',
  postleitzahl: '8001',
  ort: 'Zürich',
  canton: 'ZH',
  oeffnungszeiten: [],
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
};
const problems = (changes: Partial<ClubWish>, more: { monate?: number; running?: boolean } = {}) =>
  clubProblems({ ...WHOLE, ...changes }, { now: NOW, monate: 1, cantons: CANTONS, ...more });

test('a month costs 50 credits, up to twelve [CLU-07]', () => {
  expect(Array.from({ length: 12 }, (_, n) => clubPrice(PRICES.clubs, n + 1))).toEqual(
    Array.from({ length: 12 }, (_, n) => 50 * (n + 1)),
  );
});

test('a whole entry has no problems, also without homepage and opening hours [CLU-07]', () => {
  expect(problems({})).toEqual({});
  expect(problems({ homepage: '' })).toEqual({});
});

const { homepage: _optional, telefon: _number, ...rest } = content;
const texts = Object.entries(rest).flatMap(([name, field]) =>
  'length' in field ? [[name, field.length] as const] : [],
);

test.each(nonEmpty(texts))(
  '%s keeps to its bounds %o [CLU-07, ERR-079, ERR-080, ERR-081]',
  (field, { min, max }) => {
    const of = (length: number) => problems({ [field]: 'a'.repeat(length) })[field];
    expect([of(0), of(min - 1), of(min), of(max), of(max + 1)]).toEqual([
      ...[
        fieldTexts.required,
        fieldTexts.tooShort(min),
        undefined,
        undefined,
        fieldTexts.tooLong(max),
      ],
    ]);
    expect(draftProblem('a'.repeat(max), max)).toBeNull();
    expect(draftProblem('', max)).toBeNull();
    expect(draftProblem('a'.repeat(max + 1), max)).toBe(fieldTexts.tooLong(max));
    expect(draftProblem('a\u0000', max)).toBe(fieldTexts.format);
  },
);

test('visible texts offer nothing forbidden; the contact is hidden [CLU-07, INS-51]', () => {
  const text = 'Alles ohne Kondom';
  for (const field of ['club_name', 'titel', 'beschreibung'] as const)
    expect(problems({ [field]: text })).toEqual({ [field]: FORBIDDEN_OFFER_TEXT });
  expect(problems({ vollstaendiger_name: text })).toEqual({});
});

test('phone, homepage, canton and months [CLU-07]', () => {
  expect(problems({ telefon: '' })).toEqual({ telefon: fieldTexts.required });
  expect(problems({ telefon: '12345' })).toEqual({ telefon: fieldTexts.format });
  expect(problems({ homepage: 'http://haus-linde.example' })).toEqual({
    homepage: 'Bitte gib eine Adresse mit https:// an.',
  });
  // With the https:// that is put before it, it must fit too.
  expect(problems({ homepage: `haus-linde.example/${'a'.repeat(180)}` })).toEqual({
    homepage: fieldTexts.tooLong(200),
  });
  expect([problems({ canton: '' }), problems({ canton: 'XX' })]).toEqual([
    { canton: clubTexts.canton },
    { canton: clubTexts.canton },
  ]);
  for (const monate of [1, 12]) expect(problems({}, { monate })).toEqual({});
  for (const monate of [0, 13])
    expect(problems({}, { monate })).toEqual({ monate: clubTexts.months });
});

test('months are checked only when some are ordered, the canton only against known ones [CLU-07]', () => {
  expect(clubProblems({ ...WHOLE, canton: 'XX' }, { now: NOW })).toEqual({});
  expect(clubProblems({ ...WHOLE, canton: '' }, { now: NOW })).toEqual({
    canton: clubTexts.canton,
  });
});

test('a planned start must lie ahead, unless the club has begun [CLU-12]', () => {
  const late = {
    publish_option: 'Planen',
    publish_date: '2026-11-20',
    publish_time: '12:59',
  } as const;
  expect(Object.keys(problems(late))).toEqual(['publish_time']);
  expect(problems(late, { running: true })).toEqual({});
  expect(problems({ ...late, publish_time: '13:01' })).toEqual({});
});

/** `Mo 10:00-12:00` */
const openings = (...spans: string[]): OpeningHours[] =>
  spans.map((span) => {
    const [day, from] = span.split(' ') as [string, string];
    const [von, bis] = from.split('-') as [string, string];
    return { tag: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'].indexOf(day) + 1, von, bis };
  });

test.each([
  [[]],
  [['Mo 10:00-12:00', 'Mo 12:00-14:00']],
  [['Mo 10:00-02:00', 'Di 02:00-05:00']],
  [['So 20:00-04:00', 'Mo 04:00-08:00']],
  [['Mo 00:00-00:00', 'Di 00:00-00:00', 'So 00:00-00:00']],
  [['Sa 22:00-06:00', 'So 06:00-06:00']],
  [['Mo 08:00-08:00']],
  [['Di 10:00-12:00', 'Mo 10:00-12:00']],
])('opening hours %j stand beside each other [CLU-07]', (spans) => {
  expect(openingProblem(openings(...spans))).toBeNull();
});

test.each([
  [['Mo 10:00-12:00', 'Mo 11:59-14:00']],
  [['Mo 10:00-11:30', 'Mo 11:20-12:00']],
  [['Mo 10:00-12:00', 'Mo 10:00-12:00']],
  [['Mo 20:00-03:00', 'Di 02:00-05:00']],
  [['So 20:00-04:00', 'Mo 03:59-08:00']],
  [['Mo 03:00-08:00', 'So 20:00-04:00']],
  [['Mo 00:00-00:00', 'Mo 10:00-12:00']],
  [['So 12:00-12:00', 'Mo 11:00-13:00']],
])('opening hours %j meet, also after midnight and from Sunday to Monday [CLU-07]', (spans) => {
  expect(openingProblem(openings(...spans))).toBe(OVERLAPPING);
});

test('opening hours need a weekday and two times, at most two a day [CLU-07]', () => {
  const span = { tag: 1, von: '10:00', bis: '12:00' };
  for (const wrong of [
    { tag: 0 },
    { tag: 8 },
    { von: '' },
    { bis: '24:00' },
    { von: '10:60' },
    { bis: '9:00' },
  ])
    expect(openingProblem([{ ...span, ...wrong }])).toBe(fieldTexts.format);
  const daily = [1, 2, 3, 4, 5, 6, 7].flatMap((tag) => [
    { ...span, tag },
    { ...span, tag, von: '14:00', bis: '18:00' },
  ]);
  expect(daily).toHaveLength(MAX_OPENINGS);
  expect(openingProblem(daily)).toBeNull();
  expect(openingProblem([...daily, { ...span, von: '20:00', bis: '21:00' }])).toBe(
    fieldTexts.format,
  );
});
