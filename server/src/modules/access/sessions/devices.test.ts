import { login, logout } from '@samtrot/shared/access/contract.ts';
import {
  endDevice,
  endOtherDevices,
  getDevices,
  keepSession,
} from '@samtrot/shared/access/security-contract.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { getBalance } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
let other: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  user = await world.user({ email: 'lena@beispiel.ch' });
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'known_browser', 'ended_session', 'account_event'] as const)
    await world.db.deleteFrom(table).execute();
  await world.db.deleteFrom('session').where('account_id', '=', user.userId).execute();
  other = await world.user();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';

const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
const logIn = async ({ agent = FIREFOX, remember = false } = {}) => {
  const answer = await world.visitor.raw(login.name, {
    payload: { log: 'lena@beispiel.ch', pwd: PASSWORD, rememberme: remember ? '1' : '0' },
    headers: { 'user-agent': agent },
  });
  return world.caller(user.userId, cookiesOf(answer));
};
type Caller = Awaited<ReturnType<typeof logIn>>;
const statusOf = async (caller: Caller) => (await caller.call(getDevices, {})).status;
const passively = (caller: Caller) =>
  caller.raw(getDevices.name, { method: 'GET', headers: { 'x-passive': '1' } });

describe('a session', () => {
  test.each([
    ['plain', false, 30 * MINUTE_MS],
    ['remembered', true, 30 * DAY_MS],
  ])(
    'that is %s ends by rest after its time, to the millisecond [ACC-01]',
    async (_, remember, rest) => {
      const late = await logIn({ remember });
      const used = await logIn({ remember });
      world.clock.advance(rest - 1);
      expect(await statusOf(used)).toBe(200);
      world.clock.advance(1);
      expect(await statusOf(late)).toBe(401);
      world.clock.advance(rest - 2);
      expect(await statusOf(used)).toBe(200);
    },
  );

  test.each([
    ['plain', false, 20 * MINUTE_MS, DAY_MS],
    ['remembered', true, 20 * DAY_MS, 90 * DAY_MS],
  ])('that is %s and used all the time ends by age [ACC-01]', async (_, remember, step, most) => {
    const caller = await logIn({ remember });
    for (let age = step; age < most; age += step) {
      world.clock.set(new Date(START.getTime() + age));
      expect(await statusOf(caller)).toBe(200);
    }
    world.clock.set(new Date(START.getTime() + most - 1));
    expect(await statusOf(caller)).toBe(200);
    world.clock.set(new Date(START.getTime() + most));
    expect(await statusOf(caller)).toBe(401);
  });

  test('polling and revalidation are no use of it, whatever they ask [ACC-01]', async () => {
    const caller = await logIn();
    for (let minute = 0; minute < 29; minute++) {
      world.clock.advance(MINUTE_MS);
      expect((await caller.call(getBalance, {})).status).toBe(200);
      expect((await passively(caller)).status).toBe(200);
    }
    world.clock.advance(MINUTE_MS);
    expect((await caller.call(getBalance, {})).status).toBe(401);
  });

  test('writes its last use once a minute at most [ACC-01]', async () => {
    const caller = await logIn();
    const seen = async () =>
      (await caller.call(getDevices, {})).body.devices[0].last_seen_at as string;
    world.clock.advance(MINUTE_MS - 1);
    expect(await seen()).toBe(START.toISOString());
    world.clock.advance(1);
    expect(await seen()).toBe(new Date(START.getTime() + MINUTE_MS).toISOString());
  });

  test('says in how many seconds it ends by rest, and that it can be kept [ACC-01, EXP-83]', async () => {
    const caller = await logIn();
    world.clock.advance(28 * MINUTE_MS);
    expect((await caller.call(getBalance, {})).headers['session-rests-in']).toBe('120');
    const kept = await caller.call(keepSession, {});
    expect(kept).toMatchObject({ status: 200, headers: { 'session-rests-in': '1800' } });
    world.clock.advance(29 * MINUTE_MS);
    expect(await statusOf(caller)).toBe(200);
  });

  test('that would end by age before it ends by rest offers nothing [EXP-83]', async () => {
    const caller = await logIn();
    for (let hours = 0.4; hours < 24; hours += 0.4) {
      world.clock.set(new Date(START.getTime() + hours * HOUR_MS));
      await statusOf(caller);
    }
    world.clock.set(new Date(START.getTime() + DAY_MS - 5 * MINUTE_MS));
    const answer = await caller.call(getDevices, {});
    expect(answer.status).toBe(200);
    expect(answer.headers['session-rests-in']).toBeUndefined();
  });

  test('that rested too long is purged, others stay [ACC-01]', async () => {
    await logIn();
    const long = await logIn({ remember: true });
    world.clock.advance(30 * MINUTE_MS);
    await world.runTasks('housekeeping');
    const left = await world.db
      .selectFrom('session')
      .select('remember')
      .where('account_id', '=', user.userId)
      .execute();
    expect(left).toEqual([{ remember: true }]);
    expect(await statusOf(long)).toBe(200);
  });
});

