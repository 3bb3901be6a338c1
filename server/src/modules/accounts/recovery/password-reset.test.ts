import type { AddressInfo } from 'node:net';
import { loginPasskey } from '@samtrot/shared/access/passkey-contract.ts';
import { lostpassword, resetPassword } from '@samtrot/shared/accounts/recovery-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../../platform/crypto.ts';
import { race, raceRepeated } from '../../../testing/process/race.ts';
import { workOf } from '../../../testing/process/work.ts';
import { smtpServer } from '../../../testing/services/smtp.ts';
import { emailOf } from '../../../testing/world/accounts.ts';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import { challengeFor, withApp, withPasskey } from '../../../testing/world/factors.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { linkEmail } from '../../access/service.ts';

const NEW_PASSWORD = 'Ganz-Anders-2027';
const SENT =
  'Wir haben dir einen Link zum Zurücksetzen deines Passworts gesendet. Bitte überprüfe dein Postfach.';
const INVALID = 'Der Link ist ungültig oder abgelaufen. Bitte fordere einen neuen Link an.';

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
let user: Awaited<ReturnType<World['user']>>;
let other: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({ SMTP_URL: smtp.url });
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  user = await world.user({ username: 'Lena', email: 'lena@beispiel.ch' });
  other = await world.user({ username: 'Marta', email: 'marta@beispiel.ch' });
  await world.runTasks('mail/send');
});
beforeEach(async () => {
  world.clock.set(START);
  smtp.accepted.length = 0;
  for (const table of ['rate_limit', 'mail', 'account_link', 'password_reset_request'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const request = (payload: object, headers: Record<string, string> = {}) =>
  world.visitor.raw('lostpassword', { payload, headers });
const mails = () => world.mails();
/** Without those of the registration. */
const links = async () =>
  (await rowsInClear(world.db, 'account_link')).filter(({ purpose }) => purpose !== 'confirm');
const requests = () => world.db.selectFrom('password_reset_request').selectAll().execute();
const work = () => world.runTasks('accounts/password-reset-requests');
const tokenIn = (text: string) => text.match(/\/auth\/reset-password\?token=([\w-]{43})$/m)![1]!;
const reset = (token: unknown, password: unknown = NEW_PASSWORD) =>
  world.visitor.raw('reset_password', { payload: { token, password } as object });
const login = (log: string, pwd: string) => world.visitor.raw('login', { payload: { log, pwd } });
const audit = (action: string) =>
  world.db.selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute();

/** A fresh link for Lena, as her mailbox has it. */
async function askForLink(user_login = 'lena@beispiel.ch'): Promise<string> {
  expect(await request({ user_login })).toMatchObject({ status: 200 });
  await work();
  return tokenIn((await mails()).at(-1)!.text);
}

/** Everything of an answer that somebody sees who asks. */
const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => ({
  status,
  headers,
  body,
});

describe('the request', () => {
  test('a neutral mail with a link of 24 hours goes to the stored address [AUT-61, AUT-74, API-09, ERR-028, CON-28]', async () => {
    const answer = await world.visitor.call(lostpassword, { user_login: '  LENA@Beispiel.ch ' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: SENT } });
    await work();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: 'lena@beispiel.ch',
      subject: 'Dein Link für ein neues Passwort',
    });
    expect(mail!.text).toContain('24 Stunden');
    expect(mail!.text).not.toMatch(/inserat|samtrot|lena/i);
    const token = tokenIn(mail!.text);
    expect(mail!.text).toContain(`http://localhost:3000/auth/reset-password?token=${token}`);
    expect(await links()).toMatchObject([
      {
        token_hash: hashToken(token),
        account_id: user.userId,
        purpose: 'reset',
        email: 'lena@beispiel.ch',
        created_at: START,
        session_hash: null,
        expires_at: new Date(START.getTime() + DAY_MS),
      },
    ]);
    expect(await requests()).toEqual([]);
  });

  test('the username does as well, and a form as JSON does [API-09, FIX-48]', async () => {
    const answer = await world.visitor.raw('lostpassword', {
      payload: new URLSearchParams({
        user_login: 'Lena',
        redirect_to: 'http://localhost:3000/auth/reset-password',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: SENT } });
    await work();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['lena@beispiel.ch']);
  });

  test('only the hash of a token is kept [API-09]', async () => {
    const token = await askForLink();
    const { rows } = await world.pool.query('select l::text as row from account_link l');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
    expect(world.lines.join('')).not.toContain(token);
  });

  test.each([
    ['missing', {}, 'Dieses Feld ist erforderlich'],
    ['empty', { user_login: '' }, 'E-Mail-Adresse ist erforderlich.'],
    ['blank', { user_login: ' \t ' }, 'E-Mail-Adresse ist erforderlich.'],
    ['null', { user_login: null }, 'Dieses Feld ist erforderlich'],
    ['number', { user_login: 5 }, 'Ungültiges Format'],
    ['list', { user_login: ['lena@beispiel.ch', 'evil@evil.example'] }, 'Ungültiges Format'],
    ['object', { user_login: { $gt: '' } }, 'Ungültiges Format'],
    ['too long', { user_login: 'a'.repeat(255) }, 'Ungültiges Format'],
    ['NUL', { user_login: 'lena@beispiel.ch\u0000' }, 'Ungültiges Format'],
    ['half an emoji', { user_login: 'lena\ud83d' }, 'Ungültiges Format'],
    ['turned around', { user_login: '\u202elena@beispiel.ch' }, 'Ungültiges Format'],
  ])(
    'a name that is %s is refused for its form, not for who it is [API-09, AUT-65, ERR-030]',
    async (_title, payload, message) => {
      const answer = await request(payload);
      expect(answer).toMatchObject({
        status: 422,
        body: { success: false, errors: { user_login: message } },
      });
      expect(await requests()).toEqual([]);
    },
  );

  test('known, unknown and closed logins are answered alike, and each stores only a request [AUT-63, AUT-65, ERR-029, ERR-030, T-AUTH-06]', async () => {
    const closed = await world.user({ email: 'zora@beispiel.ch' });
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', closed.userId)
      .execute();
    const answers = [];
    for (const user_login of [
      'lena@beispiel.ch',
      'nele@beispiel.ch',
      'zora@beispiel.ch',
      'Lena',
      'Nele',
    ]) {
      answers.push(seen(await request({ user_login })));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]!.body).toEqual({ success: true, message: SENT });
    expect(await requests()).toHaveLength(5);
    expect([
      await links(),
      (await mails()).filter(({ cause }) => cause.startsWith('reset')),
    ]).toEqual([[], []]);
    await work();
    expect(await requests()).toEqual([]);
    const recipients = (await mails())
      .filter(({ cause }) => cause.startsWith('reset'))
      .map(({ recipient }) => recipient);
    expect(recipients).toEqual(['lena@beispiel.ch', 'lena@beispiel.ch']);
  });

  test('known, unknown, unconfirmed and closed cost the same statements [AUT-65, T-AUTH-06]', async () => {
    const closed = await world.user({ email: 'wanda@beispiel.ch' });
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', closed.userId)
      .execute();
    const kinds = [
      'marta@beispiel.ch',
      'unbek@beispiel.ch',
      'lena0@beispiel.ch',
      'wanda@beispiel.ch',
    ];
    await workOf(() => request({ user_login: 'niemand@beispiel.ch' }));
    const costs = [];
    for (const user_login of kinds)
      costs.push((await workOf(() => request({ user_login }))).statements);
    for (const statements of costs) expect(nonEmpty(statements)).toEqual(costs[0]);
  });

  test('whoever asks too often is refused, account or not, until an hour is over [T-AUTH-06]', async () => {
    await using strict = await testWorld({ LIMIT_FACTOR: '1' });
    await strict.user({ email: 'lena@beispiel.ch' });
    const ask = (n: number) =>
      strict.visitor.raw('lostpassword', {
        payload: { user_login: n % 2 ? 'lena@beispiel.ch' : 'nele@beispiel.ch' },
      });
    for (let n = 0; n < 20; n++) expect((await ask(n)).status).toBe(200);
    const [known, unknown] = [await ask(1), await ask(0)];
    expect(known).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(seen(unknown)).toEqual(seen(known));
    strict.clock.advance(HOUR_MS);
    expect((await ask(1)).status).toBe(200);
  });
});

