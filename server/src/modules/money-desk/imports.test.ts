import {
  cases,
  importStatement,
  importStatus,
  settleCase,
} from '@samtrot/shared/money-desk/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { statement } from '../../testing/payments/camt/statement.ts';
import { transfers } from '../../testing/payments/transfers.ts';
import { rounds } from '../../testing/process/deep.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

const PRICE = 10_000;
const MANY = rounds(300, 20_000);

let world: World;
let on: ReturnType<typeof transfers>;
let finance: Staff;
let owner: Staff;
beforeAll(async () => {
  world = await testWorld();
  on = transfers(world);
  [finance, owner] = [await staffOf(world, 'finance'), await staffOf(world, 'owner')];
  await keepStaffLogins(world);
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));
afterAll(async () => {
  const { problems } = await world.db.transaction().execute((db) => wallet.checkLedger(db));
  await world[Symbol.asyncDispose]();
  expect(problems).toEqual([]);
});

const drop = (file: Buffer, who = finance) =>
  who.call(importStatement, { content: file.toString('base64') });
const statusOf = async (job_id: number) =>
  (await finance.call(importStatus, { job_id: String(job_id) })).body;
const entries = async () =>
  Number(
    (
      await world.db
        .selectFrom('bank_entry')
        .select((is) => is.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

test('good, bad and the same file: each says what it was, money comes once [BOF-100]', async () => {
  const [first, second] = [await on.open(), await on.open()];
  const good = statement([
    { amount: PRICE, reference: first.reference },
    { amount: 9_000, reference: second.reference },
    { amount: 5_000 },
  ]);
  const { job_id, known } = (await drop(good)).body;
  expect(known).toBe(false);
  expect(await statusOf(job_id)).toMatchObject({ movements: 3, added: 3, done: 0, credited: 0 });
  await world.runTasks('bank/movements');
  const done = { movements: 3, added: 3, done: 3, credited: 1, refunds: 0, cases: 2 };
  expect(await statusOf(job_id)).toMatchObject(done);
  expect([await on.credits(first), await on.credits(second)]).toEqual([110, 0]);
  const before = await entries();
  const lines = good.toString('utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('</Ntry>'));
  const broken = lines.with(at, lines[at]!.replace('</Ntry>', '</Entry>')).join('\n');
  const bad = await drop(Buffer.from(broken));
  expect(bad.body.errors.content).toMatch(/^Die Datei ist kein gültiges XML: Zeile \d+\.$/);
  expect((await drop(Buffer.from('%PDF-1.7'))).body.errors.content).toMatch(/kein camt/);
  expect((await finance.call(importStatement, { content: 'ä' })).body.errors).toHaveProperty(
    'content',
  );
  const again = (await drop(good)).body;
  expect(again).toMatchObject({ job_id, known: true });
  await world.runTasks('bank/movements');
  expect([await entries(), await on.credits(first)]).toEqual([before, 110]);
  // Another file with one of the bookings is new, its booking is not.
  expect((await finance.call(importStatus, { job_id: '999999' })).status).toBe(404);
});

test('a file that is no statement names the line where it stops to be one [BOF-100]', async () => {
  const paid = await on.open();
  const text = statement([{ amount: PRICE, reference: paid.reference }]).toString('utf8');
  const wrong = text.replace('CRDT', 'HABEN');
  const line = wrong.slice(0, wrong.indexOf('HABEN')).split('\n').length;
  const { body } = await drop(Buffer.from(wrong));
  expect(body.errors.content).toContain(`Zeile ${line},`);
  await world.runTasks('bank/movements');
  expect(await on.credits(paid)).toBe(0);
});

test('a file of another account or another bank changes nothing and says so [BOF-100]', async () => {
  const paid = await on.open();
  const before = await entries();
  const line = { amount: PRICE, reference: paid.reference };
  for (const [iban, words] of [
    ['CH3200791123000889013', 'Die Datei ist von einem anderen Konto (…9013).'],
    ['CH9300762011623852957', 'Die Datei ist von einem anderen Konto bei einer anderen Bank'],
  ] as const) {
    const { status, body } = await drop(statement([line], { iban }));
    expect(status).toBe(422);
    expect(body.errors.content).toContain(words);
  }
  expect((await drop(statement([line], { currency: 'EUR' }))).body.errors.content).toContain(
    'nicht in CHF',
  );
  await world.runTasks('bank/movements');
  expect([await entries(), await on.credits(paid)]).toEqual([before, 0]);
});

test(`a payment among ${MANY} movements is credited once, with progress on the way [BOF-100]`, async () => {
  const [paid, half] = [await on.open(), await on.open()];
  const others = Array.from({ length: MANY - 3 }, (_, n) => ({ amount: 100 + n, debit: true }));
  const lines = [
    ...others.slice(0, MANY / 2),
    { amount: PRICE, reference: paid.reference },
    { amount: PRICE / 2, reference: half.reference },
    ...others.slice(MANY / 2),
    { amount: PRICE / 2, reference: half.reference },
  ];
  const file = statement(lines);
  const { job_id } = (await drop(file)).body;
  expect(await statusOf(job_id)).toMatchObject({ movements: MANY, added: MANY, done: 0 });
  const begun = world.runTasks('bank/movements');
  await expect.poll(async () => (await statusOf(job_id)).done).toBeGreaterThan(0);
  await Promise.all([begun, world.runTasks('bank/movements')]);
  while ((await statusOf(job_id)).done < MANY) await world.runTasks('bank/movements');
  expect(await drop(file)).toMatchObject({ body: { job_id, known: true } });
  await world.runTasks('bank/movements');
  expect([await on.credits(paid), await on.credits(half)]).toEqual([110, 110]);
});

test('the same file dropped ten times at once is read once, and credited once [BOF-100]', async () => {
  const paid = await on.open();
  const file = statement([{ amount: PRICE, reference: paid.reference }]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => drop(file, [finance, owner][n % 2])),
  );
  expect(answers.filter(({ body }) => body.known === false)).toHaveLength(1);
  await Promise.all([world.runTasks('bank/movements'), world.runTasks('bank/movements')]);
  expect(await on.credits(paid)).toBe(110);
});

test('money without reference is given to the payment that fits, once [BOF-93]', async () => {
  const paid = await on.open();
  await drop(statement([{ amount: PRICE }]));
  await world.runTasks('bank/movements');
  const read = (await finance.call(cases, {})).body.cases;
  const found = read.find(
    ({ kind, match }: { kind: string; match: number | null }) =>
      kind === 'bank_unmatched' && match !== null,
  );
  expect(found.sentence).toMatch(
    /^CHF 100\.- ohne Referenz von einer Bank\. Passt zu Zahlung \d+ \(Betrag, (gleicher Tag|\d+ Tage?)\)\.$/,
  );
  const { number } = await world.db
    .selectFrom('payment')
    .select('number')
    .where('id', '=', paid.id)
    .executeTakeFirstOrThrow();
  const { case_id, seen_version } = found;
  const give = (who: Staff, payment_id: number | undefined) =>
    who.call(settleCase, {
      case_id,
      seen_version,
      way: 'match',
      ...(payment_id !== undefined && { payment_id }),
    });
  expect((await give(finance, undefined)).body.errors).toHaveProperty('payment_id');
  expect((await give(finance, 1)).body.errors).toHaveProperty('payment_id');
  const answers = await Promise.all([give(finance, number), give(owner, number)]);
  expect(answers.map(({ body }) => body.code ?? body.message).toSorted()).toEqual([
    'ALREADY_DECIDED',
    'Zugeordnet und gutgeschrieben.',
  ]);
  expect(await on.credits(paid)).toBe(110);
});

test('a refund by transfer is said to be paid, once [BOF-93, BOF-97]', async () => {
  const paid = await on.open();
  await on.importing(statement([{ amount: 20_000, reference: paid.reference }]));
  await world.runTasks('topups/refunds');
  const about = (await finance.call(cases, {})).body.cases.filter(
    ({ account }: { account: { account_id: number } | null }) =>
      account?.account_id === paid.user.userId,
  );
  expect(about.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'overpaid',
    'refund_by_hand',
  ]);
  for (const { ways } of about) expect(ways).toMatchObject([{ way: 'paid' }]);
  const [{ case_id, seen_version }] = about;
  const answers = await Promise.all(
    [finance, owner].map((who) => who.call(settleCase, { case_id, seen_version, way: 'paid' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const left = (await finance.call(cases, {})).body.cases.filter(
    ({ account }: { account: { account_id: number } | null }) =>
      account?.account_id === paid.user.userId,
  );
  expect([left, await on.credits(paid)]).toEqual([[], 110]);
});
