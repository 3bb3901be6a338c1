/**
 * Joins reads that do not wait for each other into one statement, and changes of different tables
 * into another, to spare ways to the database: `state` has 6 instead of 25, a log-in 6 instead of
 * 14 (decisions 157 and 163). What is asked in one turn of the event loop goes together.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Sql } from './db.ts';
import { columnsOf } from './prepared-statements.ts';
import type { DB } from './schema.generated.ts';

interface Waiting {
  query: CompiledQuery;
  done(result: QueryResult<never>): void;
  fail(error: unknown): void;
}

/** What a function of PostgreSQL takes. */
const MOST_COLUMNS = 100;
// By their texts, because built and written statements go alike. What no form fits goes alone, as
// it would without this file: that costs a way to the database and loses nothing.
const READS = /^\s*(select|with)\b/i;
const DOES_MORE = /\b(insert into|update|delete from|for share|for key share)\b/i;
/** A change of one table that returns nothing. */
const CHANGES = /^\s*(?:insert into|update|delete from)\s+("?\w+"?)/i;
const RETURNS = /\breturning\b/i;

const gathering = new WeakSet<Sql>();

/**
 * The transaction, for statements that are started at once and awaited later. No change sees what
 * another of the same turn does.
 */
export function together(db: Sql): Sql {
  if (gathering.has(db)) return db;
  let waiting: Waiting[] = [];

  const flush = async () => {
    const all = waiting;
    waiting = [];
    try {
      const reads = severalOf(all.filter(({ query }) => canJoin(query)));
      const changes = severalOf(ofDifferentTables(all));
      if (reads.length > 0) await sendJoined(db, reads);
      if (changes.length > 0) await sendChanges(db, changes);
      const joined = new Set([...reads, ...changes]);
      for (const { query, done, fail } of all.filter((one) => !joined.has(one)))
        await db.executeQuery(query).then(done as (result: QueryResult<unknown>) => void, fail);
    } catch (error) {
      // Nobody awaits `flush`: whoever still waits would wait for ever.
      for (const { fail } of all) fail(error);
    }
  };
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      new Promise<QueryResult<Row>>((done, fail) => {
        const one = { query, done: done as Waiting['done'], fail };
        if (waiting.push(one) === 1) setImmediate(() => void flush());
      }),
    streamQuery() {
      throw new Error('a read that is sent with others is no stream');
    },
  };
  const nothing = async () => {};
  const refuse = async () => {
    throw new Error('the transaction is the one of the call');
  };
  const gathered = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        destroy: nothing,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
      }),
    },
  }) as Sql;
  gathering.add(gathered);
  return gathered;
}

/** Waits for all, also when one fails: none may go on when the transaction is over. */
export async function allOf<Work extends readonly unknown[]>(
  work: readonly [...Work],
): Promise<{ -readonly [Each in keyof Work]: Awaited<Work[Each]> }> {
  const settled = await Promise.allSettled(work);
  const values = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return values as { -readonly [Each in keyof Work]: Awaited<Work[Each]> };
}

const severalOf = (some: Waiting[]) => (some.length > 1 ? some : []);

/** Changes that may go together: of two of one table PostgreSQL might lose one. */
function ofDifferentTables(all: Waiting[]): Waiting[] {
  const tables = new Set<string>();
  return all.filter(({ query: { sql } }) => {
    const table = RETURNS.test(sql) ? undefined : CHANGES.exec(sql)?.[1]?.replaceAll('"', '');
    if (table === undefined || tables.has(table)) return false;
    tables.add(table);
    return true;
  });
}

/** Whether its columns are known, from when it was sent alone. */
function canJoin({ sql }: CompiledQuery): boolean {
  const columns = columnsOf(sql);
  return (
    columns !== undefined &&
    columns.length > 0 &&
    columns.length <= MOST_COLUMNS &&
    new Set(columns.map(({ name }) => name)).size === columns.length &&
    READS.test(sql) &&
    !DOES_MORE.test(sql)
  );
}

