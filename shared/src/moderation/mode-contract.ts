import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyLine } from '../kernel/text.ts';
import { MODE_REASON_MAX } from './mode-rules.ts';
import { MODERATION_MODES } from './review-rules.ts';

const mode = z.enum(MODERATION_MODES);

export const getModerationMode = action({
  name: 'get_moderation_mode',
  method: 'GET',
  audience: 'staff',
  right: 'moderation.mode',
  summary: 'Whether what is published waits for an approval, since when, and what waits now.',
  passive: true,
  input: z.object({}),
  output: z.object({
    mode,
    /** Null: it is that of the setting, until somebody chooses. */
    chosen_at: z.nullable(z.iso.datetime()),
    /** For their first approval, and changes of what is online. */
    waiting: z.object({ things: z.int(), changes: z.int() }),
  }),
  errors: [],
});

export const setModerationMode = action({
  name: 'set_moderation_mode',
  method: 'POST',
  audience: 'staff',
  right: 'moderation.mode',
  summary:
    'Chooses whether what is published from now on waits for an approval. What waits already is still decided.',
  input: z.object({
    mode,
    /** The mode that was shown. */
    seen: mode,
    reason: tidied(tidyLine, (typed) => lengthProblem(typed, 1, MODE_REASON_MAX)),
  }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'STAFF_VERSION_CONFLICT'],
});
