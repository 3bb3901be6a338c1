import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup } from '../kernel/fields.ts';
import { nextCursor, paged } from '../kernel/sorting.ts';
import { fieldTexts } from '../kernel/text.ts';
import {
  AUDIT_LABELS,
  AUDIT_PAGE,
  AUDIT_SORTS,
  type AuditAction,
  EXPORT_DAYS,
  spanProblem,
} from './rules.ts';

const figures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const day = checked((typed) => (/^\d{4}-\d{2}-\d{2}$/.test(typed) ? null : fieldTexts.format));
const kind = z.enum(Object.keys(AUDIT_LABELS) as [AuditAction, ...AuditAction[]]);

const line = z.object({
  id: z.int(),
  at: z.string(),
  /** A person's name, «Konto 10012», «System» or «Besuch». */
  who: z.string(),
  action: z.string(),
  label: z.string(),
  object: z.string(),
  /** The object as people say it, people and websites by name. */
  about: z.string(),
  /** By which right, as people read it. */
  right: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  before: figures,
  after: figures,
  request: z.nullable(z.string()),
});

export const getAuditLog = action({
  name: 'get_audit_log',
  method: 'GET',
  audience: 'staff',
  right: 'audit.read',
  summary: 'Lines of the audit log, newest first or sorted, at most 50.',
  passive: true,
  input: z.object({
    /** `staff:3`, `user:10012`, `system`, `cli` or `visitor`. */
    actor: z.optional(lookup(40)),
    /** Such as `inserat:20447`. */
    object: z.optional(lookup(120)),
    kind: z.optional(kind),
    /** Swiss days, YYYY-MM-DD, both included. */
    from: z.optional(day),
    to: z.optional(day),
    ...paged(AUDIT_SORTS),
    /** So many lines; 50 without it. */
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(AUDIT_PAGE)), AUDIT_PAGE),
  }),
  output: z.object({
    lines: z.array(line),
    cursor: nextCursor,
    /** Everybody who works here or did. */
    people: z.array(z.object({ actor: z.string(), name: z.string() })),
    /** The last checkpoint; null before the first one. */
    checkpoint: z.nullable(z.object({ at: z.string(), line: z.int(), hash: z.string() })),
  }),
  errors: ['INVALID_INPUT'],
});

export const exportAuditLog = action({
  name: 'export_audit_log',
  method: 'POST',
  audience: 'staff',
  right: 'audit.export',
  keyless: true,
  summary: `The lines of at most ${EXPORT_DAYS} Swiss days as CSV or JSON lines; is a line itself.`,
  input: z.object({ from: day, to: day, format: z.enum(['csv', 'jsonl']) }).check((payload) => {
    const message = spanProblem(payload.value);
    if (message)
      payload.issues.push({ code: 'custom', message, path: ['to'], input: payload.value.to });
  }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: ['INVALID_INPUT'],
});
