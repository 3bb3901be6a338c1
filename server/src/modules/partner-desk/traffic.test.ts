import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import * as contract from '@samtrot/shared/partners/console-contract.ts';
import { getPartnerTraffic } from '@samtrot/shared/partners/desk-contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { consolePersonOf, websiteOf } from '../../testing/world/console.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { makeKey } from '../partners/service.ts';

const TASK = 'partner-desk/traffic';

let world: World;
let manager: Staff;
let itemId: number;
beforeAll(async () => {
  world = await testWorld();
  manager = await staffOf(world, 'partner_manager');
  await keepStaffLogins(world);
  const user = await advertisers(world).rich(1000);
  itemId = (await advertisers(world).place(user)).id;
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['visit_day', 'traffic_alert', 'mail'] as const)
    await sql`delete from ${sql.table(table)}`.execute(world.db);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** So many views on each day, so many days back. */
async function seed(websiteId: number, views: number, { from, to }: { from: number; to: number }) {
  for (let back = from; back <= to; back++)
    await sql`
      insert into visit_day (kind, item_id, website_id, day, views)
      values ('inserat', ${itemId}, ${websiteId}, ${localDate(addCalendarDays(START, -back))}::date, ${views})`.execute(
      world.db,
    );
}
const alarms = async () =>
  (await world.mails(manager.email)).filter(({ subject }) => subject.includes('Aufrufe'));

test.each([
  ['fell by half', 10, 'gefallen: −50 %'],
  ['rose fivefold', 100, 'gestiegen: +400 %'],
])(
  'a website whose views %s is mailed to the partner manager once [BOF-126]',
  async (_, views, words) => {
    const { id, name } = await websiteOf(world);
    const { id: ordinary } = await websiteOf(world);
    for (const website of [id, ordinary]) await seed(website, 20, { from: 8, to: 35 });
    await seed(id, views, { from: 1, to: 7 });
    await seed(ordinary, 12, { from: 1, to: 7 });
    await world.runTasks(TASK);
    await world.runTasks(TASK);
    const [mail, ...more] = await alarms();
    expect(more).toEqual([]);
    expect(mail!.text).toContain(`«${name}»`);
    expect(mail!.text).toContain(words);
    expect(mail!.text).toContain(`/betrieb/partner/${id}`);
    // Ordinary again, and then once more.
    await sql`update visit_day set views = 20 where website_id = ${id}`.execute(world.db);
    await world.runTasks(TASK);
    expect(await alarms()).toHaveLength(1);
    await sql`update visit_day set views = ${views} where website_id = ${id}
             and day >= ${localDate(addCalendarDays(START, -7))}::date`.execute(world.db);
    world.clock.advance(1000);
    await world.runTasks(TASK);
    expect(await alarms()).toHaveLength(2);
  },
);

test('who is switched off, new or hardly visited alarms nobody; the day that runs does not count [BOF-126]', async () => {
  const [off, fresh, rare, today] = [
    await websiteOf(world),
    await websiteOf(world),
    await websiteOf(world),
    await websiteOf(world),
  ];
  await seed(off.id, 20, { from: 8, to: 35 });
  await sql`update website set status = 'off' where id = ${off.id}`.execute(world.db);
  await seed(fresh.id, 500, { from: 1, to: 7 });
  await seed(rare.id, 9, { from: 8, to: 35 });
  await seed(today.id, 20, { from: 1, to: 35 });
  await seed(today.id, 9000, { from: 0, to: 0 });
  await world.runTasks(TASK);
  expect(await alarms()).toEqual([]);
});

test('calls, errors, visits and programs are counted by day for house and website [BOF-126]', async () => {
  const { id } = await websiteOf(world);
  const person = await consolePersonOf(world, id, 'read');
  const now = world.clock.now();
  const { key } = await world.db.transaction().execute((db) => makeKey({ db, now }, id, 'Server'));
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  const ask = (url: string, more: object = {}) =>
    world.server.inject({ url, headers: { authorization: `Bearer ${key}` }, ...more });
  for (let n = 0; n < 3; n++) expect((await ask('/partner/v1/ads')).statusCode).toBe(200);
  expect((await ask('/partner/v1/ads?limit=0')).statusCode).toBe(422);
  // Not shown any more, or of nobody: neither is an error of the website.
  expect((await ask(`/partner/v1/ads/${crypto.randomUUID()}`)).statusCode).toBe(404);
  await ask('/partner/v1/ads', { headers: { authorization: 'Bearer sr_falsch' } });
  for (const [visitor, user_agent] of [
    ['besucher-a', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['besucher-b', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
  ])
    for (const kind of ['view', 'phone'])
      expect(
        (
          await ask(`/partner/v1/ads/${public_id}/views`, {
            method: 'POST',
            payload: { kind, visitor, user_agent },
          })
        ).statusCode,
      ).toBe(202);
  await world.app.writeCounts();
  // The second finds nothing to add.
  for (let n = 0; n < 2; n++) await world.app.writeTraffic();
  const counted = { reads: 4, errors: 1, views: 1, clicks: 1, visits: 2, bots: 2 };
  const house = await manager.call(getPartnerTraffic, { website_id: id });
  expect(house.body.days).toHaveLength(35);
  expect(house.body.days.at(-1)).toEqual({ day: localDate(START), ...counted });
  const own = await person.call(contract.getPartnerTraffic, { website_id: id });
  expect(own.body).toEqual(house.body);
  expect(house.body.days.slice(0, -1).every(({ reads }: { reads: number }) => reads === 0)).toBe(
    true,
  );
});

test('counts of calls are removed after 400 days [BOF-126]', async () => {
  const { id } = await websiteOf(world);
  const back = (days: number) => localDate(new Date(START.getTime() - days * DAY_MS));
  for (const days of [399, 401])
    await sql`insert into traffic_day (website_id, day, reads) values (${id}, ${back(days)}::date, 1)`.execute(
      world.db,
    );
  await world.runTasks(TASK);
  const rows = await world.db
    .selectFrom('traffic_day')
    .select('day')
    .where('website_id', '=', id)
    .execute();
  expect(rows).toHaveLength(1);
});
