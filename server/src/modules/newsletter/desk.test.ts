import { writeFileSync } from 'node:fs';
import * as contract from '@samtrot/shared/newsletter/staff-contract.ts';
import { approve, declineApproval, getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLine } from '../../testing/process/command-line.ts';
import { house } from '../../testing/world/house.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let owner: Staff;
beforeEach(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const REASON = 'Monatlicher Newsletter.';
const CONTENT = { subject: 'Neues im November', text: 'Guten Tag\n\nIm November gibt es mehr.' };
const saved = (more: object = {}) =>
  owner.call(contract.saveNewsletter, { ...CONTENT, ...more } as never);
const submit = (draft_id: number, seen = 0) =>
  owner.call(contract.requestNewsletter, { draft_id, seen, reason: REASON });
const listed = async () => (await owner.call(contract.getNewsletters, {})).body;

async function reader() {
  const user = await world.user();
  await world.db
    .insertInto('newsletter_consent')
    .values({
      account_id: user.userId,
      wording: 'Ja',
      source: 'profile',
      requested_at: START,
      confirmed_at: START,
    })
    .execute();
  await world.db
    .updateTable('account')
    .set({ email_confirmed_at: START, newsletter: true })
    .where('id', '=', user.userId)
    .execute();
  return user;
}
const sendAll = async () => {
  for (let times = 0; times < 3; times++) {
    await world.runTasks('newsletter/send');
    world.clock.advance(10_000);
  }
};

test('a draft goes out when a second person allows it, never to held accounts [BOF-133]', async () => {
  const second = await staffOf(world, 'owner');
  const [one, held] = [await reader(), await reader()];
  const { draft_id } = (await saved()).body;
  const { approval_id, code } = (await submit(draft_id)).body;
  expect(code).toBe('APPROVAL_PENDING');
  expect(await listed()).toMatchObject({ readers: 2, drafts: [{ state: 'submitted' }], sent: [] });
  // The second person reads what goes out, and to how many.
  const { open } = (await second.call(getApprovals, {})).body;
  const after = { Betreff: CONTENT.subject, Text: CONTENT.text, Konten: 2 };
  expect(open).toMatchObject([{ approval_id, after }]);
  await sendAll();
  expect(await world.mails()).toEqual([]);
  expect((await owner.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  const team = house(world);
  await team.hold(await team.person(), 'account', held.userId);
  await world.db.deleteFrom('mail').execute();
  expect((await second.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  await sendAll();
  expect((await world.mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [one.email, CONTENT.subject],
  ]);
  expect(await listed()).toMatchObject({
    readers: 1,
    drafts: [],
    sent: [{ subject: CONTENT.subject, made: 1, waiting: 1, sent: 0, refused: 0 }],
  });
  const again = (await saved()).body.draft_id;
  expect((await submit(again)).body.errors.subject).toContain('ging schon hinaus');
});

test('the test goes to the person who asks and to nobody else [BOF-133]', async () => {
  await reader();
  const { draft_id } = (await saved()).body;
  const { body } = await owner.call(contract.testNewsletter, { draft_id, seen: 0 });
  expect(body.message).toBe(`Zur Probe unterwegs an ${owner.email}.`);
  const mails = await world.mails();
  expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email]);
  expect(mails[0]!.text).toContain('Im November gibt es mehr.');
});

test('declined it is a draft again; changed meanwhile, it is not overwritten [BOF-133]', async () => {
  const second = await staffOf(world, 'owner');
  const { draft_id } = (await saved()).body;
  const { approval_id } = (await submit(draft_id)).body;
  expect((await saved({ draft_id, seen: 0 })).body.code).toBe('STAFF_VERSION_CONFLICT');
  await second.call(declineApproval, { approval_id, reason: 'Zu kurz' });
  expect((await saved({ draft_id, seen: 0, text: 'Länger' })).body.saved).toBe(1);
  expect((await saved({ draft_id, seen: 0 })).body.code).toBe('STAFF_VERSION_CONFLICT');
  const { status } = await owner.call(contract.deleteNewsletter, { draft_id, seen: 1 });
  expect([status, (await listed()).drafts]).toEqual([200, []]);
  expect((await saved({ draft_id: 999, seen: 0 })).status).toBe(404);
});

test('a subject that tells the sector, or no text, is refused at its field [BOF-133]', async () => {
  expect((await saved({ subject: 'Neue Erotik-Inserate' })).body.errors.subject).toContain(
    'nicht neutral',
  );
  expect(Object.keys((await saved({ text: ' ' })).body.errors)).toEqual(['text']);
  expect((await submit((await saved()).body.draft_id)).body.code).toBe('SECOND_PERSON_MISSING');
});

test('a person on the command line needs a second one, too [BOF-133]', async () => {
  await staffOf(world, 'owner');
  await reader();
  const file = `${world.config.dataDir}/november.txt`;
  writeFileSync(file, 'Betreff: Neues im November\n\nGuten Tag');
  const env = {
    DATABASE_URL: world.url,
    DATA_DIR: world.config.dataDir,
    DATA_KEY: world.config.dataKeys.join(','),
  };
  const args = ['newsletter', 'send', file, '--as', owner.email, '--json'];
  const { out } = await commandLine({ env, clock: world.clock }, ...args);
  expect(JSON.parse(out)).toMatchObject({ ok: true, approval_id: expect.any(Number) });
  await sendAll();
  expect(await world.mails()).toEqual([]);
  // The test goes to nobody but her.
  const trial = (to: string) => commandLine({ env, clock: world.clock }, ...args, '--test', to);
  expect(JSON.parse((await trial('fremd@beispiel.ch')).out)).toMatchObject({ ok: false });
  expect(await world.mails()).toEqual([]);
  expect(JSON.parse((await trial(owner.email)).out)).toMatchObject({ ok: true });
  expect((await world.mails()).map(({ recipient }) => recipient)).toEqual([owner.email]);
});
