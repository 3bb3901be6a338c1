import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as topups from '../../modules/topups/service.ts';
import { factsOf } from '../../testing/media/pdf-facts.ts';
import { transfers } from '../../testing/payments/transfers.ts';
import { DEEP } from '../../testing/process/deep.ts';
import { testWorld, type World } from '../../testing/world/world.ts';

let world: World;
const files: Record<string, Buffer> = {};
let reference: string;

/** One of each kind, downloaded by its owner. */
beforeAll(async () => {
  world = await testWorld();
  const on = transfers(world);
  const waiting = await on.open();
  reference = waiting.reference;
  const { user } = waiting;
  const paid = (await user.call(walletTopup, { topup_option_id: 2, method: 'twint' })).body;
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('id', '=', paid.payment_url.split('/').at(-1))
    .execute();
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll');
  const refund = await world.db
    .transaction()
    .execute((db) =>
      topups.orderRefund(
        { db, now: world.clock.now(), actor: { kind: 'cli' } },
        { paymentId: paid.payment_id, reason: 'Kulanz', mayOwe: true },
      ),
    );
  await world.runTasks('topups/refunds');
  for (const path of [
    `payment-slip/${waiting.id}`,
    `receipt/${paid.payment_id}`,
    `correction/${refund.id}`,
  ])
    await fetch(user.cookie, path);
  world.clock.set(new Date('2026-12-05T10:00:00Z'));
  await fetch(user.cookie, 'statement/2026-11');
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

async function fetch(cookie: string, path: string) {
  const { statusCode, rawPayload } = await world.server.inject({
    url: `/papers/${path}.pdf`,
    headers: { cookie },
  });
  expect(statusCode, path).toBe(200);
  files[path.split('/')[0]!] = rawPayload;
}

test.each(['payment-slip', 'receipt', 'correction', 'statement'])(
  'a %s embeds its fonts, has title and language, and is tagged for screen readers [FIX-14]',
  async (kind) => {
    const { title, lang, marked, showsTitle, archive, fonts, parts, unmarked } = await factsOf(
      files[kind]!,
    );
    expect(title).toMatch(/^(Guthaben aufladen|Beleg|Korrekturbeleg|Monatsauszug)/);
    expect([lang, marked, showsTitle]).toEqual(['de-CH', true, true]);
    expect(archive).toMatch(/^PDF\/A-[23]A$/);
    expect(fonts.length).toBeGreaterThanOrEqual(2);
    expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
    expect(parts.slice(0, 1)).toEqual(['Document']);
    expect(parts).toEqual(expect.arrayContaining(['H1', 'H2', 'P']));
    expect(unmarked).toEqual([]);
  },
);

test('a payment slip has the data of its QR code attached, and alternative text for the code [FIX-14]', async () => {
  const { archive, alternatives, files: attached } = await factsOf(files['payment-slip']!);
  expect([archive, alternatives]).toEqual(['PDF/A-3A', ['Swiss QR Code']]);
  expect(attached).toMatchObject([{ name: 'qr-rechnung.txt', relation: 'Data' }]);
  expect(attached[0]!.text.split('\n')).toEqual(
    expect.arrayContaining(['SPC', '100.00', 'CHF', reference, 'EPD']),
  );
});

const said = (tool: string, ...args: string[]) => {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  return error ? undefined : { status, text: stdout + stderr };
};

/** The complaints of installed PDF tools about a file. */
function complaints(file: string): string[] {
  const fonts = said('pdffonts', file);
  const info = said('pdfinfo', file);
  const syntax = said('qpdf', '--check', file);
  for (const [tool, answer] of Object.entries({ pdffonts: fonts, pdfinfo: info, qpdf: syntax }))
    if (!answer && DEEP) console.warn(`${tool} is not installed; ${file} is not checked with it`);
  const unembedded = (fonts?.text.split('\n').slice(2) ?? []).filter(
    (line) => line && !/ yes (yes|no) +yes +\d+ +0$/.test(line),
  );
  return [
    ...unembedded,
    ...(info && !/^Tagged: +yes$/m.test(info.text) ? ['not tagged'] : []),
    ...(info && !/^Title: +\S/m.test(info.text) ? ['without title'] : []),
    ...(syntax && syntax.status !== 0 ? [syntax.text] : []),
  ];
}

test('other PDF programs installed on this machine accept every document [FIX-14]', () => {
  for (const kind of ['payment-slip', 'receipt', 'correction', 'statement']) {
    const file = join(world.config.dataDir, `${kind}.pdf`);
    writeFileSync(file, files[kind]!);
    expect(complaints(file), kind).toEqual([]);
  }
});
