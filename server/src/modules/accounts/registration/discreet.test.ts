import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rounds } from '../../../testing/process/deep.ts';
import { workOf } from '../../../testing/process/work.ts';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import { PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';

const DAY = 86_400_000;
const AT_ONCE = rounds(12, 50);
let world: World;
beforeAll(async () => {
  world = await testWorld({ REGISTRATION_PRIVACY: 'discreet' });
});
afterAll(() => world[Symbol.asyncDispose]());

let people = 0;
const fresh = () => {
  people++;
  return { username: `Lena ${people} x`, email: `lena${people}@beispiel.ch` };
};
const enrol = (who: { username: string; email: string }) =>
  world.visitor.raw('register', {
    payload: { ...who, nickname: who.username, password: PASSWORD },
  });
const login = (log: string) => world.visitor.raw('login', { payload: { log, pwd: PASSWORD } });
const mails = (recipient: string) => world.mails(recipient);
const accounts = async () =>
  (await rowsInClear(world.db, 'account')).map(({ id, username, email }) => ({
    id,
    username,
    email,
  }));
const work = () => world.runTasks('accounts/pending-registrations');
/** All that the outbox keeps of a mail. */
const textOf = (mail: object) => JSON.stringify(mail);
const tokenIn = (mail: object) => /\/auth\/confirm\?token=([\w-]+)/.exec(textOf(mail))![1]!;
const confirm = (token: string) => world.visitor.raw('confirm_email', { payload: { token } });

/** A person whose account is made and proven. */
async function member() {
  const who = fresh();
  await enrol(who);
  await work();
  const [mail] = await mails(who.email);
  expect((await confirm(tokenIn(mail!))).status).toBe(200);
  return who;
}

beforeEach(() => {
  expect(world.defects).toEqual([]);
});

describe('a new address', () => {
  test('the account begins with the link in the mail [API-08, AUT-81]', async () => {
    const who = fresh();
    expect(await enrol(who)).toMatchObject({
      status: 200,
      body: {
        success: true,
        confirm_first: true,
        message:
          'Wir haben dir eine E-Mail geschickt. Öffne den Link darin, dann ist dein Konto bereit.',
      },
    });
    await work();
    expect(await login(who.email)).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } });
    const [mail, ...more] = await mails(who.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Bitte bestätige deine E-Mail-Adresse');
    const token = tokenIn(mail!);
    expect(textOf(mail!)).toContain(`${world.config.publicUrl}/auth/confirm?token=`);
    const dump = JSON.stringify(await rowsInClear(world.db, 'pending_registration'));
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(PASSWORD);

    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: 'Deine E-Mail-Adresse ist bestätigt.' },
    });
    expect((await confirm(token)).status).toBe(200);
    expect((await login(who.email)).status).toBe(200);
    const rows = await rowsInClear(world.db, 'account');
    const account = rows.find(({ email }) => email === who.email)!;
    expect(account).toMatchObject({
      username: who.username,
      nickname: who.username,
    });
    expect(account.email_confirmed_at).toEqual(world.clock.now());
  });

  test('the link opened 20 times at once makes one account [API-08]', async () => {
    const who = fresh();
    await enrol(who);
    await work();
    const token = tokenIn((await mails(who.email))[0]!);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await accounts()).filter(({ email }) => email === who.email)).toHaveLength(1);
  });

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(200)])(
    'the token %j makes none [AUT-75]',
    async (token) => {
      const before = await accounts();
      expect((await confirm(token)).status).toBe(422);
      expect(await accounts()).toEqual(before);
    },
  );

  test('of two registrations of an address the first opened link creates the account [API-08]', async () => {
    const [one, two] = [fresh(), fresh()];
    await enrol(one);
    await enrol({ ...two, email: one.email });
    await work();
    const [first, second] = (await mails(one.email)).map(tokenIn);
    expect((await confirm(second!)).status).toBe(200);
    expect(await confirm(first!)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
    expect((await accounts()).filter(({ email }) => email === one.email)).toMatchObject([
      { username: two.username },
    ]);
  });

  test('whoever is registered again and again by somebody gets five links a day [API-08]', async () => {
    const { email } = fresh();
    for (let i = 0; i < 7; i++) await enrol({ username: fresh().username, email });
    await work();
    expect(await mails(email)).toHaveLength(5);
  });
});

