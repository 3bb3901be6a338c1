import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';
import { createCoupon } from './service.ts';

let world: World;
/** The database owner; the application role cannot falsify the books. */
let owner: ReturnType<typeof connect>;
let user: Caller;
let other: Caller;
// The ledger is append-only: deliberately broken books are discarded.
beforeEach(async () => {
  world = await testWorld();
  owner = connect(world.url, { role: null });
  [user, other] = [await world.user(), await world.user()];
  const values = {
    code: 'DREI',
    credits: 20,
    maxUses: 3,
    description: 'Gutschein',
    expiresAt: null,
  };
  await world.db
    .transaction()
    .execute((db) => createCoupon({ db, now: world.clock.now() }, values));
});
afterEach(async () => {
  await owner.db.destroy();
  await world[Symbol.asyncDispose]();
});

const problems = async () => (await checkBooks(world.db)).problems;
const redeemed = async (by: Caller) =>
  expect((await by.raw('apply_coupon', { payload: { coupon_code: 'DREI' } })).body).toMatchObject({
    success: true,
  });
const give = ({ userId }: Caller, amount: number, cause: string) =>
  world.db.transaction().execute((db) =>
    wallet.credit({ db, now: world.clock.now() }, 'coupon', {
      userId,
      amount,
      cause,
      description: '',
    }),
  );
const asOwner = (statement: string) => sql.raw(statement).execute(owner.db);

test('books with redeemed coupons are correct [INV-04]', async () => {
  for (const caller of [user, other]) await redeemed(caller);
  expect(await problems()).toEqual([]);
});

test('a redemption without its credits is found [INV-04]', async () => {
  await redeemed(user);
  await sql`select redeem_coupon('DREI', ${other.userId}, ${world.clock.now()})`.execute(world.db);
  expect(await problems()).toEqual([
    `Gutschein ohne Buchung: coupon:DREI:${other.userId}, 20 Credits`,
  ]);
  await give(other, 20, `coupon:DREI:${other.userId}`);
  expect(await problems()).toEqual([]);
});

test('coupon credits without a redemption are found [INV-04]', async () => {
  await give(user, 20, `coupon:DREI:${user.userId}`);
  expect(await problems()).toEqual([
    expect.stringMatching(
      `^Buchung \\d+ ohne Gutschein: coupon:DREI:${user.userId}, Konto ${user.userId}, 20 Credits$`,
    ),
  ]);
  await redeemed(user);
  expect(await problems()).toEqual([]);
  await give(user, 1, 'anything');
  expect(await problems()).toEqual([expect.stringContaining('ohne Gutschein: anything')]);
});

test('wrong credits of a coupon or a wrong recipient are found [INV-04]', async () => {
  await redeemed(user);
  await asOwner('update coupon set credits = 21');
  const place = `\\(coupon:DREI:${user.userId}\\)`;
  const whom = `Konto ${user.userId}`;
  expect(await problems()).toEqual([
    expect.stringMatching(`^Buchung \\d+ ${place}: 20 Credits an ${whom} statt 21 an ${whom}$`),
  ]);
  await asOwner('update coupon set credits = 20');
  await sql`select redeem_coupon('DREI', ${other.userId}, ${world.clock.now()})`.execute(world.db);
  await give(user, 20, `coupon:DREI:${other.userId}`);
  expect(await problems()).toEqual([
    expect.stringMatching(`an ${whom} statt 20 an Konto ${other.userId}$`),
  ]);
});

test('a wrong use count and uses beyond the limit are found [INV-04]', async () => {
  for (const caller of [user, other]) await redeemed(caller);
  for (const uses of [0, 1, 3]) {
    await asOwner(`update coupon set uses = ${uses}`);
    expect(await problems()).toEqual([
      `Gutschein DREI: ${uses} Einlösungen gezählt, 2 verzeichnet, 3 erlaubt`,
    ]);
  }
  await asOwner('update coupon set uses = 2, max_uses = null');
  expect(await problems()).toEqual([]);
  await asOwner('alter table coupon drop constraint coupon_not_overused');
  await asOwner('update coupon set max_uses = 1');
  expect(await problems()).toEqual([
    'Gutschein DREI: 2 Einlösungen gezählt, 2 verzeichnet, 1 erlaubt',
  ]);
});
