import { expect, test } from 'vitest';
import {
  ACCOUNT_QUOTA_BYTES,
  contentOf,
  DEFAULT_RATING,
  hasStoryMedia,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_VIDEO_BYTES,
  MAX_VIDEO_SECONDS,
  PLACES,
  RATINGS,
  ratingsBetween,
  ratingsUpTo,
  reachOf,
  sizeProblem,
  stricterOf,
  UPLOAD_IDLE_MS,
  UPLOAD_LIVES_MS,
  VIDEO_ENDINGS,
  VIDEO_STATES,
  willShow,
} from './rules.ts';

test('a picture has at most 10 MiB, a video 400 MiB, an account 4 GiB [CON-53, CON-56, MED-18]', () => {
  expect([MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, ACCOUNT_QUOTA_BYTES]).toEqual([
    10_485_760, 419_430_400, 4_294_967_296,
  ]);
});

test('a video lasts at most 10 minutes, an upload rests for 15 minutes and lives for a day', () => {
  expect([MAX_VIDEO_SECONDS, UPLOAD_IDLE_MS, UPLOAD_LIVES_MS]).toEqual([600, 900_000, 86_400_000]);
});

test('the chooser offers the endings of videos [MED-17]', () => {
  expect(VIDEO_ENDINGS.join(' ')).toBe('.mp4 .mov .wmv .avi .mkv .mpeg .m2v .mp2 .mp3');
});

test('media belong to an ad or its story, and videos have four states [MED-25]', () => {
  expect(PLACES).toEqual(['inserat', 'story']);
  expect(VIDEO_STATES).toEqual(['wartet', 'laeuft', 'bereit', 'gescheitert']);
});

test('a website that accepts a rating accepts the milder ones', () => {
  expect(RATINGS.map(ratingsUpTo)).toEqual([
    ['jugendfrei'],
    ['jugendfrei', 'erotisch'],
    ['jugendfrei', 'erotisch', 'explizit'],
  ]);
  expect(RATINGS).toContain(DEFAULT_RATING);
  expect(DEFAULT_RATING).toBe('erotisch');
});

test('each rating is shown by as many websites as accept it [EXP-53]', () => {
  expect(reachOf(['jugendfrei', 'explizit', 'erotisch', 'erotisch'])).toEqual({
    jugendfrei: 4,
    erotisch: 3,
    explizit: 1,
    of: 4,
  });
  expect(reachOf([])).toEqual({ jugendfrei: 0, erotisch: 0, explizit: 0, of: 0 });
});

test('of two ratings the stricter one holds, in either order', () => {
  expect(stricterOf('erotisch', 'jugendfrei')).toBe('erotisch');
  expect(stricterOf('erotisch', 'explizit')).toBe('explizit');
});

test('between ratings lie those that the mildest one does not accept and the strictest does', () => {
  expect(ratingsBetween(['explizit', 'jugendfrei'])).toEqual(['erotisch', 'explizit']);
  expect(ratingsBetween(['jugendfrei', 'erotisch'])).toEqual(['erotisch']);
  expect(ratingsBetween(['erotisch', 'explizit'])).toEqual(['explizit']);
  expect(ratingsBetween(['erotisch', 'erotisch'])).toEqual([]);
});

test('a video is shown unless it failed', () => {
  expect(VIDEO_STATES.filter((status) => willShow({ status }))).toEqual([
    'wartet',
    'laeuft',
    'bereit',
  ]);
});

test('a story has media with a picture or with a video that is shown [MED-25]', () => {
  expect(hasStoryMedia(null, null)).toBe(false);
  expect(hasStoryMedia({}, null)).toBe(true);
  expect(hasStoryMedia(null, { status: 'bereit' })).toBe(true);
  expect(hasStoryMedia(null, { status: 'gescheitert' })).toBe(false);
  expect(hasStoryMedia({}, { status: 'gescheitert' })).toBe(true);
});

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

test('a picture is recognised by all of its first bytes [MED-01]', () => {
  expect(contentOf(Uint8Array.from([...PNG, 1, 2]))).toBe('png');
  expect(contentOf(Uint8Array.from([...JPEG, 0xe0]))).toBe('jpeg');
});

test.each([...PNG.keys()])('a PNG with another byte at %i is no picture [MED-01]', (index) => {
  expect(contentOf(Uint8Array.from(PNG.with(index, 0)))).toBeNull();
});

test.each([...JPEG.keys()])('a JPEG with another byte at %i is no picture [MED-01]', (index) => {
  expect(contentOf(Uint8Array.from(JPEG.with(index, 0)))).toBeNull();
});

test.each([
  ['50 times as long as wide', 5000, 100, null],
  ['50 times as wide as long', 100, 5000, null],
  ['one pixel longer', 5001, 100, 'IMAGE_TOO_THIN'],
  ['one pixel wider', 100, 5001, 'IMAGE_TOO_THIN'],
  ['as many pixels as allowed', 8000, MAX_IMAGE_PIXELS / 8000, null],
  ['one row more', 8000, MAX_IMAGE_PIXELS / 8000 + 1, 'IMAGE_TOO_MANY_PIXELS'],
  ['of unknown width', 0, 5000, null],
  ['of unknown height', 5000, 0, null],
])('a picture %s: its size [FIX-31]', (_what, width, height, problem) => {
  expect(sizeProblem({ width, height })).toBe(problem);
});

test('an empty or cut file is no picture [MED-01]', () => {
  expect(contentOf(new Uint8Array())).toBeNull();
  expect(contentOf(Uint8Array.from(PNG.slice(0, 7)))).toBeNull();
});
