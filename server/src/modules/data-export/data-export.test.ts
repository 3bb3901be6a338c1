import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { Banner } from '@samtrot/shared/banners/contract.ts';
import { Club } from '@samtrot/shared/clubs/contract.ts';
import {
  getDataExport,
  openDataExport,
  startDataExport,
} from '@samtrot/shared/data-export/contract.ts';
import { EXPORT_OFFERED_MS, EXPORT_PATH } from '@samtrot/shared/data-export/rules.ts';
import { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { support } from '@samtrot/shared/support/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { unzip } from '../../testing/process/zip.ts';
import { downloaded, exportOf, startedExport } from '../../testing/world/exports.ts';
import { confirmed } from '../../testing/world/factors.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../testing/world/world.ts';
import { linkEmail } from '../access/link-store.ts';
import * as accounts from '../accounts/service.ts';
import { credit } from '../wallet/service.ts';
import { startExport } from './service.ts';
import { TABLES, UNLINKED } from './tables.ts';

const BUILD = 'data-export/build';
const EXPIRE = 'data-export/expire';
const JSON_FILES = [
  ...['konto', 'inserate', 'banner', 'clubs', 'zahlungen', 'nachrichten', 'protokoll'],
] as const;

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterEach(() => {
  expect(world.defects.splice(0)).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

const stateOf = async (user: Caller) => (await user.call(getDataExport, {})).body.export;
const tables = (files: Map<string, Buffer>, file: string) =>
  JSON.parse(String(files.get(`${file}.json`))).tabellen;
const storedFiles = () =>
  readdirSync(join(world.config.dataDir, 'exports'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes('.'),
  );
const emailOf = (user: Caller) =>
  world.db.transaction().execute(async (db) => (await accounts.getAccount(db, user.userId)).email);
const rowsOf = ({ userId }: Caller) =>
  world.db
    .selectFrom('data_export')
    .select(['state', 'file', 'expires_at'])
    .where('account_id', '=', userId)
    .orderBy('created_at')
    .execute();
const fileOf = async (user: Caller) => (await rowsOf(user))[0]!.file!;
const isStored = (file: string) => storedFiles().some((name) => name.endsWith(file));
const workFiles = () => readdirSync(join(world.config.dataDir, 'export-work'));
const eventsOf = async (user: Caller) =>
  (await user.call(getAccountLog, {})).body.entries.map(({ kind }: { kind: string }) => kind);

/** An advertiser with an ad, two pictures, a banner, a club, credits and a message. */
async function owner() {
  const user = await on.rich(100);
  const placed = await on.place(user, { inserat_typ: '1_week', titel: '=Titel mit "Zeichen"' });
  const images: number[] = [];
  for (const seed of [1, 2]) {
    const jpeg = await noise(80, 60, seed * 1000 + user.userId)
      .jpeg()
      .toBuffer();
    const { body } = await user.call(saveInseratImage, {
      inserat_id: placed.id,
      base64ImageString: dataUrl(jpeg),
      name: 'ferien.jpg',
    });
    images.push(body.image.attachment_id);
  }
  const place = placements(world);
  await place.banner(user.userId, { text: 'Bannertext' });
  await place.club(user.userId, { club_name: 'Mondlicht' });
  await user.call(support, { subject: 'ad', message: 'Bitte helft mir mit dem Inserat.' });
  await user.call(walletTopup, { topup_option_id: 1 });
  return { user, inserat: placed.id, images };
}

test('a copy holds every table of personal data, and no account but its own [ACC-15]', async () => {
  const { user, inserat, images } = await owner();
  const { user: other } = await owner();
  const files = await exportOf(world, user);
  expect([...files.keys()].filter((name) => !name.includes('/'))).toEqual([
    ...JSON_FILES.map((name) => `${name}.json`),
    ...['verlauf.csv', 'LIESMICH.txt'],
  ]);
  const all = Object.assign({}, ...JSON_FILES.map((file) => tables(files, file)));
  const personal = nonEmpty(PERSONAL_DATA.flatMap((entry) => entry.tables));
  const missing = personal.filter((table) => !(table in all) && !(table in UNLINKED));
  expect(missing).toEqual([]);
  expect(all.account).toMatchObject([{ id: user.userId }]);
  expect(all.inserat).toMatchObject([{ id: inserat, titel: '=Titel mit "Zeichen"' }]);
  expect(all.image.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(images));
  expect(all.banner).toMatchObject([{ text: 'Bannertext' }]);
  expect(all.club).toMatchObject([{ club_name: 'Mondlicht' }]);
  expect(all.thread_entry).toMatchObject([{ body: 'Bitte helft mir mit dem Inserat.' }]);
  expect(all.payment).toHaveLength(1);
  expect(all.data_export).toMatchObject([{ started_by: 'owner', state: 'running' }]);
  for (const [table, rows] of Object.entries(all))
    for (const row of rows as { account_id?: number | null }[])
      if (row.account_id) expect(row.account_id, table).toBe(user.userId);
  const text = [...files.values()].join('\n');
  expect(text).toContain(await emailOf(user));
  expect(text).not.toContain(await emailOf(other));
  const { password_hash } = await world.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(text).not.toContain(password_hash);
});

test('the ads, banners and clubs of a copy have the form of the calls [ACC-15]', async () => {
  const { user, inserat } = await owner();
  const files = await exportOf(world, user);
  const lists = { inserate: Inserat, banner: Banner, clubs: Club };
  for (const [name, form] of Object.entries(lists)) {
    const items = nonEmpty<object>(JSON.parse(String(files.get(`${name}.json`)))[name]);
    for (const item of items) expect(form.parse(item), name).toEqual(item);
  }
  const [ad] = JSON.parse(String(files.get('inserate.json'))).inserate;
  expect(ad.ID).toBe(inserat);
  for (const { attachment_id } of nonEmpty<{ attachment_id: number }>(ad.imageSources))
    expect(files.get(`bilder/bild-${attachment_id}.webp`)?.subarray(8, 12).toString()).toBe('WEBP');
});

test('LIESMICH.txt explains every file and every field of a copy [ACC-15]', async () => {
  const { user } = await owner();
  const files = await exportOf(world, user);
  const text = String(files.get('LIESMICH.txt'));
  for (const name of files.keys())
    if (name !== 'LIESMICH.txt') expect(text).toContain(name.replace(/\/.*/, '/'));
  for (const file of JSON_FILES) {
    const part = text.slice(text.indexOf(`${file.toUpperCase()}.JSON`));
    const { tabellen, ...lists } = JSON.parse(String(files.get(`${file}.json`)));
    for (const [list, rows] of Object.entries({ ...lists, ...tabellen }) as [string, object[]][]) {
      expect(part).toContain(`«${list}»`);
      for (const field of Object.keys(rows[0] ?? {})) expect(part).toContain(`\n  ${field}: `);
    }
  }
  for (const name of nonEmpty(Object.keys(UNLINKED))) expect(text).toContain(`  ${name}: `);
  expect(text).not.toContain('DIESE DATEIEN FEHLEN');
});

test('verlauf.csv begins with a byte order mark and holds no formula [ACC-15]', async () => {
  const { user } = await owner();
  await world.db.transaction().execute(async (db) => {
    await credit({ db, now: world.clock.now() }, 'correction', {
      userId: user.userId,
      amount: 5,
      cause: `formula:${user.userId}`,
      description: '=1+1',
    });
  });
  const csv = (await exportOf(world, user)).get('verlauf.csv')!;
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(String(csv)).toContain(";'=1+1;");
  for (const line of String(csv).split('\r\n'))
    for (const cell of line.split(';')) expect(cell).not.toMatch(/^"?[=+@]/);
});

test('starting, opening and downloading ask for a proof of their kind [ACC-10, ACC-15]', async () => {
  const { user } = await owner();
  const REFUSED = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
  expect(await user.call(startDataExport, {})).toMatchObject(REFUSED);
  await confirmed(world, user, 'deletion');
  expect(await user.call(startDataExport, {})).toMatchObject(REFUSED);
  expect(await stateOf(user)).toBeNull();
  await startedExport(user);
  await world.runTasks(BUILD);
  expect((await user.call(openDataExport, {})).body).toMatchObject({ url: EXPORT_PATH });
  world.clock.advance(5 * MINUTE_MS + 1);
  expect(await user.call(openDataExport, {})).toMatchObject(REFUSED);
  expect((await downloaded(world, user)).statusCode).toBe(403);
  expect((await downloaded(world, { cookie: '' })).statusCode).toBe(401);
  await confirmed(world, user, 'export');
  expect((await downloaded(world, user)).statusCode).toBe(200);
  expect(await eventsOf(user)).toEqual([
    ...['export_downloaded', 'export_ready', 'export_requested'],
  ]);
});

test('while a change of the address can be undone, no copy starts or leaves [ACC-11, ACC-15]', async () => {
  const { user } = await owner();
  await startedExport(user);
  await world.runTasks(BUILD);
  await world.db
    .insertInto('account_link')
    .values({
      token_hash: Buffer.from(`undo ${user.userId}`),
      account_id: user.userId,
      purpose: 'undo_email',
      email: linkEmail.encrypt('alt@beispiel.ch', user.userId, 'undo_email'),
      email_hash: linkEmail.lookup('alt@beispiel.ch'),
      created_at: world.clock.now(),
      expires_at: new Date(world.clock.now().getTime() + 72 * HOUR_MS),
    })
    .execute();
  const REFUSED = { status: 409, body: { code: 'EMAIL_CHANGE_OPEN' } };
  expect(await user.call(startDataExport, {})).toMatchObject(REFUSED);
  expect(await user.call(openDataExport, {})).toMatchObject(REFUSED);
  expect((await downloaded(world, user)).statusCode).toBe(409);
});

test('the ZIP is sent with a neutral name and kept by no cache [ACC-15, ACC-62]', async () => {
  const { user } = await owner();
  await startedExport(user);
  await world.runTasks(BUILD);
  const { headers, rawPayload } = await downloaded(world, user);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(rawPayload.length),
    'content-disposition': 'attachment; filename="daten-2026-11-20.zip"',
    'cache-control': 'no-store, private',
    'x-content-type-options': 'nosniff',
  });
  expect((await stateOf(user)).size).toBe(rawPayload.length);
  const mail = (await world.mails(await emailOf(user))).at(-1)!;
  expect(mail.subject).toBe('Deine Daten liegen bereit');
  expect(mail.text).toContain('/profil/sicherheit');
});

test('what is stored is no ZIP and holds nothing readable [ACC-15]', async () => {
  const { user } = await owner();
  await startedExport(user);
  await world.runTasks(BUILD);
  const file = await fileOf(user);
  const path = join(world.config.dataDir, 'exports', file.slice(0, 2), file);
  const stored = readFileSync(path).toString('latin1');
  expect(stored.startsWith('PK')).toBe(false);
  for (const plain of ['LIESMICH', 'konto.json', 'WEBP']) expect(stored).not.toContain(plain);
  expect(workFiles()).toEqual([]);
});

test('a second start while one is being made changes nothing; the fourth in a day waits [ACC-15]', async () => {
  const { user } = await owner();
  await startedExport(user);
  const twice = await Promise.all([1, 2, 3].map(() => user.call(startDataExport, {})));
  expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
  const states = async () => (await rowsOf(user)).map(({ state }) => state).toSorted();
  expect(await states()).toEqual(['waiting']);
  await world.runTasks(BUILD);
  await startedExport(user);
  expect(await states()).toEqual(['gone', 'waiting']);
  await world.runTasks(BUILD);
  await startedExport(user);
  await world.runTasks(BUILD);
  const refused = await user.call(startDataExport, {});
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  expect(await stateOf(user)).toMatchObject({ state: 'ready', percent: 100 });
});

test('a copy is offered for seven days, then its file and its row are gone [ACC-15, EXP-88]', async () => {
  const { user } = await owner();
  await startedExport(user);
  expect(await stateOf(user)).toMatchObject({ state: 'waiting', percent: 0, size: null });
  await world.runTasks(BUILD);
  const { ready_at, expires_at } = await stateOf(user);
  expect(Date.parse(expires_at) - Date.parse(ready_at)).toBe(EXPORT_OFFERED_MS);
  const file = await fileOf(user);
  const now = world.clock.now();
  world.clock.set(new Date(Date.parse(expires_at) - 1));
  await world.runTasks(EXPIRE);
  expect(isStored(file)).toBe(true);
  expect(await stateOf(user)).toMatchObject({ state: 'ready' });
  world.clock.set(new Date(expires_at));
  expect(await stateOf(user)).toBeNull();
  await world.runTasks(EXPIRE);
  expect(isStored(file)).toBe(false);
  expect(await rowsOf(user)).toEqual([]);
  world.clock.set(now);
});

test('an account deleted while its copy is made gets none, and no file stays [ACC-15, INV-19]', async () => {
  const { user } = await owner();
  const email = await emailOf(user);
  await startedExport(user);
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  world.clock.advance(DELETION_WAITS_MS);
  const { open } = world.app.media.files;
  const before = storedFiles();
  let deleted = false;
  world.app.media.files.open = async (...args) => {
    if (!deleted) {
      deleted = true;
      await world.runTasks('account-deletion/final');
    }
    return open(...args);
  };
  try {
    await world.runTasks(BUILD);
  } finally {
    world.app.media.files.open = open;
  }
  expect(deleted).toBe(true);
  expect(storedFiles()).toEqual(before);
  expect(workFiles()).toEqual([]);
  expect(await rowsOf(user)).toMatchObject([{ state: 'gone' }]);
  await world.runTasks(EXPIRE);
  expect(await rowsOf(user)).toEqual([]);
  const subjects = (await world.mails(email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Dein Konto ist gelöscht']);
});

test('a finished copy is gone with the account [ACC-15, INV-19]', async () => {
  const { user } = await owner();
  await startedExport(user);
  await world.runTasks(BUILD);
  const file = await fileOf(user);
  expect(isStored(file)).toBe(true);
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  world.clock.advance(DELETION_WAITS_MS);
  await world.runTasks('account-deletion/final', EXPIRE);
  expect(isStored(file)).toBe(false);
  expect(await rowsOf(user)).toEqual([]);
});

test('a missing picture is named in LIESMICH.txt and fails nothing [ACC-15]', async () => {
  const { user, images } = await owner();
  const { content_id, width } = await world.db
    .selectFrom('image')
    .select(['content_id', 'width'])
    .where('id', '=', images[0]!)
    .executeTakeFirstOrThrow();
  await world.app.media.files.remove(`${content_id}-${width}.webp`);
  const files = await exportOf(world, user);
  const text = String(files.get('LIESMICH.txt'));
  expect(text.slice(text.indexOf('DIESE DATEIEN FEHLEN'))).toContain(
    `  bilder/bild-${images[0]}.webp`,
  );
  expect(files.has(`bilder/bild-${images[0]}.webp`)).toBe(false);
  expect(files.has(`bilder/bild-${images[1]}.webp`)).toBe(true);
});

test('a copy made while ads change is of one moment, all its files together [ACC-15]', async () => {
  const { user, inserat } = await owner();
  await startedExport(user);
  const { open } = world.app.media.files;
  let changes = 0;
  const change = async () => {
    changes++;
    await world.db
      .updateTable('inserat')
      .set({ titel: `geändert ${changes}` })
      .where('id', '=', inserat)
      .execute();
  };
  // Between the rows and the files, and while the rows are read.
  world.app.media.files.open = async (...args) => {
    await change();
    return open(...args);
  };
  let running = true;
  const meanwhile = (async () => {
    while (running) await change();
  })();
  try {
    await world.runTasks(BUILD);
  } finally {
    running = false;
    world.app.media.files.open = open;
    await meanwhile;
  }
  expect(changes).toBeGreaterThan(0);
  const answer = await downloaded(world, user);
  const { inserate, tabellen } = JSON.parse(String(unzip(answer.rawPayload).get('inserate.json')));
  const byId = (rows: { ID?: number; id?: number; titel: string }[]) =>
    new Map(rows.map((row) => [row.ID ?? row.id, row.titel]));
  expect(byId(inserate)).toEqual(byId(tabellen.inserat));
});

test('a worker that cannot store tries three times, then the owner may try again [ACC-15, EXP-88]', async () => {
  const { user } = await owner();
  await startedExport(user);
  const task = world.app.tasks.find(({ name }) => name === BUILD)!;
  const { open } = world.app.media.files;
  world.app.media.files.open = async () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  const start = world.clock.now();
  try {
    for (const state of ['waiting', 'waiting', 'failed']) {
      expect(await task.run({ db: world.db, now: world.clock.now() })).toBe(1);
      expect(await stateOf(user)).toMatchObject({ state });
      world.clock.advance(10 * MINUTE_MS);
    }
    expect(await task.run({ db: world.db, now: world.clock.now() })).toBe(0);
  } finally {
    world.app.media.files.open = open;
  }
  expect(world.defects.splice(0)).toHaveLength(3);
  world.clock.set(start);
  await startedExport(user);
  await world.runTasks(BUILD);
  expect(await stateOf(user)).toMatchObject({ state: 'ready' });
});

test('the house starts the same copy, with its reason, and the owner reads it [ACC-15]', async () => {
  const { user } = await owner();
  await world.db
    .transaction()
    .execute((db) =>
      startExport(
        { db, now: world.clock.now() },
        { accountId: user.userId, startedBy: 'house', reason: 'Sie kann sich nicht anmelden.' },
      ),
    );
  await world.runTasks(BUILD);
  world.clock.advance(MINUTE_MS);
  expect(await eventsOf(user)).toEqual(['export_ready', 'export_by_house']);
  const mail = (await world.mails(user.email)).at(-1);
  expect(JSON.stringify(mail)).toContain('Unser Team hat sie für dich erstellt.');
  expect(JSON.stringify(mail)).not.toContain('ändere bitte dein Passwort');
  await confirmed(world, user, 'export');
  const files = unzip((await downloaded(world, user)).rawPayload);
  expect(tables(files, 'protokoll').data_export).toMatchObject([
    { started_by: 'house', reason: 'Sie kann sich nicht anmelden.' },
  ]);
});

test('a table stands in one file of a copy only [ACC-15]', () => {
  const names = nonEmpty(TABLES.map(({ table }) => table));
  expect(new Set(names).size).toBe(names.length);
});