describe('an address that has an account', () => {
  test('its owner gets one neutral mail in seven days, with the ways in [API-08, ERR-004]', async () => {
    const { email } = await member();
    const before = (await mails(email)).length;
    const told = async () => (await mails(email)).slice(before);
    for (let i = 0; i < 3; i++)
      await enrol({ username: fresh().username, email: email.toUpperCase() });
    await work();
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Du hast bereits ein Konto');
    expect(mail!.subject).not.toMatch(/samtrot|inserat|portal|erotik|18/i);
    expect(textOf(mail!)).toContain(`${world.config.publicUrl}/auth/login`);
    expect(textOf(mail!)).toContain(`${world.config.publicUrl}/auth/forgot`);
    expect(textOf(mail!)).not.toMatch(/token=/);
    world.clock.advance(7 * DAY - 1);
    await enrol({ username: fresh().username, email });
    await work();
    expect(await told()).toHaveLength(1);
    world.clock.advance(1);
    await enrol({ username: fresh().username, email });
    await work();
    expect(await told()).toHaveLength(2);
  });

  test('the account stays as it is and keeps its password [API-08]', async () => {
    const { email } = await member();
    const before = await accounts();
    await world.visitor.raw('register', {
      payload: { username: fresh().username, email, password: 'Anders-Gewählt-2026' },
    });
    await work();
    expect(await accounts()).toEqual(before);
    expect((await login(email)).status).toBe(200);
  });
});

