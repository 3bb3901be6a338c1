import * as z from 'zod/mini';
import { action, namesOf } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';
import { Inserat } from './contract.ts';

const onAd = { ...withUser, inserat_id: id };
/** What the dialog showed as the price; when something else would be charged, it is refused. */
const priced = { ...onAd, expected_total: z.optional(z.int()) };
/**
 * Buys once more although the same was bought within the last seconds; without it that is one press
 * (FIX-07).
 */
const again = z.optional(z.boolean());
const changed = z.object({
  inserat: Inserat,
  charged: z.int(),
  credits: z.int(),
  message: z.string(),
});
const limits = [
  { per: 'account', shared: 'inserat_action', attempts: 60, seconds: 60, refusedApart: true },
] as const;
const BUYING = [
  'ACCOUNT_OFFLINE',
  'HELD',
  'INSERAT_NOT_FOUND',
  'NOT_IN_THIS_STATE',
  'INSUFFICIENT_CREDITS',
  'PRICE_CHANGED',
  'TOO_MANY_ATTEMPTS',
] as const;

const buying = (name: string, summary: string) =>
  ({
    name,
    method: 'POST',
    audience: 'user',
    money: true,
    buys: true,
    press: { item: 'inserat_id' },
    limits,
    summary,
    knows: namesOf({ ...priced, again }),
    input: z.object({ ...priced, again }),
    output: changed,
    errors: BUYING,
  }) as const;

export const pushInserat = action({
  ...buying(
    'push_inserat',
    'Lifts an active ad at once, or a planned one at the first noon after its start.',
  ),
  name: 'push_inserat',
});

/**
 * Where less than 24 hours of the ad are left: `renew` switches its automatic renewal on and buys
 * 24 hours, `rest` buys the hours that are left. Without it as much is bought as fits; the ad says
 * what that costs (`topad_offer`, `story_offer`).
 */
const lasting = { ...priced, again, way: z.optional(z.enum(['renew', 'rest'])) };
const promoting = { knows: namesOf(lasting), input: z.object(lasting) };
const PROMOTING = [...BUYING, 'PROMOTION_TOO_LONG', 'INVALID_INPUT'] as const;

export const topInserat = action({
  ...buying(
    'top_inserat',
    'Shows an ad above all others for 24 hours, never beyond its end; again is so much more.',
  ),
  ...promoting,
  name: 'top_inserat',
  errors: PROMOTING,
});

export const colorInserat = action({
  ...buying('color_inserat', 'Sets an ad off by colour to the end of its booking.'),
  name: 'color_inserat',
});

export const storyInserat = action({
  ...buying(
    'story_inserat',
    'Shows the story of an ad for 24 hours, never beyond its end; again is so much more.',
  ),
  ...promoting,
  name: 'story_inserat',
  errors: PROMOTING,
});

export const reactivateInserat = action({
  ...buying('reactivate_inserat', 'Books an expired ad again as it is, from now.'),
  name: 'reactivate_inserat',
  errors: [...BUYING, 'INVALID_INPUT', 'EMAIL_UNCONFIRMED', 'FREE_AD_USED'],
});

export const activateInserat = action({
  name: 'activate_inserat',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Puts a planned ad online now, or shows a hidden one again. Costs nothing.',
  input: z.object(onAd),
  output: changed,
  errors: [
    'INSERAT_NOT_FOUND',
    'ACCOUNT_OFFLINE',
    'HELD',
    'NOT_IN_THIS_STATE',
    'INVALID_INPUT',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const hideInserat = action({
  name: 'hide_inserat',
  method: 'POST',
  audience: 'user',
  limits,
  summary:
    'Takes an active ad off the partner websites at once; the clock of a premium booking stands still, up to 30 days in all.',
  input: z.object(onAd),
  output: changed,
  errors: ['INSERAT_NOT_FOUND', 'HELD', 'NOT_IN_THIS_STATE', 'TOO_MANY_ATTEMPTS'],
});

export const withdrawInserat = action({
  name: 'withdraw_inserat',
  method: 'POST',
  audience: 'user',
  limits,
  summary:
    'Makes a draft of a free ad within 10 minutes of its booking, once a day. Its free booking of the day does not count; placed again the same day it keeps its place in the list.',
  input: z.object(onAd),
  output: changed,
  errors: [
    ...(['INSERAT_NOT_FOUND', 'HELD', 'NOT_IN_THIS_STATE'] as const),
    ...(['NOT_WITHDRAWABLE', 'TOO_MANY_ATTEMPTS'] as const),
  ],
});

export const autoReactivateInserat = action({
  name: 'auto_reactivate_inserat',
  method: 'POST',
  audience: 'user',
  limits,
  summary:
    'Switches on or off that a premium ad is booked again at its end while there are credits.',
  input: z.object({ ...onAd, enabled: z.boolean() }),
  output: changed,
  errors: [
    ...(['INSERAT_NOT_FOUND', 'HELD', 'NOT_IN_THIS_STATE'] as const),
    ...(['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'] as const),
  ],
});

export const duplicateInserat = action({
  name: 'duplicate_inserat',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Makes a draft with the same contents and pictures, without its bookings.',
  input: z.object(onAd),
  output: z.object({ inserat_id: z.int(), inserat: Inserat, message: z.string() }),
  errors: [
    'INSERAT_NOT_FOUND',
    'HELD',
    'NOT_IN_THIS_STATE',
    'TOO_MANY_INSERATE',
    'QUOTA_REACHED',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const deleteInserat = action({
  name: 'delete_inserat',
  method: 'POST',
  audience: 'user',
  money: true,
  limits,
  summary:
    'Deletes an ad with its texts and pictures. A planned one gives its whole price back; a draft can be restored for ten minutes.',
  input: z.object(onAd),
  output: z.object({
    refunded: z.int(),
    credits: z.int(),
    /** `restore_inserat` brings it back. */
    restorable: z.boolean(),
    message: z.string(),
  }),
  errors: ['INSERAT_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});

export const restoreInserat = action({
  name: 'restore_inserat',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Restores a deleted draft with its pictures, for ten minutes after its deletion.',
  input: z.object(onAd),
  output: z.object({ inserat: Inserat, message: z.string() }),
  errors: ['INSERAT_NOT_FOUND', 'TOO_MANY_INSERATE', 'TOO_MANY_ATTEMPTS'],
});