describe('the link is ours [T-AUTH-10]', () => {
  const origins = async () => {
    await work();
    const texts = (await mails()).map(({ text }) => text);
    return texts.flatMap((text) =>
      [...text.matchAll(/https?:\/\/[^\s]+/g)].map(([url]) => new URL(url).origin),
    );
  };

  test.each([
    ...[
      'https://evil.example/auth/reset-password',
      '//evil.example/auth/reset-password',
      'https:evil.example',
    ],
    ...[
      'http://localhost:3000@evil.example/auth/reset-password',
      'http://localhost:3000.evil.example/',
      'javascript:alert(1)',
    ],
    ...[
      'http://localhost:3001/auth/reset-password',
      '\\\\evil.example\\x',
      'http://localhost:3000/auth/login?next=//evil.example',
    ],
    ...['data:text/html,x', 'http://[', 'x\r\nBcc: evil@evil.example'],
  ])('redirect_to %j changes nothing and is noted [API-09]', async (redirect_to) => {
    const before = (await audit('tamper_suspected')).length;
    const answer = await request({ user_login: 'lena@beispiel.ch', redirect_to });
    expect(answer.body).toEqual({ success: true, message: SENT });
    expect(await origins()).toEqual(['http://localhost:3000']);
    expect(JSON.stringify(await mails())).not.toContain('evil');
    const noted = (await audit('tamper_suspected')).slice(before);
    expect(noted).toMatchObject([{ actor: 'visitor', object: 'lostpassword', details: {} }]);
  });

  test.each([
    ['a list', ['https://evil.example']],
    ['a number', 7],
    ['an object', { host: 'evil.example' }],
    ['nothing', null],
  ])('redirect_to as %s changes nothing [API-09]', async (_title, redirect_to) => {
    expect(await request({ user_login: 'lena@beispiel.ch', redirect_to })).toMatchObject({
      status: 200,
    });
    expect(await origins()).toEqual(['http://localhost:3000']);
  });

  test.each([
    ...[
      undefined,
      'http://localhost:3000/auth/reset-password',
      'http://localhost:3000/auth/reset-password/',
    ],
    ...['/auth/reset-password', 'http://localhost:3000/auth/reset-password?from=mail'],
  ])('redirect_to %j is our page and nothing to note [API-09]', async (redirect_to) => {
    const before = (await audit('tamper_suspected')).length;
    await request({
      user_login: 'lena@beispiel.ch',
      ...(redirect_to !== undefined && { redirect_to }),
    });
    expect(await audit('tamper_suspected')).toHaveLength(before);
    expect(await origins()).toEqual(['http://localhost:3000']);
  });

  test.each([
    [{ host: 'evil.example' }],
    [
      {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-port': '444',
      },
    ],
    [{ forwarded: 'host=evil.example;proto=https' }],
    [
      {
        'x-original-url': 'https://evil.example/',
        'x-host': 'evil.example',
        'x-forwarded-server': 'evil.example',
      },
    ],
    [{ referer: 'https://evil.example/' }],
  ])('the headers %j change nothing [API-09]', async (headers) => {
    expect(await request({ user_login: 'lena@beispiel.ch' }, headers)).toMatchObject({
      status: 200,
    });
    expect(await origins()).toEqual(['http://localhost:3000']);
  });

  test('a doubled Host and an absolute address on the request line change nothing [API-09]', async () => {
    const { port } = world.server.server.address() as AddressInfo;
    const body = JSON.stringify({ user_login: 'lena@beispiel.ch' });
    const path = '/api?action=lostpassword';
    // The helper sends a `host` of its own before this one.
    const statuses = [
      ...(await race(port, [{ path: `http://evil.example${path}`, body }])),
      ...(await race(port, [{ path, body, headers: { Host: 'evil.example' } }])),
      ...(await race(port, [{ path, body, headers: { host: 'evil.example' } }])),
    ];
    expect(statuses).toEqual([200, 200, 200]);
    expect(await origins()).toEqual(Array(3).fill('http://localhost:3000'));
    expect(JSON.stringify(await mails())).not.toContain('evil');
  });

  test('the deeds that anybody may cause are noted a hundred times in an hour at most', async () => {
    const before = (await audit('tamper_suspected')).length;
    for (let n = 0; n < 103; n++)
      await request({ user_login: 'x@beispiel.ch', redirect_to: 'https://evil.example' });
    expect(await audit('tamper_suspected')).toHaveLength(before + 100);
  });
});

