import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { withUser } from '../kernel/fields.ts';
import { PUBLIC_TEXT_IDS } from './rules.ts';

export const getText = action({
  name: 'get_text',
  method: 'GET',
  audience: 'visitor',
  compressed: true,
  summary:
    'A text of the house as it is valid now: imprint, terms, privacy, questions, contact or help lines.',
  input: z.object({ text: z.enum(PUBLIC_TEXT_IDS) }),
  output: z.object({
    title: z.string(),
    /** Sanitised HTML. */
    html: z.string(),
  }),
  errors: ['INVALID_INPUT'],
});

export const acceptTerms = action({
  name: 'accept_terms',
  method: 'POST',
  audience: 'user',
  summary: 'Accepts the terms that are valid now, by the number of the version that was shown.',
  input: z.object({ ...withUser, number: z.int() }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'TERMS_NOT_ACCEPTED'],
});
