import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { getNotices } from '@samtrot/shared/notices/contract.ts';
import {
  endMaintenance,
  getMaintenance,
  setMaintenance,
} from '@samtrot/shared/notices/staff-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partnerKey } from '../testing/partners/partner.ts';
import { commandLine } from '../testing/process/command-line.ts';
import { snapshot } from '../testing/process/snapshot.ts';
import { CALLS } from '../testing/world/calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { type Staff, staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { buildServer } from './server.ts';

/** What changes something and goes on all the same, as the specification lists it. */
const GOES_ON = [
  // Log-in and log-out.
  ...['GET login', 'POST login', 'POST second_factor', 'POST login_passkey'],
  ...['POST request_login_mail', 'POST open_login_link', 'POST confirm_login_code'],
  ...['POST reauthenticate', 'POST reauthenticate_passkey', 'POST keep_session'],
  ...['POST logout', 'POST end_device', 'POST end_other_devices', 'POST report_login'],
  // Reports, the switch, and the link of a mail.
  ...['POST report', 'POST goOffline', 'POST goOnline', 'POST end_newsletter'],
  // These only read, or say what would be.
  ...['POST validate_coupon', 'POST quotePackageChange', 'POST open_thread'],
  'POST open_data_export',
];
const UNTIL = new Date(START.getTime() + 90 * MINUTE_MS);
const SENTENCE = 'Wartung bis 14:30. Ansehen geht, ändern danach wieder.';

let world: World;
let other: Awaited<ReturnType<typeof buildServer>>;
let owner: Staff;
let fresh: () => Promise<Owner>;
beforeAll(async () => {
  world = await testWorld({ LEGACY_GET_LOGIN: '1' });
  owner = await staffOf(world, 'owner');
  fresh = owners(world);
  other = await buildServer(compose({ ...world.app, clock: world.clock }));
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('maintenance').execute();
});
afterAll(async () => {
  await other.close();
  await world[Symbol.asyncDispose]();
});

const begin = () => owner.call(setMaintenance, { until: UNTIL.toISOString() });
const ask = (by: Pick<Owner, 'raw'>, name: string, params: Record<string, unknown>) => {
  const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  if (method !== 'GET') return by.raw(action, { method, payload: params });
  const strings = Object.entries(params).map(([key, value]) => [key, String(value)]);
  return by.raw(action, { method, query: Object.fromEntries(strings) });
};

test('each call that changes something is refused, with until when; all others go on [BOF-132]', async () => {
  const refused: string[] = [];
  const all = nonEmpty(Object.keys(CALLS));
  const changing = all.filter((name) => {
    const spec = world.app.handlers.find(
      ({ spec }) => `${spec.method} ${spec.name}` === name,
    )!.spec;
    return spec.method !== 'GET' || spec.changes;
  });
  const user = await fresh();
  await begin();
  const before = await snapshot(world);
  for (const name of nonEmpty(changing.filter((name) => !GOES_ON.includes(name)))) {
    const answer = await ask(user, name, {});
    expect([name, answer.status, answer.body.code]).toEqual([name, 503, 'MAINTENANCE']);
    expect(answer.body.message).toBe(SENTENCE);
    expect(answer.headers['retry-after']).toBe(String(90 * 60));
    refused.push(name);
  }
  expect(await snapshot(world)).toEqual(before);
  for (const name of nonEmpty(all.filter((name) => !changing.includes(name)))) {
    const { body } = await ask(user, name, {});
    expect([name, body.code]).not.toEqual([name, 'MAINTENANCE']);
  }
  for (const name of GOES_ON) {
    expect(changing).toContain(name);
    await world.db.deleteFrom('maintenance').execute();
    const by = await fresh();
    const params = await CALLS[name]!.prepare(by);
    await begin();
    expect((await ask(by, name, params)).body, name).toMatchObject({ success: true });
  }
});

