import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { deleteInseratImage, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { listed } from '../../testing/process/files.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../testing/world/world.ts';
import { collectDocumentsTask } from '../documents/jobs.ts';
import { checkDocumentFiles } from '../documents/service.ts';
import { garbageCollector } from './collection.ts';
import { collectTask, removalTask } from './jobs.ts';
import type { FileStore } from './ports.ts';
import { checkFiles } from './service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let files: FileStore;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  files = world.app.media.files;
});
beforeEach(async () => {
  // File times are real, whatever the test clock is, so the real time is used.
  world.clock.set(new Date());
  user = await on.rich(0);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

let seed = 900;
const add = async (inserat_id: number) => {
  const bytes = await noise(400, 20, ++seed).jpeg().toBuffer();
  const { body } = await user.call(saveInseratImage, {
    inserat_id,
    base64ImageString: dataUrl(bytes),
  });
  return body.image as { url: string; attachment_id: number; cloudflare_id: string };
};
/** A complete scan, then the removal of what it found. */
async function collect(): Promise<void> {
  for (const task of [collectTask(files), collectDocumentsTask(world.app.documents.files)]) {
    while ((await task.run({ db: world.db, now: world.clock.now() })) > 0);
  }
  await world.runTasks('media/removal');
}
const check = () => checkFiles(world.db, files);
const hash = () => (++seed).toString(16).padStart(64, '0');

test('after any storing and deleting, files and rows match [INV-08]', async () => {
  const id = await on.blank(user);
  const kept = await add(id);
  const { attachment_id } = await add(id);
  expect(await check()).toMatchObject({ orphans: [], missing: [] });
  await user.call(deleteInseratImage, { attachment_id });
  await collect();
  expect(await check()).toEqual({ stored: 4, orphans: [], missing: [] });
  world.clock.advance(10 * MINUTE_MS);
  await world.runTasks('publication/erase');
  await collect();
  const after = await check();
  expect(after).toEqual({ stored: 2, orphans: [], missing: [] });
  expect(await listed(files)).toEqual([
    `${kept.cloudflare_id}-320.webp`,
    `${kept.cloudflare_id}-400.webp`,
  ]);
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  await collect();
  expect(await check()).toEqual({ stored: 0, orphans: [], missing: [] });
});

test('a file without a row is collected after a day, and not before [INV-08, T-UPL-87]', async () => {
  const { cloudflare_id } = await add(await on.blank(user));
  const foreign = hash();
  const left = [
    `${foreign}-320.webp`,
    `${foreign}-720.mp4`,
    `${foreign}-poster.webp`,
    // A width its image does not have.
    `${cloudflare_id}-640.webp`,
  ];
  for (const name of left) await files.put(name, Buffer.from('x'));
  const all = await listed(files);
  expect((await check()).orphans).toEqual([...left].sort());
  await collect();
  world.clock.advance(DAY_MS - HOUR_MS);
  await collect();
  expect(await listed(files)).toEqual(all);
  world.clock.advance(6 * HOUR_MS);
  await collect();
  expect(await listed(files)).toEqual(all.filter((name) => !left.includes(name)));
  expect(await check()).toMatchObject({ orphans: [], missing: [] });
});

test('files announced by an upload are not collected, however old [INV-08, T-UPL-87]', async () => {
  const id = hash();
  const names = [`${id}-320.webp`, `${id}-640.webp`];
  for (const name of names) await files.put(name, Buffer.from('x'));
  world.clock.advance(30 * DAY_MS);
  const now = world.clock.now();
  await world.db
    .insertInto('file_removal')
    .values({ content_id: id, names: [names[0]!], due_at: new Date(now.getTime() + HOUR_MS) })
    .execute();
  await collect();
  expect(await listed(files)).toEqual(expect.arrayContaining(names));
  // The rest of the content is removed with it, at its scheduled time.
  world.clock.advance(HOUR_MS - 1);
  await collect();
  expect(await listed(files)).toEqual(expect.arrayContaining(names));
  world.clock.advance(1);
  await collect();
  expect((await listed(files)).filter((name) => name.startsWith(id))).toEqual([]);
});

test("a video's files are never collected, and a lost one is reported [INV-08]", async () => {
  const inserat_id = await on.blank(user);
  const content_id = hash();
  const names = [`${content_id}-480.mp4`, `${content_id}-720.mp4`, `${content_id}-poster.webp`];
  for (const name of names) await files.put(name, Buffer.from('x'));
  const of = { account_id: user.userId, inserat_id, created_at: world.clock.now() };
  const { id } = await world.db
    .insertInto('video')
    .values({
      ...of,
      place: 'inserat',
      name: 'x',
      position: 1,
      status: 'bereit',
      content_id,
      heights: [720, 480],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  world.clock.advance(60 * DAY_MS);
  await collect();
  expect(await listed(files)).toEqual(expect.arrayContaining(names));
  await files.remove(names[0]!);
  expect((await check()).missing).toEqual([names[0]]);
  await world.db.deleteFrom('video').where('id', '=', id).execute();
  await collect();
  expect(await check()).toMatchObject({ orphans: [], missing: [] });
  expect((await listed(files)).filter((name) => name.startsWith(content_id))).toEqual([]);
});

test('a removal keeps files that another row of the same content uses [INV-08]', async () => {
  const { cloudflare_id } = await add(await on.blank(user));
  const gone = `${cloudflare_id}-960.webp`;
  await files.put(gone, Buffer.from('x'));
  await world.db.deleteFrom('file_removal').where('content_id', '=', cloudflare_id).execute();
  await world.db
    .insertInto('file_removal')
    .values({
      content_id: cloudflare_id,
      names: [gone, `${cloudflare_id}-320.webp`],
      due_at: new Date(0),
    })
    .execute();
  await collect();
  expect((await listed(files)).filter((name) => name.startsWith(cloudflare_id))).toEqual([
    ...[`${cloudflare_id}-320.webp`, `${cloudflare_id}-400.webp`],
  ]);
});

test('files that cannot be removed keep no others, and are tried again later [INV-08, RUN-17]', async () => {
  await world.runTasks('media/removal');
  const [stuck, next, last] = [hash(), hash(), hash()];
  const due = [stuck, next, last].map((content_id, n) => ({
    content_id,
    names: [`${content_id}-320.webp`],
    due_at: new Date(n),
  }));
  await world.db.insertInto('file_removal').values(due).execute();
  const removed: string[] = [];
  let refuses = true;
  const store = {
    async remove(name: string) {
      if (refuses && name.startsWith(stuck)) throw new Error('not permitted');
      removed.push(name.slice(0, 64));
    },
  } as FileStore;
  const { run } = removalTask(store);
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => void failures.push(message);
  const runOut = async (now: Date) => {
    while ((await run({ db: world.db, now, onFailure })) > 0);
  };
  const now = world.clock.now();
  await runOut(now);
  expect(removed).toEqual([next, last]);
  expect(failures).toEqual([`the removal of the files of ${stuck} failed`]);
  refuses = false;
  await runOut(new Date(now.getTime() + MINUTE_MS));
  expect(removed).toEqual([next, last, stuck]);
  expect(failures).toHaveLength(1);
});

test('a scan resumes, does not restart early, and survives a failing store [INV-08]', async () => {
  const found: string[][] = [];
  let broken = false;
  let walks = 0;
  const stored = new Date(world.clock.now().getTime() + 1000);
  world.clock.advance(2 * DAY_MS);
  const many: Pick<FileStore, 'names'> = {
    async *names() {
      walks++;
      for (let n = 0; n < 1200; n++) {
        if (broken && n === 700) throw new Error('away');
        yield { name: String(n), storedAt: n % 2 === 0 ? stored : new Date('2099-01-01') };
      }
    },
  };
  const walk = garbageCollector(many, async (_db, names) => found.push(names));
  const run = () => walk({ db: world.db, now: world.clock.now() });
  expect([await run(), await run(), await run(), await run()]).toEqual([500, 500, 200, 0]);
  expect([walks, found.flat().length, found[1]![0]]).toEqual([1, 600, '500']);
  world.clock.advance(6 * HOUR_MS);
  broken = true;
  expect(await run()).toBe(500);
  await expect(run()).rejects.toThrow('away');
  broken = false;
  expect(await run()).toBe(500);
  expect(walks).toBe(3);
});

test('files older than the database belong to another one and are kept [INV-08]', async () => {
  const found: string[] = [];
  const { at } = await world.db
    .selectFrom('migration')
    .select(({ fn }) => fn.min('applied_at').as('at'))
    .executeTakeFirstOrThrow();
  const installed = new Date(at).getTime();
  const old: Pick<FileStore, 'names'> = {
    async *names() {
      yield { name: 'before', storedAt: new Date(installed - 1) };
      yield { name: 'after', storedAt: new Date(installed + 1) };
    },
  };
  world.clock.advance(30 * DAY_MS);
  await garbageCollector(old, async (_db, names) => found.push(...names))({
    db: world.db,
    now: world.clock.now(),
  });
  expect(found).toEqual(['after']);
});

test("a document's file without a row is removed after a day, with a row it stays [INV-08]", async () => {
  const documents = world.app.documents.files;
  const hashes = [hash(), hash()];
  for (const one of hashes) await documents.put(`${one}.pdf`, Buffer.from('x'));
  const about = { kind: 'statement', month: '2026-01', account_id: user.userId, number: null };
  await world.db
    .insertInto('paper')
    .values({ ...about, content: '{}', hash: hashes[0]!, created_at: world.clock.now() })
    .execute();
  expect(await checkDocumentFiles(world.db, documents)).toMatchObject({
    orphans: [`${hashes[1]}.pdf`],
    missing: [],
  });
  world.clock.advance(31 * DAY_MS);
  await collect();
  expect(await listed(documents)).toEqual([`${hashes[0]}.pdf`]);
  await documents.remove(`${hashes[0]}.pdf`);
  expect((await checkDocumentFiles(world.db, documents)).missing).toEqual([`${hashes[0]}.pdf`]);
});
