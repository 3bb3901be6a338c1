import { register } from '@samtrot/shared/accounts/contract.ts';
import { describe, expect, test } from 'vitest';
import { decodeProof, encodeProof, proofFor } from '../testing/partners/delivery-receipts.ts';
import { PASSWORD, testWorld, type World } from '../testing/world/world.ts';

const MINUTE = 60_000;
const strictWorld = (env = {}) => testWorld({ LIMIT_FACTOR: '1', ...env });

let people = 0;
const person = () => ({
  username: `Lena ${++people}`,
  email: `lena${people}@beispiel.ch`,
  password: PASSWORD,
});
const enrol = (world: World, more: object = {}, options: object = {}) =>
  world.visitor.raw('register', { payload: { ...person(), ...more }, ...options });
const REFUSED = {
  status: 428,
  body: {
    success: false,
    code: 'PROOF_REQUIRED',
    message: 'Bitte lade die Seite neu und versuche es noch einmal.',
  },
};
const accounts = async (world: World) =>
  (await world.db.selectFrom('account').select('id').execute()).length;

test('a network has three free calls an hour, then a proof is required [API-08]', async () => {
  await using world = await strictWorld();
  for (let i = 0; i < 3; i++) expect((await enrol(world)).status).toBe(200);
  expect(await enrol(world)).toMatchObject(REFUSED);
  expect((await enrol(world, {}, { remoteAddress: '203.0.113.9' })).status).toBe(200);
  expect((await enrol(world, { proof: await world.proof('register') })).status).toBe(200);
  expect(await enrol(world)).toMatchObject(REFUSED);
  world.clock.advance(60 * MINUTE);
  expect((await enrol(world)).status).toBe(200);
  expect(await accounts(world)).toBe(6);
  expect(world.defects).toEqual([]);
});

test('a proof in body, query or header uses no free call [API-08]', async () => {
  await using world = await strictWorld();
  expect((await enrol(world, { proof: await world.proof('register') })).status).toBe(200);
  expect((await enrol(world, {}, { query: { proof: await world.proof('register') } })).status).toBe(
    200,
  );
  expect(
    (await enrol(world, {}, { headers: { 'x-proof': await world.proof('register') } })).status,
  ).toBe(200);
  for (let i = 0; i < 3; i++) expect((await enrol(world, { proof: '' })).status).toBe(200);
  expect(await enrol(world)).toMatchObject(REFUSED);
});

test('an invalid form uses neither a free call nor a proof [API-08]', async () => {
  await using world = await strictWorld();
  const proof = await world.proof('register');
  for (let i = 0; i < 4; i++) expect((await enrol(world, { username: 'x' })).status).toBe(422);
  expect((await enrol(world, { username: 'x', proof })).status).toBe(422);
  expect((await enrol(world, { proof })).status).toBe(200);
  for (let i = 0; i < 3; i++) expect((await enrol(world)).status).toBe(200);
});

test('one proof sent 20 times concurrently passes once [T-RACE-08]', async () => {
  await using world = await strictWorld({ LIMIT_FACTOR: '10' });
  const proof = await world.proof('register');
  const responses = await Promise.all(Array.from({ length: 20 }, () => enrol(world, { proof })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(428)]);
  expect(await accounts(world)).toBe(1);
  expect(await enrol(world, { proof })).toMatchObject(REFUSED);
  expect(world.defects).toEqual([]);
});

test('a proof is valid for ten minutes, and its row is purged afterwards [API-08]', async () => {
  await using world = await strictWorld();
  const [early, late] = [await world.proof('register'), await world.proof('register')];
  world.clock.advance(10 * MINUTE - 1);
  expect((await enrol(world, { proof: early })).status).toBe(200);
  world.clock.advance(1);
  expect(await enrol(world, { proof: late })).toMatchObject(REFUSED);
  await world.runTasks('housekeeping');
  expect(await world.db.selectFrom('used_challenge').selectAll().execute()).toEqual([]);
  expect(await enrol(world, { proof: early })).toMatchObject(REFUSED);
});

test("a proof is valid only for its call and its installation's secret [API-08]", async () => {
  await using world = await strictWorld();
  await using other = await strictWorld({
    SESSION_SECRET: 'another secret of another installation',
  });
  expect(await enrol(world, { proof: await world.proof('lookup') })).toMatchObject(REFUSED);
  expect(await enrol(world, { proof: await world.proof('contact') })).toMatchObject(REFUSED);
  expect(await enrol(world, { proof: await other.proof('register') })).toMatchObject(REFUSED);
  expect(await accounts(world)).toBe(0);
});

