import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../platform/migrate.ts';
import { startCluster } from '../../platform/postgres.ts';

/** A migrated cluster and a streaming copy of it, as an operator would run them. */
export async function primaryWithCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-copy-'));
  const [home, away] = [join(folder, 'primary'), join(folder, 'copy')];
  const primary = await startCluster(home, { durable: false });
  await migrate(primary.url);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`select pg_backup_start('copy', true)`);
  // With the owner of the files, whom the database insists on.
  execFileSync('cp', ['-a', home, away]);
  for (const own of ['connection', 'cluster/postmaster.pid', 'cluster/postmaster.opts'])
    rmSync(join(away, own), { force: true });
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await client.end();
  const data = join(away, 'cluster');
  writeFileSync(join(data, 'backup_label'), rows[0]!.labelfile);
  writeFileSync(join(data, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `\nprimary_conninfo = '${source}'\nhot_standby = on\n`,
  );
  const copy = await startCluster(away, { durable: false });
  return {
    url: primary.url,
    copyUrl: copy.url,
    stopCopy: () => copy.stop(),
    async [Symbol.asyncDispose]() {
      await copy.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
