import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { NO_ADDRESS } from '../fill.ts';
import type { Product } from '../product.ts';
import { bounded, type Row } from '../report.ts';

const PUSHES = 10_000;
const LEAD_MS = 2000;
const MOST_S = 30;

/** Ten thousand pushes due at the same moment: time until the last one is done. */
export async function pushes({ databaseUrl }: Product): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const due = await order(client);
    const open = async () =>
      (
        await client.query<{ n: number }>(
          `select count(*)::int as n from push where cause like 'bench:%' and state = 'due'`,
        )
      ).rows[0]!.n;
    const deadline = due.getTime() + 4 * MOST_S * 1000;
    while ((await open()) > 0 && Date.now() < deadline) await wait(50);
    const seconds = (Date.now() - due.getTime()) / 1000;
    await requireOnceEach(client);
    return [
      bounded(
        `${PUSHES.toLocaleString('en-US')} pushes due at the same moment, all carried out after`,
        seconds,
        MOST_S,
        's',
      ),
    ];
  } finally {
    await client.end();
  }
}

/** Online ads with one paid push each; returns their due time. */
async function order(client: pg.Client): Promise<Date> {
  const now = Date.now();
  await client.query(
    `with owner as (
       insert into account (username, username_key, email, email_hash, password_hash, nickname, created_at)
       values ('Messung Push', 'messungpush', ${NO_ADDRESS}, 'push', '-', '', $1) returning id),
     ads as (
       insert into inserat (account_id, status, inserat_typ, name, titel, beschreibung, cantons, categories, start_at, end_at,
                            lifted_at, created_at, changed_at, date_time_pushes)
       select id, 'aktiv', '1_week', 'Messung', 'Messung ' || n, '<p>Ein ruhiger Text.</p>', '{ZH}', '{1}', $1, $2, $1, $1, $1, '{push}'
         from owner, generate_series(1, $3::int) n returning id, account_id),
     bookings as (
       insert into booking (inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images,
                            paid_dated_pushes, created_at)
       select id, account_id, '1_week', $1, $2, false, 3, 3, 10, 1, $1 from ads returning id, inserat_id, account_id),
     orders as (
       insert into booking_order (booking_id, cause, total, items, at)
       select id, 'bench:' || id, 0, '[]', $1 from bookings returning id)
     insert into push (inserat_id, account_id, booking_id, kind, slot, due_at, cause)
     select inserat_id, account_id, id, 'dated', 'push', $2, 'bench:' || id from bookings`,
    [new Date(now - 60_000), new Date(now + 7 * 86_400_000), PUSHES],
  );
  await client.query(
    'update inserat i set booking_id = b.id from booking b where b.inserat_id = i.id and i.booking_id is null',
  );
  const due = new Date(Date.now() + LEAD_MS);
  await client.query(`update push set due_at = $1 where cause like 'bench:%'`, [due]);
  return due;
}

/** Asserts that each ad was pushed once and has no due push left. */
async function requireOnceEach(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from push p join inserat i on i.id = p.inserat_id join booking b on b.id = p.booking_id
      where p.cause like 'bench:%' and p.state = 'done' and p.settled_at >= p.due_at and i.lifted_at = p.settled_at
        and b.paid_dated_pushes = 0 and i.date_time_pushes = '{}'`,
  );
  if (rows[0]!.n !== PUSHES) throw new Error(`${rows[0]!.n} of ${PUSHES} pushes were carried out`);
}
