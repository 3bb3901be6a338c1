import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Sql } from '../../platform/db.ts';
import type { DB } from '../../platform/schema.generated.ts';
import type { Sent } from './sent.ts';

/** How the database would answer each query of `ask` if the tables were too large to read whole. */
export async function plansOf(
  pool: pg.Pool,
  ask: (db: Sql) => Promise<unknown>,
): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (/^\s*(select|update|delete)/.test(query.sql)) asked.push(query);
    },
  });
  return db.transaction().execute(async (inner) => {
    await ask(inner as Sql);
    const queries = [...asked];
    await inner.executeQuery({
      ...queries[0]!,
      sql: 'set local enable_seqscan = off',
      parameters: [],
    });
    const plans: string[] = [];
    for (const query of queries) {
      const { rows } = await inner.executeQuery<{ 'QUERY PLAN': string }>({
        ...query,
        sql: `explain ${query.sql}`,
      });
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
}

/**
 * The tables that these statements would read from end to end, if they were too large for that. An
 * index with a condition of its own holds few rows, and may be read whole.
 */
export async function tablesReadWhole(pool: pg.Pool, statements: Sent[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where indpred is not null',
    );
    const partial = new Set(rows.map(({ name }) => name));
    const scanned = (plan: Plan): string[] => [
      ...(readsAll(plan, partial) ? [plan['Relation Name']!] : []),
      ...(plan.Plans ?? []).flatMap(scanned),
    ];
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const found: string[] = [];
    for (const { text, values } of statements) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
      const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${text}`,
        values,
      );
      const tables = scanned(explained.rows[0]!['QUERY PLAN'][0].Plan);
      found.push(...tables.map((table) => `${table}: ${text.replace(/\s+/g, ' ')}`));
    }
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const readsAll = (plan: Plan, partial: ReadonlySet<string>) =>
  plan['Relation Name'] !== undefined &&
  plan['Index Cond'] === undefined &&
  plan['Recheck Cond'] === undefined &&
  !partial.has(plan['Index Name'] ?? '') &&
  /Scan/.test(plan['Node Type']);
