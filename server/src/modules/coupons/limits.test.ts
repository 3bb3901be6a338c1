import { login } from '@samtrot/shared/access/contract.ts';
import { applyCoupon, getUsedCoupons, validateCoupon } from '@samtrot/shared/coupons/contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { createCoupon } from './service.ts';

const MINUTE_MS = 60_000;
const ATTEMPTS = 5;
type Name = 'validate_coupon' | 'apply_coupon';

let made = 0;
async function coupon(world: World): Promise<string> {
  const values = {
    code: `ECHT-${++made}`,
    credits: 20,
    description: '',
    maxUses: null,
    expiresAt: null,
  };
  await world.db.transaction().execute((db) => createCoupon({ db, now: START }, values));
  return values.code;
}
const attempt = async (
  by: Caller,
  code: string,
  name: Name = 'validate_coupon',
  remoteAddress = '127.0.0.1',
) => by.raw(name, { payload: { coupon_code: code }, remoteAddress });
const statuses = async (times: number, one: (n: number) => Promise<{ status: number }>) => {
  const found = [];
  for (let n = 0; n < times; n++) found.push((await one(n)).status);
  return found;
};
const times = (status: number, n: number) => Array<number>(n).fill(status);

describe('an account', () => {
  let world: World;
  let fresh: () => Promise<Owner>;
  let user: Owner;
  beforeAll(async () => {
    world = await testWorld();
    fresh = owners(world);
  });
  beforeEach(async () => {
    world.clock.set(START);
    await world.db.deleteFrom('rate_limit').execute();
    user = await fresh();
  });
  afterEach(() => expect(world.defects).toEqual([]));
  afterAll(() => world[Symbol.asyncDispose]());
  const after = (ms: number) => world.clock.set(new Date(START.getTime() + ms));

  test.each<[string, (n: number) => Name]>([
    ['validations', () => 'validate_coupon'],
    ['redemptions', () => 'apply_coupon'],
    ['validations and redemptions', (n) => (n % 2 ? 'apply_coupon' : 'validate_coupon')],
  ])(
    'after five %s the sixth is refused unevaluated [T-AUTH-12, GUT-41, GUT-43, CON-11, ERR-065]',
    async (_, name) => {
      const right = await coupon(world);
      expect(await statuses(ATTEMPTS, (n) => attempt(user, `FALSCH-${n}`, name(n)))).toEqual(
        times(409, ATTEMPTS),
      );
      for (const next of ['validate_coupon', 'apply_coupon'] as const) {
        const { status, headers, body } = await attempt(user, right, next);
        expect({ status, body }).toEqual({
          status: 429,
          body: {
            success: false,
            code: 'TOO_MANY_ATTEMPTS',
            retry_after: 60,
            message: 'Zu viele Versuche. Bitte versuche es in einer Minute noch einmal.',
          },
        });
        expect(headers['retry-after']).toBe('60');
      }
      expect((await user.call(getUsedCoupons, {})).body.coupons).toEqual([]);
      expect((await attempt(await fresh(), right, 'apply_coupon')).status).toBe(200);
    },
  );

  test('another spelling, session, address or tab shares the same limit [T-AUTH-12]', async () => {
    await statuses(ATTEMPTS, () => attempt(user, 'FALSCH'));
    const answer = await world.visitor.call(login, { log: user.email, pwd: PASSWORD });
    const elsewhere = world.caller(
      user.userId,
      String(answer.headers['set-cookie']).split(';')[0]!,
    );
    for (const code of ['falsch', ' F a l s c h', 'ＦＡＬＳＣＨ', 'ANDERS'])
      for (const caller of [user, elsewhere])
        expect((await attempt(caller, code, 'apply_coupon', '203.0.113.9')).status).toBe(429);
    await user.raw('logout');
    expect((await attempt(elsewhere, 'FALSCH')).status).toBe(429);
  });

  test('the response states the wait, which attempts do not prolong, and which ends after 60 s [T-AUTH-12, GUT-42]', async () => {
    await statuses(ATTEMPTS, () => attempt(user, 'FALSCH'));
    for (const [ms, wait] of [
      [1, 'in einer Minute'],
      [20_000, 'in 40 Sekunden'],
      [59_001, 'in einer Sekunde'],
      [59_999, 'in einer Sekunde'],
    ] as const) {
      after(ms);
      const { message } = (await attempt(user, 'FALSCH')).body;
      expect(message).toBe(`Zu viele Versuche. Bitte versuche es ${wait} noch einmal.`);
    }
    after(MINUTE_MS);
    expect(await statuses(ATTEMPTS + 1, () => attempt(user, 'FALSCH'))).toEqual([
      ...times(409, ATTEMPTS),
      429,
    ]);
  });

  test('a redemption resets the limit; a validation does not [T-AUTH-12, GUT-42]', async () => {
    const [first, second] = [await coupon(world), await coupon(world)];
    expect(await statuses(ATTEMPTS - 1, () => attempt(user, 'FALSCH', 'apply_coupon'))).toEqual(
      times(409, 4),
    );
    expect((await attempt(user, first, 'apply_coupon')).status).toBe(200);
    expect(await statuses(ATTEMPTS - 1, () => attempt(user, 'FALSCH'))).toEqual(times(409, 4));
    expect((await attempt(user, second)).status).toBe(200);
    expect(await statuses(2, () => attempt(user, 'FALSCH'))).toEqual([409, 429]);
  });

  test('a valid code at the fifth attempt can be redeemed; validating it is no failure [GUT-37, GUT-41]', async () => {
    const right = await coupon(world);
    expect(await statuses(ATTEMPTS - 1, () => attempt(user, 'FALSCH'))).toEqual(times(409, 4));
    expect((await attempt(user, right)).status).toBe(200);
    expect((await attempt(user, right, 'apply_coupon')).status).toBe(200);
  });

  test('a malformed code has a separate limit [GUT-41, FIX-08]', async () => {
    expect(await statuses(ATTEMPTS + 1, () => attempt(user, 'A!'))).toEqual([
      ...times(422, ATTEMPTS),
      429,
    ]);
    expect(await statuses(ATTEMPTS + 1, () => attempt(user, 'FALSCH'))).toEqual([
      ...times(409, ATTEMPTS),
      429,
    ]);
  });

  test('listing redeemed codes is not an attempt', async () => {
    expect(await statuses(10, () => user.call(getUsedCoupons, {}))).toEqual(times(200, 10));
    expect((await user.call(validateCoupon, { coupon_code: 'FALSCH' })).status).toBe(409);
  });

  test('an account may try 20 times an hour, whatever it redeems meanwhile', async () => {
    for (let minute = 0; minute < 4; minute++) {
      after(minute * MINUTE_MS);
      expect(await statuses(4, () => attempt(user, 'FALSCH'))).toEqual(times(409, 4));
      expect((await user.call(applyCoupon, { coupon_code: await coupon(world) })).status).toBe(200);
    }
    after(10 * MINUTE_MS);
    const refused = await attempt(user, 'FALSCH');
    expect(refused).toMatchObject({ status: 429, body: { retry_after: 50 * 60 } });
    after(HOUR_MS - 1);
    expect((await attempt(user, 'FALSCH')).status).toBe(429);
    after(HOUR_MS);
    expect((await attempt(user, 'FALSCH')).status).toBe(409);
  });

  test('all accounts together may try 300 times a minute, from any number of addresses', async () => {
    const stranger = (n: number) =>
      attempt(world.visitor, 'FALSCH', 'apply_coupon', `198.51.100.${n}`);
    expect(await statuses(20, stranger)).toEqual(times(401, 20));
    expect(await world.db.selectFrom('rate_limit').selectAll().execute()).toEqual([]);

    for (let n = 0; n < 60; n++) {
      const guesser = await fresh();
      const all = await Promise.all(
        Array.from({ length: ATTEMPTS }, () =>
          attempt(guesser, 'FALSCH', 'apply_coupon', `198.51.100.${n}`),
        ),
      );
      expect(all.map(({ status }) => status)).toEqual(times(409, ATTEMPTS));
    }
    const right = await coupon(world);
    expect(await attempt(user, right)).toMatchObject({ status: 429, body: { retry_after: 60 } });
    after(MINUTE_MS);
    expect((await attempt(user, right, 'apply_coupon')).status).toBe(200);
  });
});

