import { applyCoupon, getUsedCoupons, validateCoupon } from '@samtrot/shared/coupons/contract.ts';
import { COUPON_FORMAT_TEXT } from '@samtrot/shared/coupons/rules.ts';
import { errors } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snapshot } from '../../testing/process/snapshot.ts';
import {
  type Answer,
  type Caller,
  START,
  testWorld,
  type World,
} from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';
import { createCoupon, listCoupons, redeem } from './service.ts';

let world: World;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  user = await world.user();
});
afterEach(() => expect(world.defects).toEqual([]));

let made = 0;
async function coupon(given: Partial<Parameters<typeof createCoupon>[1]> = {}): Promise<string> {
  const values = {
    code: `PROBE-${++made}`,
    credits: 20,
    description: 'Gutschein 20 Credits',
    maxUses: null,
    expiresAt: null,
    ...given,
  };
  await world.db
    .transaction()
    .execute((db) => createCoupon({ db, now: world.clock.now() }, values));
  return values.code;
}
const validate = (code: string, by = user) => by.call(validateCoupon, { coupon_code: code });
const apply = (code: string, by = user) => by.call(applyCoupon, { coupon_code: code });
const used = async (by = user) => (await by.call(getUsedCoupons, {})).body.coupons;
const balance = ({ userId } = user) =>
  world.db.transaction().execute((db) => wallet.balance(db, userId));
const usesOf = async (code: string) =>
  (
    await world.db
      .selectFrom('coupon')
      .select('uses')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).uses;

/** The single response to every invalid code. */
const INVALID = {
  status: 409,
  body: { success: false, code: 'COUPON_INVALID', message: errors.COUPON_INVALID.text },
};
const BOTH = ['validate_coupon', 'apply_coupon'] as const;

describe('validate_coupon', () => {
  test('returns the credits of a code and changes nothing [API-16, GUT-45, GUT-37]', async () => {
    const code = await coupon({ expiresAt: new Date('2026-12-31T23:00:00Z') });
    const before = await snapshot(world);
    for (const typed of [code, code.toLowerCase(), ` ${code.slice(0, 3)} ${code.slice(3)}\n`]) {
      const { status, body } = await validate(typed);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          message: 'Dieser Gutschein bringt dir 20 Credits.',
          coupon: {
            code,
            credits: 20,
            description: 'Gutschein 20 Credits',
            expiry_date: '2026-12-31T22:59:59.999Z',
          },
        },
      });
    }
    expect(await snapshot(world)).toEqual(before);
    expect([await balance(), await used(), await usesOf(code)]).toEqual([0, [], 0]);
  });

  test('a coupon without an end returns null; one credit is singular [GUT-45]', async () => {
    const { body } = await validate(await coupon({ credits: 1 }));
    expect(body).toMatchObject({
      message: 'Dieser Gutschein bringt dir 1 Credit.',
      coupon: { expiry_date: null },
    });
  });
});

