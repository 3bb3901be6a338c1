import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import pg from 'pg';
import type { Config } from '../app/config.ts';
import { lockDataFolder } from '../app/lock.ts';
import { configureProcess } from '../app/process.ts';
import type { Clock } from '../platform/clock.ts';
import { dataKeys } from '../platform/data-key.ts';
import { connect, isConnectionError } from '../platform/db.ts';
import { assertMigrated, SchemaError } from '../platform/migrate.ts';
import { runningCluster, startCluster } from '../platform/postgres.ts';
import { Refusal, type Session, UsageError } from './command.ts';

const TIMEOUT_MS = 30_000;

interface Options {
  config: Config;
  clock: Clock;
  progress(line: string): void;
  /** Says which database the command speaks to. */
  note(line: string): void;
}

/** Runs the work on the database of this installation, whether or not the server is up. */
export const withSession = <T>(
  { config, clock, progress, note }: Options,
  work: (session: Session) => Promise<T>,
): Promise<T> =>
  withDatabase({ config, note }, async (url) => {
    await assertMigrated(url, dataKeys(config.dataKeys));
    const { db } = connect(url, { max: 2 });
    try {
      return await work({
        config,
        db,
        clock,
        progress,
        actor: { kind: 'cli' },
        transaction: (work) =>
          db
            .transaction()
            .execute((sql) => work({ db: sql, now: clock.now(), actor: { kind: 'cli' } })),
      });
    } finally {
      await db.destroy();
    }
  });

/** The same on a database of any release. */
export async function withDatabase<T>(
  { config, note }: Pick<Options, 'config' | 'note'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  configureProcess(config);
  const database = await findDatabase(config);
  const name = nameOf(database.url, config);
  note(`Datenbank: ${name}`);
  try {
    return await work(database.url);
  } catch (error) {
    if (error instanceof SchemaError) throw refusalOf(error, name);
    throw (await unreachable(error, database.url, name)) ?? error;
  } finally {
    await database.release();
  }
}

/** Says who did not answer: a bucket or a mail server is refused with the codes of a database. */
async function unreachable(error: unknown, url: string, name: string) {
  if (error instanceof AppError && error.code === 'UNAVAILABLE' && error.cause instanceof Error)
    return new Refusal(`Der Speicher der Dateien antwortet nicht: ${error.cause.message}`);
  if (!isConnectionError(error)) return undefined;
  const message = reasonOf(error as Error);
  return error instanceof pg.DatabaseError || !(await answers(url))
    ? new Refusal(`${name} antwortet nicht: ${message}`)
    : new Refusal(`Eine Verbindung kam nicht zustande oder brach ab: ${message}`);
}

/** A name with several addresses fails with a failure for each, and no message of its own. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error.message;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function nameOf(address: string, { databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return dataDir;
  const { host, pathname, searchParams } = new URL(address);
  // A socket is named behind the question mark.
  return `${pathname.slice(1)} auf ${host || searchParams.get('host') || 'diesem Rechner'}`;
}

function refusalOf({ misfit, message }: SchemaError, name: string): Error {
  if (misfit === 'foreign')
    return new UsageError(
      `${name} ist leer oder gehört einem anderen Programm. Nenne mit --env DATEI die Einstellungen des Dienstes; eine neue Datenbank richtet «samtrot migrate» ein.`,
    );
  if (misfit === 'older')
    return new Refusal(`${name} ist älter als dieses Programm: «samtrot migrate» bringt sie nach.`);
  if (misfit === 'newer')
    return new Refusal(`${name} ist neuer als dieses Programm. Nimm die Fassung, die dort läuft.`);
  return new Refusal(message);
}

/** A command never makes a database, not even by mistake (RUN-08). */
export const noDatabaseIn = (folder: string) =>
  `In ${folder} ist keine Datenbank von Samtrot. Nenne mit --env DATEI die Einstellungen des Dienstes, oder seinen Ordner in DATA_DIR.`;

/**
 * The server named by the settings, else that of a running Samtrot, else one of its own for the
 * length of the command. When another process holds the data folder without a database yet, it is
 * starting or stopping, and this waits for it.
 */
async function findDatabase(config: Config): Promise<{ url: string; release(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, release: async () => {} };
  const folder = join(config.dataDir, 'postgres');
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const url = await runningCluster(folder);
    if (url) return { url, release: async () => {} };
    if (!existsSync(join(folder, 'cluster/PG_VERSION'))) {
      // A first start makes it now, under its lock.
      if (existsSync(join(config.dataDir, 'lock')) && Date.now() < deadline) {
        await new Promise((go) => setTimeout(go, 250));
        continue;
      }
      throw new UsageError(noDatabaseIn(config.dataDir));
    }
    const unlock = await lockDataFolder(config.dataDir).catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
    });
    if (!unlock) {
      await new Promise((go) => setTimeout(go, 250));
      continue;
    }
    const cluster = await startCluster(folder, { announce: false }).catch(
      async (error: unknown) => {
        await unlock();
        throw error;
      },
    );
    return {
      url: cluster.url,
      async release() {
        await cluster.stop();
        await unlock();
      },
    };
  }
}
