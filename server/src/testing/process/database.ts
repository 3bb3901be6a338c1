import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { dataKeys } from '../../platform/data-key.ts';
import { connect } from '../../platform/db.ts';
import { setDataKeys } from '../../platform/encryption.ts';
import { DATA_KEY } from './data-key.ts';

/** The product gives up after seconds, which a machine under load may stall. */
const PATIENT = {
  connectionTimeoutMillis: 60_000,
  statement_timeout: 120_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 120_000,
};

/**
 * A database of its own for this test file: a copy of the migrated template. Dispose it after the
 * tests.
 */
export async function testDatabase() {
  setDataKeys(dataKeys([DATA_KEY]));
  const { admin, template } = inject('cluster');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await copyTemplate(admin, template, name);
  const url = admin.replace(/\/postgres$/, `/${name}`);
  const { db, pool } = connect(url, { max: 24, timeouts: PATIENT });
  return {
    url,
    db,
    pool,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await administer(admin, `drop database ${name} with (force)`);
    },
  };
}
export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

/** A database without any table, for the time before the first migration. */
export async function emptyDatabase() {
  const { admin } = inject('cluster');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(admin, `create database ${name}`);
  const url = admin.replace(/\/postgres$/, `/${name}`);
  return {
    url,
    async tables(): Promise<number> {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query(
        "select count(*)::int as n from pg_tables where schemaname = 'public'",
      );
      await client.end();
      return rows[0].n;
    },
    [Symbol.asyncDispose]: () => administer(admin, `drop database ${name} with (force)`),
  };
}

const IN_USE = '55006';

/** A connection to the template, such as an autovacuum, prevents copying it for a moment. */
async function copyTemplate(
  admin: string,
  template: string,
  name: string,
  tries = 5,
): Promise<void> {
  try {
    // Copying files is three times as fast as writing each page to the log.
    await administer(admin, `create database ${name} template ${template} strategy file_copy`);
  } catch (error) {
    if (tries <= 1 || (error as { code?: string }).code !== IN_USE) throw error;
    await copyTemplate(admin, template, name, tries - 1);
  }
}

let administrator: Promise<pg.Client> | undefined;

/**
 * One connection for all databases of a worker's files: two of its own for each cost as much as the
 * copy.
 */
async function administer(admin: string, statement: string): Promise<void> {
  administrator ??= connectAdministrator(admin).catch((error: unknown) => {
    administrator = undefined;
    throw error;
  });
  await (await administrator).query(statement);
}

async function connectAdministrator(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // The next database gets another one.
  client.once('error', () => {
    administrator = undefined;
  });
  await client.connect();
  // It does not keep a worker alive that has finished; the types of `pg` lack it.
  (client as unknown as { unref(): void }).unref();
  return client;
}
