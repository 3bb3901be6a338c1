import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualKind } from '@samtrot/shared/holds/rules.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { afterAll, expect, test } from 'vitest';
import { type AdFixture, adStage } from '../testing/listings/inserate.ts';
import { commandLine } from '../testing/process/command-line.ts';
import { house } from '../testing/world/house.ts';
import { staffOf } from '../testing/world/staff.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 500 },
);
const folder = mkdtempSync(join(tmpdir(), 'samtrot-holds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const samtrot = (...args: string[]) => {
  const { url, config, clock } = fixture.world;
  const env = { DATABASE_URL: url, DATA_DIR: folder, DATA_KEY: config.dataKeys.join(',') };
  return commandLine({ env, clock }, ...args);
};

test('the command line holds and releases as the screen does: same rows, mails and log [BOF-39]', async () => {
  const { on, user, world } = fixture;
  const team = house(world);
  const { email, staffId } = await staffOf(world, 'moderator');
  const screen = await team.person();
  const text = 'Bitte ändere den Titel, er stimmt nicht.';
  const [one, two] = [
    await on.place(user, { inserat_typ: '1_week' }),
    await on.place(user, { inserat_typ: '1_week', titel: 'Ein anderer Titel' }),
  ];
  const decision = { reason: 'falsche_angaben', kind: 'revise', fields: ['titel'] } as const;
  const held = await team.hold(screen, 'inserat', one.id, { ...decision, text });
  const args = ['inserat', `${two.id}`, '--as', email];
  const typed = ['--reason', 'falsche_angaben', '--kind', 'revise', '--fields', 'titel'];
  expect(await samtrot('hold', ...args, ...typed, '--text', text)).toMatchObject({ code: 0 });
  expect((await samtrot('holds')).out).toContain(`inserat ${two.id}  Bitte überarbeiten`);
  expect((await samtrot('hold', ...args, ...typed, '--text', text)).error).toContain(
    'schon entschieden: Bitte überarbeiten.',
  );
  await team.release(screen, held.id);
  expect(await samtrot('release', ...args, '--reason', 'Geprüft')).toMatchObject({ code: 0 });
  const rows = (id: number) =>
    world.db
      .selectFrom('hold')
      .select(['kind', 'reason', 'fields', 'text', 'version', 'outcome', 'close_reason'])
      .where('item_id', '=', id)
      .execute();
  expect(await rows(two.id)).toEqual(await rows(one.id));
  const lines = (id: number) =>
    world.db
      .selectFrom('audit')
      .select(['action', 'right', 'reason', 'staff_id'])
      .where('object', '=', `inserat:${id}`)
      .where('staff_id', 'is not', null)
      .orderBy('id')
      .execute();
  const asPerson = (row: object) => ({ ...row, staff_id: staffId });
  expect(await lines(two.id)).toEqual((await lines(one.id)).map(asPerson));
  const mails = (await world.mails()).slice(-4).map(({ subject }) => subject);
  expect(new Set(mails)).toEqual(new Set(['Bitte sieh dir dein Konto an']));
});

test('without --kind the command line proposes what the screen does [BOF-39]', async () => {
  const { on, user, world } = fixture;
  const { email } = await staffOf(world, 'moderator');
  for (const [reason, kind] of [
    ['falsche_angaben', 'revise'],
    ['betrug', 'blocked'],
  ] as const) {
    const { id } = await on.place(user, { inserat_typ: '1_week', titel: `Titel ${reason}` });
    const done = await samtrot('hold', 'inserat', `${id}`, '--reason', reason, '--as', email);
    expect(done, done.error).toMatchObject({ code: 0 });
    expect(usualKind('inserat', HOLD_REASONS[reason])).toBe(kind);
    const row = world.db.selectFrom('hold').select('kind').where('item_id', '=', id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ kind });
  }
  expect(usualKind('account', HOLD_REASONS.persoenliche_daten)).toBe('blocked');
});

test('block and unblock an account by its address; a reader may not [BOF-39]', async () => {
  const { world } = fixture;
  const { email } = await world.user();
  const reader = await staffOf(world, 'reader');
  const owner = await staffOf(world, 'owner');
  const block = (as: string) => samtrot('block', email, '--reason', 'konto_missbrauch', '--as', as);
  expect((await block(reader.email)).error).toContain('Dafür fehlt dir das Recht');
  expect(await block(owner.email)).toMatchObject({ code: 0 });
  expect((await samtrot('holds')).out).toContain('account');
  const unblock = () => samtrot('unblock', email, '--reason', 'Geprüft', '--as', owner.email);
  expect(await unblock()).toMatchObject({ code: 0 });
  expect((await unblock()).error).toContain('Das ist nicht gesperrt.');
  expect((await samtrot('hold', 'inserat', '1', '--reason', 'unsinn')).code).toBe(2);
});

test('final names the refund first and waits with that number for a second person [BOF-33]', async () => {
  const { on, user, world } = fixture;
  const team = house(world);
  const { email } = await staffOf(world, 'moderator');
  const owner = await staffOf(world, 'owner');
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const before = await on.credits(user);
  const final = (...more: string[]) =>
    samtrot('final', 'inserat', `${id}`, '--note', 'Nach drei Hinweisen', '--as', email, ...more);
  expect((await final()).error).toContain('Das ist nicht gesperrt.');
  await team.hold(await team.person(), 'inserat', id);
  const [, credits] = /--refund (\d+)/.exec((await final()).out)!;
  expect(Number(credits)).toBeGreaterThan(0);
  expect((await final('--refund', '1')).out).toContain('Noch ist nichts geschehen.');
  expect((await final('--refund', credits!)).out).toContain('Zur Freigabe vorgelegt.');
  expect(await on.credits(user)).toBe(before);
  const { approval_id } = await world.db
    .selectFrom('approval')
    .select('id as approval_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const approve = await samtrot('approve', `${approval_id}`, '--as', owner.email);
  expect(approve).toMatchObject({ code: 0 });
  expect(await on.credits(user)).toBe(before + Number(credits));
});

test('the mode is chosen for what comes after, by an owner alone and with a reason [BOF-52]', async () => {
  const { on, user, world } = fixture;
  const owner = await staffOf(world, 'owner');
  const moderator = await staffOf(world, 'moderator');
  const mode = (to: string, as: string, ...more: string[]) =>
    samtrot('moderation', 'mode', to, '--as', as, ...more);
  const reason = ['--reason', 'Viele neue Konten'];
  expect((await mode('before', moderator.email, ...reason)).error).toContain(
    'Dafür fehlt dir das Recht',
  );
  expect((await mode('before', owner.email)).code).toBe(2);
  expect((await mode('off', owner.email, ...reason)).code).toBe(2);
  expect((await mode('before', owner.email, ...reason)).out).toBe(
    '«Alles wartet» gilt ab jetzt.\n',
  );
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const status = (await on.list(user)).find(({ ID }) => ID === id)!.inserat_status;
  expect(status).toBe('geplant');
  expect((await mode('after', owner.email, ...reason)).code).toBe(0);
});
