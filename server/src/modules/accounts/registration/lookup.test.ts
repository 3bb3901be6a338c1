import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workOf } from '../../../testing/process/work.ts';
import { emailOfNew } from '../../../testing/world/accounts.ts';
import { PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';

const MINUTE = 60_000;
const EXISTS = [{ exists: true }];
const ask = (
  world: World,
  search: string,
  more: { query?: object; headers?: object; remoteAddress?: string } = {},
) =>
  world.send('', {
    method: 'GET',
    url: '/api/users',
    ...more,
    query: { search, ...more.query },
  } as never);

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.user({ username: 'Lena', email: 'lena@beispiel.ch' });
});
afterAll(() => world[Symbol.asyncDispose]());

test('a known address answers one element without personal data, an unknown one an empty list [AUT-39, API-11, API-12]', async () => {
  const known = await ask(world, 'lena@beispiel.ch');
  expect(known).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: EXISTS,
  });
  expect(known.headers['set-cookie']).toBeUndefined();
  const unknown = await ask(world, 'niemand@beispiel.ch');
  expect(unknown).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: [],
  });
  expect((await ask(world, '  LENA@Beispiel.ch ')).body).toEqual(EXISTS);
  expect((await ask(world, '%@beispiel.ch')).body).toEqual([]);
  expect((await ask(world, 'len_@beispiel.ch')).body).toEqual([]);
  expect((await ask(world, 'Lena@beispiel.ch', { headers: { cookie: 'sid=x' } })).body).toEqual(
    EXISTS,
  );
});

test.each([
  ['nothing', ''],
  ['a blank', ' '],
  ['a name', 'Lena'],
  ['a part of an address', 'lena@'],
  ['a star', '*'],
  ['two addresses', 'lena@beispiel.ch,x@beispiel.ch'],
  ['SQL', "' or 1=1 --@beispiel.ch"],
  ['HTML', '<b>@beispiel.ch'],
  ['a line break', 'lena@beispiel.ch\r\nX: y'],
  ['NUL', 'lena\u0000@beispiel.ch'],
  ['another script', 'лена@beispiel.ch'],
  ['a long text', `${'a'.repeat(5000)}@beispiel.ch`],
])('%s is refused in the one error shape [API-11, ERR-002]', async (_title, search) => {
  const answer = await ask(world, search);
  expect(answer).toMatchObject({
    status: 422,
    headers: { 'cache-control': 'no-store' },
    body: {
      success: false,
      code: 'INVALID_INPUT',
      errors: { search: expect.stringMatching(/\S/) },
    },
  });
  expect(world.defects).toEqual([]);
});

test('a missing, doubled or misshapen parameter is refused [API-11]', async () => {
  for (const url of [
    '/api/users',
    '/api/users?search',
    '/api/users?search=a@beispiel.ch&search=lena@beispiel.ch',
    '/api/users?search[]=lena@beispiel.ch',
    '/api/users?email=lena@beispiel.ch',
  ]) {
    expect(await world.send('', { method: 'GET', url }), url).toMatchObject({
      status: 422,
      body: { success: false },
    });
  }
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const)(
  '%s asks nothing [API-11]',
  async (method) => {
    const url = '/api/users?search=lena@beispiel.ch';
    expect((await world.server.inject({ method, url })).statusCode).toBe(404);
  },
);

test('a disposable address is said to be one [AUT-36, ERR-003]', async () => {
  for (const domain of ['mailinator.com', 'mail7.io']) {
    expect((await ask(world, `lena@${domain}`)).body.errors).toEqual({
      search: 'Bitte verwende keine temporäre E-Mail-Adresse.',
    });
  }
});

test('known and unknown addresses cost the same statements [T-AUTH-08]', async () => {
  await using many = await testWorld({ LIMIT_FACTOR: '10000' });
  await many.user({ email: 'lena@beispiel.ch' });
  const costs = (email: string) =>
    workOf(async () => expect((await ask(many, email)).status).toBe(200));
  await costs('anders@beispiel.ch');
  const [known, unknown] = [await costs('lena@beispiel.ch'), await costs('lina@beispiel.ch')];
  expect(nonEmpty(unknown.statements)).toEqual(known.statements);
});

describe('REGISTRATION_PRIVACY=discreet', () => {
  test('20 known and 20 unknown addresses all answer an empty list [T-AUTH-08]', async () => {
    await using discreet = await testWorld({ REGISTRATION_PRIVACY: 'discreet' });
    const known = Array.from({ length: 20 }, (_, i) => `bekannt${i}@beispiel.ch`);
    for (const email of known) {
      await discreet.db
        .insertInto('account')
        .values({
          username: email,
          username_key: email,
          nickname: email,
          ...(await emailOfNew(discreet.db, email)),
          password_hash: 'x',
          created_at: discreet.clock.now(),
        })
        .execute();
    }
    const answers = [];
    for (let i = 0; i < 20; i++) {
      for (const email of [known[i]!, `fremd${i}@beispiel.ch`]) {
        const { status, headers, body } = await ask(discreet, email);
        const { date: _, ...rest } = headers;
        answers.push(JSON.stringify({ status, headers: rest, body }));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0]!)).toMatchObject({ status: 200, body: [] });
  });
});

