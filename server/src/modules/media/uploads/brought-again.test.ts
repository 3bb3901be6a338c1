import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { deleteClubImage, saveClubImage } from '@samtrot/shared/clubs/contract.ts';
import { duplicateInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import {
  deleteInseratImage,
  deleteInseratVideo,
  getInseratMedia,
  rateInseratMedia,
  saveInseratImage,
  saveInseratVideo,
} from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannerWish, pictureFor, websiteOf } from '../../../testing/listings/banners.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { uploader } from '../../../testing/media/uploads.ts';
import { makeVideo } from '../../../testing/media/videos.ts';
import { someoneWaits } from '../../../testing/process/gate.ts';
import { until } from '../../../testing/process/workers.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';
import { attach, copyMedia, correctRating } from '../service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
const folder = mkdtempSync(join(tmpdir(), 'samtrot-again-'));
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  user = await on.rich(2000);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const correct = (id: number, rating: Rating, kind: 'image' | 'video' = 'image') =>
  world.db
    .transaction()
    .execute((db) =>
      correctRating({ db, now: world.clock.now(), actor: { kind: 'cli' } }, { kind, id, rating }),
    );
const images = (who = user) =>
  world.db
    .selectFrom('image')
    .select(['id', 'place', 'rating', 'rating_fixed'])
    .where('account_id', '=', who.userId)
    .orderBy('id')
    .execute();
const newest = async (who = user) => (await images(who)).at(-1)!;
const picture = async () => dataUrl(await quarters(60, 40).jpeg().toBuffer());
const FIXED = { rating: 'explizit', rating_fixed: true };

test("the operator's rating of a banner image applies when the same file is uploaded again [MED-12, BAN-39]", async () => {
  const webseiten = [await websiteOf(world)];
  const wish = bannerWish({ webseiten, typ: 'a2', banner_bild: await pictureFor('a2') });
  const { body } = await user.call(orderBanner, wish);
  const again = { ...wish, ID: body.banner.ID };
  const before = await newest();
  expect(before).toMatchObject({ rating: 'jugendfrei', rating_fixed: false });
  await correct(before.id, 'explizit');
  expect((await user.call(saveBanner, again)).status).toBe(200);
  expect(await images()).toMatchObject([{ place: 'banner', ...FIXED }]);
  expect((await newest()).id).not.toBe(before.id);
  // Also on another banner, and unsaved on a booked one.
  expect((await user.call(saveBanner, wish)).status).toBe(200);
  expect((await user.raw('keep_banner', { payload: again })).status).toBe(200);
  expect(await images()).toMatchObject([FIXED, FIXED, { place: 'banner_neu', ...FIXED }]);
  // The operator's last rating counts, for this account only.
  await correct((await newest()).id, 'jugendfrei');
  expect((await user.call(saveBanner, wish)).status).toBe(200);
  expect(await newest()).toMatchObject({ rating: 'jugendfrei', rating_fixed: true });
  const other = await on.rich(0);
  expect((await other.call(saveBanner, wish)).status).toBe(200);
  expect(await newest(other)).toMatchObject({ rating: 'jugendfrei', rating_fixed: false });
});

test("an ad or club image uploaded again after deletion keeps the operator's rating [MED-12, CLU-07]", async () => {
  const inserat_id = await on.blank(user);
  const base64ImageString = await picture();
  const onAd = () => user.call(saveInseratImage, { inserat_id, base64ImageString });
  const onClub = () => user.call(saveClubImage, { base64ImageString });
  expect((await onAd()).status).toBe(200);
  const { id } = await newest();
  expect(await newest()).toMatchObject({ rating: 'erotisch', rating_fixed: false });
  await correct(id, 'explizit');
  expect((await user.call(deleteInseratImage, { attachment_id: id })).status).toBe(200);
  for (const [bring, remove] of [
    [onAd, deleteInseratImage],
    [onClub, deleteClubImage],
  ] as const) {
    expect((await bring()).status).toBe(200);
    const { id: attachment_id, ...said } = await newest();
    expect(said).toMatchObject(FIXED);
    const milder = { attachment_id, kind: 'image', rating: 'jugendfrei' } as const;
    if (bring === onAd)
      expect((await user.call(rateInseratMedia, milder)).body.code).toBe('RATING_FIXED');
    expect((await user.call(remove, { attachment_id })).status).toBe(200);
  }
  expect((await user.raw('delete_account', { payload: { password: PASSWORD } })).status).toBe(200);
  await world.finishDeletions();
  const kept = world.db
    .selectFrom('fixed_rating')
    .selectAll()
    .where('account_id', '=', user.userId);
  expect(await kept.execute()).toEqual([]);
});

