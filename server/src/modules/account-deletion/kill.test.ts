import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ad } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { testDatabase } from '../../testing/process/database.ts';
import { killable } from '../../testing/process/process.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';

/** The tables at which the deletion is blocked when the process dies, first to last. */
const TABLES = ['image', 'inserat', 'ledger_transfer', 'message', 'session', 'mail', 'audit'];
/** Every table a deletion changes. */
const CHANGED = [
  'account',
  'inserat',
  'image',
  'session',
  'message',
  'mail',
  'ledger_transfer',
  'file_removal',
];

test('a crash during deletion changes nothing; the retry completes it, files included [PRO-21, PRO-22]', {
  timeout: 240_000,
}, async () => {
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

  for (const table of TABLES) {
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
  expect((await database.db.selectFrom('session').selectAll().execute()).length).toBe(0);
  const forfeits = database.db
    .selectFrom('ledger_transfer')
    .select('amount')
    .where('kind', '=', 'forfeit');
  expect(await forfeits.execute()).toEqual([{ amount: 60 }]);
  expect(await checkBooks(database.db)).toMatchObject({ ok: true, problems: [] });
  expect(filesIn()).toEqual(files);
  await server.start({ whole: true });
  await expect.poll(filesIn, { timeout: 20_000 }).toEqual([]);
  expect((await post('delete_account', { password: PASSWORD })).status).toBe(401);
});
