import pg from 'pg';
import { expect, test } from 'vitest';
import { freePort } from '../../platform/free-port.ts';
import { testDatabase } from '../../testing/database.ts';
import { removeDataDir, type ServerProcess, startProcess } from '../../testing/process.ts';
import { PASSWORD } from '../../testing/world.ts';
import { checkBooks } from '../overview/service.ts';
import { createCoupon } from './service.ts';

const SECRET = 'k'.repeat(48);
const CREDITS = 20;
/** Where the redemption is held when the process dies: before it, after it and before the credits, and within the credits. */
const TABLES = ['coupon', 'coupon_use', 'ledger_account', 'ledger_transfer', 'ledger_lot'];

test('T-FLT-02 API-17 INV-04 killed at any point of a redemption nothing has happened; redeemed once more it is credited once', {
  timeout: 240_000,
}, async () => {
  const database = await testDatabase();
  const port = await freePort();
  let server: ServerProcess | undefined;
  let dataDir: string | undefined;
  const start = async () => {
    const env = { DATABASE_URL: database.url, PORT: String(port), SESSION_SECRET: SECRET, LOG_LEVEL: 'warn' };
    server = await startProcess({ ...(dataDir && { dataDir }), env });
    dataDir = server.dataDir;
  };
  let cookie = '';
  const post = async (action: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api?action=${action}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', connection: 'close', ...(cookie && { cookie }) },
    });
    const reply = (await answer.json()) as { credits?: number };
    return { status: answer.status, reply, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] };
  };
  const holder = new pg.Client({ connectionString: database.url });
  /** Everything that redeeming changes. */
  const everything = async () => {
    const rows: unknown[] = [];
    for (const table of TABLES) rows.push((await holder.query(`select * from ${table} order by 1, 2`)).rows);
    return rows;
  };
  const waiting = async () => {
    const { rows } = await holder.query<{ n: string }>(
      `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]!.n);
  };
  const until = async (wanted: number) => {
    for (const deadline = performance.now() + 20_000; (await waiting()) !== wanted; )
      if (performance.now() > deadline) throw new Error(`not ${wanted} waiting`);
  };

  try {
    await holder.connect();
    await start();
    expect(
      (await post('register', { username: 'Nutzer 1k', email: 'nutzer1@beispiel.ch', password: PASSWORD })).status,
    ).toBe(200);
    cookie = (await post('login', { log: 'nutzer1@beispiel.ch', pwd: PASSWORD })).cookie!;
    for (const [index, table] of TABLES.entries()) {
      const values = { code: `KILL-${index}`, credits: CREDITS, description: '', maxUses: 1, expiresAt: null };
      await database.db.transaction().execute((db) => createCoupon({ db, now: new Date() }, values));
      await database.db.deleteFrom('rate_limit').execute();
      const before = await everything();

      await holder.query('begin');
      await holder.query(`lock table ${table} in exclusive mode`);
      const cut = post('apply_coupon', { coupon_code: values.code }).catch(() => 'cut');
      await until(1);
      await server!.kill('SIGKILL');
      expect(await cut).toBe('cut');
      await holder.query('rollback');
      await until(0);
      await start();

      expect(await everything(), table).toEqual(before);
      const again = await post('apply_coupon', { coupon_code: values.code });
      expect(again, table).toMatchObject({ status: 200, reply: { credits: (index + 1) * CREDITS } });
      expect((await post('apply_coupon', { coupon_code: values.code })).status).toBe(409);
      expect(await checkBooks(database.db)).toMatchObject({ ok: true, problems: [], transfers: index + 1 });
    }
  } finally {
    await holder.end();
    await server?.[Symbol.asyncDispose]();
    if (dataDir) await removeDataDir(dataDir);
    await database[Symbol.asyncDispose]();
  }
});
