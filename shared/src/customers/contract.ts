import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup } from '../kernel/fields.ts';
import { HIT_KINDS } from './search-rules.ts';

export const search = action({
  name: 'search',
  method: 'GET',
  audience: 'staff',
  right: 'customer.search',
  summary:
    'Finds by whole address, part of a name, phone, number of an ad, a banner, a club, a message or a report, payment reference or receipt.',
  input: z.object({ q: lookup(200) }),
  output: z.object({
    hits: z.array(
      z.object({
        kind: z.enum(HIT_KINDS),
        /** The number that people read. */
        id: z.string(),
        /** The name; «Gelöschtes Konto» where there is none any more. */
        label: z.string(),
        /** The masked address. */
        detail: z.string(),
        state: z.string(),
        /** Below `/betrieb`; null where nothing opens. */
        path: z.nullable(z.string()),
      }),
    ),
    /** There are more than are shown. */
    more: z.boolean(),
  }),
  errors: ['INVALID_INPUT'],
});
