import { release } from '@samtrot/shared/holds/staff-contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { rowsTouched } from '../../testing/world/plans.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { waitingOf } from './changes.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);
let moderator: Staff;
beforeEach(async () => {
  await noteMode(fixture.world.db, 'before');
  moderator = await staffOf(fixture.world, 'moderator');
  await keepStaffLogins(fixture.world);
});

const reviewOf = (id: number) =>
  fixture.world.db
    .selectFrom('review')
    .selectAll()
    .where('thing', '=', 'inserat')
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
async function decide(id: number, decision: 'approve' | 'hold' = 'approve') {
  const { id: review_id, version: seen_version } = await reviewOf(id);
  return moderator.call(contract.decideReview, {
    review_id,
    seen_version,
    decision,
    ...(decision === 'hold' && { reason: 'falsche_angaben' as const, fields: ['titel'] }),
  });
}
const own = async (id: number) =>
  (await fixture.on.list(fixture.user)).find(({ ID }) => ID === id)!;
const changes = async () =>
  (await fixture.user.call(state, {})).body.state.changes as { object: { id: number } }[];
const changed = (id: number, titel: string) =>
  fixture.user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel }));
async function online(): Promise<number> {
  const { id } = await fixture.on.place(fixture.user, { inserat_typ: '1_week' });
  await decide(id);
  return id;
}

let films = 0;
/** A film as its upload leaves it; the trigger decides who sees it. */
async function film(inserat_id: number): Promise<string> {
  const { user, world } = fixture;
  const content_id = `f11${String(++films)}`.padEnd(64, '0');
  for (const name of [`${content_id}-720.mp4`, `${content_id}-poster.webp`])
    await world.app.media.files.put(name, Buffer.from('film'));
  await world.db
    .insertInto('video')
    .values({
      account_id: user.userId,
      inserat_id,
      place: 'inserat',
      name: 'x.mp4',
      position: 1,
      content_id,
      status: 'bereit',
      heights: [720],
      width: 1280,
      height: 720,
      created_at: world.clock.now(),
    })
    .execute();
  return `/media/${content_id}-720.mp4`;
}
const asked = async (url: string, cookie = '') =>
  (await fixture.world.server.inject({ url, headers: { cookie } })).statusCode;

test('a new film is seen by its owner and the house until it is approved, and once undone [BOF-43, BOF-47, BOF-52]', async () => {
  const { user } = fixture;
  const id = await online();
  const url = await film(id);
  expect(await reviewOf(id)).toMatchObject({ state: 'open', cause: 'changed' });
  expect([await asked(url), await asked(url, user.cookie)]).toEqual([404, 200]);
  expect(await changes()).toMatchObject([{ object: { type: 'inserat', id }, state: 'waiting' }]);
  const { id: review_id } = await reviewOf(id);
  const { body } = await moderator.call(contract.review, { review_id });
  expect(body.content.video).toHaveLength(1);
  expect(body.approved.content.video ?? []).toEqual([]);
  // Nobody approves a film unseen.
  const [shown] = (await moderator.call(contract.uncoverReview, { review_id })).body.videos;
  expect(shown).toEqual({
    n: 1,
    url: url.replace('/media/', '/betrieb/media/'),
    poster: url.replace('/media/', '/betrieb/media/').replace('-720.mp4', '-poster.webp'),
  });
  const reader = await staffOf(fixture.world, 'reader');
  for (const place of [shown.url, shown.poster])
    expect([await asked(place, moderator.cookie), await asked(place, reader.cookie)]).toEqual([
      ...[200, 404],
    ]);
  expect((await decide(id)).status).toBe(200);
  expect(await asked(url)).toBe(200);
  expect(await changes()).toEqual([]);
  expect((await moderator.call(contract.undoReview, { review_id })).status).toBe(200);
  expect(await asked(url)).toBe(404);
});

