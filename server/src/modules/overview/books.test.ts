import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { placements } from '../../testing/listings/placements.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';
import { checkBooks } from './service.ts';

let world: World;
/** The database owner; the application role cannot falsify the books. */
let owner: ReturnType<typeof connect>;
let user: Caller;
let payment: string;
beforeAll(async () => {
  world = await testWorld();
  owner = connect(world.url, { role: null });
});
afterAll(async () => {
  await owner.db.destroy();
  await world[Symbol.asyncDispose]();
});

/** A credited payment of 100 + 10, and correct books. */
beforeEach(async () => {
  user = await world.user();
  payment = await topUp();
});

async function topUp(): Promise<string> {
  const { payment_id } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('reference', '=', payment_id)
    .execute();
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll');
  return payment_id;
}

const problems = async () => (await checkBooks(world.db)).problems;
const book = (
  work: (ctx: { db: Parameters<typeof wallet.balance>[0]; now: Date }) => Promise<unknown>,
) => world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));

test('correct books are reported with the number of accounts and transfers [GUT-19, GUT-60]', async () => {
  const report = await checkBooks(world.db);
  expect(report).toEqual({
    ok: true,
    accounts: expect.any(Number),
    transfers: expect.any(Number),
    problems: [],
  });
  expect(report.transfers).toBeGreaterThanOrEqual(2);
});

test('a credited payment without its transfers is found [GUT-19]', async () => {
  const { body } = await user.call(walletTopup, { topup_option_id: 3 });
  const set = (status: string) =>
    world.db.updateTable('payment').set({ status }).where('id', '=', body.payment_id).execute();
  await set('gutgeschrieben');
  expect(await problems()).toEqual([
    `Zahlung ohne Buchung: bonus:${body.payment_id}, Konto ${user.userId}, 100 Credits (und 1 weitere)`,
  ]);
  await set('offen');
  expect(await problems()).toEqual([]);
});

test('transfers of an uncredited payment are found [GUT-19]', async () => {
  await world.db
    .updateTable('payment')
    .set({ status: 'abgelehnt' })
    .where('id', '=', payment)
    .execute();
  expect(await problems()).toEqual([
    expect.stringMatching(
      `ohne gutgeschriebene Zahlung: topup:${payment}, Konto ${user.userId}, 100 Credits .und 1 weitere`,
    ),
  ]);
  await world.db
    .updateTable('payment')
    .set({ status: 'gutgeschrieben' })
    .where('id', '=', payment)
    .execute();
});

test('a payment with wrong credits, bonus or owner is found [GUT-19, GUT-60]', async () => {
  const other = await world.user();
  const changes = [{ credits: 99 }, { bonus: 11 }, { account_id: other.userId }];
  const back = { credits: 100, bonus: 10, account_id: user.userId };
  for (const change of changes) {
    await owner.db.updateTable('payment').set(change).where('id', '=', payment).execute();
    expect(await problems(), JSON.stringify(change)).toEqual([expect.stringContaining(payment)]);
    await owner.db.updateTable('payment').set(back).where('id', '=', payment).execute();
  }
  expect(await problems()).toEqual([]);
});

test('credits whose price differs from their payment are found [FIX-03, BOF-105]', async () => {
  await owner.db
    .updateTable('payment')
    .set({ price_rappen: 9_900 })
    .where('id', '=', payment)
    .execute();
  expect(await problems()).toEqual([`Posten der Zahlung ${payment}: 10000 Rappen statt 9900`]);
  // The part below CHF 1.- is "Rundung" and belongs to the price.
  await owner.db
    .updateTable('payment')
    .set({ price_rappen: 9_901 })
    .where('id', '=', payment)
    .execute();
  expect(await problems()).toEqual([]);
  await owner.db
    .updateTable('payment')
    .set({ price_rappen: 10_000 })
    .where('id', '=', payment)
    .execute();
});

