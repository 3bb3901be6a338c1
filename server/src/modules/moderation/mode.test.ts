import { createInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { getModerationMode, setModerationMode } from '@samtrot/shared/moderation/mode-contract.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import type { ModerationMode } from '@samtrot/shared/moderation/review-rules.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compose } from '../../app/compose.ts';
import { buildServer } from '../../app/server.ts';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 500 },
);
/** A second server process: same database, separate memory. */
let other: FastifyInstance;
let owner: Staff;
beforeAll(async () => {
  const { config, db, pool, app, clock } = fixture.world;
  other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  await other.ready();
});
afterAll(() => other.close());
beforeEach(async () => {
  const { db } = fixture.world;
  await db.updateTable('moderation_mode').set({ chosen_at: null }).execute();
  await noteMode(db, 'after');
  owner = await staffOf(fixture.world, 'owner');
  await keepStaffLogins(fixture.world);
});

const REASON = 'Viele neue Konten heute Nacht.';
const choose = (mode: ModerationMode, seen: ModerationMode, more: object = {}, by = owner) =>
  by.call(setModerationMode, { mode, seen, reason: REASON, ...more } as never);
const read = async () => (await owner.call(getModerationMode, {})).body;
const lines = () =>
  fixture.world.db
    .selectFrom('audit')
    .select(['staff_id', 'right', 'reason', 'before', 'after'])
    .where('action', '=', 'moderation_mode_chosen')
    .where('staff_id', '=', owner.staffId)
    .execute();
const place = async () => (await fixture.on.place(fixture.user, { inserat_typ: '1_week' })).id;
const statusOf = async (id: number) =>
  (await fixture.on.list(fixture.user)).find(({ ID }) => ID === id)!.inserat_status;
async function decide(id: number, decision: 'approve' | 'revise' = 'approve') {
  const moderator = await staffOf(fixture.world, 'moderator');
  const { id: review_id, version: seen_version } = await fixture.world.db
    .selectFrom('review')
    .select(['id', 'version'])
    .where('thing', '=', 'inserat')
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return moderator.call(contract.decideReview, {
    review_id,
    seen_version,
    decision,
    ...(decision === 'revise' && { reason: 'falsche_angaben' as const, fields: ['titel'] }),
  });
}
const changed = (id: number, titel: string) =>
  fixture.user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel }));
const stored = (id: number) =>
  fixture.world.db
    .selectFrom('inserat')
    .select(['titel', 'held_at', 'pending_print'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('an owner chooses the mode, with when, and one line of the log [BOF-52, BOF-139]', async () => {
  expect(await read()).toMatchObject({ mode: 'after', chosen_at: null });
  const { status, body } = await choose('before', 'after');
  expect([status, body.message]).toEqual([200, '«Alles wartet» gilt ab jetzt.']);
  const chosen_at = fixture.world.clock.now().toISOString();
  expect(await read()).toMatchObject({ mode: 'before', chosen_at });
  expect(await lines()).toEqual([
    {
      staff_id: owner.staffId,
      right: 'moderation.mode',
      reason: REASON,
      before: { mode: 'after' },
      after: { mode: 'before' },
    },
  ]);
  expect((await choose('before', 'before')).status).toBe(200);
  expect(await lines()).toHaveLength(1);
});

test('without a fresh second factor, a reason or the shown mode nothing changes [BOF-11, BOF-52]', async () => {
  const conflict = await choose('first', 'before');
  expect([conflict.status, conflict.body.code]).toEqual([409, 'STAFF_VERSION_CONFLICT']);
  const unreasoned = await choose('first', 'after', { reason: ' ' });
  expect([unreasoned.status, Object.keys(unreasoned.body.errors)]).toEqual([422, ['reason']]);
  const unknown = await choose('off' as never, 'after');
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['mode']]);
  for (const role of ['moderator', 'finance', 'partner_manager', 'reader'] as const) {
    const refused = await choose('first', 'after', {}, await staffOf(fixture.world, role));
    expect([refused.status, refused.body.code]).toEqual([403, 'RIGHT_MISSING']);
  }
  const confirmed_at = new Date(fixture.world.clock.now().getTime() - 11 * MINUTE_MS);
  await fixture.world.db
    .updateTable('staff_login')
    .set({ confirmed_at })
    .where('staff_id', '=', owner.staffId)
    .execute();
  const stale = await choose('first', 'after');
  expect([stale.status, stale.body.code]).toEqual([403, 'FRESH_FACTOR_REQUIRED']);
  expect(await read()).toMatchObject({ mode: 'after', chosen_at: null });
  expect(await lines()).toEqual([]);
});

