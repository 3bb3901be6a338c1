import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { writeBehind } from '../../../platform/write-behind.ts';
import * as proof from '../../delivery-receipts/service.ts';
import { type CountEvent, type CountKind, countAll } from './counting-store.ts';
import type { View } from './tokens.ts';

export interface Counter {
  /** Queues a view or click, counted once however often it is reported; written within a second. */
  count(kind: CountKind, view: View, now: Date): void;
  /** Writes the queue. Rejects if that fails; the queue is kept and retried. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  stop(): Promise<void>;
}

/** Maximum rows per statement. */
const BATCH_SIZE = 10_000;
/** Per kind; about ten minutes of peak load. */
const MAX_QUEUED = 250_000;

/** Returns a counter that queues in memory and writes once a second. */
export function counter({ db, log }: { db: Database; log: Logger }): Counter {
  const waiting = (kind: CountKind, name: string) =>
    writeBehind<CountEvent>({
      batchSize: BATCH_SIZE,
      maxQueued: MAX_QUEUED,
      log,
      name,
      async write(events) {
        await countAll(db, kind, events);
        if (kind === 'click') return;
        const seen = events.map(({ bannerId, websiteId, at }) => ({
          itemId: bannerId,
          websiteId,
          at,
        }));
        await proof.seen(
          db,
          seen.map((one) => ({ kind: 'banner', ...one })),
        );
      },
    });
  const kinds = { view: waiting('view', 'views'), click: waiting('click', 'clicks') };
  return {
    count(kind, { viewId, bannerId, websiteId }, now) {
      kinds[kind].add(viewId.toString('latin1'), {
        viewId,
        bannerId,
        websiteId,
        at: now,
        day: localDate(now),
      });
    },
    async flush() {
      await kinds.view.flush();
      await kinds.click.flush();
    },
    async stop() {
      await kinds.view.stop();
      await kinds.click.stop();
    },
  };
}
