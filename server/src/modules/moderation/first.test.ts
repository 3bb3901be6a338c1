import { deleteBanner, orderBanner } from '@samtrot/shared/banners/contract.ts';
import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { bannersOf, bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { START } from '../../testing/world/world.ts';
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
  await noteMode(fixture.world.db, 'first');
  moderator = await staffOf(fixture.world, 'moderator');
  await keepStaffLogins(fixture.world);
});

type Thing = 'inserat' | 'banner' | 'club';
const WEEK_MS = 7 * DAY_MS;
const after = (ms: number) => fixture.world.clock.set(new Date(START.getTime() + ms));
const clock = () => fixture.world.runTasks('publication/clock', 'banners/clock');
const credits = () => fixture.on.credits(fixture.user);
const reviewOf = (thing: Thing, id: number) =>
  fixture.world.db
    .selectFrom('review')
    .selectAll()
    .where('thing', '=', thing)
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
async function decide(
  thing: Thing,
  id: number,
  decision: (typeof contract.REVIEW_DECISIONS)[number] = 'approve',
) {
  const { id: review_id, version: seen_version } = await reviewOf(thing, id);
  const why = { reason: 'falsche_angaben', fields: thing === 'banner' ? ['url'] : ['telefon'] };
  return moderator.call(contract.decideReview, {
    review_id,
    seen_version,
    decision,
    ...(decision !== 'approve' && (why as { reason: 'falsche_angaben'; fields: string[] })),
  });
}
const holdsOf = (id: number) =>
  fixture.world.db.selectFrom('hold').selectAll().where('item_id', '=', id).orderBy('id').execute();
const shown = async () => (await fixture.user.call(state, {})).body.state;
const mails = async () =>
  (await fixture.world.mails(fixture.user.email)).map((mail) => JSON.stringify(mail));

/** Each kind: how it is placed, what its owner sees of its run, how she deletes it. */
const KINDS = {
  async inserat() {
    const { on, user } = fixture;
    const { id, body } = await on.place(user, { inserat_typ: '1_week', color_enabled: true });
    return {
      id,
      message: body.message as string,
      run: async () => {
        const it = (await on.list(user)).find(({ ID }) => ID === id)!;
        return { status: it.inserat_status, start_at: it.start_at, end_at: it.end_at };
      },
      remove: () => user.call(life.deleteInserat, { inserat_id: id }),
      ends: (at: Date) => new Date(at.getTime() + WEEK_MS),
    };
  },
  async banner() {
    const { user, world } = fixture;
    const webseiten = [await websiteOf(world)];
    const { body } = await user.call(orderBanner, bannerWish({ webseiten, monate: 1 }));
    const id: number = body.banner.ID;
    return {
      id,
      message: body.message as string,
      run: async () => {
        const it = (await bannersOf(user)).find(({ ID }) => ID === id)!;
        return { status: it.status, start_at: it.start_at, end_at: it.end_at };
      },
      remove: () => user.call(deleteBanner, { banner_id: id }),
      ends: nextMonth,
    };
  },
  async club() {
    const { user } = fixture;
    const { body } = await user.call(saveClub, wholeClub({ monate: 1 }));
    const id: number = body.club.ID;
    return {
      id,
      message: body.message as string,
      run: async () => {
        const clubs: { ID: number; start_at: string; end_at: string }[] = (await shown()).Clubs;
        const it = clubs.find(({ ID }) => ID === id)!;
        const now = fixture.world.clock.now();
        const begun = new Date(it.start_at) <= now;
        const status = new Date(it.end_at) <= now ? 'abgelaufen' : begun ? 'aktiv' : 'geplant';
        return { status, start_at: it.start_at, end_at: it.end_at };
      },
      remove: () => user.call(deleteClub, { club_id: id }),
      ends: nextMonth,
    };
  },
};
function nextMonth(at: Date): Date {
  const then = new Date(at);
  then.setUTCMonth(then.getUTCMonth() + 1);
  return then;
}
const THINGS = Object.keys(KINDS) as Thing[];

