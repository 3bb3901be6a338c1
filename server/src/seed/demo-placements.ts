import {
  BANNER_TYPES,
  type BannerTypeId,
  bannerPrice,
  monthsLabel,
} from '@samtrot/shared/banners/rules.ts';
import { clubPrice } from '@samtrot/shared/clubs/rules.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { pricesAt } from '../modules/catalogue/service.ts';
import { clubContact } from '../modules/clubs/service.ts';
import * as media from '../modules/media/service.ts';
import * as wallet from '../modules/wallet/service.ts';
import { nextId } from '../platform/encryption.ts';
import type { Subject } from './art.ts';
import type { BannerPicture } from './banner-art.ts';
import { before, type Demo, pictureOf } from './demo-steps.ts';

export interface DemoBanner {
  /** Hours before the start of the demo at which it was ordered or saved. */
  hoursAgo: number;
  typ: BannerTypeId;
  text?: string;
  url: string;
  picture?: BannerPicture;
  months: number;
  /** On so many of the partner websites. */
  websites: number;
  autoExtend?: true;
  draft?: true;
  /** Taken off so many hours before the start of the demo. */
  hiddenHoursAgo?: number;
  /** Begins so many days after the start, in the evening. */
  startsInDays?: number;
}

/** A banner in every status (README, demo logins). */
export const LENAS_BANNERS: DemoBanner[] = [
  banner(50 * 24, 'a4', 6, { text: 'Sommerfest' }),
  banner(45 * 24, 'a4', 2, { text: 'Studio Linde', months: 3, autoExtend: true }),
  banner(12 * 24, 'a4', 3, { text: 'Abende in Basel', hiddenHoursAgo: 100 }),
  banner(6 * 24, 'a2', 2, { picture: 'banner-a2' }),
  banner(2 * 24, 'a4', 6, { text: 'Winterabend', startsInDays: 5 }),
  banner(20, 'a1', 3, { picture: 'banner-a1', months: 2, draft: true }),
  banner(10, 'a3', 1, { picture: 'banner-a3', draft: true }),
];

export interface DemoClub {
  hoursAgo: number;
  name: string;
  titel: string;
  beschreibung: string;
  strasse_und_nummer: string;
  postleitzahl: string;
  ort: string;
  canton: string;
  /** Open on these days of the week from Monday, 1 to 7, between two times. */
  open: [days: number[], von: string, bis: string];
  pictures: Subject[];
  months: number;
  /** Begins so many days after the start, in the evening. */
  startsInDays?: number;
}

/** The two large places of partner websites, by the names of their advertisers. */
export const NEIGHBOURS_BANNERS: Record<string, DemoBanner> = {
  'Haus am Park': banner(20 * 24, 'a1', 2, {
    picture: 'banner-a1',
    url: 'https://haus-am-park.example/',
  }),
  'Salon Aurora': banner(18 * 24, 'a3', 1, {
    picture: 'banner-a3',
    url: 'https://salon-aurora.example/',
  }),
};

/** A club in every status: one that is over, one that runs, one that is still to come. */
export const LENAS_CLUBS: DemoClub[] = [
  {
    hoursAgo: 56 * 24,
    months: 1,
    name: 'Gartenlaube',
    titel: 'Sommergarten in Aarau',
    beschreibung: 'Von Juni bis September im Freien. Getränke und kleine Küche, jeden Abend Musik.',
    strasse_und_nummer: 'Uferweg 4',
    postleitzahl: '5000',
    ort: 'Aarau',
    canton: 'AG',
    open: [[3, 4, 5, 6], '16:00', '23:00'],
    pictures: ['vase'],
  },
  {
    hoursAgo: 20 * 24,
    months: 2,
    name: 'Haus Linde',
    titel: 'Bar und Räume in Zürich',
    beschreibung:
      'Ruhige Bar mit sechs Räumen, zehn Minuten vom Bahnhof. Täglich ab 17 Uhr geöffnet.',
    strasse_und_nummer: 'Lindenstrasse 12',
    postleitzahl: '8001',
    ort: 'Zürich',
    canton: 'ZH',
    open: [[1, 2, 3, 4, 5, 6, 7], '17:00', '02:00'],
    pictures: ['room', 'arch'],
  },
  {
    hoursAgo: 2 * 24,
    months: 1,
    startsInDays: 6,
    name: 'Salon Seeblick',
    titel: 'Neu am See in Luzern',
    beschreibung:
      'Drei helle Räume mit Blick auf das Wasser, eine kleine Bar und Zeit für ein Gespräch.',
    strasse_und_nummer: 'Quai 7',
    postleitzahl: '6003',
    ort: 'Luzern',
    canton: 'LU',
    open: [[4, 5, 6], '18:00', '01:00'],
    pictures: ['arch'],
  },
];

