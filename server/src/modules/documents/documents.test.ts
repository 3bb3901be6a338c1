import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { getDocuments } from '@samtrot/shared/documents/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { TOPUP_PACKAGES } from '@samtrot/shared/testing/prices.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { linesOf, textOf } from '../../testing/media/pdf.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import * as topups from '../topups/service.ts';

let world: World;
let user: Caller & { email: string };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(START);
  user = await world.user();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

async function topUp(option = 2, result = 'paid', owner: Caller = user): Promise<string> {
  const { body } = await owner.call(walletTopup, { topup_option_id: option });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = `result=${result}&method=TWINT`;
  await world.send('', {
    method: 'POST',
    url: new URL(body.payment_url).pathname,
    headers,
    payload,
  });
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll');
  return body.payment_id;
}

const fetch = async (url: string, { cookie }: Pick<Caller, 'cookie'> = user) => {
  const { statusCode, headers, rawPayload } = await world.server.inject({
    method: 'GET',
    url,
    headers: cookie ? { cookie } : {},
  });
  return { status: statusCode, headers, bytes: rawPayload };
};
const receipt = (id: string, owner?: Caller) => fetch(`/papers/receipt/${id}.pdf`, owner);
const documents = async (params = {}) => (await user.call(getDocuments, params)).body;
const discount = (percent: number) =>
  world.db
    .updateTable('account')
    .set({ discount_percent: percent })
    .where('id', '=', user.userId)
    .execute();
const folder = () => join(world.config.dataDir, 'papers');
const files = () =>
  readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.pdf'),
  );
const nameOf = ({ headers }: Awaited<ReturnType<typeof fetch>>) =>
  String(headers['content-disposition']);

async function refund(paymentId: string, amount?: number): Promise<string> {
  const { id } = await world.db
    .transaction()
    .execute((db) =>
      topups.orderRefund(
        { db, now: world.clock.now(), actor: { kind: 'cli' } },
        { paymentId, reason: 'Kulanz', mayOwe: true, ...(amount !== undefined && { amount }) },
      ),
    );
  await world.runTasks('topups/refunds');
  return id;
}

test('the receipt of a credited top-up shows payment, method, credits, bonus and no VAT [GUT-04, GUT-05]', async () => {
  const id = await topUp(3);
  const answer = await receipt(id);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['cache-control']).toContain('no-store');
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(nameOf(answer)).toMatch(/^attachment; filename="beleg-2026-\d{6}\.pdf"$/);
  const lines = linesOf(answer.bytes);
  const number = /2026-\d{6}/.exec(nameOf(answer))![0];
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Beleg', 'Aufladung von Guthaben', number, '20.11.2026, 13:02', 'TWINT'],
      ...['CHF 500.00', '600 Credits', 'Guthaben', '500', 'Bonus', '100', 'Total', '600'],
      ...[
        'Samtrot Demo GmbH',
        'Musterstrasse 1',
        '8000 Zürich',
        'Schweiz',
        'CHE-000.000.000 · +41 44 000 00 00',
      ],
      ...[String(user.userId).padStart(6, '0'), 'Seite 1 von 1'],
    ]),
  );
  expect(lines.join(' ')).toContain('Es wird keine Mehrwertsteuer ausgewiesen');
  expect(lines.join(' ')).not.toMatch(/Rabatt|Enthaltene/);
});

test('a discount is on the receipt with list price, percent and saving, in Swiss format [GUT-06, GUT-09]', async () => {
  await discount(12);
  const lines = linesOf((await receipt(await topUp(4))).bytes);
  expect(lines).toEqual(
    expect.arrayContaining([
      'CHF 1’000.00',
      'Persönlicher Rabatt 12 %',
      '− CHF 120.00',
      'CHF 880.00',
      '1’300',
      '300',
    ]),
  );
});

test('the discount has the amount that it had, whatever the package costs since [GUT-06, BOF-113]', async () => {
  await discount(10);
  const id = await topUp(1);
  await releasedVersion(
    world,
    'topup_packages',
    TOPUP_PACKAGES.map((one) => (one.id === 1 ? { ...one, francs: 60 } : one)),
  );
  const lines = linesOf((await receipt(id)).bytes);
  await releasedVersion(world, 'topup_packages', TOPUP_PACKAGES);
  expect(lines).toEqual(
    expect.arrayContaining(['Persönlicher Rabatt 10 %', '− CHF 5.00', 'CHF 45.00']),
  );
});

