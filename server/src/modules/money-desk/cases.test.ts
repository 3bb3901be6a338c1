import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import {
  cases,
  forgiveDebt,
  getCase,
  payment,
  settleCase,
} from '@samtrot/shared/money-desk/contract.ts';
import { approve, getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  anOwed,
  aPartCase,
  caseAbout,
  providerSays,
  toppedUp,
} from '../../testing/payments/desk.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let fresh: () => Promise<Owner>;
let finance: Staff;
let owner: Staff;
let reader: Staff;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world, 0);
  [finance, owner, reader] = [
    await staffOf(world, 'finance'),
    await staffOf(world, 'owner'),
    await staffOf(world, 'reader'),
  ];
  await keepStaffLogins(world);
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));
afterAll(async () => {
  const { problems } = await world.db.transaction().execute((db) => wallet.checkLedger(db));
  await world[Symbol.asyncDispose]();
  expect(problems).toEqual([]);
});

const balanceOf = ({ userId }: Owner) =>
  world.db.transaction().execute((db) => wallet.balance(db, userId));
const listed = async (case_id: number) =>
  (await finance.call(cases, {})).body.cases.find(
    (one: { case_id: number }) => one.case_id === case_id,
  );
const linesAbout = async (object: string) =>
  world.db
    .selectFrom('audit')
    .select(['action', 'staff_id', 'right', 'reason', 'after'])
    .where('object', '=', object)
    .where('staff_id', 'is not', null)
    .execute();

test('a case names its account and its button; raw data stands apart [BOF-93, BOF-94]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, { amount: 9000 });
  const { case_id, seen_version } = await caseAbout(world, paid);
  const found = await listed(case_id);
  expect(found).toMatchObject({
    case_id,
    seen_version,
    payment_id: paid.number,
    awaits: false,
    wish: false,
    account: { account_id: lena.userId },
    ways: [
      { way: 'credits', label: '90 Credits gutschreiben', needs_reason: false },
      { way: 'refund', label: 'Zurückzahlen', needs_reason: true },
      { way: 'full', label: 'Als bezahlt gelten lassen', needs_reason: true },
    ],
  });
  expect(found.sentence).toMatch(/^Lena \d+ y hat CHF 90\.- statt CHF 100\.- bezahlt\.$/);
  expect(JSON.stringify(found)).not.toContain(paid.id);
  const { facts, technical } = (await finance.call(getCase, { case_id })).body;
  expect(JSON.stringify(facts)).not.toContain(paid.id);
  expect(facts).toContainEqual({ label: 'Fehlt', value: 'CHF 10.-' });
  expect(technical).toContainEqual({ label: 'Zahlung', value: paid.id });
  const line = (await finance.call(getStaffOverview, {})).body.waiting.find(
    ({ label }: { label: string }) => label === 'Geld',
  );
  expect(line).toMatchObject({ path: '/geld' });
  expect(line.count).toBeGreaterThan(0);
  expect((await finance.call(getCase, { case_id: 999_999 })).status).toBe(404);
});

