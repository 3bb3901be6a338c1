import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { tidied, withProof } from '../kernel/fields.ts';
import { emailProblem, tidyEmail } from './rules.ts';

const HOURS = 3600;

/** Not under `/api?action=` but an address of its own, and the answer is the bare list (API-11). */
export const LOOKUP_PATH = '/api/users';

export const lookup = action({
  name: 'lookup',
  method: 'GET',
  audience: 'visitor',
  summary:
    'Whether an address has an account: a list that is empty or holds one element without personal data. With REGISTRATION_PRIVACY=discreet it is always empty.',
  limits: [
    { per: 'address', attempts: 20, seconds: HOURS },
    { per: { field: 'search' }, attempts: 10, seconds: 24 * HOURS },
  ],
  proof: { freeCalls: 3 },
  input: z.object({ ...withProof, search: tidied(tidyEmail, emailProblem) }),
  output: z.array(z.object({ exists: z.literal(true) })),
  errors: ['INVALID_INPUT', 'PROOF_REQUIRED', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'],
});
