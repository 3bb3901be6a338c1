import { login } from '@samtrot/shared/access/contract.ts';
import { effortAfter, WRONG_PASSWORDS } from '@samtrot/shared/access/rules.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../platform/crypto.ts';
import { proofFor } from '../../../testing/partners/delivery-receipts.ts';
import { someoneWaits } from '../../../testing/process/gate.ts';
import { workOf } from '../../../testing/process/work.ts';
import { until } from '../../../testing/process/workers.ts';
import { proofOfEffort } from '../../../testing/world/proofs.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { giveGuessBack } from './guesses.ts';

const WRONG = 'Falsch-Gewaehlt-26';
const WINDOW_MS = WRONG_PASSWORDS.windowMs;

let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld({ LIMIT_FACTOR: '1' });
  user = await world.user({ username: 'Lena', email: 'lena@beispiel.ch' });
  await world.user({ username: 'Marta', email: 'marta@beispiel.ch' });
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

interface From {
  log?: string;
  cookie?: string;
  remoteAddress?: string;
  proof?: string | undefined;
}
let networks = 0;
/** Each attempt from a network of its own, if none is named. */
const attempt = (pwd: string, { log = 'lena@beispiel.ch', cookie = '', ...from }: From = {}) =>
  world.caller(0, cookie).raw('login', {
    payload: { log, pwd, ...(from.proof && { proof: from.proof }) },
    remoteAddress: from.remoteAddress ?? `10.0.${Math.floor(++networks / 250)}.${networks % 250}`,
  });
const effortOf = ({ body }: Answer): number => body.challenge.parameters.data.effort;
const REFUSED = { status: 428, body: { success: false, code: 'PROOF_REQUIRED' } };
const BY_MAIL = {
  status: 403,
  body: {
    success: false,
    code: 'MAIL_LOGIN_REQUIRED',
    message: 'Heute wurden zu viele falsche Passwörter eingegeben. Melde dich bitte per Mail an.',
  },
};
const browserOf = (answer: Answer) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith('browser='))!
    .split(';')[0]!;
const proof = (effort: number = WRONG_PASSWORDS.mostEffort) =>
  proofOfEffort(world, 'login', effort);
/** Wrong passwords for the account, each with the work that it takes. */
async function guess(times: number, from: From = {}) {
  for (let n = 0; n < times; n++)
    expect((await attempt(WRONG, { ...from, proof: await proof() })).status).toBe(401);
}

