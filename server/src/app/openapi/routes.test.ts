import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '../../testing/world/world.ts';
import { apiDocument, partnerDocument } from './document.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  world.server.inject({ method: 'GET', url, headers });

test.each(['/openapi.json', '/partner/v1/openapi.json'])(
  '%s is public cacheable JSON, compressed and revalidated by ETag',
  async (url) => {
    const whole = apiDocument(world.app.handlers);
    const expected =
      url === '/openapi.json' ? whole : partnerDocument(whole, world.config.publicUrl);
    const plain = await get(url);
    expect(plain.statusCode).toBe(200);
    expect(plain.json()).toEqual(expected);
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^W\/"[\da-f]{32}"$/),
      vary: 'accept-encoding',
    });

    const packed = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers.etag });
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(expected);

    const known = await get(url, { 'if-none-match': String(plain.headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect(known.headers).toMatchObject({ etag: plain.headers.etag, vary: 'accept-encoding' });
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  },
);
