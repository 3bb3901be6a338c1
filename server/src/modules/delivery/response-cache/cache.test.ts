import { expect, test } from 'vitest';
import { answerCache, type CachedResponse } from './cache.ts';

const packed = (text: string): CachedResponse => ({
  body: Buffer.from(text),
  etag: `W/"${text}"`,
  validUntil: Number.MAX_SAFE_INTEGER,
  items: [],
  gone: [],
  list: false,
  noted: new Set(),
  forms: undefined,
});
const NOW = new Date(0);

test('addresses of any length cannot fill the memory: the oldest answers go', async () => {
  const cache = answerCache();
  cache.trust(true);
  const address = (n: number) => `/partner/v1/ads?x=${n}${'y'.repeat(1024 * 1024)}`;
  for (let n = 0; n < 70; n++) await cache.load(address(n), async () => packed('{}'));
  expect(cache.get(address(0), NOW)).toBeUndefined();
  expect(cache.get(address(69), NOW)).toMatchObject({ etag: 'W/"{}"' });
});