test('delivery, webhooks, unsubscribing and reading go on, uploads wait [BOF-132]', async () => {
  const key = await partnerKey(world);
  const { cookie } = await fresh();
  await begin();
  const upload = { 'tus-resumable': '1.0.0', 'upload-length': '10' };
  const asked = (method: 'GET' | 'POST', url: string, headers = {}, payload?: object) =>
    world.send(cookie, { method, url, headers, ...(payload && { payload }) });
  expect((await asked('POST', '/media/uploads', upload)).body.code).toBe('MAINTENANCE');
  const ads = await asked('GET', '/partner/v1/ads', { authorization: `Bearer ${key}` });
  expect(ads.status).toBe(200);
  const reported = { authorization: `Bearer ${key}` };
  expect((await asked('POST', '/partner/v1/reports', reported, {})).status).toBe(422);
  expect((await asked('POST', '/webhooks/payments/sandbox', {}, {})).status).not.toBe(503);
  expect((await asked('GET', '/betrieb/api?action=staff_me')).status).toBe(401);
  expect((await asked('POST', '/token-api/auth/register', {}, {})).status).toBe(503);
});

test('it begins and ends by the clock, on every server with the next call [BOF-132]', async () => {
  const there = async () => {
    const url = '/api?action=register';
    return (await other.inject({ method: 'POST', url, payload: {} })).json().code;
  };
  const shown = async () => (await world.visitor.call(getNotices, {})).body.maintenance;
  const from = new Date(START.getTime() + 5 * MINUTE_MS);
  await owner.call(setMaintenance, { from: from.toISOString(), until: UNTIL.toISOString() });
  expect([await there(), await shown()]).toEqual(['INVALID_INPUT', null]);
  expect((await owner.call(getMaintenance, {})).body.maintenance).toEqual({
    from: from.toISOString(),
    until: UNTIL.toISOString(),
    set_by: owner.name,
    lasts: false,
  });
  world.clock.set(from);
  expect([await there(), await shown()]).toEqual(['MAINTENANCE', { until: UNTIL.toISOString() }]);
  await owner.call(endMaintenance, {});
  expect([await there(), await shown()]).toEqual(['INVALID_INPUT', null]);
  await begin();
  world.clock.set(UNTIL);
  expect([await there(), await shown()]).toEqual(['INVALID_INPUT', null]);
});

test('times that make no maintenance are refused at their field', async () => {
  const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS).toISOString();
  for (const [input, field] of [
    [{ until: at(-1) }, 'until'],
    [{ from: at(60), until: at(30) }, 'until'],
    [{ until: at(25 * 60) }, 'until'],
    [{ from: at(31 * 24 * 60), until: at(31 * 24 * 60 + 5) }, 'from'],
    [{ until: 'morgen' }, 'until'],
  ] as const) {
    const { status, body } = await owner.call(setMaintenance, input as never);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
});

test('the command line switches it on and off, and the audit log says so [BOF-132]', async () => {
  const env = {
    DATABASE_URL: world.url,
    DATA_DIR: world.config.dataDir,
    DATA_KEY: world.config.dataKeys.join(','),
  };
  const samtrot = (...args: string[]) =>
    commandLine({ env, clock: world.clock }, 'maintenance', ...args, '--json');
  const on = await samtrot('on', '--until', '2026-11-20 14:30', '--as', owner.email);
  expect(JSON.parse(on.out)).toMatchObject({ ok: true, until: UNTIL.toISOString() });
  expect((await world.visitor.raw('register', { payload: {} })).status).toBe(503);
  expect(JSON.parse((await samtrot('off', '--as', owner.email)).out)).toMatchObject({
    ended: true,
  });
  expect((await world.visitor.raw('register', { payload: {} })).status).toBe(422);
  expect(JSON.parse((await samtrot('on', '--until', 'bald')).out).ok).toBe(false);
  const lines = await world.db
    .selectFrom('audit')
    .select(['action', 'staff_id'])
    .where('action', 'like', 'maintenance%')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(lines).toEqual([
    { action: 'maintenance_ended', staff_id: owner.staffId },
    { action: 'maintenance_set', staff_id: owner.staffId },
  ]);
});
