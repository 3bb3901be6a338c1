import { getDocuments } from '@samtrot/shared/documents/contract.ts';
import { containedTax } from '@samtrot/shared/history/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { linesOf } from '../../testing/media/pdf.ts';
import { rounds } from '../../testing/process/deep.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let user: Caller;
let causes = 0;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(START);
  user = await advertisers(world).rich(0);
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

type Book = { db: Parameters<typeof wallet.balance>[0]; now: Date };
const at = <T>(time: string | Date, work: (ctx: Book) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: new Date(time) }));
const move = (
  time: string | Date,
  change: number,
  description = 'Bewegung',
  cause = `test:${++causes}`,
) =>
  at(time, (ctx) => {
    const booking = { userId: user.userId, amount: Math.abs(change), cause, description };
    return change > 0
      ? wallet.credit(ctx, 'topup', { ...booking, paid: change * 100 })
      : wallet.spend(ctx, booking);
  });

const get = async (url: string, { cookie }: Pick<Caller, 'cookie'> = user) => {
  const { statusCode, headers, rawPayload } = await world.server.inject({
    method: 'GET',
    url,
    headers: { cookie },
  });
  return { status: statusCode, headers, bytes: rawPayload };
};
const statement = (month: string) => get(`/papers/statement/${month}.pdf`);
const linesFor = async (month: string) => linesOf((await statement(month)).bytes);

/** The value below a label. */
const figure = (lines: string[], label: string) => lines[lines.indexOf(label) + 1]!;
const number = (text: string) => Number(text.replace('−', '-').replaceAll(/[^\d-]/g, ''));

interface Line {
  date: string;
  text: string;
  amount: number;
  balance: number;
}
/** The rows of transfers: date, text, amount in one of two columns, balance. */
function movementsIn(lines: string[]): Line[] {
  const rows = lines.slice(lines.indexOf('Bewegungen'));
  return rows.flatMap((date, index) =>
    /^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/.test(date)
      ? [
          {
            date,
            text: rows[index + 1]!,
            amount: number(rows[index + 2]!),
            balance: number(rows[index + 3]!),
          },
        ]
      : [],
  );
}

test('a statement covers midnight to midnight in Swiss time, across clock changes', async () => {
  // Winter time begins on 25 October, summer time on 28 March.
  await move('2026-09-30T21:59:59.999Z', 1, 'September');
  await move('2026-09-30T22:00:00.000Z', 2, 'Oktober, Beginn');
  await move('2026-10-31T22:59:59.999Z', 4, 'Oktober, Ende');
  await move('2026-10-31T23:00:00.000Z', 8, 'November, Beginn');
  await move('2027-02-28T23:00:00.000Z', 16, 'März, Beginn');
  await move('2027-03-31T21:59:59.999Z', 32, 'März, Ende');
  await move('2027-03-31T22:00:00.000Z', 64, 'April, Beginn');
  world.clock.set(new Date('2027-06-01T12:00:00Z'));
  const texts = async (month: string) => movementsIn(await linesFor(month)).map(({ text }) => text);
  expect(await texts('2026-09')).toEqual(['September']);
  expect(await texts('2026-10')).toEqual(['Oktober, Beginn', 'Oktober, Ende']);
  expect(await texts('2026-11')).toEqual(['November, Beginn']);
  expect(await texts('2027-03')).toEqual(['März, Beginn', 'März, Ende']);
  const march = await linesFor('2027-03');
  expect(march).toContain('01.03.2027 – 31.03.2027');
  expect([figure(march, 'Anfangssaldo'), figure(march, 'Schlusssaldo')]).toEqual([
    '15',
    '63 Credits',
  ]);
  expect((await statement('2027-01')).status).toBe(404);
  expect((await user.call(getDocuments, { year: '2026' })).body.statements).toEqual([
    { month: '2026-11', title: 'November 2026', url: '/papers/statement/2026-11.pdf' },
    { month: '2026-10', title: 'Oktober 2026', url: '/papers/statement/2026-10.pdf' },
    { month: '2026-09', title: 'September 2026', url: '/papers/statement/2026-09.pdf' },
  ]);
});