/** Saves or orders a banner at its time, as its advertiser would have done. */
export async function placeBanner(demo: Demo, userId: number, wish: DemoBanner): Promise<void> {
  const ctx = { db: demo.db, now: before(demo, { hours: wish.hoursAgo }) };
  const { typ, text = '', url, months } = wish;
  const plannedAt = wish.startsInDays === undefined ? null : eveningIn(demo, wish.startsInDays);
  const { id } = await ctx.db
    .insertInto('banner')
    .values({
      account_id: userId,
      typ,
      text,
      url,
      monate: months,
      auto_extend: wish.autoExtend ?? false,
      created_at: ctx.now,
      changed_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('banner_webseite')
    .columns(['banner_id', 'website_id'])
    .expression((query) =>
      query
        .selectFrom('website')
        .select(({ val }) => [val(id).as('banner_id'), 'id'])
        .where('status', '=', 'on')
        .orderBy('id')
        .limit(wish.websites),
    )
    .execute();
  if (wish.picture)
    await media.attachToBanner(ctx, {
      accountId: userId,
      bannerId: id,
      ...pictureOf(demo, wish.picture),
    });
  if (wish.draft) return;
  const { base, surcharge, total } = bannerPrice((await pricesAt(ctx)).banners, wish);
  const startAt = plannedAt ?? ctx.now;
  const endAt = addCalendarMonths(startAt, months);
  const booking = await ctx.db
    .insertInto('banner_booking')
    .values({
      banner_id: id,
      typ,
      months,
      websites: wish.websites,
      base,
      surcharge,
      start_at: startAt,
      end_at: endAt,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The books never forget: they name what was bought, not what it says.
  const description = `Banner ${id}: ${BANNER_TYPES[typ].name}, ${monthsLabel(months)}`;
  await wallet.spend(ctx, { userId, amount: total, cause: `banner:${booking.id}`, description });
  await ctx.db
    .updateTable('banner')
    .set({
      booking_id: booking.id,
      open_end: endAt,
      alert_at: new Date(endAt.getTime() - DAY_MS),
      hidden_at:
        wish.hiddenHoursAgo === undefined ? null : before(demo, { hours: wish.hiddenHoursAgo }),
    })
    .where('id', '=', id)
    .execute();
  const until =
    wish.hiddenHoursAgo === undefined ? endAt : before(demo, { hours: wish.hiddenHoursAgo });
  await count(demo, id, startAt, new Date(Math.min(until.getTime(), demo.start.getTime())));
}

/**
 * What a banner on a demo was seen and clicked on each day between two instants: more or less, and
 * always the same.
 */
async function count({ db }: Demo, bannerId: number, from: Date, until: Date): Promise<void> {
  await sql`
    insert into banner_day (banner_id, website_id, day, views, clicks)
    select banner_id, website_id, day, 40 + mixed % 90, mixed % 5
    from (
      select banner_id, website_id, day::date as day,
        (website_id * 31 + extract(doy from day)::integer * 17 + banner_id * 7)::integer % 101 as mixed
      from banner_webseite, generate_series(${localDate(from)}::date, ${localDate(until)}::date, '1 day') as day
      where banner_id = ${bannerId} and ${from}::timestamptz < ${until}::timestamptz
    ) as days`.execute(db);
}

/** Enters a club at its time. */
export async function placeClub(demo: Demo, userId: number, wish: DemoClub): Promise<void> {
  const { hoursAgo, name, months, open, pictures, startsInDays, ...texts } = wish;
  const ctx = { db: demo.db, now: before(demo, { hours: hoursAgo }) };
  const [days, von, bis] = open;
  const plannedAt = startsInDays === undefined ? null : eveningIn(demo, startsInDays);
  const id = await nextId(ctx.db, 'club');
  const reached = { vollstaendiger_name: 'Lena Linde', telefon: '+41790000200' };
  await ctx.db
    .insertInto('club')
    .values({
      id,
      account_id: userId,
      club_name: name,
      ...clubContact.columnsOf({ ...texts, ...reached }, { id, contact: null }),
      oeffnungszeiten: JSON.stringify(days.map((tag) => ({ tag, von, bis }))),
      monate: months,
      // What the form shows again: saving it must not move the start to now.
      ...(plannedAt && {
        publish_option: 'Planen' as const,
        publish_date: localDate(plannedAt),
        publish_time: EVENING,
      }),
      placed_at: ctx.now,
      created_at: ctx.now,
      changed_at: ctx.now,
    })
    .execute();
  for (const subject of pictures)
    await media.attachToClub(ctx, { accountId: userId, clubId: id, ...pictureOf(demo, subject) });
  const total = clubPrice((await pricesAt(ctx)).clubs, months);
  const startAt = plannedAt ?? ctx.now;
  const endAt = addCalendarMonths(startAt, months);
  const booking = await ctx.db
    .insertInto('club_booking')
    .values({ club_id: id, months, total, created_at: ctx.now, start_at: startAt, end_at: endAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cause = `club:${booking.id}`;
  await wallet.spend(ctx, {
    userId,
    amount: total,
    cause,
    description: `Club ${id}: ${monthsLabel(months)}`,
  });
  await ctx.db
    .updateTable('club')
    .set({ booking_id: booking.id, alert_at: new Date(endAt.getTime() - DAY_MS) })
    .where('id', '=', id)
    .execute();
}

const EVENING = '18:00';

const eveningIn = (demo: Demo, days: number): Date =>
  instantOf(localDate(before(demo, { days: -days })), EVENING);

function banner(
  hoursAgo: number,
  typ: BannerTypeId,
  websites: number,
  more: Partial<DemoBanner>,
): DemoBanner {
  return { hoursAgo, typ, websites, months: 1, url: 'https://studio-linde.example/', ...more };
}
