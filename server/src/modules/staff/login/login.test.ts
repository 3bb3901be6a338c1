import argon2 from '@node-rs/argon2';
import { login } from '@samtrot/shared/access/contract.ts';
import { getAuditLog } from '@samtrot/shared/audit/contract.ts';
import { startView } from '@samtrot/shared/customers/help-contract.ts';
import { OWN_HEADER, type StaffAction } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import {
  staffConfirm,
  staffEnrolFactor,
  staffEnrolPassword,
  staffInvitation,
  staffLogin,
  staffLogout,
  staffMe,
  staffPasskeyChallenge,
  staffSecondFactor,
} from '@samtrot/shared/staff/login-contract.ts';
import {
  WRONG_FACTORS,
  WRONG_FACTORS_A_DAY,
  WRONG_PASSWORDS,
} from '@samtrot/shared/staff/login-rules.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import { getTeam, resetStaffFactor, setStaffRole } from '@samtrot/shared/staff/team-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { authenticator } from '../../../testing/world/authenticator.ts';
import { invitedTo, type Staff, staffCaller, staffOf } from '../../../testing/world/staff.ts';
import { totpCode } from '../../../testing/world/totp.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

let world: World;
let owner: Staff;
beforeAll(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => world.clock.set(START));

/** The SQL of a query object. */
const textOf = (asked: unknown) => (asked as { text: string }).text;
const nobody = () => staffCaller(world);
const cookieOf = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');

let people = 0;
/** A person who enrolled with an app through the calls. */
async function enrolled(role: Role = 'moderator') {
  const name = `Ina ${'ABCDEFGHIKLMNOPQRSTUVWXYZ'[people]}berg`;
  people += 1;
  const email = `ina${people}@samtrot.example`;
  const { staffId, token } = await invitedTo(world, { name, email, role });
  const offered = await nobody().call(staffEnrolPassword, { token, password: PASSWORD });
  const { secret } = offered.body.totp;
  const code = totpCode(secret, world.clock.now().getTime());
  const answer = await nobody().call(staffEnrolFactor, { token, code });
  expect(answer.status).toBe(200);
  const codes: string[] = answer.body.recovery_codes;
  return { staffId, name, email, secret, codes, token, answer, cookie: cookieOf(answer) };
}

const begin = (email: string, password = PASSWORD) =>
  nobody().call(staffLogin, { email, password });
const pendingOf = async (email: string) => (await begin(email)).body.pending as string;
/** The code of the next step: the one of this step was used to enrol. */
const later = (secret: string) => {
  world.clock.advance(MINUTE_MS);
  return totpCode(secret, world.clock.now().getTime());
};

