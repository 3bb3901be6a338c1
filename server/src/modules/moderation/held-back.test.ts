import { deleteBanner, orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import { deleteClub, saveClub, saveClubImage } from '@samtrot/shared/clubs/contract.ts';
import { resubmit } from '@samtrot/shared/holds/contract.ts';
import { createInserat, getInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { inserateTexts } from '@samtrot/shared/inserate/problems.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import type { Change } from '@samtrot/shared/moderation/change-contract.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bannersOf, bannerWish, pictureFor } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { house } from '../../testing/world/house.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { START } from '../../testing/world/world.ts';
import { addWebsite, issueKey } from '../partners/service.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);
let site: { id: number; key: string };
let moderator: Staff;
beforeAll(async () => {
  const { db, clock } = fixture.world;
  site = await db.transaction().execute(async (inner) => {
    const ctx = { db: inner, now: clock.now(), actor: { kind: 'cli' as const } };
    const { id } = await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return { id, key: await issueKey(ctx, 'Mondgarten') };
  });
});
beforeEach(async () => {
  await noteMode(fixture.world.db, 'before');
  moderator = await staffOf(fixture.world, 'moderator');
  await keepStaffLogins(fixture.world);
});

type Thing = 'inserat' | 'banner' | 'club' | 'story';
type Decision = (typeof contract.REVIEW_DECISIONS)[number];
const reviewOf = (thing: Thing, id: number) =>
  fixture.world.db
    .selectFrom('review')
    .selectAll()
    .where('thing', '=', thing)
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
async function decide(thing: Thing, id: number, decision: Decision = 'approve', who = moderator) {
  const { id: review_id, version: seen_version } = await reviewOf(thing, id);
  const fields = thing === 'banner' ? ['url'] : ['telefon'];
  return who.call(contract.decideReview, {
    review_id,
    seen_version,
    decision,
    ...(decision !== 'approve' && { reason: 'falsche_angaben' as const, fields }),
  });
}
const mails = async () =>
  (await fixture.world.mails(fixture.user.email)).map((mail) => JSON.stringify(mail));
const credits = () => fixture.on.credits(fixture.user);
const image = async (seed: number) => dataUrl(await noise(40, 20, seed).jpeg().toBuffer());
const asked = async (path: string) =>
  (
    await fixture.world.server.inject({
      method: 'GET',
      url: path,
      headers: path.startsWith('/partner') ? { authorization: `Bearer ${site.key}` } : {},
    })
  ).statusCode;
async function delivered(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${site.key}` };
  return (await fixture.world.server.inject({ method: 'GET', url: path, headers })).body;
}

/** What this fixture published, unlike that of every other test. */
let made = 0;
let [OLD, NEW] = ['', ''];
beforeEach(() => {
  made += 1;
  [OLD, NEW] = [`Alte Fassung ${made}`, `Neue Fassung ${made}`];
});

/** Each kind: published and approved, how it is changed, what visitors and its owner see. */
const KINDS = {
  async inserat() {
    const { on, user } = fixture;
    const { id } = await on.place(user, { inserat_typ: '1_week', titel: OLD });
    const change = (titel: string) =>
      user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel, telefon: '079 999 88 77' }));
    return {
      id,
      change,
      visitors: () => delivered('/partner/v1/ads?limit=100'),
      own: async () => (await on.list(user)).find(({ ID }) => ID === id)!.titel,
      picture: async (seed: number) => {
        const base64ImageString = await image(seed);
        const { body } = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
        return body.image.url as string;
      },
      remove: () => user.call(life.deleteInserat, { inserat_id: id }),
    };
  },
  async banner() {
    const { user } = fixture;
    const wish = bannerWish({ webseiten: [site.id], text: OLD });
    const id: number = (await user.call(orderBanner, wish)).body.banner.ID;
    return {
      id,
      change: (text: string) => user.call(saveBanner, { ...wish, ID: id, text }),
      visitors: () => delivered('/partner/v1/banners?slot=a4&count=10'),
      own: async () => (await bannersOf(user)).find(({ ID }) => ID === id)!.text,
      remove: () => user.call(deleteBanner, { banner_id: id }),
    };
  },
  async club() {
    const { user } = fixture;
    const content = wholeClub({ titel: OLD });
    const id: number = (await user.call(saveClub, { ...content, monate: 1 })).body.club.ID;
    return {
      id,
      visitors: () => delivered('/partner/v1/clubs?limit=100'),
      change: (titel: string) =>
        user.call(saveClub, { ...content, monate: undefined, club_id: id, titel }),
      own: async () =>
        ((await user.call(state, {})).body.state.Clubs as { ID: number; titel: string }[]).find(
          ({ ID }) => ID === id,
        )!.titel,
      picture: async (seed: number) => {
        const base64ImageString = await image(seed);
        const { body } = await user.call(saveClubImage, { club_id: id, base64ImageString });
        return body.image.url as string;
      },
      remove: () => user.call(deleteClub, { club_id: id }),
    };
  },
};
const THINGS = Object.keys(KINDS) as (keyof typeof KINDS)[];
/** Published and approved. */
async function online(thing: keyof typeof KINDS) {
  const made = await KINDS[thing]();
  expect((await decide(thing, made.id)).status).toBe(200);
  fixture.world.clock.advance(HOUR_MS);
  await expect.poll(made.visitors).toContain(OLD);
  return made as typeof made & { picture?: (seed: number) => Promise<string> };
}

test.each(THINGS)('under before the second %s of an account waits, too [BOF-52]', async (thing) => {
  await online(thing);
  const { id } = await KINDS[thing]();
  const holds = await fixture.world.db
    .selectFrom('hold')
    .selectAll()
    .where('thing', '=', thing)
    .where('item_id', '=', id)
    .execute();
  expect(holds).toMatchObject([{ kind: 'waiting', unapproved: true, closed_at: null }]);
});

test.each(THINGS)(
  'a changed %s stays as it was for visitors until the change is approved [BOF-52]',
  async (thing) => {
    const { id, change, visitors, own } = await online(thing);
    const before = await credits();
    expect((await change(NEW)).status).toBe(200);
    expect(await credits()).toBe(before);
    fixture.world.clock.advance(HOUR_MS);
    expect(await visitors()).toContain(OLD);
    expect(await visitors()).not.toContain(NEW);
    expect(await own()).toBe(NEW);
    const review = await reviewOf(thing, id);
    expect(review).toMatchObject({ state: 'open', cause: 'changed' });
    const { body } = await moderator.call(contract.review, { review_id: review.id });
    const field = thing === 'banner' ? 'text' : 'titel';
    expect(body.content[field]).toBe(NEW);
    expect(body.approved.content[field]).toBe(OLD);
    expect((await decide(thing, id)).status).toBe(200);
    fixture.world.clock.advance(1000);
    await expect.poll(visitors).toContain(NEW);
    expect(await visitors()).not.toContain(OLD);
    expect(await own()).toBe(NEW);
    // The approval itself is no new review.
    expect(await reviewOf(thing, id)).toMatchObject({ id: review.id, state: 'approved' });
  },
);

test.each(THINGS)(
  'a refused change of a %s costs nothing and stays with its owner [BOF-52]',
  async (thing) => {
    const { id, change, visitors, own } = await online(thing);
    const before = await credits();
    await change(NEW);
    expect((await decide(thing, id, 'revise')).status).toBe(200);
    fixture.world.clock.advance(HOUR_MS);
    expect(await visitors()).toContain(OLD);
    expect(await own()).toBe(NEW);
    expect(await credits()).toBe(before);
    expect(await reviewOf(thing, id)).toMatchObject({ state: 'revised', hold_id: null });
    expect((await mails()).at(-1)).toContain('zeigen wir so nicht');
    // Saved again, it is looked at again; the newest version counts.
    await change(NEW);
    expect(await reviewOf(thing, id)).toMatchObject({ state: 'open' });
    await change('Neueste Fassung');
    expect((await decide(thing, id)).status).toBe(200);
    await expect.poll(visitors).toContain('Neueste Fassung');
  },
);

test.each(THINGS)(
  'an undone approval of a change of a %s brings the earlier version back [BOF-47, BOF-52]',
  async (thing) => {
    const { id, change, visitors, own } = await online(thing);
    await change(NEW);
    await decide(thing, id);
    await expect.poll(visitors).toContain(NEW);
    const { id: review_id } = await reviewOf(thing, id);
    fixture.world.clock.advance(5000);
    expect((await moderator.call(contract.undoReview, { review_id })).status).toBe(200);
    await expect.poll(visitors).toContain(OLD);
    expect(await own()).toBe(NEW);
    expect(await reviewOf(thing, id)).toMatchObject({ id: review_id, state: 'open' });
    expect((await decide(thing, id)).status).toBe(200);
    await expect.poll(visitors).toContain(NEW);
    fixture.world.clock.advance(60_000);
    await fixture.world.runTasks('moderation/undecided');
    const { replaced } = await reviewOf(thing, id);
    expect(replaced).toBeNull();
  },
);

test.each(['inserat', 'club'] as const)(
  'a new picture of a %s is seen by its owner only until it is approved [BOF-52]',
  async (thing) => {
    const { id, picture, visitors } = await online(thing);
    const url = new URL(await picture!(thing === 'club' ? 3 : 4), 'http://localhost').pathname;
    fixture.world.clock.advance(HOUR_MS);
    const content = url.split('/').at(-1)!.split('-')[0]!;
    expect(await visitors()).not.toContain(content);
    expect(await asked(url)).toBe(404);
    expect((await decide(thing, id)).status).toBe(200);
    fixture.world.clock.advance(1000);
    await expect.poll(visitors).toContain(content);
    expect(await asked(url)).toBe(200);
  },
);

test('the shown picture of a banner stays until its replacement is approved [BOF-52]', async () => {
  const { user, world } = fixture;
  const wish = bannerWish({ webseiten: [site.id], typ: 'a1' });
  const first = await pictureFor('a1');
  const { body } = await user.call(orderBanner, { ...wish, banner_bild: first });
  const id: number = body.banner.ID;
  expect((await decide('banner', id)).status).toBe(200);
  const seen = () => delivered('/partner/v1/banners?slot=a1&count=10');
  const contents = async () =>
    (
      await world.db
        .selectFrom('image')
        .select(['content_id', 'seen_by'])
        .where('banner_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ content_id, seen_by }) => ({ content_id, seen_by }));
  const [old] = await contents();
  const { width, height } = BANNER_TYPES.a1.size!;
  const other = dataUrl(await noise(width, height, 9).jpeg().toBuffer());
  world.clock.advance(HOUR_MS);
  expect((await user.call(saveBanner, { ...wish, ID: id, banner_bild: other })).status).toBe(200);
  const [, fresh] = await contents();
  expect(await contents()).toEqual([
    { ...old, seen_by: 'visitors' },
    { ...fresh, seen_by: 'owner' },
  ]);
  await expect.poll(seen).toContain(old!.content_id);
  expect(await seen()).not.toContain(fresh!.content_id);
  await decide('banner', id);
  await expect.poll(seen).toContain(fresh!.content_id);
  expect(await seen()).not.toContain(old!.content_id);
  world.clock.advance(60_000);
  await world.runTasks('moderation/undecided');
  expect(await contents()).toEqual([{ ...fresh, seen_by: 'all' }]);
});

test('deleted while its change waits, nothing of it is left [BOF-52]', async () => {
  for (const thing of THINGS) {
    const { id, change, remove } = await online(thing);
    await change(NEW);
    expect((await remove()).status).toBe(200);
    const row = await fixture.world.db
      .selectFrom(thing)
      .select(['pending', 'pending_print'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ pending: null, pending_print: null });
    expect(await reviewOf(thing, id)).toMatchObject({ state: 'gone' });
  }
});

test('a change that nobody decides about in 7 days ends; saved again, it waits again [BOF-52]', async () => {
  const { user, world, on } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_month', titel: OLD });
  await decide('inserat', id);
  world.clock.advance(HOUR_MS);
  const changed = ad(id, { inserat_typ: '1_month', titel: NEW });
  const since = world.clock.now().getTime();
  await user.call(saveInserat, changed);
  const before = await credits();
  world.clock.set(new Date(since + 7 * DAY_MS - 1));
  await world.runTasks('moderation/undecided');
  expect(await reviewOf('inserat', id)).toMatchObject({ state: 'open' });
  world.clock.set(new Date(since + 7 * DAY_MS));
  await world.runTasks('moderation/undecided');
  expect(await reviewOf('inserat', id)).toMatchObject({ state: 'gone' });
  expect((await mails()).at(-1)).toContain('innert 7 Tagen nicht geprüft');
  expect(await credits()).toBe(before);
  expect(await delivered('/partner/v1/ads?limit=100')).toContain(OLD);
  await user.call(saveInserat, changed);
  expect(await reviewOf('inserat', id)).toMatchObject({ state: 'open' });
  world.clock.set(START);
});

test('the editor shows what waits; its contact data are never in clear [BOF-52, ACC-50]', async () => {
  const { id, change } = await online('inserat');
  await change(NEW);
  const { body } = await fixture.user.call(getInserat, { inserat_id: id });
  expect(body.inserat).toMatchObject({ titel: NEW, telefon: '+41799998877' });
  const row = await fixture.world.db
    .selectFrom('inserat')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('9998877');
  expect(row).toMatchObject({ titel: OLD });
});

const changesOf = async () =>
  ((await fixture.user.call(state, {})).body.state.changes as Change[]).map(
    ({ object, story, state: how }) => ({ ...object, story, how }),
  );

test.each(THINGS)('its owner reads how a change of the %s stands [BOF-52]', async (thing) => {
  const { id, change } = await online(thing);
  expect(await changesOf()).toEqual([]);
  await change(NEW);
  const it = { type: thing, id, story: false };
  expect(await changesOf()).toEqual([{ ...it, how: 'waiting' }]);
  await decide(thing, id, 'revise');
  expect(await changesOf()).toEqual([{ ...it, how: 'refused' }]);
  await change(NEW);
  expect(await changesOf()).toEqual([{ ...it, how: 'waiting' }]);
  await decide(thing, id);
  expect(await changesOf()).toEqual([]);
});

test('pictures that wait have no price with another package; refused, they cost nothing [BOF-52]', async () => {
  const { user, on } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week', titel: OLD });
  expect((await decide('inserat', id)).status).toBe(200);
  for (const seed of [11, 12, 13, 14, 15]) {
    const base64ImageString = await image(seed);
    const sent = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
    expect(sent.body.image.waiting).toBe(true);
  }
  fixture.world.clock.advance(HOUR_MS);
  const before = await credits();
  const free = await user.call(saveInserat, ad(id, { inserat_typ: 'free', titel: OLD }));
  expect(free.body).toMatchObject({ success: true, charged: 0 });
  expect((await decide('inserat', id, 'revise')).status).toBe(200);
  expect(await credits()).toBe(before);
  const [it] = await on.list(user);
  expect(it!.imageSources.map(({ waiting }) => waiting)).toEqual(Array(5).fill(true));
});

test('a story of something online is looked at first and bought after that [BOF-52]', async () => {
  const { user, on, world } = fixture;
  const base64ImageString = await image(21);
  const { id } = await on.place(user, { inserat_typ: '1_week', titel: OLD, story_title: '' });
  await decide('inserat', id);
  world.clock.advance(HOUR_MS);
  const body = { inserat_id: id, base64ImageString, place: 'story' as const };
  const { url } = (await user.call(saveInseratImage, body)).body.image;
  const titled = ad(id, { inserat_typ: '1_week', titel: OLD, story_title: 'Heute am See' });
  const posted = { ...titled, story_posted: true };
  const before = await credits();
  const refused = await user.call(saveInserat, posted);
  expect(refused.body.errors).toEqual({ story_posted: inserateTexts.storyWaits });
  expect((await user.call(saveInserat, titled)).status).toBe(200);
  const listed = await user.call(life.storyInserat, { inserat_id: id });
  expect(listed.body.errors).toEqual({ story_posted: inserateTexts.storyWaits });
  expect(await credits()).toBe(before);
  expect(await changesOf()).toContainEqual({ type: 'inserat', id, story: true, how: 'waiting' });
  expect((await decide('story', id)).status).toBe(200);
  const bought = await user.call(life.storyInserat, { inserat_id: id });
  expect(bought.status).toBe(200);
  const until = Date.parse(bought.body.inserat.story_until);
  expect(until).toBe(world.clock.now().getTime() + DAY_MS);
  expect(await asked(new URL(url, 'http://localhost').pathname)).toBe(200);
  // Another title of the running story waits, too.
  const stories = () => delivered('/partner/v1/stories?limit=100');
  await expect.poll(stories).toContain('Heute am See');
  await user.call(saveInserat, { ...posted, story_title: 'Morgen am Fluss' });
  world.clock.advance(1000);
  expect(await stories()).not.toContain('Morgen am Fluss');
  await decide('story', id);
  await expect.poll(stories).toContain('Morgen am Fluss');
  // Until its approval can no longer be taken back the picture before is kept.
  const contentOf = (address: string) => address.split('/').at(-1)!.split('-')[0]!;
  const again = { ...body, base64ImageString: await image(23) };
  const fresh: string = (await user.call(saveInseratImage, again)).body.image.url;
  world.clock.advance(1000);
  await decide('story', id);
  await expect.poll(stories).toContain(contentOf(fresh));
  await world.runTasks('moderation/undecided');
  const { id: review_id } = await reviewOf('story', id);
  expect((await moderator.call(contract.undoReview, { review_id })).status).toBe(200);
  await expect.poll(stories).toContain(contentOf(url));
});

test('an ad with a story goes online when both are approved [BOF-52]', async () => {
  const { user, on } = fixture;
  const made = (await user.call(createInserat, {})).body.inserat_id as number;
  const base64ImageString = await image(22);
  await user.call(saveInseratImage, { inserat_id: made, base64ImageString, place: 'story' });
  await on.place(user, { inserat_id: made, inserat_typ: '1_week', story_posted: true });
  const status = async () => (await on.list(user)).find(({ ID }) => ID === made)!.inserat_status;
  expect((await decide('story', made)).status).toBe(200);
  expect(await status()).toBe('geplant');
  expect((await decide('inserat', made)).status).toBe(200);
  expect(await status()).toBe('aktiv');
});

test('expired while its change waits, it waits as a whole when it is placed again [BOF-52]', async () => {
  const { user, world, on } = fixture;
  const { id, change } = await online('inserat');
  await change(NEW);
  world.clock.set(new Date(world.clock.now().getTime() + 8 * DAY_MS));
  await world.runTasks('publication/clock');
  const [it] = await on.list(user);
  expect(it).toMatchObject({ inserat_status: 'abgelaufen', titel: NEW });
  expect((await user.call(life.reactivateInserat, { inserat_id: id })).status).toBe(200);
  expect((await on.list(user))[0]).toMatchObject({ inserat_status: 'geplant', titel: NEW });
  expect(await changesOf()).toEqual([]);
  await decide('inserat', id);
  world.clock.advance(1000);
  await expect.poll(() => delivered('/partner/v1/ads?limit=100')).toContain(NEW);
  world.clock.set(START);
});

test('with the whole account off the websites its change goes on waiting [BOF-52]', async () => {
  const { user, world } = fixture;
  const { id, change, visitors } = await online('inserat');
  await change(NEW);
  expect((await user.call(goOffline, {})).status).toBe(200);
  world.clock.advance(HOUR_MS);
  await expect.poll(visitors).not.toContain(OLD);
  expect((await user.call(goOnline, {})).status).toBe(200);
  world.clock.advance(1000);
  await expect.poll(visitors).toContain(OLD);
  expect(await visitors()).not.toContain(NEW);
  expect(await reviewOf('inserat', id)).toMatchObject({ state: 'open' });
});

test('two decide about one change at once: one decision, the other is told [BOF-48, BOF-52]', async () => {
  const { id, change, visitors } = await online('inserat');
  await change(NEW);
  const second = await staffOf(fixture.world, 'moderator');
  const answers = await Promise.all([
    decide('inserat', id),
    decide('inserat', id, 'revise', second),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('ALREADY_DECIDED');
  const { state: how } = await reviewOf('inserat', id);
  await expect.poll(visitors).toContain(how === 'approved' ? NEW : OLD);
  // A version that its owner has replaced cannot be approved.
  const stale = await reviewOf('inserat', id);
  await change(`${NEW}, anders`);
  const { id: review_id, version } = await reviewOf('inserat', id);
  const late = { review_id, seen_version: version - 1, decision: 'approve' as const };
  const refused = await moderator.call(contract.decideReview, late);
  expect(refused.body.code).toBe('STAFF_VERSION_CONFLICT');
  expect(stale.id).not.toBe(review_id);
});

test('edited while the house holds it: it waits, is handed in and shown when approved [BOF-52]', async () => {
  const { user, world } = fixture;
  const { id, change, visitors } = await online('inserat');
  const team = house(world);
  const held = await team.hold(await team.person(), 'inserat', id, {
    fields: ['titel'],
  });
  await change(NEW);
  const [open] = (await user.call(state, {})).body.state.holds as {
    fields: { changed: boolean }[];
  }[];
  expect(open!.fields).toMatchObject([{ changed: true }]);
  expect((await user.call(resubmit, { hold_id: held.id })).status).toBe(200);
  expect((await decide('inserat', id)).status).toBe(200);
  world.clock.advance(1000);
  await expect.poll(visitors).toContain(NEW);
});
