import { type OperationNode, type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

const touchedBy = (plan: Plan): number => {
  // A subquery hands on what its parts have read.
  const own = /(?<!Subquery) Scan/.test(plan['Node Type'])
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + touchedBy(part), own);
};

/** How many rows and index entries a statement reads when it is carried out. */
export async function rowsTouched(db: Database, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, timing off, format json) ${statement}`.execute(db);
  return touchedBy(rows[0]!['QUERY PLAN'][0].Plan);
}

/** The same of all statements of some work. */
export async function rowsTouchedBy(
  db: Database,
  work: (db: Sql) => Promise<unknown>,
): Promise<number> {
  const asked: OperationNode[] = [];
  const noting = db.withPlugin({
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await noting.transaction().execute(work);
  let touched = 0;
  for (const node of asked)
    touched += await rowsTouched(db, { toOperationNode: () => node } as RawBuilder<unknown>);
  return touched;
}