test('of two who settle it at once the second hears who did, and the books move once [BOF-94]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, { amount: 9000 });
  const about = await caseAbout(world, paid);
  const answers = await Promise.all(
    [finance, owner, finance, owner].map((who) =>
      who.call(settleCase, { ...about, way: 'credits' }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const refused = answers.filter(({ status }) => status === 409);
  for (const { body } of refused) {
    expect(body.code).toBe('ALREADY_DECIDED');
    expect(body.message).toMatch(/schon entschieden: 90 Credits gutschreiben\.$/);
  }
  expect(await balanceOf(lena)).toBe(90);
  expect(await listed(about.case_id)).toBeUndefined();
  const seen = (await lena.call(paymentStatus, { payment_id: paid.id })).body.payment;
  expect(seen.sentence).toBe('Wir haben CHF 90.- erhalten und 90 Credits gutgeschrieben.');
  expect(await linesAbout(`payment:${paid.id}`)).toMatchObject([
    { action: 'payment_difference_settled', right: 'money.case', after: { way: 'credits' } },
  ]);
});

test('is not settled by who has seen an older state, or a way that is not open [BOF-94]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, { amount: 9000 });
  const about = await caseAbout(world, paid);
  await providerSays(world, paid, { amount: 8000 });
  const stale = await finance.call(settleCase, { ...about, way: 'credits' });
  expect([stale.status, stale.body.code]).toEqual([409, 'STAFF_VERSION_CONFLICT']);
  const now = await caseAbout(world, paid);
  expect((await finance.call(settleCase, { ...now, way: 'paid' })).body.errors).toHaveProperty(
    'way',
  );
  expect((await finance.call(settleCase, { ...now, way: 'full' })).body.code).toBe(
    'REASON_REQUIRED',
  );
  expect((await reader.call(settleCase, { ...now, way: 'credits' })).body.code).toBe(
    'RIGHT_MISSING',
  );
  expect(await balanceOf(lena)).toBe(0);
});

test('letting a part count as all is a correction with its reason [BOF-94, BOF-101]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, { amount: 9000 });
  const reason = 'Bankspesen, sie hat recht.';
  const about = await caseAbout(world, paid);
  expect((await finance.call(settleCase, { ...about, way: 'full', reason })).status).toBe(200);
  expect(await balanceOf(lena)).toBe(110);
  // Above the limit it waits for a second person, and shows so.
  const rahel = await fresh();
  const large = await toppedUp(rahel, { amount: 70_000 }, 4);
  const waits = await caseAbout(world, large);
  const asked = await finance.call(settleCase, { ...waits, way: 'full', reason });
  expect([asked.status, await balanceOf(rahel)]).toEqual([202, 0]);
  expect(await listed(waits.case_id)).toMatchObject({ awaits: true, ways: [] });
  const { approval_id } = asked.body;
  const done = await Promise.all(
    Array.from({ length: 10 }, () => owner.call(approve, { approval_id })),
  );
  expect(done.map(({ body }) => body.state ?? body.code).toSorted()).toEqual([
    ...Array(9).fill('ALREADY_DECIDED'),
    'approved',
  ]);
  expect(await balanceOf(rahel)).toBe(1300);
});

test('paid back by the house it stays until the money is gone, decided once [BOF-94, BOF-96]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, { amount: 9000 });
  const about = await caseAbout(world, paid);
  const call = (who: Staff) =>
    who.call(settleCase, { ...about, way: 'refund', reason: 'Sie möchte es zurück.' });
  expect((await call(finance)).body.message).toBe('CHF 90.- gehen zurück.');
  expect(await listed(about.case_id)).toMatchObject({ ways: [] });
  expect((await call(owner)).body.code).toBe('ALREADY_DECIDED');
  await world.runTasks('topups/refunds');
  expect(await listed(about.case_id)).toBeUndefined();
  const { body } = await finance.call(payment, { payment_id: paid.number });
  expect(body).toMatchObject({
    payment: { status: 'Zurückbezahlt', returned: 90 },
    refundable: 0,
    cases: [],
  });
});

test('another currency is paid back by hand and said so [BOF-96]', async () => {
  const lena = await fresh();
  const paid = await toppedUp(lena, { currency: 'EUR' });
  const about = await caseAbout(world, paid);
  expect(await listed(about.case_id)).toMatchObject({
    sentence: 'Es kamen EUR 100.- statt CHF 100.-.',
    ways: [{ way: 'returned', label: 'Zurückzahlen' }],
  });
  const reason = 'Beim Anbieter zurückbezahlt.';
  expect((await finance.call(settleCase, { ...about, way: 'returned', reason })).status).toBe(200);
  const seen = (await lena.call(paymentStatus, { payment_id: paid.id })).body.payment;
  expect(seen).toMatchObject({ status: 'refunded', sentence: 'Die Zahlung wurde zurückbezahlt.' });
});