test("another account's, unpaid or unknown receipts are 404, and 401 without a session [INV-11]", async () => {
  const id = await topUp();
  const other = await world.user();
  const missing = await receipt(randomUUID());
  const open = (await user.call(walletTopup, { topup_option_id: 1 })).body.payment_id;
  expect(missing.status).toBe(404);
  for (const answer of [
    await receipt(id, other),
    await receipt(open),
    await receipt(await topUp(1, 'declined')),
    await receipt(`${id}x`),
    await receipt('%00'),
    await fetch(`/papers/receipt/${id}`),
    await fetch(`/papers/correction/${id}.pdf`),
    await fetch('/papers/statement/2026-13.pdf'),
    await fetch('/papers/statement/2026-10.pdf'),
    await fetch('/papers/statement/2099-01.pdf'),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.bytes.toString()).toBe(missing.bytes.toString());
  }
  for (const path of [
    `receipt/${id}.pdf`,
    'statement/2026-10.pdf',
    'history.csv',
    `correction/${id}.pdf`,
  ]) {
    const answer = await fetch(`/papers/${path}`, world.visitor);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({
      success: false,
      code: 'NOT_LOGGED_IN',
    });
  }
});

test('an account downloads 300 documents and 30 histories an hour, another one meanwhile too', async () => {
  const other = await world.user();
  for (const [path, most, found] of [
    ['/papers/history.csv', 30, 200],
    [`/papers/receipt/${randomUUID()}.pdf`, 300, 404],
  ] as const) {
    for (let count = 1; count <= most; count++) expect((await fetch(path)).status).toBe(found);
    expect((await fetch(path)).status).toBe(429);
    expect((await fetch(path, other)).status).toBe(found);
  }
});

test('receipts are numbered without gaps per Swiss year, even when requested concurrently', async () => {
  await world.db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .where('account_id', '=', user.userId)
    .execute();
  const ids = [];
  // The last but one is credited at 23:59 in Zurich, the last one at midnight.
  for (const at of [
    '2031-06-01T10:00Z',
    '2031-06-02T10:00Z',
    '2031-12-31T22:57Z',
    '2031-12-31T22:58Z',
  ]) {
    world.clock.set(new Date(at));
    ids.push(await topUp(1));
  }
  const responses = await Promise.all(ids.flatMap((id) => [receipt(id), receipt(id)]));
  const names = new Set(responses.map((answer) => /beleg-(\d{4}-\d{6})/.exec(nameOf(answer))![1]));
  expect([...names].sort()).toEqual(['2031-000001', '2031-000002', '2031-000003', '2032-000001']);
});

test('a document is issued once and its file never changes, even when requested concurrently', async () => {
  await world.runTasks('documents/issue');
  const [id, before] = [await topUp(), files().length];
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => receipt(id)));
  await discount(50);
  world.clock.advance(3 * 3_600_000);
  await world.runTasks('documents/issue');
  const later = await receipt(id);
  expect(new Set([...responses, later].map(({ bytes }) => hashOf(bytes))).size).toBe(1);
  expect(files()).toHaveLength(before + 1);
  const rows = await world.db
    .selectFrom('paper')
    .select('hash')
    .where('payment_id', '=', id)
    .execute();
  expect(rows).toEqual([{ hash: hashOf(later.bytes) }]);
  await expect(
    world.db.updateTable('paper').set({ number: '2026-999999' }).execute(),
  ).rejects.toThrow();
});

test('a lost or damaged file is rendered again from its stored content', async () => {
  const id = await topUp();
  const first = await receipt(id);
  const path = join(folder(), files().find((file) => file.includes(hashOf(first.bytes)))!);
  await discount(50);
  for (const harm of [() => rmSync(path), () => writeFileSync(path, 'broken')]) {
    harm();
    expect((await receipt(id)).bytes.equals(first.bytes)).toBe(true);
    expect(readFileSync(path).equals(first.bytes)).toBe(true);
  }
});

