import { inseratLife } from '@samtrot/shared/inserate/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { show, startNow } from './lifecycle.ts';
import { endWhenShown, HIDDEN_MS } from './presenter.ts';
import { cancelWaiting } from './push-store.ts';
import { expireDue, startDue } from './scheduler-store.ts';
import * as store from './store.ts';
import { problemsToday } from './validate.ts';

interface JobContext {
  db: Sql;
  now: Date;
}

/** What did not come back, and why. */
export interface Left {
  title: string;
  reason: string;
}

/**
 * Hides every ad of the account that is online, all at once and by the rules of hiding one; what is
 * due happens first, but nothing is booked again. Locks its planned ads too: the clock must have
 * started them or find the account off. Answers which it hid.
 */
export async function takeDown({ db, now }: JobContext, accountId: number): Promise<number[]> {
  await sql`
    select from inserat where account_id = ${accountId} and status in ('geplant', 'aktiv', 'ausgeblendet')
     order by id for no key update`.execute(db);
  await startDue(db, now, { account: accountId });
  await expireDue(db, now, { account: accountId, renewing: true });
  const { rows } = await sql<{ id: number }>`
    update inserat i set status = 'ausgeblendet', hidden_at = ${now}, alert_at = null, changed_at = ${now},
           end_at = end_at + coalesce((
             select greatest(0, ${HIDDEN_MS}::bigint - b.hidden_ms) * interval '1 millisecond'
               from booking b where b.id = i.booking_id and b.package <> 'free'), interval '0')
     where account_id = ${accountId} and status = 'aktiv' returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Shows these hidden ads again as far as they may be, and starts what should have begun meanwhile,
 * for its whole time.
 */
export async function bringBack(
  ctx: JobContext,
  accountId: number,
  ids: readonly number[],
): Promise<Left[]> {
  const { rows } = await sql<store.InseratRow>`
    select ${store.COLUMNS} from inserat
     where account_id = ${accountId} and (id = any (${[...ids]}::bigint[]) or (status = 'geplant' and start_at <= ${ctx.now}))
     order by id for no key update`.execute(ctx.db);
  await expireDue(ctx.db, ctx.now, { account: accountId });
  const bookings = await store.bookingsOf(
    ctx.db,
    rows.flatMap(({ booking_id }) => booking_id ?? []),
  );
  const lists = await store.referenceLists(ctx.db);
  const left: Left[] = [];
  for (const row of rows) {
    const booking = bookings.get(row.booking_id ?? 0);
    if (row.status === 'geplant') {
      await cancelWaiting(ctx.db, booking!.id, ctx.now);
      await startNow(ctx, row, booking!, inseratLife.geplant.aktivieren);
      continue;
    }
    const reason = await whyNot({ ...ctx, lists }, row, booking);
    if (reason) left.push({ title: row.titel || row.name || `Inserat ${row.id}`, reason });
    else await show(ctx, row, booking!, inseratLife.ausgeblendet.aktivieren);
  }
  return left;
}

async function whyNot(
  ctx: Parameters<typeof problemsToday>[0],
  row: store.InseratRow,
  booking: store.Booking | undefined,
): Promise<string | null> {
  if (row.status === 'geloescht') return 'Inzwischen gelöscht.';
  const end = endWhenShown(row, booking, ctx.now);
  if (row.status !== 'ausgeblendet' || !end || end <= ctx.now) return 'Die Laufzeit ist vorbei.';
  return Object.values(await problemsToday(ctx, row))[0] ?? null;
}
