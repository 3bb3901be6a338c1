import * as contract from '@samtrot/shared/delivery/contract.ts';
import { partnerReportAnswer, partnerReportBody } from '@samtrot/shared/reports/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adBuilder } from '../../../testing/listings/ads.ts';
import { partnerKey } from '../../../testing/partners/partner.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';
import { examples } from './examples.ts';

let world: World;
const get = (url: string, headers: Record<string, string> = {}) =>
  world.server.inject({ method: 'GET', url, headers });

beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('the reference of the partner API is a page without scripts with every call and its example [decisions 10]', async () => {
  const page = await get('/partner/v1');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).not.toContain('<script');
  const { paths } = (await get('/partner/v1/openapi.json')).json() as {
    paths: Record<string, object>;
  };
  for (const path of nonEmpty(Object.keys(paths))) expect(page.body, path).toContain(path);
  // Every call has a purpose and every parameter a format.
  expect(page.body).not.toMatch(/<p><\/p>|<td><\/td>/);
  for (const path of ['ads', 'ads/{id}', 'stories', 'clubs', 'clubs/{id}', 'banners', 'lists'])
    expect(Object.keys(paths)).toContain(`/partner/v1/${path}`);
});

test('every example matches the contract and its address exists [decisions 10]', async () => {
  const schemas = {
    '/partner/v1/ads': contract.adsAnswer,
    '/partner/v1/ads/{id}': contract.adAnswer,
    '/partner/v1/ads/count': contract.adCountAnswer,
    '/partner/v1/ads/{id}/similar': contract.similarAnswer,
    '/partner/v1/stories': contract.storiesAnswer,
    '/partner/v1/ads/{id}/views': contract.visitAnswer,
    '/partner/v1/clubs/{id}/views': contract.visitAnswer,
    '/partner/v1/clubs': contract.clubsAnswer,
    '/partner/v1/clubs/{id}': contract.clubAnswer,
    '/partner/v1/banners': contract.bannersAnswer,
    '/partner/v1/reports': partnerReportAnswer,
    '/partner/v1/lists': contract.listsAnswer,
  };
  const all = examples('https://portal.example');
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(schemas).toSorted());
  for (const [path, samples] of Object.entries(all)) {
    for (const { ask, answer, ...more } of nonEmpty(
      samples as readonly { ask: string; answer: object; send?: object }[],
    )) {
      expect(schemas[path as keyof typeof schemas].parse(answer), path).toEqual(answer);
      const body = path === '/partner/v1/reports' ? partnerReportBody : contract.visitBody;
      if (more.send) expect(body.parse(more.send)).toMatchObject(more.send);
      const method = more.send ? 'POST' : 'GET';
      expect(
        (await world.server.inject({ method, url: ask, ...(more.send && { payload: more.send }) }))
          .statusCode,
        ask,
      ).toBe(401);
    }
  }
});

test('the published schema describes each response field by field [decisions 10]', async () => {
  const answer = (await get('/partner/v1/schema.json')).json() as {
    $schema: string;
    $defs: Record<string, { properties: Record<string, unknown>; required: string[] }>;
  };
  expect(answer.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  const key = await partnerKey(world);
  const ads = adBuilder(world.db);
  await ads.add();
  const { body } = await world.send('', {
    method: 'GET',
    url: '/partner/v1/ads',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(Object.keys(answer.$defs.ad!.properties).toSorted()).toEqual(
    Object.keys(body.ads[0]).toSorted(),
  );
  // Additive changes must not break a website's validation.
  expect(JSON.stringify(answer)).not.toContain('additionalProperties":false');
  expect(answer.$defs).toHaveProperty('failure');
  expect(answer.$defs.adsAnswer!.required.toSorted()).toEqual(Object.keys(body).toSorted());
});
