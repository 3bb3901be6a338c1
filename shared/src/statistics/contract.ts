import * as z from 'zod/mini';
import { PLACED_KINDS } from '../delivery-receipts/rules.ts';
import { action } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';
import { EFFECT_KINDS, STATISTICS_DAYS } from './rules.ts';

const counts = {
  views: z.int(),
  phone: z.int(),
  whatsapp: z.int(),
  sms: z.int(),
  homepage: z.int(),
  /** Of banners; the others have their contacts. */
  clicks: z.int(),
};
export const Counts = z.object(counts);
export type Counts = z.infer<typeof Counts>;

export const DayCounts = z.object({ day: z.iso.date(), website_id: z.int(), ...counts });
export type DayCounts = z.infer<typeof DayCounts>;

/** What an extra did, measured against the hours of the same ad without any. */
export const Effect = z.object({
  kind: z.enum(EFFECT_KINDS),
  from: z.iso.datetime(),
  /** Null while it lasts. */
  until: z.nullable(z.iso.datetime()),
  /** Views for each hour it was online with the extra. */
  views_per_hour: z.number(),
  /** Views for each of the ad's own hours without; null where they are too few to compare. */
  usual_per_hour: z.nullable(z.number()),
  /** The one divided by the other; null where they cannot be compared. */
  factor: z.nullable(z.number()),
});
export type Effect = z.infer<typeof Effect>;

export const getStatistics = action({
  name: 'getStatistics',
  method: 'GET',
  audience: 'user',
  summary:
    'Views and contacts of an ad, a club or a banner by day and website, and what extras did to them.',
  input: z.object({
    ...withUser,
    kind: z.enum(PLACED_KINDS),
    id,
    /** Days up to today; 30 by default. */
    days: z._default(
      z.optional(
        z.pipe(
          z.union([z.int(), z.string().check(z.regex(/^\d{1,3}$/))]),
          z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(STATISTICS_DAYS.max))),
        ),
      ),
      STATISTICS_DAYS.default,
    ),
  }),
  output: z.object({
    kind: z.enum(PLACED_KINDS),
    id: z.int(),
    title: z.string(),
    /** First and last Swiss date of the answer. */
    from: z.iso.date(),
    to: z.iso.date(),
    websites: z.array(z.object({ id: z.int(), name: z.string() })),
    /** Only days with something in them, oldest first. */
    days: z.array(DayCounts),
    total: Counts,
    /** Of ads only, newest first. */
    effects: z.array(Effect),
  }),
  errors: ['INSERAT_NOT_FOUND', 'CLUB_NOT_FOUND', 'BANNER_NOT_FOUND'],
});
