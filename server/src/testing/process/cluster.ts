/**
 * Vitest global set-up: a PostgreSQL cluster with a migrated template that each test file copies.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../app/build.ts';
import { migrate } from '../../platform/migrate.ts';
import { type Cluster, runningCluster, startCluster } from '../../platform/postgres.ts';
import { DEEP } from './deep.ts';
import { temporaryBase } from './temporary-base.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the cluster's `postgres` database, and the database that tests copy. */
    cluster: { admin: string; template: string };
  }
}

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache');
/** Kept up by `npm run test:db`. */
const STANDING = join(CACHE, 'samtrot-test-db');
const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Processes that tests start would strip and compile the same sources again.
  process.env.NODE_COMPILE_CACHE ??= join(CACHE, 'compiled');
  const building = buildIfStale('server');
  building.catch(() => {});
  const folder = mkdtempSync(join(temporaryBase(), 'samtrot-test-'));
  // What a test has started may still write its last file.
  const remove = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  if (!process.env.TMPDIR) process.env.TMPDIR = temporaryFolder(folder);
  // Interrupted, the run ends without its tear-down; the server would outlive its folder.
  process.once('exit', () => {
    endServer(folder);
    remove();
  });
  const standing = await runningCluster(STANDING);
  if (standing) {
    await building;
    project.provide('cluster', await withTemplate(standing));
    return async () => remove();
  }
  const cluster = await startTestCluster(folder);
  await building;
  project.provide('cluster', await withTemplate(cluster.url));
  return async () => {
    await cluster.stop();
    remove();
  };
}

/** Where tests put their files: a disk takes milliseconds for each that is written for good. */
function temporaryFolder(folder: string): string {
  // Databases of tests are inside, which run as another user.
  chmodSync(folder, 0o755);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  return temporary;
}

/** Ends a database server at once, if one still runs on the folder. */
function endServer(folder: string): void {
  try {
    const file = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(file, 10), 'SIGQUIT');
  } catch {
    // It has ended.
  }
}

/**
 * Without fsync: durability is the question of tests that start a server with a cluster of its own.
 */
async function startTestCluster(folder: string): Promise<Cluster> {
  const cluster = await startCluster(folder, { durable: false, maxConnections: 200 });
  await spareWork(cluster.url);
  return cluster;
}

/**
 * Stores the password again with one round of its hash: 4096 were half of what a connection costs.
 * Outside the deep run a prepared statement is planned once, not for each of its first five
 * executions; the connections of a test live for no more.
 */
async function spareWork(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(
      `alter role current_user password ${pg.escapeLiteral(client.password ?? '')}`,
    );
    if (!DEEP)
      await client.query('alter role current_user set plan_cache_mode = force_generic_plan');
  } finally {
    await client.end();
  }
}

/**
 * Migrates the template unless it is there already; another state of the migrations has another
 * one.
 */
async function withTemplate(url: string) {
  const admin = url.replace(/\/samtrot$/, '/postgres');
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) await client.query(`create database ${template}`);
  } finally {
    await client.end();
  }
  await migrate(admin.replace(/\/postgres$/, `/${template}`));
  return { admin, template };
}

/** `npm run test:db`: keeps the cluster up, so that a test file run again does not wait for one. */
async function keepStanding(): Promise<void> {
  const cluster = await startTestCluster(STANDING);
  const { admin } = await withTemplate(cluster.url);
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const left = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'test\\_%'",
  );
  for (const { datname } of left.rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
  console.log('The database of the tests stands. Ctrl-C ends it.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop());
}

if (import.meta.main) await keepStanding();
