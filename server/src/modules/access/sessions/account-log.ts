import type { AccountEventKind } from '@samtrot/shared/access/events.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/action.ts';

/**
 * Logs a wrong password. Without an account it adds nothing and costs the same: its count is
 * written again, so that the commit waits for the disk as the other does (ACC-24).
 */
export async function logWrongPassword(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  accountId: number | undefined,
  countedAs: string,
): Promise<void> {
  const kind: AccountEventKind = 'login_failed';
  await sql`
    with count as (update rate_limit set expires_at = expires_at where key = ${countedAs})
    insert into account_event (account_id, at, kind, visible_at)
    select id, ${now}, ${kind}, ${now} from account
     where id = ${accountId ?? 0} and closed_at is null`.execute(db);
}

/**
 * Adds an entry to the log that the account's owner reads (ACC-14), in the caller's transaction.
 * `details` hold no address, no place and no name; an entry is readable from `visibleAt`.
 */
export async function logEvent(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
  kind: AccountEventKind,
  details: Record<string, string | number> = {},
  visibleAt: Date = now,
): Promise<void> {
  await db
    .insertInto('account_event')
    .values({
      account_id: accountId,
      at: now,
      kind,
      details: JSON.stringify(details),
      visible_at: visibleAt,
    })
    .execute();
}
