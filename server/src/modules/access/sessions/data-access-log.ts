import { LOOK_DELAY_DAYS, type LookedAt, type LookKind } from '@samtrot/shared/access/looks.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import { sql } from 'kysely';
import type { StaffCtx } from '../../../platform/action.ts';
import { audit, auditChange } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db.ts';

export interface Look {
  /** Whose data it is. */
  account: number;
  kind: LookKind;
  /** The number is the one that people read: 10042 of S-10042. */
  thing: { type: LookedAt; number: string | number };
  /** Why, for the account's owner. */
  reason: string;
}

/** By which right somebody looks. */
const RIGHT_FOR: Record<LookKind, Right> = {
  contact: 'customer.private',
  messages: 'inbox.read',
  images: 'customer.private',
  view: 'customer.view_as',
  export: 'customer.export',
  report: 'report.read',
};

/**
 * Records that somebody of the house looked at private data, in the caller's transaction: one row
 * for each thing, person and hour (BOF-76). Returns whether it was the first of them.
 */
export async function recordLook(
  ctx: StaffCtx,
  { account, kind, thing, reason }: Look,
): Promise<boolean> {
  const { db, now, actor } = ctx;
  const [staffId, role, sign] =
    actor.kind === 'staff' ? [actor.staffId, actor.role, actor.sign] : [null, null, null];
  const { rows } = await sql<{ id: number }>`
    insert into data_access_log
      (account_id, at, staff_id, role, sign, kind, thing, thing_number, reason, visible_at)
    select id, ${now}, ${staffId}, ${role}, ${sign}, ${kind}, ${thing.type},
           ${String(thing.number)}, ${reason},
           coalesce((select until from data_access_delay where account_id = account.id and until > ${now}),
                    ${now}::timestamptz)
      from account where id = ${account} and closed_at is null
        on conflict do nothing returning id`.execute(db);
  const look = rows[0];
  // Not under the account: a delayed look must not stand in the copy of its data.
  if (look)
    await audit({ ...ctx, right: RIGHT_FOR[kind] }, 'looked', `look:${look.id}`, {
      account,
      kind,
      thing: thing.type,
    });
  return look !== undefined;
}

/**
 * Shows what the house looks at from now on only later, because a report or the police need it; the
 * decision is the house owner's (BOF-77). Zero days end it.
 * @throws REASON_REQUIRED
 */
export async function delayLooks(
  ctx: StaffCtx,
  { account, days, reason }: { account: number; days: number; reason: string },
): Promise<{ message: string }> {
  const { db, now, actor } = ctx;
  if (reason.trim() === '') throw new AppError('REASON_REQUIRED');
  const until = new Date(now.getTime() + Math.min(days, LOOK_DELAY_DAYS) * DAY_MS);
  const decided = {
    until,
    reason,
    decided_by: actor.kind === 'staff' ? actor.staffId : null,
    decided_at: now,
  };
  await db
    .insertInto('data_access_delay')
    .values({ account_id: account, ...decided })
    .onConflict((taken) => taken.column('account_id').doUpdateSet(decided))
    .execute();
  await auditChange(ctx, 'looks_delayed', {
    right: 'staff.manage',
    // Not under the account, as above.
    object: `look_delay:${account}`,
    reason,
    after: { days },
  });
  return {
    message:
      days === 0
        ? 'Zugriffe stehen wieder sofort im Kontoprotokoll.'
        : `Zugriffe stehen erst ab dem ${formatDate(until)} im Kontoprotokoll.`,
  };
}

/** Until when looks are shown later; null where they stand in her log at once. */
export async function looksDelayedUntil(db: Sql, account: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('data_access_delay')
    .select('until')
    .where('account_id', '=', account)
    .where('until', '>', now)
    .executeTakeFirst();
  return row?.until ?? null;
}

/** For the deletion of an account. */
export async function deleteLooks(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('data_access_log').where('account_id', '=', accountId).execute();
  await db.deleteFrom('data_access_delay').where('account_id', '=', accountId).execute();
}
