import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freePort } from '../../platform/free-port.ts';
import { testDatabase } from '../../testing/database.ts';
import { dataUrl, noise } from '../../testing/images.ts';
import { ad } from '../../testing/inserate.ts';
import { removeDataDir, type ServerProcess, startProcess } from '../../testing/process.ts';
import { PASSWORD } from '../../testing/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';

const SECRET = 'k'.repeat(48);
/** Where the closing transaction is held when the process dies: from its first change to its last. */
const TABLES = ['image', 'inserat', 'ledger_transfer', 'message', 'session', 'mail', 'audit'];

test('PRO-21 PRO-22 killed at any point of the closing nothing has happened; closed once more all has, and the files go after a kill too', {
  timeout: 240_000,
}, async () => {
  const database = await testDatabase();
  const port = await freePort();
  let server: ServerProcess | undefined;
  let dataDir: string | undefined;
  const start = async (...args: string[]) => {
    const env = { DATABASE_URL: database.url, PORT: String(port), SESSION_SECRET: SECRET, LOG_LEVEL: 'warn' };
    server = await startProcess({ ...(dataDir && { dataDir }), env, args });
    dataDir = server.dataDir;
  };
  let cookie = '';
  const post = async (action: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api?action=${action}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', connection: 'close', ...(cookie && { cookie }) },
    });
    const reply = (await answer.json()) as { user_id?: number; inserat_id?: number };
    return { status: answer.status, reply, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] };
  };
  const holder = new pg.Client({ connectionString: database.url });
  /** Everything that closing changes. */
  const everything = async () => {
    const rows: unknown[] = [];
    for (const table of [
      'account',
      'inserat',
      'image',
      'session',
      'message',
      'mail',
      'ledger_transfer',
      'file_removal',
    ])
      rows.push((await holder.query(`select * from ${table} order by 1, 2`)).rows);
    return rows;
  };
  const filesIn = () =>
    readdirSync(join(dataDir!, 'media'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));

  try {
    await holder.connect();
    // Without the worker, whose work would change rows beside.
    await start('--only=server');
    const person = { username: 'Lena am See', email: 'lena@beispiel.ch', password: PASSWORD };
    expect((await post('register', person)).status).toBe(200);
    const login = await post('login', { log: person.email, pwd: PASSWORD });
    cookie = login.cookie!;
    const userId = login.reply.user_id!;
    await database.db.transaction().execute((db) =>
      credit({ db, now: new Date() }, 'correction', {
        ...{ userId, amount: 100, cause: 'gift', description: 'Geschenk' },
      }),
    );
    const inserat_id = (await post('createInserat', {})).reply.inserat_id!;
    expect((await post('saveInserat', ad(inserat_id, { inserat_typ: '1_week' }))).status).toBe(200);
    const base64ImageString = dataUrl(await noise(60, 40).jpeg().toBuffer());
    expect((await post('saveInseratImage', { inserat_id, base64ImageString })).status).toBe(200);
    expect((await post('support', { subject: 'ad', message: 'Mein Inserat erscheint nicht.' })).status).toBe(200);
    // Announced for the upload; it is not what this test is about.
    await holder.query('delete from file_removal');
    const before = await everything();
    const files = filesIn();
    expect(files.length).toBeGreaterThan(0);

    for (const table of TABLES) {
      await holder.query('begin');
      await holder.query(`lock table ${table} in share row exclusive mode`);
      const cut = post('delete_account', {}).then(
        ({ status }) => status,
        () => 'cut',
      );
      await expect.poll(async () => (await waiting(holder, table)).length, { timeout: 10_000 }).toBe(1);
      await server!.kill('SIGKILL');
      expect(await cut).toBe('cut');
      await holder.query('rollback');
      await expect.poll(async () => (await others(holder)).length, { timeout: 10_000 }).toBe(0);
      expect(await everything(), table).toEqual(before);
      expect(filesIn(), table).toEqual(files);
      await start('--only=server');
    }

    expect((await post('delete_account', {})).status).toBe(200);
    await server!.kill('SIGKILL');
    expect((await database.db.selectFrom('session').selectAll().execute()).length).toBe(0);
    const forfeits = database.db.selectFrom('ledger_transfer').select('amount').where('kind', '=', 'forfeit');
    expect(await forfeits.execute()).toEqual([{ amount: 60 }]);
    expect(await checkBooks(database.db)).toMatchObject({ ok: true, problems: [] });
    expect(filesIn()).toEqual(files);
    await start();
    await expect.poll(filesIn, { timeout: 20_000 }).toEqual([]);
    expect((await post('delete_account', {})).status).toBe(401);
  } finally {
    await server?.[Symbol.asyncDispose]();
    await holder.end();
    if (dataDir) await removeDataDir(dataDir);
    await database[Symbol.asyncDispose]();
  }
});

/** Transactions that wait for a lock on the table. */
const waiting = async (client: pg.Client, table: string) =>
  (await client.query(`select pid from pg_locks where relation = $1::regclass and not granted`, [table])).rows;

/** Transactions of this database beside the client's own. */
const others = async (client: pg.Client) =>
  (
    await client.query(
      `select pid from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    )
  ).rows;
