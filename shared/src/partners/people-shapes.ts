import * as z from 'zod/mini';
import { emailProblem } from '../accounts/rules.ts';
import { checked, id } from '../kernel/fields.ts';
import { PARTNER_ROLES } from './people-rules.ts';

const instant = z.iso.datetime();

export const role = z.enum(PARTNER_ROLES);
export const person_id = id;
export const invitation_id = id;
export const invited = { email: checked(emailProblem), role };

export const people = z.object({
  people: z.array(
    z.object({
      person_id: z.int(),
      name: z.string(),
      email: z.string(),
      role,
      last_login_at: z.nullable(instant),
      /** Whether a second factor is asked for at the log-in. */
      has_factor: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({ invitation_id: z.int(), email: z.string(), role, expires_at: instant }),
  ),
});
