import { randomBytes } from 'node:crypto';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { getTopupOptions, paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { formatReference } from 'swissqrbill/utils';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../modules/overview/service.ts';
import type { PaymentProvider } from '../../../modules/topups/ports.ts';
import { PAYER, statement } from '../../../testing/payments/camt/statement.ts';
import { transfers } from '../../../testing/payments/transfers.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';
import { importStatement, matchEntry } from './bookkeeping.ts';
import { referenceOf } from './reference.ts';
import { insertStatement } from './store.ts';

const PRICE = 10_000;

let world: World;
let on: ReturnType<typeof transfers>;
beforeAll(async () => {
  world = await testWorld();
  on = transfers(world);
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  expect(world.defects.splice(0)).toEqual([]);
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
});

test('a transfer is pending until the import of its statement credits it once and sends a mail [X-35, GUT-19]', async () => {
  const paid = await on.open();
  const history = async () =>
    (await paid.user.call(getDetailedTransactions, {})).body.transactions[0];
  expect(await history()).toMatchObject({ order_id: paid.id, status_label: 'Pending', total: 100 });
  expect(paid.url).toBe(`http://localhost:3000/guthaben?slip=${paid.id}`);
  world.clock.advance(4 * DAY_MS);
  await world.runTasks('topups/poll');
  expect([await on.credits(paid), (await history()).status_label]).toEqual([0, 'Pending']);

  const file = statement([{ amount: PRICE, reference: paid.reference }]);
  expect(await on.importing(file)).toEqual({
    entries: 1,
    notBooked: 0,
    withoutParts: 0,
    credited: 1,
    refunds: 0,
    cases: 0,
  });
  expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, []]);
  expect(await history()).toMatchObject({
    order_id: paid.id,
    status_label: 'Completed',
    payment_method_title: 'Banküberweisung',
  });
  expect((await world.mails(paid.user.email)).map(({ subject }) => subject)).toContain(
    'Gutschrift auf deinem Konto',
  );
  expect(await on.importing(file)).toMatchObject({ entries: undefined, credited: 0, cases: 0 });
  expect(await on.credits(paid)).toBe(110);
});

test('bank transfer is offered, and never used without being chosen [X-35]', async () => {
  const { body } = await world.visitor.call(getTopupOptions, {});
  expect(body.payment_methods).toContainEqual({ id: 'bank_transfer', name: 'Banküberweisung' });
  expect(body.payment_methods.length).toBeGreaterThan(1);
  const user = await world.user();
  const opened = await user.raw('wallet_topup', { payload: { topup_option_id: 1 } });
  expect(opened.body.payment_url).toContain('/sandbox');
});

test('a movement in a 053 and a 054, single or in a batch, in any order, is credited once [X-35]', async () => {
  for (const kinds of [
    ['053', '054'],
    ['054', '053'],
  ] as const) {
    const [one, two] = [await on.open(), await on.open()];
    const lines = [one, two].map(({ reference }) => ({ amount: PRICE, reference }));
    const batch = `S-${one.id.slice(0, 8)}`;
    const reports = [];
    for (const [index, kind] of kinds.entries())
      reports.push(
        await on.importing(
          statement(index ? lines.toReversed() : lines, { kind, batch, version: '04' }),
        ),
      );
    expect(reports.map(({ entries, credited, cases }) => [entries, credited, cases])).toEqual([
      [2, 2, 0],
      [0, 0, 0],
    ]);
    expect([await on.credits(one), await on.credits(two)]).toEqual([110, 110]);
  }
});

test('a reference in the free-text message counts when it is complete [X-35]', async () => {
  const [spaced, cut] = [await on.open(), await on.open()];
  await on.importing(
    statement([
      { amount: PRICE, message: `Guthaben ${formatReference(spaced.reference)}` },
      { amount: PRICE, message: `Guthaben ${cut.reference.slice(0, -1)}` },
    ]),
  );
  expect([await on.credits(spaced), await on.credits(cut)]).toEqual([110, 0]);
});

test('a pending entry credits nothing [X-35]', async () => {
  const paid = await on.open();
  const report = await on.importing(
    statement([{ amount: PRICE, reference: paid.reference, pending: true }]),
  );
  expect(report).toMatchObject({ entries: 0, notBooked: 1, credited: 0 });
  expect([await on.credits(paid), await on.statusOf(paid)]).toEqual([0, 'offen']);
});

test('a transfer in another currency is not credited and opens a case [T-PAY-04, X-35]', async () => {
  const paid = await on.open();
  const line = { amount: PRICE, currency: 'EUR', reference: paid.reference };
  expect(await on.importing(statement([line]))).toMatchObject({ credited: 0, cases: 1 });
  expect([await on.credits(paid), await on.statusOf(paid), await on.cases(paid)]).toEqual([
    0,
    'abweichend',
    ['differs'],
  ]);
});

