import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withProof } from '../kernel/fields.ts';
import { login as current } from './contract.ts';

/**
 * The older login (API-04). Only where the operator enables it: it puts the password into
 * addresses.
 */
export const login = action({
  name: 'login',
  method: 'GET',
  audience: 'visitor',
  changes: true,
  summary:
    'The older login. Exists only with `LEGACY_GET_LOGIN=1`, because it puts the password into the address.',
  input: z.object({ ...withProof, username: lookup(254), password: current.input.shape.pwd }),
  output: current.output,
  errors: current.errors,
});