describe('the devices', () => {
  test('are the sessions with browser and system in words, the present one marked [ACC-03, EXP-82]', async () => {
    await logIn({ agent: SAFARI, remember: true });
    world.clock.advance(MINUTE_MS);
    await logIn({ agent: CHROME });
    world.clock.advance(MINUTE_MS);
    const here = await logIn({ agent: FIREFOX });
    const { body } = await here.call(getDevices, {});
    const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS).toISOString();
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const one = (minutes: number, rest: object) => ({
      id,
      created_at: at(minutes),
      last_seen_at: at(minutes),
      remembered: false,
      current: false,
      ...rest,
    });
    expect(body.devices).toEqual([
      one(2, { device: 'Windows, Firefox', current: true }),
      one(1, { device: 'Mac, Chrome' }),
      one(0, { device: 'iPhone, Safari', remembered: true }),
    ]);
    const columns = await world.pool.query(
      "select column_name from information_schema.columns where table_name in ('session', 'ended_session')",
    );
    const names = columns.rows.map(({ column_name }) => column_name).join(' ');
    expect(names).toContain('device');
    expect(names).not.toMatch(/ip|address|place|city|country|geo/);
  });

  test('one that is ended gets 401 at its next request and its tab knows why [ACC-03, EXP-82]', async () => {
    const [here, there, third] = [await logIn(), await logIn(), await logIn()];
    const { body } = await there.call(getDevices, {});
    const { id } = body.devices.find(({ current }: { current: boolean }) => current);
    expect((await here.call(endDevice, { device_id: id })).status).toBe(200);
    const refused = await there.call(getBalance, {});
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'NOT_LOGGED_IN' },
      headers: { 'session-ended': 'device' },
    });
    expect([await statusOf(here), await statusOf(third)]).toEqual([200, 200]);
    expect((await here.call(endDevice, { device_id: id })).status).toBe(404);
  });

  test('of another account are not found, and stay [ACC-03]', async () => {
    const here = await logIn();
    const { body } = await other.call(getDevices, {});
    for (const device_id of [body.devices[0].id, 'x', ''])
      expect((await here.call(endDevice, { device_id })).status).toBe(404);
    expect((await other.call(getDevices, {})).status).toBe(200);
  });

  test('all others end with one press, with the browsers that were known [ACC-03, ACC-05, EXP-82]', async () => {
    const [here, there, third] = [await logIn(), await logIn(), await logIn()];
    const answer = await here.call(endOtherDevices, {});
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Alle anderen Geräte sind abgemeldet.' },
    });
    expect(await Promise.all([here, there, third].map(statusOf))).toEqual([200, 401, 401]);
    const known = await world.db.selectFrom('known_browser').select('account_id').execute();
    expect(known).toEqual([{ account_id: user.userId }]);
    expect(cookiesOf(answer)).toMatch(/^sid=[\w-]{43}; browser=[\w-]{43}$/);
    expect((await other.call(getDevices, {})).status).toBe(200);
  });
});