describe('wrong passwords for an account', () => {
  test('the fifth in 15 minutes needs a proof, and each five more double its effort [ACC-20]', async () => {
    const efforts: number[] = [];
    for (let wrong = 0; wrong < 40; wrong++) {
      const answer = await attempt(WRONG);
      efforts.push(answer.status === 428 ? effortOf(answer) : 0);
      if (answer.status === 428) await guess(1);
      else expect(answer.status).toBe(401);
    }
    expect(efforts).toEqual([
      ...[0, 0, 0, 0],
      ...[1, 1, 1, 1, 1],
      ...[2, 2, 2, 2, 2],
      ...[4, 4, 4, 4, 4],
      ...[8, 8, 8, 8, 8],
      ...[16, 16, 16, 16, 16],
      ...Array(11).fill(32),
    ]);
    expect(efforts).toEqual(efforts.map((_, wrong) => effortAfter(wrong)));
  });

  test('a username in another case tells nobody whether it exists [ACC-20, ACC-24]', async () => {
    const answers = async (log: string) => {
      for (let n = 0; n < 4; n++) expect((await attempt(WRONG, { log })).status).toBe(401);
      expect(await attempt(WRONG, { log })).toMatchObject(REFUSED);
      return (await attempt(WRONG, { log: log.toUpperCase() })).status;
    };
    expect([await answers('Lena'), await answers('Niemand')]).toEqual([401, 401]);
  });

  test('no stored key can be computed from who was counted [ACC-51]', async () => {
    for (const log of ['Lena', 'Niemand'])
      expect((await attempt(WRONG, { log, remoteAddress: '10.9.9.9' })).status).toBe(401);
    const rows = await world.db.selectFrom('rate_limit').select('key').execute();
    const keys = rows.map(({ key }) => key).join('\n');
    expect(keys).toMatch(/^login\/name:[\da-f]{32}$/m);
    for (const text of [String(user.userId), 'Niemand', 'niemand', '10.9.9.9'])
      expect(keys).not.toContain(sha256Hex(text).slice(0, 32));
  });

  test('the right password needs the proof too, which a browser can solve [ACC-20]', async () => {
    await guess(4);
    const refused = await attempt(PASSWORD);
    expect(refused).toMatchObject(REFUSED);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const solved = await proofFor(refused.body.challenge);
    expect((await attempt(PASSWORD, { proof: solved })).status).toBe(200);
    expect(await attempt(PASSWORD, { proof: solved })).toMatchObject(REFUSED);
  });

  test('a proof of less effort, of another call or out of date does not do [ACC-20]', async () => {
    await guess(10);
    expect(await attempt(PASSWORD, { proof: await proof(1) })).toMatchObject(REFUSED);
    const other = await proofOfEffort(world, 'register', 16);
    expect(await attempt(PASSWORD, { proof: other })).toMatchObject(REFUSED);
    const old = await proof();
    world.clock.advance(MINUTE_MS);
    expect(await attempt(PASSWORD, { proof: old })).toMatchObject(REFUSED);
    expect((await attempt(PASSWORD, { proof: await proof(2) })).status).toBe(200);
  });

  test('a refused attempt looks at no password, and is not counted [ACC-20]', async () => {
    await guess(4);
    for (let n = 0; n < 20; n++) expect((await workOf(() => attempt(PASSWORD))).hashes).toEqual([]);
    expect(effortOf(await attempt(PASSWORD))).toBe(1);
  });

  test('address and username are one account, in any letters the address allows [ACC-20]', async () => {
    await guess(2);
    await guess(2, { log: 'Lena' });
    for (const log of ['Lena', ' LENA@Beispiel.CH ', 'lena@beispiel.ch'])
      expect(await attempt(PASSWORD, { log })).toMatchObject(REFUSED);
    expect((await attempt(PASSWORD, { log: 'marta@beispiel.ch' })).status).toBe(200);
  });

  test('of 50 at once four are evaluated without a proof [ACC-20, T-RACE-12]', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(46);
  });

  test('they count for 15 minutes [ACC-20]', async () => {
    await guess(4);
    world.clock.advance(WINDOW_MS - 1);
    expect(await attempt(PASSWORD)).toMatchObject(REFUSED);
    world.clock.advance(1);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test('beyond 100 a day only a mail logs in, with any proof; a day later the password does [ACC-20]', async () => {
    await guess(100);
    expect(await attempt(PASSWORD, { proof: await proof() })).toMatchObject(BY_MAIL);
    expect((await workOf(() => attempt(PASSWORD))).hashes).toEqual([]);
    world.clock.advance(DAY_MS - 1);
    expect(await attempt(PASSWORD)).toMatchObject(BY_MAIL);
    world.clock.advance(1);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test('the right password from elsewhere clears nothing of it [ACC-20]', async () => {
    await guess(12);
    expect((await attempt(PASSWORD, { proof: await proof() })).status).toBe(200);
    expect(effortOf(await attempt(PASSWORD))).toBe(2);
  });
});

describe('a known browser', () => {
  const known = async () => browserOf(await attempt(PASSWORD));

  test('logs in at once, whatever others tried, and without a lock [ACC-20, EXP-78]', async () => {
    const cookie = await known();
    await guess(10);
    expect((await attempt(PASSWORD, { cookie })).status).toBe(200);
    await guess(90);
    expect(await attempt(PASSWORD)).toMatchObject(BY_MAIL);
    expect((await attempt(PASSWORD, { cookie })).status).toBe(200);
  });

  test('has a counter of its own, which the right password sets to zero [ACC-20]', async () => {
    const cookie = await known();
    for (let n = 0; n < 4; n++) expect((await attempt(WRONG, { cookie })).status).toBe(401);
    expect(await attempt(PASSWORD, { cookie })).toMatchObject(REFUSED);
    expect((await attempt(PASSWORD)).status).toBe(200);
    expect((await attempt(PASSWORD, { cookie, proof: await proof(1) })).status).toBe(200);
    expect((await attempt(PASSWORD, { cookie })).status).toBe(200);
  });

  test('is known to its own account only, and only while it is remembered [ACC-05, ACC-20]', async () => {
    const cookie = browserOf(await attempt(PASSWORD, { log: 'marta@beispiel.ch' }));
    await guess(4);
    expect(await attempt(PASSWORD, { cookie })).toMatchObject(REFUSED);
    const own = browserOf(await attempt(PASSWORD, { proof: await proof() }));
    world.clock.advance(400 * DAY_MS);
    await guess(4);
    expect(await attempt(PASSWORD, { cookie: own })).toMatchObject(REFUSED);
  });
});

describe('logins of one account at once', () => {
  const hits = async () =>
    (await world.db.selectFrom('rate_limit').select('hits').execute()).map(
      ({ hits }) => hits.length,
    );
  const remoteAddress = '203.0.113.12';

  test('four right passwords log in and leave no count [ACC-20, T-RACE-12]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => attempt(PASSWORD, { remoteAddress })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await hits()).toEqual([0, 0]);
  });

  test('right ones beside wrong ones: each wrong one counts, no right one does [ACC-20, T-RACE-12]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        attempt(n % 3 === 0 ? PASSWORD : WRONG, { remoteAddress }),
      ),
    );
    const of = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(of(200) + of(401) + of(428)).toBe(30);
    expect(of(401)).toBeLessThanOrEqual(4);
    expect(await hits()).toEqual([of(401), of(401)]);
    const log = world.db.selectFrom('account_event').select('kind').execute();
    const events = Map.groupBy(await log, ({ kind }) => kind);
    expect(events.get('login') ?? []).toHaveLength(of(200));
    expect(events.get('login_failed') ?? []).toHaveLength(of(401));
  });
});

