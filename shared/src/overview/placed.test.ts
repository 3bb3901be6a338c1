import { expect, test } from 'vitest';
import type { Rating } from '../media/rules.ts';
import { showsNoPicture, suggestionFor, withoutPicturesText } from './placed.ts';

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
  ['with a daily push at that time', suggest({ push_times: ['18:00'] })],
  ['when the ad ends before', suggest({ end_at: '2026-11-20T17:00:00.000Z' })],
  ['of an ad that is not online', suggest({ inserat_status: 'geplant' })],
])('no push is suggested %s [EXP-25]', (_which, suggestion) => {
  expect(suggestion).toBeNull();
});
