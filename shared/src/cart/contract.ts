import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, lookup, withUser } from '../kernel/fields.ts';
import { PACKAGE_IDS } from './rules.ts';

/**
 * What an order of an ad would cost now: always the quote of this moment, never a kept price
 * (PRI-25, X-31). What a running booking has paid for costs nothing again.
 */
export const Cart = z.object({
  inserat_id: z.int(),
  base_package: z.enum(PACKAGE_IDS),
  /** 0 while the booking that runs has paid for it. */
  bundle_price: z.int(),
  /** How many cost nothing (more): included in the package, or paid for already. */
  bundle_limits: z.object({ regions: z.int(), categories: z.int() }),
  requested_categories: z.int(),
  requested_regions: z.int(),
  extra_categories: z.int(),
  extra_regions: z.int(),
  extra_categories_cost: z.int(),
  extra_regions_cost: z.int(),
  /** Every other extra with a price: images, pushes, planned publication, TopAd, colour, story. */
  items: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      note: z.string(),
      quantity: z.int(),
      unit: z.int(),
      total: z.int(),
    }),
  ),
  /**
   * Everything to pay now. Without other extras it is the bundle price plus the costs of extra
   * regions and categories.
   */
  total_credits: z.int(),
  /** ISO 8601 */
  updated_at: z.string(),
});
export type Cart = z.infer<typeof Cart>;

/** A number of things, or the list of them; the same thing twice counts once. */
const countOrList = (max: number) =>
  z.optional(
    z.pipe(
      z.union([
        z.int().check(z.minimum(0), z.maximum(max)),
        z
          .array(z.union([z.int(), lookup(100), z.object({ date: lookup(10), time: lookup(5) })]))
          .check(z.maxLength(max)),
      ]),
      z.transform((given) =>
        typeof given === 'number' ? given : new Set(given.map((one) => JSON.stringify(one))).size,
      ),
    ),
  );
const regions = countOrList(26);
const categories = countOrList(50);
const flag = z._default(z.optional(z.boolean()), false);

export const updateCart = action({
  name: 'updateCart',
  method: 'POST',
  audience: 'user',
  summary:
    'Keeps what the caller is putting together for an ad, in place of what was kept before, and returns its price. A running booking that owes nothing has no cart.',
  limits: [{ per: 'account', attempts: 240, seconds: 60 }],
  input: z.object({
    ...withUser,
    inserat_id: id,
    base_package: z.enum(PACKAGE_IDS),
    /** Those beyond what is covered. Ignored where the whole number is given. */
    extra_categories: categories,
    extra_regions: regions,
    /** All of them. */
    requested_categories: categories,
    requested_regions: regions,
    publish_option: z._default(z.optional(z.literal(['Sofort', 'Planen'])), 'Sofort'),
    push_taglich: countOrList(24),
    date_time_pushes: countOrList(100),
    inserat_topad: flag,
    inserat_farbe: flag,
    inserat_story: flag,
  }),
  output: z.object({
    cart: Cart,
    /** Credits that the balance lacks; named in the message (ERR-050). */
    missing: z.int(),
    message: z.string(),
  }),
  errors: ['INVALID_INPUT', 'INSERAT_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});

export const getCart = action({
  name: 'getCart',
  method: 'GET',
  audience: 'user',
  summary:
    'The cart of an ad of the caller, with current prices, or null when it is empty. Without `inserat_id` the newest open cart of the account.',
  input: z.object({ ...withUser, inserat_id: z.optional(id) }),
  output: z.object({ cart: z.nullable(Cart), message: z.string() }),
  errors: ['INVALID_INPUT', 'INSERAT_NOT_FOUND'],
});

const clearing = {
  name: 'clearCart',
  audience: 'user',
  summary: 'Empties the cart of an ad of the caller. An empty one stays empty.',
  input: z.object({ ...withUser, inserat_id: id }),
  output: z.object({ cart: z.null(), message: z.string() }),
  errors: ['INVALID_INPUT', 'INSERAT_NOT_FOUND'],
} as const;

/** As older clients call it. */
export const clearCartByGet = action({
  ...clearing,
  method: 'GET',
  changes: true,
  summary: `${clearing.summary} With a session cookie it needs the header \`X-Portal: 1\` or \`Sec-Fetch-Site: same-origin\`.`,
});
export const clearCart = action({ ...clearing, method: 'POST' });
