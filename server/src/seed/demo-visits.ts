import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { HOUR_MS, localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { TRAFFIC_DAYS } from '@samtrot/shared/partners/traffic-rules.ts';
import { PUSH_HOURS } from '@samtrot/shared/statistics/rules.ts';
import { sql } from 'kysely';
import { clubContact } from '../modules/clubs/service.ts';
import { adContact } from '../modules/inserate/service.ts';
import type { Sql } from '../platform/db.ts';
import type { Ciphertext } from '../platform/encryption.ts';

/** How lively an hour of the day is, from midnight on. */
const LIVELY = [5, 3, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 9, 8, 7, 7, 8, 9, 11, 13, 14, 14, 12, 8];
/** What visitors make of an extra in the demo. */
const MORE: Record<string, number> = {
  online: 1.7,
  booked: 1.7,
  push: 2.1,
  topad: 2.6,
  farbe: 1.4,
  story: 1.3,
};
/** Of a hundred views so many press a contact. */
const PRESSES = { phone: 6, whatsapp: 5, homepage: 2, sms: 2 } as const;
const CONTACTS = ['phone', 'whatsapp', 'homepage', 'sms'] as const;
const CLUB_VIEWS_A_DAY = 34;

interface Shown {
  kind: 'inserat' | 'club';
  id: number;
  /** All it was seen, spread over the time in which it was online. */
  views: number;
  phases: { kind: string; from: Date; until: Date }[];
  /** Which contacts it has beside the telephone. */
  whatsapp: boolean;
  homepage: boolean;
  sms: boolean;
}

type Stored = Omit<Shown, 'homepage' | 'sms'> & { contact: Ciphertext | null };

interface Sites {
  id: number;
  /** The first have more visitors than the last. */
  weight: number;
}

/**
 * Fills in the visits of what the demo shows: more or less, always the same, and in sum what its
 * lists say.
 */
export async function addVisits(db: Sql, start: Date): Promise<void> {
  const websites = await db
    .selectFrom('website')
    .select('id')
    .where('status', '=', 'on')
    .orderBy('id')
    .execute();
  const sites = websites.map(({ id }, index) => ({ id, weight: 1 / (index + 1.5) }));
  const { rows: ads } = await sql<Stored>`
    select 'inserat' as kind, i.id, i.views, i.whatsapp_hash is not null as whatsapp, i.contact,
           json_agg(json_build_object(
        'kind', p.kind, 'from', p.from_at, 'until', least(p.until_at, ${start}))) as phases
      from inserat i join inserat_phase p on p.inserat_id = i.id and p.from_at < ${start}
     where i.views > 0 group by i.id order by i.id`.execute(db);
  const { rows: clubs } = await sql<Stored>`
    select 'club' as kind, id, false as whatsapp, contact,
           extract(day from least(shown_until, ${start}) - shown_from)::int * ${CLUB_VIEWS_A_DAY} as views,
        json_build_array(json_build_object('kind', 'online', 'from', shown_from, 'until', least(shown_until, ${start}))) as phases
      from club where shown_from < ${start} and deleted_at is null order by id`.execute(db);
  for (const shown of ads)
    await addVisitsOf(
      db,
      { ...shown, homepage: adContact.read(shown).homepage !== '', sms: true },
      sites,
    );
  for (const shown of clubs)
    await addVisitsOf(
      db,
      { ...shown, homepage: clubContact.read(shown).homepage !== '', sms: false },
      sites,
    );
  await addProof(db, start);
  await addEarlierViews(db, start);
}

/**
 * Views of ads that have left since, in the weeks before the last: what the demo shows is young,
 * its websites are not.
 */
async function addEarlierViews(db: Sql, start: Date): Promise<void> {
  const back = (days: number) => localDate(addCalendarDays(start, -days));
  await sql`
    with week as (
      select website_id, sum(views) / 7 as views from visit_day
       where day >= ${back(7)}::date and day < ${localDate(start)}::date group by 1)
    insert into visit_day (kind, item_id, website_id, day, views)
    select 'inserat', 0, week.website_id, d.day::date,
           greatest(0, week.views * (90 + (d.n * 7) % 20) / 100 - coalesce(known.views, 0))::int
      from week
     cross join (select day, row_number() over (order by day)::int as n
                   from generate_series(${back(TRAFFIC_DAYS - 1)}::date, ${back(8)}::date, interval '1 day') as day) d
      left join (select website_id, day, sum(views) as views from visit_day group by 1, 2) known
             on known.website_id = week.website_id and known.day = d.day::date
        on conflict do nothing`.execute(db);
}

/**
 * What these websites were given and showed, in the run of each thing that goes on; and that they
 * asked every day.
 */
async function addProof(db: Sql, start: Date): Promise<void> {
  await sql`
    insert into placement (kind, item_id, website_id, delivered_at, last_delivered_at, seen_at, last_seen_at)
    select v.kind, v.item_id, v.website_id, r.since + interval '2 minutes', ${start},
           r.since + interval '20 minutes', ${start}
      from (select kind, item_id, website_id from visit_day union select 'banner', banner_id, website_id from banner_day) v
      join (
        select 'inserat' as kind, i.id, max(p.from_at) as since from inserat i
          join inserat_phase p on p.inserat_id = i.id and p.kind = 'online' where i.status = 'aktiv'
         group by i.id
        union all select 'club', id, shown_from from club
        where shown_from < ${start} and shown_until > ${start}
        union all select 'banner', b.id, o.start_at from banner b
        join banner_booking o on o.id = b.booking_id
                   where b.hidden_at is null and o.end_at > ${start}) r
        on r.kind = v.kind and r.id = v.item_id
     where r.since < ${start}::timestamptz - interval '1 hour'`.execute(db);
  await sql`
    insert into website_day (website_id, day, asked_at)
    select w.id, d::date, ${start}
      from website w, generate_series(${localDate(start)}::date - 90, ${localDate(start)}::date, interval '1 day') d
     where w.status = 'on' on conflict do nothing`.execute(db);
}

async function addVisitsOf(db: Sql, shown: Shown, sites: readonly Sites[]): Promise<void> {
  const { kind, id, views, phases: raw } = shown;
  const phases = raw.map(({ kind: name, from, until }) => ({
    name,
    from: +new Date(from),
    until: +new Date(until),
  }));
  const days = new Map<
    string,
    [views: number, phone: number, whatsapp: number, homepage: number, sms: number]
  >();
  const hours = new Map<string, [views: number, contacts: number]>();
  let left = views;
  for (const [hour, share] of shares(phases, id)) {
    // The last hour has all that is left.
    const seen = Math.round(share * left);
    left -= seen;
    const [at, total] = [new Date(hour), [seen, 0] as [number, number]];
    const day = localDate(at);
    for (let n = 0; n < seen; n++) {
      const luck = (salt: number) => chance(id, hour / HOUR_MS, n * 7 + salt);
      const key = `${day} ${siteOf(sites, luck(0))}`;
      const figures = days.get(key) ?? [0, 0, 0, 0, 0];
      const pressed = CONTACTS.map((contact, index) =>
        (contact === 'phone' || shown[contact]) && luck(index + 1) * 100 < PRESSES[contact] ? 1 : 0,
      );
      days.set(key, [
        figures[0] + 1,
        figures[1] + pressed[0]!,
        figures[2] + pressed[1]!,
        figures[3] + pressed[2]!,
        figures[4] + pressed[3]!,
      ]);
      total[1] += pressed.filter((one) => one === 1).length;
    }
    if (seen > 0) hours.set(at.toISOString(), total);
  }
  const [keys, figures] = [[...days.keys()].map((key) => key.split(' ')), [...days.values()]];
  await sql`
    insert into visit_day (kind, item_id, day, website_id, views, phone, whatsapp, homepage, sms)
    select ${kind}, ${id}, *
      from unnest(${keys.map(([day]) => day)}::date[], ${keys.map(([, site]) => site)}::bigint[],
      ${figures.map(([n]) => n)}::integer[], ${figures.map(([, n]) => n)}::integer[],
      ${figures.map(([, , n]) => n)}::integer[], ${figures.map(([, , , n]) => n)}::integer[],
      ${figures.map(([, , , , n]) => n)}::integer[])`.execute(db);
  if (kind === 'club') return;
  await sql`
    insert into visit_hour (inserat_id, hour, views, contacts)
    select ${id}, * from unnest(${[...hours.keys()]}::timestamptz[], ${[...hours.values()].map(([n]) => n)}::integer[],
      ${[...hours.values()].map(([, n]) => n)}::integer[])`.execute(db);
}

/** Each hour in which it was online, and what of the views that are still to come falls into it. */
function* shares(phases: readonly { name: string; from: number; until: number }[], id: number) {
  const online = phases.filter(({ name }) => name === 'online');
  const weights: [hour: number, weight: number][] = [];
  const first = Math.min(...online.map(({ from }) => from));
  const last = Math.max(...online.map(({ until }) => until));
  for (let hour = Math.floor(first / HOUR_MS) * HOUR_MS; hour < last; hour += HOUR_MS) {
    const part = ({ from, until }: { from: number; until: number }) =>
      Math.max(0, Math.min(until, hour + HOUR_MS) - Math.max(from, hour)) / HOUR_MS;
    const visible = online.reduce((sum, phase) => sum + part(phase), 0);
    if (visible === 0) continue;
    let weight =
      visible *
      LIVELY[Number(localTime(new Date(hour)).slice(0, 2))]! *
      (0.7 + 0.6 * chance(id, hour / HOUR_MS, 0));
    for (const { name, from, until } of phases) {
      const works = ['online', 'booked', 'push'].includes(name)
        ? from + PUSH_HOURS * HOUR_MS
        : until;
      weight *= 1 + (MORE[name]! - 1) * part({ from, until: works });
    }
    weights.push([hour, weight]);
  }
  let ahead = weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [hour, weight] of weights) {
    yield [hour, weight / ahead] as const;
    ahead -= weight;
  }
}

function siteOf(sites: readonly Sites[], luck: number): number {
  let rest = luck * sites.reduce((sum, { weight }) => sum + weight, 0);
  for (const { id, weight } of sites) {
    rest -= weight;
    if (rest <= 0) return id;
  }
  return sites.at(-1)!.id;
}

/** A number from 0 to 1 that looks drawn and is always the same. */
function chance(...numbers: number[]): number {
  let mixed = 2_166_136_261;
  for (const number of numbers) mixed = Math.imul(mixed ^ number, 16_777_619) + (mixed >>> 15);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 2_246_822_507);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_909);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}