describe('nothing tells the two apart', () => {
  test('status, headers, body and length are the same [T-AUTH-05]', async () => {
    const taken = await member();
    const bare = async (email: string) => {
      const { headers, ...answer } = await enrol({ username: fresh().username, email });
      const { date: _, ...rest } = headers;
      return { ...answer, headers: rest };
    };
    const [existing, unknown] = [await bare(taken.email), await bare(fresh().email)];
    expect(existing).toEqual(unknown);
    expect(existing.status).toBe(200);
  });

  test('what the request writes down has the same shape [T-AUTH-05]', async () => {
    const taken = await member();
    const count = async () => ({
      pending: (await world.db.selectFrom('pending_registration').select('id').execute()).length,
      holds: (await world.db.selectFrom('reserved_username').select('username_key').execute())
        .length,
      mails: (await world.db.selectFrom('mail').select('id').execute()).length,
      accounts: (await accounts()).length,
    });
    const steps = [await count()];
    for (const email of [taken.email, fresh().email]) {
      await enrol({ username: fresh().username, email });
      steps.push(await count());
    }
    const [start, existing, unknown] = steps as [
      (typeof steps)[0],
      (typeof steps)[0],
      (typeof steps)[0],
    ];
    const difference = (a: typeof start, b: typeof start) =>
      Object.entries(b).map(([name, number]) => [name, number - a[name as keyof typeof a]]);
    expect(difference(start, existing)).toEqual(difference(existing, unknown));
    await work();
  });

  test('both cost the same hash and the same statements [T-AUTH-05]', async () => {
    const taken = await member();
    const costs = (email: string) =>
      workOf(async () =>
        expect((await enrol({ username: fresh().username, email })).status).toBe(200),
      );
    await costs(fresh().email);
    const [existing, unknown] = [await costs(taken.email), await costs(fresh().email)];
    expect(existing.hashes).toHaveLength(1);
    expect(unknown.hashes).toEqual(existing.hashes);
    expect(nonEmpty(unknown.statements)).toEqual(existing.statements);
    await work();
  });

  test('a name chosen for an existing address is as taken as one chosen for a new address [T-AUTH-09]', async () => {
    const taken = await member();
    const verdicts = [];
    for (const email of [taken.email, fresh().email]) {
      const { username } = fresh();
      await enrol({ username, email });
      const verdict = [];
      for (const work of [async () => {}, () => world.runTasks()]) {
        await work();
        const { status, body } = await enrol({
          username: username.toUpperCase(),
          email: fresh().email,
        });
        verdict.push([status, body]);
        world.clock.advance(DAY);
      }
      world.clock.advance(6 * DAY);
      await world.runTasks();
      verdict.push((await enrol({ username, email: fresh().email })).status);
      verdicts.push(verdict);
      await work();
    }
    expect(verdicts[0]).toEqual(verdicts[1]);
    expect(verdicts[0]).toMatchObject([
      [409, { code: 'USERNAME_TAKEN' }],
      [409, { code: 'USERNAME_TAKEN' }],
      200,
    ]);
  });

  test('after a lost mail the same name registers again, known address or not; nobody else can [T-AUTH-09, API-08]', async () => {
    const taken = await member();
    const verdicts = [];
    for (const email of [taken.email, fresh().email]) {
      const { username } = fresh();
      const verdict = [];
      for (const who of [email, email, fresh().email, email.toUpperCase()]) {
        const { status, body } = await enrol({ username, email: who });
        verdict.push([status, body]);
        await work();
      }
      verdicts.push(verdict);
    }
    expect(verdicts[0]).toEqual(verdicts[1]);
    expect(verdicts[0]!.map(([status]) => status)).toEqual([200, 200, 409, 200]);
  });

  test('a closed account leaves no name held for its address [PRO-21]', async () => {
    const { email } = await member();
    await enrol({ username: fresh().username, email });
    const held = () => world.db.selectFrom('reserved_username').select('username_key').execute();
    const before = (await held()).length;
    const { headers } = await login(email);
    const cookie = String(headers['set-cookie']).split(';')[0]!;
    const closing = await world.send(cookie, {
      method: 'POST',
      url: '/api',
      query: { action: 'delete_account' },
      payload: { password: PASSWORD },
    });
    expect(closing.status).toBe(200);
    await world.finishDeletions();
    expect(before - (await held()).length).toBe(2);
    await work();
  });

  test('the password that was chosen opens nothing in either case [T-AUTH-09]', async () => {
    const { email: unknown } = fresh();
    const { email: existing } = await member();
    const password = 'Anders-Gewählt-2026';
    const answers = [];
    for (const email of [existing, unknown]) {
      await world.visitor.raw('register', {
        payload: { username: fresh().username, email, password },
      });
      await work();
      const { status, body } = await world.visitor.raw('login', {
        payload: { log: email, pwd: password },
      });
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } });
  });
});

test('of 50 registrations of one name at once one goes on [T-RACE-08, AUT-30]', async () => {
  const { username } = fresh();
  const spellings = [
    username,
    username.toUpperCase(),
    username.replaceAll(' ', '-'),
    username.replaceAll(' ', ''),
  ];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      enrol({ username: spellings[i % 4]!, email: fresh().email }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  await work();
});

test(`${AT_ONCE} registrations of one address at once end in one account [T-RACE-08]`, async () => {
  const { email } = fresh();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => enrol({ username: fresh().username, email })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all([work(), work(), work()]);
  const tokens = (await mails(email)).map(tokenIn);
  expect(tokens).toHaveLength(5);
  await Promise.all(tokens.map(confirm));
  expect((await accounts()).filter((account) => account.email === email)).toHaveLength(1);
});

test('a pending registration nobody confirmed is deleted after seven days, as is its name [API-08]', async () => {
  const who = fresh();
  await enrol(who);
  await work();
  const token = tokenIn((await mails(who.email))[0]!);
  world.clock.advance(7 * DAY);
  expect(await confirm(token)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
  await world.runTasks('housekeeping');
  expect(await world.db.selectFrom('pending_registration').selectAll().execute()).toEqual([]);
  expect(await world.db.selectFrom('reserved_username').selectAll().execute()).toEqual([]);
  expect((await enrol(who)).status).toBe(200);
  expect(world.defects).toEqual([]);
});
