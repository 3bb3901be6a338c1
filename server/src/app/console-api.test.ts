import { getSecurity } from '@samtrot/shared/access/security-contract.ts';
import type { PartnerAction } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import * as contract from '@samtrot/shared/partners/console-contract.ts';
import { consoleLogin, consoleLogout, consoleMe } from '@samtrot/shared/partners/entry-contract.ts';
import { endPartnerPerson, getPartnerPeople } from '@samtrot/shared/partners/people-contract.ts';
import { staffMe } from '@samtrot/shared/staff/login-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advertisers } from '../testing/listings/inserate.ts';
import { PASSWORD } from '../testing/world/accounts.ts';
import {
  type ConsolePerson,
  consoleCaller,
  consolePersonOf,
  cookieOf,
  websiteOf,
} from '../testing/world/console.ts';
import { type Staff, staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { buildServer } from './server.ts';

let world: World;
let manager: ConsolePerson;
let reader: ConsolePerson;
let other: ConsolePerson;
let house: Staff;
beforeAll(async () => {
  world = await testWorld();
  const [own, another] = [await websiteOf(world), await websiteOf(world)];
  manager = await consolePersonOf(world, own.id, 'manage');
  reader = await consolePersonOf(world, own.id, 'read');
  other = await consolePersonOf(world, another.id, 'manage');
  house = await staffOf(world, 'partner_manager');
});
beforeEach(() => world.clock.set(START));
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const calls = () =>
  nonEmpty(world.app.partnerHandlers.map(({ spec }) => spec as PartnerAction)).filter(
    ({ role }) => role !== null,
  );

/** What each call needs beside the website, in a form that is in order. */
const INPUTS: Record<string, object> = {
  issue_partner_key: { name: 'Server 2026' },
  revoke_partner_key: { key_id: 1 },
  end_partner_key: { key_id: 1, ends: true },
  set_partner_link: { kind: 'inserat', link: null },
  set_partner_webhook: { url: null },
  resend_partner_messages: {},
  set_partner_policy: {
    seen_version: 0,
    accepts: 'erotisch',
    categories: [],
    cantons: [],
    slots: ['a1'],
  },
  preview_partner_policy: { accepts: 'erotisch', categories: [], cantons: [], slots: ['a1'] },
  block_on_partner: { kind: 'inserat', thing: '1', reason: 'Ein Grund.' },
  unblock_on_partner: { kind: 'inserat', item_id: 1 },
  invite_partner_person: { email: 'neu@seite.example', role: 'read' },
  withdraw_partner_invitation: { invitation_id: 1 },
  set_partner_role: { person_id: 1, role: 'read' },
  end_partner_person: { person_id: 1 },
};

describe('every call of the console', () => {
  test('on another website finds nothing [BOF-124]', async () => {
    const foreign = calls().filter(({ input }) => 'website_id' in (input as never as Shape).shape);
    for (const spec of nonEmpty(foreign)) {
      const answers = [];
      for (const website_id of [other.websiteId, 999_999]) {
        const params = { website_id, ...INPUTS[spec.name] };
        const { status, body } = await manager.call(spec, params as never);
        answers.push([status, body.code, body.message]);
      }
      expect(answers[0]!.slice(0, 2), spec.name).toEqual([404, 'NOT_FOUND']);
      // Nobody learns whether there is such a website.
      expect(answers[0], spec.name).toEqual(answers[1]);
    }
    expect((await other.call(contract.getPartner, { website_id: other.websiteId })).status).toBe(
      200,
    );
  });

  test('that changes something is refused to who may only read [BOF-125]', async () => {
    for (const spec of calls()) {
      const params = { website_id: reader.websiteId, ...INPUTS[spec.name] };
      const { status, body } = await reader.call(spec, params as never);
      if (spec.role === 'manage')
        expect([status, body.code], spec.name).toEqual([403, 'ONLY_READING']);
      else expect(body.code, spec.name).not.toBe('ONLY_READING');
    }
  });

  test('is refused without a log-in, and with the cookies of the house and of advertisers [BOF-124]', async () => {
    const advertiser = await world.user();
    const cookies = [advertiser.cookie, house.cookie].flatMap((cookie) => [
      cookie,
      cookie.replace(/^\w+=/, 'partner='),
    ]);
    for (const spec of calls())
      for (const cookie of ['', ...cookies]) {
        const { status, body } = await consoleCaller(world, cookie).call(spec, {} as never);
        expect([status, body.code], spec.name).toEqual([401, 'NOT_LOGGED_IN']);
      }
  });
});

interface Shape {
  shape: object;
}

test('no answer of the console names an advertiser or a reporter [BOF-124]', async () => {
  const canary = 'kanaqxz';
  const on = advertisers(world);
  const user = await on.rich(100);
  await world.db
    .updateTable('account')
    .set({ nickname: canary, username: `Lena ${canary}` })
    .where('id', '=', user.userId)
    .execute();
  const ad = { inserat_typ: '1_week', name: `Name ${canary}`, telefon: `+41${PHONE}` } as const;
  const placed = await on.place(user, ad);
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', placed.id)
    .executeTakeFirstOrThrow();
  const { websiteId: website_id } = manager;
  const blocked = { website_id, kind: 'inserat', thing: public_id, reason: 'Ein Grund.' } as const;
  expect((await manager.call(contract.blockOnPartner, blocked)).status).toBe(200);
  const { key } = (await manager.call(contract.issuePartnerKey, { website_id, name: 'Meldungen' }))
    .body;
  const sent = await world.server.inject({
    method: 'POST',
    url: '/partner/v1/reports',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      object: { type: 'inserat', id: public_id },
      reason: 'betrug',
      message: `Text ${canary}`,
      name: `Name ${canary}`,
      email: `melderin.${canary}@beispiel.ch`,
    },
  });
  expect(sent.statusCode, sent.body).toBe(202);
  const answers = [];
  for (const spec of calls()) {
    const params = { website_id, ...INPUTS[spec.name] };
    answers.push(JSON.stringify((await manager.call(spec, params as never)).body));
  }
  const { reports } = (await manager.call(contract.getSiteReports, { website_id })).body;
  expect(reports).toMatchObject([{ kind: 'inserat', public_id, state: 'open' }]);
  expect(answers.filter((answer) => answer.includes('"success":true')).length).toBeGreaterThan(8);
  const all = answers.join('');
  for (const secret of [canary, user.email, `"account_id"`, PHONE])
    expect(all, secret).not.toContain(secret);
});