test.each([
  ...[
    'lena@beispiel.ch,evil@evil.example',
    'lena@beispiel.ch;evil@evil.example',
    'lena@beispiel.ch evil@evil.example',
  ],
  ...[
    'evil@evil.example,lena@beispiel.ch',
    'Lena <lena@beispiel.ch>',
    '"Lena" <lena@beispiel.ch>, evil@evil.example',
  ],
  ...[
    'lena@beispiel.ch>,<evil@evil.example',
    '<lena@beispiel.ch>',
    '"lena"@beispiel.ch',
    '"lena@beispiel.ch"',
  ],
  ...[
    'lena@beispiel.ch\r\nBcc: evil@evil.example',
    'lena@beispiel.ch\nCc: evil@evil.example',
    'lena@beispiel.ch\n',
  ],
  ...[
    'lena@beispiel.ch%0aBcc:evil@evil.example',
    'lena@beispiel.ch\\nBcc:evil@evil.example',
    'lena@beispiel.ch\t',
  ],
  ...[
    'lena@beispiel.ch(evil@evil.example)',
    'lena(x)@beispiel.ch',
    'lena@beispiel.ch@evil.example',
  ],
  ...[
    'lena+evil@beispiel.ch',
    'l\u0435na@beispiel.ch',
    'lena@be\u0131spiel.ch',
    'lena@beispiel.ch.',
    'undisclosed: lena@beispiel.ch;',
  ],
  ...[
    'lena@[127.0.0.1]',
    "lena@beispiel.ch' or '1'='1",
    '=?utf-8?q?lena=40beispiel.ch?=',
    'ｌｅｎａ@beispiel.ch',
  ],
])('%j reaches nobody but a stored address [T-AUTH-13, API-09]', async (user_login) => {
  await request({ user_login });
  await work();
  await world.runTasks('mail/send');
  for (const { recipients, raw } of smtp.accepted) {
    expect(recipients).toEqual(['lena@beispiel.ch']);
    expect(raw).not.toContain('evil');
  }
  // What is more than an address with blanks around it names nobody.
  expect(smtp.accepted).toHaveLength(user_login.trim() === 'lena@beispiel.ch' ? 1 : 0);
});

