import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { support } from '@samtrot/shared/support/contract.ts';
import { attachFile, detachFile } from '@samtrot/shared/support/file-contract.ts';
import { FILE_MAX_BYTES, fileTexts } from '@samtrot/shared/support/file-rules.ts';
import * as desk from '@samtrot/shared/support/staff-contract.ts';
import * as own from '@samtrot/shared/support/thread-contract.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { noise } from '../../testing/media/images.ts';
import { exportOf } from '../../testing/world/exports.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import type { FileStore } from '../media/service.ts';
import { threadFilesTask } from './jobs.ts';

const PDF = Buffer.from('%PDF-1.4\nBeleg kanarienvogel\n%%EOF');
const SEND_KEY = '0c6b7d7e-0000-4000-8000-000000000001';

let world: World;
let owner: Staff;
let user: Caller & { email: string };
beforeAll(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  user = await world.user();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const attach = (bytes: Uint8Array, name = 'Beleg.pdf', who = user) =>
  who.call(attachFile, { name, content: Buffer.from(bytes).toString('base64') });
const attached = async (bytes: Uint8Array, name?: string): Promise<number> => {
  const { status, body } = await attach(bytes, name);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.file.id;
};
const ask = async (files: number[]) =>
  user.call(support, { subject: 'billing', message: 'Hier ist mein Beleg dazu.', files });
const idOf = (ticket: string) => Number(ticket.slice(2));
const download = (cookie: string, url: string) => world.server.inject({ url, headers: { cookie } });
const stored = () => {
  const folder = join(world.config.dataDir, 'attachments');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};
const readable = () =>
  stored().filter((path) => readFileSync(path).includes('kanarienvogel')).length;

test('a file chosen after a lost answer goes to the message that has arrived, once [EXP-90, EXP-92]', async () => {
  const { ticket } = (await ask([])).body;
  const id = await attached(PDF);
  for (let turn = 0; turn < 2; turn++) expect((await ask([id])).body.ticket).toBe(ticket);
  const { thread } = (await user.call(own.getThread, { thread_id: idOf(ticket) })).body;
  const filesOf = ({ files }: { files: { id: number }[] }) => files.map((file) => file.id);
  expect(thread.entries.map(filesOf)).toEqual([[id]]);
});

test('a PDF is stored encrypted and downloaded by both sides, never inline [EXP-90]', async () => {
  const id = await attached(PDF);
  const { ticket } = (await ask([id])).body;
  expect(stored().length).toBeGreaterThan(0);
  expect(readable()).toBe(0);
  const file = { id, name: 'Beleg.pdf', kind: 'pdf', bytes: PDF.length };
  const seen = await user.call(own.getThread, { thread_id: idOf(ticket) });
  expect(seen.body.thread.entries).toMatchObject([{ files: [file] }]);
  const { body } = await owner.call(desk.thread, { thread_id: idOf(ticket) });
  expect(body.thread.entries).toMatchObject([{ files: [file] }]);
  for (const [cookie, url] of [
    [user.cookie, `/support/datei/${id}`],
    [owner.cookie, `/betrieb/datei/${id}`],
  ] as const) {
    const answer = await download(cookie, url);
    expect(answer.statusCode, url).toBe(200);
    expect(answer.rawPayload.equals(PDF)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''Beleg.pdf",
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store, private',
    });
  }
});

test('a picture loses its metadata and is downloaded as what it became [EXP-90]', async () => {
  const picture = await noise(400, 300)
    .withExif({ IFD0: { Copyright: 'kanarienvogel' } })
    .jpeg()
    .toBuffer();
  expect(picture.includes('kanarienvogel')).toBe(true);
  const id = await attached(picture, 'Foto vom Balkon.jpeg');
  await ask([id]);
  const { rawPayload, headers } = await download(user.cookie, `/support/datei/${id}`);
  expect(headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''Foto%20vom%20Balkon.webp",
  );
  const { format, width, exif } = await sharp(rawPayload).metadata();
  expect([format, width, exif]).toEqual(['webp', 400, undefined]);
});

