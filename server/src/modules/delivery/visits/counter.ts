import { createHmac } from 'node:crypto';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { VisitKind } from '@samtrot/shared/statistics/rules.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { writeBehind } from '../../../platform/write-behind.ts';
import * as statistics from '../../statistics/service.ts';
import { daySecrets } from './day-secret.ts';

interface VisitReport {
  kind: statistics.VisitedKind;
  itemId: number;
  websiteId: number;
  visit: VisitKind;
  /** The website's identifier of its visitor; discarded once the fingerprint is computed. */
  visitor: string;
}

export interface VisitCounter {
  /** Counts a visit unless the visitor repeated it within 30 minutes; written within a second. */
  count(report: VisitReport, now: Date): Promise<void>;
  /** Writes the queue. Rejects if that fails; the queue is kept and retried. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  stop(): Promise<void>;
}

/** Rows per transaction, which locks their ads for about 100 ms. */
const BATCH_SIZE = 1_000;
const MAX_QUEUED = 250_000;

export function visitCounter({
  db,
  log,
  onSeen,
}: {
  db: Database;
  log: Logger;
  onSeen: statistics.OnSeen;
}): VisitCounter {
  const secretOf = daySecrets(db);
  const queue = writeBehind<statistics.Visit>({
    batchSize: BATCH_SIZE,
    maxQueued: MAX_QUEUED,
    log,
    name: 'visits',
    write: (visits) => statistics.record(db, visits, onSeen),
  });
  return {
    async count({ visitor, ...visit }, now) {
      const day = localDate(now);
      const { websiteId, kind, itemId, visit: what } = visit;
      const fingerprint = createHmac('sha256', await secretOf(day))
        .update(JSON.stringify([websiteId, visitor, what, kind, itemId]))
        .digest();
      queue.add(fingerprint.toString('latin1'), { ...visit, fingerprint, at: now, day });
    },
    flush: queue.flush,
    stop: queue.stop,
  };
}
