import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueMail } from '../modules/mail/service.ts';
import { checkLedger } from '../modules/wallet/service.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { DEV_PASSWORD, developmentSurface } from './dev.ts';
import { buildServer } from './server.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  for (const [index, to] of ['erste@beispiel.ch', 'zweite@beispiel.ch'].entries()) {
    await world.db.transaction().execute((db) =>
      enqueueMail(
        { db, now: new Date(START.getTime() + index * 1000) },
        {
          cause: `test:${to}`,
          to,
          subject: `Nachricht <${index}>`,
          paragraphs: [
            '<script>alert(1)</script> "Hallo"',
            'http://localhost:3000/auth/x?a=1&b=2.',
          ],
        },
        null,
      ),
    );
  }
});
afterAll(() => world[Symbol.asyncDispose]());

test('the mailbox lists all mails or those of an address; without SMTP each is delivered', async () => {
  const before = await world.send('', { method: 'GET', url: '/dev/mailbox' });
  expect(before.body).toContain('Wird gerade versendet');
  world.clock.advance(1000);
  await world.runTasks('mail/send');
  const answer = await world.send('', { method: 'GET', url: '/dev/mailbox.json' });
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toEqual([
    {
      to: 'zweite@beispiel.ch',
      subject: 'Nachricht <1>',
      text: '<script>alert(1)</script> "Hallo"\n\nhttp://localhost:3000/auth/x?a=1&b=2.',
      html: expect.stringContaining('&lt;script&gt;alert(1)&lt;/script&gt;'),
      date: '2026-11-20T12:00:01.000Z',
    },
    expect.objectContaining({ to: 'erste@beispiel.ch', date: '2026-11-20T12:00:00.000Z' }),
  ]);
  const url = '/dev/mailbox.json?to=erste@beispiel.ch';
  expect((await world.send('', { method: 'GET', url })).body).toEqual([
    expect.objectContaining({ to: 'erste@beispiel.ch' }),
  ]);
  const mails = await world.db.selectFrom('mail').select('sent_at').execute();
  expect(mails.map(({ sent_at }) => sent_at)).toEqual([world.clock.now(), world.clock.now()]);
});

test('the mailbox page escapes text, allows no script and links addresses', async () => {
  const { status, headers, body } = await world.send('', { method: 'GET', url: '/dev/mailbox' });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  expect(body).toContain('<html lang="de">');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Hallo&quot;');
  expect(body).not.toContain('<script');
  expect(body).toContain('<a href="http://localhost:3000/auth/x?a=1&amp;b=2">');
  expect(body.indexOf('Nachricht &lt;1&gt;')).toBeLessThan(body.indexOf('Nachricht &lt;0&gt;'));
  expect(body).not.toContain('Wird gerade versendet');
});

test('a mail is shown as rendered, on a page without scripts or external resources', async () => {
  const list = await world.send('', { method: 'GET', url: '/dev/mailbox' });
  const [, path] = list.body.match(/<a href="(\/dev\/mailbox\/\d+)">Gestaltete Ansicht<\/a>/)!;
  const { status, headers, body } = await world.send('', { method: 'GET', url: path });
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(body).not.toContain('<script');
  for (const unknown of ['999999', '0', 'x', '1e3', '-1', '9'.repeat(20), '%00']) {
    expect(
      (await world.send('', { method: 'GET', url: `/dev/mailbox/${unknown}` })).status,
      unknown,
    ).toBe(404);
  }
});

test('POST /dev/staff invites people of the team, also a third owner', async () => {
  const invite = (email: string, role = 'owner') =>
    world.send('', {
      method: 'POST',
      url: '/dev/staff',
      payload: { name: 'Nora Keller', email, role },
      headers: {},
    });
  for (const n of [1, 2, 3]) {
    const { status, body } = await invite(`haus${n}@samtrot.example`);
    expect([status, body.link]).toEqual([
      200,
      expect.stringContaining('/betrieb/einladung?token='),
    ]);
  }
  expect((await invite('haus1@samtrot.example')).body.code).toBe('INVALID_INPUT');
  expect((await invite('haus4@samtrot.example', 'chefin')).body.code).toBe('INVALID_INPUT');
});

describe('POST /dev/account', () => {
  const post = (payload: object, headers = {}) =>
    world.send('', { method: 'POST', url: '/dev/account', payload, headers });

  test('one request creates a signed-in account with credits', async () => {
    const answer = await post({ username: 'Fertig', email: 'Fertig@beispiel.ch', credits: 150 });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, user_id: expect.any(Number) },
    });
    const caller = world.caller(
      answer.body.user_id,
      String(answer.headers['set-cookie']).split(';')[0]!,
    );
    const { body } = await caller.raw('state', { method: 'GET' });
    expect(body.state).toMatchObject({
      user_id: answer.body.user_id,
      credits: 150,
      email_confirmed: false,
    });
    const login = await world.visitor.raw('login', {
      payload: { log: 'fertig@beispiel.ch', pwd: DEV_PASSWORD },
    });
    expect(login.status).toBe(200);
    expect(await world.mails('fertig@beispiel.ch')).toEqual([]);
    expect((await world.db.transaction().execute(checkLedger)).problems).toEqual([]);
  });

  test('a confirmed account needs no further step; without credits nothing is booked', async () => {
    const answer = await post({ username: 'Klar', email: 'klar@beispiel.ch', confirmed: true });
    const caller = world.caller(
      answer.body.user_id,
      String(answer.headers['set-cookie']).split(';')[0]!,
    );
    const { body } = await caller.raw('state', { method: 'GET' });
    expect(body.state).toMatchObject({ credits: 0, email_confirmed: true });
  });

  test('a taken name, an invalid body and another site are refused', async () => {
    const person = { username: 'Einmal', email: 'einmal@beispiel.ch' };
    expect((await post(person)).status).toBe(200);
    expect((await post({ ...person, username: 'Anders' })).body.code).toBe('EMAIL_TAKEN');
    expect((await post({ ...person, email: 'anders@beispiel.ch' })).body.code).toBe(
      'USERNAME_TAKEN',
    );
    for (const wrong of [
      {},
      { ...person, credits: -1 },
      { ...person, credits: 0.5 },
      { ...person, role: 'operator' },
    ])
      expect((await post(wrong)).body.code).toBe('INVALID_INPUT');
    expect((await post(person, { 'sec-fetch-site': 'cross-site' })).body.code).toBe('CROSS_SITE');
  });
});

test('in production every path of the development tools is unknown', async () => {
  const config = { ...world.config, mode: 'production' as const };
  const routes = developmentSurface({ ...world.app, config });
  const production = await buildServer({ ...world.app, config, routes });
  const payload = { username: 'Niemand', email: 'niemand@beispiel.ch' };
  for (const [method, url] of [
    ['POST', '/dev/account'],
    ['POST', '/dev/staff'],
    ['GET', '/dev/mailbox'],
    ['GET', '/dev/mailbox.json'],
  ] as const)
    expect(
      (await production.inject({ method, url, ...(method === 'POST' && { payload }) })).statusCode,
      url,
    ).toBe(404);
  await production.close();
});

test('production composes no development tools: no mailbox, no sandbox', () => {
  const log = pino({ level: 'silent' });
  const config = { ...world.config, mode: 'production' as const };
  expect(developmentSurface({ ...world.app, config })).toEqual([]);
  expect(developmentSurface(world.app)).toHaveLength(2);
  expect(() =>
    compose({ config, db: world.db, pool: world.pool, clock: world.clock, log }),
  ).toThrow(/never runs in production/);
});