const PHONE = '791357924';

test('the cookie of the console opens nothing else, nor the API for websites [BOF-124]', async () => {
  const { cookie } = manager;
  const renamed = (name: string) => cookie.replace(/^partner=/, `${name}=`);
  for (const sent of [cookie, renamed('sid'), renamed('betrieb')]) {
    expect((await world.caller(0, sent).call(getSecurity, {})).status).toBe(401);
    const inHouse = await world.send(sent, {
      method: 'GET',
      url: '/betrieb/api',
      query: { action: staffMe.name },
    });
    expect(inHouse.status).toBe(401);
    const delivery = await world.server.inject({
      url: '/partner/v1/ads',
      headers: { cookie: sent },
    });
    expect([delivery.statusCode, delivery.json().code]).toEqual([401, 'KEY_REFUSED']);
  }
});

test('the cookie is of its path alone, for scripts unreadable, and sent by no other site [BOF-124]', async () => {
  await using secure = await testWorld({ PUBLIC_URL: 'https://samtrot.example' });
  const { id } = await websiteOf(secure);
  const { cookie } = await consolePersonOf(secure, id, 'read');
  expect(cookie).toMatch(/^__Secure-partner=/);
  const answer = await secure.send(cookie, {
    method: 'POST',
    url: '/partner/api',
    query: { action: 'partner_logout' },
    payload: {},
  });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^__Secure-partner=;.*Path=\/partner;.*HttpOnly; Secure; SameSite=Strict$/,
  );
});

test('a call from another site is refused', async () => {
  const answer = await world.send(manager.cookie, {
    method: 'POST',
    url: '/partner/api',
    query: { action: contract.issuePartnerKey.name },
    headers: { origin: 'https://anders.example', 'sec-fetch-site': 'cross-site' },
    payload: { website_id: manager.websiteId, name: 'Server' },
  });
  expect(answer.body.code).toBe('CROSS_SITE');
});

test('a log-in ends after 8 hours in which only lists updated themselves [BOF-124]', async () => {
  const person = await consolePersonOf(world, manager.websiteId, 'read');
  const { websiteId: website_id } = person;
  for (let hours = 0; hours < 8; hours++) {
    expect((await person.call(contract.getPartner, { website_id })).status).toBe(200);
    world.clock.advance(HOUR_MS);
  }
  expect((await person.call(contract.getPartner, { website_id })).status).toBe(401);
});

