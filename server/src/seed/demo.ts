import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import * as accounts from '../modules/accounts/service.ts';
import * as banners from '../modules/banners/service.ts';
import * as documents from '../modules/documents/service.ts';
import * as inserate from '../modules/inserate/service.ts';
import * as media from '../modules/media/service.ts';
import * as partners from '../modules/partners/service.ts';
import { hashPassword } from '../platform/crypto.ts';
import type { Database, Sql } from '../platform/db.ts';
import type { Subject } from './art.ts';
import { BANNER_PICTURES, type BannerPicture } from './banner-art.ts';
import { type DemoAd, LENAS_ADS, neighboursAds } from './demo-ads.ts';
import {
  LENAS_BANNERS,
  LENAS_CLUBS,
  NEIGHBOURS_BANNERS,
  placeBanner,
  placeClub,
} from './demo-placements.ts';
import {
  addWelcomeCoupon,
  before,
  buyExtraAt,
  type Demo,
  insertPayment,
  openTransfer,
  placeAd,
  redeemCoupon,
  topUp,
} from './demo-steps.ts';
import { addVisits } from './demo-visits.ts';
import { FILM_HEIGHTS, FILM_NAMES, filmContent, filmFile } from './films.ts';

/** What every account of the demo and of bulk data logs in with. */
export const DEMO_PASSWORD = 'Samt-und-Seide-24';

const WEBSITES = [
  'Mondgarten',
  'Seerose',
  'Abendrot',
  'Lichthof',
  'Nordstern',
  'Kirschgarten',
  'Silberdistel',
  'Steinrose',
  'Sommerhaus',
  'Wolkenmeer',
];
const SWITCHED_OFF = 'Wolkenmeer';
const NEIGHBOURS = ['Mira', 'Sofia', 'Nora', 'Studio Aare', 'Haus am Park', 'Salon Aurora'];
/** Any number that no other user of the database takes for its advisory lock. */
const LOCK = 7_268_769;

interface Deps {
  db: Database;
  now: Date;
  pictures: media.MediaPorts;
  documents: documents.DocumentDeps;
}

/**
 * Fills a database without accounts with a small neutral demo, in one transaction: several
 * processes may start at once, and a killed one leaves nothing behind. Uses the use cases where
 * possible, at times in the past. Returns whether it filled.
 */
export async function fillDemo({ db, now, pictures, documents: press }: Deps): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const [processed, passwordHash] = await Promise.all([
    processPictures(pictures),
    hashPassword(DEMO_PASSWORD),
  ]);
  return db.transaction().execute(async (tx) => {
    // On a busy machine the first one takes longer than a lock is waited for otherwise.
    await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(
      tx,
    );
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    if (!(await isEmpty(tx))) return false;
    const demo: Demo = { db: tx, start: now, passwordHash, pictures: processed };
    await addWebsites(demo);
    await addAccount(demo, 'Amira', 'neu', 0);
    await addLena(demo);
    await addWelcomeCoupon(demo);
    for (const [index, name] of NEIGHBOURS.entries()) {
      const id = await addAccount(demo, name, name.toLowerCase().replaceAll(' ', '-'), 60);
      await topUp(demo, id, { option: 3, daysAgo: 55 });
      const banner = NEIGHBOURS_BANNERS[name];
      if (banner) await topUp(demo, id, { option: 4, daysAgo: 54 });
      await inOrder([
        ...neighboursAds(index).flatMap((ad) => stepsOf(demo, id, ad)),
        ...(banner ? [[banner.hoursAgo, () => placeBanner(demo, id, banner)] satisfies Step] : []),
      ]);
    }
    while (
      (await inserate.expireDue({ db: tx, now })) +
        (await inserate.renewExpired({ db: tx, now })) +
        (await banners.closeDue({ db: tx, now })) +
        (await banners.renewExpired({ db: tx, now })) >
      0
    );
    await issueReceipts(tx, press);
    await addVisits(tx, now);
    return true;
  });
}

async function isEmpty(db: Sql | Database): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').limit(1).executeTakeFirst();
  return row === undefined;
}

/** Two at a time, as many as the image processor renders: the queue stays free for others. */
async function processPictures(
  ports: media.MediaPorts,
): Promise<Map<Subject | BannerPicture, media.Picture>> {
  const ads = [...LENAS_ADS, ...NEIGHBOURS.flatMap((_, index) => neighboursAds(index))];
  const shown = [...ads, ...LENAS_CLUBS].flatMap(({ pictures }) => pictures);
  const queue = [...new Set([...shown, ...BANNER_PICTURES])];
  const films = storeFilms(ports.files);
  const processed = new Map<Subject | BannerPicture, media.Picture>();
  const takeNext = async () => {
    for (let name = queue.shift(); name; name = queue.shift()) {
      const bytes = await readFile(join(import.meta.dirname, 'pictures', `${name}.jpg`));
      processed.set(
        name,
        await media.takeIn(ports, {
          dataUrl: `data:image/jpeg;base64,${bytes.toString('base64')}`,
        }),
      );
    }
  };
  await Promise.all([takeNext(), takeNext(), films]);
  return processed;
}