test("a transfer booked after a new month's first one belongs to the new month", async () => {
  await move('2026-10-31T22:59:50Z', 10, 'erste');
  await move('2026-10-31T23:00:01Z', 20, 'zweite');
  await move('2026-10-31T22:59:59Z', 40, 'dritte');
  world.clock.set(new Date('2027-01-01T12:00:00Z'));
  expect(movementsIn(await linesFor('2026-10')).map(({ text }) => text)).toEqual(['erste']);
  const november = await linesFor('2026-11');
  expect(movementsIn(november).map(({ text }) => text)).toEqual(['zweite', 'dritte']);
  expect(figure(november, 'Anfangssaldo')).toBe('10');
});

test('an hour after a month its statements are issued for all active accounts, once', async () => {
  const quiet = await world.user();
  await move('2027-07-15T10:00:00Z', 50);
  const tasks = () => world.runTasks('documents/months', 'documents/issue');
  const made = async () =>
    (
      await world.db
        .selectFrom('paper')
        .select(['account_id', 'month'])
        .where('account_id', 'in', [user.userId, quiet.userId])
        .execute()
    ).map(({ account_id, month }) => [account_id, month]);
  world.clock.set(new Date('2027-07-01T12:00:00Z'));
  await tasks();
  world.clock.set(new Date('2027-07-31T22:59:59Z'));
  await tasks();
  expect(await made()).toEqual([]);
  expect((await statement('2027-07')).status).toBe(404);
  expect((await user.call(getDocuments, {})).body.statements).toEqual([]);
  world.clock.set(new Date('2027-07-31T23:00:00Z'));
  await tasks();
  await tasks();
  expect(await made()).toEqual([[user.userId, '2027-07']]);
  const first = await statement('2027-07');
  expect(String(first.headers['content-disposition'])).toBe(
    'attachment; filename="monatsauszug-2027-07.pdf"',
  );
  expect((await statement('2027-07')).bytes.equals(first.bytes)).toBe(true);
  // The worker was off for two months and catches up.
  await move('2027-08-10T10:00:00Z', 50);
  await move('2027-09-10T10:00:00Z', 50);
  world.clock.set(new Date('2027-10-02T10:00:00Z'));
  await tasks();
  expect((await made()).map(([, month]) => month)).toEqual(['2027-07', '2027-08', '2027-09']);
});

test('the statement shows the tax contained in purchases, less refunds', async () => {
  await move('2026-10-01T10:00:00Z', 1500, 'Aufladung');
  await move('2026-10-02T10:00:00Z', -1234, 'Inserat 7', 'order:test');
  await at('2026-10-03T10:00:00Z', (ctx) =>
    wallet.refund(ctx, {
      userId: user.userId,
      amount: 34,
      cause: 'refund:test',
      of: 'order:test',
      description: 'Inserat 7 gelöscht',
    }),
  );
  await at('2026-10-04T10:00:00Z', (ctx) =>
    wallet.takeBack(ctx, {
      userId: user.userId,
      amount: 310,
      payment: '-',
      cause: 'back:test',
      description: 'Rückzahlung',
      bonus: 0,
      paid: 0,
    }),
  );
  const lines = await linesFor('2026-10');
  const tax = lines.slice(lines.indexOf('Enthaltene Mehrwertsteuer'), lines.indexOf('Bewegungen'));
  expect(tax.slice(-4)).toEqual([
    'Käufe, abzüglich Rückerstattungen',
    'CHF 1’200.00',
    '8.1 %',
    'CHF 89.92',
  ]);
  expect(containedTax(120_000, 81)).toBe(8992);
  const kinds = lines.slice(lines.indexOf('Nach Art'), lines.indexOf('Enthaltene Mehrwertsteuer'));
  expect(kinds.slice(4)).toEqual([
    ...['Aufladungen', '1', '+ 1’500', 'Käufe', '1', '− 1’234', 'Rückerstattungen', '1', '+ 34'],
    ...['Rückzahlungen und Rückbuchungen', '1', '− 300', 'Total', '4', '0'],
  ]);
  expect(lines.join(' ')).toContain('Offener Betrag am Monatsende: 10 Credits.');
  expect(lines.join(' ')).toContain('enthält 8.1 % Mehrwertsteuer');
});

