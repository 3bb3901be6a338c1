import { getSecurity } from '@samtrot/shared/access/security-contract.ts';
import type { StaffAction } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { staffConfirm, staffMe, staffStay } from '@samtrot/shared/staff/login-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { grantOf } from '@samtrot/shared/staff/rights.ts';
import { ROLES, type Role } from '@samtrot/shared/staff/roles.ts';
import { blockStaff, getTeam, setStaffRole } from '@samtrot/shared/staff/team-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Staff, staffCaller, staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { buildServer } from './server.ts';
import { networkCheck } from './staff-session.ts';

let world: World;
const people = {} as Record<Role, Staff>;
beforeAll(async () => {
  world = await testWorld();
  for (const role of ROLES) people[role] = await staffOf(world, role);
});
afterAll(() => world[Symbol.asyncDispose]());

const staffCalls = () =>
  nonEmpty(world.app.staffHandlers.map(({ spec }) => spec as StaffAction)).filter(
    ({ right }) => right !== null,
  );

describe('every call of the back office', () => {
  test('is answered to the roles that have its right, to no other [BOF-16]', async () => {
    for (const spec of nonEmpty(staffCalls()))
      for (const role of ROLES) {
        const given = (input: object) => people[role].call(spec, input as never);
        const allowed = grantOf(role, spec.right!) !== undefined;
        const code = (await given({})).body.code;
        expect(code === 'RIGHT_MISSING', `${spec.name} for ${role}: ${code}`).toBe(!allowed);
        if (allowed) continue;
        // Nobody learns without the right whether there is such a thing.
        const [known, unknown] = [people.owner.staffId, 999_999].map((id) => ({
          staff_id: id,
          approval_id: id,
        }));
        expect((await given(known!)).body).toEqual((await given(unknown!)).body);
      }
  });

  test('is refused without a log-in and with the cookie of an advertiser [BOF-02]', async () => {
    const advertiser = await world.user();
    for (const spec of nonEmpty(staffCalls()))
      for (const cookie of ['', advertiser.cookie, advertiser.cookie.replace(/^sid/, 'betrieb')]) {
        const answer = await staffCaller(world, cookie).call(spec, {} as never);
        expect([answer.status, answer.body.code], spec.name).toEqual([401, 'NOT_LOGGED_IN']);
      }
  });
});

test('the cookie of the house opens nothing of the portal [BOF-02]', async () => {
  for (const cookie of [people.owner.cookie, people.owner.cookie.replace(/^betrieb/, 'sid')]) {
    const answer = await world.caller(0, cookie).call(getSecurity, {});
    expect([answer.status, answer.body.code]).toEqual([401, 'NOT_LOGGED_IN']);
  }
  // Neither name is known at the other entry.
  expect((await world.visitor.raw('staff_me')).body.code).toBe('UNKNOWN_ACTION');
  const portal = await world.send(people.owner.cookie, {
    method: 'GET',
    url: '/betrieb/api',
    query: { action: 'state' },
  });
  expect(portal.body.code).toBe('UNKNOWN_ACTION');
});

test('a log-in ends after 30 minutes in which only lists updated themselves [BOF-09]', async () => {
  const person = await staffOf(world, 'reader');
  try {
    for (let minutes = 0; minutes < 30; minutes += 5) {
      expect((await person.call(getStaffOverview, {})).status).toBe(200);
      world.clock.advance(5 * MINUTE_MS);
    }
    expect((await person.call(getStaffOverview, {})).status).toBe(401);
  } finally {
    world.clock.set(START);
  }
});

test('calls by the person keep it, for 12 hours at most [BOF-09]', async () => {
  const person = await staffOf(world, 'reader');
  try {
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      const answer = await person.call(staffStay, {});
      expect(answer.status, `after ${minutes} minutes`).toBe(200);
      expect(Number(answer.headers['session-rests-in'])).toBeLessThanOrEqual(30 * 60);
      world.clock.advance(20 * MINUTE_MS);
    }
    expect((await person.call(staffStay, {})).status).toBe(401);
  } finally {
    world.clock.set(START);
  }
});

test('a call from another site is refused', async () => {
  const answer = await world.send(people.owner.cookie, {
    method: 'POST',
    url: '/betrieb/api',
    query: { action: staffStay.name },
    headers: { origin: 'https://anders.example', 'sec-fetch-site': 'cross-site' },
    payload: {},
  });
  expect(answer.body.code).toBe('CROSS_SITE');
});

describe('a person who is blocked or loses a right', () => {
  test('is so with the next call, on every server [BOF-13]', async () => {
    const { config, db, pool, clock, app } = { ...world, clock: world.clock, app: world.app };
    const second = compose({ config, db, pool, clock, log: app.log });
    const server = await buildServer(second);
    try {
      const there = async (cookie: string, action: string) =>
        (
          await server.inject({
            method: 'GET',
            url: '/betrieb/api',
            query: { action },
            headers: { cookie },
          })
        ).json();
      const person = await staffOf(world, 'owner');
      expect(await there(person.cookie, getTeam.name)).toMatchObject({ success: true });
      const { staffId: staff_id } = person;
      await people.owner.call(setStaffRole, { staff_id, role: 'reader' });
      expect(await there(person.cookie, getTeam.name)).toMatchObject({ code: 'RIGHT_MISSING' });
      expect(await there(person.cookie, staffMe.name)).toMatchObject({ role: 'reader' });
      await people.owner.call(blockStaff, { staff_id, state: 'blocked' });
      expect(await there(person.cookie, staffMe.name)).toMatchObject({ code: 'NOT_LOGGED_IN' });
      expect((await person.call(staffMe, {})).status).toBe(401);
    } finally {
      await server.close();
    }
  });
});

