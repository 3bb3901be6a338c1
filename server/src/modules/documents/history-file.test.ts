import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { readCsv } from '../../testing/media/csv.ts';
import { openedBySpreadsheet } from '../../testing/media/spreadsheet.ts';
import { DEEP } from '../../testing/process/deep.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import * as topups from '../topups/service.ts';

let world: World;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  user = await advertisers(world).rich(0);
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

async function topUp(option: number, discount_percent: number): Promise<string> {
  await world.db
    .updateTable('account')
    .set({ discount_percent })
    .where('id', '=', user.userId)
    .execute();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: option }))
    .body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'result=paid&method=TWINT';
  await world.send('', { method: 'POST', url: new URL(payment_url).pathname, headers, payload });
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll', 'documents/issue');
  return payment_id;
}
const fetchFile = async () => {
  const headers = { cookie: user.cookie };
  return (await world.server.inject({ method: 'GET', url: '/papers/history.csv', headers }))
    .rawPayload;
};
const fetchRows = async () => readCsv(await fetchFile());

test('each CSV line has price in francs, tax, receipt, method and order, with units [FIX-10, FIX-09, FIX-03]', async () => {
  const payment = await topUp(3, 5);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-03-01',
    publish_time: '12:00',
  } as const;
  const { club } = (await user.call(saveClub, wholeClub({ monate: 2, ...planned }))).body;
  await user.call(deleteClub, { club_id: club.ID });
  const order = { paymentId: payment, amount: 9_500, reason: 'Kulanz', mayOwe: false };
  await world.db
    .transaction()
    .execute((db) =>
      topups.orderRefund({ db, now: world.clock.now(), actor: { kind: 'cli' } }, order),
    );
  await world.runTasks('topups/refunds', 'documents/issue');
  const rows = nonEmpty(await fetchRows());
  expect(Object.keys(rows[0]!)).toEqual([
    ...[
      'Datum (TT.MM.JJJJ)',
      'Zeit (HH:MM)',
      'Art',
      'Text',
      'Eingang (Credits)',
      'Ausgang (Credits)',
      'Saldo (Credits)',
    ],
    ...[
      'Bezahlt (CHF)',
      'MWST-Basis (CHF)',
      'MWST-Satz (%)',
      'MWST (CHF)',
      'Beleg (Nummer)',
      'Zahlungsart',
    ],
    'Vorgang (Nummer)',
  ]);
  for (const row of rows) {
    expect(row['Datum (TT.MM.JJJJ)']).toMatch(/^\d\d\.\d\d\.\d{4}$/);
    expect(row['Zeit (HH:MM)']).toMatch(/^\d\d:\d\d$/);
    expect(row['Saldo (Credits)']).toMatch(/^\d+$/);
  }
  const movements = rows.map(({ Art: art, ...row }) => [
    art,
    ...['Eingang (Credits)', 'Ausgang (Credits)', 'Bezahlt (CHF)', 'MWST-Basis (CHF)'].map(
      (name) => row[name],
    ),
    ...['MWST-Satz (%)', 'MWST (CHF)', 'Beleg (Nummer)', 'Zahlungsart', 'Vorgang (Nummer)'].map(
      (name) => row[name],
    ),
  ]);
  const club1 = expect.stringMatching(/^C-\d+$/);
  expect(movements).toEqual([
    [
      'Aufladung',
      '500',
      '',
      '475.00',
      '',
      '',
      '',
      expect.stringMatching(/^2026-\d{6}$/),
      'TWINT',
      payment,
    ],
    ['Bonus', '100', '', '', '', '', '', expect.stringMatching(/^2026-\d{6}$/), '', payment],
    ['Kauf', '', '100', '', '95.00', '8.1', '7.12', '', 'Guthaben', club1],
    ['Rückerstattung', '100', '', '', '-95.00', '8.1', '-7.12', '', '', club1],
    [
      'Rückerstattung',
      '',
      '120',
      '-95.00',
      '',
      '',
      '',
      expect.stringMatching(/^K-2026-\d{6}$/),
      'TWINT',
      payment,
    ],
  ]);
});

test.runIf(DEEP)(
  'LibreOffice opens the CSV with numbers as numbers and dates as dates [FIX-10]',
  async ({ skip }) => {
    const payment = await topUp(3, 5);
    await user.call(saveClub, wholeClub({ monate: 2 }));
    const opened = openedBySpreadsheet(await fetchFile(), world.config.dataDir);
    if (!opened) return skip('soffice is not installed; no CSV is opened with it');
    const [head, ...rows] = opened;
    expect(head!.every((cell) => cell.startsWith('string '))).toBe(true);
    const day = expect.stringMatching(/^date 2026-\d\d-\d\d$/);
    const time = expect.stringMatching(/^time PT\d\dH\d\dM00S$/);
    const receipt = expect.stringMatching(/^string 2026-\d{6}$/);
    expect(rows).toEqual([
      [
        ...[day, time, 'string Aufladung', 'string Aufladung', 'float 500', '', 'float 500'],
        ...['float 475', '', '', '', receipt, 'string TWINT', `string ${payment}`],
      ],
      [
        ...[day, time, 'string Bonus', 'string Bonus', 'float 100', '', 'float 600'],
        ...['', '', '', '', receipt, '', `string ${payment}`],
      ],
      [
        ...[day, time, 'string Kauf', expect.stringMatching(/^string Club /), '', 'float 100'],
        ...['float 500', '', 'float 95', 'float 8.1', 'float 7.12', '', 'string Guthaben'],
        expect.stringMatching(/^string C-\d+$/),
      ],
    ]);
  },
  120_000,
);

test('a requested or refused refund names its payment and no money [FIX-10]', async () => {
  const payment = await topUp(3, 0);
  const order = { paymentId: payment, amount: 10_000, reason: 'Kulanz', mayOwe: false };
  await world.db
    .transaction()
    .execute((db) =>
      topups.orderRefund({ db, now: world.clock.now(), actor: { kind: 'cli' } }, order),
    );
  const lines = async () =>
    nonEmpty(await fetchRows())
      .slice(2)
      .map((row) => [
        row['Ausgang (Credits)'] || row['Eingang (Credits)'],
        ...['Bezahlt (CHF)', 'Beleg (Nummer)', 'Zahlungsart', 'Vorgang (Nummer)'].map(
          (name) => row[name],
        ),
      ]);
  expect(await lines()).toEqual([['120', '', '', '', payment]]);
  await world.db
    .updateTable('sandbox.payment')
    .set({ charged_back: true })
    .where('reference', '=', payment)
    .execute();
  await world.runTasks('topups/refunds', 'documents/issue');
  expect(await lines()).toEqual([
    ['120', '', '', '', payment],
    ['120', '', '', '', payment],
  ]);
});

test('a strict reader refuses ambiguous cells', () => {
  const file = (text: string) => Buffer.from(`\uFEFF${text}`);
  expect(readCsv(file('A;B\r\n1;"x ""y""; z"\r\n'))).toEqual([{ A: '1', B: 'x "y"; z' }]);
  for (const broken of ['A;A\r\n', 'A;B\r\n1\r\n', 'A\r\nx"y\r\n', 'A\r\n1', 'A\n1\r\n'])
    expect(() => readCsv(file(broken)), broken).toThrow();
});
