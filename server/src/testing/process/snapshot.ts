import type { World } from '../world/world.ts';

/** Counts of attempts change with every attempt; they are no state of anything. */
const UNCOUNTED = ['rate_limit'];

/** Written once, so that each connection plans it once. */
const statements = new Map<string, string>();

async function statementFor({ pool }: World, except: readonly string[]): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> all($1) order by 1`,
    [[...UNCOUNTED, ...except]],
  );
  return tables
    .map(
      // Each write of a row leaves the number of its transaction, each removal one row less.
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as print from ${name}`,
    )
    .join(' union all ');
}

/**
 * A fingerprint of every table, so that a test can say that nothing was written, whatever it might
 * have been.
 */
export async function snapshot(
  world: World,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const name = ['snapshot', ...except].join(' ');
  const text = statements.get(name) ?? (await statementFor(world, except));
  statements.set(name, text);
  const { rows } = await world.pool.query<{ name: string; print: string }>({ name, text });
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
