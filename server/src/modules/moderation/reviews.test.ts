import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { getHolds, resubmit } from '@samtrot/shared/holds/contract.ts';
import { blockAccount, hold, release } from '@samtrot/shared/holds/staff-contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { COUNTED_MOST, REVIEW_FILTERS } from '@samtrot/shared/moderation/review-rules.ts';
import { report } from '@samtrot/shared/reports/contract.ts';
import { reportRegister } from '@samtrot/shared/reports/staff-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { bannerWish, pictureFor, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, ad, adStage, advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { house } from '../../testing/world/house.ts';
import { rowsTouched } from '../../testing/world/plans.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld } from '../../testing/world/world.ts';
import { openLevels, queueCounts, queuePage } from './review-store.ts';
import { decide, isSampledBy, sampleRegister, undo as undoDecision } from './reviews.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);
let moderator: Staff;
let other: Staff;
beforeEach(async () => {
  await sql`update review set state = 'gone' where state = 'open'`.execute(fixture.world.db);
  await fixture.world.db.deleteFrom('mail').execute();
  moderator = await staffOf(fixture.world, 'moderator');
  other = await staffOf(fixture.world, 'moderator');
  await keepStaffLogins(fixture.world);
});

const rows = async (thing: string, id: number) =>
  (await rowsInClear(fixture.world.db, 'review'))
    .filter((row) => row.thing === thing && row.item_id === id)
    .map((row) => ({ ...row, content: row.content && JSON.parse(row.content) }))
    .sort((a, b) => a.version - b.version);
const states = async (thing: string, id: number) =>
  (await rows(thing, id)).map(({ cause, state }) => `${cause} ${state}`);
const assess = () => fixture.world.runTasks('moderation/assess');
type Decision = Partial<Parameters<typeof decideAs>[2]>;
const decideAs = (
  who: Staff,
  review: { id: number; version: number },
  more: {
    decision: (typeof contract.REVIEW_DECISIONS)[number];
    reason?: 'bilder_regeln' | 'falsche_angaben';
    fields?: string[];
    seen_version?: number;
  },
) =>
  who.call(contract.decideReview, { review_id: review.id, seen_version: review.version, ...more });
const approve = (review: { id: number; version: number }, more: Decision = {}) =>
  decideAs(moderator, review, { decision: 'approve', ...more });
const revise = (review: { id: number; version: number }) =>
  decideAs(moderator, review, {
    decision: 'revise',
    reason: 'falsche_angaben',
    fields: ['titel'],
  });
const undo = (who: Staff, id: number) => who.call(contract.undoReview, { review_id: id });
const newest = async (thing: string, id: number) => (await rows(thing, id)).at(-1)!;
const placed = async () => {
  const { id } = await fixture.on.place(fixture.user, { inserat_typ: '1_week' });
  return { id, review: await newest('inserat', id) };
};
const retitled = (id: number, titel: string) =>
  fixture.user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel }));