test('an order without its charge or with another total, and a charge without order, are found [PRI-22]', async () => {
  const bookingId = await booking();
  const order = (cause: string, total: number) =>
    sql`insert into booking_order (booking_id, cause, total, items, at) values (${bookingId}, ${cause}, ${total}, '[]', ${world.clock.now()})`.execute(
      world.db,
    );
  const drop = (cause: string) =>
    sql`delete from booking_order where cause = ${cause}`.execute(owner.db);

  await order('test:free', 0);
  expect(await problems()).toEqual([]);
  await order('test:unpaid', 20);
  expect(await problems()).toEqual(['Bestellung ohne Buchung: test:unpaid, 20 Credits']);
  await drop('test:unpaid');

  await book((ctx) =>
    wallet.spend(ctx, { userId: user.userId, amount: 20, cause: 'test:paid', description: '' }),
  );
  expect(await problems()).toEqual([
    expect.stringMatching(/^Buchung \d+ ohne Bestellung: test:paid, 20 Credits$/),
  ]);
  await order('test:paid', 25);
  expect(await problems()).toEqual([
    expect.stringMatching(/^Buchung \d+ \(test:paid\): 20 Credits statt 25$/),
  ]);
  await drop('test:paid');
  await order('test:paid', 20);
  expect(await problems()).toEqual([]);
});

