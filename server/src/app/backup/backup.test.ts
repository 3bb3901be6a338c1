import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { diskStorage } from '../../adapters/storage/disk.ts';
import { checkBooks } from '../../modules/overview/service.ts';
import { credit } from '../../modules/wallet/service.ts';
import { dataKeys } from '../../platform/data-key.ts';
import { connect } from '../../platform/db.ts';
import { assertMigrated } from '../../platform/migrate.ts';
import { DATA_KEY } from '../../testing/process/data-key.ts';
import { emptyDatabase } from '../../testing/process/database.ts';
import { rounds } from '../../testing/process/deep.ts';
import { startProgram } from '../../testing/process/program.ts';
import { until } from '../../testing/process/workers.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const ROUNDS = rounds(1, 20);
const LEDGER = `select count(*)::int as transfers,
  coalesce(md5(string_agg(t::text, ',' order by t.id)), '') as hash from ledger_transfer t`;

let world: World;
let folder: string;
let identity: string;
let to: string;
beforeAll(async () => {
  world = await testWorld();
  folder = mkdtempSync(join(tmpdir(), 'samtrot-backup-'));
  await assertMigrated(world.url, keys);
  identity = await generateIdentity();
  to = await identityToRecipient(identity);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

let places = 0;
const place = () => join(folder, `place-${places++}`);
const keys = dataKeys([DATA_KEY]);
const contentOf = (text: string) => `${createHash('sha256').update(text).digest('hex')}.bin`;

/** Money that moves while a backup is written. */
function load(userId: number) {
  let stopped = false;
  let n = 0;
  const ended = (async () => {
    while (!stopped) {
      const cause = `correction:load:${userId}:${places}:${n++}`;
      await world.db.transaction().execute((db) =>
        credit({ db, now: world.clock.now() }, 'correction', {
          userId,
          amount: 1,
          cause,
          description: 'Last',
        }),
      );
    }
  })();
  return {
    /** Waits until it has moved some more. */
    async moved() {
      const before = n;
      await until(() => n > before + 1, 'money that moves');
    },
    async stop() {
      stopped = true;
      await ended;
    },
  };
}

describe('backups of a house at work', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'round %i restores the ledger as it was at the instant of the snapshot [RUN-09]',
    async (round) => {
      const { userId } = await world.user();
      const files = diskStorage(place());
      const name = contentOf(`round ${round}`);
      await files.put(name, Buffer.from(`round ${round}`));
      const target = join(folder, 'target');
      const moving = load(userId);
      let then: unknown;
      const now = new Date(world.clock.now().getTime() + round);
      const report = await backUp({
        url: world.url,
        target,
        to,
        stores: { media: files },
        version: '1.0.0',
        now,
        async onSnapshot(client) {
          await moving.moved();
          then = (await client.query(LEDGER)).rows[0];
        },
      });
      await moving.stop();
      expect(report).toMatchObject({ files: 1, newFiles: 1 });
      await using empty = await emptyDatabase();
      const again = diskStorage(place());
      const stores = { media: again };
      await restore({ url: empty.url, source: target, identity, stores, keys });
      const { db, pool } = connect(empty.url, { max: 2 });
      expect((await pool.query(LEDGER)).rows[0]).toEqual(then);
      expect((await pool.query(LEDGER)).rows[0]).not.toEqual(
        (await world.pool.query(LEDGER)).rows[0],
      );
      expect(await checkBooks(db)).toMatchObject({ ok: true });
      expect(String(await again.get(name))).toBe(`round ${round}`);
      // The next row gets a number of its own.
      await db.transaction().execute((sql) =>
        credit({ db: sql, now }, 'correction', {
          userId,
          amount: 1,
          cause: 'correction:after',
          description: 'Nachher',
        }),
      );
      await db.destroy();
    },
  );
});