describe('the worker', () => {
  test('an account gets three mails in an hour, and the last of them stays good [T-AUTH-11]', async () => {
    const tokens = [];
    for (let n = 0; n < 3; n++) tokens.push(await askForLink());
    for (let n = 0; n < 4; n++) await request({ user_login: n % 2 ? 'Lena' : 'lena@beispiel.ch' });
    await work();
    expect(await mails()).toHaveLength(3);
    expect(await requests()).toEqual([]);
    expect(await reset(tokens[0])).toMatchObject({ status: 422 });
    expect(await reset(tokens[2], PASSWORD)).toMatchObject({ status: 200 });
    world.clock.advance(HOUR_MS);
    await askForLink();
    expect(await mails()).toHaveLength(5);
  });

  test('eight workers at once process each request once [T-AUTH-11]', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => world.user()));
    await world.db.deleteFrom('mail').execute();
    for (const { email } of people)
      for (let n = 0; n < 2; n++) await request({ user_login: email });
    await Promise.all(Array.from({ length: 8 }, work));
    const recipients = (await mails()).map(({ recipient }) => recipient).toSorted();
    expect(recipients).toEqual(people.flatMap(({ email }) => [email, email]).toSorted());
    expect(await links()).toHaveLength(6);
    expect(await requests()).toEqual([]);
  });

  test('a request of a worker that dies is left to the next', async () => {
    await request({ user_login: 'lena@beispiel.ch' });
    const client = await world.pool.connect();
    await client.query('begin');
    await client.query('delete from password_reset_request');
    await work();
    expect(await mails()).toEqual([]);
    await client.query('rollback');
    client.release();
    await work();
    expect(await mails()).toHaveLength(1);
  });
});

