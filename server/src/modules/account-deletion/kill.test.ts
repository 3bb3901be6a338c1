import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { ad } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { type TestDatabase, testDatabase } from '../../testing/process/database.ts';
import { some } from '../../testing/process/deep.ts';
import { waiters } from '../../testing/process/gate.ts';
import { killable } from '../../testing/process/process.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';
import { finalDeletionTask } from './jobs.ts';

/** The tables at which the request is blocked when the process dies, first to last. */
const REQUESTED = ['inserat', 'offline_run', 'session', 'account_link', 'mail', 'audit'];
/** The same of the final deletion. */
const FINAL = ['image', 'inserat', 'ledger_transfer', 'thread', 'session', 'mail', 'audit'];
/** Every table a deletion changes. */
const CHANGED = [
  'account',
  'account_link',
  'account_event',
  'offline_run',
  'inserat',
  'image',
  'session',
  'thread',
  'mail',
  'ledger_transfer',
  'file_removal',
];

test('a crash in either step of a deletion changes nothing; the retry completes it [PRO-21, PRO-22]', async () => {
  await using database = await testDatabase();
  await using server = await killable(database);
  const { post, holder } = server;
  const everything = () => server.rows(CHANGED);
  const filesIn = () =>
    readdirSync(join(server.dataDir, 'media'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes('.'),
    );
  await server.start();
  const userId = await server.enter(PASSWORD);
  await database.db.transaction().execute((db) =>
    credit({ db, now: new Date() }, 'correction', {
      userId,
      amount: 100,
      cause: 'gift',
      description: 'Geschenk',
    }),
  );
  const inserat_id = (await post('createInserat', {})).reply.inserat_id!;
  expect((await post('saveInserat', ad(inserat_id, { inserat_typ: '1_week' }))).status).toBe(200);
  const base64ImageString = dataUrl(await noise(60, 40).jpeg().toBuffer());
  expect((await post('saveInseratImage', { inserat_id, base64ImageString })).status).toBe(200);
  expect(
    (await post('support', { subject: 'ad', message: 'Mein Inserat erscheint nicht.' })).status,
  ).toBe(200);
  // Created by the upload; not part of this test.
  await holder.query('delete from file_removal');
  const before = await everything();
  const files = filesIn();
  expect(files.length).toBeGreaterThan(0);

  for (const table of some(REQUESTED, 2)) {
    expect(
      await server.cutAt(table, 'share row exclusive', () =>
        post('delete_account', { password: PASSWORD }),
      ),
    ).toBe('cut');
    expect(await everything(), table).toEqual(before);
    expect(filesIn(), table).toEqual(files);
    await server.start();
  }

  expect((await post('delete_account', { password: PASSWORD })).status).toBe(200);
  await server.kill();
  const sessions = () => database.db.selectFrom('session').selectAll().execute();
  expect(await sessions()).toEqual([]);
  const waiting = await everything();
  for (const table of some(FINAL, 2)) {
    await cutFinal(database, holder, table);
    expect(await everything(), table).toEqual(waiting);
  }

  await runFinal(database);
  const forfeits = database.db
    .selectFrom('ledger_transfer')
    .select('amount')
    .where('kind', '=', 'forfeit');
  expect(await forfeits.execute()).toEqual([{ amount: 60 }]);
  expect(await checkBooks(database.db)).toMatchObject({ ok: true, problems: [] });
  expect(filesIn()).toEqual(files);
  await server.start({ whole: true });
  await expect.poll(filesIn).toEqual([]);
  expect((await post('delete_account', { password: PASSWORD })).status).toBe(401);
});

/** The worker's task, 72 hours later, on connections of its own. */
async function runFinal({ url }: TestDatabase): Promise<number> {
  const { db, pool } = connect(url, { max: 1 });
  const site = { publicUrl: 'http://localhost:3000', supportEmail: 'hilfe@beispiel.ch' };
  const now = new Date(Date.now() + DELETION_WAITS_MS);
  return finalDeletionTask(site)
    .run({ db, now })
    .finally(() => pool.end());
}

/** Cuts the task's connection while it waits for this table. */
async function cutFinal(database: TestDatabase, holder: pg.Client, table: string): Promise<void> {
  await holder.query('begin');
  await holder.query(`lock table ${table} in share row exclusive mode`);
  const run = runFinal(database).catch(() => 'cut');
  const pids = () => waiters(holder, { table });
  await expect.poll(pids, { interval: 10 }).toHaveLength(1);
  await holder.query('select pg_terminate_backend($1)', await pids());
  expect(await run).toBe('cut');
  await holder.query('rollback');
}
