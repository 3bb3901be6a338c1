import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { type BatchWriter, batchWriter } from '../../../platform/write-behind.ts';
import { addTraffic, TRAFFIC, type TrafficCounts } from './store.ts';

/** Counts what websites ask by Swiss day, in memory; written every ten seconds (BOF-126). */
export interface TrafficCounter extends Pick<BatchWriter, 'flush' | 'stop'> {
  count(what: keyof TrafficCounts, websiteId: number, now: Date): void;
}

const INTERVAL_MS = 10_000;

interface Waiting extends TrafficCounts {
  websiteId: number;
  day: string;
}

export function trafficCounter({ db, log }: { db: Database; log: Logger }): TrafficCounter {
  const waiting = new Map<string, Waiting>();
  const { schedule, flush, stop } = batchWriter({
    log,
    name: 'traffic',
    intervalMs: INTERVAL_MS,
    hasQueued: () => waiting.size > 0,
    async write() {
      if (waiting.size === 0) return;
      // What is counted meanwhile stays for the next time.
      const sent = [...waiting.entries()].map(([key, counts]) => [key, { ...counts }] as const);
      await addTraffic(
        db,
        sent.map(([, counts]) => counts),
      );
      for (const [key, written] of sent) {
        const left = waiting.get(key)!;
        for (const what of TRAFFIC) left[what] -= written[what];
        if (TRAFFIC.every((what) => left[what] === 0)) waiting.delete(key);
      }
    },
  });
  return {
    count(what, websiteId, now) {
      const day = localDate(now);
      const key = `${websiteId} ${day}`;
      let counts = waiting.get(key);
      if (!counts) {
        counts = { websiteId, day, reads: 0, errors: 0, visits: 0, bots: 0 };
        waiting.set(key, counts);
      }
      counts[what]++;
      schedule();
    },
    flush,
    stop,
  };
}