test('two logins lock their counts in one order and never wait for each other [ACC-20]', async () => {
  await attempt(WRONG);
  const count = (db: typeof world.db) => db.selectFrom('rate_limit').select('key');
  const keys = (await count(world.db).orderBy('key').execute()).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  for (const given of [keys, keys.toReversed()]) {
    let other: Promise<void> | undefined;
    await world.db.transaction().execute(async (db) => {
      await count(db).where('key', '=', keys[0]!).forUpdate().execute();
      other = world.db
        .transaction()
        .execute((second) => giveGuessBack(second, { keys: given, known: false }));
      await until(() => someoneWaits(world.pool), 'the other login');
      await count(db).where('key', '=', keys[1]!).forUpdate().noWait().execute();
    });
    await other;
  }
});

test('a completed reset goes on at once, in a network that guessed as well [EXP-78]', async () => {
  const remoteAddress = '203.0.113.11';
  const before = browserOf(await attempt(PASSWORD));
  await guess(100, { remoteAddress });
  expect(await attempt(PASSWORD)).toMatchObject(BY_MAIL);
  await world.visitor.raw('lostpassword', { payload: { user_login: 'lena@beispiel.ch' } });
  await world.runTasks('accounts/password-reset-requests');
  const [mail] = (await world.mails('lena@beispiel.ch')).slice(-1);
  const token = /reset-password\?token=([\w-]{43})/.exec(mail!.text)![1]!;
  const reset = await world.visitor.raw('reset_password', {
    payload: { token, password: PASSWORD },
    remoteAddress,
  });
  expect(reset.status).toBe(200);
  const cookie = browserOf(reset);
  expect((await attempt(PASSWORD, { remoteAddress, cookie })).status).toBe(200);
  expect((await attempt(PASSWORD)).status).toBe(200);
  // Browsers remembered before are not.
  expect(await attempt(PASSWORD, { remoteAddress, cookie: before })).toMatchObject(REFUSED);
});

