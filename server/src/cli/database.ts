import { join } from 'node:path';
import type { Config } from '../app/config.ts';
import { lockDataFolder } from '../app/lock.ts';
import { configureProcess } from '../app/process.ts';
import type { Clock } from '../platform/clock.ts';
import { dataKeys } from '../platform/data-key.ts';
import { connect } from '../platform/db.ts';
import { migrate } from '../platform/migrate.ts';
import { runningCluster, startCluster } from '../platform/postgres.ts';
import type { Session } from './command.ts';

const TIMEOUT_MS = 30_000;

interface Options {
  config: Config;
  clock: Clock;
  progress(line: string): void;
}

/** Runs the work on the database of this installation, whether or not the server is up. */
export async function withSession<T>(
  { config, clock, progress }: Options,
  work: (session: Session) => Promise<T>,
) {
  configureProcess(config);
  const database = await findDatabase(config);
  try {
    await migrate(database.url, dataKeys(config.dataKeys));
    const { db } = connect(database.url, { max: 2 });
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
  } finally {
    await database.release();
  }
}

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
