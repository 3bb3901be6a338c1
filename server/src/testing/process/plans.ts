import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Sql } from '../../platform/db.ts';
import type { DB } from '../../platform/schema.generated.ts';

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