describe('apply_coupon', () => {
  test('credits the wallet, returns the balance and stores the redemption [API-17, GUT-37, INV-04]', async () => {
    const [first, second] = [await coupon(), await coupon({ credits: 7 })];
    expect(await apply(first.toLowerCase())).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Der Gutschein ist eingelöst: 20 Credits für dein Guthaben.',
        coupon: { credits: 20 },
        credits: 20,
      },
    });
    expect((await apply(second)).body).toMatchObject({ coupon: { credits: 7 }, credits: 27 });
    expect([await balance(), await usesOf(first), await usesOf(second)]).toEqual([27, 1, 1]);
    const moved = await world.db
      .transaction()
      .execute((db) => wallet.movements(db, user.userId, { limit: 9 }));
    expect(
      moved.map(({ kind, cause, amount, incoming }) => ({ kind, cause, amount, incoming })),
    ).toEqual([
      { kind: 'coupon', cause: `coupon:${second}:${user.userId}`, amount: 7, incoming: true },
      { kind: 'coupon', cause: `coupon:${first}:${user.userId}`, amount: 20, incoming: true },
    ]);
    const received = await world.db.transaction().execute((db) => wallet.received(db, user.userId));
    expect(received).toEqual({ bonus: 0, coupon: 27 });
  });

  test('the history contains the masked code', async () => {
    const code = await coupon({ code: 'GEHEIM-2026' });
    expect((await apply(code)).body).toMatchObject({ success: true });
    const { body } = await user.raw('get_detailed_transactions', { method: 'GET' });
    expect(body.wallet_transactions[0]).toMatchObject({
      kind: 'coupon',
      details: 'Gutschein GE•••••••26',
      order_id: null,
    });
    expect(JSON.stringify(body)).not.toContain(code);
  });

  test('a second redemption by the same account credits nothing, from any session [API-17]', async () => {
    const code = await coupon();
    await apply(code);
    const before = await snapshot(world);
    for (const typed of [code, code.toLowerCase()]) {
      expect(await apply(typed)).toMatchObject(INVALID);
      expect(await validate(typed)).toMatchObject(INVALID);
    }
    expect(await snapshot(world)).toEqual(before);
    const other = await world.user();
    expect((await apply(code, other)).body).toMatchObject({ success: true, credits: 20 });
    expect([await balance(), await balance(other), await usesOf(code)]).toEqual([20, 20, 2]);
  });

  test('a coupon is refused after its last use [INV-04]', async () => {
    const code = await coupon({ maxUses: 2 });
    const others = [await world.user(), await world.user()];
    for (const other of others) expect((await apply(code, other)).status).toBe(200);
    expect(await validate(code)).toMatchObject(INVALID);
    expect(await apply(code)).toMatchObject(INVALID);
    expect([await balance(), await usesOf(code)]).toEqual([0, 2]);
  });

  test('a coupon is valid until the millisecond before its end', async () => {
    const end = new Date(START.getTime() + DAY_MS);
    const code = await coupon({ expiresAt: end });
    for (const late of [0, 1, DAY_MS]) {
      world.clock.set(new Date(end.getTime() + late));
      const later = world.caller(user.userId, (await again()).cookie);
      expect(await validate(code, later)).toMatchObject(INVALID);
      expect(await apply(code, later)).toMatchObject(INVALID);
    }
    world.clock.set(new Date(end.getTime() - 1));
    expect((await validate(code)).body.coupon.expiry_date).toBe('2026-11-21T11:59:59.999Z');
    expect((await apply(code)).body).toMatchObject({ success: true, credits: 20 });
  });

  test('a debt is settled at once: the response has the resulting balance', async () => {
    const code = await coupon();
    const undone = new Error('undone');
    const work = world.db.transaction().execute(async (db) => {
      const { userId } = user;
      const actor = {
        kind: 'user' as const,
        userId,
        sessionHash: Buffer.alloc(0),
      };
      const ctx = { db, now: START, actor };
      await wallet.takeBack(ctx, {
        userId,
        amount: 15,
        cause: 'refund:1',
        payment: '1',
        bonus: 0,
        paid: 0,
        description: '',
      });
      expect(await redeem(ctx, code)).toMatchObject({ coupon: { credits: 20 }, credits: 5 });
      expect(await wallet.owed(db, userId)).toBe(0);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });
});

async function again(): Promise<Caller> {
  const { email } = user as Caller & { email: string };
  const answer = await world.visitor.raw('login', {
    payload: { log: email, pwd: 'Gut-Gewählt-2026' },
  });
  return world.caller(user.userId, String(answer.headers['set-cookie']).split(';')[0]!);
}