test.each(THINGS)(
  'the first %s waits; its whole run begins at the approval [BOF-52]',
  async (thing) => {
    const { world } = fixture;
    const before = await credits();
    const { id, message, run, ends } = await KINDS[thing]();
    expect(message).toMatch(/wird geprüft\.$/);
    const paid = before - (await credits());
    expect(paid).toBeGreaterThan(0);
    expect(await run()).toMatchObject({ status: 'geplant' });
    expect((await shown()).holds).toMatchObject([
      {
        object: { type: thing, id },
        kind: 'waiting',
        label: 'Wird geprüft',
        reason: 'Prüfung',
        text: 'Wir sehen es an, bevor es online geht. Die Laufzeit beginnt mit der Freigabe.',
        time: 'Löschst du es vorher, bekommst du den ganzen Preis zurück.',
        may_resubmit: false,
        may_appeal: false,
      },
    ]);
    // Nothing else lets it online.
    after(2 * DAY_MS + HOUR_MS);
    await clock();
    expect(await run()).toMatchObject({ status: 'geplant' });
    expect((await decide(thing, id)).status).toBe(200);
    const at = world.clock.now();
    world.clock.advance(1);
    const end_at = ends(at);
    const now = await run();
    expect(now.status).toBe('aktiv');
    expect(Math.abs(Date.parse(now.start_at!) - +at)).toBeLessThan(2);
    expect(Math.abs(Date.parse(now.end_at!) - +end_at)).toBeLessThan(2);
    expect(await credits()).toBe(before - paid);
    world.clock.advance(20_000);
    expect((await mails()).at(-1)).toContain('ist geprüft und online');
    // One of the kind is approved: the next one is online at once.
    world.clock.advance(HOUR_MS);
    const next = await KINDS[thing]();
    world.clock.advance(1);
    expect((await next.run()).status).toBe('aktiv');
    expect(await holdsOf(next.id)).toEqual([]);
  },
);

test.each(THINGS)(
  'a refused first %s that its owner deletes gives the whole price [BOF-52]',
  async (thing) => {
    const before = await credits();
    const { id, remove } = await KINDS[thing]();
    after(DAY_MS);
    await decide(thing, id, 'revise');
    after(9 * DAY_MS);
    await fixture.world.runTasks('moderation/undecided');
    await clock();
    expect(await credits()).toBeLessThan(before);
    expect((await remove()).status).toBe(200);
    expect(await credits()).toBe(before);
    expect(await holdsOf(id)).toMatchObject([{ kind: 'revise', outcome: 'gone' }]);
  },
);

test.each(THINGS)(
  'a first %s that nobody decides about is taken off after 7 days [BOF-52]',
  async (thing) => {
    const { world } = fixture;
    const before = await credits();
    const { id, run, remove } = await KINDS[thing]();
    const paid = before - (await credits());
    after(WEEK_MS - 1);
    await world.runTasks('moderation/undecided');
    expect(await credits()).toBe(before - paid);
    after(WEEK_MS);
    await world.runTasks('moderation/undecided');
    expect(await credits()).toBe(before);
    expect(await run()).toMatchObject({ status: 'abgelaufen' });
    expect(await holdsOf(id)).toMatchObject([{ outcome: 'gone' }]);
    expect((await reviewOf(thing, id)).state).toBe('gone');
    expect((await decide(thing, id)).status).toBe(404);
    const told = (await mails()).at(-1)!;
    expect(told).toContain('innert 7 Tagen nicht geprüft');
    expect(told).toContain(`${paid} Credits sind wieder auf deinem Konto`);
    const count = (await mails()).length;
    await world.runTasks();
    expect(await mails()).toHaveLength(count);
    expect((await remove()).status).toBe(200);
    expect(await credits()).toBe(before);
  },
);

test('what is gone behind an open hold keeps nothing else that nobody decides about [BOF-52]', async () => {
  const { world } = fixture;
  const before = await credits();
  const gone = await KINDS.inserat();
  world.clock.advance(1);
  const next = await KINDS.club();
  const superuser = connect(world.url, { role: null, max: 1 });
  try {
    // Without the trigger that closes its hold.
    await sql`set session_replication_role = replica`.execute(superuser.db);
    await sql`update inserat set status = 'geloescht' where id = ${gone.id}`.execute(superuser.db);
  } finally {
    await superuser.db.destroy();
  }
  after(WEEK_MS + 1);
  const task = world.app.tasks.find(({ name }) => name === 'moderation/undecided')!;
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => void failures.push(message);
  const run = () => task.run({ db: world.db, now: world.clock.now(), onFailure });
  let runs = 0;
  while ((await run()) > 0) expect(++runs).toBeLessThan(10);
  const [{ id: holdId } = { id: 0 }] = await holdsOf(gone.id);
  expect(failures).toEqual([`the withdrawal of undecided hold ${holdId} failed`]);
  expect(await holdsOf(next.id)).toMatchObject([{ outcome: 'gone' }]);
  expect(await credits()).toBeLessThan(before);
});

test('a free ad that waits has its whole time from its approval [BOF-52]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: 'free' });
  after(6 * DAY_MS);
  await clock();
  await decide('inserat', id);
  const [it] = await on.list(user);
  expect(it).toMatchObject({
    inserat_status: 'aktiv',
    start_at: world.clock.now().toISOString(),
  });
  expect(Date.parse(it!.end_at!)).toBeGreaterThanOrEqual(world.clock.now().getTime() + DAY_MS);
});

