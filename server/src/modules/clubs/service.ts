import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

/** The clubs of an account, newest first, without deleted ones. */
export async function listOwn(db: Sql, userId: number): Promise<Club[]> {
  return (await store.listOwn(db, userId)).map(present);
}

/**
 * For closing accounts: takes every club of the account off the partner websites at once and erases its texts, names and numbers.
 * What was paid for leaves an empty row, to which the bookings refer.
 */
export const forgetAccount = (ctx: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<void> =>
  store.forget(ctx.db, accountId, ctx.now);

const present = ({ id, start_at, end_at, ...texts }: store.ClubRow): Club => ({
  ID: id,
  TYPE: 'club',
  ...texts,
  start_zeit: start_at ? formatDateTime(start_at) : '',
  end_zeit: end_at ? formatDateTime(end_at) : '',
  start_at: start_at?.toISOString() ?? null,
  end_at: end_at?.toISOString() ?? null,
});
