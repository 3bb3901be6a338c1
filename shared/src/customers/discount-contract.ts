import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import { REASON_MAX } from './card-rules.ts';

export const setDiscount = action({
  name: 'set_discount',
  method: 'POST',
  audience: 'staff',
  right: 'discount.set',
  mayWait: true,
  summary:
    'Sets the personal discount in tenths of a percent until the end of a Swiss day, 0 takes it away; above 20 % a second person decides. She is mailed 7 days before the end.',
  input: z.object({
    account_id: id,
    percent: z.number(),
    /** The last day, YYYY-MM-DD; null with 0. */
    until: z._default(z.nullable(z.string()), null),
    /** What the card showed; another discount since is refused. */
    seen_percent: z.number(),
    reason: tidied(tidyText, (typed) => lengthProblem(typed, 1, REASON_MAX)),
  }),
  output: z.object({ message: z.string() }),
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT', 'REASON_REQUIRED'] as const),
    'SECOND_PERSON_MISSING',
  ],
});
