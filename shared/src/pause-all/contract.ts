import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { withUser } from '../kernel/fields.ts';

const amount = { inserate: z.int(), banners: z.int(), clubs: z.int() };

/** What one website has taken note of. */
export const Receipt = z.object({
  website_id: z.int(),
  name: z.string(),
  /**
   * What it had of the account when the switch was thrown, and how much of it it knows to be gone.
   */
  items: z.int(),
  confirmed: z.int(),
  /** When it took note of the last of them; null while some are open. */
  confirmed_at: z.nullable(z.iso.datetime()),
  /** Seconds from the switch to that moment. */
  seconds: z.nullable(z.number()),
});
export type Receipt = z.infer<typeof Receipt>;

const run = z.object({
  begun_at: z.iso.datetime(),
  /** Null while it lasts. */
  ended_at: z.nullable(z.iso.datetime()),
  ...amount,
  websites: z.array(Receipt),
});
export type OfflineRun = z.infer<typeof run>;

/** The switch as it stands, and the last time it was used. */
const answer = { offline: z.boolean(), run: z.nullable(run) };

export const getOffline = action({
  name: 'getOffline',
  method: 'GET',
  audience: 'user',
  summary: 'Whether the account is off all websites, with a receipt for each website.',
  input: z.object({ ...withUser }),
  output: z.object(answer),
  errors: [],
});

export const goOffline = action({
  name: 'goOffline',
  method: 'POST',
  audience: 'user',
  summary:
    'Takes everything of the account off all websites at once. Off already: nothing more happens.',
  input: z.object({ ...withUser }),
  output: z.object({ ...answer, message: z.string() }),
  errors: [],
});

export const goOnline = action({
  name: 'goOnline',
  method: 'POST',
  audience: 'user',
  limits: [{ per: 'account', attempts: 20, seconds: 60 }],
  summary:
    'Brings back what the switch took down and may still run, and says what could not come back.',
  input: z.object({ ...withUser }),
  output: z.object({
    ...answer,
    message: z.string(),
    /** What did not come back and why, in words. */
    left: z.array(z.object({ title: z.string(), reason: z.string() })),
  }),
  errors: ['TOO_MANY_ATTEMPTS'],
});
