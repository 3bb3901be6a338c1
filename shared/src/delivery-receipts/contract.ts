import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';
import { PLACED_KINDS, WEBSITE_STEPS } from './rules.ts';

const moment = z.nullable(z.iso.datetime());

/** What has become of it on one website. Times are null while it has not happened. */
export const WebsiteDelivery = z.object({
  id: z.int(),
  name: z.string(),
  /** Of the thing itself there, or of the website where it names no such address. */
  url: z.string(),
  /** Whether it shows this at all, by what it accepts. */
  accepted: z.boolean(),
  step: z.enum(WEBSITE_STEPS),
  /** Since when the website may fetch it. */
  queued_at: moment,
  /** When the website took the message that it is there; null where it takes no messages. */
  told_at: moment,
  /** First fetched since it last came online, and last. */
  delivered_at: moment,
  last_delivered_at: moment,
  /** First and last view by a visitor there. */
  seen_at: moment,
  last_seen_at: moment,
  views: z.int(),
  /** When the website took note that it is gone, and how. */
  gone_at: moment,
  gone_by: z.nullable(z.enum(['webhook', 'since', 'asked', 'live'])),
  /** Swiss dates of its run, the last 90 at most, without a request of the website. */
  missed_days: z.array(z.iso.date()),
});
export type WebsiteDelivery = z.infer<typeof WebsiteDelivery>;

export const getDelivery = action({
  name: 'getDelivery',
  method: 'GET',
  audience: 'user',
  summary: 'What has become of an ad, a club or a banner on each partner website.',
  input: z.object({ ...withUser, kind: z.enum(PLACED_KINDS), id }),
  output: z.object({
    kind: z.enum(PLACED_KINDS),
    id: z.int(),
    title: z.string(),
    /** Whether visitors may see it now. */
    online: z.boolean(),
    /** Since when it is online, or was last. */
    online_since: moment,
    /** When it last went off; null while it is online or never was. */
    ended_at: moment,
    websites: z.array(WebsiteDelivery),
  }),
  errors: ['INSERAT_NOT_FOUND', 'CLUB_NOT_FOUND', 'BANNER_NOT_FOUND'],
});
