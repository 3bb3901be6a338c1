import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '../testing/world/world.ts';
import { requestIds } from './request-id.ts';
import { buildServer } from './server.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const GIVEN = '4f9c1a7e5b2d4c6f8a0b1c2d3e4f5a6b';

test.each([
  ['10.20.0.3', GIVEN, true],
  ['::ffff:10.20.0.3', GIVEN, true],
  ['192.0.2.9', GIVEN, true],
  ['203.0.113.9', GIVEN, false],
  ['10.20.0.3', 'lena@beispiel.ch', false],
  ['10.20.0.3', `${GIVEN}\nx`, false],
  ['10.20.0.3', 'a'.repeat(70), false],
])('from %s the request id %j is taken: %s [RUN-06]', (remoteAddress, id, taken) => {
  const idOf = requestIds(['10.20.0.0/16', '192.0.2.9']);
  const request = { headers: { 'x-request-id': id }, socket: { remoteAddress } };
  expect(idOf(request as never) === id).toBe(taken);
});

test('without a trusted proxy every request gets an id of its own [RUN-06]', () => {
  const request = { headers: { 'x-request-id': GIVEN }, socket: { remoteAddress: '127.0.0.1' } };
  const idOf = requestIds([]);
  expect(idOf(request as never)).not.toBe(GIVEN);
  expect(idOf(request as never)).not.toBe(idOf(request as never));
});

test('the log line of a request has its id, call, status and duration, the answer the id [RUN-06]', async () => {
  const config = { ...world.config, trustedProxies: ['127.0.0.0/8'] };
  const server = await buildServer({ ...world.app, config, routes: [] });
  const answer = await server.inject({
    url: '/api?action=state',
    headers: { 'x-request-id': GIVEN },
  });
  const line = world.lines.map((text) => JSON.parse(text)).find(({ id }) => id === GIVEN);
  expect(line).toMatchObject({ action: 'state', method: 'GET', path: '/api', status: 200 });
  expect(line.ms).toBeTypeOf('number');
  expect(answer.headers['x-request-id']).toBe(GIVEN);
  await server.close();
});
