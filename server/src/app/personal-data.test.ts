import { commentOf, IMPERSONAL, PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The comment of every table by its name, prefixed by schemas other than `public`. */
async function comments(): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
           obj_description(c.oid, 'pg_class') as comment
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`.execute(
    database.db,
  );
  return new Map(nonEmpty(rows).map(({ name, comment }) => [name, comment]));
}

test('every table comment states whether it is personal; the privacy page lists those that are [FIX-42]', async () => {
  const said = await comments();
  // A new table needs `comment on table …` in its migration: an entry of the list, or `not
  // personal: …`.
  expect([...said].filter(([, comment]) => !comment).map(([name]) => name)).toEqual([]);
  const listed = new Map(
    nonEmpty(PERSONAL_DATA).flatMap((entry) =>
      nonEmpty(entry.tables).map((table) => [table, commentOf(entry)]),
    ),
  );
  const personal = new Map([...said].filter(([, comment]) => !comment!.startsWith(IMPERSONAL)));
  expect(Object.fromEntries(personal)).toEqual(Object.fromEntries(listed));
  expect(listed.size).toBe(PERSONAL_DATA.flatMap(({ tables }) => tables).length);
});

test('a table that refers to an account is personal [FIX-42]', async () => {
  const { rows } = await sql<{ name: string; refers: string }>`
    select conrelid::regclass::text as name, confrelid::regclass::text as refers
      from pg_constraint where contype = 'f'`.execute(database.db);
  const said = await comments();
  const of = (name: string) => said.get(name) ?? '';
  const wrong = nonEmpty(rows).filter(
    ({ name, refers }) => of(name).startsWith(IMPERSONAL) && !of(refers).startsWith(IMPERSONAL),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['image', 'phash', 'ein Fingerabdruck des Bildes, um gleiche Bilder zu erkennen'],
  ['payment_refund', 'reason', 'unser Grund einer Rückerstattung'],
  ['payment_case', 'note', 'unsere Notiz zu einer Unstimmigkeit'],
])('the privacy page names the personal data of %s.%s [FIX-42]', async (table, column, words) => {
  const { rows } = await sql`select from information_schema.columns
     where table_schema = 'public' and table_name = ${table} and column_name = ${column}`.execute(
    database.db,
  );
  expect(rows).toHaveLength(1);
  expect(PERSONAL_DATA.find(({ tables }) => tables.includes(table))?.what).toContain(words);
});