test('a charge-back shows what is back and what is owed; the debt is let off [BOF-98, BOF-99]', async () => {
  const lena = await fresh();
  const owed = await anOwed(lena);
  expect(owed).toBe(110);
  const found = (await finance.call(cases, {})).body.cases.find(
    ({ kind, account }: { kind: string; account: { account_id: number } | null }) =>
      kind === 'chargeback' && account?.account_id === lena.userId,
  );
  expect(found).toMatchObject({
    sentence: 'Die Bank hat CHF 100.- zurückgebucht. 0 Credits sind zurück, 110 sind offen.',
  });
  const detail = (await finance.call(payment, { payment_id: found.payment_id })).body;
  expect(detail).toMatchObject({
    refundable: 0,
    refusal: expect.stringContaining('zurückgebucht'),
  });
  const wish = { account_id: lena.userId, reason: 'Die Bank hat sich geirrt.' };
  const forgive = (seen_owed: number, reason = wish.reason) =>
    finance.call(forgiveDebt, { ...wish, reason, seen_owed, send_key: randomUUID() });
  expect((await forgive(100)).body.code).toBe('STAFF_VERSION_CONFLICT');
  expect((await forgive(110, ' ')).body.code).toBe('REASON_REQUIRED');
  expect((await forgive(110)).body.message).toBe('110 Credits sind erlassen.');
  const left = await world.db.transaction().execute((db) => wallet.owed(db, lena.userId));
  expect([left, await balanceOf(lena)]).toEqual([0, 0]);
  expect((await forgive(110)).body.code).toBe('STAFF_VERSION_CONFLICT');
  const { case_id, seen_version } = found;
  const close = { case_id, seen_version, way: 'close', reason: 'Mit der Bank geklärt.' } as const;
  expect((await finance.call(settleCase, close)).status).toBe(200);
  expect(await listed(case_id)).toBeUndefined();
});

test('letting off above the limit waits for a second person, and is a correction [BOF-99, BOF-101]', async () => {
  const lena = await fresh();
  const owed = await anOwed(lena, 4);
  expect(owed).toBe(1300);
  const reason = 'Die Bank hat sich geirrt.';
  const wish = { account_id: lena.userId, seen_owed: owed, reason, send_key: randomUUID() };
  const asked = await finance.call(forgiveDebt, wish);
  expect([asked.status, asked.body.code]).toEqual([202, 'APPROVAL_PENDING']);
  const owes = () => world.db.transaction().execute((db) => wallet.owed(db, lena.userId));
  expect(await owes()).toBe(owed);
  const { approval_id } = asked.body;
  expect((await finance.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect([await owes(), await balanceOf(lena)]).toEqual([0, 0]);
  const corrections = await world.db
    .selectFrom('ledger_transfer')
    .select('kind')
    .where('cause', 'like', `correction:%`)
    .where('at', '=', world.clock.now())
    .execute();
  expect(corrections).not.toEqual([]);
  expect(await linesAbout(`account:${lena.userId}`)).toEqual(
    expect.arrayContaining([expect.objectContaining({ reason })]),
  );
});

test('what she paid back meanwhile is not given on top when letting off is released [BOF-99, BOF-21]', async () => {
  const lena = await fresh();
  const owed = await anOwed(lena, 4);
  const wish = { account_id: lena.userId, seen_owed: owed, reason: 'Irrtum.' };
  const asked = await finance.call(forgiveDebt, { ...wish, send_key: randomUUID() });
  const { approval_id } = asked.body;
  const waiting = (await owner.call(getApprovals, {})).body.open;
  expect(
    waiting.find((one: { approval_id: number }) => one.approval_id === approval_id),
  ).toMatchObject({
    label: 'Schuld erlassen',
    before: { Offen: '1’300 Credits' },
    after: { Offen: '0 Credits' },
  });
  // Her next top-up settles a part of it.
  await toppedUp(lena);
  const decided = (await owner.call(approve, { approval_id })).body;
  expect(decided).toMatchObject({ state: 'void' });
  expect(decided.message).toContain('Offen sind jetzt 1’190 Credits.');
  const left = await world.db.transaction().execute((db) => wallet.owed(db, lena.userId));
  expect([left, await balanceOf(lena)]).toEqual([1190, 0]);
});

test('ways that move money need a fresh factor and their right [BOF-11, BOF-101]', async () => {
  const lena = await fresh();
  const about = await aPartCase(lena);
  const late = await staffOf(world, 'finance');
  await world.db
    .updateTable('staff_login')
    .set({ confirmed_at: new Date(world.clock.now().getTime() - 11 * MINUTE_MS) })
    .where('staff_id', '=', late.staffId)
    .execute();
  for (const way of ['refund', 'full'] as const) {
    const { body } = await late.call(settleCase, { ...about, way, reason: 'Wunsch' });
    expect(body.code).toBe('FRESH_FACTOR_REQUIRED');
  }
  expect((await late.call(settleCase, { ...about, way: 'credits' })).status).toBe(200);
  expect((await owner.call(getApprovals, {})).status).toBe(200);
});
