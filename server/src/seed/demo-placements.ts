import { BANNER_TYPES, type BannerTypeId, bannerPrice, monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { clubPrice } from '@samtrot/shared/clubs/rules.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import * as media from '../modules/media/service.ts';
import * as wallet from '../modules/wallet/service.ts';
import type { Subject } from './art.ts';
import { before, type Demo } from './demo-steps.ts';

export interface DemoBanner {
  /** Hours before the start of the demo at which it was ordered or saved. */
  hoursAgo: number;
  typ: BannerTypeId;
  text?: string;
  url: string;
  picture?: Subject;
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
  banner(6 * 24, 'a2', 2, { picture: 'room' }),
  banner(2 * 24, 'a4', 6, { text: 'Winterabend', startsInDays: 5 }),
  banner(20, 'a1', 3, { picture: 'arch', months: 2, draft: true }),
];

export interface DemoClub {
  hoursAgo: number;
  name: string;
  titel: string;
  beschreibung: string;
  months: number;
}

/** One that runs and one that is over. */
export const LENAS_CLUBS: DemoClub[] = [
  {
    hoursAgo: 56 * 24,
    name: 'Gartenlaube',
    titel: 'Sommergarten in Aarau',
    beschreibung: 'Von Juni bis September im Freien. Getränke und kleine Küche, jeden Abend Musik.',
    months: 1,
  },
  {
    hoursAgo: 20 * 24,
    name: 'Haus Linde',
    titel: 'Bar und Räume in Zürich',
    beschreibung: 'Ruhige Bar mit sechs Räumen, zehn Minuten vom Bahnhof. Täglich ab 17 Uhr geöffnet.',
    months: 2,
  },
];

/** Saves or orders a banner at its time, as its advertiser would have done. */
export async function placeBanner(demo: Demo, userId: number, wish: DemoBanner): Promise<void> {
  const ctx = { db: demo.db, now: before(demo, { hours: wish.hoursAgo }) };
  const { typ, text = '', url, months } = wish;
  const plannedAt =
    wish.startsInDays === undefined ? null : instantOf(localDate(before(demo, { days: -wish.startsInDays })), '18:00');
  const { id } = await ctx.db
    .insertInto('banner')
    .values({
      ...{ account_id: userId, typ, text, url, months, planned_at: plannedAt },
      ...{ auto_extend: wish.autoExtend ?? false, created_at: ctx.now, changed_at: ctx.now },
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
  if (wish.picture) {
    const picture = demo.pictures.get(wish.picture);
    if (!picture) throw new Error(`the picture ${wish.picture} was not developed`);
    await media.attachToBanner(ctx, { accountId: userId, bannerId: id, name: `${wish.picture}.jpg`, picture });
  }
  if (wish.draft) return;
  const { base, surcharge, total } = bannerPrice(wish);
  const startAt = plannedAt ?? ctx.now;
  const booking = await ctx.db
    .insertInto('banner_booking')
    .values({
      ...{ banner_id: id, typ, months, websites: wish.websites, base, surcharge },
      ...{ start_at: startAt, end_at: addCalendarMonths(startAt, months), created_at: ctx.now },
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
      hidden_at: wish.hiddenHoursAgo === undefined ? null : before(demo, { hours: wish.hiddenHoursAgo }),
    })
    .where('id', '=', id)
    .execute();
}

/** Enters a club at its time. */
export async function placeClub(demo: Demo, userId: number, { hoursAgo, name, months, ...texts }: DemoClub) {
  const ctx = { db: demo.db, now: before(demo, { hours: hoursAgo }) };
  const { id } = await ctx.db
    .insertInto('club')
    .values({
      ...{ account_id: userId, club_name: name, ...texts, vollstaendiger_name: 'Lena Linde', telefon: '+41790000200' },
      ...{ created_at: ctx.now, changed_at: ctx.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const total = clubPrice(months);
  const booking = await ctx.db
    .insertInto('club_booking')
    .values({
      ...{ club_id: id, months, total, created_at: ctx.now },
      ...{ start_at: ctx.now, end_at: addCalendarMonths(ctx.now, months) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cause = `club:${booking.id}`;
  await wallet.spend(ctx, { userId, amount: total, cause, description: `Club ${id}: ${monthsLabel(months)}` });
  await ctx.db.updateTable('club').set({ booking_id: booking.id }).where('id', '=', id).execute();
}

function banner(hoursAgo: number, typ: BannerTypeId, websites: number, more: Partial<DemoBanner>): DemoBanner {
  return { hoursAgo, typ, websites, months: 1, url: 'https://studio-linde.example/', ...more };
}