test('calls by the person keep it, for 7 days at most [BOF-124]', async () => {
  const person = await consolePersonOf(world, manager.websiteId, 'read');
  const { websiteId: website_id } = person;
  for (let hours = 0; hours < 7 * 24; hours += 7) {
    const answer = await person.call(contract.getEmbeds, { website_id });
    expect(answer.status, `after ${hours} hours`).toBe(200);
    expect(Number(answer.headers['session-rests-in'])).toBeLessThanOrEqual(8 * 60 * 60);
    world.clock.advance(7 * HOUR_MS);
  }
  expect((await person.call(consoleMe, {})).status).toBe(401);
  world.clock.set(new Date(START.getTime() + 7 * DAY_MS + MINUTE_MS));
  await world.runTasks('partner-people/purge');
  expect(
    await world.db.selectFrom('partner_login').select('device').execute(),
    'all of them are over',
  ).toEqual([]);
});

test('who is ended by the house is so with the next call, on every server [BOF-125]', async () => {
  const person = await consolePersonOf(world, other.websiteId, 'read');
  const { config, db, pool, clock, app } = world;
  const second = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  try {
    const there = async () =>
      (
        await second.inject({
          url: `/partner/api?action=${consoleMe.name}`,
          headers: { cookie: person.cookie },
        })
      ).json();
    expect(await there()).toMatchObject({ success: true, role: 'read' });
    const { websiteId: website_id } = other;
    const { body } = await house.call(getPartnerPeople, { website_id });
    const { person_id } = body.people.find(({ email }: Listed) => email === person.email);
    expect((await house.call(endPartnerPerson, { website_id, person_id })).status).toBe(200);
    expect(await there()).toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect((await person.call(consoleMe, {})).status).toBe(401);
  } finally {
    await second.close();
  }
});

interface Listed {
  email: string;
}

/** What of the console changes something and goes on during maintenance all the same. */
const GOES_ON = [
  ...['partner_login', 'partner_second_factor', 'partner_logout', 'partner_invitation'],
  ...['preview_partner_policy', 'offer_partner_factor'],
];

test('during maintenance its people log in, read and log out; what changes something waits [BOF-132]', async () => {
  const { websiteId: website_id } = manager;
  const person = await consolePersonOf(world, website_id, 'manage');
  const until_at = new Date(START.getTime() + HOUR_MS);
  await world.db
    .insertInto('maintenance')
    .values({ from_at: START, until_at, set_by: null })
    .execute();
  const waits: string[] = [];
  for (const { spec } of nonEmpty(world.app.partnerHandlers)) {
    if (spec.name === consoleLogout.name) continue;
    const params = { website_id, ...INPUTS[spec.name] };
    const { status, body } = await person.call(spec as PartnerAction, params as never);
    if (body.code !== 'MAINTENANCE') continue;
    expect([spec.name, status, body.message]).toEqual([
      ...[spec.name, 503, 'Wartung bis 14:00. Ansehen geht, ändern danach wieder.'],
    ]);
    waits.push(spec.name);
  }
  const changing = world.app.partnerHandlers.filter(({ spec }) => spec.method !== 'GET');
  expect(waits.toSorted()).toEqual(
    changing
      .map(({ spec }) => spec.name)
      .filter((name) => !GOES_ON.includes(name))
      .toSorted(),
  );
  const visitor = consoleCaller(world);
  const login = await visitor.call(consoleLogin, { email: person.email, password: PASSWORD });
  expect(login.status).toBe(200);
  const again = consoleCaller(world, cookieOf(login));
  expect((await again.call(contract.getPartner, { website_id })).status).toBe(200);
  expect((await again.call(consoleLogout, {})).status).toBe(200);
  await world.db.deleteFrom('maintenance').execute();
});

test('the host of the token API knows no console, and delivers ads as before [BOF-124]', async () => {
  await using world = await testWorld({ API_HOST: 'api.samtrot.example' });
  const { id } = await websiteOf(world);
  const { cookie } = await consolePersonOf(world, id, 'read');
  const ask = async (host: string, url: string) =>
    (await world.server.inject({ url, headers: { cookie, host } })).statusCode;
  const api = `/partner/api?action=${consoleMe.name}`;
  expect(await ask('localhost', api)).toBe(200);
  const spelled = api.replace('/p', '/%70');
  expect(await ask('localhost', spelled)).toBe(200);
  const pages = ['/partner', '/partner/', '/partner/anmelden', '/partner.html', '/%70artner.html'];
  for (const url of [api, spelled, ...pages])
    expect(await ask('api.samtrot.example', url), url).toBe(404);
  expect(await ask('api.samtrot.example', '/partner/v1/ads')).toBe(401);
});
