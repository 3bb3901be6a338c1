import pg from 'pg';

/**
 * Drops the databases of worlds that a mutant kept from their end: nobody used them at the look
 * before (`idleBefore`) either. Returns those that are unused now.
 */
export async function dropAbandoned(
  url: string,
  idleBefore: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  await using admin = Object.assign(new pg.Client(url), {
    [Symbol.asyncDispose]: () => admin.end(),
  });
  await admin.connect();
  const { rows } = await admin.query<{ name: string }>(`
    select datname as name from pg_database d
     where datname like 'test\\_%' and not exists (select from pg_stat_activity a where a.datid = d.oid)`);
  for (const { name } of rows)
    if (idleBefore.has(name)) await admin.query(`drop database if exists ${name}`);
  return new Set(rows.map(({ name }) => name));
}
