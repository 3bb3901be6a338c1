import type { World } from '../world/world.ts';

/** Counts of attempts change with every attempt; they are no state of anything. */
const UNCOUNTED = ['rate_limit'];

/**
 * A fingerprint of every table, so that a test can say that nothing changed, whatever it might have
 * been.
 */
export async function snapshot(
  world: World,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> all($1) order by 1`,
    [[...UNCOUNTED, ...except]],
  );
  const parts = tables.map(
    ({ name }) =>
      // A sum knows no order, so that nothing needs sorting.
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from ${name} t`,
  );
  const { rows } = await world.pool.query<{ name: string; print: string }>(
    parts.join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