describe('the link of an invitation', () => {
  test('is good for 24 hours and one person, then says so in words [BOF-04]', async () => {
    const refused = { code: 'INVITATION_INVALID' };
    const words = 'Dieser Link gilt nicht mehr. Lass dir einen neuen geben.';
    const { token } = await enrolled();
    expect((await nobody().call(staffInvitation, { token })).body).toMatchObject({
      ...refused,
      message: words,
    });
    const late = await invitedTo(world, {
      name: 'Olga Spät',
      email: 'olga@samtrot.example',
      role: 'reader',
    });
    const open = () => nobody().call(staffInvitation, { token: late.token });
    expect((await open()).body).toMatchObject({ name: 'Olga Spät', email: 'olga@samtrot.example' });
    world.clock.advance(DAY_MS - 1);
    expect((await open()).status).toBe(200);
    world.clock.advance(1);
    expect((await open()).body).toMatchObject(refused);
    const password = { token: late.token, password: PASSWORD };
    expect((await nobody().call(staffEnrolPassword, password)).body).toMatchObject(refused);
    expect((await nobody().call(staffInvitation, { token: 'x' })).body).toMatchObject(refused);
  });

  test('asks for a good password and a factor; without one nobody can log in [BOF-05]', async () => {
    const { staffId, token } = await invitedTo(world, {
      name: 'Halb Fertig',
      email: 'halb@samtrot.example',
      role: 'reader',
    });
    for (const password of ['kurz', 'Passwort1234!', 'Halb Fertig 1!'])
      expect(
        (await nobody().call(staffEnrolPassword, { token, password })).body,
        password,
      ).toMatchObject({ code: 'INVALID_INPUT', errors: { password: expect.any(String) } });
    expect((await nobody().call(staffEnrolFactor, { token, code: '123456' })).status).toBe(422);
    expect((await nobody().call(staffEnrolPassword, { token, password: PASSWORD })).status).toBe(
      200,
    );
    expect((await nobody().call(staffEnrolFactor, { token, code: '000000' })).body).toMatchObject({
      errors: { code: 'Dieser Code stimmt nicht.' },
    });
    expect((await begin('halb@samtrot.example')).body.code).toBe('STAFF_LOGIN_FAILED');
    const { state } = await world.db
      .selectFrom('staff')
      .select('state')
      .where('id', '=', staffId)
      .executeTakeFirstOrThrow();
    expect(state).toBe('invited');
  });

  test('takes a passkey as the factor, which logs in afterwards [BOF-05]', async () => {
    const email = 'passkey@samtrot.example';
    const { token } = await invitedTo(world, { name: 'Paula Schlüssel', email, role: 'reader' });
    const device = authenticator();
    const offered = await nobody().call(staffEnrolPassword, { token, password: PASSWORD });
    const passkey = device.create(offered.body.passkey);
    expect((await nobody().call(staffEnrolFactor, { token, passkey })).status).toBe(200);
    const pending = await pendingOf(email);
    const { body } = await nobody().call(staffPasskeyChallenge, {});
    const proof = device.get(body.options);
    const answer = await nobody().call(staffSecondFactor, { pending, passkey: proof });
    expect(answer.status).toBe(200);
    const me = await staffCaller(world, cookieOf(answer)).call(staffMe, {});
    expect(me.body).toMatchObject({ name: 'Paula Schlüssel', sign: 'PS', role: 'reader' });
    // The same proof, and one for somebody else's log-in.
    const again = { pending: await pendingOf(email), passkey: proof };
    expect((await nobody().call(staffSecondFactor, again)).status).toBe(422);
  });
});

