import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';

export const getDigest = action({
  name: 'get_digest',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'Whether the person gets the digest, and whether that of today is missing.',
  passive: true,
  input: z.object({}),
  output: z.object({ chosen: z.boolean(), missing: z.boolean() }),
  errors: [],
});

export const chooseDigest = action({
  name: 'choose_digest',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  summary: 'Chooses the digest at 07:00, or ends it.',
  input: z.object({ chosen: z.boolean() }),
  output: z.object({ message: z.string() }),
  errors: [],
});
