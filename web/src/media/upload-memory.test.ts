import { UPLOAD_LIVES_MS } from '@samtrot/shared/media/rules.ts';
import { expect, test } from 'vitest';
import { isPassing, sendsAgain, uploadError } from './upload-failure.ts';
import { type Belonging, keyOf, uploadMemory } from './upload-memory.ts';

const OF: Belonging = { inseratId: 7, place: 'inserat', kind: 'video' };
const FILE = { size: 400, lastModified: 1_700_000_000_000, name: 'Lena am See.mp4' };

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('an upload is found again by its file and its place, and nothing of the file is kept [MED-22]', () => {
  const store = storage();
  const memory = uploadMemory(store, () => 1000);
  const key = keyOf(FILE, OF);
  memory.remember(key, 'https://a.example/media/uploads/1', OF);
  expect(memory.find(key)).toBe('https://a.example/media/uploads/1');
  expect([memory.countOf(OF), memory.countOf({ ...OF, place: 'story' })]).toEqual([1, 0]);
  expect([...store.kept.values()].join()).not.toMatch(/Lena|mp4|400|1700/);
  memory.delete(key);
  expect(store.kept.size).toBe(0);
});

test('a file of another size, time, ad or place is another one [MED-22]', () => {
  const keys = [
    keyOf(FILE, OF),
    keyOf({ ...FILE, size: 401 }, OF),
    keyOf({ ...FILE, lastModified: 1 }, OF),
    keyOf(FILE, { ...OF, inseratId: 8 }),
    keyOf(FILE, { ...OF, place: 'story' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{16}$/);
});

test('expired and unreadable entries are ignored [MED-22]', () => {
  const store = storage();
  uploadMemory(store, () => 0).remember('a', 'u', OF);
  expect(uploadMemory(store, () => UPLOAD_LIVES_MS - 1).find('a')).toBe('u');
  expect(uploadMemory(store, () => UPLOAD_LIVES_MS).find('a')).toBeUndefined();
  store.setItem('uploads', '{');
  expect(uploadMemory(store).find('a')).toBeUndefined();
});

test('a closed storage costs no upload [MED-22]', () => {
  const closed = {
    ...storage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => uploadMemory(closed).remember('a', 'u', OF)).not.toThrow();
});

test.each([
  [0, '', 'NETWORK', true],
  [401, '{"code":"NOT_LOGGED_IN","message":"m"}', 'NOT_LOGGED_IN', true],
  [429, '{"code":"TOO_MANY_UPLOADS","message":"m"}', 'TOO_MANY_UPLOADS', true],
  [507, '{"code":"STORAGE_FULL","message":"m"}', 'STORAGE_FULL', true],
  [413, '{"code":"VIDEO_TOO_LARGE","message":"m"}', 'VIDEO_TOO_LARGE', false],
  [500, '{"code":"INTERNAL","message":"m"}', 'INTERNAL', false],
  [502, '<html>', 'UNREADABLE', true],
])('the answer %i %s is %s and may pass: %s [MED-08]', (status, body, code, passes) => {
  const error = uploadError(status, body);
  expect([error.code, isPassing(error)]).toEqual([code, passes]);
});

test('the sending goes on by itself where a pause may help [MED-22]', () => {
  expect([0, 408, 409, 423, 500, 503].map(sendsAgain)).not.toContain(false);
  expect([401, 404, 413, 429, 507].map(sendsAgain)).not.toContain(true);
});