describe('the log-in', () => {
  test('asks for address and password, then the factor; the cookie is of the house [BOF-07, BOF-09]', async () => {
    const { email, secret } = await enrolled();
    const first = await begin(` ${email.toUpperCase()} `);
    expect([first.status, first.body.code]).toEqual([401, 'FACTOR_REQUIRED']);
    expect(first.headers['set-cookie']).toBeUndefined();
    const answer = await nobody().call(staffSecondFactor, {
      pending: first.body.pending,
      code: later(secret),
    });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    expect(cookies.find((cookie) => cookie.startsWith('betrieb='))).toMatch(
      /^betrieb=[\w-]{20,}; Path=\/betrieb; HttpOnly; SameSite=Strict$/,
    );
    const caller = staffCaller(world, cookieOf(answer));
    expect((await caller.call(staffMe, {})).status).toBe(200);
    expect((await caller.call(staffLogout, {})).status).toBe(200);
    expect((await caller.call(staffMe, {})).status).toBe(401);
  });

  test('over https the cookie is __Secure-betrieb [BOF-09]', async () => {
    await using secure = await testWorld({ PUBLIC_URL: 'https://samtrot.example' });
    const { token } = await invitedTo(secure, {
      name: 'Tina Schloss',
      email: 'tina@samtrot.example',
      role: 'reader',
    });
    const caller = staffCaller(secure);
    const offered = await caller.call(staffEnrolPassword, { token, password: PASSWORD });
    const code = totpCode(offered.body.totp.secret, START.getTime());
    const answer = await caller.call(staffEnrolFactor, { token, code });
    expect([answer.headers['set-cookie']].flat().map(String)).toContainEqual(
      expect.stringMatching(
        /^__Secure-betrieb=[\w-]+; Path=\/betrieb; HttpOnly; Secure; SameSite=Strict$/,
      ),
    );
  });

  test('refuses a wrong address, password and state in the same words and bytes [BOF-07]', async () => {
    const { email, staffId } = await enrolled();
    const answers = [await begin('niemand@samtrot.example'), await begin(email, 'falsch')];
    await world.db
      .updateTable('staff')
      .set({ state: 'blocked' })
      .where('id', '=', staffId)
      .execute();
    answers.push(await begin(email));
    for (const { status, body } of nonEmpty(answers)) {
      expect(status).toBe(401);
      expect(body).toEqual({
        success: false,
        code: 'STAFF_LOGIN_FAILED',
        message: 'Anmeldung fehlgeschlagen. Prüfe E-Mail und Passwort.',
      });
    }
  });

  test('does the same work for a wrong address, password and state [BOF-07]', async () => {
    const { email } = await enrolled();
    const blocked = await enrolled();
    await world.db
      .updateTable('staff')
      .set({ state: 'blocked' })
      .where('id', '=', blocked.staffId)
      .execute();
    const invited = await invitedTo(world, {
      name: 'Vera Offen',
      email: 'vera@samtrot.example',
      role: 'reader',
    });
    expect(invited.token).not.toBe('');
    const verify = vi.spyOn(argon2, 'verify');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const sqlOf = (asked: unknown) => (typeof asked === 'string' ? asked : textOf(asked));
    const workOf = async (address: string, password?: string) => {
      verify.mockClear();
      query.mockClear();
      expect((await begin(address, password)).body.code).toBe('STAFF_LOGIN_FAILED');
      // What a hash costs stands before its salt.
      const hashes = verify.mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4));
      return { hashes, queries: query.mock.calls.map(([asked]) => sqlOf(asked)) };
    };
    try {
      await workOf('niemand@samtrot.example');
      const wrongPassword = await workOf(email, 'falsch');
      expect(wrongPassword.hashes).toHaveLength(1);
      expect(nonEmpty(wrongPassword.queries).join('\n')).toContain('from "staff"');
      for (const [address, password] of [
        ['niemand@samtrot.example', PASSWORD],
        [blocked.email, PASSWORD],
        [blocked.email, 'falsch'],
        ['vera@samtrot.example', PASSWORD],
      ] as const)
        expect(await workOf(address, password), address).toEqual(wrongPassword);
    } finally {
      verify.mockRestore();
      query.mockRestore();
    }
  });

  test('an address may be staff and advertiser; neither opens the other [BOF-03]', async () => {
    const { email } = await enrolled();
    const advertiser = await world.user({ email });
    expect((await begin(email)).body.code).toBe('FACTOR_REQUIRED');
    const portal = await world.visitor.call(login, { log: email, pwd: PASSWORD });
    expect([portal.status, portal.body.user_id]).toEqual([200, advertiser.userId]);
  });

  test('writes an older hash of the password anew, and a wrong password leaves it [ACC-42]', async () => {
    const { email, staffId } = await enrolled();
    const password_hash = await argon2.hash(PASSWORD, { memoryCost: 16, timeCost: 1 });
    const mine = world.db.updateTable('staff').set({ password_hash }).where('id', '=', staffId);
    await mine.execute();
    const stored = async () =>
      (
        await world.db
          .selectFrom('staff')
          .select('password_hash')
          .where('id', '=', staffId)
          .executeTakeFirstOrThrow()
      ).password_hash;
    expect((await begin(email, 'falsch')).body.code).toBe('STAFF_LOGIN_FAILED');
    expect(await stored()).toBe(password_hash);
    expect((await begin(email)).body.code).toBe('FACTOR_REQUIRED');
    const rewritten = await stored();
    expect(rewritten).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect((await begin(email)).body.code).toBe('FACTOR_REQUIRED');
    expect(await stored()).toBe(rewritten);
  });

  test('takes a code once, also twice at the same moment, and one step off [BOF-08]', async () => {
    const { email, secret } = await enrolled();
    const [one, two] = [await pendingOf(email), await pendingOf(email)];
    const code = later(secret);
    const answers = await Promise.all(
      [one, two].map((pending) => nobody().call(staffSecondFactor, { pending, code })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    world.clock.advance(5 * MINUTE_MS);
    const at = (steps: number) => totpCode(secret, world.clock.now().getTime(), steps);
    const pending = await pendingOf(email);
    for (const steps of [-2, 2])
      expect(
        (await nobody().call(staffSecondFactor, { pending, code: at(steps) })).status,
        `${steps} steps off`,
      ).toBe(422);
    expect((await nobody().call(staffSecondFactor, { pending, code: at(-1) })).status).toBe(200);
  });

  test('ends after five wrong factors or 15 minutes; the person gets a mail [BOF-08]', async () => {
    const { email, secret } = await enrolled();
    const pending = await pendingOf(email);
    const wrong = () => nobody().call(staffSecondFactor, { pending, code: '000000' });
    for (let n = 1; n < 5; n++) expect((await wrong()).body.code).toBe('INVALID_INPUT');
    expect((await wrong()).body.code).toBe('LOGIN_EXPIRED');
    const right = { pending, code: later(secret) };
    expect((await nobody().call(staffSecondFactor, right)).body.code).toBe('LOGIN_EXPIRED');
    const subjects = (await world.mails(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Mehrere falsche Codes im Betrieb']);
    const slow = await pendingOf(email);
    world.clock.advance(15 * MINUTE_MS);
    const late = await nobody().call(staffSecondFactor, { pending: slow, code: later(secret) });
    expect(late.body.code).toBe('LOGIN_EXPIRED');
  });

  test('wrong passwords elsewhere never keep a person out of her own browser [BOF-07]', async () => {
    const { email, cookie } = await enrolled();
    const other = await enrolled();
    const inBrowserOf = (known: string, address = email) =>
      staffCaller(world, known).call(staffLogin, { email: address, password: PASSWORD });
    for (let n = 0; n < WRONG_PASSWORDS.attempts; n++)
      expect((await begin(email, 'falsch')).body.code).toBe('STAFF_LOGIN_FAILED');
    for (const known of ['', other.cookie])
      for (const spelled of [email, email.toUpperCase()])
        expect((await inBrowserOf(known, spelled)).body.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await inBrowserOf(cookie)).body.code).toBe('FACTOR_REQUIRED');
    // Her browser has a limit, too.
    for (let n = 0; n < WRONG_PASSWORDS.attempts; n++)
      await staffCaller(world, cookie).call(staffLogin, { email, password: 'falsch' });
    expect((await inBrowserOf(cookie)).body.code).toBe('TOO_MANY_ATTEMPTS');
    world.clock.advance(15 * MINUTE_MS);
    expect((await inBrowserOf('')).body.code).toBe('FACTOR_REQUIRED');
  });

  test('wrong codes elsewhere never keep a person out of her own browser [BOF-08]', async () => {
    const { email, secret, cookie } = await enrolled();
    for (let round = 0; round < WRONG_FACTORS_A_DAY / WRONG_FACTORS; round++) {
      const pending = await pendingOf(email);
      for (let n = 0; n < WRONG_FACTORS; n++)
        expect([422, 401]).toContain(
          (await nobody().call(staffSecondFactor, { pending, code: '000000' })).status,
        );
    }
    const pending = await pendingOf(email);
    const right = { pending, code: later(secret) };
    expect((await nobody().call(staffSecondFactor, right)).body.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await staffCaller(world, cookie).call(staffSecondFactor, right)).status).toBe(200);
  });

  test('from another browser is mailed, from a known one not', async () => {
    const { email, secret, cookie } = await enrolled();
    const again = async (known: string) => {
      const pending = await pendingOf(email);
      const code = later(secret);
      await staffCaller(world, known).call(staffSecondFactor, { pending, code });
      return (await world.mails(email)).map(({ subject }) => subject);
    };
    expect(await again(cookie)).toEqual([]);
    expect(await again('')).toEqual(['Neue Anmeldung im Betrieb']);
  });
});

