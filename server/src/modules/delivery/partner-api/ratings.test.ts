import { adAnswer, adsAnswer, type DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { RATINGS, type Rating } from '@samtrot/shared/media/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adBuilder, type TestAd } from '../../../testing/listings/ads.ts';
import { exactly } from '../../../testing/partners/partner.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { addWebsite, issueKey, setAccepts } from '../../partners/service.ts';

let world: World;
let ads: ReturnType<typeof adBuilder>;
let origin: string;
/** Key of the website that accepts this rating at the start of each test. */
const keys = {} as Record<Rating, string>;

const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const accept = (website: Rating, accepts: Rating) =>
  manage((ctx) => setAccepts(ctx, website, accepts));
const get = (website: Rating, path: string) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${keys[website]}` },
  });
let questions = 0;
/** Bypasses the cache: an ignored parameter changes the cache key. */
const listed = async (website: Rating) =>
  exactly(adsAnswer, (await get(website, `ads?limit=100&_=${++questions}`)).body)
    .ads as DeliveredAd[];
const fresh = async (website: Rating, ad: TestAd) =>
  (await listed(website)).find(({ id }) => id === ad.publicId)!;

let contents = 0;
/** A content id that names its rating. */
const content = (rating: Rating) =>
  `${'abc'[RATINGS.indexOf(rating)]!.repeat(4)}${(++contents).toString(16).padStart(60, '0')}`;
/** One item of each kind per rating, strictest first. */
async function everything(ad: TestAd): Promise<Record<Rating, string[]>> {
  const made = { jugendfrei: [], erotisch: [], explizit: [] } as Record<Rating, string[]>;
  for (const rating of RATINGS.toReversed()) {
    const [image, video] = [content(rating), content(rating)];
    await ads.image(ad, image, { rating });
    await ads.video(ad, video, { rating });
    made[rating].push(image, video);
  }
  return made;
}
const rate = (table: 'image' | 'video', contentId: string, rating: Rating) =>
  world.db.updateTable(table).set({ rating }).where('content_id', '=', contentId).execute();

/** A website's replica, updated by `since`; returns the changed ads. */
async function follow(website: Rating) {
  const known = new Map<string, DeliveredAd>();
  const begin = exactly(adsAnswer, (await get(website, 'ads?limit=100')).body);
  for (const ad of begin.ads as DeliveredAd[]) known.set(ad.id, ad);
  let since = begin.next_since;
  const page = async (limit: number) => {
    const answer = exactly(
      adsAnswer,
      (await get(website, `ads?limit=${limit}&since=${since}`)).body,
    );
    since = answer.next_since;
    for (const ad of answer.ads) {
      if ('deleted' in ad) known.delete(ad.id);
      else known.set(ad.id, ad);
    }
    return answer;
  };
  return {
    known,
    page,
    async update(limit = 100): Promise<string[]> {
      const ids: string[] = [];
      for (let more = true; more; ) {
        const answer = await page(limit);
        ids.push(...answer.ads.map(({ id }) => id));
        more = answer.more;
      }
      return ids;
    },
    /** Asserts that the replica equals the portal's current response. */
    async expectTrue() {
      expect([...known.values()].toSorted(byId)).toEqual((await listed(website)).toSorted(byId));
    },
  };
}
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

beforeAll(async () => {
  world = await testWorld();
  ads = adBuilder(world.db);
  for (const rating of RATINGS) {
    await manage((ctx) => addWebsite(ctx, { name: rating, url: 'https://mondgarten.example' }));
    keys[rating] = await manage((ctx) => issueKey(ctx, rating));
  }
  origin = await world.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('image').execute();
  await world.db.deleteFrom('video').execute();
  await world.db.deleteFrom('inserat').execute();
  for (const rating of RATINGS) await accept(rating, rating);
  for (const rating of nonEmpty(RATINGS)) await expectPolicy(rating, rating);
});

/** A changed rating limit applies within a second despite the key cache. */
async function expectPolicy(website: Rating, accepts: Rating) {
  const ad = await ads.add();
  for (const rating of RATINGS) await ads.image(ad, content(rating), { rating });
  const count = async () => (await fresh(website, ad)).images.length;
  await expect.poll(count, SOON).toBe(RATINGS.indexOf(accepts) + 1);
  await world.db.deleteFrom('image').where('inserat_id', '=', ad.id).execute();
  await world.db.deleteFrom('inserat').where('id', '=', ad.id).execute();
}

test.each(
  nonEmpty(RATINGS.flatMap((accepts) => RATINGS.map((rating) => [rating, accepts] as const))),
)(
  'media rated %s, for a website that accepts %s [MED-12, MED-21, PUB-06]',
  async (rating, accepts) => {
    const ad = await ads.add({
      story_until: new Date(START.getTime() + HOUR_MS),
      story_title: 'Heute',
    });
    const given = RATINGS.indexOf(rating) <= RATINGS.indexOf(accepts);
    const [image, video, storyImage, storyVideo] = [1, 2, 3, 4].map(() => content(rating)) as [
      string,
      ...string[],
    ];
    await ads.image(ad, image, { rating });
    await ads.video(ad, video!, { rating });
    await ads.image(ad, storyImage, { rating, place: 'story' });
    const one = exactly(adAnswer, (await get(accepts, `ads/${ad.publicId}`)).body).ad;
    for (const shownAd of [one, await fresh(accepts, ad)]) {
      expect([shownAd.images.length, shownAd.videos.length]).toEqual(given ? [1, 1] : [0, 0]);
      expect(shownAd.story).toMatchObject({ title: 'Heute', video: null });
      expect(JSON.stringify(shownAd.story).includes(storyImage!)).toBe(given);
      expect(shownAd.story!.image === null).toBe(!given);
    }
    await world.db.deleteFrom('image').where('place', '=', 'story').execute();
    await ads.video(ad, storyVideo!, { rating, place: 'story' });
    const text = JSON.stringify((await fresh(accepts, ad)).story);
    expect([text.includes(storyVideo!), text.includes(image)]).toEqual([given, false]);
  },
);

test('a video has its files, poster, size and duration, and nothing of its owner [MED-21, PUB-05]', async () => {
  const ad = await ads.add({ story_until: new Date(START.getTime() + HOUR_MS) });
  await ads.image(ad, content('erotisch'));
  const [own, storyVideo] = [content('erotisch'), content('erotisch')];
  await ads.video(ad, own);
  await ads.video(ad, storyVideo, { place: 'story' });
  const video = (id: string) => ({
    urls: {
      '720': `http://localhost:3000/media/${id}-720.mp4`,
      '480': `http://localhost:3000/media/${id}-480.mp4`,
    },
    poster: `http://localhost:3000/media/${id}-poster.webp`,
    width: 1280,
    height: 720,
    seconds: 12.5,
  });
  const list = await get('erotisch', `ads?_=${++questions}`);
  expect(exactly(adsAnswer, list.body)).toEqual(list.body);
  expect(list.body.ads[0]).toMatchObject({
    videos: [video(own)],
    story: { image: null, video: video(storyVideo) },
  });
  const rows = await world.db.selectFrom('video').select('id').execute();
  const images = await world.db.selectFrom('image').select('id').execute();
  const text = JSON.stringify([list.body, (await get('erotisch', `ads/${ad.publicId}`)).body]);
  for (const { id } of nonEmpty([...rows, ...images]))
    expect(text).not.toMatch(new RegExp(`[:,"]${id}[,"}]`));
  for (const secret of [
    'meine-wohnung',
    'mein-haus',
    'mov"',
    'anna',
    `${ad.accountId}`,
    'erotisch',
    'bereit',
  ])
    expect(text.toLowerCase(), secret).not.toContain(secret);
});