test('wrong type, size and number are refused at the field, in German [EXP-90]', async () => {
  const refusal = async (bytes: Uint8Array) => (await attach(bytes)).body.errors;
  expect(await refusal(Buffer.from('<svg/>'))).toEqual({ content: fileTexts.type });
  expect(await refusal(Buffer.concat([PDF, Buffer.alloc(FILE_MAX_BYTES)]))).toEqual({
    content: fileTexts.size,
  });
  expect(await refusal(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toEqual({
    content: fileTexts.unreadable,
  });
  const ids = [];
  for (let n = 0; n < 6; n++) ids.push(await attached(PDF));
  expect((await ask(ids)).body.errors).toEqual({ files: fileTexts.number });
  expect((await ask(ids.slice(1))).status).toBe(200);
});

test('a file of somebody else, a sent one and a deleted one join no message [EXP-90]', async () => {
  const other = await world.user();
  const foreign = (await attach(PDF, 'a.pdf', other)).body.file.id;
  const sent = await attached(PDF);
  const { ticket } = (await ask([sent])).body;
  const gone = await attached(PDF);
  expect((await user.call(detachFile, { file_id: gone })).status).toBe(200);
  for (const id of [foreign, sent, gone, 999_999]) {
    const reply = { thread_id: idOf(ticket), text: 'Noch einer.', send_key: SEND_KEY, files: [id] };
    expect((await user.call(own.replyThread, reply)).body.errors).toEqual({
      files: fileTexts.gone,
    });
  }
  for (const id of [foreign, sent])
    expect((await user.call(detachFile, { file_id: id })).body.code).toBe('NOT_FOUND');
});

test('nobody else downloads it: no stranger, no visitor, no role without the thread', async () => {
  const id = await attached(PDF);
  const { ticket } = (await ask([id])).body;
  const other = await world.user();
  expect((await download(other.cookie, `/support/datei/${id}`)).statusCode).toBe(404);
  expect((await download('', `/support/datei/${id}`)).statusCode).toBe(401);
  expect((await download(user.cookie, `/betrieb/datei/${id}`)).statusCode).toBe(401);
  const partners = await staffOf(world, 'partner_manager');
  expect((await download(partners.cookie, `/betrieb/datei/${id}`)).statusCode).toBe(404);
  const reader = await staffOf(world, 'reader');
  expect((await download(reader.cookie, `/betrieb/datei/${id}`)).statusCode).toBe(403);
  expect(ticket).toMatch(/^S-/);
});

test('opening a file of a thread is a look at her messages [BOF-76]', async () => {
  const id = await attached(PDF);
  const { ticket } = (await ask([id])).body;
  await download(owner.cookie, `/betrieb/datei/${id}`);
  const looks = await world.db
    .selectFrom('data_access_log')
    .select(['kind', 'reason'])
    .where('thing_number', '=', ticket.slice(2))
    .execute();
  expect(looks).toEqual([{ kind: 'messages', reason: 'deine Nachricht' }]);
});

test('the file is deleted with its thread, and after a day without a message [EXP-90]', async () => {
  await world.runTasks('support/files');
  await world.db.deleteFrom('thread').execute();
  await world.db.deleteFrom('thread_file').execute();
  await world.runTasks('support/files');
  expect(stored()).toEqual([]);
  const { ticket } = (await ask([await attached(PDF)])).body;
  await attached(PDF);
  await world.runTasks('support/files');
  expect(stored()).toHaveLength(2);
  await world.db
    .updateTable('thread_file')
    .set({ created_at: new Date(START.getTime() - DAY_MS) })
    .execute();
  await world.runTasks('support/files');
  expect(stored()).toHaveLength(1);
  await world.db.deleteFrom('thread').where('id', '=', idOf(ticket)).execute();
  await world.runTasks('support/files');
  expect(stored()).toEqual([]);
});

test('a file that cannot be removed keeps no other one [EXP-90, RUN-17]', async () => {
  await world.runTasks('support/files');
  const files = ['eins.bin', 'zwei.bin', 'drei.bin'];
  await world.db
    .insertInto('thread_file_removal')
    .values(files.map((file) => ({ file })))
    .execute();
  const removed: string[] = [];
  let refuses = true;
  const remove = async (file: string) => {
    if (refuses && file === 'eins.bin') throw new Error('not permitted');
    removed.push(file);
  };
  const { run } = threadFilesTask({ attachments: { remove } as FileStore });
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => void failures.push(message);
  while ((await run({ db: world.db, now: START, onFailure })) > 0);
  expect(removed.toSorted()).toEqual(['drei.bin', 'zwei.bin']);
  expect(failures).toEqual(['the removal of the file eins.bin failed']);
  refuses = false;
  const later = new Date(START.getTime() + MINUTE_MS);
  while ((await run({ db: world.db, now: later, onFailure })) > 0);
  expect(removed.at(-1)).toBe('eins.bin');
  expect(await world.db.selectFrom('thread_file_removal').selectAll().execute()).toEqual([]);
});

test('the copy of her data holds the file; with the account it is deleted [EXP-90]', async () => {
  await world.db.deleteFrom('thread_file').execute();
  await world.runTasks('support/files');
  const her = await world.registered();
  const { id } = (await attach(PDF, 'Beleg.pdf', her)).body.file;
  await her.call(support, { subject: 'billing', message: 'Hier ist mein Beleg.', files: [id] });
  const copy = await exportOf(world, her);
  expect(copy.get(`anhaenge/${id}-Beleg.pdf`)?.equals(PDF)).toBe(true);
  await her.call(deleteAccount, { password: PASSWORD });
  await world.finishDeletions();
  expect(await world.db.selectFrom('thread_file').select('id').execute()).toEqual([]);
  await world.runTasks('support/files');
  expect(stored()).toEqual([]);
});