/** They come as the product has made them, so that the first start has nothing to rebuild. */
async function storeFilms(files: media.FileStore): Promise<void> {
  for (const name of FILM_NAMES) {
    const contentId = await filmContent(name);
    for (const height of FILM_HEIGHTS)
      await files.put(
        media.videoFileName(contentId, height),
        await readFile(filmFile(name, height)),
      );
    await files.put(media.posterName(contentId), await readFile(filmFile(name, 'poster')));
  }
}

async function addWebsites(demo: Demo): Promise<void> {
  // Older than what they show.
  const ctx = { db: demo.db, now: before(demo, { days: 120 }), actor: { kind: 'system' } as const };
  const known = await demo.db.selectFrom('website').select('name').execute();
  for (const name of WEBSITES.filter(
    (candidate) => !known.some((website) => website.name === candidate),
  )) {
    await partners.addWebsite(ctx, { name, url: `https://${name.toLowerCase()}.example` });
  }
  await partners.setStatus(ctx, SWITCHED_OFF, 'off');
}

async function addAccount(
  demo: Demo,
  username: string,
  mailbox: string,
  daysAgo: number,
): Promise<number> {
  const created = await accounts.addAccount(
    { db: demo.db, now: before(demo, { days: daysAgo }) },
    { username, email: `${mailbox}@samtrot.example`, passwordHash: demo.passwordHash },
  );
  if (typeof created !== 'number')
    throw new Error(`the ${created} of ${username} is taken in an empty database`);
  return created;
}

/**
 * The advertiser with a history: top-ups, a coupon, a declined payment, ads, banners and clubs in
 * every status.
 */
async function addLena(demo: Demo): Promise<void> {
  const id = await addAccount(demo, 'Lena', 'lena', 75);
  const ctx = { db: demo.db, now: demo.start };
  await accounts.setDiscount(ctx, id, {
    percent: 5,
    endsAt: addCalendarDays(instantOf(localDate(demo.start), '00:00'), 90),
  });
  await inOrder([
    [60 * 24, () => topUp(demo, id, { option: 3, daysAgo: 60 })],
    [58 * 24, () => topUp(demo, id, { option: 4, daysAgo: 58 })],
    [30 * 24, () => topUp(demo, id, { option: 2, daysAgo: 30 })],
    [29 * 24, () => redeemCoupon(demo, id)],
    [5 * 24, () => topUp(demo, id, { option: 3, daysAgo: 5, discountPercent: 5 })],
    ...LENAS_ADS.flatMap((ad) => stepsOf(demo, id, ad)),
    ...LENAS_BANNERS.map((wish): Step => [wish.hoursAgo, () => placeBanner(demo, id, wish)]),
    ...LENAS_CLUBS.map((club): Step => [club.hoursAgo, () => placeClub(demo, id, club)]),
  ]);
  await insertPayment(demo, id, { option: 1, daysAgo: 4, discountPercent: 5 }, 'abgelehnt');
  await openTransfer(demo, id, { option: 2, daysAgo: 3, discountPercent: 5 });
}

/** Each at the time of its credits, so that the numbers of the receipts follow the time. */
async function issueReceipts(db: Sql, press: documents.DocumentDeps): Promise<void> {
  const credited = await db
    .selectFrom('payment')
    .select(['id', 'account_id', 'settled_at'])
    .where('status', '=', 'gutgeschrieben')
    .orderBy('settled_at')
    .orderBy('id')
    .execute();
  for (const { id, account_id: accountId, settled_at } of credited)
    await documents.issue(
      press,
      { db, now: settled_at!, accountId },
      { kind: 'receipt', paymentId: id },
    );
}

/** What happened, and how many hours ago. */
type Step = [hoursAgo: number, step: () => Promise<unknown>];

/** An ad is placed, and its extras are bought when it stands. */
function stepsOf(demo: Demo, userId: number, ad: DemoAd): Step[] {
  let inseratId = 0;
  const place = async () => {
    inseratId = await placeAd(demo, userId, ad);
  };
  const extras = [
    { key: 'colour', hoursAgo: ad.colourHoursAgo },
    { key: 'topAd', hoursAgo: ad.topAdHoursAgo },
    { key: 'story', hoursAgo: ad.storyHoursAgo },
  ] as const;
  return [
    [ad.hoursAgo, place],
    ...extras.flatMap(({ key, hoursAgo }): Step[] =>
      hoursAgo === undefined
        ? []
        : [[hoursAgo, () => buyExtraAt(demo, { userId, inseratId, key, hoursAgo })]],
    ),
  ];
}

/** The books of a wallet are kept in the order of time. */
async function inOrder(steps: Step[]): Promise<void> {
  for (const [, step] of steps.toSorted(([a], [b]) => b - a)) await step();
}
