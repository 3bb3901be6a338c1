import { login } from '@samtrot/shared/access/contract.ts';
import { queue } from '@samtrot/shared/moderation/review-contract.ts';
import { LEVELS } from '@samtrot/shared/moderation/review-rules.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { threads } from '@samtrot/shared/support/staff-contract.ts';
import { getThreads } from '@samtrot/shared/support/thread-contract.ts';
import { INBOX_LISTS, THREAD_STATES } from '@samtrot/shared/support/thread-rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { DEMO_PASSWORD, fillDemo } from './demo.ts';
import { fillDemoReviews } from './demo-reviews.ts';
import { fillDemoStaff } from './demo-staff.ts';
import { fillDemoThreads } from './demo-threads.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  const { db, app } = world;
  await fillDemo({ db, now: START, pictures: app.media, documents: app.documents });
  await fillDemoStaff({ db, now: START });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('the demo has a thread of each state, and an answer that waits for its advertiser', async () => {
  await fillDemoThreads({ db: world.db, now: START });
  const owner = await staffOf(world, 'owner');
  const items = [];
  for (const list of INBOX_LISTS) items.push(...(await owner.call(threads, { list })).body.items);
  const stateOf = (item: { state: string }) => item.state;
  expect(new Set(items.map(stateOf))).toEqual(new Set(THREAD_STATES));
  const tickets = items.map(({ ticket }: { ticket: string }) => ticket).sort();
  expect(tickets).toEqual(Array.from({ length: tickets.length }, (_, n) => `S-${10_042 + n}`));
  const entered = await world.visitor.call(login, {
    log: 'lena@samtrot.example',
    pwd: DEMO_PASSWORD,
  });
  const lena = world.caller(0, String(entered.headers['set-cookie']).split(';')[0]!);
  expect((await lena.call(getThreads, {})).body.threads).toMatchObject([
    { ticket: 'S-10045', subject: 'ad', open: true, unread: true },
    { ticket: 'S-10042', subject: 'billing', open: false, unread: false },
  ]);
  expect((await lena.call(state, {})).body.state.unread_threads).toEqual(['S-10045']);
  expect((await world.mails()).filter(({ cause }) => cause.startsWith('support:'))).toEqual([]);
});

test('in the demo some reviews of each level wait, the others are approved [BOF-42]', async () => {
  await fillDemoReviews({ db: world.db, now: START });
  const moderator = await staffOf(world, 'moderator');
  const { body } = await moderator.call(queue, {});
  const levels = body.items.map(({ level }: { level: string }) => level);
  for (const level of LEVELS) expect(levels).toContain(level);
  expect(levels.length).toBeLessThanOrEqual(9);
  const approved = await world.db
    .selectFrom('review')
    .select('id')
    .where('state', '=', 'approved')
    .execute();
  expect(approved.length).toBeGreaterThan(20);
});