describe('what is not whole, not ours or not for here', () => {
  let target: string;
  let name: string;
  const stores = () => ({ media: diskStorage(place()) });
  const take = (at: string, options: object = {}) =>
    backUp({
      url: world.url,
      target: at,
      to,
      stores: stores(),
      version: '1.0.0',
      now: world.clock.now(),
      ...options,
    });
  beforeAll(async () => {
    target = place();
    name = (await take(target)).name;
  });
  const copy = () => {
    const there = place();
    cpSync(target, there, { recursive: true });
    return there;
  };
  const refused = async (options: object, words: RegExp) => {
    await using empty = await emptyDatabase();
    const asked = { url: empty.url, source: target, identity, stores: stores(), keys, ...options };
    await expect(restore(asked)).rejects.toThrow(words);
    expect(await empty.tables()).toBe(0);
  };

  test('another key is named as the reason, and nothing is written [RUN-09]', async () => {
    await refused({ identity: await generateIdentity() }, /Der Schlüssel passt nicht/);
  });

  test('a table that was changed on the disk is named, and nothing is written [RUN-09]', async () => {
    const source = copy();
    writeFileSync(join(source, name, 'ledger_transfer.copy.gz.age'), 'x');
    await refused({ source }, /beschädigt: ledger_transfer/);
  });

  test('a lacking DATA_KEY is named before anything is written [RUN-09]', async () => {
    const other = dataKeys([`${'b'.repeat(40)}-another-key-of-this-house`]);
    await refused({ keys: other }, /In DATA_KEY fehlt der Schlüssel/);
  });

  test('a database or folder that is not empty is left as it is [RUN-09]', async () => {
    const options = { source: target, identity, keys };
    const before = (await world.pool.query(LEDGER)).rows[0];
    await expect(restore({ ...options, url: world.url, stores: stores() })).rejects.toThrow(
      /Die Datenbank ist nicht leer/,
    );
    expect((await world.pool.query(LEDGER)).rows[0]).toEqual(before);
    const full = stores();
    await full.media.put(contentOf('there'), Buffer.from('there'));
    await refused({ stores: full }, /Im Ordner media liegen Dateien/);
  });

  test('a disk that is full midway leaves neither tables nor files [RUN-09]', async () => {
    const at = place();
    const held = stores();
    for (const file of ['a', 'b']) await held.media.put(contentOf(file), Buffer.from(file));
    await take(at, { stores: held });
    const into = stores();
    let puts = 0;
    const put: typeof into.media.put = async (...args) => {
      if (++puts === 2) throw new Error('disk full');
      await into.media.put(...args);
    };
    await refused({ source: at, stores: { ...into, media: { ...into.media, put } } }, /disk full/);
    expect(puts).toBe(2);
    for await (const { name: left } of into.media.names()) expect.unreachable(left);
  });

  test('a backup of a newer release is refused [RUN-09]', async () => {
    const at = place();
    const owner = new pg.Client(world.url);
    await owner.connect();
    await owner.query("insert into migration (name, hash) values ('9999_later.sql', '')");
    await take(at);
    await owner.query("delete from migration where name = '9999_later.sql'");
    await owner.end();
    await refused({ source: at }, /von einer neueren Fassung \(9999_later.sql\)/);
  });

  test('a backup that breaks off leaves nothing that looks whole [RUN-09]', async () => {
    const at = place();
    const broken = stores();
    await broken.media.put(contentOf('a'), Buffer.from('a'));
    const full = { ...broken.media, open: () => Promise.reject(new Error('disk full')) };
    await expect(take(at, { stores: { media: full } })).rejects.toThrow('disk full');
    expect(readdirSync(at)).toEqual(['files']);
    await refused({ source: at }, /ist keine ganze Sicherung/);
  });

  test('a killed backup is no backup, and the next one a day later removes it [RUN-09]', async () => {
    const at = place();
    await take(at);
    const [whole] = readdirSync(at).filter((entry) => entry !== 'files');
    // What the kill leaves: everything but the last step, which gives the folder its name.
    const later = new Date(+world.clock.now() + 1000);
    const killed = `${later.toISOString().replace(/[-:.]/g, '')}.partial`;
    cpSync(join(at, whole!), join(at, killed), { recursive: true });
    rmSync(join(at, whole!), { recursive: true });
    await refused({ source: at }, /ist keine ganze Sicherung/);
    await take(at, { keep: 5, now: new Date(+later + DAY_MS - 1) });
    expect(readdirSync(at)).toContain(killed);
    await take(at, { keep: 5, now: new Date(+later + DAY_MS + 1) });
    expect(readdirSync(at)).not.toContain(killed);
    expect(readdirSync(at)).toHaveLength(3);
  });

  test('a second backup into a folder is refused, and the first keeps all its files [RUN-09]', async () => {
    const at = place();
    const files = stores();
    await files.media.put(contentOf('a'), Buffer.from('a'));
    const second = { keep: 1, now: new Date(+world.clock.now() + 1000) };
    const report = await take(at, {
      stores: files,
      async onSnapshot() {
        await expect(take(at, second)).rejects.toThrow(
          `In diesen Ordner läuft schon eine Sicherung (Prozess ${process.pid}): ${at}`,
        );
      },
    });
    expect(report).toMatchObject({ files: 1, newFiles: 1 });
    expect(readdirSync(at).toSorted()).toEqual([report.name, 'files']);
    await take(at, second);
  });

  test('what a killed backup has locked is taken over [RUN-09]', async () => {
    const at = place();
    mkdirSync(at);
    const { child, ended, printed } = startProgram(
      `import { lockFolder } from '../lock.ts';
       await lockFolder(${JSON.stringify(at)}, () => new Error('in use'));
       console.log('locked');
       setInterval(() => {}, 1000);`,
      { folder: import.meta.dirname },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    await until(() => printed().includes('locked'), 'the lock');
    await expect(take(at)).rejects.toThrow(`(Prozess ${child.pid})`);
    child.kill('SIGKILL');
    await ended;
    const { name: whole } = await take(at);
    expect(readdirSync(at).toSorted()).toEqual([whole, 'files']);
  });

  test('the owner of the tables restores, who is no superuser, with all rules back [RUN-09]', async () => {
    await using empty = await emptyDatabase();
    const rulesOf = async (url: string) => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query(
        `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
           where connamespace = 'public'::regnamespace
         union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
         order by 1`,
      );
      await client.end();
      return rows;
    };
    const owner = `owner_${Date.now()}`;
    const admin = new pg.Client(empty.url);
    await admin.connect();
    await admin.query(`create role ${owner} login createrole password 'x'`);
    // On a server of its own the first migration would make this role and own it.
    await admin.query(`grant samtrot_app to ${owner} with admin option`);
    await admin.query(`grant create, usage on schema public to ${owner}`);
    await admin.query(`alter schema public owner to ${owner}`);
    await admin.query(`alter database ${new URL(empty.url).pathname.slice(1)} owner to ${owner}`);
    const as = Object.assign(new URL(empty.url), { username: owner, password: 'x' });
    await restore({ url: as.href, source: target, identity, stores: stores(), keys });
    expect(await rulesOf(empty.url)).toEqual(await rulesOf(world.url));
    await admin.query(`reassign owned by ${owner} to current_user`);
    await admin.query(`drop owned by ${owner}`);
    await admin.query(`drop role ${owner}`);
    await admin.end();
  });

  test('--keep removes the oldest and the files that no backup names any more [RUN-09]', async () => {
    const at = place();
    const held = stores();
    const file = contentOf('short-lived');
    await held.media.put(file, Buffer.from('short-lived'));
    await take(at, { stores: held });
    await held.media.remove(file);
    for (const later of [1, 2])
      await take(at, { stores: held, keep: 2, now: new Date(+world.clock.now() + later) });
    expect(readdirSync(at)).toHaveLength(3);
    expect(readdirSync(join(at, 'files/media'))).toEqual([]);
  });
});