test('consecutive statements reproduce the ledger exactly [INV-01]', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const change = fc.record({
    days: fc.integer({ min: 0, max: 12 }),
    change: fc.integer({ min: -400, max: 500 }),
  });
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      user = await advertisers(world).rich(0);
      let time = start;
      let balance = 0;
      const booked: number[] = [];
      const months = new Set<string>();
      for (const { days, change: wanted } of changes) {
        time += days * 86_400_000;
        if (wanted === 0 || balance + wanted < 0) continue;
        await move(new Date(time), wanted);
        balance += wanted;
        booked.push(wanted);
        months.add(localDate(new Date(time)).slice(0, 7));
      }
      const { body } = await user.call(getDocuments, { year: '2026' });
      // A month without transfers has none.
      expect(body.statements.map(({ month }: { month: string }) => month).toReversed()).toEqual([
        ...months,
      ]);
      statements += months.size;
      let running = 0;
      const shown: number[] = [];
      for (const month of months) {
        const lines = await linesFor(month);
        expect(number(figure(lines, 'Anfangssaldo'))).toBe(running);
        for (const row of nonEmpty(movementsIn(lines))) {
          shown.push(row.balance - running);
          expect(Math.abs(row.balance - running)).toBe(row.amount);
          running = row.balance;
        }
        expect(figure(lines, 'Schlusssaldo')).toBe(
          `${formatNumber(running)} ${running === 1 ? 'Credit' : 'Credits'}`,
        );
      }
      expect(shown).toEqual(booked);
      expect(running).toBe(await at(START, ({ db }) => wallet.balance(db, user.userId)));
    }),
    { numRuns: rounds(4, 40) },
  );
  expect(statements).toBeGreaterThan(0);
});

test('a long month spans pages with page numbers and column heads', async () => {
  for (let n = 1; n <= 60; n++) await move('2026-10-10T10:00:00Z', n, `Zeile ${n}`);
  const lines = await linesFor('2026-10');
  expect(movementsIn(lines)).toHaveLength(60);
  const pages = lines.filter((line) => line.startsWith('Seite '));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages).toEqual(pages.map((_, index) => `Seite ${index + 1} von ${pages.length}`));
  expect(lines.filter((line) => line === 'Saldo')).toHaveLength(pages.length);
});

test('the CSV file has the whole history, oldest first, without formulas [GUT-53]', async () => {
  await at('2026-05-01T10:00:00Z', async (ctx) => {
    for (let n = 1; n <= 1000; n++) {
      await wallet.credit(ctx, 'topup', {
        userId: user.userId,
        amount: n,
        cause: `csv:${n}`,
        description: `Nr. ${n}`,
      });
    }
  });
  const evil = [
    '=1+1',
    '+41',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    'a;b',
    'sagt "ja"',
    'zwei\nZeilen',
    'Zürich',
  ];
  for (const text of evil) await move('2026-06-01T10:00:00Z', 1, text);
  await move('2026-06-02T22:30:00Z', -1000, 'Inserat 3');
  const { status, headers, bytes } = await get('/papers/history.csv');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="verlauf.csv"');
  expect(headers['cache-control']).toContain('no-store');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString().split('\r\n');
  expect(lines.slice(1, 1001)).toEqual(
    Array.from({ length: 1000 }, (_, index) => {
      const n = index + 1;
      return `01.05.2026;12:00;Aufladung;Nr. ${n};${n};;${(n * (n + 1)) / 2};0.00;;;;;;`;
    }),
  );
  expect(lines.slice(1001).map((line) => line.split(';').slice(3, -10).join(';'))).toEqual([
    ...[
      "'=1+1",
      "'+41",
      "'-2",
      "'@SUM(A1)",
      "'\t=1",
      '"\'\r=1"',
      '"a;b"',
      '"sagt ""ja"""',
      '"zwei\nZeilen"',
      'Zürich',
    ],
    ...['Inserat 3', ''],
  ]);
  expect(lines.at(-2)).toBe(
    '03.06.2026;00:30;Kauf;Inserat 3;;1000;499510;;0.00;8.1;0.00;;Guthaben;',
  );
  expect(lines.at(-1)).toBe('');
  const other = await get('/papers/history.csv', await world.user());
  expect(other.bytes.subarray(3).toString().split('\r\n')).toHaveLength(2);
});

test('a statement is readable by its owner only [INV-11]', async () => {
  await move('2026-10-10T10:00:00Z', 50);
  expect((await statement('2026-10')).status).toBe(200);
  const other = await world.user();
  const [theirs, missing] = [
    await get('/papers/statement/2026-10.pdf', other),
    await get('/papers/statement/2025-10.pdf', other),
  ];
  expect([theirs.status, missing.status]).toEqual([404, 404]);
  expect(theirs.bytes.equals(missing.bytes)).toBe(true);
  expect(await statement('2026-11')).toMatchObject({ status: 404 });
});