describe('the networks of the house', () => {
  test('count by address, IPv4 also in the form of IPv6 [BOF-12]', () => {
    const inside = networkCheck(['10.0.0.0/8', '2001:db8:1::/48']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1::9'].map(inside)).not.toContain(false);
    expect(['11.1.2.3', '::ffff:11.1.2.3', '2001:db8:2::9'].map(inside)).not.toContain(true);
    expect(networkCheck([])('11.1.2.3')).toBe(true);
  });

  test('outside, every path is the page that does not exist, before a cookie counts [BOF-12]', async () => {
    await using closed = await testWorld({ STAFF_NETWORKS: '10.0.0.0/8' });
    const { cookie } = await staffOf(closed, 'owner');
    const ask = (url: string, remoteAddress: string, more: object = {}) =>
      closed.server.inject({ url, remoteAddress, headers: { cookie }, ...more });
    const api = `/betrieb/api?action=${staffMe.name}`;
    expect((await ask(api, '10.0.0.7')).statusCode).toBe(200);
    const unknown = await ask('/gibt-es-nicht', '192.0.2.1');
    const pages = ['/betrieb', '/betrieb/', '/betrieb/anmelden', '/betrieb/x.js', '/betrieb.html'];
    // However it is spelled: the router reads the same address.
    const spelled = [api, ...pages].flatMap((url) => [
      url.replace('/b', '/%62'),
      url.replace('etrieb', '%65trie%62'),
    ]);
    expect((await ask(spelled[0]!, '10.0.0.7')).statusCode).toBe(200);
    for (const url of [api, ...pages, ...spelled]) {
      const answer = await ask(url, '192.0.2.1');
      expect([answer.statusCode, answer.body], url).toEqual([unknown.statusCode, unknown.body]);
      expect(answer.statusCode).toBe(404);
    }
    const post = await ask(`/betrieb/api?action=${staffConfirm.name}`, '192.0.2.1', {
      method: 'POST',
      payload: {},
    });
    expect([post.statusCode, post.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  test('and hosts: the host of the token API knows no back office [BOF-12]', async () => {
    await using world = await testWorld({ API_HOST: 'api.samtrot.example' });
    const { cookie } = await staffOf(world, 'owner');
    for (const path of ['/betrieb/api', '/%62etrieb/api']) {
      const ask = (host: string) =>
        world.server.inject({
          url: `${path}?action=${staffMe.name}`,
          headers: { cookie, host },
        });
      expect((await ask('localhost')).statusCode, path).toBe(200);
      expect((await ask('api.samtrot.example')).statusCode, path).toBe(404);
    }
  });
});

test('the address is the one that the trusted proxy names, never one that others claim [BOF-12]', async () => {
  const env = { STAFF_NETWORKS: '10.0.0.0/8', TRUSTED_PROXIES: '127.0.0.1/32' };
  await using closed = await testWorld(env);
  const { cookie } = await staffOf(closed, 'owner');
  const ask = async (remoteAddress: string, claimed: string) =>
    (
      await closed.server.inject({
        url: `/betrieb/api?action=${staffMe.name}`,
        remoteAddress,
        headers: { cookie, 'x-forwarded-for': claimed },
      })
    ).statusCode;
  expect(await ask('127.0.0.1', '10.0.0.7')).toBe(200);
  expect(await ask('127.0.0.1', '192.0.2.1')).toBe(404);
  expect(await ask('127.0.0.1', '10.0.0.7, 192.0.2.1')).toBe(404);
  expect(await ask('192.0.2.1', '10.0.0.7')).toBe(404);
});

test('in production no host but that of PUBLIC_URL knows the back office [BOF-12]', async () => {
  const server = await buildServer({
    ...world.app,
    config: { ...world.config, mode: 'production' },
    routes: [],
  });
  try {
    const ask = async (host: string) =>
      (
        await server.inject({
          url: `/betrieb/api?action=${staffMe.name}`,
          headers: { cookie: people.owner.cookie, host },
        })
      ).statusCode;
    expect(await ask('localhost:3000')).toBe(200);
    for (const host of ['mondgarten.example', 'localhost.mondgarten.example', '127.0.0.1'])
      expect(await ask(host), host).toBe(404);
  } finally {
    await server.close();
  }
});

test('what each may read of approvals follows her rights [BOF-19]', async () => {
  for (const role of ROLES)
    expect((await people[role].call(getApprovals, {})).body, role).toMatchObject({
      open: [],
      decided: [],
    });
});