/** Texts as one, with what reads the rows of each. */
interface Joined {
  text: string;
  readers: ((rows: (string | null)[][]) => object[])[];
}

const MOST_JOINED = 100;
const known = new Map<string, Joined>();

/** Each value comes as the text that it has on the wire, and is read in the same way. */
async function sendJoined(db: Sql, waiting: Waiting[]): Promise<void> {
  const queries = new Map<string, CompiledQuery>();
  const keys = waiting.map(({ query }) => {
    const key = JSON.stringify([query.sql, query.parameters]);
    queries.set(key, query);
    return key;
  });
  const places = new Map([...queries.keys()].map((key, at) => [key, at]));
  const all = [...queries.values()];
  const { text, readers } = join(all);
  const { rows } = await db.executeQuery<Record<string, (string | null)[][] | null>>(
    CompiledQuery.raw(
      text,
      all.flatMap(({ parameters }) => parameters),
    ),
  );
  for (const [index, { done }] of waiting.entries()) {
    const at = places.get(keys[index]!)!;
    done({ rows: readers[at]!(rows[0]![`p${at}`] ?? []) as never[] });
  }
}

/** Each says how many rows it changed. */
async function sendChanges(db: Sql, waiting: Waiting[]): Promise<void> {
  const queries = waiting.map(({ query }) => query);
  const { rows } = await db.executeQuery<Record<string, number>>(
    CompiledQuery.raw(
      changesText(queries),
      queries.flatMap(({ parameters }) => parameters),
    ),
  );
  for (const [at, { done }] of waiting.entries())
    done({ rows: [], numAffectedRows: BigInt(rows[0]![`n${at}`]!) });
}

const knownChanges = new Map<string, string>();

function changesText(queries: readonly CompiledQuery[]): string {
  const key = queries.map(({ sql }) => sql).join(';');
  const before = knownChanges.get(key);
  if (before !== undefined) return before;
  let offset = 0;
  const parts = queries.map(({ sql, parameters }, at) => {
    const own = renumbered(sql, offset);
    offset += parameters.length;
    return `c${at} as (${own} returning 1)`;
  });
  const counts = queries.map((_, at) => `(select count(*) from c${at}) as n${at}`);
  const text = `with ${parts.join(', ')} select ${counts.join(', ')}`;
  if (knownChanges.size >= MOST_JOINED) knownChanges.clear();
  knownChanges.set(key, text);
  return text;
}

const renumbered = (sql: string, offset: number) =>
  sql.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + offset}`);

function join(queries: readonly CompiledQuery[]): Joined {
  const key = queries.map(({ sql }) => sql).join(';');
  const before = known.get(key);
  if (before) return before;
  let offset = 0;
  const parts = queries.map(({ sql, parameters }, at) => {
    const own = renumbered(sql, offset);
    offset += parameters.length;
    const columns = columnsOf(sql)!.map(({ name }) => `q."${name.replaceAll('"', '""')}"::text`);
    return `(select json_agg(json_build_array(${columns.join(', ')})) from (${own}) q) as p${at}`;
  });
  const joined = {
    text: `select ${parts.join(', ')}`,
    readers: queries.map(({ sql }) => readerOf(sql)),
  };
  if (known.size >= MOST_JOINED) known.clear();
  known.set(key, joined);
  return joined;
}

function readerOf(sql: string) {
  const columns = columnsOf(sql)!.map(({ name, dataTypeID }) => ({
    name,
    read: pg.types.getTypeParser(dataTypeID, 'text'),
  }));
  return (rows: (string | null)[][]): object[] =>
    rows.map((row) => {
      const values = columns.map(({ name, read }, at) => {
        const text = row[at]!;
        return [name, text === null ? null : read(text)] as const;
      });
      return Object.fromEntries(values);
    });
}
