import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, onTestFinished, test } from 'vitest';
import { diskStorage } from '../../adapters/storage/disk.ts';
import { checkDocumentFiles } from '../../modules/documents/service.ts';
import { checkFiles } from '../../modules/media/service.ts';
import { checkBooks } from '../../modules/overview/service.ts';
import { dataKeys } from '../../platform/data-key.ts';
import { connect } from '../../platform/db.ts';
import { assertMigrated, migrationNames } from '../../platform/migrate.ts';
import { emptyDatabase } from '../../testing/process/database.ts';
import { RELEASE_DATA } from '../../testing/release/last.ts';
import { restore } from './restore.ts';

const KEPT = ['account', 'inserat', 'banner', 'club', 'payment', 'ledger_transfer', 'image'];

test('data that the last release made migrate, and books and files agree [RUN-18]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('tar', ['-xf', RELEASE_DATA, '-C', folder]);
  const text = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  const keys = dataKeys([text('data-key.txt')]);
  const stores = {
    media: diskStorage(join(folder, 'media')),
    papers: diskStorage(join(folder, 'papers')),
    attachments: diskStorage(join(folder, 'attachments')),
  };
  await using empty = await emptyDatabase();
  const identity = text('identity.txt');
  const { manifest } = await restore({ url: empty.url, source: folder, identity, stores, keys });

  // Without later migrations there would be no upgrade.
  const ours = migrationNames();
  nonEmpty(ours.filter((name) => !manifest.migrations.includes(name)));
  await assertMigrated(empty.url, keys);
  const { db, pool } = connect(empty.url, { max: 2 });
  expect((await pool.query('select name from migration order by name')).rows).toEqual(
    ours.map((name) => ({ name })),
  );
  for (const table of KEPT) {
    const { rows } = await pool.query(`select count(*)::int as n from ${table}`);
    const before = manifest.tables.find(({ name }) => name === table)?.rows;
    expect(before, table).toBeGreaterThan(0);
    expect(rows[0].n, table).toBe(before);
  }
  expect(await checkBooks(db)).toMatchObject({ ok: true, problems: [] });
  nonEmpty(manifest.files);
  expect((await checkFiles(db, stores.media)).missing).toEqual([]);
  expect((await checkDocumentFiles(db, stores.papers)).missing).toEqual([]);
  await db.destroy();
});
