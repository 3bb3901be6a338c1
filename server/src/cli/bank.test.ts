import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../modules/overview/service.ts';
import { connect } from '../platform/db.ts';
import { PAYER, statement } from '../testing/payments/camt/statement.ts';
import { type Transfer, transfers } from '../testing/payments/transfers.ts';
import { commandLine } from '../testing/process/command-line.ts';
import { DATA_KEY } from '../testing/process/data-key.ts';
import { waiters } from '../testing/process/gate.ts';
import { CLI, INHERITED } from '../testing/process/process.ts';
import { until } from '../testing/process/workers.ts';
import { staffOf } from '../testing/world/staff.ts';
import { testWorld, type World } from '../testing/world/world.ts';

const PRICE = 10_000;

let world: World;
let on: ReturnType<typeof transfers>;
let folder: string;
beforeAll(async () => {
  world = await testWorld();
  on = transfers(world);
  folder = mkdtempSync(join(tmpdir(), 'samtrot-bank-'));
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ DATABASE_URL: world.url, DATA_DIR: folder, DATA_KEY });
const samtrot = (...args: string[]) =>
  commandLine({ env: env(), clock: world.clock }, 'payments', ...args);
let files = 0;
const fileWith = (bytes: Buffer): string => {
  const file = join(folder, `statement-${++files}.xml`);
  writeFileSync(file, bytes);
  return file;
};
const entryOf = async (amount: number) =>
  (
    await world.db
      .selectFrom('bank_entry')
      .select('id')
      .where('amount_rappen', '=', amount)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;
const audits = async (action: string) =>
  (
    await world.db
      .selectFrom('audit')
      .select('actor')
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).length;

test('payments import credits what came, says what it did, and says so again only once [X-35, decisions 10]', async () => {
  const paid = await on.open();
  const file = fileWith(statement([{ amount: PRICE, reference: paid.reference }, { amount: 777 }]));
  const first = await samtrot('import', file);
  expect(first).toMatchObject({ code: 0, error: '' });
  expect(first.out).toContain('2 neue Buchungen.');
  expect(first.out).toContain(
    '1 Zahlungen gutgeschrieben, 0 Rückzahlungen bestätigt, 1 Fälle für dich',
  );
  expect(await on.credits(paid)).toBe(110);
  const again = await samtrot('import', file, '--json');
  expect(JSON.parse(again.out)).toMatchObject({ ok: true, known: true, credited: 0, cases: 0 });
  expect(await audits('bank_imported')).toBe(1);
  const cases = await samtrot('cases');
  expect(cases.out).toContain('Banküberweisung ohne passende Zahlung');
  expect(first.out + cases.out).not.toContain(PAYER);
});

test('payments import says in the audit log who read the file [BOF-139]', async () => {
  const finance = await staffOf(world, 'finance');
  const paid = await on.open();
  const file = fileWith(statement([{ amount: PRICE, reference: paid.reference }]));
  expect(await samtrot('import', file, '--as', finance.email)).toMatchObject({
    code: 0,
    error: '',
  });
  const line = await world.db
    .selectFrom('audit')
    .select(['actor', 'staff_id'])
    .where('action', '=', 'bank_imported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ actor: `staff:${finance.staffId}`, staff_id: finance.staffId });
});

test('a file that cannot be used changes nothing and is explained [X-35, decisions 10]', async () => {
  const before = await world.db.selectFrom('bank_import').selectAll().execute();
  expect(await samtrot('import', join(folder, 'none.xml'))).toMatchObject({ code: 1 });
  const foreign = await samtrot(
    'import',
    fileWith(statement([], { iban: 'CH9300762011623852957' })),
  );
  expect(foreign).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^Die Datei ist von einem anderen Konto/),
  });
  const evil = await samtrot(
    'import',
    fileWith(Buffer.from('<!DOCTYPE x [<!ENTITY a "a">]><Document/>')),
  );
  expect(evil).toMatchObject({ code: 1, error: 'Die Datei enthält Definitionen (DOCTYPE).\n' });
  expect(await samtrot('import')).toMatchObject({ code: 2 });
  expect(await world.db.selectFrom('bank_import').selectAll().execute()).toEqual(before);
});

test('payments match assigns money without a reference, once, and closes its case [X-35, decisions 10]', async () => {
  const [paid, other] = [await on.open(), await on.open()];
  await on.importing(statement([{ amount: PRICE, message: 'Guthaben' }]));
  const entry = String(await entryOf(PRICE));
  const caseOpen = async () =>
    (
      await world.db
        .selectFrom('payment_case')
        .select('closed_at')
        .where('key', '=', `bank_entry:${entry}`)
        .execute()
    )[0]!.closed_at === null;
  expect(await caseOpen()).toBe(true);
  expect(await samtrot('match', entry, paid.id)).toMatchObject({ code: 0, error: '' });
  expect([await on.credits(paid), await on.statusOf(paid), await caseOpen()]).toEqual([
    110,
    'gutgeschrieben',
    false,
  ]);
  expect(await samtrot('match', entry, paid.id)).toMatchObject({ code: 0 });
  expect((await samtrot('match', entry, other.id)).code).toBe(1);
  expect([
    await on.credits(paid),
    await on.credits(other),
    await audits('bank_entry_matched'),
  ]).toEqual([110, 0, 1]);
});