test('banner and club bookings need a charge with their total [BAN-71, PRI-22]', async () => {
  const now = world.clock.now();
  const times = { start_at: now, end_at: new Date(now.getTime() + 1), created_at: now };
  const on = placements(world);
  const banner = await world.db
    .insertInto('banner_booking')
    .values({
      banner_id: await on.banner(user.userId),
      typ: 'a4',
      months: 1,
      websites: 2,
      base: 60,
      surcharge: 18,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const club = await world.db
    .insertInto('club_booking')
    .values({ club_id: await on.club(user.userId), months: 1, total: 50, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pay = (cause: string, amount: number) =>
    book((ctx) => wallet.spend(ctx, { userId: user.userId, amount, cause, description: '' }));

  expect(await problems()).toEqual([
    `Bestellung ohne Buchung: banner:${banner.id}, 78 Credits (und 1 weitere)`,
  ]);
  await pay(`banner:${banner.id}`, 60);
  await pay(`club:${club.id}`, 50);
  expect(await problems()).toEqual([
    expect.stringMatching(
      new RegExp(`^Buchung \\d+ \\(banner:${banner.id}\\): 60 Credits statt 78$`),
    ),
  ]);
  await owner.db
    .updateTable('banner_booking')
    .set({ surcharge: 0 })
    .where('id', '=', banner.id)
    .execute();
  expect(await problems()).toEqual([]);
});

test('a refunded push without credits, credits without it, and wrong sums or owners are found [INV-05]', async () => {
  const bookingId = await booking();
  const cause = `booking:${bookingId}:0`;
  await sql`insert into booking_order (booking_id, cause, total, items, at) values (${bookingId}, ${cause}, 20, '[]', ${world.clock.now()})`.execute(
    world.db,
  );
  await book((ctx) =>
    wallet.spend(ctx, { userId: user.userId, amount: 20, cause, description: '' }),
  );
  const push = async (refunded: number, slot: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into push (inserat_id, account_id, booking_id, kind, slot, due_at, cause, state, settled_at, refunded)
      select inserat_id, account_id, id, 'dated', ${slot}, start_at, ${cause}, 'refunded', start_at, ${refunded}
        from booking where id = ${bookingId} returning id`.execute(world.db);
    return rows[0]!.id;
  };
  const giveBack = (of: string, amount: number) =>
    book((ctx) =>
      wallet.refund(ctx, { userId: user.userId, amount, of: cause, cause: of, description: '' }),
    );
  const first = await push(5, '2026-11-21 12:00');
  expect(await problems()).toEqual([
    `Rückgabe ohne Buchung: push:${first}, Konto ${user.userId}, 5 Credits`,
  ]);
  await giveBack(`push:${first}`, 5);
  expect(await problems()).toEqual([]);
  await giveBack('push:999999', 5);
  expect(await problems()).toEqual([
    expect.stringMatching(/^Buchung \d+ ohne Rückgabe: push:999999/),
  ]);
  await owner.db.updateTable('push').set({ refunded: 4 }).where('id', '=', first).execute();
  expect((await problems()).join()).toContain(
    `(push:${first}): 5 Credits an Konto ${user.userId} statt 4`,
  );
  await owner.db.updateTable('push').set({ refunded: 25 }).where('id', '=', first).execute();
  expect((await problems()).join()).toMatch(/Bestellung .* von 20 Credits zurückgegeben|statt 25/);
  await owner.db.deleteFrom('push').where('booking_id', '=', bookingId).execute();
  await sql`insert into push (inserat_id, account_id, booking_id, kind, slot, due_at, cause, state, settled_at, refunded, id)
    overriding system value
    select inserat_id, account_id, id, 'dated', 'x' || n, start_at, ${cause}, 'refunded', start_at, 5, n
      from booking, unnest(array[${first}::bigint, 999999]) n where id = ${bookingId}`.execute(
    owner.db,
  );
  expect(await problems()).toEqual([]);
});

test('a deleted planned ad is refunded by whole orders, a running ad not at all [INV-05, INS-37]', async () => {
  const bookingId = await booking();
  const cause = `booking:${bookingId}:0`;
  await sql`insert into booking_order (booking_id, cause, total, items, at) values (${bookingId}, ${cause}, 20, '[]', ${world.clock.now()})`.execute(
    world.db,
  );
  await book((ctx) =>
    wallet.spend(ctx, { userId: user.userId, amount: 20, cause, description: '' }),
  );
  await book((ctx) =>
    wallet.refund(ctx, {
      userId: user.userId,
      amount: 20,
      of: cause,
      cause: `deleted:${cause}`,
      description: '',
    }),
  );
  const found = [expect.stringContaining(`ohne Rückgabe: deleted:${cause}`)];
  expect(await problems()).toEqual(found);
  const ad = (values: object) =>
    sql`update inserat set status = 'geloescht', booking_id = ${bookingId} where id = (select inserat_id from booking where id = ${bookingId})`
      .execute(owner.db)
      .then(() =>
        owner.db.updateTable('booking').set(values).where('id', '=', bookingId).execute(),
      );
  // Already started.
  await ad({ start_at: new Date(+world.clock.now() - 1) });
  expect(await problems()).toEqual(found);
  await ad({ start_at: new Date(+world.clock.now() + 1) });
  expect(await problems()).toEqual([]);
});

test('deleting a planned ad refunds its own chain of bookings and no other [INV-05, FIX-06]', async () => {
  const [ran, moved, last] = [await booking(), await booking(), await booking()];
  const ordered = async (bookingId: number) => {
    const cause = `booking:${bookingId}:0`;
    await sql`insert into booking_order (booking_id, cause, total, items, at) values (${bookingId}, ${cause}, 20, '[]', ${world.clock.now()})`.execute(
      world.db,
    );
    const of = { userId: user.userId, amount: 20, description: '' };
    await book((ctx) => wallet.spend(ctx, { ...of, cause }));
    await book((ctx) => wallet.refund(ctx, { ...of, of: cause, cause: `deleted:${cause}` }));
  };
  for (const id of [ran, moved, last]) await ordered(id);
  const ahead = new Date(+world.clock.now() + 1);
  // The replaced plan's first start has passed; the plan that began as another booking is ahead.
  await sql`update booking b set inserat_id = l.inserat_id, start_at = case b.id when ${moved} then b.start_at else ${ahead} end,
                                 replaces = case b.id when ${last} then ${moved}::bigint end
              from booking l where l.id = ${last} and b.id in (${ran}, ${moved}, ${last})`.execute(
    owner.db,
  );
  await sql`update inserat set status = 'geloescht', booking_id = ${last} where id = (select inserat_id from booking where id = ${last})`.execute(
    owner.db,
  );
  expect(await problems()).toEqual([
    expect.stringMatching(`^Buchung \\d+ ohne Rückgabe: deleted:booking:${ran}:0`),
  ]);
  await sql`update booking set replaces = ${ran} where id = ${moved}`.execute(owner.db);
  expect(await problems()).toEqual([]);
});

test('a deleted planned banner is refunded in full, a started one not at all [INV-05, BAN-23]', async () => {
  const now = world.clock.now();
  const run = { start: new Date(+now + 1000), end: new Date(+now + 2000) };
  const id = await placements(world).banner(user.userId, { run });
  const { booking_id } = await world.db
    .selectFrom('banner')
    .select('booking_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const of = `banner:${booking_id}`;
  await book((ctx) =>
    wallet.spend(ctx, { userId: user.userId, amount: 78, cause: of, description: '' }),
  );
  const back = { userId: user.userId, amount: 78, of, cause: `deleted:${of}`, description: '' };
  await book((ctx) => wallet.refund(ctx, back));
  const found = [expect.stringContaining(`ohne Rückgabe: deleted:${of}`)];
  // Not deleted.
  expect(await problems()).toEqual(found);
  const gone = { deleted_at: now, open_end: null };
  await world.db.updateTable('banner').set(gone).where('id', '=', id).execute();
  expect(await problems()).toEqual([]);
  const begin = (start_at: Date) =>
    owner.db.updateTable('banner_booking').set({ start_at }).where('id', '=', booking_id).execute();
  await begin(new Date(+now - 1));
  expect(await problems()).toEqual(found);
  await begin(run.start);
  await owner.db
    .updateTable('banner_booking')
    .set({ surcharge: 0 })
    .where('id', '=', booking_id)
    .execute();
  expect((await problems()).join()).toContain(
    `(deleted:${of}): 78 Credits an Konto ${user.userId} statt 60`,
  );
  await owner.db
    .updateTable('banner_booking')
    .set({ surcharge: 18 })
    .where('id', '=', booking_id)
    .execute();
  expect(await problems()).toEqual([]);
});

test('a deleted account with credits is found [PRO-22]', async () => {
  await world.db
    .updateTable('account')
    .set({ closed_at: world.clock.now() })
    .where('id', '=', user.userId)
    .execute();
  expect(await problems()).toEqual([`Geschlossenes Konto ${user.userId} hat noch 110 Credits`]);
  await book((ctx) => wallet.forfeit(ctx, user.userId));
  expect(await problems()).toEqual([]);
  expect(await book((ctx) => wallet.forfeit(ctx, user.userId))).toBe(0);
});

test.each([
  'update payment set price_rappen = 1',
  'update payment set credits = credits * 10',
  'update payment set account_id = account_id',
  'delete from payment',
  'update payment_event set event_id = event_id',
  "update ledger_account set kind = 'revenue'",
  'update ledger_account set owner_id = owner_id',
  'update booking_order set total = 0',
  'delete from booking_order',
  'update booking set free_day = null',
  'update booking set inserat_id = inserat_id',
  'delete from booking',
  'delete from coupon_use',
  'update coupon_use set account_id = account_id',
  'delete from coupon',
  "insert into coupon_use (code, account_id, used_at) values ('ABC', 1, now())",
  'update coupon set uses = 0',
  'update coupon set credits = 1000',
  'update coupon set max_uses = null, expires_at = null',
  "insert into coupon (code, credits, description, uses, created_at) values ('ABC', 1, '', 1, now())",
  'delete from effect',
  'delete from push',
  'update push set inserat_id = inserat_id',
  'update push set slot = slot',
  'update banner_booking set base = 1',
  'update banner_booking set banner_id = banner_id',
  'delete from banner_booking',
  'update club_booking set total = 1',
  'delete from club_booking',
])('the application has no right to %s [T-PRIV-02]', async (statement) => {
  await expect(sql.raw(statement).execute(world.db)).rejects.toMatchObject({ code: '42501' });
});

async function booking(): Promise<number> {
  const now = world.clock.now();
  const { rows } = await sql<{ id: number }>`
    with ad as (
      insert into inserat (account_id, status, inserat_typ, created_at, changed_at)
      values (${user.userId}, 'entwurf', '1_day', ${now}, ${now}) returning id)
    insert into booking (inserat_id, account_id, package, start_at, end_at, planned,
                         paid_regions, paid_categories, paid_images, created_at)
    select id, ${user.userId}, '1_day', ${now}, ${now}, false, 1, 1, 1, ${now} from ad returning id`.execute(
    world.db,
  );
  return rows[0]!.id;
}
