import { SUPPORT_SUBJECTS } from '@samtrot/shared/support/rules.ts';
import { type InboxList, threadIdOf } from '@samtrot/shared/support/thread-rules.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Key, Ordering } from '../../../platform/keyset.ts';
import { emailColumn } from '../store.ts';

export type Where = RawBuilder<SqlBool>;

/** The condition of a list of this person's inbox (BOF-82). */
export function inList(list: InboxList, staffId: number | null): Where {
  const lists: Record<InboxList, Where> = {
    new: sql`t.state in ('new', 'in_progress')`,
    mine: sql`t.assigned_to = ${staffId} and t.state not in ('done', 'spam')`,
    waiting: sql`t.state in ('answered', 'waiting')`,
    done: sql`t.state = 'done'`,
    spam: sql`t.state = 'spam'`,
  };
  return lists[list];
}

const LAST: Key = { by: sql`t.last_entry_at`, kind: 'time' };
const ID: Key = { by: sql`t.id`, kind: 'number' };
/** Who waits longest comes first; then, for whom nobody has asked, the oldest. */
const LONGEST: Ordering = {
  keys: [{ by: sql`t.waits_since`, kind: 'time' }, LAST, ID],
  falling: false,
  nullable: true,
};
const NEWEST: Ordering = { keys: [LAST, ID], falling: true };

/** The order of each list, which an index has (BOF-82, decision 181). */
export const INBOX_ORDERS: Record<InboxList, Ordering> = {
  new: LONGEST,
  mine: LONGEST,
  waiting: { keys: [LAST, ID], falling: false },
  done: NEWEST,
  spam: NEWEST,
};

/** By number, whole address or subject: nothing else of a thread is readable to the database. */
export function matching(q: string): Where {
  const id = threadIdOf(/^\d+$/.test(q) ? `S-${q}` : q);
  if (id !== undefined) return sql`t.id = ${id}`;
  if (q.includes('@')) return sql`t.email_hash = any(${emailColumn.lookups(q)})`;
  const subjects = SUPPORT_SUBJECTS.filter(({ label }) =>
    label.toLowerCase().includes(q.toLowerCase()),
  ).map(({ value }) => value as string);
  return sql`t.subject = any(${subjects})`;
}
