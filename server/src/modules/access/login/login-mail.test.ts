import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../../platform/crypto.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { workOf } from '../../../testing/process/work.ts';
import { codeAt, withApp } from '../../../testing/world/factors.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

const LENA = 'lena@beispiel.ch';
const LIFETIME_MS = 15 * MINUTE_MS;
const INVALID = { status: 422, body: { success: false, code: 'LINK_INVALID' } };
const WRONG_CODE = {
  status: 422,
  body: { errors: { code: 'Die Zahl stimmt nicht, oder sie gilt nicht mehr.' } },
};

const TIMES = rounds(40, 200);
let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  user = await world.user({ username: 'Lena', email: LENA, confirmed: true });
  await world.user({ username: 'Marta', email: 'marta@beispiel.ch', confirmed: true });
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail', 'login_mail', 'account_link', 'session'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const send = (action: string, payload: object) => world.visitor.raw(action, { payload });
const ask = (log = LENA, more: object = {}) => send('request_login_mail', { log, ...more });
const work = () => world.runTasks('access/login-mails');
const tokenIn = (text: string) => text.match(/\/auth\/login-link\?token=([\w-]{43})$/m)![1]!;
/** A request with the token that was mailed for it. */
async function asked(log = LENA, more: object = {}): Promise<{ request: string; token: string }> {
  const { request } = (await ask(log, more)).body;
  await work();
  return { request, token: tokenIn((await world.mails()).at(-1)!.text) };
}
const open = (payload: { token: string; request?: string }) => send('open_login_link', payload);
const confirm = (request: string, code: string) => send('confirm_login_code', { request, code });
const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String);
const sessions = () => world.db.selectFrom('session').selectAll().execute();
const another = (code: string) => (code === '000000' ? '000001' : '000000');

