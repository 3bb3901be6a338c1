import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id } from '../kernel/fields.ts';
import { APPROVAL_STATES } from './approval-rules.ts';

const figures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const state = z.enum(APPROVAL_STATES);
const decision = z.object({ state, message: z.string() });
const approval_id = id;

const approval = z.object({
  approval_id: z.int(),
  operation: z.string(),
  label: z.string(),
  object: z.string(),
  object_name: z.string(),
  before: figures,
  after: figures,
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  expires_at: z.string(),
  state,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
  solo: z.boolean(),
  /** What the person who looks may do. */
  may: z.array(z.enum(['approve', 'decline', 'withdraw'])),
});

export const getApprovals = action({
  name: 'get_approvals',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'What waits for a second person, and what was decided last; only of rights one has.',
  passive: true,
  input: z.object({}),
  output: z.object({ open: z.array(approval), decided: z.array(approval) }),
  errors: [],
});

export const approve = action({
  name: 'approve',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  summary:
    'Carries out what was asked for, or voids it with the sentence why. Needs the right itself.',
  input: z.object({ approval_id }),
  output: decision,
  errors: ['NOT_FOUND', 'ALREADY_DECIDED', 'SAME_PERSON'],
});

export const declineApproval = action({
  name: 'decline_approval',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  summary: 'Declines it, with a reason.',
  input: z.object({ approval_id, reason: z.string().check(z.maxLength(500)) }),
  output: decision,
  errors: ['NOT_FOUND', 'ALREADY_DECIDED', 'SAME_PERSON', 'REASON_REQUIRED'],
});

export const withdrawApproval = action({
  name: 'withdraw_approval',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  summary: 'The asker takes it back.',
  input: z.object({ approval_id }),
  output: decision,
  errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
});
