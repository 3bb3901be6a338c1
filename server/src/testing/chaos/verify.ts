import { sql } from 'kysely';
import { checkBooks } from '../../modules/overview/service.ts';
import type { Database } from '../../platform/db.ts';
import type { Story } from './load.ts';

/** Work that a running product completes without a request and has not completed yet. */
export async function unsettled(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'payment ' || id || ' ' || status as what from payment where status = 'erstellt'
    union all
    select 'payment ' || p.id || ' ' || p.status || ', paid at the provider' from payment p join sandbox.payment s on s.reference = p.id::text
     where s.status = 'paid' and p.status not in ('gutgeschrieben', 'erstattet', 'rueckbelastet')
    union all
    select 'refund ' || id from payment_refund where status = 'beauftragt'
    union all
    select 'notification ' || id from sandbox.notification where delivered_at is null`.execute(db);
  return rows.map(({ what }) => what);
}

/**
 * Compares what the books, the provider and the advertisers say; one line for each thing that does
 * not agree.
 */
export async function violations(db: Database, stories: readonly Story[]): Promise<string[]> {
  const found = [...(await checkBooks(db)).problems];
  for (const story of stories) found.push(...story.seen, ...(await disagreements(db, story)));
  const ask = async (words: string, query: ReturnType<typeof sql>) => {
    const { rows } = await query.execute(db);
    for (const row of rows) found.push(`${words}: ${Object.values(row as object).join(', ')}`);
  };
  await ask(
    'paid at the provider, not credited',
    sql`select s.reference from sandbox.payment s left join payment p on p.id::text = s.reference
         where s.status = 'paid' and coalesce(p.status, '') not in ('gutgeschrieben', 'erstattet', 'rueckbelastet')`,
  );
  await ask(
    'credited, not paid at the provider',
    sql`select p.id from payment p left join sandbox.payment s on p.id::text = s.reference
         where p.status in ('gutgeschrieben', 'erstattet', 'rueckbelastet') and coalesce(s.status, '') <> 'paid'`,
  );
  await ask(
    'opened twice at the provider',
    sql`select reference from sandbox.payment group by 1 having count(*) > 1`,
  );
  await ask(
    'other money back than ordered',
    sql`select s.reference, s.refunded, coalesce(r.total, 0) as ordered from sandbox.payment s
          left join (select payment_id, sum(amount_rappen) as total from payment_refund where status = 'bestaetigt' group by 1) r
            on r.payment_id::text = s.reference
         where s.refunded <> coalesce(r.total, 0)`,
  );
  await ask(
    'mails to a credited payment',
    sql`select p.id, count(m.id) as mails from payment p left join mail m on m.cause = 'topup:' || p.id
         where p.status in ('gutgeschrieben', 'erstattet', 'rueckbelastet') group by 1 having count(m.id) <> 1`,
  );
  return found;
}

/** Differences between an advertiser's responses and the books. */
async function disagreements(db: Database, story: Story): Promise<string[]> {
  const { userId } = story;
  const { rows } = await sql<{ credits: number; owed: number; paid: number; back: number }>`
    select coalesce((select balance from ledger_account where kind = 'wallet' and owner_id = ${userId}), 0) as credits,
           coalesce((select -balance from ledger_account where kind = 'debt' and owner_id = ${userId}), 0) as owed,
           coalesce((select sum(p.credits + p.bonus) from payment p join sandbox.payment s on s.reference = p.id::text
                      where p.account_id = ${userId} and s.status = 'paid'), 0) as paid,
           coalesce((select sum(r.credits) from payment_refund r join payment p on p.id = r.payment_id
                      where p.account_id = ${userId} and r.status <> 'abgelehnt'), 0) as back`.execute(
    db,
  );
  const { credits, owed, paid, back } = rows[0]!;
  const spent = [...story.placed.values()].reduce((sum, price) => sum + price, 0);
  const due = Number(paid) + story.coupons - spent - Number(back);
  const found: string[] = [];
  if (Number(credits) - Number(owed) !== due)
    found.push(`account ${userId}: ${credits} credits and ${owed} owed, expected ${due}`);
  const orders = await sql<{ inserat_id: number; total: number; n: number; status: string }>`
    select b.inserat_id, sum(o.total)::int as total, count(*)::int as n, i.status
      from booking_order o join booking b on b.id = o.booking_id join inserat i on i.id = b.inserat_id
     where b.account_id = ${userId} group by b.inserat_id, i.status`.execute(db);
  const known = new Map(orders.rows.map((order) => [order.inserat_id, order]));
  for (const [id, price] of story.placed) {
    const order = known.get(id);
    if (order?.total !== price || order.status !== 'aktiv')
      found.push(
        `ad ${id}: answered as placed for ${price}, in the books ${order?.total ?? 'nothing'} (${order?.status})`,
      );
  }
  for (const { inserat_id } of orders.rows) {
    if (!story.placed.has(inserat_id))
      found.push(`ad ${inserat_id}: ordered and never answered as placed`);
  }
  return found;
}
