import { exportHouseFigure, getHouseFigures } from '@samtrot/shared/figures/contract.ts';
import type { Figure, Span } from '@samtrot/shared/figures/rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { adBuilder } from '../../testing/listings/ads.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let owner: Staff;
let adId: number;
beforeAll(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
  adId = (await adBuilder(world.db).add({ status: 'entwurf' })).id;
  await sql`update account set created_at = '2025-01-01T00:00Z'`.execute(world.db);
  await sql`delete from inserat_phase`.execute(world.db);
});
afterAll(() => world[Symbol.asyncDispose]());

const pointsOf = async (figure: Figure, span: Span = 'days', who = owner) => {
  const { status, body } = await who.call(getHouseFigures, { span });
  expect(status).toBe(200);
  const found = (
    body.figures as { figure: Figure; points: { day: string; value: number }[] }[]
  ).find((one) => one.figure === figure);
  return found && Object.fromEntries(found.points.map(({ day, value }) => [day, value]));
};
const some = (points: Record<string, number> | undefined) =>
  Object.fromEntries(Object.entries(points ?? {}).filter(([, value]) => value > 0));

test('registrations are counted by Swiss day and by month [BOF-136]', async () => {
  const at = ['2026-11-20T11:00Z', '2026-11-19T22:59Z', '2026-11-19T23:00Z', '2026-10-21T21:59Z'];
  for (const created of nonEmpty(at)) {
    const { userId } = await world.user();
    await sql`update account set created_at = ${created} where id = ${userId}`.execute(world.db);
  }
  const days = await pointsOf('registrations');
  expect(Object.keys(days!)).toHaveLength(30);
  expect(some(days)).toEqual({ '2026-11-19': 1, '2026-11-20': 2 });
  expect(some(await pointsOf('registrations', 'months'))).toEqual({
    '2026-10-01': 1,
    '2026-11-01': 3,
  });
});

test('ads are online at the end of a day, today until now [BOF-136]', async () => {
  const phases = [
    ['2026-01-01T00:00Z', null],
    ['2026-11-18T10:00Z', '2026-11-19T10:00Z'],
    ['2026-11-18T10:00Z', '2026-11-18T20:00Z'],
    ['2026-11-20T11:00Z', '2026-11-20T11:30Z'],
    ['2026-11-20T11:00Z', null],
    ['2026-01-01T00:00Z', '2026-10-01T00:00Z'],
  ] as const;
  for (const [from, until] of phases)
    await sql`insert into inserat_phase (inserat_id, kind, from_at, until_at)
              values (${adId}, 'online', ${from}, ${until})`.execute(world.db);
  await sql`insert into inserat_phase (inserat_id, kind, from_at)
            values (${adId}, 'topad', ${START})`.execute(world.db);
  const days = await pointsOf('online');
  expect([days!['2026-10-22'], days!['2026-11-17'], days!['2026-11-18']]).toEqual([1, 1, 2]);
  expect([days!['2026-11-19'], days!['2026-11-20']]).toEqual([1, 2]);
  const months = await pointsOf('online', 'months');
  expect([months!['2026-09-01'], months!['2026-10-01'], months!['2026-11-01']]).toEqual([2, 1, 2]);
});

test('revenue is what was credited of payments, for roles with a right on money [BOF-136]', async () => {
  const { userId } = await world.user();
  const pay = (settled: string | null, status: string, rappen: number, counted: number | null) =>
    sql`insert into payment (id, account_id, option_id, price_rappen, credits, bonus,
               discount_percent, provider, status, created_at, settled_at, settled_rappen,
               settled_credits, settled_bonus)
        select gen_random_uuid(), ${userId}, 1, ${rappen}, 100, 0,
               0, 'sandbox', ${status}, ${START}, ${settled}::timestamptz, ${counted}::int,
               case when ${counted}::int is not null then 1 end,
               case when ${counted}::int is not null then 0 end`.execute(world.db);
  await pay('2026-11-20T10:00Z', 'gutgeschrieben', 10_000, null);
  await pay('2026-11-20T10:00Z', 'erstattet', 5_000, 4_000);
  await pay('2026-11-20T10:00Z', 'abgelehnt', 7_000, null);
  await pay(null, 'offen', 7_000, null);
  await pay('2026-11-01T10:00Z', 'gutgeschrieben', 250, null);
  expect(some(await pointsOf('revenue'))).toEqual({ '2026-11-01': 250, '2026-11-20': 14_000 });
  for (const role of ['moderator', 'partner_manager'] as const) {
    const other = await staffOf(world, role);
    expect(await pointsOf('revenue', 'days', other)).toBeUndefined();
    expect(await pointsOf('views', 'days', other)).toBeDefined();
    const refused = await other.call(exportHouseFigure, { figure: 'revenue', span: 'days' });
    expect([refused.status, refused.body.code]).toEqual([403, 'RIGHT_MISSING']);
  }
});

test('detail views are added up over websites [BOF-136]', async () => {
  await sql`insert into website (name, url, status, created_at)
            select n, 'https://' || n || '.example', 'on', now() from unnest(array['eins', 'zwei']) n`.execute(
    world.db,
  );
  await sql`insert into visit_day (kind, item_id, website_id, day, views)
            select k, 1, w.id, d::date, 3 from website w, unnest(array['inserat', 'club']) k,
                   unnest(array['2026-11-20', '2026-10-22', '2026-10-21']) d
             where w.name in ('eins', 'zwei')`.execute(world.db);
  expect(some(await pointsOf('views'))).toEqual({ '2026-10-22': 12, '2026-11-20': 12 });
  expect(some(await pointsOf('views', 'months'))).toEqual({ '2026-10-01': 24, '2026-11-01': 12 });
});

test('a chart comes as CSV with the day that is not over marked [BOF-136]', async () => {
  const { body } = await owner.call(exportHouseFigure, { figure: 'revenue', span: 'months' });
  expect(body.name).toBe('revenue-2026-11-20.csv');
  const lines = (body.text as string).split('\r\n');
  expect(lines[0]).toBe('\uFEFFMonat;Umsatz bezahlt (CHF);Bemerkung');
  expect(lines).toHaveLength(14);
  expect(lines.at(-3)).toBe('10.2026;0.00;');
  expect(lines.at(-2)).toBe('11.2026;142.50;läuft noch, Stand 20.11.2026, 13:00');
});

test('with many rows the sums read an index, not the whole table [BOF-136]', async () => {
  const superuser = connect(world.url, { role: null, max: 1 });
  const from = new Date(START.getTime() - 30 * DAY_MS);
  try {
    const { db } = superuser;
    await sql`set session_replication_role = replica`.execute(db);
    await sql`insert into inserat_phase (inserat_id, kind, from_at, until_at)
              select ${adId}, 'online', timestamptz '2024-01-01Z' + n * interval '1 minute',
                     timestamptz '2024-01-02Z' + n * interval '1 minute'
                from generate_series(1, 20000) n`.execute(db);
    await sql`insert into visit_day (kind, item_id, website_id, day, views)
              select 'inserat', 1000 + n, (select min(id) from website), date '2024-01-01' + n % 600, 1
                from generate_series(1, 40000) n order by n % 600`.execute(db);
    await sql`analyze inserat_phase, visit_day`.execute(db);
    const queries = [
      sql`select count(*) from inserat_phase where kind = 'online'
             and (until_at is null or until_at >= ${from})`,
      sql`select sum(views) from visit_day where day >= ${from}::timestamptz::date`,
    ];
    for (const query of nonEmpty(queries)) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
    }
  } finally {
    await superuser.db.destroy();
  }
});