test("a video uploaded again keeps the operator's rating after its conversion [MED-12, MED-18]", async () => {
  const inserat_id = await on.blank(user);
  const bytes = readFileSync(makeVideo(join(folder, 'small.mp4'), { seconds: 1 }));
  const bring = async (before?: (id: number) => Promise<unknown>) => {
    const upload_id = await uploader(world).sent(user, { inserat_id, kind: 'video', bytes });
    const saved = await user.call(saveInseratVideo, {
      inserat_id,
      upload_id,
      place: 'inserat',
      inserat_typ: '1_week',
    });
    await before?.(saved.body.video.attachment_id);
    await world.runTasks('media/videos');
    return saved.body.video.attachment_id as number;
  };
  const first = await bring();
  await correct(first, 'explizit', 'video');
  expect((await user.call(deleteInseratVideo, { attachment_id: first })).status).toBe(200);
  const again = await bring();
  expect((await user.call(getInseratMedia, { inserat_id })).body.videoSources).toMatchObject([
    { status: 'bereit', rating: 'explizit' },
  ]);
  // If stricter while waiting, the owner can return to the operator's rating afterwards.
  await correct(again, 'erotisch', 'video');
  const rate = async (attachment_id: number, rating: Rating) =>
    (await user.call(rateInseratMedia, { attachment_id, kind: 'video', rating })).status;
  const third = await bring((id) => rate(id, 'explizit'));
  const rated = async () =>
    (await user.call(getInseratMedia, { inserat_id })).body.videoSources.at(-1)!.rating;
  expect(await rated()).toBe('explizit');
  expect([await rate(third, 'jugendfrei'), await rate(third, 'erotisch'), await rated()]).toEqual([
    409,
    200,
    'erotisch',
  ]);
});

test("the operator's rating applies to the same file on every item of the account [MED-12]", async () => {
  const inserat_id = await on.blank(user);
  const base64ImageString = await picture();
  expect((await user.call(saveInseratImage, { inserat_id, base64ImageString })).status).toBe(200);
  expect((await user.call(saveClubImage, { base64ImageString })).status).toBe(200);
  const copy = (await user.call(duplicateInserat, { inserat_id })).body.inserat_id as number;
  const other = await on.rich(0);
  const theirs = await on.blank(other);
  expect(
    (await other.call(saveInseratImage, { inserat_id: theirs, base64ImageString })).status,
  ).toBe(200);
  const [first, , copied] = await images();
  await correct(first!.id, 'explizit');
  expect(await images()).toMatchObject([FIXED, FIXED, FIXED]);
  expect(await newest(other)).toMatchObject({ rating: 'erotisch', rating_fixed: false });
  const { body } = await user.call(getInseratMedia, { inserat_id: copy });
  expect(body.imageSources).toMatchObject([{ attachment_id: copied!.id, rating: 'explizit' }]);
  const milder = { attachment_id: copied!.id, kind: 'image', rating: 'jugendfrei' } as const;
  expect((await user.call(rateInseratMedia, milder)).body.code).toBe('RATING_FIXED');
});

test("an owner with a stricter rating can return to the operator's rating, not below it [MED-12]", async () => {
  const inserat_id = await on.blank(user);
  expect(
    (await user.call(saveInseratImage, { inserat_id, base64ImageString: await picture() })).status,
  ).toBe(200);
  const { id: attachment_id } = await newest();
  await correct(attachment_id, 'erotisch');
  const rate = async (rating: 'jugendfrei' | 'erotisch' | 'explizit') =>
    (await user.call(rateInseratMedia, { attachment_id, kind: 'image', rating })).status;
  expect([await rate('explizit'), await rate('jugendfrei'), await rate('erotisch')]).toEqual([
    200, 409, 200,
  ]);
  expect(await newest()).toMatchObject({ rating: 'erotisch', rating_fixed: true });
});

test.each(['copied', 'attached'] as const)(
  "an image that is %s during the operator's rating gets that rating [MED-12]",
  async (how) => {
    const inserat_id = await on.blank(user);
    expect(
      (await user.call(saveInseratImage, { inserat_id, base64ImageString: await picture() }))
        .status,
    ).toBe(200);
    const { id } = await newest();
    const { content_id, widths, ...row } = await world.db
      .selectFrom('image')
      .select(['content_id', 'width', 'height', 'widths', 'placeholder', 'phash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const files = widths.map((width) => ({ width, bytes: new Uint8Array(1) }));
    const same = { ...row, phash: row.phash!, contentId: content_id, files, removed: [] };
    const to = await on.blank(user);
    const [hung, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hanging = world.db.transaction().execute(async (db) => {
      const at = world.clock.now();
      if (how === 'copied')
        await copyMedia(db, { accountId: user.userId, from: inserat_id, to, at });
      else {
        const place = {
          accountId: user.userId,
          inseratId: to,
          place: 'inserat',
          name: '',
        } as const;
        await attach({ db, now: at }, { ...place, picture: same });
      }
      hung.resolve();
      await go.promise;
    });
    await hung.promise;
    const correcting = correct(id, 'explizit');
    const waits = () => someoneWaits(world.pool, 'advisory');
    await Promise.race([correcting, until(waits, 'the correction to wait')]);
    go.resolve();
    await Promise.all([hanging, correcting]);
    expect(await images()).toMatchObject([FIXED, FIXED]);
  },
);