describe('an address', () => {
  let world: World;
  let fresh: () => Promise<Owner>;
  beforeAll(async () => {
    world = await testWorld({ LIMIT_FACTOR: '1' });
    fresh = owners(world);
  });
  beforeEach(async () => {
    world.clock.set(START);
    await world.db.deleteFrom('rate_limit').execute();
  });
  afterAll(async () => {
    expect(world.defects).toEqual([]);
    await world[Symbol.asyncDispose]();
  });
  const HOME = '2001:db8:1:2::1';

  test('an address may try five times a minute with any account; a redemption resets it [T-AUTH-12, CON-11]', async () => {
    const accounts = [await fresh(), await fresh(), await fresh()];
    const by = (n: number) => accounts[n % accounts.length]!;
    expect(await statuses(ATTEMPTS, (n) => attempt(by(n), 'FALSCH', 'apply_coupon', HOME))).toEqual(
      times(409, 5),
    );
    // A customer owns the whole /64.
    expect((await attempt(by(0), 'FALSCH', 'validate_coupon', '2001:db8:1:2:ffff::7')).status).toBe(
      429,
    );
    expect((await attempt(by(1), 'FALSCH', 'validate_coupon', '2001:db8:1:3::1')).status).toBe(409);

    world.clock.set(new Date(START.getTime() + MINUTE_MS));
    expect(await statuses(4, () => attempt(by(0), 'FALSCH', 'apply_coupon', HOME))).toEqual(
      times(409, 4),
    );
    expect((await attempt(by(1), await coupon(world), 'apply_coupon', HOME)).status).toBe(200);
    expect(await statuses(6, () => attempt(by(2), 'FALSCH', 'apply_coupon', HOME))).toEqual([
      ...times(409, 5),
      429,
    ]);
  });

  test('an address may try 60 times an hour with any account', async () => {
    const accounts = [await fresh(), await fresh(), await fresh(), await fresh()];
    for (let minute = 0; minute < 12; minute++) {
      world.clock.set(new Date(START.getTime() + minute * MINUTE_MS));
      const found = await statuses(ATTEMPTS, () =>
        attempt(accounts[minute % 3]!, 'FALSCH', 'apply_coupon', HOME),
      );
      expect(found).toEqual(times(409, ATTEMPTS));
    }
    world.clock.set(new Date(START.getTime() + 15 * MINUTE_MS));
    const refused = await attempt(accounts[3]!, 'FALSCH', 'apply_coupon', HOME);
    expect(refused).toMatchObject({ status: 429, body: { retry_after: 45 * 60 } });
    expect((await attempt(accounts[3]!, 'FALSCH', 'apply_coupon', '203.0.113.9')).status).toBe(409);
    world.clock.set(new Date(START.getTime() + HOUR_MS));
    expect((await attempt(accounts[3]!, 'FALSCH', 'apply_coupon', HOME)).status).toBe(409);
  });
});