test('each of ten recovery codes counts once; the person and every owner get a mail [BOF-06]', async () => {
  const { email, codes } = await enrolled();
  expect(new Set(codes).size).toBe(10);
  const use = async (recovery_code: string) => {
    const pending = await pendingOf(email);
    return nobody().call(staffSecondFactor, { pending, recovery_code });
  };
  expect((await use(codes[0]!.toLowerCase())).status).toBe(200);
  expect((await use(codes[0]!)).status).toBe(422);
  for (const to of [email, owner.email])
    expect(
      (await world.mails(to)).filter(
        ({ subject }) => subject === 'Wiederherstellungscode verwendet',
      ),
      to,
    ).toHaveLength(1);
});

test('a marked change asks for the factor again after ten minutes, and takes it [BOF-11]', async () => {
  const device = authenticator();
  const email = 'frisch@samtrot.example';
  const { token, staffId } = await invitedTo(world, { name: 'Frida Isch', email, role: 'owner' });
  const offered = await nobody().call(staffEnrolPassword, { token, password: PASSWORD });
  const passkey = device.create(offered.body.passkey);
  const caller = staffCaller(
    world,
    cookieOf(await nobody().call(staffEnrolFactor, { token, passkey })),
  );
  const other = await staffOf(world, 'reader');
  const change = (role: 'reader' | 'finance') =>
    caller.call(setStaffRole, { staff_id: other.staffId, role });
  expect((await change('finance')).status).toBe(200);
  world.clock.advance(11 * MINUTE_MS);
  expect((await change('reader')).body).toMatchObject({
    code: 'FRESH_FACTOR_REQUIRED',
    message: 'Bitte bestätige dich nochmals. Deine letzte Bestätigung ist älter als 10 Minuten.',
  });
  expect((await caller.call(getTeam, {})).status).toBe(200);
  expect((await caller.call(staffConfirm, { code: '000000' })).status).toBe(422);
  const { body } = await caller.call(staffPasskeyChallenge, {});
  expect((await caller.call(staffConfirm, { passkey: device.get(body.options) })).status).toBe(200);
  expect((await change('reader')).status).toBe(200);
  expect(staffId).toBeGreaterThan(0);
});

