import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { writeBehind } from '../../../platform/write-behind.ts';
import * as proof from '../../delivery-receipts/service.ts';
import { type CountEvent, type CountKind, countAll } from './counting-store.ts';
import type { View } from './tokens.ts';

export interface Counter {
  /** Counts this view as seen or clicked, once, whoever tells it how often. Written down within a second. */
  count(kind: CountKind, view: View, now: Date): void;
  /** Writes down what was counted. Rejects when it could not; then it is tried again. */
  flush(): Promise<void>;
  /** Writes down the rest. */
  stop(): Promise<void>;
}

/** In one statement. */
const PORTION = 10_000;
/** Of each kind, about ten minutes of a busy time. */
const MOST = 250_000;

/** Counts in memory and writes once a second, so that a view costs no statement. */
export function counter({ db, log }: { db: Database; log: Logger }): Counter {
  const waiting = (kind: CountKind, name: string) =>
    writeBehind<CountEvent>({
      ...{ portion: PORTION, maxQueued: MOST, log, name },
      async write(events) {
        await countAll(db, kind, events);
        if (kind === 'click') return;
        const seen = events.map(({ bannerId, websiteId, at }) => ({ itemId: bannerId, websiteId, at }));
        await proof.seen(
          db,
          seen.map((one) => ({ kind: 'banner', ...one })),
        );
      },
    });
  const kinds = { view: waiting('view', 'views'), click: waiting('click', 'clicks') };
  return {
    count(kind, { viewId, bannerId, websiteId }, now) {
      kinds[kind].add(viewId.toString('latin1'), { viewId, bannerId, websiteId, at: now, day: localDate(now) });
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
