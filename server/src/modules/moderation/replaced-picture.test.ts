import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import {
  deleteInseratImage,
  getInseratMedia,
  restoreInseratImage,
  saveInseratImage,
  sortInseratImages,
} from '@samtrot/shared/media/contract.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { addWebsite, issueKey } from '../partners/service.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 500 },
);
let key: string;
let moderator: Staff;
beforeAll(async () => {
  const { db, clock } = fixture.world;
  key = await db.transaction().execute(async (inner) => {
    const ctx = { db: inner, now: clock.now(), actor: { kind: 'cli' as const } };
    await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return issueKey(ctx, 'Mondgarten');
  });
});
/** An approved ad with two pictures. */
let id: number;
let titel: string;
let first: ImageSource;
let second: ImageSource;
beforeEach(async () => {
  const { user, on, world } = fixture;
  await noteMode(world.db, 'before');
  moderator = await staffOf(world, 'moderator');
  await keepStaffLogins(world);
  titel = `Ruhige Stunden ${seed}`;
  id = (await on.place(user, { inserat_typ: '1_week', titel })).id;
  [first, second] = [await add(), await add()];
  await decide();
});

let seed = 0;
async function add(replaces?: number): Promise<ImageSource> {
  const base64ImageString = dataUrl(await noise(40, 20, ++seed).jpeg().toBuffer());
  const { status, body } = await fixture.user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString,
    ...(replaces !== undefined && { replaces }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.image;
}
const newest = () =>
  fixture.world.db
    .selectFrom('review')
    .select(['id', 'version', 'state'])
    .where('thing', '=', 'inserat')
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
async function decide(decision: 'approve' | 'revise' = 'approve'): Promise<number> {
  const { id: review_id, version: seen_version } = await newest();
  const { status, body } = await moderator.call(contract.decideReview, {
    review_id,
    seen_version,
    decision,
    ...(decision === 'revise' && { reason: 'falsche_angaben' as const, fields: ['bild:1'] }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return review_id;
}
const own = async (): Promise<ImageSource[]> =>
  (await fixture.user.call(getInseratMedia, { inserat_id: id })).body.imageSources;
const ids = (images: readonly ImageSource[]) => images.map(({ cloudflare_id }) => cloudflare_id);
/** The contents that visitors see of the ad, in their order. */
async function seen(): Promise<string[]> {
  fixture.world.clock.advance(1000);
  const response = await fixture.world.server.inject({
    url: '/partner/v1/ads?limit=100',
    headers: { authorization: `Bearer ${key}` },
  });
  const ads = response.json().ads as { titel: string }[];
  const own = JSON.stringify(ads.filter((one) => one.titel === titel));
  return [...new Set(own.match(/[0-9a-f]{64}/g))];
}

test('a replaced picture stays online until the new one is approved [BOF-52, EXP-55]', async () => {
  const fresh = await add(first.attachment_id);
  expect(fresh).toMatchObject({ waiting: true, replaces: true, mainImage: true, sortName: '01' });
  await expect.poll(seen).toEqual(ids([first, second]));
  expect(ids(await own())).toEqual(ids([fresh, second]));
  const { body } = await moderator.call(contract.review, { review_id: (await newest()).id });
  expect(body.content.bild).toEqual(ids([fresh, second]));
  expect(body.approved.content.bild).toEqual(ids([first, second]));

  const review_id = await decide();
  await expect.poll(seen).toEqual(ids([fresh, second]));
  expect((await moderator.call(contract.undoReview, { review_id })).status).toBe(200);
  await expect.poll(seen).toEqual(ids([first, second]));
  expect(ids(await own())).toEqual(ids([fresh, second]));

  await decide();
  fixture.world.clock.advance(MINUTE_MS);
  await fixture.world.runTasks('moderation/undecided');
  await expect.poll(seen).toEqual(ids([fresh, second]));
  const left = fixture.world.db.selectFrom('image').select('id').where('inserat_id', '=', id);
  expect(await left.execute()).toHaveLength(2);
});

test('a refused replacement stays with its owner, and the approved one online [BOF-52]', async () => {
  const fresh = await add(second.attachment_id);
  await decide('revise');
  await expect.poll(seen).toEqual(ids([first, second]));
  expect(ids(await own())).toEqual(ids([first, fresh]));
});

test('replaced once more, the last one waits in the place of the approved one [BOF-52]', async () => {
  const other = await add(first.attachment_id);
  const last = await add(other.attachment_id);
  expect(last).toMatchObject({ waiting: true, replaces: true });
  await expect.poll(seen).toEqual(ids([first, second]));
  // Their order is no change that waits; the approved one goes along.
  await fixture.user.call(sortInseratImages, {
    inserat_id: id,
    attachment_ids: [second.attachment_id, last.attachment_id],
  });
  await expect.poll(seen).toEqual(ids([second, first]));
  await decide();
  await expect.poll(seen).toEqual(ids([second, last]));
});

test('a replacement that is deleted brings the approved one back, undone it waits again [BOF-52, EXP-72]', async () => {
  const { attachment_id, cloudflare_id } = await add(first.attachment_id);
  const { user } = fixture;
  const deleted = await user.call(deleteInseratImage, { attachment_id, cloudflare_id });
  expect(deleted.status).toBe(200);
  expect(ids(await own())).toEqual(ids([first, second]));
  await expect.poll(seen).toEqual(ids([first, second]));
  expect((await user.call(restoreInseratImage, { attachment_id })).status).toBe(200);
  expect(ids(await own())).toEqual([cloudflare_id, second.cloudflare_id]);
  await expect.poll(seen).toEqual(ids([first, second]));
  await decide();
  await expect.poll(seen).toEqual([cloudflare_id, second.cloudflare_id]);
});

test('with nothing that has to wait any more a replacement is shown at once [BOF-52]', async () => {
  const waiting = await add(first.attachment_id);
  await noteMode(fixture.world.db, 'after');
  const fresh = await add(waiting.attachment_id);
  expect(fresh).toMatchObject({ waiting: false, replaces: false });
  await expect.poll(seen).toEqual(ids([fresh, second]));
});