describe('a copy of the cookie', () => {
  /** As whoever took it uses it, whatever its owner gets meanwhile. */
  const copyOf =
    (cookie: string) => (method: StaffAction['method'], url: string, payload?: object) =>
      world.server.inject({
        method,
        url,
        headers: { cookie, origin: new URL(world.config.publicUrl).origin, [OWN_HEADER]: '1' },
        ...(payload && { payload }),
      });
  const callOf = ({ method, name }: StaffAction) =>
    [method, `/betrieb/api?action=${name}`] as const;
  async function confirming(role: Role) {
    const { cookie, secret } = await enrolled(role);
    world.clock.advance(11 * MINUTE_MS);
    const caller = staffCaller(world, cookie);
    const confirm = async () => {
      const code = later(secret);
      expect((await caller.call(staffConfirm, { code })).status).toBe(200);
    };
    return { caller, confirm, copy: copyOf(cookie) };
  }

  test('uses nothing of what its owner confirms, in the same moment or later [BOF-11]', async () => {
    const { staffId: staff_id } = await staffOf(world, 'reader');
    for (const wait of [0, MINUTE_MS]) {
      const { caller, confirm, copy } = await confirming('owner');
      const change = { staff_id, role: wait === 0 ? 'finance' : 'reader' } as const;
      const asked = () => copy(...callOf(setStaffRole), change);
      expect((await asked()).json().code).toBe('FRESH_FACTOR_REQUIRED');
      await confirm();
      world.clock.advance(wait);
      expect((await asked()).json().code).toBe(
        wait === 0 ? 'FRESH_FACTOR_REQUIRED' : 'NOT_LOGGED_IN',
      );
      // What another tab has sent meanwhile is answered.
      expect((await copy(...callOf(staffMe))).statusCode).toBe(wait === 0 ? 200 : 401);
      expect((await caller.call(setStaffRole, change)).status).toBe(200);
    }
  });

  test("reads nothing of a customer's pages that its owner opens after that [BOF-11, BOF-78]", async () => {
    const { userId } = await world.user();
    const { caller, confirm, copy } = await confirming('moderator');
    await confirm();
    const opened = await caller.call(startView, { account_id: userId, reason: 'Eine Frage' });
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    const page = `/betrieb/ansicht/${userId}/api`;
    const read = { method: 'GET', url: page, query: { action: state.name } } as const;
    expect((await world.send(caller.cookie, read)).status).toBe(200);
    expect((await copy('GET', `${page}?action=${state.name}`)).statusCode).toBe(401);
  });

  test('logs its owner out with itself, in the moment after a confirmation [BOF-11]', async () => {
    const { caller, confirm, copy } = await confirming('reader');
    await confirm();
    expect((await copy(...callOf(staffLogout), {})).statusCode).toBe(200);
    expect((await caller.call(staffMe, {})).status).toBe(401);
  });

  test('of two tabs that confirm at the same moment both go on [BOF-11]', async () => {
    const device = authenticator();
    const email = 'zwei.fenster@samtrot.example';
    const { token } = await invitedTo(world, { name: 'Zoe Fenster', email, role: 'reader' });
    const offered = await nobody().call(staffEnrolPassword, { token, password: PASSWORD });
    const passkey = device.create(offered.body.passkey);
    const cookie = cookieOf(await nobody().call(staffEnrolFactor, { token, passkey }));
    const copy = copyOf(cookie);
    const proof = async () => {
      const { options } = (await copy(...callOf(staffPasskeyChallenge))).json();
      return { passkey: device.get(options) };
    };
    const proofs = [await proof(), await proof()];
    const answers = await Promise.all(
      proofs.map((one) => copy(...callOf(staffConfirm), one as object)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    // The later token counts, and the first one ended with the second confirmation.
    const last = answers.map((one) => staffCaller(world, `betrieb=${one.cookies[0]!.value}`));
    const statuses = await Promise.all(
      last.map(async (one) => (await one.call(staffMe, {})).status),
    );
    expect(statuses).toEqual([200, 200]);
    expect((await copy(...callOf(staffMe))).statusCode).toBe(401);
  });
});

test('a reset factor ends all log-ins and asks to enrol again [BOF-13]', async () => {
  const { staffId, cookie, email, secret } = await enrolled();
  const pending = await pendingOf(email);
  expect((await owner.call(resetStaffFactor, { staff_id: staffId })).status).toBe(200);
  expect((await staffCaller(world, cookie).call(staffMe, {})).status).toBe(401);
  expect((await nobody().call(staffSecondFactor, { pending, code: later(secret) })).body.code).toBe(
    'LOGIN_EXPIRED',
  );
  expect((await begin(email)).body.code).toBe('STAFF_LOGIN_FAILED');
  const inTeam = async () =>
    ((await owner.call(getTeam, {})).body.people as { staff_id: number }[]).find(
      (one) => one.staff_id === staffId,
    );
  expect(await inTeam()).toMatchObject({ state: 'invited', returns: true });
  const mail = (await world.mails(email)).find(
    ({ subject }) => subject === 'Richte deinen zweiten Faktor neu ein',
  )!;
  expect(mail.text).toContain('Dein Zugang zum Betrieb wurde zurückgesetzt');
  const token = /token=([\w-]+)/.exec(mail.text)![1]!;
  expect((await nobody().call(staffEnrolFactor, { token, code: later(secret) })).status).toBe(422);
  expect((await nobody().call(staffInvitation, { token })).status).toBe(200);
});

test('who is still invited gets a new link by mail, which voids the first one [BOF-13]', async () => {
  const email = 'nochmals@samtrot.example';
  const invited = await invitedTo(world, { name: 'Nora Chmals', email, role: 'reader' });
  const { status } = await owner.call(resetStaffFactor, { staff_id: invited.staffId });
  expect(status).toBe(200);
  const [mail] = await world.mails(email);
  expect(mail!.subject).toBe('Deine Einladung in den Betrieb');
  const token = /token=([\w-]+)/.exec(mail!.text)![1]!;
  expect((await nobody().call(staffInvitation, { token })).status).toBe(200);
  expect((await nobody().call(staffInvitation, { token: invited.token })).body.code).toBe(
    'INVITATION_INVALID',
  );
  const { lines } = (await owner.call(getAuditLog, { object: `staff:${invited.staffId}` })).body;
  expect(lines[0]).toMatchObject({ label: 'Neuer Link zum Einrichten', who: owner.name });
});

test('a security mail says who helps: an owner, another one, the server for the last one [BOF-06, BOF-08]', async () => {
  const wrongCodes = async ({ email }: { email: string }) => {
    world.clock.advance(MINUTE_MS);
    const pending = await pendingOf(email);
    for (let n = 0; n < WRONG_FACTORS; n++)
      await nobody().call(staffSecondFactor, { pending, code: '000000' });
    return (await world.mails(email)).at(-1)!.text;
  };
  const [moderator, second] = [await enrolled(), await enrolled('owner')];
  expect(await wrongCodes(moderator)).toContain('Melde dich gleich bei der Inhaberin.');
  expect(await wrongCodes(second)).toContain('Melde dich gleich bei einer anderen Inhaberin.');

  const { email } = moderator;
  const used = { pending: await pendingOf(email), recovery_code: moderator.codes[0]! };
  expect((await nobody().call(staffSecondFactor, used)).status).toBe(200);
  const told = async (to: string) => (await world.mails(to)).at(-1)!.text;
  expect(await told(email)).toContain('Das warst nicht du? Melde dich gleich bei der Inhaberin.');
  expect(await told(second.email)).toContain(`Frag ${moderator.name}, ob das stimmt.`);

  const others = world.db.updateTable('staff').set({ role: 'reader' });
  await others.where('id', '<>', second.staffId).execute();
  const alone = await wrongCodes(second);
  expect(alone).toContain(`samtrot staff reset-factor ${second.email} --as ${second.email}`);
  expect(alone).not.toContain('Inhaberin');
});
