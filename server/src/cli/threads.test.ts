import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { support } from '@samtrot/shared/support/contract.ts';
import { getThread } from '@samtrot/shared/support/thread-contract.ts';
import { afterAll, expect, test } from 'vitest';
import { commandLine } from '../testing/process/command-line.ts';
import { customerWorld } from '../testing/world/customers.ts';

const shared = customerWorld(0);
const folder = mkdtempSync(join(tmpdir(), 'samtrot-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const samtrot = (...args: string[]) => {
  const { url, config, clock } = shared.world;
  const env = { DATABASE_URL: url, DATA_DIR: folder, DATA_KEY: config.dataKeys.join(',') };
  return commandLine({ env, clock }, ...args);
};
const thread = (verb: string, ...args: string[]) =>
  samtrot('thread', verb, ...args, '--as', shared.moderator.email);
const asked = async (subject: 'ad' | 'billing' = 'ad') =>
  (await shared.user.call(support, { subject, message: 'Wie ändere ich mein Inserat?' })).body
    .ticket as string;
const rowOf = (ticket: string) =>
  shared.world.db
    .selectFrom('thread')
    .select(['state', 'assigned_to'])
    .where('id', '=', Number(ticket.slice(2)))
    .executeTakeFirstOrThrow();
const lastEntry = async (ticket: string) =>
  /\[(\d+)\]/.exec((await thread('show', ticket)).out)![1]!;

test('a thread is listed and shown; showing it is a look of the person [BOF-76, BOF-82]', async () => {
  const { moderator, user, world } = shared;
  const ticket = await asked();
  expect((await thread('list')).out).toContain(`${ticket}  Neu`);
  expect((await thread('list', '--search', ticket)).out).toContain(ticket);
  expect((await thread('list', '--list', 'done')).out).not.toContain(ticket);
  const { out } = await thread('show', ticket);
  expect(out).toContain('Wie ändere ich mein Inserat?');
  const looks = await world.db
    .selectFrom('data_access_log')
    .select(['staff_id', 'kind', 'thing_number'])
    .where('account_id', '=', user.userId)
    .execute();
  expect(looks).toEqual([
    { staff_id: moderator.staffId, kind: 'messages', thing_number: ticket.slice(2) },
  ]);
});

test('an answer reaches her under the person, and a stale one is refused [BOF-84, BOF-139]', async () => {
  const { moderator, user, world } = shared;
  const ticket = await asked();
  const seen = await lastEntry(ticket);
  const args = [ticket, '--seen', seen, '--text', 'Unter «Bearbeiten».'];
  expect(await thread('answer', ...args)).toMatchObject({
    code: 0,
    out: 'Die Antwort steht in ihrem Dashboard. Eine Mail sagt ihr, dass etwas da ist. Beantwortet.\n',
  });
  const own = await user.call(getThread, { thread_id: Number(ticket.slice(2)) });
  expect(own.body.thread.entries.at(-1).text).toBe('Unter «Bearbeiten».');
  expect((await rowOf(ticket)).state).toBe('answered');
  expect((await thread('answer', ...args)).code).toBe(1);
  expect((await thread('answer', ...args, '--anyway', '--state', 'done')).code).toBe(0);
  expect((await rowOf(ticket)).state).toBe('done');
  const lines = await world.db
    .selectFrom('audit')
    .select(['staff_id', 'right'])
    .where('action', '=', 'thread_answered')
    .where('object', '=', `thread:${ticket.slice(2)}`)
    .execute();
  expect(lines).toEqual(Array(2).fill({ staff_id: moderator.staffId, right: 'inbox.reply' }));
});

test('a thread is assigned, to nobody again, closed and opened as on the screen [BOF-83]', async () => {
  const ticket = await asked();
  const { owner, reader } = shared;
  expect((await thread('assign', ticket, '--to', owner.email)).out).toBe(
    `Zugeteilt an ${owner.name}.\n`,
  );
  expect(await rowOf(ticket)).toEqual({ state: 'in_progress', assigned_to: owner.staffId });
  expect((await thread('assign', ticket)).code).toBe(0);
  expect((await rowOf(ticket)).assigned_to).toBeNull();
  expect((await thread('assign', ticket, '--to', 'niemand@beispiel.ch')).code).toBe(1);
  expect((await thread('assign', ticket, '--to', reader.email)).code).toBe(1);
  expect((await thread('close', ticket, '--state', 'spam')).out).toBe('Spam.\n');
  expect((await rowOf(ticket)).state).toBe('spam');
  expect((await thread('close', ticket, '--state', 'new')).out).toBe('Neu.\n');
  expect((await thread('close', ticket)).out).toBe('Erledigt.\n');
  expect((await rowOf(ticket)).state).toBe('done');
});

test('each command asks for the right and its scope, and for a known ticket [BOF-16, BOF-39]', async () => {
  const [ad, bill] = [await asked(), await asked('billing')];
  const as = (email: string, ...args: string[]) => samtrot('thread', ...args, '--as', email);
  expect((await as(shared.reader.email, 'list')).code).toBe(1);
  const listed = (await as(shared.finance.email, 'list')).out;
  expect([listed.includes(ad), listed.includes(bill)]).toEqual([false, true]);
  expect((await as(shared.finance.email, 'close', ad)).code).toBe(1);
  expect((await as(shared.finance.email, 'close', bill)).code).toBe(0);
  expect((await thread('show', 'S-999999')).code).toBe(1);
  expect((await thread('show', '17')).code).toBe(2);
  expect((await thread('answer', ad, '--seen', '1', '--text', ' ')).code).toBe(2);
  expect((await thread('close', ad, '--state', 'gone')).code).toBe(2);
});
