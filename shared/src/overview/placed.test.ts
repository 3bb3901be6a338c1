import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import type { Rating } from '../media/rules.ts';
import { mayGoOn } from './excerpt-rules.ts';
import {
  ASK_AFTER_MS,
  SUGGESTIONS_OFF_MS,
  showsNoPicture,
  suggestionFor,
  withoutPicturesText,
} from './placed.ts';

const pictures = (...ratings: Rating[]) => ratings.map((rating) => ({ rating }));

test('a website shows no picture when all are rated above its limit, never without pictures [EXP-24]', () => {
  expect(showsNoPicture(pictures('erotisch', 'explizit'), 'jugendfrei')).toBe(true);
  expect(showsNoPicture(pictures('erotisch', 'explizit'), 'erotisch')).toBe(false);
  expect(showsNoPicture(pictures('jugendfrei', 'explizit'), 'jugendfrei')).toBe(false);
  expect(showsNoPicture([], 'jugendfrei')).toBe(false);
});

test.each([
  [0, pictures('erotisch'), null],
  [2, [], null],
  [
    2,
    pictures('erotisch', 'erotisch'),
    'Zwei Webseiten zeigen dieses Inserat ohne Bilder, weil alle Bilder «Erotisch» sind.',
  ],
  [
    1,
    pictures('explizit'),
    'Eine Webseite zeigt dieses Inserat ohne Bilder, weil das Bild «Explizit» ist.',
  ],
  [
    12,
    pictures('explizit', 'erotisch'),
    '12 Webseiten zeigen dieses Inserat ohne Bilder, weil alle Bilder «Erotisch» oder «Explizit» sind.',
  ],
])('%d websites without pictures are named with the reason [EXP-24]', (websites, shown, text) => {
  expect(withoutPicturesText(websites, shown)).toBe(text);
});

test.each([
  [3, 'Drei'],
  [4, 'Vier'],
  [5, 'Fünf'],
  [6, 'Sechs'],
  [7, 'Sieben'],
  [8, 'Acht'],
  [9, '9'],
])('%d websites are said as %s [EXP-24]', (websites, count) => {
  expect(withoutPicturesText(websites, pictures('jugendfrei'))).toBe(
    `${count} Webseiten zeigen dieses Inserat ohne Bilder, weil das Bild «Jugendfrei» ist.`,
  );
});

test('the page asks seven times within a minute; a «no» to suggestions counts 30 days [EXP-22, EXP-25]', () => {
  expect(ASK_AFTER_MS).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  expect(SUGGESTIONS_OFF_MS).toBe(30 * DAY_MS);
});

test('a description goes on only behind an excerpt that a long sign could have shortened [EXP-07]', () => {
  expect([144, 145, 160].map((length) => mayGoOn('x'.repeat(length)))).toEqual([false, true, true]);
});

/** 16:00 in Zurich. */
const AFTERNOON = new Date('2026-11-20T15:00:00Z');
const ad = {
  inserat_status: 'aktiv',
  end_at: '2026-12-20T15:00:00.000Z',
  push_times: [],
  date_time_pushes: [],
  imageSources: [{}],
} as unknown as Parameters<typeof suggestionFor>[0]['ad'];
const suggest = (
  changes: Partial<typeof ad> = {},
  { now = AFTERNOON, credits = 5, withoutPictures = 0 } = {},
) => suggestionFor({ ad: { ...ad, ...changes }, now, credits, withoutPictures, pushPrice: 5 });
const push = { kind: 'push', time: '18:00', price: 5 };

test('a picture is suggested before the rating, the rating before a push [EXP-25]', () => {
  expect(suggest({ imageSources: [] }, { withoutPictures: 1 })).toEqual({ kind: 'picture' });
  expect(suggest({}, { withoutPictures: 1 })).toEqual({ kind: 'rating' });
  expect(suggest()).toEqual({ ...push, date: '2026-11-20', tomorrow: false });
});

test('a push at another time or on another day is no reason against it [EXP-25]', () => {
  const planned = [
    { date: '2026-11-20', time: '17:00' },
    { date: '2026-11-21', time: '18:00' },
  ];
  for (const one of planned)
    expect(suggest({ date_time_pushes: [one] })).toMatchObject({ ...push, date: '2026-11-20' });
});

test.each([
  ['2026-11-20T16:30:00Z', '2026-11-20'],
  ['2026-11-20T16:31:00Z', '2026-11-21'],
  ['2026-11-20T22:59:00Z', '2026-11-21'],
])('a push suggested at %s is of %s at 18:00 [EXP-25]', (now, date) => {
  expect(suggest({}, { now: new Date(now) })).toMatchObject({ ...push, date });
});

test.each<[string, ReturnType<typeof suggest>]>([
  ['with four credits', suggest({}, { credits: 4 })],
  [
    'with that push planned already',
    suggest({ date_time_pushes: [{ date: '2026-11-20', time: '18:00' }] }),
  ],
  ['of an ad without an end', suggest({ end_at: null })],
  ['with a daily push at that time', suggest({ push_times: ['18:00'] })],
  ['when the ad ends before', suggest({ end_at: '2026-11-20T17:00:00.000Z' })],
  ['of an ad that is not online', suggest({ inserat_status: 'geplant' })],
])('no push is suggested %s [EXP-25]', (_which, suggestion) => {
  expect(suggestion).toBeNull();
});