test('the setting counts until somebody chooses, and no later start changes a choice [BOF-52]', async () => {
  const { db } = fixture.world;
  expect(await noteMode(db, 'first')).toBe('first');
  expect(await read()).toMatchObject({ mode: 'first', chosen_at: null });
  await choose('before', 'first');
  expect(await noteMode(db, 'after')).toBe('before');
  expect(await read()).toMatchObject({ mode: 'before' });
});

test('another process follows at once, in both directions [BOF-52]', async () => {
  const { user } = fixture;
  const elsewhere = async (titel: string) => {
    const created = await other.inject({
      method: 'POST',
      url: '/api',
      query: { action: createInserat.name },
      headers: { cookie: user.cookie, 'content-type': 'application/json' },
      payload: {},
    });
    const { inserat_id } = created.json();
    const saved = await other.inject({
      method: 'POST',
      url: '/api',
      query: { action: saveInserat.name },
      headers: { cookie: user.cookie, 'content-type': 'application/json' },
      payload: ad(inserat_id, { inserat_typ: '1_week', titel }),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return statusOf(inserat_id);
  };
  expect(await elsewhere('Vorher')).toBe('aktiv');
  await choose('before', 'after');
  expect(await elsewhere('Wartet')).toBe('geplant');
  await choose('after', 'before');
  expect(await elsewhere('Nachher')).toBe('aktiv');
});

test('what waits is published by no switch and still decided, also what an owner changed [BOF-52]', async () => {
  const { things, changes } = (await read()).waiting;
  const more = async () => {
    const { waiting: now } = await read();
    return { things: now.things - things, changes: now.changes - changes };
  };
  const online = await place();
  await decide(online);
  await choose('before', 'after');
  const waiting = await place();
  await changed(online, 'Neue Fassung');
  expect(await more()).toEqual({ things: 1, changes: 1 });

  await choose('after', 'before');
  await fixture.world.runTasks('publication/clock');
  expect(await statusOf(waiting)).toBe('geplant');
  expect((await stored(waiting)).held_at).not.toBeNull();
  expect((await stored(online)).titel).not.toBe('Neue Fassung');
  expect(await more()).toEqual({ things: 1, changes: 1 });
  expect((await decide(waiting)).status).toBe(200);
  expect((await decide(online)).status).toBe(200);
  expect(await statusOf(waiting)).toBe('aktiv');
  expect((await stored(online)).titel).toBe('Neue Fassung');
  expect(await more()).toEqual({ things: 0, changes: 0 });
});

test('saved after the switch, what waited is online at once and looked at afterwards [BOF-52]', async () => {
  const id = await place();
  await decide(id);
  await choose('before', 'after');
  await changed(id, 'Wartet noch');
  await choose('after', 'before');
  await changed(id, 'Jetzt zu sehen');
  expect(await stored(id)).toMatchObject({ titel: 'Jetzt zu sehen', pending_print: null });
  expect((await fixture.user.call(state, {})).body.state.changes).toEqual([]);
  expect((await decide(id)).status).toBe(200);
});

test('never approved, a refused change holds the whole; approved, its version stays [BOF-52]', async () => {
  const unseen = await place();
  const seen = await place();
  await decide(seen);
  await choose('before', 'after');
  for (const id of [unseen, seen]) {
    expect((await stored(id)).held_at).toBeNull();
    await changed(id, 'Neue Fassung');
    expect((await decide(id, 'revise')).status).toBe(200);
  }
  expect((await stored(unseen)).held_at).not.toBeNull();
  expect((await stored(seen)).held_at).toBeNull();
});
