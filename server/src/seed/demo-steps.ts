import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DELIVERED_CONTENT, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { examplesOf } from '@samtrot/shared/kernel/content-schema.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { Place } from '@samtrot/shared/media/rules.ts';
import { discountedPrice } from '@samtrot/shared/topups/rules.ts';
import { sql } from 'kysely';
import { referenceOf } from '../adapters/payments/bank/reference.ts';
import { MERCHANT } from '../adapters/payments/sandbox/settings.ts';
import { topupPackagesAt } from '../modules/catalogue/service.ts';
import * as coupons from '../modules/coupons/service.ts';
import * as inserate from '../modules/inserate/service.ts';
import * as media from '../modules/media/service.ts';
import * as wallet from '../modules/wallet/service.ts';
import type { Actors, Ctx } from '../platform/action.ts';
import type { Sql } from '../platform/db.ts';
import type { Subject } from './art.ts';
import type { BannerPicture } from './banner-art.ts';
import { type DemoAd, PLACES } from './demo-ads.ts';
import { FILM, FILM_HEIGHTS, type FilmName, filmContent, filmFile } from './films.ts';

export interface Demo {
  db: Sql;
  /** The moment at which the demo begins; everything else is counted from here. */
  start: Date;
  passwordHash: string;
  pictures: Map<Subject | BannerPicture, media.Picture>;
}

export const before = ({ start }: Pick<Demo, 'start'>, { days = 0, hours = 0 }) =>
  new Date(start.getTime() - days * DAY_MS - hours * HOUR_MS);

/** A picture of the demo with the name of its file. */
export function pictureOf(
  demo: Demo,
  name: Subject | BannerPicture,
): { name: string; picture: media.Picture } {
  const picture = demo.pictures.get(name);
  if (!picture) throw new Error(`the picture ${name} was not processed`);
  return { name: `${name}.jpg`, picture };
}

interface Payment {
  /** Number of the package. */
  option: number;
  daysAgo: number;
  discountPercent?: number;
}

/**
 * A payment that arrived: its row, its credits and its bonus, as the notification of the provider
 * would have booked them.
 */
export async function topUp(demo: Demo, userId: number, payment: Payment): Promise<void> {
  const {
    id,
    price: paid,
    credits,
    bonus,
    at,
  } = await insertPayment(demo, userId, payment, 'gutgeschrieben');
  const ctx = { db: demo.db, now: at };
  await wallet.credit(ctx, 'topup', {
    userId,
    amount: credits,
    cause: `topup:${id}`,
    description: 'Aufladung',
    paid,
  });
  if (bonus > 0)
    await wallet.credit(ctx, 'bonus', {
      userId,
      amount: bonus,
      cause: `bonus:${id}`,
      description: 'Bonus',
    });
}

/** The package of credits as it is on sale. */
async function offered({ db, start: now }: Demo, option: number, discountPercent: number) {
  const { francs, ...given } = (await topupPackagesAt({ db, now })).find(
    ({ id }) => id === option,
  )!;
  const list = francsToRappen(francs);
  return { ...given, list, ...discountedPrice(list, discountPercent) };
}

export async function insertPayment(
  demo: Demo,
  userId: number,
  { option, daysAgo, discountPercent = 0 }: Payment,
  status: 'gutgeschrieben' | 'abgelehnt',
) {
  const { list, price, credits, bonus } = await offered(demo, option, discountPercent);
  const at = before(demo, { days: daysAgo });
  const id = stableUuid(`payment ${userId} ${option} ${daysAgo}`);
  const paid = status === 'gutgeschrieben';
  await demo.db
    .insertInto('payment')
    .values({
      id,
      account_id: userId,
      option_id: option,
      status,
      price_rappen: price,
      list_rappen: list,
      received_rappen: paid ? price : null,
      discount_percent: discountPercent,
      credits,
      bonus,
      provider: 'sandbox',
      provider_ref: `demo-${id}`,
      method: 'TWINT',
      created_at: at,
      settled_at: at,
    })
    .execute();
  // The provider knows it too, or the first comparison with its books would find it missing.
  await demo.db
    .insertInto('sandbox.payment')
    .values({
      id: `demo-${id}`,
      idempotency_key: id,
      merchant: MERCHANT,
      amount: price,
      currency: 'CHF',
      reference: id,
      description: 'Aufladung',
      return_url: '',
      status: paid ? 'paid' : 'declined',
      method: 'TWINT',
      created_at: at,
    })
    .execute();
  return { id, price, credits, bonus, at };
}

/** A bank transfer that has not come yet. */
export async function openTransfer(
  demo: Demo,
  userId: number,
  { option, daysAgo, discountPercent = 0 }: Payment,
): Promise<void> {
  const { list, price, credits, bonus } = await offered(demo, option, discountPercent);
  const at = before(demo, { days: daysAgo });
  const id = stableUuid(`transfer ${userId} ${option} ${daysAgo}`);
  const reference = referenceOf(id, 'SCOR');
  await demo.db
    .insertInto('payment')
    .values({
      id,
      account_id: userId,
      option_id: option,
      status: 'offen',
      price_rappen: price,
      list_rappen: list,
      discount_percent: discountPercent,
      credits,
      bonus,
      provider: 'bank',
      provider_ref: reference,
      wanted_method: 'bank_transfer',
      created_at: at,
      next_check_at: new Date(demo.start.getTime() + HOUR_MS),
    })
    .execute();
  await demo.db
    .insertInto('bank_slip')
    .values({ reference, payment_id: id, amount_rappen: price, created_at: at })
    .execute();
}