describe('the link', () => {
  test('a neutral mail has it, and in the browser that asked it logs in [ACC-22]', async () => {
    const answer = await ask(' LENA@beispiel.ch ');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        request: expect.stringMatching(/^[\w-]{43}$/),
        message: 'Gehört dazu ein Konto, ist der Link unterwegs. Bitte überprüfe dein Postfach.',
      },
    });
    await work();
    const [mail] = await world.mails();
    expect(mail).toMatchObject({ recipient: LENA, subject: 'Dein Link für die Anmeldung' });
    expect(mail!.text).toContain('15 Minuten');
    expect(mail!.text).not.toMatch(/inserat|samtrot|lena/i);
    const entered = await open({ token: tokenIn(mail!.text), request: answer.body.request });
    expect(entered).toMatchObject({ status: 200, body: { success: true, user_id: user.userId } });
    const [sid, browser] = cookiesOf(entered);
    expect(sid).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(browser).toMatch(/^browser=[\w-]{43};/);
    const state = await world.send(sid!.split(';')[0]!, {
      url: '/api',
      query: { action: 'state' },
    });
    expect(state.body.state.user_id).toBe(user.userId);
  });

  test('to an address that nobody confirmed it sets a new password, which keeps a squatter out [ACC-22]', async () => {
    const email = 'opfer@beispiel.ch';
    const squatter = await world.user({ email });
    const { request } = (await ask(email)).body;
    await work();
    const { text, subject } = (await world.mails(email)).at(-1)!;
    expect(subject).toBe('Dein Link für die Anmeldung');
    expect(text).not.toContain('/auth/login-link');
    const token = text.match(/\/auth\/reset-password\?token=([\w-]{43})$/m)![1]!;
    expect(await open({ token, request })).toMatchObject(INVALID);
    const password = 'Blaue-Wolken-ziehn-24!';
    const reset = { token, password, password2: password };
    expect((await send('reset_password', reset)).status).toBe(200);
    expect((await squatter.raw('get_devices', { method: 'GET' })).status).toBe(401);
    expect((await send('login', { log: email, pwd: PASSWORD })).status).toBe(401);
    expect((await send('login', { log: email, pwd: password })).status).toBe(200);
    // Confirmed by it: the next link logs in.
    const next = await asked(email);
    expect((await open(next)).status).toBe(200);
  });

  test('with a second step on it gives no session, the code of the app does [ACC-22, ACC-31]', async () => {
    const email = 'nora@beispiel.ch';
    const { secret } = await withApp(world, await world.user({ email, confirmed: true }));
    const before = (await sessions()).length;
    const entered = await open(await asked(email));
    expect(entered).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(cookiesOf(entered).filter((line) => line.startsWith('sid='))).toEqual([]);
    expect(await sessions()).toHaveLength(before);
    const { pending } = entered.body;
    // The code that switched the app on does not count again.
    world.clock.advance(MINUTE_MS);
    const code = codeAt(world, secret);
    expect((await send('second_factor', { pending, code })).status).toBe(200);
    expect(await sessions()).toHaveLength(before + 1);
  });

  test('the choice to stay logged in is that of the request [ACC-22]', async () => {
    const [entered] = cookiesOf(await open(await asked('Lena', { rememberme: '1' })));
    expect(entered).toContain('Max-Age=7776000');
  });

  test('holds for 15 minutes and no second more [ACC-22]', async () => {
    const first = await asked();
    world.clock.advance(LIFETIME_MS);
    expect(await open(first)).toMatchObject(INVALID);
    expect(await open({ token: first.token })).toMatchObject(INVALID);
    const second = await asked();
    world.clock.advance(LIFETIME_MS - 1);
    expect((await open(second)).status).toBe(200);
  });

  test('logs in once, and of 20 at once one [ACC-22]', async () => {
    const link = await asked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(422)]);
    expect(await open(link)).toMatchObject(INVALID);
    expect(await open({ token: link.token })).toMatchObject(INVALID);
    expect(await sessions()).toHaveLength(1);
  });

  test('unknown, flipped and hashed tokens are refused alike [ACC-22]', async () => {
    const { token, request } = await asked();
    const flipped = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1);
    for (const wrong of [flipped, hashToken(token).toString('base64url'), request, 'x', ''])
      expect(await open({ token: wrong, request })).toMatchObject(INVALID);
    expect((await open({ token, request })).status).toBe(200);
  });

  test('only hashes of the tokens and of the number are kept, until they expire [ACC-22]', async () => {
    const { token, request } = await asked();
    const { code } = (await open({ token })).body;
    const { rows } = await world.pool.query('select l::text as row from login_mail l');
    for (const secret of [token, request, hashToken(code).toString('hex')]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(world.lines.join('')).not.toMatch(new RegExp(`${token}|${request}`));
    world.clock.advance(LIFETIME_MS);
    await world.runTasks('housekeeping');
    expect(await world.db.selectFrom('login_mail').selectAll().execute()).toEqual([]);
  });
});