test("a story without accepted media shows the ad's first accepted image [MED-23, MED-25]", async () => {
  const until = new Date(START.getTime() + HOUR_MS);
  const ad = await ads.add({ story_until: until });
  const shown = async (website: Rating) => {
    const { story } = await fresh(website, ad);
    return Object.values(story?.video?.urls ?? story?.image?.urls ?? {})[0]?.slice(28, 92) ?? null;
  };
  expect(await shown('explizit')).toBeNull();
  const [strict, mild, storyVideo] = [
    content('explizit'),
    content('jugendfrei'),
    content('erotisch'),
  ];
  await ads.image(ad, strict, { rating: 'explizit' });
  expect([await shown('erotisch'), await shown('explizit')]).toEqual([null, strict]);
  await ads.image(ad, mild, { rating: 'jugendfrei' });
  expect([await shown('erotisch'), await shown('explizit')]).toEqual([mild, strict]);
  await ads.video(ad, storyVideo, { place: 'story' });
  expect([await shown('jugendfrei'), await shown('erotisch')]).toEqual([mild, storyVideo]);
  // Not converted yet, or failed.
  for (const status of ['wartet', 'laeuft', 'gescheitert']) {
    const row = {
      status,
      content_id: null,
      upload_id: status === 'gescheitert' ? null : crypto.randomUUID(),
    };
    await world.db.updateTable('video').set(row).where('place', '=', 'story').execute();
    expect(await shown('explizit'), status).toBe(strict);
  }
  const ready = { status: 'bereit', content_id: storyVideo, upload_id: null };
  await world.db.updateTable('video').set(ready).execute();
  expect(await shown('explizit')).toBe(storyVideo);
  world.clock.set(until);
  const over = await fresh('explizit', ad);
  expect([over.story, over.images.length, JSON.stringify(over).includes(storyVideo)]).toEqual([
    null,
    2,
    false,
  ]);
});

