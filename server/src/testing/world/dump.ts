import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';

/** Every row of every table as the database writes it, in small letters. */
export async function dump({ db }: { db: Database }): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const lines: string[] = [];
  for (const { name } of nonEmpty(tables)) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    lines.push(...rows.map(({ row }) => row));
  }
  return lines.join('\n').toLowerCase();
}

/** As text, and as bytes are written. */
export const writings = (value: string) => [
  value.toLowerCase(),
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64').replace(/=+$/, '').toLowerCase(),
];
