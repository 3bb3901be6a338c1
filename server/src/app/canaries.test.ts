import { register } from '@samtrot/shared/accounts/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountEmail } from '../modules/access/service.ts';
import { partnerKey as newPartnerKey } from '../testing/partners/partner.ts';
import { smtpServer } from '../testing/services/smtp.ts';
import { CALLS } from '../testing/world/calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { PASSWORD, testWorld, type World } from '../testing/world/world.ts';

/** Names of confidential fields. */
const PRIVATE =
  /^(pass|pwd|current_password|log|user_login|user_?name|nickname|name|e?mail|telefon|phone|token|proof|message|text|titel|beschreibung)/i;

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
let fresh: () => Promise<Owner>;
let partnerKey: string;
/** Everything that was sent: failures, redirect targets, external requests. */
const failures: string[] = [];
const addresses: string[] = [];
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({ SMTP_URL: smtp.url, LEGACY_GET_LOGIN: '1' });
  fresh = owners(world);
  partnerKey = await newPartnerKey(world);
  const inject = world.server.inject.bind(world.server) as (options: object) => Promise<{
    statusCode: number;
    headers: object;
    body: string;
  }>;
  vi.spyOn(world.server, 'inject').mockImplementation((async (options: object) => {
    const answer = await inject(options);
    if (answer.statusCode >= 400) failures.push(JSON.stringify(answer.headers) + answer.body);
    const { location = '' } = answer.headers as { location?: string };
    addresses.push(location, ...(answer.body.match(/(?:https?:\/)?\/[\w%./?&=#:@-]{5,}/g) ?? []));
    return answer;
  }) as never);
  const outside = world.outside.fetch;
  world.outside.fetch = (url, init) => {
    addresses.push(`${String(url)} ${String(init?.body ?? '')}`);
    return outside(url, init);
  };
});
beforeEach(() => {
  world.lines.length = failures.length = addresses.length = 0;
  smtp.set('ok');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

/** @param secrets texts that must not occur anywhere, in any case */
function expectSilence(secrets: readonly string[]): void {
  expect(world.lines.length).toBeGreaterThan(0);
  const places = {
    log: world.lines.join(''),
    failures: failures.join('\n'),
    addresses: addresses.join('\n'),
  };
  for (const [place, text] of Object.entries(places)) {
    const found = text.toLowerCase();
    for (const secret of nonEmpty(secrets)) {
      expect(secret.length).toBeGreaterThan(3);
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
        expect(found.includes(form.toLowerCase()), `${form} in ${place}`).toBe(false);
    }
  }
}

const tokenOf = (cookie: string) => cookie.split('=')[1]!;
const digits = (phone: string) => phone.replace(/\D/g, '').replace(/^0/, '');

/** So many calls are looked at together, after one turn of the jobs. */
const TOGETHER = 8;
const names = nonEmpty(Object.keys(CALLS));
const groups = Array.from({ length: Math.ceil(names.length / TOGETHER) }, (_, nth) => {
  const calls = nonEmpty(names.slice(nth * TOGETHER, (nth + 1) * TOGETHER));
  return { calls, label: `${calls[0]} to ${calls.at(-1)}` };
});

describe('no log, failure or address contains a secret [T-PRIV-03, INV-12]', () => {
  test.each(groups)('$label, valid and broken, refused and repeated', async ({ calls }) => {
    const prepared = [];
    for (const name of calls) {
      const [clumsy, owner] = [await fresh(), await fresh()];
      const given = await CALLS[name]!.prepare(clumsy);
      prepared.push({ name, clumsy, owner, given, params: await CALLS[name]!.prepare(owner) });
    }
    world.lines.length = failures.length = addresses.length = 0;
    const secrets = new Set([PASSWORD, 'Lena']);
    for (const { name, clumsy, owner, given, params } of prepared) {
      await world.db.deleteFrom('rate_limit').execute();
      const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
      const ask = (owner: Owner, given: object, headers: Record<string, string> = {}) => {
        if (method !== 'GET') return owner.raw(action, { method, payload: given, headers });
        const query = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, String(value)]),
        );
        return owner.raw(action, { method, query, headers });
      };
      for (const [key, value] of Object.entries(given))
        for (const broken of [[value], { [String(value)]: value }, `${String(value)}\u0000`])
          await ask(clumsy, { ...given, [key]: broken });
      await ask(clumsy, { ...given, user_id: 1 });
      await ask(clumsy, given, { origin: 'https://evil.example' });
      const json = JSON.stringify(given);
      await clumsy.raw(action, { payload: json, headers: { 'content-type': 'text/plain' } });
      await clumsy.raw(action, {
        payload: `${json},`,
        headers: { 'content-type': 'application/json' },
      });
      expect((await ask(owner, params)).status, name).toBe(200);
      await ask(owner, params);
      const sentValues = [given, params].flatMap((sent) =>
        Object.entries(sent).flatMap(([key, value]) =>
          PRIVATE.test(key) && typeof value === 'string' ? [value] : [],
        ),
      );
      const accounts = [clumsy, owner].flatMap(({ email, cookie }) => [email, tokenOf(cookie)]);
      for (const secret of [
        ...accounts,
        ...sentValues,
        ...sentValues.map(digits).filter((number) => number.length > 8),
      ])
        secrets.add(secret);
    }
    await world.runTasks();
    expectSilence([...secrets]);
    expect(world.defects.splice(0)).toEqual([]);
  });

  test('a visit from registration to payment, with failures', async () => {
    const canaries = {
      name: 'Kanarina',
      email: 'kanarina@beispiel.ch',
      password: 'Kanarien-Vogel-26',
    };
    const next = 'Kanarien-Neu-2027';
    const phone = '+41 79 000 00 13';
    const account = { ...canaries, username: canaries.name, nickname: canaries.name };
    const proof = async () => ({ proof: await world.proof('register') });
    await world.visitor.call(register, { ...account, ...(await proof()) });
    await world.visitor.call(register, { ...account, ...(await proof()) });
    await world.visitor.raw('register', { payload: { ...account, email: 'kanarina@' } });
    const headers = { 'user-agent': 'canary-agent', 'x-forwarded-for': '203.0.113.77' };
    const pwd = canaries.password;
    const login = await world.visitor.raw('login', {
      payload: { log: canaries.email, pwd },
      headers,
    });
    const cookie = String(login.headers['set-cookie']).split(';')[0]!;
    await world.visitor.raw('login', { payload: { log: canaries.email, pwd: `${pwd}x` }, headers });
    await world.visitor.raw('login', { payload: { log: pwd, pwd: canaries.email }, headers });
    const cut = {
      payload: `{"log":"${canaries.email}"`,
      headers: { 'content-type': 'application/json' },
    };
    await world.visitor.raw('login', cut);
    await world.visitor.raw('login', {
      method: 'GET',
      query: { username: canaries.email, password: `${pwd}x` },
    });
    await world.send('', {
      url: `/auth/reset-password?token=canary-token&email=${canaries.email}`,
    });
    await world.send('', { url: `/api?action=${canaries.email}` });
    await world.send('', { url: `/${canaries.email}` });
    await world.send('', { url: `/api/users?search=${canaries.email}` });

    const act = (action: string, payload: object) =>
      world.send(cookie, {
        method: 'POST',
        url: '/api',
        query: { action },
        payload,
        remoteAddress: '203.0.113.78',
      });
    const { inserat_id } = (await act('createInserat', {})).body;
    const ad = { inserat_id, name: canaries.name, titel: 'Ruhige Stunden am See', telefon: phone };
    await act('saveInserat', { ...ad, post_status: 'draft' });
    await act('saveInserat', { ...ad, telefon: `${phone} 9999`, beschreibung: 'kurz' });
    const opened = await act('wallet_topup', { topup_option_id: 1 });
    await world.send('', {
      method: 'POST',
      url: new URL(opened.body.payment_url).pathname,
      payload: 'result=paid',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await act('support', { subject: 'ad', message: `Meine Nummer ist ${phone}.` });

    // The mail server refuses the recipient, is busy, and disconnects.
    for (const mode of ['refuse', 'busy', 'drop'] as const) {
      smtp.set(mode);
      await act('resend_confirmation', {});
      await world.runTasks();
      world.clock.advance(3_600_000);
    }
    smtp.set('ok');
    await world.visitor.raw('lostpassword', { payload: { user_login: canaries.email } });
    await world.runTasks();
    const mails = await world.mails(canaries.email);
    const tokens = mails.flatMap(({ text }) =>
      [...text.matchAll(/\?token=([\w-]{43})/g)].map(([, token]) => token!),
    );
    expect(tokens.length).toBeGreaterThan(1);
    for (const token of tokens) {
      await world.send('', {
        url: `/auth/reset-password?token=${token}`,
        headers: { accept: 'text/html' },
      });
      for (const password of [pwd.slice(0, 3), next])
        for (let twice = 0; twice < 2; twice++)
          await world.visitor.raw('reset_password', { payload: { token, password } });
      await world.visitor.raw('confirm_email', { payload: { token } });
    }
    await world.send(cookie, { url: '/api', query: { action: 'createInserat' } });
    await world.send('', { url: '/api', query: { action: 'state', sid: tokenOf(cookie) } });
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    await world.send('', { url: '/api?action=state', ...bearer(`${tokenOf(cookie)}x`) });
    for (const token of [partnerKey, `${partnerKey}x`, tokenOf(cookie)]) {
      await world.send('', { url: '/partner/v1/ads?canton=??', ...bearer(token) });
      await world.send('', { url: `/partner/v1/ads?key=${token}` });
    }

    // A defect whose database message names the row.
    const handler = world.app.handlers.find(({ spec }) => spec.name === 'state')!;
    const conflict = () =>
      world.pool.query(
        `insert into account (username, username_key, email, email_hash, password_hash, nickname, created_at)
         select $1, $1, email, email_hash, $2, $1, now() from account where email_hash = any($3)`,
        [canaries.name, 'x', accountEmail.lookups(canaries.email)],
      );
    {
      using _broken = vi.spyOn(handler, 'run').mockImplementationOnce(conflict);
      expect((await world.visitor.raw('state', { method: 'GET' })).status).toBe(500);
    }
    expect(world.lines.join('')).toContain('account_email_key');
    expectSilence([
      ...[
        ...Object.values(canaries),
        next,
        'kanarina',
        tokenOf(cookie),
        ...tokens,
        partnerKey,
        'canary-token',
      ],
      ...['canary-agent', '203.0.113', phone, digits(phone), '790000013', '79 000 00 13'],
    ]);
    // All clients are local, and so is the sandbox provider, so this address is no secret there.
    expect(world.lines.join('') + failures.join('')).not.toContain('127.0.0.1');
    world.defects.splice(0);
  });
});