describe('another browser', () => {
  test('shows a number, which logs in the browser that asked and nobody else [ACC-22]', async () => {
    const { token, request } = await asked();
    const elsewhere = await open({ token });
    expect(elsewhere).toMatchObject({
      status: 200,
      body: { code: expect.stringMatching(/^\d{6}$/) },
    });
    expect([elsewhere.body.user_id, cookiesOf(elsewhere)]).toEqual([undefined, []]);
    const { code } = elsewhere.body;
    const stranger = (await ask('marta@beispiel.ch')).body.request;
    expect(await confirm(stranger, code)).toMatchObject(WRONG_CODE);
    expect(await confirm('x', code)).toMatchObject(WRONG_CODE);
    const entered = await confirm(request, code);
    expect(entered).toMatchObject({
      status: 200,
      body: { user_id: user.userId, message: 'Du bist angemeldet.' },
    });
    expect(cookiesOf(entered)[0]).toMatch(/^sid=/);
    expect(await confirm(request, code)).toMatchObject(WRONG_CODE);
    expect(await open({ token, request })).toMatchObject(INVALID);
  });

  test('that holds a request of another account is another one [ACC-22]', async () => {
    const { token } = await asked();
    const { request } = (await ask('marta@beispiel.ch')).body;
    expect((await open({ token, request })).body).toMatchObject({ code: expect.any(String) });
    expect(await sessions()).toEqual([]);
  });

  test('five wrong numbers void the request, also at once; the link stays good [ACC-22]', async () => {
    const { token, request } = await asked();
    const { code } = (await open({ token })).body;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => confirm(request, another(code))),
    );
    for (const answer of answers) expect(answer).toMatchObject(WRONG_CODE);
    expect(await confirm(request, code)).toMatchObject(WRONG_CODE);
    expect((await open({ token, request })).status).toBe(200);
  });

  test('four wrong numbers do not [ACC-22]', async () => {
    const { token, request } = await asked();
    const { code } = (await open({ token })).body;
    for (let n = 0; n < 4; n++) await confirm(request, another(code));
    expect((await confirm(request, code)).status).toBe(200);
  });

  test('opening the link again shows a new number, and the old one is void [ACC-22]', async () => {
    const { token, request } = await asked();
    const first = (await open({ token })).body.code;
    let second = first;
    while (second === first) second = (await open({ token })).body.code;
    expect(await confirm(request, first)).toMatchObject(WRONG_CODE);
    expect((await confirm(request, second)).status).toBe(200);
  });

  test.each([
    ['', 'Dieses Feld ist erforderlich'],
    ['12345', 'Die Zahl hat sechs Ziffern.'],
    ['12345a', 'Die Zahl hat sechs Ziffern.'],
    [' 123456', 'Die Zahl hat sechs Ziffern.'],
  ])('the number %j is refused for its form [ACC-22]', async (code, message) => {
    const { request } = await asked();
    const answer = await confirm(request, code);
    expect(answer.status).toBe(422);
    expect(Object.values(answer.body.errors)).toEqual([code === '' ? expect.any(String) : message]);
  });
});

describe('what voids it', () => {
  test('a new password and a closed account [ACC-22]', async () => {
    const link = await asked();
    await send('lostpassword', { user_login: LENA });
    await world.runTasks('accounts/password-reset-requests');
    const token = (await world.mails()).at(-1)!.text.match(/reset-password\?token=([\w-]{43})/)![1];
    const password = 'Gut-Gewählt-2026';
    expect((await send('reset_password', { token, password })).status).toBe(200);
    expect(await open(link)).toMatchObject(INVALID);
    const closing = await world.user({ email: 'zora@beispiel.ch', confirmed: true });
    const theirs = await asked('zora@beispiel.ch');
    const { code } = (await open({ token: theirs.token })).body;
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', closing.userId)
      .execute();
    expect(await open(theirs)).toMatchObject(INVALID);
    expect(await confirm(theirs.request, code)).toMatchObject(WRONG_CODE);
  });
});

