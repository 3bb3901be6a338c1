import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../platform/db.ts';

/** A database of its own for this test file: a copy of the migrated template. Dispose it after the tests. */
export async function testDatabase() {
  const server = inject('databaseServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await copyTemplate(server, name);
  const url = server.replace(/\/samtrot$/, `/${name}`);
  const { db, pool } = connect(url, { max: 24 });
  return {
    url,
    db,
    pool,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}
export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

const IN_USE = '55006';

/** Somebody who looks after the template, such as the vacuum of a busy machine, keeps it from being copied for a moment. */
async function copyTemplate(server: string, name: string, tries = 5): Promise<void> {
  try {
    await administer(server, `create database ${name} template samtrot strategy file_copy`);
  } catch (error) {
    if (tries <= 1 || (error as { code?: string }).code !== IN_USE) throw error;
    await copyTemplate(server, name, tries - 1);
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.replace(/\/samtrot$/, '/postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
