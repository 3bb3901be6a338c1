import { createHmac } from 'node:crypto';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { VisitKind } from '@samtrot/shared/statistics/rules.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { writeBehind } from '../../../platform/write-behind.ts';
import * as statistics from '../../statistics/service.ts';
import { daySecrets } from './day-secret.ts';

interface Told {
  kind: statistics.VisitedKind;
  itemId: number;
  websiteId: number;
  visit: VisitKind;
  /** Whatever the website calls its visitor on this day; forgotten as soon as its fingerprint is made. */
  visitor: string;
}

export interface VisitCounter {
  /** Counts a visit, unless the same visitor did the same within half an hour. Written down within a second. */
  count(told: Told, now: Date): Promise<void>;
  /** Writes down what was counted. Rejects when it could not; then it is tried again. */
  flush(): Promise<void>;
  /** Writes down the rest. */
  stop(): Promise<void>;
}

/** In one transaction, which holds their ads for about a tenth of a second. */
const PORTION = 1_000;
const MOST = 250_000;

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
  const waiting = writeBehind<statistics.Visit>({
    ...{ portion: PORTION, maxQueued: MOST, log, name: 'visits' },
    write: (visits) => statistics.record(db, visits, onSeen),
  });
  return {
    async count({ visitor, ...visit }, now) {
      const day = localDate(now);
      const { websiteId, kind, itemId, visit: what } = visit;
      const fingerprint = createHmac('sha256', await secretOf(day))
        .update(JSON.stringify([websiteId, visitor, what, kind, itemId]))
        .digest();
      waiting.add(fingerprint.toString('latin1'), { ...visit, fingerprint, at: now, day });
    },
    flush: waiting.flush,
    stop: waiting.stop,
  };
}
