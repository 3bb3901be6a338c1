import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/process/database.ts';
import { some } from '../../../testing/process/deep.ts';
import { waiters } from '../../../testing/process/gate.ts';
import { killable } from '../../../testing/process/process.ts';
import { startProgram } from '../../../testing/process/program.ts';
import { until } from '../../../testing/process/workers.ts';
import { PASSWORD } from '../../../testing/world/world.ts';
import { checkBooks } from '../../overview/service.ts';
import * as topups from '../service.ts';

const AMOUNT = 3_333;
const CREDITS = 110;
/** Credits of it with their bonus. */
const TAKEN = 37;
/** What an order of a refund writes. */
const TABLES = [
  ...['payment_refund', 'ledger_account', 'ledger_transfer', 'ledger_lot', 'audit'],
] as const;

let database: TestDatabase;
let server: Awaited<ReturnType<typeof killable>>;
let account: number;
beforeAll(async () => {
  database = await testDatabase();
  server = await killable(database);
  await server.start({ whole: true });
  account = await server.enter(PASSWORD);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const query = async <T>(text: string, ...values: unknown[]) =>
  (await server.holder.query(text, values)).rows as T[];

/** A payment of CHF 100.- that the running server has credited. */
async function credited(): Promise<string> {
  await query('delete from rate_limit');
  const { status, reply } = await server.post('wallet_topup', { topup_option_id: 2 });
  expect(status, JSON.stringify(reply)).toBe(200);
  const { payment_id: id } = reply as unknown as { payment_id: string };
  await query("update sandbox.payment set status = 'paid' where reference = $1", id);
  await query('update payment set next_check_at = now() where id = $1', id);
  await until(async () => {
    const [row] = await query<{ status: string }>('select status from payment where id = $1', id);
    return row!.status === 'gutgeschrieben';
  }, 'credits');
  return id;
}

const order = (paymentId: string) =>
  database.db
    .transaction()
    .execute((db) =>
      topups.orderRefund(
        { db, now: new Date(), actor: { kind: 'cli' } },
        { paymentId, amount: AMOUNT, reason: 'Test', mayOwe: false },
      ),
    );
const balance = async () =>
  Number(
    (
      await query<{ balance: string }>(
        "select balance from ledger_account where kind = 'wallet' and owner_id = $1",
        account,
      )
    )[0]!.balance,
  );
/** What the provider has given back of this payment, and how often. */
const wentBack = async (payment: string) =>
  (
    await query<{ refunded: number; times: number }>(
      `select p.refunded::int, (select count(*)::int from sandbox.refund r where r.payment_id = p.id) as times
         from sandbox.payment p where p.reference = $1`,
      payment,
    )
  )[0];
const mails = async (refund: string) =>
  (await query('select from mail where cause = $1', `money_back:${refund}`)).length;

test('killed while a refund is ordered, nothing is ordered; repeated, once [BOF-97, T-FLT-02]', async () => {
  const id = await credited();
  await server.kill();
  const before = [await server.rows(TABLES), await balance()];
  for (const table of some(TABLES, 2)) {
    await query('begin');
    await query(`lock table ${table} in exclusive mode`);
    const { child, ended } = startProgram(
      `import { connect } from '../../../platform/db.ts';
       import * as topups from '../service.ts';
       const { db } = connect(${JSON.stringify(database.url)}, { max: 1 });
       await db.transaction().execute((inner) => topups.orderRefund(
         { db: inner, now: new Date(), actor: { kind: 'cli' } },
         { paymentId: '${id}', amount: ${AMOUNT}, reason: 'Test', mayOwe: false }));`,
      { folder: import.meta.dirname },
    );
    await until(
      async () => (await waiters(server.holder, { table })).length === 1,
      `an order that waits for ${table}`,
    );
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await query('rollback');
    const cut =
      'select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()';
    await until(async () => (await query(cut)).length === 0, 'an end of what was cut');
    expect([await server.rows(TABLES), await balance()], table).toEqual(before);
  }
  expect(await order(id)).toMatchObject({ amount: AMOUNT, credits: TAKEN, missing: 0 });
  expect(await balance()).toBe(CREDITS - TAKEN);
  await server.start({ whole: true });
  await until(async () => (await wentBack(id))?.times === 1, 'money back');
});

test('killed at each step of a refund, the money goes back once, and one mail says so [BOF-97, T-FLT-02]', async () => {
  const steps = [
    ['refund.after_claim', 0],
    ['refund.after_psp', 1],
    ['refund.confirm_mid', 1],
  ] as const;
  await server.kill();
  await server.start({ whole: true, points: `${steps[0][0]}:1` });
  for (const [index, [point, gone]] of steps.entries()) {
    const id = await credited();
    const had = await balance();
    const { id: refund } = await order(id);
    expect(await server.ended(), point).toBe('SIGKILL');
    const statusOf = async () =>
      (
        await query<{ status: string }>('select status from payment_refund where id = $1', refund)
      )[0]!.status;
    // Between two steps: the credits are taken, the money is gone or not, and nobody was told.
    expect([await statusOf(), await mails(refund)], point).toEqual(['beauftragt', 0]);
    expect(await wentBack(id), point).toEqual({ refunded: gone * AMOUNT, times: gone });
    expect(await balance(), point).toBe(had - TAKEN);
    // It is due again after a quarter of an hour.
    await query('update payment_refund set next_try_at = now() where id = $1', refund);
    // It ends this refund, and dies at the next step of the next one.
    const next = steps[index + 1];
    await server.start({ whole: true, points: next && `${next[0]}:2` });
    await until(async () => (await statusOf()) === 'bestaetigt', `an end after ${point}`);
    expect(await wentBack(id), point).toEqual({ refunded: AMOUNT, times: 1 });
    expect([await mails(refund), await balance()], point).toEqual([1, had - TAKEN]);
  }
  expect(await checkBooks(database.db)).toMatchObject({ ok: true, problems: [] });
});