const heldAt = async (id: number) =>
  (
    await fixture.world.db
      .selectFrom('inserat')
      .select('held_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).held_at;
const subjects = async () =>
  (await fixture.world.mails(fixture.user.email)).map(({ subject }) => subject);

test('an ad, a banner, a club and a story are each one review once published [BOF-41]', async () => {
  const { on, user, world } = fixture;
  const draft = await on.blank(user);
  await user.call(saveInserat, { ...ad(draft), post_status: 'draft' });
  expect(await rows('inserat', draft)).toEqual([]);
  const { id } = await placed();
  expect(await states('inserat', id)).toEqual(['new open']);
  expect(await rows('story', id)).toEqual([]);
  const base64ImageString = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  await user.raw('saveInseratImage', { payload: { inserat_id: id, base64ImageString } });
  await user.call(life.storyInserat, { inserat_id: id });
  expect(await states('story', id)).toEqual(['new open']);
  const webseiten = [await websiteOf(world)];
  const banner = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner.ID;
  expect(await states('banner', banner)).toEqual(['new open']);
  const club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club.ID;
  expect(await states('club', club)).toEqual(['new open']);
  // Nothing that visitors see is without one.
  const { rows: unseen } = await sql`
    select id from inserat i where status in ('aktiv', 'geplant') and not exists (
      select from review r where r.thing = 'inserat' and r.item_id = i.id)`.execute(world.db);
  expect(unseen).toEqual([]);
});

test('a change replaces the open review at its place; what is equal makes none [BOF-41]', async () => {
  const { user, world } = fixture;
  const { id } = await placed();
  world.clock.advance(HOUR_MS);
  await retitled(id, 'Ein anderer Titel');
  expect(await states('inserat', id)).toEqual(['new superseded', 'new open']);
  expect((await newest('inserat', id)).waiting_since).toEqual(START);
  await retitled(id, 'Ein anderer Titel');
  await user.call(life.topInserat, { inserat_id: id });
  expect(await states('inserat', id)).toHaveLength(2);
  expect((await approve(await newest('inserat', id))).status).toBe(200);
  const base64ImageString = dataUrl(await quarters(60, 30).jpeg().toBuffer());
  await user.raw('saveInseratImage', { payload: { inserat_id: id, base64ImageString } });
  const [, , changed] = await rows('inserat', id);
  expect(changed).toMatchObject({
    cause: 'changed',
    state: 'open',
    waiting_since: expect.any(Date),
  });
  await user.call(life.deleteInserat, { inserat_id: id });
  expect((await newest('inserat', id)).state).toBe('gone');
});

test('the review is written in the transaction of the change: neither without the other [BOF-41]', async () => {
  const { world } = fixture;
  const { id } = await placed();
  const change = world.db.transaction().execute(async (inner) => {
    await inner.updateTable('inserat').set({ titel: 'Anders' }).where('id', '=', id).execute();
    const { rows: open } = await sql`
      select from review where item_id = ${id} and state = 'open' and version = 2`.execute(inner);
    expect(open).toHaveLength(1);
    throw new Error('rolled back');
  });
  await expect(change).rejects.toThrow('rolled back');
  expect(await states('inserat', id)).toEqual(['new open']);
});

test('signals are computed with their points and put the highest level first [BOF-42, BOF-43]', async () => {
  const { on, user, world } = fixture;
  world.clock.advance(60 * DAY_MS);
  const { id } = await on.place(user, { inserat_typ: '1_week', telefon: '076 100 20 30' });
  world.clock.advance(MINUTE_MS);
  const bad = await on.place(user, {
    inserat_typ: '1_week',
    titel: 'Schulmädchen, ruf an 079 111 22 33',
    telefon: '076 100 20 31',
  });
  await assess();
  const { body } = await moderator.call(contract.queue, {});
  expect(body.items.map((item: { object: { id: number } }) => item.object.id)).toEqual([
    bad.id,
    id,
  ]);
  const codes = (of: { signals: { code: string }[] }) => of.signals.map(({ code }) => code);
  expect(codes(body.items[0])).toEqual(['word_age', 'contact_in_text']);
  expect(body.items[0]).toMatchObject({ level: 'high', points: 80, claimed_by: null });
  expect(body.items[1]).toMatchObject({ level: 'low', points: 20 });
  expect(codes(body.items[1])).toEqual(['first_thing']);
  expect(body.counts).toMatchObject({ all: 2, high: 1, new: 2, changed: 0, mine: 0 });
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const object = { type: 'inserat', id: public_id } as const;
  await world.visitor.call(report, { object, reason: 'anderes' });
  await assess();
  expect(await newest('inserat', id)).toMatchObject({ points: 45, assess_at: null });
});

test('the same phone and a similar picture of a held account are named [BOF-50]', async () => {
  const { on, user, world } = fixture;
  const stranger = await on.rich(200);
  const picture = dataUrl(await quarters(80, 40).jpeg().toBuffer());
  const upload = (who: typeof user, inserat_id: number) =>
    who.raw('saveInseratImage', { payload: { inserat_id, base64ImageString: picture } });
  const theirs = await on.place(stranger, { inserat_typ: '1_week', telefon: '078 765 43 21' });
  await upload(stranger, theirs.id);
  const mine = await on.place(user, { inserat_typ: '1_week', telefon: '078 765 43 21' });
  await upload(user, mine.id);
  const codes = async () => {
    await sql`update review set assess_at = ${START} where state = 'open'`.execute(world.db);
    await assess();
    const { body } = await moderator.call(contract.review, {
      review_id: (await newest('inserat', mine.id)).id,
    });
    return body.review.signals.map(({ code }: { code: string }) => code);
  };
  expect(await codes()).toEqual(
    expect.arrayContaining(['picture_elsewhere', 'phone_elsewhere', 'first_thing']),
  );
  const { id: review_id } = await newest('inserat', mine.id);
  const { body: shown } = await moderator.call(contract.uncoverReview, { review_id });
  expect(shown).toMatchObject({
    pictures: [{ n: 1 }],
    similar: [{ n: 1, url: expect.stringMatching(/^\/betrieb\/media\//) }],
  });
  expect((await moderator.call(contract.review, { review_id })).body.similar).toEqual([
    { n: 1, object: { type: 'inserat', id: theirs.id }, account: stranger.userId },
  ]);
  const look = (cookie: string) =>
    world.send(cookie, { method: 'GET', url: shown.pictures[0].url }).then(({ status }) => status);
  const cookies = ['', user.cookie];
  for (const role of ['reader', 'finance'] as const)
    cookies.push((await staffOf(world, role)).cookie);
  cookies.push(moderator.cookie);
  expect(await Promise.all(cookies.map(look))).toEqual([404, 404, 404, 404, 200]);
  await moderator.call(blockAccount, {
    account_id: stranger.userId,
    kind: 'blocked',
    reason: 'betrug',
  });
  expect(await codes()).toEqual(
    expect.arrayContaining(['picture_of_held', 'phone_of_held', 'phone_elsewhere']),
  );
});

test('a page of 20,000 and its counts read a bounded number of rows, without a gap [BOF-42, BOF-134]', async () => {
  const { user, world } = fixture;
  await sql`
    insert into review (thing, item_id, account_id, version, cause, content_hash, written_in, waiting_since, points)
    select 'inserat', 1000000 + n, ${user.userId}, 1,
           (array['new', 'changed', 'resubmitted'])[1 + n % 3], '', 0,
           ${START}::timestamptz + n * interval '1 second', n % 100
      from generate_series(1, 20000) n`.execute(world.db);
  await sql`analyze review`.execute(world.db).catch(() => undefined);
  const ids: number[] = [];
  let cursor = '';
  for (let page = 0; page < 3; page++) {
    const { body } = await moderator.call(contract.queue, { cursor });
    expect(body.items).toHaveLength(50);
    ids.push(...body.items.map((item: { review_id: number }) => item.review_id));
    cursor = body.next;
  }
  expect(new Set(ids).size).toBe(150);
  for (const [limit, shown] of [
    [2, 2],
    [200, 50],
  ] as const)
    expect((await moderator.call(contract.queue, { limit })).body.items).toHaveLength(shown);
  const { rows: first } = await sql<{ id: number }>`
    select id from review where state = 'open'
     order by level, (cause <> 'resubmitted'), waiting_since, id limit 150`.execute(world.db);
  expect(ids).toEqual(first.map(({ id }) => id));
  const after = { place: 3, since: START, id: 1 };
  for (const filter of nonEmpty([...REVIEW_FILTERS])) {
    const asked = { filter, staffId: moderator.staffId, after, limit: 51, now: START };
    const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain ${queuePage(asked)}`.execute(
      world.db,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text, filter).toMatch(/Index Scan using review_(queue|cause|claimed) on review/);
    expect(text, filter).not.toMatch(/Seq Scan on review|Sort/);
    expect(await rowsTouched(world.db, queuePage(asked)), filter).toBeLessThan(500);
  }
  const most = COUNTED_MOST * REVIEW_FILTERS.length;
  const counts = queueCounts(moderator.staffId, START);
  expect(await rowsTouched(world.db, counts)).toBeLessThanOrEqual(most);
  expect(await rowsTouched(world.db, openLevels())).toBeLessThan(3 * COUNTED_MOST + 50);
  const { body } = await moderator.call(contract.queue, {});
  expect(body.counts).toMatchObject({ all: COUNTED_MOST, new: COUNTED_MOST, mine: 0 });
  const { waiting } = (await moderator.call(getStaffOverview, {})).body;
  const oldest = await world.db
    .selectFrom('review')
    .select((is) => is.fn.min('waiting_since').as('since'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  expect(waiting).toContainEqual(
    expect.objectContaining({
      path: '/pruefen',
      count: COUNTED_MOST,
      since: oldest.since!.toISOString(),
      parts: ['999+ hoch', '999+ mittel', '999+ tief'],
    }),
  );
});

test('an approval opens nothing else; it is undone for ten seconds by its author [BOF-47]', async () => {
  const { world } = fixture;
  const { id, review } = await placed();
  const answer = await approve(review);
  expect(answer.body).toMatchObject({ open: 0 });
  expect((await rows('inserat', id))[0]).toMatchObject({
    state: 'approved',
    decided_by: moderator.staffId,
    content: { titel: 'Ruhige Stunden am See' },
  });
  expect((await undo(other, review.id)).body.code).toBe('UNDO_LATE');
  world.clock.advance(10_000);
  expect((await undo(moderator, review.id)).status).toBe(200);
  expect(await states('inserat', id)).toEqual(['new open']);
  await approve(review);
  world.clock.advance(10_001);
  expect((await undo(moderator, review.id)).body.code).toBe('UNDO_LATE');
  const audited = await world.db
    .selectFrom('audit')
    .select(['action', 'right', 'staff_id'])
    .where('object', '=', `review:${review.id}`)
    .orderBy('id')
    .execute();
  const by = { right: 'review.decide', staff_id: moderator.staffId };
  expect(audited).toEqual([
    { action: 'review_decided', ...by },
    { action: 'review_undone', ...by },
    { action: 'review_decided', ...by },
  ]);
});

test('the mail of R leaves after ten seconds, and never if it is undone [BOF-47]', async () => {
  const { world } = fixture;
  const { id, review } = await placed();
  expect((await revise(review)).status).toBe(200);
  expect(await heldAt(id)).toEqual(START);
  const due = async () =>
    (await world.db.selectFrom('mail').select(['cause', 'next_try_at']).execute()).filter(
      ({ cause }) => cause.startsWith('hold:'),
    );
  expect((await due()).map(({ next_try_at }) => next_try_at)).toEqual([
    new Date(START.getTime() + 10_000),
  ]);
  world.clock.advance(5000);
  expect((await undo(moderator, review.id)).status).toBe(200);
  expect(await heldAt(id)).toBeNull();
  expect(await states('inserat', id)).toEqual(['new open']);
  expect(await due()).toEqual([]);
  expect(await subjects()).toEqual([]);
});

test('what is handed in again comes back and an approval releases it; undone it is held [BOF-47]', async () => {
  const { user, world } = fixture;
  const { id, review } = await placed();
  await revise(review);
  await retitled(id, 'Ein besserer Titel');
  // Its owner is at it.
  expect(await states('inserat', id)).toEqual(['new revised']);
  const { hold_id } = (await rows('inserat', id))[0]!;
  world.clock.advance(HOUR_MS);
  expect((await user.call(resubmit, { hold_id: hold_id! })).status).toBe(200);
  expect(await states('inserat', id)).toEqual(['new revised', 'resubmitted open']);
  const again = await newest('inserat', id);
  const page = await moderator.call(contract.review, { review_id: again.id });
  expect(page.body).toMatchObject({
    hold: { kind: 'revise' },
    decisions: [{ label: 'Bitte überarbeiten (Falsche Angaben)' }],
  });
  await approve(again);
  expect(await heldAt(id)).toBeNull();
  expect((await undo(moderator, again.id)).status).toBe(200);
  expect(await heldAt(id)).not.toBeNull();
  expect(await newest('inserat', id)).toMatchObject({ cause: 'resubmitted', state: 'open' });
  // Objected to once more and taken back: the earlier decision stands again.
  await revise(await newest('inserat', id));
  const second = (await rows('inserat', id)).findLast(({ state }) => state === 'revised')!;
  expect((await undo(moderator, second.id)).status).toBe(200);
  expect(await newest('inserat', id)).toMatchObject({ cause: 'resubmitted', state: 'open' });
  await approve(await newest('inserat', id));
  expect(await heldAt(id)).toBeNull();
});

test('what was handed in and is sent back with the same words asks for a change again [BOF-34, BOF-45]', async () => {
  const { user } = fixture;
  const { id, review } = await placed();
  await revise(review);
  const held = async () => (await user.call(getHolds, {})).body.holds[0]!;
  await retitled(id, 'Ein besserer Titel');
  const hold_id = (await held()).id;
  expect((await user.call(resubmit, { hold_id })).status).toBe(200);
  await revise(await newest('inserat', id));
  expect(await held()).toMatchObject({
    resubmitted_at: null,
    fields: [{ name: 'titel', changed: false }],
  });
});

test('undone it is held as before, also by a reason that allows less since [BOF-47, BOF-109]', async () => {
  const { user, world } = fixture;
  const { id, review } = await placed();
  await revise(review);
  await retitled(id, 'Ein besserer Titel');
  const { hold_id } = (await rows('inserat', id))[0]!;
  expect((await user.call(resubmit, { hold_id: hold_id! })).status).toBe(200);
  onTestFinished(async () => void (await releasedVersion(world, 'hold_reasons', HOLD_REASONS)));
  await releasedVersion(world, 'hold_reasons', {
    ...HOLD_REASONS,
    falsche_angaben: { ...HOLD_REASONS.falsche_angaben, fields: [], revise: false },
  });
  const again = await newest('inserat', id);
  await approve(again);
  expect((await undo(moderator, again.id)).status).toBe(200);
  expect(await heldAt(id)).not.toBeNull();
});

test('somebody else decides only after taking over; a second decision names the first [BOF-48]', async () => {
  const { world } = fixture;
  const { review } = await placed();
  const claim = (who: Staff, take_over = false) =>
    who.call(contract.claimReview, { review_id: review.id, take_over });
  expect((await claim(other)).status).toBe(200);
  expect((await claim(moderator)).body).toMatchObject({
    code: 'TAKEN_BY_OTHER',
    message: expect.stringContaining(other.name),
  });
  expect((await approve(review)).body.code).toBe('TAKEN_BY_OTHER');
  const { body } = await moderator.call(contract.queue, {});
  expect(body.items[0].claimed_by).toBe(other.name);
  expect((await claim(moderator, true)).status).toBe(200);
  expect((await moderator.call(contract.queue, { filter: 'mine' })).body.items).toHaveLength(1);
  expect((await decideAs(other, review, { decision: 'approve' })).body.code).toBe('TAKEN_BY_OTHER');
  world.clock.advance(10 * MINUTE_MS);
  expect((await decideAs(other, review, { decision: 'approve' })).status).toBe(200);
  expect((await approve(review)).body).toMatchObject({
    code: 'ALREADY_DECIDED',
    message: expect.stringContaining(other.name),
  });
  expect((await moderator.call(contract.releaseReview, { review_id: review.id })).status).toBe(200);
});

test('a decision on an older version is refused and the page names the new one [BOF-48]', async () => {
  const { id, review } = await placed();
  expect((await approve({ ...review, version: 7 })).body.code).toBe('STAFF_VERSION_CONFLICT');
  await retitled(id, 'Inzwischen anders');
  expect((await approve(review)).body.code).toBe('STAFF_VERSION_CONFLICT');
  const { body } = await moderator.call(contract.review, { review_id: review.id });
  expect(body.newer).toBe((await newest('inserat', id)).id);
  expect((await approve(await newest('inserat', id))).status).toBe(200);
});

test('ten people decide one item at once: one decision, nine hear of it [BOF-48]', async () => {
  const { world } = fixture;
  const { id, review } = await placed();
  const people: Staff[] = [];
  for (let n = 0; n < 10; n++) people.push(await staffOf(world, 'moderator'));
  const answers = await Promise.all(
    people.map((who, n) =>
      decideAs(
        who,
        review,
        n % 2 === 0
          ? { decision: 'approve' }
          : { decision: 'hold', reason: 'falsche_angaben', fields: ['titel'] },
      ),
    ),
  );
  expect(answers.map(({ body }) => body.code ?? 'done').toSorted()).toEqual([
    ...Array(9).fill('ALREADY_DECIDED'),
    'done',
  ]);
  const decided = (await rows('inserat', id)).filter(({ decided_at }) => decided_at);
  expect(decided).toHaveLength(1);
});

test('its owner saves while it is decided: the decision is about what was shown [BOF-48]', async () => {
  const { id, review } = await placed();
  const [saved, decided] = await Promise.all([retitled(id, 'Gleichzeitig'), approve(review)]);
  expect(saved.status).toBe(200);
  const [one, two] = await rows('inserat', id);
  if (decided.status === 200) {
    expect(one).toMatchObject({ state: 'approved', content: { titel: 'Ruhige Stunden am See' } });
    expect(two).toMatchObject({ cause: 'changed', state: 'open' });
  } else {
    expect(decided.body.code).toBe('STAFF_VERSION_CONFLICT');
    expect([one!.state, two!.state]).toEqual(['superseded', 'open']);
  }
});

test('R and H need a reason and name fields; the hold is that of the stop button [BOF-49]', async () => {
  const { id, review } = await placed();
  const without = await decideAs(moderator, review, { decision: 'hold' });
  expect(without.body.code).toBe('REASON_REQUIRED');
  const wrong = await decideAs(moderator, review, {
    decision: 'revise',
    reason: 'bilder_regeln',
    fields: ['titel'],
  });
  expect(wrong.body.code).toBe('INVALID_INPUT');
  expect(await states('inserat', id)).toEqual(['new open']);
  expect((await revise(review)).status).toBe(200);
  const row = (await rows('inserat', id))[0]!;
  const hold = await fixture.world.db
    .selectFrom('hold')
    .selectAll()
    .where('id', '=', row.hold_id!)
    .executeTakeFirstOrThrow();
  expect(hold).toMatchObject({ kind: 'revise', fields: ['titel'], decided_by: moderator.staffId });
});

test('the item names languages, hours and SMS as visitors read them; titles of banners, too [BOF-42, BOF-43]', async () => {
  const { on, user, world } = fixture;
  const zeiten = [{ tage: [6, 7], von: '10:00', bis: '22:00' }];
  const chosen = {
    inserat_typ: '1_week',
    sms_erlaubt: true,
    erreichbar: { zeiten, nach_absprache: false },
  } as const;
  const { id } = await on.place(user, { ...chosen, sprachen: ['de', 'th'] });
  const open = { tag: 5, von: '18:00', bis: '02:00' };
  const oeffnungszeiten = [open, { ...open, tag: 6 }];
  const club = (await user.call(saveClub, wholeClub({ monate: 1, oeffnungszeiten }))).body.club.ID;
  const webseiten = [await websiteOf(world)];
  const picture = { typ: 'a2', banner_bild: await pictureFor('a2') } as const;
  const banner = (await user.call(orderBanner, bannerWish({ webseiten, ...picture }))).body.banner;
  const read = async (thing: string, of: number) => {
    const review_id = (await newest(thing, of)).id;
    return (await moderator.call(contract.review, { review_id })).body as Output<
      typeof contract.review
    >;
  };
  expect((await read('inserat', id)).content).toMatchObject({
    sprachen: ['Deutsch', 'Thai'],
    sms: 'erlaubt',
    erreichbar: 'Samstag und Sonntag 10 bis 22 Uhr',
  });
  expect((await read('club', club)).content).toMatchObject({
    oeffnungszeiten: 'Freitag und Samstag 18 bis 2 Uhr',
  });
  const title = bannerTitle({ ...banner, text: '' });
  expect(title).not.toBe('');
  expect((await read('banner', banner.ID)).review.title).toBe(title);
  const { items } = (await moderator.call(contract.queue, {})).body;
  expect(items.map((item: { title: string }) => item.title)).toContain(title);
  await approve(await newest('inserat', id));
  await on.place(user, { ...chosen, inserat_id: id, titel: 'Anders', sprachen: ['fr'] });
  await assess();
  const changed = (await read('inserat', id)).review.signals.find(({ code }) => code === 'changed');
  expect(
    changed!.sentence
      .replace(/^.*: |\.$/g, '')
      .split(', ')
      .toSorted(),
  ).toEqual([...['Sprachen', 'Titel']]);
});

test('a note is stored and read by the next person; the diff is to what was approved [BOF-43]', async () => {
  const { id, review } = await placed();
  await moderator.call(contract.noteReview, { review_id: review.id, note: 'Rückfrage läuft' });
  await approve(review);
  await retitled(id, 'Geändert');
  const { id: review_id } = await newest('inserat', id);
  await assess();
  const { body } = await other.call(contract.review, { review_id });
  expect(body).toMatchObject({
    content: { titel: 'Geändert' },
    approved: { content: { titel: 'Ruhige Stunden am See' } },
    account: { things: 1, online: 1, holds: 0, holds_ended: 0, reports: 0 },
    decisions: [{ label: 'Freigegeben', by: moderator.name, note: 'Rückfrage läuft' }],
  });
  expect(body.review.signals).toContainEqual(
    expect.objectContaining({ sentence: 'Seit der Freigabe geändert: Titel.' }),
  );
});

test('a reader reads an item without its phones [BOF-43, BOF-69]', async () => {
  const { id, review } = await placed();
  await approve(review);
  await retitled(id, 'Geändert');
  const { id: review_id } = await newest('inserat', id);
  const fieldsFor = async (who: Staff) => {
    const { content, approved } = (await who.call(contract.review, { review_id })).body;
    return [content, approved.content].map((of: object) => Object.keys(of));
  };
  for (const fields of await fieldsFor(moderator)) expect(fields).toContain('telefon');
  for (const fields of await fieldsFor(await staffOf(fixture.world, 'reader'))) {
    expect(fields).toContain('titel');
    for (const phone of ['telefon', 'whatsapp']) expect(fields).not.toContain(phone);
  }
});

test('holds made elsewhere stand among the decisions, and an ended one is no open one [BOF-43]', async () => {
  const { id, review } = await placed();
  const object = { type: 'inserat', id } as const;
  const held = await moderator.call(hold, { object, kind: 'blocked', reason: 'betrug' });
  expect(held.status).toBe(200);
  const page = async () =>
    (await moderator.call(contract.review, { review_id: review.id })).body as Output<
      typeof contract.review
    >;
  const line = { label: 'Gesperrt (Betrug)', by: moderator.name };
  expect(await page()).toMatchObject({
    hold: { kind: 'blocked' },
    account: { holds: 1, holds_ended: 0 },
    decisions: [{ ...line, ended_at: null }],
  });
  const hold_id = held.body.hold.id;
  expect((await moderator.call(release, { hold_id, reason: 'Geklärt am Telefon' })).status).toBe(
    200,
  );
  const { hold: none, account, decisions } = await page();
  expect(none).toBeNull();
  expect(account).toMatchObject({ holds: 0, holds_ended: 1 });
  expect(decisions).toMatchObject([{ ...line, ended_at: expect.any(String) }]);
});

type Line = Output<typeof contract.review>['decisions'][number];

test('an approval that lifts a hold names no reason, and the hold stays among the decisions [BOF-43]', async () => {
  const { user, world } = fixture;
  const { id, review } = await placed();
  const object = { type: 'inserat', id } as const;
  const why = { reason: 'falsche_angaben' as const, fields: ['titel'] };
  await approve(review);
  world.clock.advance(MINUTE_MS);
  const held = await moderator.call(hold, { object, kind: 'revise', ...why });
  await retitled(id, 'Ein besserer Titel');
  await user.call(resubmit, { hold_id: held.body.hold.id });
  world.clock.advance(MINUTE_MS);
  await approve(await newest('inserat', id));
  const { id: review_id } = await newest('inserat', id);
  const { decisions } = (await moderator.call(contract.review, { review_id })).body;
  expect(decisions.map(({ label, ended_at }: Line) => [label, ended_at !== null])).toEqual([
    ['Freigegeben', false],
    ['Bitte überarbeiten (Falsche Angaben)', true],
    ['Freigegeben', false],
  ]);
});

test('a hold that was changed or lifted by an approval stays among the decisions [BOF-40, BOF-43]', async () => {
  const { user, world } = fixture;
  const { id, review } = await placed();
  const object = { type: 'inserat', id } as const;
  const first = await other.call(hold, { object, kind: 'blocked', reason: 'betrug' });
  const { id: hold_id, version: seen_version } = first.body.hold;
  world.clock.advance(MINUTE_MS);
  const change = { kind: 'revise', reason: 'falsche_angaben', seen_version } as const;
  expect((await moderator.call(hold, { object, ...change })).status).toBe(200);
  world.clock.advance(MINUTE_MS);
  expect((await user.call(resubmit, { hold_id })).status).toBe(200);
  world.clock.advance(MINUTE_MS);
  expect((await approve(await newest('inserat', id))).status).toBe(200);
  const { decisions } = (await moderator.call(contract.review, { review_id: review.id }))
    .body as Output<typeof contract.review>;
  expect(decisions.map(({ label, by, ended_at }) => [label, by, ended_at !== null])).toEqual([
    ['Freigegeben', moderator.name, false],
    ['Bitte überarbeiten (Falsche Angaben)', moderator.name, true],
    ['Gesperrt (Betrug)', other.name, false],
  ]);
});

test('a sampled approval waits for somebody else; differences are counted [BOF-54]', async () => {
  const { world } = fixture;
  const secret = 'ein fester Schlüssel';
  const chosen = () =>
    Array.from({ length: 1000 }, (_, n) => n + 1).filter((n) => isSampledBy(secret, n, 0.05));
  expect(chosen().length).toBeGreaterThanOrEqual(30);
  expect(chosen().length).toBeLessThanOrEqual(70);
  expect(chosen()).toEqual(chosen());
  const [team, deps] = [house(world), { sessionSecret: secret, moderationSample: 1 }];
  const [first, second] = [await team.person(), await team.person()];
  const { id, review } = await placed();
  const decideBy = (who: typeof first, of: { id: number; version: number }, decision: Decision) =>
    team.as(who, (ctx) =>
      decide(ctx, deps, {
        review_id: of.id,
        seen_version: of.version,
        decision: 'approve',
        ...decision,
      }),
    );
  expect(await decideBy(first, review, {})).toMatchObject({ open: 1 });
  const sample = await newest('inserat', id);
  expect(sample).toMatchObject({ cause: 'sample', first_by: first.staffId, state: 'open' });
  await expect(decideBy(first, sample, {})).rejects.toMatchObject({ code: 'SAME_PERSON' });
  const otherwise = {
    decision: 'revise',
    reason: 'falsche_angaben',
    fields: ['titel'],
  } satisfies Decision;
  await decideBy(second, sample, otherwise);
  expect(await heldAt(id)).not.toBeNull();
  const month = (of: string) => team.as(first, (ctx) => sampleRegister(ctx, of));
  expect(await month('2026-11')).toEqual({ decided: 1, different: 1 });
  expect(await month('2026-12')).toEqual({ decided: 0, different: 0 });
  const csv = async (of: string): Promise<string> =>
    (await moderator.call(reportRegister, { month: of })).body.csv;
  expect((await csv('2026-11')).split('\r\n').slice(1)).toEqual([
    `P-${sample.id};20.11.2026, 13:00;Stichprobe, zuerst freigegeben;;;Inserat ${id};;Bitte überarbeiten;Bitte überarbeiten: Falsche Angaben;20.11.2026, 13:00;;nein;`,
    '',
  ]);
  expect((await csv('2026-12')).split('\r\n').slice(1)).toEqual(['']);
  // Taken back, the approval leaves no sample.
  const again = await placed();
  await decideBy(first, again.review, {});
  await team.as(first, (ctx) => undoDecision(ctx, again.review.id));
  expect(await states('inserat', again.id)).toEqual(['new open', 'sample gone']);
});

test('the share of the setting goes before a second person, in her queue [BOF-54]', async () => {
  await using world = await testWorld({ MODERATION_SAMPLE: '1' });
  const on = advertisers(world);
  await on.place(await on.rich(100), { inserat_typ: '1_week' });
  const [first, second] = [await staffOf(world, 'moderator'), await staffOf(world, 'moderator')];
  const openFor = async (who: Staff) => (await who.call(contract.queue, {})).body.items[0];
  const decide = (who: Staff, review_id: number, seen_version: number) =>
    who.call(contract.decideReview, { review_id, seen_version, decision: 'approve' });
  expect((await decide(first, (await openFor(first)).review_id, 1)).body.open).toBe(1);
  const { review_id, cause } = await openFor(second);
  expect(cause).toBe('sample');
  const mayDecide = async (who: Staff) =>
    (await who.call(contract.review, { review_id })).body.review.may_decide;
  expect([await mayDecide(first), await mayDecide(second)]).toEqual([false, true]);
  expect((await decide(first, review_id, 2)).body.code).toBe('SAME_PERSON');
  expect((await decide(second, review_id, 2)).body.open).toBe(0);
});

test('in a house of one person no approval waits for a second one [BOF-54]', async () => {
  await using world = await testWorld({ MODERATION_SAMPLE: '1' });
  const on = advertisers(world);
  await on.place(await on.rich(100), { inserat_typ: '1_week' });
  const alone = await staffOf(world, 'owner');
  // She may read, and decides nothing.
  await staffOf(world, 'reader');
  const [item] = (await alone.call(contract.queue, {})).body.items;
  const decision = { review_id: item.review_id, seen_version: 1, decision: 'approve' } as const;
  expect((await alone.call(contract.decideReview, decision)).body.open).toBe(0);
  expect((await alone.call(contract.queue, {})).body.items).toEqual([]);
});

test('uncovering is seen by its owner: one row for each thing and person an hour [BOF-44, BOF-142]', async () => {
  const { user, world } = fixture;
  const { id, review } = await placed();
  const uncover = (who: Staff) => who.call(contract.uncoverReview, { review_id: review.id });
  const looks = () =>
    world.db
      .selectFrom('data_access_log')
      .select(['staff_id', 'kind', 'thing', 'thing_number'])
      .where('account_id', '=', user.userId)
      .where('thing_number', '=', String(id))
      .orderBy('id')
      .execute();
  const look = { kind: 'images', thing: 'inserat', thing_number: String(id) };
  await moderator.call(contract.review, { review_id: review.id });
  expect(await looks()).toEqual([]);
  for (const who of [moderator, moderator, other]) expect((await uncover(who)).status).toBe(200);
  expect(await looks()).toEqual([
    { ...look, staff_id: moderator.staffId },
    { ...look, staff_id: other.staffId },
  ]);
  world.clock.advance(HOUR_MS);
  await uncover(moderator);
  expect(await looks()).toHaveLength(3);
  const lines = await world.db
    .selectFrom('audit')
    .select(['right', 'staff_id'])
    .where('action', '=', 'pictures_uncovered')
    .where('object', '=', `review:${review.id}`)
    .orderBy('id')
    .execute();
  expect(lines).toEqual(
    [moderator, other, moderator].map(({ staffId }) => ({
      right: 'review.read',
      staff_id: staffId,
    })),
  );
  const finance = await staffOf(world, 'finance');
  expect((await uncover(finance)).body.code).toBe('RIGHT_MISSING');
});
