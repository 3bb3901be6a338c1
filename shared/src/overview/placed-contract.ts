import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';

const moment = z.nullable(z.iso.datetime());

/** A website that may show the ad. */
const PlacedOn = z.object({
  id: z.int(),
  name: z.string(),
  /** Of the ad itself there, or of the website where it names no such address. */
  url: z.string(),
  /** Seconds from its publication to its first fetch; null before. */
  arrived_after: z.nullable(z.int()),
  /** Every picture of the ad is rated above what this website shows. */
  without_pictures: z.boolean(),
});
export type PlacedOn = z.infer<typeof PlacedOn>;

export const getPlaced = action({
  name: 'get_placed',
  method: 'GET',
  audience: 'user',
  passive: true,
  summary:
    'What became of an ad of the caller since it was placed: its price, on which websites it has arrived, and until when it can be withdrawn. A page polls it for a minute.',
  limits: [{ per: 'account', attempts: 120, seconds: 60 }],
  input: z.object({ ...withUser, inserat_id: id }),
  output: z.object({
    inserat_id: z.int(),
    /** Whether visitors may see it now. */
    online: z.boolean(),
    /** Credits charged when it was placed. */
    cost: z.int(),
    /** Null where it cannot be withdrawn. */
    withdraw_until: moment,
    /** Whether a suggestion may be shown (EXP-25). */
    suggests: z.boolean(),
    /** Empty unless it is online. */
    websites: z.array(PlacedOn),
  }),
  errors: ['INSERAT_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});

export const hideSuggestions = action({
  name: 'hide_suggestions',
  method: 'POST',
  audience: 'user',
  summary: 'No suggestions after placing an ad for 30 days.',
  input: z.object({ ...withUser }),
  output: z.object({ message: z.string() }),
  errors: [],
});