test("websites with different limits request in parallel and never get each other's response [MED-12]", async () => {
  const ad = await ads.add();
  const made = await everything(ad);
  const ask = async (website: Rating, path: string, tag?: string) => {
    const answer = await fetch(`${origin}/partner/v1/${path}`, {
      headers: { authorization: `Bearer ${keys[website]}`, ...(tag && { 'if-none-match': tag }) },
    });
    return { status: answer.status, etag: answer.headers.get('etag')!, text: await answer.text() };
  };
  const expectOwn = (website: Rating, text: string) => {
    for (const rating of nonEmpty(RATINGS))
      for (const id of nonEmpty(made[rating]))
        expect(text.includes(id), `${rating} for ${website}`).toBe(
          RATINGS.indexOf(rating) <= RATINGS.indexOf(website),
        );
  };
  for (const path of ['ads', `ads/${ad.publicId}`, 'ads?canton=ZH&limit=3']) {
    // First uncached, then cached.
    for (let round = 0; round < 3; round++) {
      const websites = Array.from(
        { length: 50 },
        (_, n): Rating => (n % 2 === 0 ? 'jugendfrei' : 'explizit'),
      );
      const responses = await Promise.all(
        websites.map(async (website) => ({ website, ...(await ask(website, path)) })),
      );
      for (const { website, status, text } of responses) {
        expect(status).toBe(200);
        expectOwn(website, text);
      }
    }
    const [mild, strict] = [await ask('jugendfrei', path), await ask('explizit', path)];
    expect((await ask('explizit', path, strict.etag)).status).toBe(304);
    // The ETag of the other response does not match.
    const crossed = await ask('jugendfrei', path, strict.etag);
    expect([crossed.status, mild.etag === strict.etag]).toEqual([200, false]);
    expectOwn('jugendfrei', crossed.text);
  }
  // While the limit toggles, a response matches one of the two limits, never a mix.
  const changing = (async () => {
    for (const accepts of ['explizit', 'jugendfrei', 'explizit', 'jugendfrei'] as const)
      await accept('jugendfrei', accepts);
  })();
  const others = await Promise.all(Array.from({ length: 50 }, () => ask('erotisch', 'ads')));
  await changing;
  for (const { text } of others) expectOwn('erotisch', text);
});

test('a changed limit applies within a second and the feed returns exactly the affected ads [MED-12]', async () => {
  const [all, mild, plain, hidden] = [
    await ads.add(),
    await ads.add(),
    await ads.add(),
    await ads.add(),
  ];
  await everything(all);
  await ads.image(mild, content('jugendfrei'), { rating: 'jugendfrei' });
  await ads.image(hidden, content('explizit'), { rating: 'explizit' });
  await ads.change(hidden, { status: 'ausgeblendet' });
  const film = await ads.add();
  await ads.video(film, content('explizit'), { rating: 'explizit' });
  const [own, other] = [await follow('erotisch'), await follow('jugendfrei')];
  const first = await get('erotisch', 'ads?limit=1');
  // Concurrent transactions may repeat changes; from here on nothing else is repeated.
  for (const copy of [own, other]) await expect.poll(() => copy.update()).toEqual([]);

  await accept('erotisch', 'explizit');
  await expectPolicy('erotisch', 'explizit');
  expect((await get('erotisch', `ads?limit=100&cursor=${first.body.next_cursor}`)).status).toBe(
    200,
  );
  // One ad per page.
  expect([...new Set(await own.update(1))].filter((id) => own.known.has(id)).toSorted()).toEqual(
    [all.publicId, film.publicId].toSorted(),
  );
  await own.expectTrue();
  expect(own.known.get(film.publicId)?.videos).toHaveLength(1);
  await expect.poll(() => own.update()).toEqual([]);

  await accept('erotisch', 'jugendfrei');
  await expectPolicy('erotisch', 'jugendfrei');
  expect([...new Set(await own.update())].filter((id) => own.known.has(id)).toSorted()).toEqual(
    [all.publicId, film.publicId].toSorted(),
  );
  await own.expectTrue();
  expect([
    own.known.get(all.publicId)?.images.length,
    own.known.get(film.publicId)?.videos.length,
  ]).toEqual([1, 0]);

  const changes = await other.update();
  for (const ad of [all, film, mild, plain]) expect(changes).not.toContain(ad.publicId);
  await other.expectTrue();
});