describe('what both refuse', () => {
  test('unknown, expired, used up and redeemed codes get the same response [GUT-38, ERR-066]', async () => {
    const codes = [
      'GIBTS-NICHT',
      await coupon({ expiresAt: new Date(START.getTime() - 1) }),
      await coupon({ maxUses: 1 }),
      await coupon(),
    ];
    await apply(codes[2]!, await world.user());
    await apply(codes[3]!);
    const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => ({
      status,
      headers,
      body,
    });
    for (const action of BOTH) {
      await world.db.deleteFrom('rate_limit').execute();
      const responses = [];
      for (const coupon_code of codes)
        responses.push(seen(await user.raw(action, { payload: { coupon_code } })));
      expect(responses[0]).toMatchObject(INVALID);
      for (const answer of responses) expect(answer).toEqual(responses[0]);
    }
  });

  test.each(BOTH)(
    '%s refuses a malformed code at its field and changes nothing [ERR-064, GUT-36, CON-10]',
    async (action) => {
      await coupon({ code: 'ABC' });
      await coupon({ code: `${'X'.repeat(50)}` });
      const before = await snapshot(world);
      const wrong: [unknown, string][] = [
        ...([undefined, null, '', ' ', '\u3000\t\n'] as const).map((code): [unknown, string] => [
          code,
          fieldTexts.required,
        ]),
        ...[42, true, ['ABC'], { code: 'ABC' }].map((code): [unknown, string] => [
          code,
          fieldTexts.format,
        ]),
        ...[
          'AB',
          'X'.repeat(51),
          `ABC${' '.repeat(200)}`,
          'A.C',
          '<b>ABC</b>',
          "ABC'",
          'A"C',
          'ABC&',
          'ABC\0',
        ].map((code): [unknown, string] => [code, COUPON_FORMAT_TEXT]),
        ...[
          'ÄBC',
          'ABß',
          'АВС',
          '🎁🎁🎁',
          'AB\u200bC',
          'ABC\u202e',
          'ABC\ud800',
          "ABC' OR 1=1",
          'AB%',
          '٣٤٥',
        ].map((code): [unknown, string] => [code, COUPON_FORMAT_TEXT]),
      ];
      for (const [coupon_code, words] of wrong) {
        await world.db.deleteFrom('rate_limit').execute();
        expect(
          await user.raw(action, { payload: { coupon_code } }),
          JSON.stringify(coupon_code),
        ).toMatchObject({
          status: 422,
          body: { success: false, code: 'INVALID_INPUT', errors: { coupon_code: words } },
        });
      }
      expect(await snapshot(world)).toEqual(before);
    },
  );

  test.each(['abc', ' a b c ', 'ＡＢＣ', 'ａｂｃ', '\u00a0Abc\ufeff'])(
    '%j is the code ABC [GUT-35]',
    async (typed) => {
      const answer = await validate(typed);
      expect(answer.body).toMatchObject({ success: true, coupon: { code: 'ABC' } });
    },
  );

  test.each([3, 50])('a code of %i characters is valid [CON-10]', async (length) => {
    const code = length === 3 ? 'ABC' : 'X'.repeat(50);
    expect((await apply(code)).body).toMatchObject({ success: true, credits: 20 });
  });

  test.each([...BOTH, 'get_used_coupons'])(
    "%s requires the caller's session [FRM-36]",
    async (action) => {
      const code = await coupon();
      const other = await world.user();
      const before = await snapshot(world, ['audit']);
      const sent = (by: Caller, user_id?: unknown) => {
        const params = { coupon_code: code, ...(user_id !== undefined && { user_id }) };
        return action === 'get_used_coupons'
          ? by.raw(action, { method: 'GET', query: params as never })
          : by.raw(action, { payload: params });
      };
      expect(await sent(world.visitor)).toMatchObject({
        status: 401,
        body: { code: 'NOT_LOGGED_IN' },
      });
      expect(await sent(world.visitor, String(user.userId))).toMatchObject({ status: 401 });
      expect(await sent(user, String(other.userId))).toMatchObject({
        status: 403,
        body: { code: 'WRONG_USER' },
      });
      expect(await snapshot(world, ['audit'])).toEqual(before);
      expect((await sent(user, String(user.userId))).body).toMatchObject({ success: true });
    },
  );
});

describe('get_used_coupons', () => {
  test('lists the last five redemptions, newest first, with masked codes [GUT-44, CON-12]', async () => {
    const codes = ['EINS-2026', 'ZWEI-2026', 'DREI-2026', 'VIER-2026', 'FUENF-26', 'SECHS'];
    for (const [minutes, code] of codes.entries()) {
      await coupon({ code, credits: minutes + 1 });
      world.clock.set(new Date(START.getTime() + minutes * 60_000));
      expect((await apply(code)).status).toBe(200);
    }
    expect(await used()).toEqual([
      { code: 'S•••S', credits: 6, used_at: '2026-11-20T12:05:00.000Z' },
      { code: 'FU••••26', credits: 5, used_at: '2026-11-20T12:04:00.000Z' },
      { code: 'VI•••••26', credits: 4, used_at: '2026-11-20T12:03:00.000Z' },
      { code: 'DR•••••26', credits: 3, used_at: '2026-11-20T12:02:00.000Z' },
      { code: 'ZW•••••26', credits: 2, used_at: '2026-11-20T12:01:00.000Z' },
    ]);
    expect(await used(await world.user())).toEqual([]);
  });
});

test('codes are unique, and the list of all coupons is sorted newest first, then by code [GUT-36]', async () => {
  const values = {
    credits: 5,
    description: 'Test',
    maxUses: 3,
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  };
  const create = (code: string) =>
    world.db
      .transaction()
      .execute((db) => createCoupon({ db, now: world.clock.now() }, { ...values, code }));
  world.clock.advance(60_000);
  expect([await create('LISTE-B'), await create('LISTE-A'), await create('LISTE-B')]).toEqual([
    expect.any(Number),
    expect.any(Number),
    null,
  ]);
  world.clock.advance(60_000);
  expect(await create('LISTE-C')).toEqual(expect.any(Number));
  const listed = (await world.db.transaction().execute(listCoupons)).filter(({ code }) =>
    code.startsWith('LISTE-'),
  );
  expect(listed).toEqual(
    ['LISTE-C', 'LISTE-A', 'LISTE-B'].map((code) => ({
      code,
      credits: 5,
      uses: 0,
      max_uses: 3,
      expires_at: values.expiresAt,
    })),
  );
});
