import { opensAgain } from '@samtrot/shared/support/thread-rules.ts';
import type { Sql } from '../../../platform/db.ts';
import * as store from '../store.ts';

/** The thread a message joins: the one it names, opened again, or a new one that names it. */
export async function threadFor(
  { db, now }: { db: Sql; now: Date },
  message: Omit<store.NewMessage, 'body'>,
  { named, begunAs }: { named?: store.ThreadRow | undefined; begunAs?: string | undefined },
): Promise<number> {
  const old = named && (await store.loadThreadForUpdate(db, named.id));
  if (!old) return store.insertThread(db, message, { now, begunAs });
  if (!opensAgain(old.done_at, now))
    return store.insertThread(db, message, { now, previous: old.id });
  // Spam stays where it is.
  await store.updateThread(db, old.id, {
    last_entry_at: now,
    ...(old.state !== 'spam' && {
      state: old.state === 'in_progress' ? 'in_progress' : 'new',
      waits_since: old.waits_since ?? now,
      done_at: null,
    }),
  });
  return old.id;
}