test('a limit changed back and forth between pages leaves a correct replica [MED-12]', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => ads.add()));
  for (const ad of many) await everything(ad);
  const own = await follow('jugendfrei');
  for (const turns of [
    ['explizit', 'erotisch'],
    ['jugendfrei', 'explizit', 'jugendfrei'],
    ['erotisch'],
  ] as const) {
    for (const accepts of turns) {
      await accept('jugendfrei', accepts);
      await expectPolicy('jugendfrei', accepts);
      expect((await own.page(2)).more).toBe(true);
    }
    await own.update(2);
    // Changed after the first page.
    await own.update(2);
    await own.expectTrue();
  }
  await expect.poll(() => own.update()).toEqual([]);
});

test('a corrected rating applies within a second and is in the feed, stricter or milder [MED-12]', async () => {
  const ad = await ads.add();
  const [image, video] = [content('erotisch'), content('erotisch')];
  await ads.image(ad, image);
  await ads.video(ad, video);
  const followers = await Promise.all(RATINGS.map(follow));
  const counts = () =>
    followers.map(({ known }) => {
      const { images, videos } = known.get(ad.publicId)!;
      return [images.length, videos.length];
    });
  // biome-ignore format: as a table
  const steps: [Parameters<typeof rate>, number[][]][] = [
    [['image', image, 'explizit'], [[0, 0], [0, 1], [1, 1]]],
    [['video', video, 'explizit'], [[0, 0], [0, 0], [1, 1]]],
    [['image', image, 'jugendfrei'], [[1, 0], [1, 0], [1, 1]]],
    [['video', video, 'jugendfrei'], [[1, 1], [1, 1], [1, 1]]],
  ];
  for (const [step, expected] of steps) {
    await Promise.all(RATINGS.map((website) => get(website, 'ads')));
    await rate(...step);
    // The same query: the cached response must have been invalidated.
    const shown = async () =>
      (await Promise.all(RATINGS.map((website) => get(website, 'ads')))).map(
        ({
          body: {
            ads: [one],
          },
        }) => [one.images.length, one.videos.length],
      );
    await expect.poll(shown, SOON).toEqual(expected);
    for (const follower of followers) expect(await follower.update()).toContain(ad.publicId);
    expect(counts()).toEqual(expected);
  }
});

test('a video changes the feed when converted or deleted, not while it is converted [MED-21]', async () => {
  const ad = await ads.add();
  const partner = await follow('erotisch');
  const before = partner.known.get(ad.publicId);
  const id = content('erotisch');
  await ads.video(ad, id);
  const row = { status: 'wartet', content_id: null, upload_id: crypto.randomUUID(), progress: 0 };
  await world.db.updateTable('video').set(row).execute();
  await partner.update();
  expect(partner.known.get(ad.publicId)).toEqual(before);
  // A change may be repeated while any transaction runs; its row is written once.
  const changedTx = () => world.db.selectFrom('delivery_change').select('changed_tx').execute();
  const written = await changedTx();
  await world.db.updateTable('video').set({ status: 'laeuft', progress: 50 }).execute();
  expect(await changedTx()).toEqual(written);
  await partner.update();
  expect(partner.known.get(ad.publicId)).toEqual(before);
  await world.db
    .updateTable('video')
    .set({ status: 'bereit', content_id: id, upload_id: null })
    .execute();
  expect(await partner.update()).toContain(ad.publicId);
  expect(partner.known.get(ad.publicId)?.videos).toHaveLength(1);
  await world.db.deleteFrom('video').execute();
  expect(await partner.update()).toContain(ad.publicId);
  expect(partner.known.get(ad.publicId)).toEqual(before);
});
