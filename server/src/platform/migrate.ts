import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** The key of the advisory lock, unique in this database. */
const LOCK = 7_268_768;

/**
 * Applies missing migrations, each in a transaction, under one advisory lock for all processes.
 * @throws if an applied migration was edited
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // Without a handler a lost connection would end the process; the next statement fails as well.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const done = new Map(
      (
        await client.query<{ name: string; hash: string }>('select name, hash from migration')
      ).rows.map((row) => [row.name, row.hash]),
    );
    const applied: string[] = [];
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const before = done.get(name);
      if (before === hash) continue;
      if (before)
        throw new Error(
          `Migration ${name} was changed after it had been applied. Add a new migration instead.`,
        );
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}
