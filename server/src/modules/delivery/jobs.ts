import { HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { Task } from '../../platform/worker.ts';
import { forgetOld } from './banner-serving/counting-store.ts';
import { COUNTS_FOR_MS } from './banner-serving/tokens.ts';
import { rebuildDictionary } from './search/spelling.ts';

/** Forgets which views were counted once they can no longer be told again, and with each day whom an overlay was shown. */
export const forgetTask: Task = {
  name: 'delivery/forget',
  everyMs: 60_000,
  // An hour later than they count, because what was told in time may be written down a moment later.
  run: ({ db, now }) => forgetOld(db, new Date(now.getTime() - COUNTS_FOR_MS - HOUR_MS), localDate(now)),
};

/** Keeps the words by which a text search guesses what was meant. */
export const wordsTask: Task = {
  name: 'delivery/words',
  everyMs: 10 * 60_000,
  async run({ db }) {
    await rebuildDictionary(db);
    // Not how many: whatever came meanwhile waits for the next time.
    return 0;
  },
};