test('payments match refuses what does not pay exactly this payment [X-35]', async () => {
  const [paid, waits] = [await on.open(), await on.open()];
  await on.importing(
    statement([
      { amount: PRICE, reference: paid.reference },
      { amount: 5_432, debit: true },
    ]),
  );
  const debit = String(await entryOf(5_432));
  await on.importing(statement([{ amount: PRICE, message: 'ohne' }]));
  const exact = String(await entryOf(PRICE));
  for (const [entry, payment, words] of [
    [debit, waits.id, 'kein Eingang'],
    [exact, paid.id, 'wartet nicht'],
    ['999999', waits.id, 'gibt es nicht'],
    [exact, '00000000-0000-4000-8000-000000000000', 'gibt es nicht'],
  ] as const) {
    const { code, error } = await samtrot('match', entry, payment);
    expect([code, error]).toEqual([1, expect.stringContaining(words)]);
  }
  expect(await samtrot('match', 'x', waits.id)).toMatchObject({ code: 2 });
  expect(await samtrot('match', exact, 'x')).toMatchObject({ code: 2 });
  expect(await on.credits(waits)).toBe(0);
});

test('payments paid confirms a refund that was transferred [X-35, decisions 10]', async () => {
  const paid = await on.open();
  await on.importing(statement([{ amount: PRICE, reference: paid.reference }]));
  const ordered = JSON.parse(
    (await samtrot('refund', paid.id, '--reason', 'Kulanz', '--json')).out,
  );
  world.clock.advance(3 * 86_400_000);
  await world.runTasks('topups/refunds');
  expect((await samtrot('paid', ordered.refund)).out).toBe('Die Rückzahlung ist bestätigt.\n');
  expect((await samtrot('paid', ordered.refund)).out).toBe(
    'Die Rückzahlung war schon bestätigt.\n',
  );
  expect([await on.statusOf(paid), await on.cases(paid)]).toEqual(['erstattet', []]);
  expect(await samtrot('paid', '00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 1 });
  expect(await samtrot('paid', '12')).toMatchObject({ code: 2 });
});

test('an import killed three times midway leaves nothing half done, and the next one finishes it [T-FLT-01, X-35]', async () => {
  const paid: Transfer[] = [];
  for (let n = 0; n < 24; n++) paid.push(await on.open());
  const lines = paid.map(({ reference }) => ({ amount: PRICE, reference }));
  const file = fileWith(statement(lines, { batch: 'K1' }));
  const credited = async () =>
    (await Promise.all(paid.map(on.credits))).filter((credits) => credits > 0).length;
  for (const enough of [2, 8, 14]) {
    // It waits for the payment that this transaction holds.
    const holder = await world.pool.connect();
    await holder.query('begin');
    await holder.query('select from payment where id = $1 for no key update', [paid[enough]!.id]);
    const child = spawn(process.execPath, [CLI, 'payments', 'import', file], {
      env: { ...INHERITED, ...env() },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => child.once('exit', done));
    const pid = await until(async () => (await waiters(world.pool))[0], 'the import to wait');
    child.kill('SIGKILL');
    await ended;
    await holder.query('rollback');
    holder.release();
    await until(
      async () =>
        (await world.pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount ===
        0,
      'the end of its connection',
    );
    expect(await credited()).toBe(enough);
    // Credits, bonus and state of a payment are there together or not at all.
    for (const one of nonEmpty(paid)) expect([0, 110]).toContain(await on.credits(one));
    expect(await checkBooks(world.db)).toMatchObject({ ok: true });
  }
  expect(await samtrot('import', file)).toMatchObject({ code: 0 });
  expect(await Promise.all(paid.map(on.credits))).toEqual(Array(24).fill(110));
  const open = await world.db
    .selectFrom('bank_entry')
    .select('id')
    .where('handled_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
  expect((await Promise.all(paid.map(on.cases))).flat()).toEqual([]);
});

test('an import that fails in the middle of a payment books nothing of it and is finished later [X-35]', async () => {
  const owner = connect(world.url, { role: null, max: 1 });
  const [first, second] = [await on.open(), await on.open()];
  const file = statement([first, second].map(({ reference }) => ({ amount: PRICE, reference })));
  try {
    await sql`create function refuse_receipt() returns trigger language plpgsql as $$ begin
      if new.cause = ${sql.lit(`topup:${second.id}`)} then raise exception 'full'; end if; return new; end $$`.execute(
      owner.db,
    );
    await sql`create trigger refuse_receipt before insert on mail for each row execute function refuse_receipt()`.execute(
      owner.db,
    );
    await expect(on.importing(file)).rejects.toThrow('full');
    expect([await on.credits(first), await on.credits(second), await on.statusOf(second)]).toEqual([
      110,
      0,
      'offen',
    ]);
    await sql`drop trigger refuse_receipt on mail`.execute(owner.db);
  } finally {
    await owner.db.destroy();
  }
  expect(await on.importing(file)).toMatchObject({ entries: undefined, credited: 1 });
  expect([await on.credits(first), await on.credits(second)]).toEqual([110, 110]);
});