test('receipts are issued automatically, and refunds have a correction of their own', async () => {
  const id = await topUp(2);
  await world.runTasks('documents/issue');
  const { receipts } = await documents();
  expect(receipts).toEqual([
    {
      payment_id: id,
      number: expect.stringMatching(/^2026-\d{6}$/),
      price: 100,
      credits: 100,
      bonus: 10,
      date: '2026-11-20T12:02:00.000Z',
      url: `/papers/receipt/${id}.pdf`,
      corrections: [],
    },
  ]);
  const before = await receipt(id);
  const back = await refund(id, 5000);
  const listed = (await documents()).receipts[0].corrections;
  const url = `/papers/correction/${back}.pdf`;
  expect(listed).toEqual([
    { refund_id: back, number: null, date: expect.any(String), amount: 50, url },
  ]);
  const correction = await fetch(url);
  const number = (await documents()).receipts[0].corrections[0].number;
  expect(number).toMatch(/^K-2026-\d{6}$/);
  expect(nameOf(correction)).toBe(`attachment; filename="korrektur-${number.slice(2)}.pdf"`);
  expect(linesOf(correction.bytes)).toEqual(
    expect.arrayContaining([
      ...['Korrekturbeleg', number, `Zum Beleg ${receipts[0].number} vom 20.11.2026`, 'Erstattung'],
      ...['CHF 50.00', '− CHF 50.00', '55 Credits', '− 55'],
    ]),
  );
  expect((await receipt(id)).bytes.equals(before.bytes)).toBe(true);
  expect((await fetch(url, await world.user())).status).toBe(404);
  // A refund not yet carried out by the provider has no document.
  const ordered = await world.db
    .transaction()
    .execute((db) =>
      topups.orderRefund(
        { db, now: world.clock.now(), actor: { kind: 'cli' } },
        { paymentId: id, reason: 'Kulanz', mayOwe: true },
      ),
    );
  expect((await fetch(`/papers/correction/${ordered.id}.pdf`)).status).toBe(404);
  await world.runTasks('topups/refunds', 'documents/issue');
  expect(await world.db.selectFrom('paper_due').selectAll().execute()).toEqual([]);
  const { corrections } = (await documents()).receipts[0] as { corrections: { number: string }[] };
  for (const { number } of nonEmpty(corrections)) expect(number).toMatch(/\S/);
});

test('a document names neither owner nor trade and outlives the account, inaccessible to it [INV-19]', async () => {
  const id = await topUp();
  const { bytes } = await receipt(id);
  const other = await topUp(1);
  expect(
    (await user.call(deleteAccount, { user_id: user.userId, password: PASSWORD })).status,
  ).toBe(200);
  await world.finishDeletions();
  await world.runTasks('documents/issue');
  world.clock.set(new Date('2026-12-01T00:30:00Z'));
  await world.runTasks('documents/months', 'documents/issue');
  expect((await receipt(id)).status).toBe(401);
  const rows = await world.db
    .selectFrom('paper')
    .selectAll()
    .where('account_id', '=', user.userId)
    .execute();
  expect(rows.map(({ kind, payment_id, month }) => [kind, payment_id ?? month])).toEqual([
    ['receipt', id],
    ['receipt', other],
    ['statement', '2026-11'],
  ]);
  for (const { hash } of nonEmpty(rows)) {
    const file = readFileSync(join(folder(), hash.slice(0, 2), `${hash}.pdf`));
    // Not drawn: titles and metadata; fonts and colours are arbitrary bytes.
    const around = file
      .toString('latin1')
      .replaceAll(/\bstream\n(?!<\?xpacket)[\s\S]*?endstream/g, '');
    expect(around).toContain('<pdf:Producer>Samtrot');
    const text = textOf(file) + around;
    expect(text).not.toMatch(/@|nutzer|lena|erotik|escort|sex|18\+|begleit/i);
  }
  expect(
    readFileSync(join(folder(), rows[0]!.hash.slice(0, 2), `${rows[0]!.hash}.pdf`)).equals(bytes),
  ).toBe(true);
});

test('a document is tagged, titled, German, archivable and embeds its fonts', async () => {
  const file = (await receipt(await topUp())).bytes.toString('latin1');
  for (const part of [
    '/Lang (de-CH)',
    '/Marked true',
    '/DisplayDocTitle true',
    '/S /H1',
    '/S /Table',
    '/S /TH',
    '/FontFile2',
  ])
    expect(file, part).toContain(part);
  expect(file).toMatch(/<pdfaid:part>2</);
  expect(file).not.toContain('/Helvetica');
});

test('get_documents lists by year, newest first; a malformed year is refused', async () => {
  expect(await documents()).toEqual({
    success: true,
    years: [],
    year: null,
    statements: [],
    receipts: [],
    history_url: '/papers/history.csv',
  });
  const id = await topUp(1);
  expect(await documents({ year: '2025' })).toMatchObject({
    years: [2026],
    year: 2025,
    receipts: [],
    statements: [],
  });
  expect(await documents()).toMatchObject({
    years: [2026],
    year: 2026,
    receipts: [{ payment_id: id }],
    statements: [],
  });
  for (const year of ['', '26', '1999', '2026-11', '٢٠٢٦', '<b>', 'x'.repeat(5000), '2026\u0000'])
    expect((await user.call(getDocuments, { year })).status, year).toBe(422);
  expect(
    (await user.raw('get_documents', { method: 'GET', query: { year: ['2026', '2025'] as never } }))
      .status,
  ).toBe(422);
  expect((await world.visitor.call(getDocuments, {})).status).toBe(401);
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