test('changed while it waits it keeps its place, costs nothing and stays off [BOF-52]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const paid = await on.credits(user);
  after(HOUR_MS);
  const changed = await user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Anders' }));
  expect(changed.status).toBe(200);
  expect(await on.credits(user)).toBe(paid);
  expect(await reviewOf('inserat', id)).toMatchObject({ waiting_since: START, version: 2 });
  expect((await user.call(life.activateInserat, { inserat_id: id })).body.code).toBe('HELD');
  await world.runTasks('publication/clock');
  expect((await on.list(user))[0]!.inserat_status).toBe('geplant');
  // Of a banner and a club, too.
  const club = await KINDS.club();
  const edited = wholeClub({ club_id: club.id, titel: 'Neu' });
  expect((await user.call(saveClub, edited)).status).toBe(200);
  expect((await club.run()).status).toBe('geplant');
});

test('an undone approval holds it again as unapproved: deleted, all comes back [BOF-52]', async () => {
  const { on, user, world } = fixture;
  const before = await on.credits(user);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  after(HOUR_MS);
  await decide('inserat', id);
  world.clock.advance(5000);
  const { id: review_id } = await reviewOf('inserat', id);
  expect((await moderator.call(contract.undoReview, { review_id })).status).toBe(200);
  expect((await holdsOf(id)).at(-1)).toMatchObject({ unapproved: true, kind: 'waiting' });
  expect((await on.list(user))[0]!.inserat_status).toBe('geplant');
  await user.call(life.deleteInserat, { inserat_id: id });
  expect(await on.credits(user)).toBe(before);
});

test('approved twice at once: one approval; deleted at the same time: books agree [BOF-52]', async () => {
  const { on, user } = fixture;
  const twice = await on.place(user, { inserat_typ: '1_week' });
  const answers = await Promise.all([decide('inserat', twice.id), decide('inserat', twice.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  for (let round = 0; round < 5; round++) {
    const owner = await on.rich(100);
    const { id } = await on.place(owner, { inserat_typ: '1_week' });
    const paid = 100 - (await on.credits(owner));
    const [approved, removed] = await Promise.all([
      decide('inserat', id),
      owner.call(life.deleteInserat, { inserat_id: id }),
    ]);
    expect(removed.status).toBe(200);
    // Approved first, its run had begun.
    expect(100 - (await on.credits(owner))).toBe(approved.status === 200 ? paid : 0);
  }
});

test('what is renewed, extended or changed while online never waits [BOF-52]', async () => {
  const { on, user, world } = fixture;
  await noteMode(world.db, 'after');
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { id: banner, run } = await KINDS.banner();
  await noteMode(world.db, 'first');
  await user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Anders' }));
  await user.call(life.autoReactivateInserat, { inserat_id: id, enabled: true });
  after(WEEK_MS + HOUR_MS);
  await clock();
  expect((await on.list(user))[0]).toMatchObject({ inserat_status: 'aktiv' });
  expect((await run()).status).toBe('aktiv');
  expect([...(await holdsOf(id)), ...(await holdsOf(banner))]).toEqual([]);
});

test('who waits reads how long it takes: by hand, none with 19 decisions in 30 days [BOF-51]', async () => {
  const { on, user, world } = fixture;
  await world.db.updateTable('review').set({ cause: 'changed' }).execute();
  const promise = async () => (await shown()).review_promise;
  const owner = await on.rich(2000);
  await noteMode(world.db, 'after');
  // Nothing of hers waits.
  const measure = async (count: number, minutes: number) => {
    for (let n = 0; n < count; n++) {
      const { id } = await on.place(owner, { inserat_typ: '1_week' });
      const { waiting_since } = await reviewOf('inserat', id);
      world.clock.set(new Date(waiting_since.getTime() + minutes * 60_000));
      expect((await decide('inserat', id)).status).toBe(200);
    }
  };
  await measure(19, 36);
  await noteMode(world.db, 'first');
  await on.place(user, { inserat_typ: '1_week' });
  expect(await promise()).toBeNull();
  await noteMode(world.db, 'after');
  await measure(1, 600);
  expect(await promise()).toBe('Wir prüfen neue Inserate zurzeit in etwa 40 Minuten.');
  // Those of 30 days count as long as 7 days have fewer than 20.
  world.clock.advance(8 * DAY_MS);
  expect(await promise()).toBe('Wir prüfen neue Inserate zurzeit in etwa 40 Minuten.');
  world.clock.advance(23 * DAY_MS);
  expect(await promise()).toBeNull();
  world.clock.set(START);
  expect((await owner.call(state, {})).body.state.review_promise).toBeNull();
});
