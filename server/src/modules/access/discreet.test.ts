import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rounds } from '../../testing/process/deep.ts';
import { workOf } from '../../testing/process/work.ts';
import { authenticator } from '../../testing/world/authenticator.ts';
import { challengeFor, withPasskey } from '../../testing/world/factors.ts';
import { type Answer, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';

const SAMPLES = rounds(60, 200);
const KNOWN = 'lena@beispiel.ch';
const UNKNOWN = 'nele@beispiel.ch';

let world: World;
beforeAll(async () => {
  world = await testWorld({ REGISTRATION_PRIVACY: 'discreet', LIMIT_FACTOR: '100000' });
  await world.user({ username: 'Lena', email: KNOWN });
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const RANDOM = ['request', 'challenge'];

/** All that an asker sees of an answer, and the work behind it, which is its time. */
async function sampleOf(call: () => Promise<Answer>) {
  let answer: Answer | undefined;
  const work = await workOf(async () => {
    answer = await call();
  });
  const { status, headers, body } = answer!;
  const { date: _, ...rest } = headers;
  const shown = Array.isArray(body)
    ? body
    : Object.entries(body).map(([key, value]) => [key, RANDOM.includes(key) ? 'random' : value]);
  return { status, headers: rest, shown, ...work };
}

type Ask = (name: string, n: number) => Promise<Answer>;
const post = (action: string, payload: object) => world.visitor.raw(action, { payload });

/** The same person asks for both, in turn; the first answer of a process prepares statements. */
async function expectAlike(ask: Ask): Promise<Set<number>> {
  const statuses = new Set<number>();
  await ask('mona@beispiel.ch', SAMPLES);
  for (let n = 0; n < SAMPLES; n++) {
    const samples = [];
    for (const name of n % 2 ? [KNOWN, UNKNOWN] : [UNKNOWN, KNOWN])
      samples.push(await sampleOf(() => ask(name, n)));
    expect(samples[1], `sample ${n}`).toEqual(samples[0]);
    nonEmpty(samples[0]!.statements);
    statuses.add(samples[0]!.status);
  }
  return statuses;
}

test(`a registration answers alike for a taken and a free address, ${SAMPLES} times [ACC-63]`, async () => {
  let person = 0;
  const statuses = await expectAlike((email) => {
    const username = `Lena ${String(person++).padStart(4, '0')}`;
    return post('register', { username, nickname: 'Lena', email, password: PASSWORD });
  });
  expect([...statuses]).toEqual([200]);
});

test(`a lookup answers alike for a taken and a free address, ${SAMPLES} times [ACC-63]`, async () => {
  const statuses = await expectAlike((search) =>
    world.send('', { method: 'GET', url: '/api/users', query: { search } }),
  );
  expect([...statuses]).toEqual([200]);
});

test(`a forgotten password answers alike with and without an account, ${SAMPLES} times [ACC-63]`, async () => {
  const statuses = await expectAlike((user_login) => post('lostpassword', { user_login }));
  expect([...statuses]).toEqual([200]);
});

test(`a log-in by mail answers alike with and without an account, ${SAMPLES} times [ACC-63]`, async () => {
  const statuses = await expectAlike((log) => post('request_login_mail', { log }));
  expect([...statuses]).toEqual([200]);
});

test(`a wrong password answers alike with and without an account, ${SAMPLES} times [ACC-63]`, async () => {
  const statuses = await expectAlike((log, n) =>
    world.visitor.raw('login', {
      payload: { log, pwd: 'Falsch-2026!' },
      remoteAddress: `10.1.0.${n}`,
    }),
  );
  expect([...statuses]).toEqual([401, 428]);
});

test(`a known passkey that did not sign is refused as an unknown one, ${SAMPLES} times [ACC-63]`, async () => {
  const owner = await world.user();
  const { key } = await withPasskey(world, owner);
  const stranger = authenticator(new URL(world.config.publicUrl).origin);
  const { id, rawId } = key.get(await challengeFor(world.visitor));
  const statuses = await expectAlike(async (name) => {
    const signed = stranger.get(await challengeFor(world.visitor));
    const named = name === KNOWN ? { id, rawId } : {};
    return post('login_passkey', { passkey: { ...signed, ...named } });
  });
  expect([...statuses]).toEqual([401]);
});

test('the challenge of a log-in by passkey names no passkey and no account [ACC-63]', async () => {
  const options = await challengeFor(world.visitor);
  const members = ['challenge', 'rpId', 'timeout', 'userVerification'];
  expect(Object.keys(options).toSorted()).toEqual(members);
});
