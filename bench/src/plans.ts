import pg from 'pg';
import type { Statement } from './sql-loop.ts';

/** Smaller tables are scanned faster than by index. */
const SMALL = 5_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
}

/** Returns the statements that would scan a large table, by EXPLAIN with their values. */
export async function wholeTables(
  url: string,
  statements: Statement[],
): Promise<{ looked: number; whole: string[] }> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c timezone=UTC -c role=samtrot_app',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ relname: string }>(
      `select relname from pg_class where relkind = 'r' and reltuples > ${SMALL}`,
    );
    const large = new Set(rows.map(({ relname }) => relname));
    const planned = statements.filter(({ text }) =>
      /^\s*(select|with|insert|update|delete)\b/i.test(text),
    );
    const whole: string[] = [];
    for (const { text, values } of planned) {
      const { rows: responses } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${text}`,
        values,
      );
      const read = scanned(responses[0]!['QUERY PLAN'][0].Plan).filter((table) => large.has(table));
      if (read.length > 0) whole.push(`all of ${read.join(', ')}: ${text.replace(/\s+/g, ' ')}`);
    }
    return { looked: planned.length, whole };
  } finally {
    await client.end();
  }
}

const scanned = (plan: Plan): string[] => [
  ...(readsAll(plan) ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
];

/** An index scan without a condition reads the whole table, too. */
const readsAll = (plan: Plan) =>
  plan['Node Type'] === 'Seq Scan' ||
  (/^Index( Only)? Scan/.test(plan['Node Type']) &&
    plan['Index Cond'] === undefined &&
    plan.Filter !== undefined);
