import * as z from 'zod/mini';
import { BANNER_TYPE_IDS } from '../banners/rules.ts';
import { EXTRA_IDS, PACKAGE_IDS } from '../cart/rules.ts';

/** What everything costs in credits: `Prices` on the wire. */
export const PriceTable = z.object({
  packages: z.record(z.enum(PACKAGE_IDS), z.int()),
  extras: z.record(z.enum(EXTRA_IDS), z.int()),
  /** Per month; `website` is the percentage that each further website adds. */
  banners: z.record(z.enum([...BANNER_TYPE_IDS, 'website']), z.int()),
  clubs: z.object({ month: z.int() }),
});