test.each([
  ['a few Rappen less', PRICE - 5, 110, 'gutgeschrieben', []],
  ['a few Rappen more', PRICE + 50, 110, 'gutgeschrieben', []],
  ['twice as much', 2 * PRICE, 110, 'gutgeschrieben', ['overpaid']],
  ['too little', PRICE - 1_000, 0, 'teilbezahlt', ['underpaid']],
])('another amount by transfer: %s [FIX-01]', async (_, amount, credits, status, cases) => {
  const paid = await on.open();
  const file = statement([{ amount, reference: paid.reference }]);
  await on.importing(file);
  await on.importing(file);
  expect([await on.credits(paid), await on.statusOf(paid), await on.cases(paid)]).toEqual([
    credits,
    status,
    cases,
  ]);
});

test('a part payment shows the missing amount with its reference, and the rest completes it [FIX-01]', async () => {
  const paid = await on.open();
  await on.importing(statement([{ amount: PRICE - 1_000, reference: paid.reference }]));
  const { payment } = (await paid.user.call(paymentStatus, { payment_id: paid.id })).body;
  expect(payment).toMatchObject({
    status: 'partial',
    transfer: { amount: 10 },
    part: { missing: 10 },
  });
  expect(payment.transfer.reference.replaceAll(' ', '')).toBe(paid.reference);
  await on.importing(
    statement([{ amount: 1_000, reference: paid.reference, booking: `rest-${paid.id}` }]),
  );
  expect([await on.credits(paid), await on.statusOf(paid), await on.cases(paid)]).toEqual([
    110,
    'gutgeschrieben',
    [],
  ]);
});

test('a part payment that the bank reverses ends as returned [FIX-01]', async () => {
  const paid = await on.open();
  const line = { amount: PRICE - 1_000, reference: paid.reference };
  await on.importing(statement([line]));
  await on.importing(statement([{ ...line, debit: true, reversal: true }]));
  expect([await on.credits(paid), await on.statusOf(paid)]).toEqual([0, 'zurueckbezahlt']);
});

test('a transfer without a reference that an operator matches is settled whatever its amount [FIX-01]', async () => {
  const paid = await on.open();
  await on.importing(
    statement([{ amount: PRICE - 1_000, message: `Aufladung ${paid.id.slice(0, 8)}` }]),
  );
  const { id: entry } = await world.db
    .selectFrom('bank_entry')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await matchEntry(
    { db: world.db, now: world.clock.now(), actor: { kind: 'cli' }, bank: on.bank },
    { entry, payment: paid.id },
  );
  expect([await on.statusOf(paid), await on.cases(paid)]).toEqual(['teilbezahlt', ['underpaid']]);
});

test('a credit without a known reference opens a case; other debits of the account do not [X-35]', async () => {
  const before = (await on.cases(null)).length;
  const lines = [
    { amount: PRICE, reference: referenceOf('of somebody else', 'SCOR') },
    { amount: PRICE, message: 'Danke' },
    { amount: 2_000, debit: true, message: 'Miete' },
  ];
  expect(await on.importing(statement(lines))).toMatchObject({ entries: 3, credited: 0, cases: 2 });
  expect((await on.cases(null)).slice(before)).toEqual(['bank_unmatched', 'bank_unmatched']);
});

test('a payment transferred twice is credited once and opens a refund case [X-35, FIX-01]', async () => {
  const paid = await on.open();
  await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  const again = await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  expect(again).toMatchObject({ entries: 1 });
  expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, ['overpaid']]);

  const atOnce = await on.open();
  const line = { amount: PRICE, reference: atOnce.reference };
  expect(await on.importing(statement([line, line]))).toMatchObject({ entries: 2, credited: 1 });
  expect([await on.credits(atOnce), await on.cases(atOnce)]).toEqual([110, ['overpaid']]);
});

test('a reversal takes the credits back; in the same file as its payment nothing is credited [X-35, T-PAY-13]', async () => {
  const paid = await on.open();
  await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  const reversal = { amount: PRICE, reference: paid.reference, debit: true, reversal: true };
  await on.importing(statement([reversal]));
  expect([await on.credits(paid), await on.statusOf(paid)]).toEqual([0, 'rueckbelastet']);
  expect(await on.cases(paid)).toEqual(['chargeback']);

  const both = await on.open();
  const line = { amount: PRICE, reference: both.reference };
  await on.importing(statement([line, { ...line, debit: true, reversal: true }]));
  expect([await on.credits(both), await on.statusOf(both)]).toEqual([0, 'offen']);
  await on.importing(statement([line]));
  expect(await on.credits(both)).toBe(110);
});

test('a reversed debit and a debit with a reference of ours credit nothing [X-35]', async () => {
  for (const odd of [{ reversal: true }, { debit: true }]) {
    const paid = await on.open();
    await on.importing(statement([{ amount: PRICE, reference: paid.reference, ...odd }]));
    expect([await on.credits(paid), await on.statusOf(paid), await on.cases(paid)]).toEqual([
      0,
      'offen',
      ['differs'],
    ]);
  }
});

