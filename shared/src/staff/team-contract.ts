import * as z from 'zod/mini';
import { emailProblem } from '../accounts/rules.ts';
import { action } from '../kernel/action.ts';
import { checked, id, tidied } from '../kernel/fields.ts';
import { nameProblem, tidyName } from './login-rules.ts';
import { ROLES } from './roles.ts';

const done = z.object({ message: z.string() });
const role = z.enum(ROLES);
const staff_id = id;
const reason = z.optional(z.string().check(z.maxLength(500)));

export const getTeam = action({
  name: 'get_team',
  method: 'GET',
  audience: 'staff',
  right: 'staff.manage',
  summary: 'The people of the house: role, last log-in, factors, open log-ins.',
  input: z.object({}),
  output: z.object({
    people: z.array(
      z.object({
        staff_id: z.int(),
        name: z.string(),
        sign: z.string(),
        email: z.string(),
        role,
        state: z.enum(['invited', 'active', 'blocked', 'left']),
        last_login_at: z.nullable(z.string()),
        has_app: z.boolean(),
        passkeys: z.int(),
        recovery_codes: z.int(),
        logins: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const inviteStaff = action({
  name: 'invite_staff',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  mayWait: true,
  summary: 'Adds a person and mails the link of the enrolment. An owner starts as a reader.',
  input: z.object({
    name: tidied(tidyName, nameProblem),
    email: checked(emailProblem),
    role,
    reason,
  }),
  output: z.object({ message: z.string(), staff_id: z.int() }),
  errors: ['INVALID_INPUT', 'SECOND_PERSON_MISSING', 'REASON_REQUIRED'],
});

export const setStaffRole = action({
  name: 'set_staff_role',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  mayWait: true,
  summary: 'Another role; to make an owner needs four eyes.',
  input: z.object({ staff_id, role, reason }),
  output: done,
  errors: [
    ...(['NOT_FOUND', 'LAST_OWNER', 'SECOND_PERSON_MISSING'] as const),
    ...(['REASON_REQUIRED', 'STAFF_VERSION_CONFLICT'] as const),
  ],
});

export const resetStaffFactor = action({
  name: 'reset_staff_factor',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  summary: 'Voids the factors, ends all log-ins and mails a new link.',
  input: z.object({ staff_id }),
  output: done,
  errors: ['NOT_FOUND', 'LAST_OWNER'],
});

export const blockStaff = action({
  name: 'block_staff',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  summary: 'Ends all log-ins and allows none; `left` for who works here no more.',
  input: z.object({ staff_id, state: z.enum(['blocked', 'left']) }),
  output: done,
  errors: ['NOT_FOUND', 'LAST_OWNER'],
});

export const unblockStaff = action({
  name: 'unblock_staff',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  summary: 'Lets a blocked person log in again.',
  input: z.object({ staff_id }),
  output: done,
  errors: ['NOT_FOUND'],
});
