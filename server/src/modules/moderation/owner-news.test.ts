import { MESSAGE_KINDS } from '@samtrot/shared/device-messages/rules.ts';
import { appeal } from '@samtrot/shared/holds/contract.ts';
import { decideAppeal, hold } from '@samtrot/shared/holds/staff-contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { UNDO_MS } from '@samtrot/shared/moderation/review-rules.ts';
import { beforeEach, expect, test } from 'vitest';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { workOf } from '../../testing/process/work.ts';
import { listeningDevice } from '../../testing/services/listening-device.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);
let moderator: Staff;
let device: Awaited<ReturnType<typeof listeningDevice>>;
beforeEach(async () => {
  moderator = await staffOf(fixture.world, 'moderator');
  await keepStaffLogins(fixture.world);
  device = await listeningDevice(fixture.world, fixture.user, MESSAGE_KINDS);
});

const TOLD = 'review /inserate';
const reviewOf = (id: number) =>
  fixture.world.db
    .selectFrom('review')
    .selectAll()
    .where('thing', '=', 'inserat')
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
async function decide(id: number, decision: (typeof contract.REVIEW_DECISIONS)[number]) {
  const { id: review_id, version: seen_version } = await reviewOf(id);
  const { status, body } = await moderator.call(contract.decideReview, {
    review_id,
    seen_version,
    decision,
    ...(decision !== 'approve' && { reason: 'falsche_angaben' as const, fields: ['titel'] }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return review_id;
}
const undo = (review_id: number) => moderator.call(contract.undoReview, { review_id });
const placed = async () => {
  const { id } = await fixture.on.place(fixture.user, { inserat_typ: '1_week' });
  return id;
};

test('an ad that waited and is approved is told once, when it can no longer be undone [EXP-115]', async () => {
  await noteMode(fixture.world.db, 'before');
  const id = await placed();
  await decide(id, 'approve');
  const undone = fixture.world.clock.now().getTime() + UNDO_MS;
  expect(await device.rows()).toMatchObject([
    { kind: 'review', page: '/inserate', due_at: new Date(undone) },
  ]);
  expect(await device.take()).toEqual([TOLD]);
  // A change that waits is decided without a hold and without a mail.
  await fixture.user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Neuer Titel' }));
  await decide(id, 'approve');
  expect(await device.take()).toEqual([TOLD]);
});

test.each(['approve', 'revise', 'hold'] as const)(
  'a decision that is undone (%s) is not told; the next one is [EXP-115]',
  async (decision) => {
    await noteMode(fixture.world.db, 'before');
    const id = await placed();
    await undo(await decide(id, decision));
    expect(await device.take()).toEqual([]);
    await decide(id, 'approve');
    expect(await device.take()).toEqual([TOLD]);
    await fixture.user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Neuer Titel' }));
    await undo(await decide(id, decision));
    expect(await device.take()).toEqual([]);
    await decide(id, decision);
    expect(await device.take()).toEqual([TOLD]);
  },
);

test('where nothing waits an approval is not told, a refusal is [EXP-115]', async () => {
  await noteMode(fixture.world.db, 'after');
  const id = await placed();
  await decide(id, 'approve');
  expect(await device.take()).toEqual([]);
  await fixture.user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Neuer Titel' }));
  await decide(id, 'revise');
  expect(await device.take()).toEqual([TOLD]);
});

test('what an owner is told of a hold is read once, for her log and her mail [BOF-25, EXP-87]', async () => {
  const id = await placed();
  const object = { type: 'inserat', id } as const;
  const decision = { object, kind: 'blocked', reason: 'falsche_angaben' } as const;
  const { statements } = await workOf(() => moderator.call(hold, decision));
  const reads = statements.filter((text) => /from appeal where hold_id = /.test(text));
  expect(reads).toHaveLength(1);
  expect(await fixture.world.mails(fixture.user.email)).not.toEqual([]);
});

test('a decided appeal is told [EXP-115]', async () => {
  const id = await placed();
  const object = { type: 'inserat', id } as const;
  const held = await moderator.call(hold, {
    object,
    kind: 'blocked' as const,
    reason: 'falsche_angaben' as const,
    fields: ['titel'],
  });
  expect(await device.take()).toEqual([TOLD]);
  const hold_id = held.body.hold.id;
  await fixture.user.call(appeal, {
    hold_id,
    message: 'Das stimmt so, bitte schaut noch einmal an, was dort steht.',
  });
  const { id: appeal_id } = await fixture.world.db
    .selectFrom('appeal')
    .select('id')
    .executeTakeFirstOrThrow();
  const other = await staffOf(fixture.world, 'moderator');
  await keepStaffLogins(fixture.world);
  const answer = 'Wir haben es noch einmal angesehen und bleiben dabei.';
  const decided = await other.call(decideAppeal, { appeal_id, upheld: false, answer });
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  expect(await device.take()).toEqual([TOLD]);
});