test('a transfer expires after 30 days, and is still credited when it arrives later [X-35, T-PAY-07]', async () => {
  const paid = await on.open();
  const checks = async () =>
    (
      await world.db
        .selectFrom('payment')
        .select('checks')
        .where('id', '=', paid.id)
        .executeTakeFirstOrThrow()
    ).checks;
  for (let hour = 0; hour < 29 * 24; hour += 12) {
    world.clock.advance(DAY_MS / 2);
    await world.runTasks('topups/poll');
  }
  expect(await on.statusOf(paid)).toBe('offen');
  expect(await checks()).toBeLessThanOrEqual(30);
  world.clock.advance(2 * DAY_MS);
  await world.runTasks('topups/poll');
  const status = await paid.user.call(paymentStatus, { payment_id: paid.id });
  expect([await on.statusOf(paid), status.body.payment]).toMatchObject([
    'verfallen',
    { status: 'failed', transfer: null },
  ]);
  world.clock.advance(40 * DAY_MS);
  await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  expect([await on.credits(paid), await on.statusOf(paid)]).toEqual([110, 'gutgeschrieben']);
});

test('a transfer for an account closed meanwhile opens a case [T-PAY-16, X-35]', async () => {
  const paid = await on.open();
  await world.db
    .updateTable('account')
    .set({ closed_at: world.clock.now() })
    .where('id', '=', paid.user.userId)
    .execute();
  await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  expect([await on.statusOf(paid), await on.cases(paid)]).toEqual([
    'abweichend',
    ['after_deletion'],
  ]);
});

test('the daily comparison opens no case about a correctly imported payment [X-35]', async () => {
  const paid = await on.open();
  await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  world.clock.advance(2 * DAY_MS);
  await world.runTasks('topups/reconcile');
  expect(await on.cases(paid)).toEqual([]);
});

test('concurrent imports of the same movement, in one file or two, credit once [T-PAY-05, X-35]', async () => {
  for (let round = 0; round < 5; round++) {
    const paid = await on.open();
    const lines = [
      { amount: PRICE, reference: paid.reference, booking: `R${round}-${paid.id.slice(0, 8)}` },
    ];
    const file = statement(lines);
    const files =
      round % 2 ? [file, file, statement(lines, { kind: '054' })] : [file, statement(lines)];
    const reports = await Promise.all(files.map(on.importing));
    expect(reports.reduce((sum, { credited }) => sum + credited, 0)).toBe(1);
    expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, []]);
  }
});

test('two transfers imported concurrently: one is credited, the other opens a refund case [T-PAY-05, X-35]', async () => {
  const paid = await on.open();
  const line = { amount: PRICE, reference: paid.reference };
  await Promise.all([on.importing(statement([line])), on.importing(statement([line]))]);
  expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, ['overpaid']]);
});

/** An import whose first status of a payment is read, and used only after `meanwhile`. */
async function overtaken(file: Buffer, meanwhile: () => Promise<unknown>) {
  let first = true;
  const fetchStatus: PaymentProvider['fetchStatus'] = async (ref) => {
    const status = await on.bank.provider.fetchStatus(ref);
    if (first) {
      first = false;
      await meanwhile();
    }
    return status;
  };
  const bank = { ...on.bank, provider: { ...on.bank.provider, fetchStatus } };
  return importStatement(
    { db: world.db, now: world.clock.now(), actor: { kind: 'cli' }, bank },
    file,
  );
}

test('a sum that another import has settled meanwhile is no difference [T-PAY-05, X-35]', async () => {
  const paid = await on.open();
  const line = { amount: PRICE, reference: paid.reference };
  await overtaken(statement([line]), () => on.importing(statement([line])));
  expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, ['overpaid']]);
});

test('a movement that another import has stored, and not settled yet, is no difference [T-PAY-05, X-35]', async () => {
  const paid = await on.open();
  const file = statement([{ amount: PRICE, reference: paid.reference }]);
  const { movements } = on.read(statement([{ amount: PRICE, reference: paid.reference }]));
  await overtaken(file, () =>
    world.db.transaction().execute((sql) =>
      insertStatement(sql, {
        hash: randomBytes(32),
        movements,
        now: world.clock.now(),
        notBooked: 0,
        withoutParts: 0,
      }),
    ),
  );
  expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, ['overpaid']]);
  await on.importing(file);
  expect([await on.credits(paid), await on.cases(paid)]).toEqual([110, ['overpaid']]);
});

test('the name of the payer is in no table and no log line [INV-19, X-35]', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`.execute(world.db);
  const name = PAYER.split(' ')[0]!;
  for (const { name: table } of nonEmpty(tables)) {
    const { rows } =
      await sql`select 1 from ${sql.raw(table)} t where t::text ilike ${`%${name}%`}`.execute(
        world.db,
      );
    expect(rows, table).toEqual([]);
  }
  expect(world.lines.filter((line) => line.includes(name))).toEqual([]);
});
