import { expect, test } from 'vitest';
import { type CachedResponse, responseCache } from './cache.ts';

const response = (text: string): CachedResponse => ({
  body: Buffer.from(text),
  etag: `W/"${text}"`,
  validUntil: Number.MAX_SAFE_INTEGER,
  items: [],
  removed: [],
  list: false,
  recordedFor: new Set(),
  forms: undefined,
});
const NOW = new Date(0);

test('addresses of any length cannot exhaust the memory: the oldest responses are evicted', async () => {
  const cache = responseCache();
  cache.setConnected(true);
  const address = (n: number) => `/partner/v1/ads?x=${n}${'y'.repeat(1024 * 1024)}`;
  for (let n = 0; n < 70; n++) await cache.load(address(n), async () => response('{}'));
  expect(cache.get(address(0), NOW)).toBeUndefined();
  expect(cache.get(address(69), NOW)).toMatchObject({ etag: 'W/"{}"' });
});