test('«vom Netz» on a waiting change takes the whole ad off; released, the approved text is back [BOF-45, BOF-52]', async () => {
  const { world } = fixture;
  const id = await online();
  await changed(id, 'Eine andere Fassung');
  expect((await decide(id, 'hold')).status).toBe(200);
  const hold = await world.db
    .selectFrom('hold')
    .select(['id', 'kind', 'closed_at'])
    .where('item_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(hold.kind).toBe('blocked');
  expect(await reviewOf(id)).toMatchObject({ state: 'held', hold_id: hold.id });
  const shown = () =>
    world.db.selectFrom('inserat').select(['titel', 'held_at']).where('id', '=', id).execute();
  expect(await shown()).toMatchObject([{ titel: 'Ruhige Stunden am See' }]);
  expect((await shown())[0]!.held_at).not.toBeNull();
  const released = await moderator.call(release, { hold_id: hold.id, reason: 'Irrtum' });
  expect(released.status, JSON.stringify(released.body)).toBe(200);
  expect(await shown()).toEqual([{ titel: 'Ruhige Stunden am See', held_at: null }]);
  expect((await own(id)).titel).toBe('Eine andere Fassung');
});

const plan = {
  inserat_typ: '1_week' as const,
  publish_option: 'Planen' as const,
  publish_date: '2026-11-22',
  publish_time: '18:30',
};

test('a planned ad waits; approved before its start it begins then, after it at the approval [BOF-32, BOF-52]', async () => {
  const { user, on, world } = fixture;
  const start = new Date('2026-11-22T17:30:00Z');
  const early = (await on.place(user, plan)).id;
  const late = (await on.place(user, plan)).id;
  expect((await own(early)).inserat_status).toBe('geplant');
  expect((await decide(early)).status).toBe(200);
  world.clock.set(new Date(start.getTime() + 2 * HOUR_MS));
  await world.runTasks('publication/clock');
  const stored = async (id: number) =>
    world.db
      .selectFrom('inserat')
      .select(['status', 'start_at', 'end_at', 'held_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  expect(await stored(early)).toMatchObject({ status: 'aktiv', start_at: start, held_at: null });
  expect((await stored(late)).held_at).not.toBeNull();
  expect((await decide(late)).status).toBe(200);
  await world.runTasks('publication/clock');
  const now = world.clock.now().getTime();
  const begun = await stored(late);
  expect(begun).toMatchObject({ status: 'aktiv', held_at: null });
  expect(Math.abs(begun.start_at!.getTime() - now)).toBeLessThan(MINUTE_MS);
  expect(Math.abs(begun.end_at!.getTime() - now - 7 * DAY_MS)).toBeLessThan(MINUTE_MS);
});

test('a planned ad that is changed while it waits is decided about once, as it is then [BOF-48, BOF-52]', async () => {
  const { user, on } = fixture;
  const { id } = await on.place(user, plan);
  const first = await reviewOf(id);
  const { status } = await user.call(saveInserat, ad(id, { ...plan, titel: 'Später am See' }));
  expect(status).toBe(200);
  const stale = await moderator.call(contract.decideReview, {
    review_id: first.id,
    seen_version: first.version,
    decision: 'approve',
  });
  expect(stale.body.code).toBe('STAFF_VERSION_CONFLICT');
  expect((await decide(id)).status).toBe(200);
  expect((await user.call(life.deleteInserat, { inserat_id: id })).status).toBe(200);
});

test('what waits of an account is read without its other 500 ads, in every mode [BOF-52]', async () => {
  const { user, world } = fixture;
  const id = await online();
  await sql`
    insert into inserat (account_id, status, inserat_typ, created_at, changed_at)
    select ${user.userId}, 'entwurf', '1_week', ${world.clock.now()}, ${world.clock.now()}
      from generate_series(1, 500)`.execute(world.db);
  await world.db.transaction().execute(async (db) => {
    await sql`set local role none`.execute(db);
    await sql`analyze inserat`.execute(db);
  });
  expect(await rowsTouched(world.db, waitingOf(user.userId))).toBeLessThan(5);
  await changed(id, 'Eine andere Fassung');
  await film(id);
  expect(await rowsTouched(world.db, waitingOf(user.userId))).toBeLessThan(20);
  expect(await changes()).toHaveLength(1);
});
