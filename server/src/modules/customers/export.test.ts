import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { customer } from '@samtrot/shared/customers/contract.ts';
import {
  openCustomerExport,
  startCustomerExport,
} from '@samtrot/shared/customers/help-contract.ts';
import { houseExportPath } from '@samtrot/shared/customers/help-rules.ts';
import { blockAccount } from '@samtrot/shared/holds/staff-contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { rounds } from '../../testing/process/deep.ts';
import { unzip } from '../../testing/process/zip.ts';
import { customerWorld } from '../../testing/world/customers.ts';
import { largeAccount } from '../../testing/world/exports.ts';
import { type Staff, staffCaller, staffLoginOf } from '../../testing/world/staff.ts';
import type { Answer } from '../../testing/world/world.ts';

const shared = customerWorld(0);
const reason = 'Sie hat ihr Passwort nicht mehr und bittet darum.';
const account_id = () => shared.user.userId;
const start = (staff = shared.moderator) =>
  staff.call(startCustomerExport, { account_id: account_id(), reason });
const open = (staff: Pick<Staff, 'call'> = shared.moderator) =>
  staff.call(openCustomerExport, { account_id: account_id(), reason });
const made = async () => {
  await start();
  await shared.world.runTasks('data-export/build');
};
const download = (cookie = shared.moderator.cookie, id = account_id()) =>
  shared.world.server.inject({ url: houseExportPath(id), headers: { cookie } });
const shownCopy = async (staff = shared.moderator) =>
  (await staff.call(customer, { account_id: account_id() })).body.export;

test('the house downloads the copy for a reason that she reads [BOF-75, BOF-76]', async () => {
  await made();
  const { status, body } = await open();
  expect([status, body.url]).toEqual([200, houseExportPath(account_id())]);
  const answer = await download();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(answer.rawPayload.length),
    'content-disposition': `attachment; filename="kundin-${account_id()}.zip"`,
    'cache-control': 'no-store, private',
  });
  const copy = unzip(answer.rawPayload);
  expect(String(copy.get('konto.json'))).toContain(shared.user.email);
  const { entries } = (await shared.user.call(getAccountLog, { filter: 'house' })).body;
  const looks = entries.filter(({ kind }: { kind: string }) => kind === 'house_look');
  expect(looks).toMatchObject([
    {
      label: 'Kopie deiner Daten heruntergeladen',
      details: { reason },
    },
  ]);
  const line = await shared.world.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'export_downloaded')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    object: `export:${account_id()}`,
    staff_id: shared.moderator.staffId,
    right: 'customer.export',
    reason,
  });
});

test('without opening it, from another log-in or of another account nothing comes [BOF-75]', async () => {
  const { moderator, owner, world, user } = shared;
  await made();
  expect((await download()).statusCode).toBe(404);
  await open();
  const elsewhere = await staffLoginOf(world, moderator.staffId);
  for (const cookie of [elsewhere, owner.cookie])
    expect((await download(cookie)).statusCode).toBe(404);
  for (const cookie of ['', user.cookie]) expect((await download(cookie)).statusCode).toBe(401);
  expect((await download(shared.reader.cookie)).statusCode).toBe(403);
  expect((await download(moderator.cookie, 999_999)).statusCode).toBe(404);
  expect((await world.server.inject({ url: '/betrieb/export/x' })).statusCode).toBe(401);
  expect((await download()).statusCode).toBe(200);
});

test('it is open for five minutes, and only as long as the copy is offered [BOF-75]', async () => {
  const { world } = shared;
  await made();
  await open();
  world.clock.advance(5 * MINUTE_MS - 1);
  expect((await download()).statusCode).toBe(200);
  world.clock.advance(1);
  expect((await download()).statusCode).toBe(404);
  world.clock.advance(7 * DAY_MS);
  const later = staffCaller(world, await staffLoginOf(world, shared.moderator.staffId));
  expect((await open(later)).body.code).toBe('NOT_FOUND');
});

test('a copy that is new or gone is not what was opened; a removed file is none [BOF-75]', async () => {
  const { world } = shared;
  expect((await open()).body.code).toBe('NOT_FOUND');
  await made();
  await open();
  await made();
  expect((await download()).statusCode).toBe(404);
  await open();
  await world.db
    .updateTable('data_export')
    .set({ file: `${'f'.repeat(64)}.bin` })
    .where('account_id', '=', account_id())
    .where('state', '=', 'ready')
    .execute();
  expect((await download()).statusCode).toBe(404);
});

