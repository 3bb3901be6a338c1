import { logout } from '@samtrot/shared/access/contract.ts';
import { endOtherDevices } from '@samtrot/shared/access/security-contract.ts';
import { getDeviceMessages, setDeviceMessages } from '@samtrot/shared/device-messages/contract.ts';
import {
  MESSAGE_KINDS,
  MESSAGE_TEXTS,
  type MessageKind,
  PAGE_OF,
  readMessage,
} from '@samtrot/shared/device-messages/rules.ts';
import { getHouseHealth } from '@samtrot/shared/health/contract.ts';
import { blockAccount } from '@samtrot/shared/holds/staff-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../testing/process/workers.ts';
import {
  type PushDevice,
  type PushService,
  pushDevice,
  pushService,
  senderOf,
} from '../../testing/services/push-service.ts';
import { staffOf } from '../../testing/world/staff.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { announce, withdraw } from './service.ts';

let world: World;
let service: PushService;
let user: Caller & { email: string };
let device: PushDevice;
beforeAll(async () => {
  world = await testWorld({ SUPPORT_EMAIL: 'hilfe@beispiel.ch' });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('message_device').execute();
  service = await pushService();
  user = await world.user();
  device = service.subscribe();
});
afterEach(async () => {
  expect(world.defects.splice(0)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const subscribe = (
  kinds: readonly MessageKind[] = MESSAGE_KINDS,
  { who = user, at = device, more = {} }: { who?: Caller; at?: PushDevice; more?: object } = {},
) =>
  who.call(setDeviceMessages, {
    kinds: [...kinds],
    subscription: { ...at.subscription, ...more },
  });
const tell = (kind: MessageKind, cause = 'test:1', ms = DAY_MS) =>
  world.db.transaction().execute((db) =>
    announce(
      { db, now: world.clock.now() },
      {
        accountId: user.userId,
        cause,
        kind,
        page: PAGE_OF.inserat,
        until: new Date(world.clock.now().getTime() + ms),
      },
    ),
  );
const send = () => world.runTasks('device-messages/send');
const messages = () => world.db.selectFrom('device_message').selectAll().orderBy('id').execute();
const devices = () => world.db.selectFrom('message_device').select('id').execute();
const chosen = async (who: Caller = user) =>
  (await who.call(getDeviceMessages, {})).body.kinds as string[];
const bodies = () => service.take().map(({ body }) => body);
/** A further session of the same account. */
async function session(): Promise<Caller> {
  const payload = { log: user.email, pwd: PASSWORD };
  const { headers } = await world.visitor.raw('login', { payload });
  const cookie = [headers['set-cookie']].flat().find((one) => String(one).startsWith('sid='));
  return world.caller(user.userId, String(cookie).split(';')[0]!);
}

const byKind = (one: { kind: MessageKind }, other: { kind: MessageKind }) =>
  MESSAGE_KINDS.indexOf(one.kind) - MESSAGE_KINDS.indexOf(other.kind);

test('each message says one neutral sentence to its device alone, signed by the house [EXP-115]', async () => {
  const { body } = await subscribe();
  expect(body).toMatchObject({ kinds: [...MESSAGE_KINDS] });
  for (const kind of MESSAGE_KINDS) await tell(kind, `test:${kind}`);
  await send();
  const { server_key } = (await user.call(getDeviceMessages, {})).body;
  for (const { headers } of service.received) {
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
      'content-type': 'application/octet-stream',
    });
    expect(senderOf(headers.authorization!)).toMatchObject({
      key: server_key,
      claims: { aud: service.origin, sub: 'mailto:hilfe@beispiel.ch' },
    });
  }
  expect(new Set(service.received.map((one) => one.body.length)).size).toBe(1);
  const sent = service.take();
  // They are on their way at the same time.
  expect(sent.toSorted(byKind)).toEqual(
    MESSAGE_KINDS.map((kind) => ({
      kind,
      title: 'Samtrot',
      body: MESSAGE_TEXTS[kind],
      icon: '/app-192.png',
      page: '/inserate',
    })),
  );
  for (const message of sent) expect(readMessage(message)).toEqual(message);
  expect(await messages()).toMatchObject(MESSAGE_KINDS.map(() => ({ sent_at: START })));
});

test('a house with another name and icon shows these [EXP-115, EXP-114]', async () => {
  await using other = await testWorld({ APP_NAME: 'Agenda', APP_ICON: 'notes' });
  const person = await other.user();
  const subscription = device.subscription;
  await person.call(setDeviceMessages, { kinds: ['answer'], subscription });
  const event = { accountId: person.userId, cause: 'a', kind: 'answer', page: '/clubs' } as const;
  await other.db.transaction().execute((db) => announce({ db, now: START }, event));
  await other.runTasks('device-messages/send');
  expect(service.take()).toMatchObject([{ title: 'Agenda', icon: '/notizen-192.png' }]);
});

test('only what a device wants is sent, each event once, to each device of the account [EXP-115]', async () => {
  const other = await session();
  const second = service.subscribe();
  await subscribe(['answer']);
  await subscribe(['answer', 'ends'], { who: other, at: second });
  const stranger = await world.user();
  await subscribe(MESSAGE_KINDS, { who: stranger, at: service.subscribe() });
  await tell('review', 'test:review');
  await Promise.all([tell('answer'), tell('answer')]);
  await send();
  await tell('answer');
  await send();
  expect(service.received.map(({ path }) => service.origin + path).toSorted()).toEqual(
    [device, second].map(({ subscription }) => subscription.endpoint).toSorted(),
  );
  expect(bodies()).toEqual(Array(2).fill(MESSAGE_TEXTS.answer));
  await tell('ends', 'test:ends');
  await send();
  expect(bodies()).toEqual([MESSAGE_TEXTS.ends]);
  // A device that comes later is not told of what was before.
  const third = await session();
  await subscribe(MESSAGE_KINDS, { who: third, at: service.subscribe() });
  await tell('answer');
  await send();
  expect(service.received).toEqual([]);
});

test('what is withdrawn before it leaves is not sent, and can be told again [EXP-115]', async () => {
  await subscribe();
  await tell('review');
  const event = { accountId: user.userId, cause: 'test:1' };
  await world.db.transaction().execute((db) => withdraw({ db }, event));
  await send();
  expect(service.received).toEqual([]);
  await tell('review');
  await send();
  expect(bodies()).toEqual([MESSAGE_TEXTS.review]);
});

test.each([404, 410])(
  'a subscription that the push service does not know any more (%i) is removed [EXP-115]',
  async (status) => {
    await subscribe();
    await tell('ends');
    service.behaviour.status = status;
    await send();
    expect(await devices()).toEqual([]);
    expect(await chosen()).toEqual([]);
    await send();
    expect(service.received).toHaveLength(1);
  },
);

test.each([400, 401, 403, 413])(
  'a refusal (%i) is given up at once, is seen by the operator, and ends no subscription [EXP-115]',
  async (status) => {
    await subscribe();
    await tell('ends');
    service.behaviour.status = status;
    await send();
    expect(await messages()).toMatchObject([
      { due_at: null, sent_at: null, last_status: status, last_error: `answered ${status}` },
    ]);
    world.clock.advance(HOUR_MS);
    await send();
    expect(service.received).toHaveLength(1);
    const reader = await staffOf(world, 'reader');
    const health = await reader.call(getHouseHealth, {});
    expect(health.body.lines).toContainEqual({
      key: 'devices',
      label: 'Mitteilungen auf Geräte',
      tone: 'warning',
      text: '0 warten, 1 gescheitert',
    });
    expect(await devices()).toHaveLength(1);
  },
);

test.each([429, 500, 503])(
  'an overloaded push service (%i) is asked again with backoff while the message is true [EXP-115]',
  async (status) => {
    await subscribe();
    await tell('ends', 'test:1', 5 * MINUTE_MS);
    service.behaviour.status = status;
    const tried: number[] = [];
    for (let minute = 0; minute < 10; minute++) {
      await send();
      if (service.received.splice(0).length > 0) tried.push(minute);
      world.clock.advance(MINUTE_MS);
    }
    expect(tried).toEqual([0, 1, 3]);
    expect(await messages()).toMatchObject([{ attempts: 3, due_at: null, sent_at: null }]);
    service.behaviour.status = 201;
    await tell('answer', 'test:2');
    await send();
    expect(bodies()).toEqual([MESSAGE_TEXTS.answer]);
  },
);

test('a push service that cannot be reached is tried again, one that breaks off is not [EXP-115]', async () => {
  await subscribe();
  await service[Symbol.asyncDispose]();
  await tell('ends');
  await send();
  const [waiting] = await messages();
  expect(waiting).toMatchObject({ last_error: 'ECONNREFUSED', attempts: 1 });
  expect(waiting!.due_at).toEqual(new Date(START.getTime() + MINUTE_MS));
  service = await pushService();
  device = service.subscribe();
  await subscribe();
  service.behaviour.before = async () => service[Symbol.asyncDispose]();
  await tell('answer', 'test:2');
  await send();
  expect((await messages()).at(-1)).toMatchObject({ due_at: null, sent_at: null, attempts: 1 });
  service = await pushService();
});

test('while a message is on its way, and after a killed attempt, no worker sends it again [EXP-115]', async () => {
  await subscribe();
  await tell('answer');
  let go!: () => void;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  service.behaviour.before = () => held;
  const first = send();
  await until(() => service.received.length === 1, 'the message is on its way');
  await send();
  world.clock.advance(HOUR_MS);
  await send();
  expect(service.received).toHaveLength(1);
  go();
  await first;
  // As a killed worker leaves it.
  await sql`update device_message set sent_at = null`.execute(world.db);
  await send();
  expect(service.received).toHaveLength(1);
});

test('an expired subscription, and one under an earlier key, are told nothing and removed [EXP-115]', async () => {
  await subscribe(MESSAGE_KINDS, { more: { expires: START.getTime() + HOUR_MS } });
  expect(await chosen()).toHaveLength(3);
  world.clock.advance(HOUR_MS);
  await tell('ends');
  await send();
  expect(await chosen()).toEqual([]);
  await world.runTasks('device-messages/purge');
  expect(await devices()).toEqual([]);
  await subscribe();
  await sql`update message_device set server_key = 'another'`.execute(world.db);
  expect(await chosen()).toEqual([]);
  await tell('ends', 'test:2');
  await send();
  await world.runTasks('device-messages/purge');
  expect([service.received, await devices()]).toEqual([[], []]);
});

test('what is no longer true is dropped, and old rows are purged [EXP-115]', async () => {
  await subscribe();
  await tell('ends', 'test:1', MINUTE_MS);
  world.clock.advance(MINUTE_MS);
  await send();
  await world.runTasks('device-messages/purge');
  expect([service.received, await messages()]).toEqual([[], []]);
  await tell('ends', 'test:2');
  await send();
  world.clock.advance(30 * DAY_MS + 1);
  await world.runTasks('device-messages/purge');
  const events = await world.db
    .selectFrom('device_event')
    .selectAll()
    .where('account_id', '=', user.userId)
    .execute();
  expect([await messages(), events]).toEqual([[], []]);
});

/** Each way in which the session of the device ends. */
const ENDS: Record<string, (here: Caller, other: Caller) => Promise<unknown>> = {
  'logging out': (here) => here.call(logout, {}),
  'logging out from another device': (_here, other) => other.call(endOtherDevices, {}),
  'the deletion of the account': (here) =>
    here.raw('delete_account', { payload: { password: PASSWORD } }),
  'a hold of the account': async (here) =>
    (await staffOf(world, 'moderator')).call(blockAccount, {
      account_id: here.userId,
      kind: 'blocked' as const,
      reason: 'betrug' as const,
    }),
  rest: async () => {
    await sql`update session set last_seen_at = ${new Date(START.getTime() - 31 * MINUTE_MS)}
               where remember = false and account_id = ${user.userId}`.execute(world.db);
  },
};
test.each(Object.entries(ENDS))(
  '%s ends the messages to the device [EXP-115]',
  async (_name, end) => {
    const [here, other] = [await session(), await session()];
    await subscribe(MESSAGE_KINDS, { who: here });
    await tell('ends');
    await end(here, other);
    await send();
    await world.runTasks('housekeeping');
    await tell('answer', 'test:2');
    await send();
    expect([service.received, await devices()]).toEqual([[], []]);
  },
);

test('whoever subscribes with a browser takes it over: nobody else is told there [EXP-115]', async () => {
  await subscribe();
  const next = await world.user();
  await subscribe(['answer'], { who: next });
  await tell('ends');
  await send();
  expect([service.received, await chosen(), await chosen(next)]).toEqual([[], [], ['answer']]);
});

test('a change keeps what waits, and switching all off ends it [EXP-115]', async () => {
  await subscribe(['ends']);
  await tell('ends');
  await subscribe(['ends', 'answer']);
  expect(await chosen()).toEqual(['ends', 'answer']);
  await send();
  expect(bodies()).toEqual([MESSAGE_TEXTS.ends]);
  expect((await user.call(setDeviceMessages, { kinds: [] })).body.kinds).toEqual([]);
  await tell('answer', 'test:2');
  await send();
  expect([service.received, await devices()]).toEqual([[], []]);
});

test('an account tells its ten newest devices [EXP-115]', async () => {
  for (let n = 0; n < 11; n++) {
    world.clock.advance(1000);
    const response = await subscribe(['ends'], { who: await session(), at: service.subscribe() });
    expect(response.status).toBe(200);
  }
  const oldest = service.received.length;
  await tell('ends');
  await send();
  expect(service.received.length - oldest).toBe(10);
});

test.each<[string, object]>([
  ['a service that is not known', { endpoint: 'https://push.example/send/1' }],
  ['a name that only ends like one', { endpoint: 'https://evilfcm.googleapis.com/send/1' }],
  ['a service without https', { endpoint: 'http://fcm.googleapis.com/send/1' }],
  ['a private address', { endpoint: 'https://10.0.0.1/send/1' }],
  ['an address that is none', { endpoint: 'fcm' }],
  ['a key of another length', { p256dh: 'AAAA' }],
  ['a secret of another length', { auth: 'AAAA' }],
  ['one that has ended', { expires: START.getTime() }],
])('a subscription at %s is refused at its field [EXP-115]', async (_name, more) => {
  const { status, body } = await subscribe(MESSAGE_KINDS, { more });
  expect([status, body.code, Object.keys(body.errors)]).toEqual([
    ...[422, 'INVALID_INPUT', ['subscription']],
  ]);
  expect(await devices()).toEqual([]);
});

test('known push services are taken, also under a further name of theirs [EXP-115]', async () => {
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
  ])
    expect(
      (await subscribe(['ends'], { at: pushDevice(`https://${host}/send/1`) })).status,
      host,
    ).toBe(200);
  expect((await user.call(setDeviceMessages, { kinds: ['ends'] })).body.errors).toEqual({
    subscription: 'Dieses Feld ist erforderlich',
  });
});

test('address and keys of a device are readable to nobody in the database [ACC-50]', async () => {
  await subscribe();
  const row = await world.db.selectFrom('message_device').selectAll().executeTakeFirstOrThrow();
  const stored = JSON.stringify(row);
  for (const secret of Object.values(device.subscription)) expect(stored).not.toContain(secret);
});
