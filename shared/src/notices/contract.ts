import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { NOTICE_KINDS } from './rules.ts';

/** Maintenance and notices above every page. */
export const getNotices = action({
  name: 'get_notices',
  method: 'GET',
  audience: 'visitor',
  passive: true,
  summary: 'What every page says at its top at this moment: maintenance, and notices of the house.',
  input: z.object({}),
  output: z.object({
    /** Until when nothing can be changed; null outside maintenance. */
    maintenance: z.nullable(z.object({ until: z.iso.datetime() })),
    /** Oldest first; those for who is logged in only with a session. */
    /** New terms that the caller has not accepted yet (BOF-129). */
    terms: z.nullable(z.object({ number: z.int(), valid_from: z.iso.datetime() })),
    notices: z.array(z.object({ id: z.int(), kind: z.enum(NOTICE_KINDS), text: z.string() })),
  }),
  errors: [],
});
