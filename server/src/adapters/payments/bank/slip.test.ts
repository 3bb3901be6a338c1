import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { formatIBAN, formatReference } from 'swissqrbill/utils';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { linesOf } from '../../../testing/media/pdf.ts';
import { statement } from '../../../testing/payments/camt/statement.ts';
import { transfers } from '../../../testing/payments/transfers.ts';
import { testWorld, type World } from '../../../testing/world/world.ts';
import { qrText, slipData } from './slip.ts';

const IBAN = 'CH5800791123000889012';
const QR_IBAN = 'CH4431999123000889012';

let world: World;
let on: ReturnType<typeof transfers>;
beforeAll(async () => {
  world = await testWorld({ OPERATOR_NAME: 'Müller & Söhne GmbH' });
  on = transfers(world);
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const fetchSlip = (cookie: string, id: string) =>
  world.server.inject({
    method: 'GET',
    url: `/papers/payment-slip/${id}.pdf`,
    headers: { ...(cookie && { cookie }) },
  });

test('the payment slip names account, reference and amount in neutral German [X-35]', async () => {
  const paid = await on.open({ topup_option_id: 4 });
  const answer = await fetchSlip(paid.user.cookie, paid.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store, private',
    'content-disposition': 'inline; filename="einzahlungsschein.pdf"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  const words = linesOf(answer.rawPayload);
  for (const part of [
    formatIBAN(IBAN),
    formatReference(paid.reference),
    'CHF 1’000.-',
    '1 000.00',
    'Müller & Söhne GmbH',
  ])
    expect(words).toContain(part);
  for (const part of ['Empfangsschein', 'Zahlteil', 'Musterstrasse 1', '8000 Zürich', 'Guthaben'])
    expect(words).toContain(part);
  expect(words.join('\n')).not.toMatch(/samtrot|inserat|credit/i);
  const pdf = answer.rawPayload.toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 595\.28 841\.89\]/);
});

test('the QR code contains each line that the standard requires [X-35]', async () => {
  const library = dirname(createRequire(import.meta.url).resolve('swissqrbill/utils'));
  const { generateQRData } = await import(
    pathToFileURL(join(library, '../../esm/shared/qr-code.js')).href
  );
  const creditor = {
    name: 'Muster GmbH',
    account: IBAN,
    address: 'Musterstrasse',
    buildingNumber: '1',
  };
  const at = { zip: '8000', city: 'Zürich', country: 'CH' };
  const slip = (reference: string) => ({
    creditor: { ...creditor, ...at },
    reference,
    amount: 4_750,
  });
  const qr = (reference: string) => generateQRData(slipData(slip(reference)));
  const payee = [
    'SPC',
    '0200',
    '1',
    IBAN,
    'S',
    'Muster GmbH',
    'Musterstrasse',
    '1',
    '8000',
    'Zürich',
    'CH',
  ];
  expect(qr('RF18539007547034').split('\n')).toEqual([
    ...[...payee, '', '', '', '', '', '', '', '47.50', 'CHF', '', '', '', '', '', '', ''],
    ...['SCOR', 'RF18539007547034', 'Guthaben', 'EPD'],
  ]);
  // What is attached to the slip for programs is what the code says.
  for (const reference of ['RF18539007547034', '210000000003139471430009017']) {
    const { creditor: whole, ...rest } = slip(reference);
    const account = reference.startsWith('RF') ? IBAN : QR_IBAN;
    const one = { ...rest, creditor: { ...whole, account } };
    expect(qrText(one)).toBe(generateQRData(slipData(one)));
  }
});

test('with a QR-IBAN slips carry QR references, and statements of both IBANs are imported [X-35]', async () => {
  await using qrWorld = await testWorld({ BANK_QR_IBAN: formatIBAN(QR_IBAN) });
  const there = transfers(qrWorld);
  const [one, two] = [await there.open(), await there.open()];
  expect(one.reference).toMatch(/^\d{27}$/);
  const { body } = await one.user.call(paymentStatus, { payment_id: one.id });
  expect(body.payment.transfer.iban).toBe(formatIBAN(QR_IBAN));
  await there.importing(statement([{ amount: 10_000, reference: formatReference(one.reference) }]));
  await there.importing(
    statement([{ amount: 10_000, reference: two.reference }], { iban: QR_IBAN }),
  );
  expect([await there.credits(one), await there.credits(two)]).toEqual([110, 110]);
});

test('payment_status names the transfer while the payment is open, and not afterwards [X-35]', async () => {
  const paid = await on.open();
  const transfer = async () =>
    (await paid.user.call(paymentStatus, { payment_id: paid.id })).body.payment.transfer as unknown;
  expect(await transfer()).toEqual({
    creditor: 'Müller & Söhne GmbH, Musterstrasse 1, 8000 Zürich',
    iban: 'CH58 0079 1123 0008 8901 2',
    reference: formatReference(paid.reference),
    amount: 100,
    slip_url: `/papers/payment-slip/${paid.id}.pdf`,
  });
  await on.importing(statement([{ amount: 10_000, reference: paid.reference }]));
  expect(await transfer()).toBeNull();
  expect((await fetchSlip(paid.user.cookie, paid.id)).statusCode).toBe(404);
});

test('a payment by another method has no transfer and no slip [X-35]', async () => {
  const user = await world.user();
  const opened = await user.raw('wallet_topup', {
    payload: { topup_option_id: 2, method: 'twint' },
  });
  const { body } = await user.call(paymentStatus, { payment_id: opened.body.payment_id });
  expect(body.payment.transfer).toBeNull();
  expect((await fetchSlip(user.cookie, opened.body.payment_id)).statusCode).toBe(404);
});

test('T-AUTHZ only the owner gets the slip: 401 without a session, 404 for other accounts [X-35]', async () => {
  const paid = await on.open();
  const other = await world.user();
  expect((await fetchSlip('', paid.id)).statusCode).toBe(401);
  const [theirs, none] = [
    await fetchSlip(other.cookie, paid.id),
    await fetchSlip(other.cookie, '00000000-0000-4000-8000-000000000000'),
  ];
  expect([theirs.statusCode, theirs.body]).toEqual([404, none.body]);
  for (const id of [
    '1',
    'x'.repeat(190),
    '%00',
    `${paid.id.toUpperCase()}`,
    `${paid.id}.pdf`,
    '..%2f..%2fetc',
  ])
    expect((await fetchSlip(paid.user.cookie, id)).statusCode, id).toBe(404);
  expect((await fetchSlip(paid.user.cookie, paid.id)).statusCode).toBe(200);
});