describe('the new password', () => {
  test('it ends sessions and clears the count of wrong ones; its mail says both [ACC-13]', async () => {
    const someone = await world.user();
    const attempt = (pwd: string, remoteAddress: string) =>
      world.visitor.raw('login', { payload: { log: someone.email, pwd }, remoteAddress });
    for (let n = 0; n < 4; n++)
      expect((await attempt('Falsch-Geraten-1', '203.0.113.7')).status).toBe(401);
    expect((await attempt(PASSWORD, '198.51.100.7')).status).toBe(428);
    const token = await askForLink(someone.email);
    expect(
      (await world.visitor.call(resetPassword, { token, password: NEW_PASSWORD })).status,
    ).toBe(200);
    const { body } = await world.send(someone.cookie, { url: '/api', query: { action: 'state' } });
    expect(body.state.user_id).toBeUndefined();
    expect((await attempt(NEW_PASSWORD, '198.51.100.8')).status).toBe(200);
    const told = (await world.mails(someone.email)).at(-1)!;
    expect(told.subject).toBe('Dein Passwort wurde geändert');
    expect(told.text).toContain('Alle Geräte sind abgemeldet');
    expect(told.text).toContain('falsche Versuche werden von vorn gezählt');
  });

  test('it is set, every session ends, the address is confirmed, and the owner is notified [AUT-71, AUT-72, API-10, ERR-033]', async () => {
    const bystander = await world.user();
    const someone = await world.user({ email: 'nina@beispiel.ch' });
    const second = await login('nina@beispiel.ch', PASSWORD);
    const elsewhere = String(second.headers['set-cookie']).split(';')[0]!;
    const token = await askForLink('nina@beispiel.ch');
    await world.db.deleteFrom('mail').execute();

    const answer = await world.visitor.call(resetPassword, { token, password: NEW_PASSWORD });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: 'Dein Passwort wurde erfolgreich zurückgesetzt!' },
    });
    expect(String(answer.headers['set-cookie'])).toMatch(/^browser=[^,]+, [^,]+$/);
    for (const cookie of [someone.cookie, elsewhere]) {
      const state = await world.send(cookie, { url: '/api', query: { action: 'state' } });
      expect(state.body.state.user_id).toBeUndefined();
      const write = await world.send(cookie, {
        method: 'POST',
        url: '/api',
        query: { action: 'createInserat' },
        payload: {},
      });
      expect(write).toMatchObject({ status: 401, body: { code: 'NOT_LOGGED_IN' } });
    }
    expect(await login('nina@beispiel.ch', PASSWORD)).toMatchObject({ status: 401 });
    expect(await login('nina@beispiel.ch', NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await mails()).toMatchObject([
      { recipient: 'nina@beispiel.ch', subject: 'Dein Passwort wurde geändert' },
      { recipient: 'nina@beispiel.ch', subject: 'Neue Anmeldung bei deinem Konto' },
    ]);
    const account = await world.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', someone.userId)
      .executeTakeFirst();
    expect(account).toMatchObject({ email_confirmed_at: START });
    expect((await audit('password_reset')).at(-1)).toMatchObject({
      actor: 'visitor',
      object: `account:${someone.userId}`,
    });
    // The link came by mail, so it proved the address too.
    const proved = (await audit('email_confirmed')).filter(
      ({ object }) => object === `account:${someone.userId}`,
    );
    expect(proved).toMatchObject([{ actor: 'visitor', details: {} }]);
    expect(await links()).toEqual([]);
    // Nobody else's session ended.
    const state = await world.send(bystander.cookie, { url: '/api', query: { action: 'state' } });
    expect(state.body.state.user_id).toBe(bystander.userId);
  });

  test('a link is good for 24 hours and no second more [AUT-74, CON-28, T-AUTH-11]', async () => {
    const token = await askForLink();
    world.clock.set(new Date(START.getTime() + DAY_MS + 1000));
    expect(await reset(token)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
    world.clock.set(new Date(START.getTime() + DAY_MS));
    expect(await reset(token)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
    world.clock.set(new Date(START.getTime() + DAY_MS - 1));
    expect(await reset(token, PASSWORD)).toMatchObject({ status: 200 });
  });

  test('unknown, used, outdated, expired, flipped and of another purpose are refused alike [AUT-73, API-10, ERR-032, T-AUTH-11]', async () => {
    const outdated = await askForLink();
    const used = await askForLink();
    await reset(used, PASSWORD);
    const expired = await askForLink('marta@beispiel.ch');
    world.clock.advance(DAY_MS);
    const good = await askForLink();
    const flipped = good.slice(0, -2) + (good.at(-2) === 'A' ? 'B' : 'A') + good.at(-1);
    const confirmation = 'C'.repeat(43);
    await world.db
      .insertInto('account_link')
      .values({
        token_hash: hashToken(confirmation),
        account_id: other.userId,
        purpose: 'confirm',
        email: linkEmail.encrypt(other.email, other.userId, 'confirm'),
        email_hash: linkEmail.lookup(other.email),
        created_at: START,
        expires_at: new Date('2099-01-01'),
      })
      .execute();
    const hash = hashToken(good).toString('base64url');
    const wrong = [
      outdated,
      used,
      expired,
      flipped,
      confirmation,
      hash,
      'x',
      '',
      'A'.repeat(43),
      `${good} `,
      good.toLowerCase(),
    ];
    const answers = [];
    for (const token of wrong) answers.push(seen(await reset(token)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { success: false, code: 'LINK_INVALID', message: INVALID },
    });
    expect(await login('lena@beispiel.ch', PASSWORD)).toMatchObject({ status: 200 });
    expect(await login('marta@beispiel.ch', PASSWORD)).toMatchObject({ status: 200 });
    expect(await reset(good, PASSWORD)).toMatchObject({ status: 200 });
  });

  test('a link opens the account it was made for and no other [T-AUTH-11]', async () => {
    const token = await askForLink('marta@beispiel.ch');
    const answer = await world.send(
      (await login('lena@beispiel.ch', PASSWORD)).headers['set-cookie'] as string,
      {
        method: 'POST',
        url: '/api',
        query: { action: 'reset_password' },
        payload: {
          token,
          password: NEW_PASSWORD,
          email: 'lena@beispiel.ch',
          user_login: 'lena@beispiel.ch',
        },
      },
    );
    expect(answer).toMatchObject({ status: 200 });
    expect(await login('lena@beispiel.ch', PASSWORD)).toMatchObject({ status: 200 });
    expect(await login('marta@beispiel.ch', NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await reset(await askForLink('marta@beispiel.ch'), PASSWORD)).toMatchObject({
      status: 200,
    });
  });

  test('500 guesses find nothing, and one address may try 30 in an hour [T-AUTH-11]', async () => {
    const guess = (n: number) => hashToken(`guess ${n}`).toString('base64url');
    // As a client does, a guess that finds no connection on a machine under load (503) is sent
    // again.
    const tries = async (n: number): Promise<number> => {
      const { status } = await reset(guess(n));
      return status === 503 ? tries(n) : status;
    };
    const statuses = await Promise.all(Array.from({ length: 500 }, (_, n) => tries(n)));
    expect(new Set(statuses)).toEqual(new Set([422]));
    await using strict = await testWorld({ LIMIT_FACTOR: '1' });
    const tried = [];
    for (let n = 0; n < 31; n++) {
      const payload = { token: guess(n), password: NEW_PASSWORD };
      tried.push((await strict.visitor.raw('reset_password', { payload })).status);
    }
    expect(tried).toEqual([...Array(30).fill(422), 429]);
  });

  test('of ten at the same instant with one link exactly one wins, in each of 5 rounds [T-RACE-05, T-AUTH-11]', async () => {
    const { port } = world.server.server.address() as AddressInfo;
    for (let round = 0; round < 5; round++) {
      await world.db.deleteFrom('rate_limit').execute();
      const token = await askForLink();
      const passwords = Array.from({ length: 10 }, (_, n) => `Runde-Neue-26-${round}-${n}`);
      const bodies = passwords.map((password) => JSON.stringify({ token, password }));
      const statuses = await raceRepeated(
        port,
        bodies.map((body) => ({ path: '/api?action=reset_password', body })),
      );
      expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(422)]);
      const winner = statuses.indexOf(200);
      expect(await login('lena@beispiel.ch', passwords[winner]!)).toMatchObject({ status: 200 });
      expect(await login('lena@beispiel.ch', passwords[(winner + 1) % 10]!)).toMatchObject({
        status: 401,
      });
    }
    expect(await reset(await askForLink('Lena'), PASSWORD)).toMatchObject({ status: 200 });
  });

  test('a reset cancels a pending address change; a link to an earlier address opens nothing [T-AUTH-11]', async () => {
    const token = await askForLink();
    await world.db
      .insertInto('account_link')
      .values({
        token_hash: hashToken('change'),
        account_id: user.userId,
        purpose: 'change',
        email: linkEmail.encrypt('evil@evil.example', user.userId, 'change'),
        email_hash: linkEmail.lookup('evil@evil.example'),
        created_at: START,
        expires_at: new Date('2099-01-01'),
      })
      .execute();
    expect(await reset(token, PASSWORD)).toMatchObject({ status: 200 });
    expect(await links()).toEqual([]);

    const earlier = await askForLink();
    const rename = (email: string) =>
      world.db
        .updateTable('account')
        .set(emailOf(user.userId, email))
        .where('id', '=', user.userId)
        .execute();
    await rename('lena2@beispiel.ch');
    expect(await reset(earlier)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
    await rename('lena@beispiel.ch');
  });

  test('takes the passkeys of the last seven days away and says so; older ones stay [ACC-13, ACC-30]', async () => {
    for (const [days, status] of [
      [6, 401],
      [7, 200],
    ] as const) {
      world.clock.set(START);
      const owner = await world.user();
      await world.db
        .updateTable('account')
        .set({ email_confirmed_at: START })
        .where('id', '=', owner.userId)
        .execute();
      const { key } = await withPasskey(world, owner);
      const added = (await world.mails(owner.email)).at(-1)!;
      expect(added.text).toContain('setze innert 7 Tagen ein neues Passwort');
      world.clock.advance(days * DAY_MS);
      expect(await reset(await askForLink(owner.email))).toMatchObject({ status: 200 });
      const told = (await world.mails(owner.email)).at(-1)!.text;
      expect(told.includes('Passkeys der letzten 7 Tage'), `${days} days`).toBe(status === 401);
      const passkey = key.get(await challengeFor(world.visitor));
      expect((await world.visitor.call(loginPasskey, { passkey })).status).toBe(status);
      const removed = await world.db
        .selectFrom('account_event')
        .select('kind')
        .where('account_id', '=', owner.userId)
        .where('kind', '=', 'passkey_removed')
        .execute();
      expect(removed).toHaveLength(status === 401 ? 1 : 0);
    }
    world.clock.set(START);
  });

  test('takes passkeys from before the address was confirmed, however old [ACC-13, ACC-30]', async () => {
    for (const [confirmedAfterMs, status] of [
      [1, 401],
      [0, 200],
    ] as const) {
      world.clock.set(START);
      const owner = await world.user();
      const { key } = await withPasskey(world, owner);
      await world.db
        .updateTable('account')
        .set({ email_confirmed_at: new Date(START.getTime() + confirmedAfterMs) })
        .where('id', '=', owner.userId)
        .execute();
      world.clock.advance(60 * DAY_MS);
      expect((await reset(await askForLink(owner.email))).status).toBe(200);
      const passkey = key.get(await challengeFor(world.visitor));
      expect((await world.visitor.call(loginPasskey, { passkey })).status).toBe(status);
    }
    world.clock.set(START);
  });

  test('of an address that nobody had confirmed also ends passkeys and second factor [ACC-13]', async () => {
    for (const confirmed of [null, START]) {
      world.clock.set(START);
      const squatter = await world.user();
      await world.db
        .updateTable('account')
        .set({ email_confirmed_at: confirmed })
        .where('id', '=', squatter.userId)
        .execute();
      const { key } = await withPasskey(world, squatter);
      await withApp(world, squatter);
      world.clock.advance(7 * DAY_MS);
      expect(await reset(await askForLink(squatter.email))).toMatchObject({ status: 200 });
      const passkey = key.get(await challengeFor(world.visitor));
      const { status } = await world.visitor.call(loginPasskey, { passkey });
      expect(status).toBe(confirmed ? 200 : 401);
      const { body } = await login(squatter.email, NEW_PASSWORD);
      expect(body).toMatchObject(
        confirmed ? { code: 'SECOND_FACTOR_REQUIRED' } : { user_id: squatter.userId },
      );
    }
  });

  test('a closed account is not opened again [T-AUTH-11]', async () => {
    const { userId } = await world.user({ email: 'clara@beispiel.ch' });
    const token = await askForLink('clara@beispiel.ch');
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', userId)
      .execute();
    expect(await reset(token)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
  });

  test.each([
    ['eleven characters [AUT-41]', 'Abcdefgh-12', 'Mindestens 12 Zeichen'],
    ['no capital [AUT-42]', 'gut-gewaehlt-26', 'Mindestens ein Grossbuchstabe'],
    ['no digit [AUT-44]', 'Gut-Gewaehlt-ab', 'Mindestens eine Ziffer'],
    ['a blank behind [AUT-46]', 'Gut-Gewaehlt-26 ', 'Keine Leerzeichen erlaubt'],
    ['three alike [AUT-47]', 'Guttt-Gewaehlt-26', 'Keine sich wiederholenden Zeichen'],
    ['a simple pattern [AUT-48]', 'Mein-Password-26', 'Keine einfachen Muster verwenden'],
    ['129 characters', `Gut-Gewaehlt-26${'Aa'.repeat(57)}`, 'Maximal 128 Zeichen erlaubt'],
    ['NUL', 'Gut-Gewaehlt-26\u0000', 'Ungültiges Format'],
    ['empty', '', 'Passwort ist erforderlich.'],
    ['a list', ['Gut-Gewaehlt-26'], 'Ungültiges Format'],
    ['missing', undefined, 'Dieses Feld ist erforderlich'],
  ])(
    'a password with %s is refused at its field and the link stays good [T-AUTH-16, API-10]',
    async (_title, password, message) => {
      const token = await askForLink();
      const answer = await world.visitor.raw('reset_password', { payload: { token, password } });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT', errors: { password: message } },
      });
      expect(await links()).toHaveLength(1);
    },
  );

  test('128 characters and an emoji are kept whole [T-AUTH-16]', async () => {
    const long = `Gut-Gewählt-😀1${'Aa'.repeat(57)}`;
    expect([...long]).toHaveLength(128);
    expect(await reset(await askForLink(), long)).toMatchObject({ status: 200 });
    expect(await login('lena@beispiel.ch', long)).toMatchObject({ status: 200 });
    expect(await login('lena@beispiel.ch', [...long].slice(0, -1).join(''))).toMatchObject({
      status: 401,
    });
    expect(await reset(await askForLink(), PASSWORD)).toMatchObject({ status: 200 });
  });

  test.each([
    ['missing', undefined],
    ['a number', 5],
    ['a list', ['x']],
    ['an object', {}],
    ['with NUL', 'x\u0000'],
    ['too long', 'x'.repeat(201)],
  ])('a token that is %s is refused at its field [API-10]', async (_title, token) => {
    const answer = await world.visitor.raw('reset_password', {
      payload: { token, password: NEW_PASSWORD },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { success: false, errors: { token: expect.any(String) } },
    });
  });
});
