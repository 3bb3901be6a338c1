import { HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { BANNER_EVENT_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import type { Task } from '../../platform/worker.ts';
import { purgeExpired } from './banner-serving/counting-store.ts';
import { rebuildDictionary } from './search/spelling.ts';

/** Purges counted events after their tokens have expired, and each day's overlay data. */
export const purgeEventsTask: Task = {
  name: 'delivery/purge',
  everyMs: 60_000,
  // One hour longer than a token's validity: a view may be written after it was received.
  run: ({ db, now }) =>
    purgeExpired(db, new Date(now.getTime() - BANNER_EVENT_HOURS * HOUR_MS), localDate(now)),
};

/** Rebuilds the spelling dictionary of the search. */
export const dictionaryTask: Task = {
  name: 'delivery/dictionary',
  everyMs: 10 * 60_000,
  async run({ db }) {
    await rebuildDictionary(db);
    // Zero, because a positive count would run it again at once.
    return 0;
  },
};