describe('a copy of the cookie', () => {
  const EVERYTHING = { nickname: 'Dieb', email: 'lena@beispiel.ch', password: 'Ganz-Anders-27' };
  /** As whoever took the cookie uses it, whatever its owner gets meanwhile. */
  const copyOf = ({ cookie }: Caller) => ({
    devices: async () => (await sent(cookie, 'GET', getDevices.name)).statusCode,
    takeOver: async () => (await sent(cookie, 'POST', updateProfile.name)).statusCode,
    endOthers: async () => (await sent(cookie, 'POST', endOtherDevices.name)).statusCode,
  });
  const sent = (cookie: string, method: 'GET' | 'POST', action: string) => {
    const origin = new URL(world.config.publicUrl).origin;
    const headers = { cookie, origin, 'x-requested-with': 'samtrot' };
    const body = method === 'POST' && { payload: EVERYTHING };
    return world.server.inject({ method, url: '/api', query: { action }, headers, ...body });
  };

  test('ends when its owner ends all other devices, and cannot end hers [ACC-03, ACC-10]', async () => {
    const owner = await logIn();
    const copy = copyOf(owner);
    expect(await copy.devices()).toBe(200);
    expect((await owner.call(endOtherDevices, {})).status).toBe(200);
    expect(await copy.devices()).toBe(401);
    expect(await copy.endOthers()).toBe(401);
    expect(await statusOf(owner)).toBe(200);
  });

  test('uses nothing of what its owner confirms, in the same moment or later [ACC-10]', async () => {
    for (const wait of [0, MINUTE_MS]) {
      const owner = await logIn();
      const copy = copyOf(owner);
      const proof = { kind: 'password', password: PASSWORD };
      expect((await owner.raw('reauthenticate', { payload: proof })).status).toBe(200);
      world.clock.advance(wait);
      expect(await copy.takeOver()).toBe(wait === 0 ? 403 : 401);
      const change = { nickname: 'Lena', email: 'lena@beispiel.ch', password: PASSWORD };
      expect((await owner.call(updateProfile, change)).status).toBe(200);
    }
  });

  test('ends the session by logging out, in the moment after a confirmation [ACC-03]', async () => {
    const owner = await logIn();
    const proof = { kind: 'password', password: PASSWORD };
    expect((await owner.raw('reauthenticate', { payload: proof })).status).toBe(200);
    expect((await sent(owner.cookie, 'POST', logout.name)).statusCode).toBe(200);
    expect(await statusOf(owner)).toBe(401);
  });

  test('ends with a new password that names the present one [ACC-06, ACC-10]', async () => {
    const owner = await logIn();
    const copy = copyOf(owner);
    const change = { nickname: 'Lena', email: 'lena@beispiel.ch', current_password: PASSWORD };
    expect((await owner.call(updateProfile, { ...change, password: PASSWORD })).status).toBe(200);
    expect(await copy.takeOver()).toBe(403);
    world.clock.advance(MINUTE_MS);
    expect([await copy.devices(), await statusOf(owner)]).toEqual([401, 200]);
  });
});

test('a tab whose session ended by rest or is unknown gets that as the reason [ACC-01]', async () => {
  const caller = await logIn();
  world.clock.advance(30 * MINUTE_MS);
  expect((await caller.call(getBalance, {})).headers['session-ended']).toBe('rest');
  const forged = world.caller(0, `sid=${'A'.repeat(43)}`);
  expect((await forged.call(getBalance, {})).headers['session-ended']).toBe('rest');
  expect((await world.visitor.call(getBalance, {})).headers['session-ended']).toBeUndefined();
});
