import { gunzipSync } from 'node:zlib';
import { storiesAnswer } from '@samtrot/shared/delivery/contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adBuilder } from '../../../testing/listings/ads.ts';
import { exactly, partnerKey } from '../../../testing/partners/partner.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let ads: ReturnType<typeof adBuilder>;
let key: string;
const get = (path: string, headers: Record<string, string> = {}) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
let questions = 0;
const uncached = (path: string) => get(`${path}${path.includes('?') ? '&' : '?'}_=${++questions}`);
const ahead = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const titles = (body: { ads: { titel: string }[] }) => body.ads.map(({ titel }) => titel);

beforeAll(async () => {
  world = await testWorld();
  ads = adBuilder(world.db);
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('inserat').execute();
});

test('stories are the ads with a running story, longest first [decisions 10, PUB-06]', async () => {
  await ads.add({ titel: 'kurz', story_until: ahead(1), story_title: 'Heute', cantons: ['ZH'] });
  await ads.add({ titel: 'lang', story_until: ahead(20), story_title: 'Heute', cantons: ['BE'] });
  await ads.add({ titel: 'vorbei', story_until: ahead(-1), story_title: 'Gestern' });
  await ads.add({ titel: 'ohne' });
  await ads.add({
    titel: 'versteckt',
    status: 'ausgeblendet',
    story_until: ahead(5),
    story_title: 'Heute',
  });
  const { body } = await uncached('stories');
  expect(exactly(storiesAnswer, body)).toEqual(body);
  expect(titles(body)).toEqual(['lang', 'kurz']);
  expect(body.ads[0].story).toMatchObject({ title: 'Heute', until: ahead(20).toISOString() });
  expect(titles((await uncached('stories?canton=ZH')).body)).toEqual(['kurz']);
  world.clock.set(ahead(2));
  expect(titles((await uncached('stories')).body)).toEqual(['lang']);
});

test('the cursor returns each story once; a cursor of another query is refused [decisions 10]', async () => {
  for (let n = 1; n <= 5; n++)
    await ads.add({ titel: String(n), story_until: ahead(n), story_title: 'Heute' });
  const first = (await uncached('stories?limit=2')).body;
  await ads.add({ titel: 'neu', story_until: ahead(23), story_title: 'Heute' });
  const second = (await uncached(`stories?limit=2&cursor=${first.next_cursor}`)).body;
  const third = (await uncached(`stories?limit=2&cursor=${second.next_cursor}`)).body;
  expect([...titles(first), ...titles(second), ...titles(third)]).toEqual([
    '5',
    '4',
    '3',
    '2',
    '1',
  ]);
  expect(third).toMatchObject({ next_cursor: null, more: false });
  for (const wrong of [
    `stories?canton=ZH&cursor=${first.next_cursor}`,
    'stories?cursor=xxxxxxxxxxxxxxxxxxxx',
    'stories?canton=XX',
  ]) {
    expect((await uncached(wrong)).status, wrong).toBe(422);
  }
  expect((await get('stories', { authorization: 'Bearer nein' })).status).toBe(401);
});

test('a response is compressed for clients that accept it, cached or not [decisions 10]', async () => {
  for (let n = 0; n < 5; n++) await ads.add({ titel: `Ruhige Stunden ${n}` });
  const plain = await get('ads?limit=50');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const { server } = world;
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (encoding: string) => {
    const answer = await fetch(`${origin}/partner/v1/ads?limit=50`, {
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': encoding },
    });
    return { head: answer.headers, body: (await answer.json()) as { ads: unknown[] } };
  };
  for (const encoding of ['gzip', 'br, gzip', 'gzip;q=0.5']) {
    for (let time = 0; time < 2; time++) {
      const { head, body } = await ask(encoding);
      expect(head.get('content-encoding'), encoding).toBe('gzip');
      expect(head.get('vary')).toBe('Authorization, Accept-Encoding');
      expect(body.ads).toEqual(plain.body.ads);
    }
  }
  for (const encoding of ['identity', 'br', 'gzip;q=0', 'xgzip']) {
    expect((await ask(encoding)).head.get('content-encoding'), encoding).toBeNull();
  }
  const raw = await server.inject({
    method: 'GET',
    url: '/partner/v1/ads?limit=50',
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' },
  });
  expect(JSON.parse(gunzipSync(raw.rawPayload).toString()).ads).toHaveLength(5);
});
