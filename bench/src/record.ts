import { compose } from '../../server/src/app/compose.ts';
import { readConfig } from '../../server/src/app/config.ts';
import { buildServer } from '../../server/src/app/server.ts';
import { connect } from '../../server/src/platform/db.ts';
import { createLogger } from '../../server/src/platform/log.ts';
import { sentWith } from '../../server/src/testing/process/sent.ts';
import type { HttpRequest } from './http-load.ts';
import type { Rate } from './measure.ts';
import type { Product } from './product.ts';
import type { Statement } from './sql-loop.ts';

export interface Recording {
  statements: Statement[];
  nowMs: number;
  body: Record<string, unknown>;
}

/** The scheduler of ads on this product's data, measured separately. */
export async function clockOf(product: Product) {
  const { app, end } = composed(product, () => new Date());
  const tasks = app.tasks.filter(({ name }) => name.startsWith('publication/'));
  const look = async () => {
    for (const task of tasks) await task.run({ db: app.db, now: new Date() });
    await app.clockLagMs();
  };
  return {
    look,
    /** Runs per second. */
    async looks(): Promise<Rate> {
      const begin = performance.now();
      let done = 0;
      for (; performance.now() < begin + 1000; done++) await look();
      return { perSecond: (done / (performance.now() - begin)) * 1000 };
    },
    end,
  };
}

/** The product's own parts in this process, on its data. */
export function composed(product: Pick<Product, 'databaseUrl' | 'dataDir'>, now: () => Date) {
  const config = readConfig({
    DATABASE_URL: product.databaseUrl,
    DATA_DIR: product.dataDir,
    LIMIT_FACTOR: '1000000',
  });
  const { db, pool } = connect(product.databaseUrl, { max: 2 });
  return {
    app: compose({ config, db, pool, log: createLogger('error'), clock: { now } }),
    end: () => db.destroy(),
  };
}

/** Records the statements of these requests, which the bare loops repeat. */
export async function record(product: Product, requests: HttpRequest[]): Promise<Recording[]> {
  const now = new Date();
  const { app, end } = composed(product, () => now);
  const server = await buildServer(app);
  try {
    const recordings: Recording[] = [];
    for (const { path, method = 'GET', headers, body } of requests) {
      const { sent: statements, result } = await sentWith(async () =>
        server.inject({ url: path, method, headers, payload: body }),
      );
      if (result.statusCode !== 200)
        throw new Error(`${path} answered ${result.statusCode}: ${result.body}`);
      recordings.push({ statements, nowMs: now.getTime(), body: result.json() });
    }
    return recordings;
  } finally {
    await server.close();
    await end();
  }
}
