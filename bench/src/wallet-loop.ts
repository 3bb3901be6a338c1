/** Process: the ledger's code without HTTP. */
import { randomUUID } from 'node:crypto';
import * as wallet from '../../server/src/modules/wallet/service.ts';
import { connect } from '../../server/src/platform/db.ts';
import { serveJobs } from './child.ts';
import { percentile, type Rate } from './measure.ts';

export interface SpendJob {
  url: string;
  accounts: number[];
  connections: number;
  seconds: number;
}

serveJobs<SpendJob, Rate>(async ({ url, accounts, connections, seconds }) => {
  const { db } = connect(url, { max: connections });
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      for (let turn = index; performance.now() < end; turn += connections) {
        const start = performance.now();
        const booking = {
          userId: accounts[turn % accounts.length]!,
          amount: 1,
          cause: `bench:${randomUUID()}`,
          description: 'Messung',
        };
        await db
          .transaction()
          .execute((sql) => wallet.spend({ db: sql, now: new Date() }, booking));
        times.push(performance.now() - start);
      }
    }),
  );
  const elapsed = (performance.now() - begin) / 1000;
  await db.destroy();
  return { perSecond: times.length / elapsed, p99Ms: percentile(times, 0.99) };
});