describe('the limits', () => {
  const strictWorld = () => testWorld({ LIMIT_FACTOR: '1' });
  const proven = async (strict: World, search: string, remoteAddress = '203.0.113.1') =>
    ask(strict, search, { query: { proof: await strict.proof('lookup') }, remoteAddress });

  test('three questions an hour from one network are free, then a proof is asked for [API-12]', async () => {
    await using strict = await strictWorld();
    for (let i = 0; i < 3; i++) expect((await ask(strict, `a${i}@beispiel.ch`)).status).toBe(200);
    expect(await ask(strict, 'a3@beispiel.ch')).toMatchObject({
      status: 428,
      body: { code: 'PROOF_REQUIRED' },
    });
    const headers = { 'x-proof': await strict.proof('lookup') };
    expect((await ask(strict, 'a4@beispiel.ch', { headers })).body).toEqual([]);
    expect((await ask(strict, 'a4@beispiel.ch', { headers })).status).toBe(428);
    expect(
      (await ask(strict, 'a5@beispiel.ch', { query: { proof: await strict.proof('register') } }))
        .status,
    ).toBe(428);
    strict.clock.advance(60 * MINUTE);
    expect((await ask(strict, 'a6@beispiel.ch')).status).toBe(200);
    expect(strict.defects).toEqual([]);
  });

  test('one network asks 20 questions an hour, with every proof [API-12]', async () => {
    await using strict = await strictWorld();
    for (let i = 0; i < 20; i++)
      expect((await proven(strict, `a${i}@beispiel.ch`)).status).toBe(200);
    expect(await proven(strict, 'a20@beispiel.ch')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { success: false, code: 'TOO_MANY_ATTEMPTS' },
    });
    expect((await proven(strict, 'a20@beispiel.ch', '203.0.113.2')).status).toBe(200);
  });

  test('one address is asked for ten times a day, known or not, from wherever [API-12]', async () => {
    await using strict = await strictWorld();
    const person = { username: 'Lena', email: 'lena@beispiel.ch', password: PASSWORD };
    await strict.visitor.raw('register', { payload: person });
    for (const email of ['lena@beispiel.ch', 'lina@beispiel.ch']) {
      for (let i = 0; i < 10; i++) {
        const spelled = i % 2 ? email : ` ${email.toUpperCase()}`;
        expect((await proven(strict, spelled, `203.0.113.${10 + i}`)).status).toBe(200);
      }
      expect((await proven(strict, email, '203.0.113.99')).status).toBe(429);
    }
    strict.clock.advance(24 * 60 * MINUTE);
    expect((await proven(strict, 'lena@beispiel.ch', '203.0.113.99')).body).toEqual(EXISTS);
  });
});
