import { inseratLife } from '@samtrot/shared/inserate/status.ts';
import { sql } from 'kysely';
import type { JobContext } from '../../../platform/due-work.ts';
import { choicesAt } from '../../catalogue/service.ts';
import { lockPlaced, type Unresumed } from '../../listings/service.ts';
import { problemsToday } from '../editing/validate.ts';
import { INSERATE } from '../kind.ts';
import { endIfShown, HIDDEN_MS, runClock } from '../presenter.ts';
import { cancelWaiting } from '../promotion/push-store.ts';
import * as store from '../store.ts';
import { show, startNow } from './lifecycle.ts';
import { expire, start } from './scheduler-store.ts';

/**
 * Hides every active ad of the account, after what is due, without renewals; returns the ids.
 * Planned ads are locked, too: the scheduler either has started them or sees the pause.
 */
export async function pauseAll({ db, now }: JobContext, accountId: number): Promise<number[]> {
  await lockPlaced(db, INSERATE, accountId, sql`status in ('geplant', 'aktiv', 'ausgeblendet')`);
  await start(db, now, { account: accountId });
  await expire(db, now, { account: accountId, renewing: true });
  const { rows } = await sql<{ id: number }>`
    update inserat i set status = 'ausgeblendet', hidden_at = ${now}, alert_at = null,
      changed_at = ${now},
           end_at = end_at + coalesce((
             select greatest(0, ${HIDDEN_MS}::bigint - b.hidden_ms) * interval '1 millisecond'
               from booking b where b.id = i.booking_id and b.package <> 'free'), interval '0')
     where account_id = ${accountId} and status = 'aktiv' returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Shows these hidden ads as far as they may run; starts planned ones that are due in full. */
export async function resumeAll(
  ctx: JobContext,
  accountId: number,
  ids: readonly number[],
): Promise<Unresumed[]> {
  const rows = await store.select(
    ctx.db,
    sql`account_id = ${accountId} and (id = any (${[...ids]}::bigint[])
       or (status = 'geplant' and start_at <= ${ctx.now} and held_at is null))
     order by id for no key update`,
  );
  await expire(ctx.db, ctx.now, { account: accountId });
  const bookings = await store.bookingsOf(
    ctx.db,
    rows.flatMap(({ booking_id }) => booking_id ?? []),
  );
  const lists = await choicesAt(ctx);
  const unresumed: Unresumed[] = [];
  for (const row of rows) {
    const booking = bookings.get(row.booking_id ?? 0);
    if (row.status === 'geplant') {
      await cancelWaiting(ctx.db, booking!.id, ctx.now);
      await startNow(ctx, row, booking!, inseratLife.geplant.aktivieren);
      continue;
    }
    const reason = await refusalOf({ ...ctx, lists }, row, booking);
    if (reason) unresumed.push({ title: row.titel || row.name || `Inserat ${row.id}`, reason });
    else await show(ctx, row, booking!, inseratLife.ausgeblendet.aktivieren);
  }
  return unresumed;
}

async function refusalOf(
  ctx: Parameters<typeof problemsToday>[0],
  row: store.InseratRow,
  booking: store.Booking | undefined,
): Promise<string | null> {
  if (row.status === 'geloescht') return 'Inzwischen gelöscht.';
  const clock = runClock(row, ctx.now);
  const end = endIfShown(row, booking, clock);
  if (row.status !== 'ausgeblendet' || !end || end <= clock) return 'Die Laufzeit ist vorbei.';
  return Object.values(await problemsToday(ctx, row))[0] ?? null;
}
