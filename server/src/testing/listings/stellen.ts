import type { Start } from '@samtrot/shared/kernel/start.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import * as listings from '../../modules/listings/service.ts';
import { pageOf } from '../../modules/mail/service.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';

/** A fourth kind of listing, for tests only: a job ad, booked by the week at a fixed price. */
export interface Content extends Start {
  titel: string;
  wochen: number;
  auto_extend: boolean;
}
type Row = listings.ListingRow & Content;
type Owned = Ctx<listings.Owner>;

/** Made by the test, so the generated types do not know it. */
const TABLE = 'stelle' as 'club';
const PRICE = 20;
const EXISTS = sql`deleted_at is null`;
const endColumns = (end: Date) => ({ open_end: end, alert_at: listings.reminderAt(end) });
const causeOf = (bookingId: number | null) => `stelle:${bookingId}`;

async function find(db: Sql, id: number, now: Date): Promise<Row | undefined> {
  const { startAt, endAt } = listings.pausedRun(['s.hidden_at'], now);
  const { rows } = await sql<Row>`
    select s.*, ${startAt} as start_at, ${endAt} as end_at
      from stelle s left join stelle_booking k on k.id = s.booking_id where s.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

async function update(db: Sql, id: number, columns: object): Promise<void> {
  await db.updateTable(TABLE).set(columns).where('id', '=', id).execute();
}

async function insert(ctx: Owned, content: Content): Promise<number> {
  const { titel, wochen, auto_extend, publish_option, publish_date, publish_time } = content;
  const start = { publish_option, publish_date, publish_time };
  const values = { titel, wochen, auto_extend, ...start, account_id: ctx.actor.userId } as never;
  return (await ctx.db.insertInto(TABLE).values(values).returning('id').executeTakeFirstOrThrow())
    .id;
}

export const STELLEN: listings.Kind<Row> = {
  table: TABLE,
  bookings: 'stelle_booking',
  label: 'Stellenanzeige',
  yours: 'Deine Stellenanzeige',
  exists: EXISTS,
  find,
  update,
  errors: { notFound: 'NOT_FOUND', versionConflict: 'VERSION_CONFLICT', tooMany: 'TOO_MANY_CLUBS' },
  limit: { max: 3, counts: EXISTS, exclusive: true },
};

type Status = 'entwurf' | 'geplant' | 'aktiv' | 'abgelaufen';
const LIFECYCLE: listings.Lifecycle<Row, Status, 'bestellen'> = {
  statusOf({ start_at, end_at }, now) {
    if (!start_at || !end_at) return 'entwurf';
    if (now >= end_at) return 'abgelaufen';
    return now < start_at ? 'geplant' : 'aktiv';
  },
  steps: { entwurf: { bestellen: 'aktiv' }, geplant: {}, aktiv: {}, abgelaufen: {} },
  labels: { entwurf: 'ein Entwurf', geplant: 'geplant', aktiv: 'online', abgelaufen: 'abgelaufen' },
  notInThisState: 'NOT_IN_THIS_STATE',
  publishing: ['bestellen'],
  whileHeld: [],
};

export const EXPIRY: listings.Expiry<Row, never> = {
  remindable: EXISTS,
  isActive: (row, now) => LIFECYCLE.statusOf(row, now) === 'aktiv',
  wording: { causePrefix: 'stelle:', again: 'neu bestellen', page: pageOf.club, reasons: {} },
  list: '/clubs',
  renewable: { column: 'open_end', where: sql`${EXISTS} and auto_extend` },
  close: ({ db }, { id }) => update(db, id, { open_end: null, alert_at: null }),
  renewalOf: async (_ctx, row) => ({
    price: PRICE,
    refused: null,
    book: (system) => book(system, row, row.end_at!),
  }),
};

async function book(ctx: listings.OrderContext, row: Row, start_at: Date): Promise<number> {
  const end_at = new Date(start_at.getTime() + row.wochen * 7 * DAY_MS);
  const { rows } = await sql<{ id: number }>`
    insert into stelle_booking (total, start_at, end_at, created_at)
    values (${PRICE}, ${start_at}, ${end_at}, ${ctx.now}) returning id`.execute(ctx.db);
  const cause = causeOf(rows[0]!.id);
  await update(ctx.db, row.id, { booking_id: rows[0]!.id, ...endColumns(end_at) });
  return listings.charge(ctx, STELLEN, { row, total: PRICE, cause, item: 'Woche', details: {} });
}

export const load = (ctx: Owned, id: number) => listings.loadForUpdate(ctx, STELLEN, id);

export const create = (ctx: Owned, content: Content): Promise<number> =>
  listings.assertRoom(ctx, STELLEN).then(() => insert(ctx, content));

export async function save(ctx: Owned, id: number, content: Content, version?: number) {
  const row = await load(ctx, id);
  listings.assertVersion(STELLEN, row, version);
  await update(ctx.db, id, { ...content, ...listings.savedColumns(ctx, row) });
}

export async function keep(ctx: Owned, id: number, content: Content | 'discard') {
  const row = await load(ctx, id);
  const store = (edit: listings.Edit) => listings.autosave(ctx, STELLEN, row, edit);
  if (content === 'discard') return store('discard');
  return store(row.booking_id === null ? { columns: content } : { unsaved: content });
}

export async function order(ctx: Owned, id: number, expected?: number): Promise<number> {
  const row = await load(ctx, id);
  await listings.assertEvent(ctx, LIFECYCLE, row, 'bestellen');
  listings.assertPrice(PRICE, expected);
  return book(ctx, row, listings.startAtOf(ctx.now, row));
}

export const duplicate = async (ctx: Owned, id: number): Promise<number> =>
  listings.duplicate(ctx, STELLEN, await load(ctx, id), (copy) => insert(ctx, copy));

export async function remove(ctx: Owned, id: number) {
  await listings.stopRenewing(ctx.db, STELLEN, ctx.actor.userId, id);
  const row = await load(ctx, id);
  const planned = LIFECYCLE.statusOf(row, ctx.now) === 'geplant';
  const ahead = planned ? [{ cause: causeOf(row.booking_id), open: PRICE }] : [];
  const refunded = await listings.refundOrders(ctx, STELLEN, row, ahead);
  await update(ctx.db, id, { titel: '', deleted_at: ctx.now });
  return listings.completeDeletion(ctx, STELLEN, row, { refunded });
}

export function pauseAll(ctx: Owned) {
  const columns = { hidden_at: ctx.now, alert_at: null, open_end: null };
  const placed = sql`booking_id is not null`;
  return listings.pauseRuns(ctx, STELLEN, ctx.actor.userId, { placed, columns });
}

export const resumeAll = (ctx: Owned, ids: readonly number[]) =>
  listings.resumeAll(ctx, STELLEN, { accountId: ctx.actor.userId, ids }, async (row) => {
    const run = { start_at: row.start_at!, end_at: row.end_at! };
    await listings.moveRun(ctx.db, STELLEN, row.booking_id!, run);
    await update(ctx.db, row.id, { hidden_at: null, ...endColumns(run.end_at) });
    return null;
  });