describe('the limit of mails', () => {
  const reset = async () => {
    await send('lostpassword', { user_login: LENA });
    await world.runTasks('accounts/password-reset-requests');
  };
  const sent = async () => (await world.mails(LENA)).length;

  test('resets and log-ins of an address are three an hour together, answered alike [ACC-23]', async () => {
    await asked();
    await reset();
    const first = await ask();
    await work();
    for (let n = 0; n < 5; n++) {
      const more = await ask(n % 2 ? 'Lena' : LENA);
      expect({ ...more.body, request: '' }).toEqual({ ...first.body, request: '' });
      await work();
      await reset();
    }
    expect(await sent()).toBe(3);
    world.clock.advance(HOUR_MS - 1);
    await ask();
    await work();
    expect(await sent()).toBe(3);
    world.clock.advance(1);
    await asked();
    expect(await sent()).toBe(4);
  });

  test('five a day, and each address by itself [ACC-23]', async () => {
    for (let hour = 0; hour < 23; hour++) {
      await ask();
      await work();
      await reset();
      world.clock.advance(HOUR_MS);
    }
    expect(await sent()).toBe(5);
    await asked('marta@beispiel.ch');
    expect(await world.mails('marta@beispiel.ch')).toHaveLength(1);
    world.clock.advance(HOUR_MS);
    await asked();
    expect(await sent()).toBe(6);
    expect(world.clock.now().getTime()).toBe(START.getTime() + DAY_MS);
  });

  test('beyond it the last mail logs in the browser that asked again [ACC-23]', async () => {
    const last = [await asked(), await asked(), await asked()].at(-1)!;
    const { request } = (await ask()).body;
    await work();
    expect(await sent()).toBe(3);
    expect((await open({ token: last.token, request })).body.user_id).toBe(user.userId);
  });

  test('a stranger who uses up the mails keeps nobody out: the last one can set a new password [ACC-20, ACC-23]', async () => {
    const resetLinks = async () =>
      (await world.mails(LENA)).map(
        ({ text }) => text.match(/\/auth\/reset-password\?token=([\w-]{43})/)?.[1],
      );
    for (let n = 0; n < 3; n++) await asked();
    world.clock.advance(HOUR_MS);
    const { token } = [await asked(), await asked()][1]!;
    const links = await resetLinks();
    expect(links.map((link) => link !== undefined)).toEqual([false, false, true, false, true]);
    world.clock.advance(DAY_MS - HOUR_MS - 1);
    const { request } = (await ask()).body;
    await work();
    expect(await sent()).toBe(5);
    expect(await open({ token, request })).toMatchObject(INVALID);
    const renew = (link: string) =>
      send('reset_password', { token: link, password: 'Ganz-Anders-2027' });
    expect(await renew(links[2]!)).toMatchObject(INVALID);
    expect((await renew(links[4]!)).status).toBe(200);
  });

  test('eight workers at once mail each request once [ACC-23]', async () => {
    for (const log of [LENA, 'marta@beispiel.ch', LENA, 'niemand']) await ask(log);
    await Promise.all(Array.from({ length: 8 }, work));
    expect((await world.mails()).map(({ recipient }) => recipient).toSorted()).toEqual([
      LENA,
      LENA,
      'marta@beispiel.ch',
    ]);
  });
});

describe('who has no account', () => {
  const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => ({
    status,
    headers,
    body: { ...body, ...(body.request && { request: 'random' }) },
  });
  const sample = async (call: () => Promise<Answer>) => {
    let answer: Answer | undefined;
    const { statements, hashes } = await workOf(async () => {
      answer = await call();
    });
    return { ...seen(answer!), statements, hashes };
  };

  test(`is answered as who has one, at the same work, ${TIMES} times each [ACC-24]`, async () => {
    const closed = await world.user({ email: 'wanda@beispiel.ch', confirmed: true });
    await world.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', closed.userId)
      .execute();
    await ask();
    for (let n = 0; n < TIMES; n++) {
      const samples = [];
      for (const log of [LENA, 'nele@beispiel.ch', 'wanda@beispiel.ch', 'Lena', 'Nele'])
        samples.push(await sample(() => ask(log)));
      const byName = samples.splice(3);
      for (const each of samples) expect(each).toEqual(samples[0]);
      expect(byName[1]).toEqual(byName[0]);
      expect(nonEmpty(samples[0]!.statements)).toHaveLength(byName[0]!.statements.length);
    }
  });

  test(`has a number refused as who has one, at the same work, ${TIMES} times each [ACC-24]`, async () => {
    const [mine, nobodys] = [(await ask()).body.request, (await ask('nele')).body.request];
    await confirm('x', '000000');
    for (let n = 0; n < TIMES; n++) {
      const samples = [];
      for (const request of [mine, nobodys, 'x'.repeat(43)])
        samples.push(await sample(() => confirm(request, '123456')));
      expect(samples[0]).toMatchObject(WRONG_CODE);
      for (const each of samples) expect(each).toEqual(samples[0]);
    }
  });
});

test.each([
  ['missing', {}, 'Dieses Feld ist erforderlich'],
  ['blank', { log: ' \t ' }, 'E-Mail-Adresse ist erforderlich.'],
  ['too long', { log: 'a'.repeat(255) }, 'Ungültiges Format'],
  ['list', { log: [LENA, 'evil@evil.example'] }, 'Ungültiges Format'],
])('a name that is %s is refused for its form [ACC-22]', async (_title, payload, message) => {
  expect(await send('request_login_mail', payload)).toMatchObject({
    status: 422,
    body: { errors: { log: message } },
  });
  expect(await world.db.selectFrom('login_mail').selectAll().execute()).toEqual([]);
});
