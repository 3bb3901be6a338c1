import { login } from '@samtrot/shared/access/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken } from '../../../platform/crypto.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { deleteKnownBrowsers } from './known-browsers.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
let other: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  user = await world.user({ email: 'lena@beispiel.ch' });
  other = await world.user({ email: 'marta@beispiel.ch' });
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'known_browser', 'account_event'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const logIn = (cookie = '', log = 'lena@beispiel.ch', pwd = PASSWORD) =>
  world.caller(0, cookie).call(login, { log, pwd });
const browserCookie = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []].flat().find((line) => String(line).startsWith('browser='));
const browserOf = (answer: Answer) => String(browserCookie(answer)).split(';')[0]!;
const rows = () => world.db.selectFrom('known_browser').selectAll().orderBy('created_at').execute();

test('a login leaves 256 random bits for 400 days, of which only the hash is stored [ACC-05]', async () => {
  const answers = [await logIn(), await logIn()];
  for (const answer of answers)
    expect(browserCookie(answer)).toMatch(
      /^browser=[\w-]{43}; Path=\/; Expires=Sat, 25 Dec 2027 12:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
  const tokens = answers.map((answer) => browserOf(answer).slice('browser='.length));
  expect(tokens[0]).not.toBe(tokens[1]);
  const stored = await rows();
  expect(stored.map(({ token_hash }) => token_hash.toString('hex')).toSorted()).toEqual(
    tokens.map((token) => hashToken(token).toString('hex')).toSorted(),
  );
  expect(stored[0]).toMatchObject({
    account_id: user.userId,
    created_at: START,
    expires_at: new Date(START.getTime() + 400 * DAY_MS),
  });
});

test('a browser that is known keeps its value, and only its last use changes [ACC-05]', async () => {
  const cookie = browserOf(await logIn());
  const [before] = await rows();
  world.clock.advance(DAY_MS);
  const again = await logIn(cookie);
  expect([again.status, browserCookie(again)]).toEqual([200, undefined]);
  expect(await rows()).toEqual([{ ...before, last_used_at: world.clock.now() }]);
});

test('one of another account, an expired and a forged value are replaced [ACC-05]', async () => {
  const cookie = browserOf(await logIn());
  const theirs = await logIn(cookie, 'marta@beispiel.ch');
  expect(browserOf(theirs)).not.toBe(cookie);
  expect((await rows()).map(({ account_id }) => account_id)).toEqual([other.userId]);
  world.clock.advance(400 * DAY_MS);
  const late = await logIn(browserOf(theirs), 'marta@beispiel.ch');
  expect(browserOf(late)).toMatch(/^browser=[\w-]{43}$/);
  expect(browserOf(late)).not.toBe(browserOf(theirs));
  for (const forged of [`browser=${'A'.repeat(43)}`, 'browser=', `browser=${'x'.repeat(101)}`])
    expect(browserOf(await logIn(forged))).toMatch(/^browser=[\w-]{43}$/);
});

test('it gives no rights, and a refused login leaves none [ACC-05]', async () => {
  const cookie = browserOf(await logIn());
  const answer = await world.send(cookie, { url: '/api', query: { action: 'state' } });
  expect(answer.body.state.user_id).toBeUndefined();
  const refused = await logIn('', 'lena@beispiel.ch', 'Falsch-Gewaehlt-26');
  expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined]);
  expect(await rows()).toHaveLength(1);
});

test('a program that logs in is no browser, whatever cookie it sends [ACC-05]', async () => {
  const cookie = browserOf(await logIn());
  world.clock.advance(DAY_MS);
  const before = await rows();
  const answer = await world.send(cookie, {
    method: 'POST',
    url: '/token-api/auth/login',
    payload: { email: 'lena@beispiel.ch', password: PASSWORD },
  });
  expect(answer).toMatchObject({ status: 200, body: { data: { token: expect.anything() } } });
  expect(await rows()).toEqual(before);
});

test('forgotten browsers are unknown, those of other accounts stay [ACC-05]', async () => {
  const [first, second] = [browserOf(await logIn()), browserOf(await logIn())];
  await logIn('', 'marta@beispiel.ch');
  await world.db.transaction().execute((db) => deleteKnownBrowsers(db, user.userId));
  expect((await rows()).map(({ account_id }) => account_id)).toEqual([other.userId]);
  for (const cookie of [first, second]) expect(browserCookie(await logIn(cookie))).toBeDefined();
});

test('an expired row is purged [ACC-05]', async () => {
  await logIn();
  world.clock.advance(400 * DAY_MS - 1);
  await world.runTasks('housekeeping');
  expect(await rows()).toHaveLength(1);
  world.clock.advance(1);
  await world.runTasks('housekeeping');
  expect(await rows()).toEqual([]);
});

test('a login is an entry of the account log with the device in words [ACC-05]', async () => {
  await world.visitor.raw('login', {
    payload: { log: 'lena@beispiel.ch', pwd: PASSWORD },
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });
  const events = await world.db.selectFrom('account_event').selectAll().execute();
  expect(events).toMatchObject([
    {
      account_id: user.userId,
      kind: 'login',
      at: START,
      visible_at: START,
      details: { device: 'Windows, Firefox' },
    },
  ]);
});