test('a blocked person and a deleted account end the download [BOF-13, BOF-75]', async () => {
  const { world, moderator } = shared;
  await made();
  await open();
  await world.db
    .updateTable('staff')
    .set({ role: 'reader' })
    .where('id', '=', moderator.staffId)
    .execute();
  expect((await download()).statusCode).toBe(403);
  await world.db
    .updateTable('staff')
    .set({ role: 'moderator' })
    .where('id', '=', moderator.staffId)
    .execute();
  await world.db
    .updateTable('account')
    .set({ closed_at: world.clock.now() })
    .where('id', '=', account_id())
    .execute();
  expect((await open()).body.code).toBe('NOT_FOUND');
});

test('it asks for the right, a reason and a fresh factor [BOF-11, BOF-75]', async () => {
  await made();
  expect((await open(shared.finance)).body.code).toBe('RIGHT_MISSING');
  const blank = { account_id: account_id(), reason: ' ' };
  expect((await shared.moderator.call(openCustomerExport, blank)).body.code).toBe('INVALID_INPUT');
  shared.world.clock.advance(10 * MINUTE_MS);
  expect((await open()).body.code).toBe('FRESH_FACTOR_REQUIRED');
});

test('the card shows how far the copy is, and to nobody without the right [BOF-75]', async () => {
  expect(await shownCopy()).toBeNull();
  await start();
  expect(await shownCopy()).toMatchObject({ state: 'waiting', percent: 0, size: null });
  await shared.world.runTasks('data-export/build');
  expect(await shownCopy()).toMatchObject({
    state: 'ready',
    percent: 100,
    size: expect.any(Number),
    expires_at: expect.stringMatching(/^2026-11-27T12:00/),
  });
  expect(await shownCopy(shared.finance)).toBeNull();
});

const ADS = rounds(100, 500);

test(`of ${ADS} ads the copy is whole while the account is blocked, which counts at once [BOF-37, BOF-75]`, async () => {
  const { world, moderator } = shared;
  const her = await largeAccount(world, { ads: ADS, pictures: 2, bytes: 2_000 });
  const of = { account_id: her.userId, reason };
  expect((await moderator.call(startCustomerExport, of)).status).toBe(200);
  const shown = async () =>
    (
      await world.db
        .selectFrom('inserat')
        .select((is) => is.fn.countAll<number>().as('n'))
        .where('account_id', '=', her.userId)
        .where('held_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n;
  const { files } = world.app.media;
  const { open: openFile } = files;
  let opened = 0;
  let blocked: Answer | undefined;
  // With half of the pictures still to come.
  files.open = async (...args) => {
    if (++opened === ADS) {
      const block = {
        account_id: her.userId,
        kind: 'blocked',
        reason: 'konto_missbrauch',
      } as const;
      blocked = await moderator.call(blockAccount, block);
      expect(await shown()).toBe(0);
      expect((await her.call(getAccountLog, {})).status).toBe(401);
      expect((await download(moderator.cookie, her.userId)).statusCode).toBe(404);
    }
    return openFile(...args);
  };
  try {
    await world.runTasks('data-export/build');
  } finally {
    files.open = openFile;
  }
  expect([blocked?.status, opened]).toEqual([200, 2 * ADS]);
  expect((await moderator.call(openCustomerExport, of)).status).toBe(200);
  const copy = unzip((await download(moderator.cookie, her.userId)).rawPayload);
  const names = [...copy.keys()];
  expect(names.filter((name) => name.startsWith('bilder/'))).toHaveLength(2 * ADS);
  expect(JSON.parse(String(copy.get('inserate.json'))).tabellen.inserat).toHaveLength(ADS);
  expect(String(copy.get('LIESMICH.txt'))).not.toContain('DIESE DATEIEN FEHLEN');
});

test('a stored copy that was cut off ends as an error, early or half way [BOF-75]', async () => {
  const { world, moderator } = shared;
  const her = await largeAccount(world, { ads: 5, pictures: 10, bytes: 20_000 });
  const of = { account_id: her.userId, reason };
  await moderator.call(startCustomerExport, of);
  await world.runTasks('data-export/build');
  await moderator.call(openCustomerExport, of);
  const { file } = await world.db
    .selectFrom('data_export')
    .select('file')
    .where('account_id', '=', her.userId)
    .executeTakeFirstOrThrow();
  const folder = join(world.config.dataDir, 'exports');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const stored = join(folder, names.find((name) => name.endsWith(file!))!);
  truncateSync(stored, 500_000);
  await expect(download(moderator.cookie, her.userId)).rejects.toThrow();
  truncateSync(stored, 500);
  const early = await download(moderator.cookie, her.userId);
  expect([early.statusCode, early.json().code]).toEqual([500, 'INTERNAL']);
  expect(early.headers).not.toHaveProperty('content-disposition');
  expect(world.defects.splice(0).length).toBeGreaterThan(0);
});
