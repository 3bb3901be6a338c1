import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { rounds } from '../../testing/process/deep.ts';
import { workOf } from '../../testing/process/work.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { adContact } from '../inserate/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const ADS = rounds(100, 500);

test(`pausing ${ADS} ads, 50 banners and 50 clubs takes about as many statements as pausing one [T-DEL-04]`, async () => {
  const site = await websiteOf(world);
  const oneOfEach = async (who: Caller) => {
    const { id } = await on.place(who, { inserat_typ: '1_week' });
    const banner = (await who.call(orderBanner, bannerWish({ webseiten: [site] }))).body.banner.ID;
    const club = (await who.call(saveClub, wholeClub({ monate: 1 }))).body.club.ID;
    return { id, banner, club };
  };
  const [one, user] = [await on.rich(500), await on.rich(500)];
  await oneOfEach(one);
  const { id, banner, club } = await oneOfEach(user);
  await sql`
    insert into inserat (account_id, status, inserat_typ, name, titel, beschreibung, adresse_anzeigen, story_title, cantons, categories, start_at, end_at, lifted_at,
                         created_at, changed_at)
    select account_id, status, inserat_typ, name, titel, beschreibung, adresse_anzeigen, story_title, cantons, categories, start_at, end_at, lifted_at,
           created_at, changed_at from inserat, generate_series(1, ${ADS - 1}::int) where id = ${id}`.execute(
    world.db,
  );
  await world.db.transaction().execute(async (db) => {
    const copies = await db.selectFrom('inserat').select(['id', 'contact']).execute();
    for (const copy of copies.filter(({ contact }) => contact === null)) {
      const columns = adContact.columnsOf({ telefon: '+41791234567' }, copy);
      await db.updateTable('inserat').set(columns).where('id', '=', copy.id).execute();
    }
  });
  await sql`
    with booked as (
      insert into booking (inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images, created_at)
      select i.id, i.account_id, i.inserat_typ, i.start_at, i.end_at, false, 1, 1, 5, i.created_at
        from inserat i where i.account_id = ${user.userId} and i.booking_id is null and i.status = 'aktiv' returning id, inserat_id)
    update inserat set booking_id = booked.id from booked where booked.inserat_id = inserat.id`.execute(
    world.db,
  );
  await sql`
    with made as (
      insert into banner (account_id, typ, text, url, monate, created_at, changed_at)
      select account_id, typ, text, url, monate, created_at, changed_at from banner, generate_series(1, 49) where id = ${banner} returning id),
    places as (insert into banner_webseite (banner_id, website_id) select id, ${site} from made)
    insert into banner_booking (banner_id, typ, months, websites, base, surcharge, start_at, end_at, created_at)
    select made.id, 'a4', 1, 1, 60, 0, k.start_at, k.end_at, k.created_at from made, banner_booking k where k.banner_id = ${banner}`.execute(
    world.db,
  );
  await sql`
    update banner b set booking_id = k.id, open_end = k.end_at from banner_booking k
     where k.banner_id = b.id and b.account_id = ${user.userId} and b.booking_id is null`.execute(
    world.db,
  );
  await sql`
    insert into club (account_id, club_name, placed_at, created_at, changed_at)
    select account_id, club_name, placed_at, created_at, changed_at from club, generate_series(1, 49) where id = ${club}`.execute(
    world.db,
  );
  const counted = async (
    who: Caller,
    spec: typeof goOffline | typeof goOnline,
    expected: object,
  ) => {
    const { statements } = await workOf(async () =>
      expect(await who.call(spec, {})).toMatchObject({ status: 200, body: expected }),
    );
    return statements.length;
  };
  const few = await counted(one, goOffline, { run: { inserate: 1, banners: 1, clubs: 1 } });
  const many = await counted(user, goOffline, { run: { inserate: ADS, banners: 50, clubs: 50 } });
  // A constant number more, not one per item.
  expect(many).toBeLessThan(few + 10);
  world.clock.advance(3 * HOUR_MS);
  await counted(user, goOnline, { left: [] });
  const { rows } = await sql<{ ads: number; ends: Date[] }>`
    select count(*) filter (where status = 'aktiv')::int as ads, array_agg(distinct end_at) as ends
      from inserat where account_id = ${user.userId} and booking_id is not null`.execute(world.db);
  expect(rows[0]).toEqual({ ads: ADS, ends: [new Date(+START + 7 * DAY_MS + 3 * HOUR_MS)] });
});