describe('a proof that was tampered with', () => {
  const changes: [string, (proof: ReturnType<typeof decodeProof>) => unknown][] = [
    [
      'another call',
      ({ challenge }) => Object.assign(challenge.parameters.data, { for: 'register' }),
    ],
    ['a later end', ({ challenge }) => Object.assign(challenge.parameters.data, { until: 9e15 })],
    ['less work', ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })],
    ['endless work', ({ challenge }) => Object.assign(challenge.parameters, { cost: 2 ** 40 })],
    [
      'another nonce',
      ({ challenge }) => Object.assign(challenge.parameters, { nonce: '00'.repeat(16) }),
    ],
    ['no prefix', ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '' })],
    [
      'no signed key',
      ({ challenge }) => Object.assign(challenge.parameters, { keySignature: undefined }),
    ],
    ['an empty signature', ({ challenge }) => Object.assign(challenge, { signature: '' })],
    ['no signature', ({ challenge }) => Object.assign(challenge, { signature: undefined })],
    ['no challenge', (proof) => Object.assign(proof, { challenge: undefined })],
    ['another key', ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })],
    [
      'the prefix for a key',
      (proof) =>
        Object.assign(proof.solution, { derivedKey: proof.challenge.parameters.keyPrefix }),
    ],
    ['no key', ({ solution }) => Object.assign(solution, { derivedKey: undefined })],
    ['a negative counter', ({ solution }) => Object.assign(solution, { counter: -1 })],
    ['a counter that is none', ({ solution }) => Object.assign(solution, { counter: '1' })],
    ['no solution', (proof) => Object.assign(proof, { solution: null })],
  ];

  test('is refused, and the original one then passes [API-08]', async () => {
    await using world = await strictWorld({ LIMIT_FACTOR: '10' });
    const proof = await world.proof('register');
    for (const [title, change] of changes) {
      const changed = decodeProof(title === 'another call' ? await world.proof('lookup') : proof);
      change(changed);
      expect(await enrol(world, { proof: encodeProof(changed) }), title).toMatchObject(REFUSED);
    }
    const garbage = [
      'x',
      'null',
      '[]',
      '{}',
      '\u0000',
      '💥',
      'A'.repeat(1999),
      'A'.repeat(60_000),
      btoa('null'),
      btoa('{}'),
    ];
    for (const text of garbage)
      expect(await enrol(world, { proof: text }), text.slice(0, 20)).toMatchObject(REFUSED);
    for (const wrong of [5, true, ['a'], { a: 1 }]) {
      expect(await enrol(world, { proof: wrong })).toMatchObject({
        status: 422,
        body: { errors: { proof: 'Ungültiges Format' } },
      });
    }
    expect((await enrol(world, { proof: 'A'.repeat(70_000) })).status).toBe(413);
    expect(await accounts(world)).toBe(0);
    expect((await enrol(world, { proof })).status).toBe(200);
    expect(world.defects).toEqual([]);
  });
});

describe('the challenge', () => {
  test('is unique, does not reveal its solution and belongs to a known call [API-08]', async () => {
    await using world = await testWorld();
    const ask = (query: object) =>
      world.visitor.raw('proof_challenge', { method: 'GET', query: query as never });
    const [one, two] = [await ask({ for: 'register' }), await ask({ for: 'register' })];
    expect(one).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store, private' },
      body: {
        success: true,
        parameters: { algorithm: 'PBKDF2/SHA-256', data: { for: 'register' } },
      },
    });
    expect(one.body.parameters.nonce).not.toBe(two.body.parameters.nonce);
    expect(one.body.parameters.keyPrefix).toHaveLength(32);
    expect(JSON.stringify(one.body)).not.toContain('counter');
    const { counter } = decodeProof(await proofFor(one.body)).solution;
    expect(counter).toBeGreaterThanOrEqual(200);
    expect(counter).toBeLessThanOrEqual(600);
    for (const name of ['', 'login', 'constructor', 'x'.repeat(5000)]) {
      expect(await ask({ for: name })).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT' },
      });
    }
    expect((await ask({})).status).toBe(422);
    expect(world.defects).toEqual([]);
  });

  test('challenges per network are limited [API-08]', async () => {
    await using world = await strictWorld();
    const ask = () =>
      world.visitor.raw('proof_challenge', { method: 'GET', query: { for: 'register' } });
    for (let i = 0; i < 120; i++) expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  });

  test('the proof is declared where it is required [API-08]', () => {
    expect(register.proof).toEqual({ freeCalls: 3 });
    expect(register.input.safeParse({ ...person(), proof: 'x' }).success).toBe(true);
  });
});
