import { login } from '@samtrot/shared/access/contract.ts';
import { appeals, holdReceipts } from '@samtrot/shared/holds/staff-contract.ts';
import { queue } from '@samtrot/shared/moderation/review-contract.ts';
import { cases } from '@samtrot/shared/money-desk/contract.ts';
import type { DayOfFigures, NextStep } from '@samtrot/shared/overview/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { report, reports } from '@samtrot/shared/reports/staff-contract.ts';
import { getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { threads } from '@samtrot/shared/support/staff-contract.ts';
import { expect, test } from 'vitest';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld } from '../testing/world/world.ts';
import { DEMO_PASSWORD, fillDemo } from './demo.ts';
import { fillDemoDesk } from './demo-desk.ts';
import { fillDemoStaff } from './demo-staff.ts';
import { fillDemoThreads } from './demo-threads.ts';

test('in the demo work waits and some is decided, and Lena has five things to do [BOF-36, BOF-61, BOF-134, EXP-33, EXP-38]', async () => {
  await using world = await testWorld();
  const { db, app, config } = world;
  await fillDemo({ db, now: START, pictures: app.media, documents: app.documents });
  await fillDemoStaff({ db, now: START });
  await fillDemoDesk({ ...config, db, now: START });
  const owner = await staffOf(world, 'owner');
  const { body } = await owner.call(getStaffOverview, {});
  const count = (path: string) =>
    body.waiting.find((line: { path: string }) => line.path === path)?.count;
  expect({
    reports: count('/meldungen'),
    appeals: count('/einspruch'),
    approvals: count('/freigaben'),
  }).toEqual({ reports: 3, appeals: 1, approvals: 1 });
  const { items } = (await owner.call(reports, {})).body;
  const first = (await owner.call(report, { number: items[0].number })).body;
  expect(first).toMatchObject({
    report: { urgency: 'urgent', state: 'new', automatic: true },
    others: [{ number: items[1].number, same_object: true, has_email: true }],
    hold: { kind: 'blocked', reason: 'anderes' },
  });
  // Numbers grow with the time of arrival.
  const decided = (await owner.call(reports, { list: 'decided' })).body.items;
  const byNumber = [...items, ...decided].sort(
    (a, b) => Number(a.number.slice(2)) - Number(b.number.slice(2)),
  );
  expect(byNumber.map(({ received_at }) => received_at)).toEqual(
    byNumber.map(({ received_at }) => received_at).toSorted(),
  );
  expect(decided).toMatchObject([{ state: 'unjustified' }, { state: 'justified' }]);
  const [, justified] = decided;
  const [appeal] = (await owner.call(appeals, { list: 'decided' })).body.appeals;
  expect(appeal).toMatchObject({
    object: justified.object,
    decided: { upheld: true },
    open: false,
    may_decide: true,
  });
  expect(appeal.decided.by).not.toBe(appeal.decided_by[0]);
  expect(appeal.at > justified.decided_at && appeal.at < appeal.decided.at).toBe(true);
  const freed = (await owner.call(report, { number: justified.number })).body;
  expect(freed).toMatchObject({
    hold: null,
    today: { was: 'online' },
    report: { claimed_by: null, first_look: 'Erster Blick nach 5 Std. 54 Min., Frist 24 Std.' },
  });
  const receipts = (await owner.call(holdReceipts, { hold_id: first.hold.id })).body;
  expect(receipts.text).toMatch(/^Von \d+ Webseiten bestätigt$/);
  expect(receipts.websites.length).toBeGreaterThan(2);

  await fillDemoThreads({ db, now: START });
  // Each line of the overview counts what its list holds.
  const listed = {
    '/pruefen': (await owner.call(queue, {})).body.counts.all,
    '/meldungen': items.length,
    '/postfach': (await owner.call(threads, { list: 'new' })).body.items.length,
    '/einspruch': (await owner.call(appeals, {})).body.appeals.length,
    '/freigaben': (await owner.call(getApprovals, {})).body.open.length,
    '/geld': (await owner.call(cases, {})).body.cases.length,
  };
  const { waiting } = (await owner.call(getStaffOverview, {})).body;
  const counted = waiting.map((line: { path: string; count: number }) => [line.path, line.count]);
  expect(Object.fromEntries(counted)).toEqual(listed);
  // Money has no cases here.
  expect(Object.values(listed).filter((count) => count === 0)).toHaveLength(1);
  for (const { path, since, count: n } of waiting)
    expect([since !== null, path]).toEqual([n > 0, path]);
  const entered = await world.visitor.call(login, {
    log: 'lena@samtrot.example',
    pwd: DEMO_PASSWORD,
  });
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
  const lena = world.caller(entered.body.user_id, cookie);
  const { next_steps: steps, newcomer, week } = (await lena.call(state, {})).body.state;
  expect(steps.map((step: NextStep) => [step.kind, step.today])).toEqual([
    ['hold', true],
    ['ending', true],
    ['answer', true],
    ['open_payment', false],
    ['draft', false],
  ]);
  expect(newcomer).toBe(false);
  for (const figure of ['views', 'phone', 'whatsapp', 'sms'] as const)
    expect(
      week.some((day: DayOfFigures) => day[figure] > 0),
      figure,
    ).toBe(true);
  expect(world.defects).toEqual([]);
});