describe('wrong passwords from a network', () => {
  test('the fifth needs a proof whatever account it names, and elsewhere none [ACC-20]', async () => {
    const remoteAddress = '203.0.113.9';
    for (let n = 0; n < 4; n++)
      expect((await attempt(WRONG, { log: `niemand${n}`, remoteAddress })).status).toBe(401);
    expect(await attempt(PASSWORD, { remoteAddress })).toMatchObject(REFUSED);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test('a known browser in it logs in at once, and no number of them leads to a mail [ACC-20]', async () => {
    const remoteAddress = '203.0.113.10';
    const cookie = browserOf(await attempt(PASSWORD));
    for (let n = 0; n < 120; n++) await guess(1, { log: `niemand${n}@beispiel.ch`, remoteAddress });
    expect((await attempt(PASSWORD, { remoteAddress, cookie })).status).toBe(200);
    const fresh = await attempt(PASSWORD, { remoteAddress, proof: await proof() });
    expect(fresh.status).toBe(200);
  });

  test('one /64 of IPv6 is a network, and X-Forwarded-For of a stranger means nothing [ACC-20, T-AUTH-02]', async () => {
    const from = (remoteAddress: string, n: number) =>
      world.visitor.raw('login', {
        payload: { log: `niemand${n}`, pwd: WRONG },
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
        remoteAddress,
      });
    for (let n = 0; n < 4; n++) expect((await from(`2001:db8:1:2::${n}`, n)).status).toBe(401);
    expect(await from('2001:db8:1:2:ffff::1', 5)).toMatchObject(REFUSED);
    expect((await from('2001:db8:1:3::1', 6)).status).toBe(401);
  });
});

describe('who has no account', () => {
  /** Everything of an answer that somebody sees who asks. */
  const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => {
    const { challenge, ...rest } = body;
    return { status, headers, rest, effort: challenge?.parameters.data.effort };
  };

  test('is answered as who has one, at each of 200 steps, at the same work [ACC-24]', async () => {
    const steps = async (log: string) => {
      await world.db.deleteFrom('rate_limit').execute();
      const answers = [];
      for (let n = 0; n < 200; n++) {
        const given = n % 2 ? await proof() : undefined;
        let answer: Answer | undefined;
        const work = await workOf(async () => {
          answer = await attempt(WRONG, { log, proof: given, remoteAddress: `10.9.0.${n}` });
        });
        answers.push({ ...seen(answer!), ...work });
      }
      return answers;
    };
    const [known, unknown] = [await steps('lena@beispiel.ch'), await steps('nele@beispiel.ch')];
    expect(nonEmpty(unknown)).toEqual(known);
    expect(new Set(known.map(({ status }) => status))).toEqual(new Set([401, 428, 403]));
    expect(known.flatMap(({ hashes }) => hashes).length).toBeGreaterThan(90);
  });
});

test('a wrong password is an entry of the account log, one for nobody is none [ACC-20]', async () => {
  await attempt(WRONG);
  await attempt(WRONG, { log: 'niemand@beispiel.ch' });
  const events = await world.db.selectFrom('account_event').selectAll().execute();
  expect(events).toMatchObject([
    { account_id: user.userId, kind: 'login_failed', at: START, details: {} },
  ]);
});

test('only hashes of accounts, names, networks and browsers are kept, for a day [ACC-20]', async () => {
  const cookie = browserOf(await attempt(PASSWORD));
  await attempt(WRONG, { cookie });
  await attempt(WRONG, { log: 'niemand@beispiel.ch', remoteAddress: '203.0.113.9' });
  await world.visitor.call(login, { log: 'Lena', pwd: WRONG });
  const keys = await world.db.selectFrom('rate_limit').select('key').execute();
  for (const { key } of nonEmpty(keys)) expect(key).toMatch(/^login\/[a-z]+:[\da-f]{32}$/);
  world.clock.advance(DAY_MS);
  await world.runTasks('limits/purge');
  expect(await world.db.selectFrom('rate_limit').select('key').execute()).toEqual([]);
});