const coupon = (code: string, credits: number, maxUses: number | null) => ({
  code,
  credits,
  maxUses,
  expiresAt: null,
  description: `Gutschein ${formatCredits(credits)}`,
});

/** A coupon that the account redeemed four weeks ago; others may still redeem it. */
export async function redeemCoupon(demo: Demo, userId: number): Promise<void> {
  const ctx = actingAs(demo, userId, before(demo, { days: 29 }));
  await coupons.createCoupon(ctx, coupon('HERBST', 50, 100));
  await coupons.redeem(ctx, 'HERBST');
}

/** The coupon that the README offers to visitors of the demo. */
export const addWelcomeCoupon = (demo: Demo) =>
  coupons.createCoupon({ db: demo.db, now: demo.start }, coupon('WILLKOMMEN-2026', 20, null));

/** Saves or places an ad at its time, as its advertiser would have done; returns its number. */
export async function placeAd(demo: Demo, userId: number, ad: DemoAd): Promise<number> {
  const ctx = actingAs(demo, userId, before(demo, { hours: ad.hoursAgo }));
  const inseratId = await inserate.createBlank(ctx);
  for (const subject of ad.pictures)
    await media.attach(ctx, {
      accountId: userId,
      inseratId,
      place: 'inserat',
      ...pictureOf(demo, subject),
    });
  if (ad.film) await attachFilm(ctx, { inseratId, name: ad.film, place: 'inserat' });
  if (ad.storyFilm) await attachFilm(ctx, { inseratId, name: ad.storyFilm, place: 'story' });
  const planned = ad.startsInDays !== undefined;
  const telefon = `+4179000${String(inseratId % 10_000).padStart(4, '0')}`;
  const known = (ad.views ?? 0) > 1000;
  await inserate.save(
    ctx,
    saveInserat.input.parse({
      inserat_id: inseratId,
      post_status: ad.draft ? 'draft' : 'publish',
      // What is seen most says everything that can be said.
      ...(known && examplesOf(DELIVERED_CONTENT)),
      inserat_typ: ad.package,
      name: ad.name,
      titel: ad.titel,
      beschreibung: ad.beschreibung,
      telefon,
      ...(known && { ort_anzeigen: true, ...PLACES[ad.cantons[0]!] }),
      ...(ad.film && !known && { erreichbar: { zeiten: [], nach_absprache: true } }),
      ...(known && { whatsapp_erlaubt: true, whatsapp: telefon, homepage: 'https://lena.example' }),
      cantons: ad.cantons,
      categories: ad.categories,
      offerings: ad.offerings,
      originalbilder: 'KI-generierte Bilder',
      story_title: ad.storyTitle ?? '',
      auto_extend: ad.autoExtend ?? false,
      publish_option: planned ? 'Planen' : 'Sofort',
      publish_date: planned ? localDate(before(demo, { days: -ad.startsInDays! })) : '',
      publish_time: planned ? '18:00' : '',
    }),
    { requireConfirmedEmail: true },
  );
  await demo.db
    .updateTable('inserat')
    .set({
      views: ad.views ?? 0,
      ...(ad.hiddenHoursAgo !== undefined && {
        status: 'ausgeblendet',
        hidden_at: before(demo, { hours: ad.hiddenHoursAgo }),
        end_at: sql<Date>`end_at + make_interval(days => ${MAX_HIDDEN_DAYS})`,
        changed_at: before(demo, { hours: ad.hiddenHoursAgo }),
      }),
    })
    .where('id', '=', inseratId)
    .execute();
  return inseratId;
}

/** What its advertiser bought for an ad at this time. */
export const buyExtraAt = (
  demo: Demo,
  {
    userId,
    inseratId,
    key,
    hoursAgo,
  }: { userId: number; inseratId: number; key: ExtraKey; hoursAgo: number },
) =>
  EXTRAS[key](actingAs(demo, userId, before(demo, { hours: hoursAgo })), { inserat_id: inseratId });

type ExtraKey = keyof typeof EXTRAS;
const EXTRAS = {
  colour: inserate.extras.colour,
  topAd: inserate.extras.top,
  story: inserate.extras.story,
};

/** A film of the demo on an ad or as its story, ready to be shown. */
async function attachFilm(
  { db, now, actor }: Ctx<Actors['user']>,
  { inseratId, name, place }: { inseratId: number; name: FilmName; place: Place },
): Promise<void> {
  const sizes = await Promise.all(
    [...FILM_HEIGHTS, 'poster' as const].map((size) => stat(filmFile(name, size))),
  );
  await db
    .insertInto('video')
    .values({
      account_id: actor.userId,
      inserat_id: inseratId,
      place,
      name: `${name}.mp4`,
      position: 1,
      created_at: now,
      status: 'bereit',
      progress: 100,
      content_id: await filmContent(name),
      heights: [...FILM_HEIGHTS],
      width: FILM.width,
      height: FILM.height,
      duration_ms: FILM.seconds * 1000,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
    })
    .execute();
}

export const actingAs = (
  { db }: Pick<Demo, 'db'>,
  userId: number,
  now: Date,
): Ctx<Actors['user']> => ({
  db,
  now,
  actor: { kind: 'user', userId, sessionHash: Buffer.alloc(0) },
  client: { device: '', network: '', program: false },
  effects: {},
});

export function stableUuid(text: string): string {
  const hex = createHash('sha256').update(`samtrot demo ${text}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
