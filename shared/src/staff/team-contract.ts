import * as z from 'zod/mini';
import { emailProblem } from '../accounts/rules.ts';
import { action } from '../kernel/action.ts';
import { checked, id, tidied } from '../kernel/fields.ts';
import { weekProblem } from './duty-rules.ts';
import { nameProblem, tidyName } from './login-rules.ts';
import { ROLES, STAFF_STATES } from './roles.ts';

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
        state: z.enum(STAFF_STATES),
        last_login_at: z.nullable(z.string()),
        has_app: z.boolean(),
        passkeys: z.int(),
        recovery_codes: z.int(),
        logins: z.int(),
        /** Set up before: who is invited again has lost her factor. */
        returns: z.boolean(),
      }),
    ),
    /** Who is on duty, by the Monday of the week; null where nobody is. */
    duty: z.array(z.object({ week: z.string(), staff_id: z.nullable(z.int()) })),
    /** `DUTY_EMAIL`, which is mailed in every week. */
    duty_email: z.string(),
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
    ...(['REASON_REQUIRED', 'INVALID_INPUT', 'STAFF_VERSION_CONFLICT'] as const),
  ],
});

export const resetStaffFactor = action({
  name: 'reset_staff_factor',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  summary:
    'Voids the factors, ends all log-ins and mails a new link, also to who is still invited.',
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

export const setDuty = action({
  name: 'set_duty',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  summary: 'Gives the duty of one of the next eight weeks to an active person, or to nobody.',
  input: z.object({ week: checked(weekProblem), staff_id: z.nullable(id) }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
