import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { addCustomerNote } from '@samtrot/shared/customers/contract.ts';
import { report } from '@samtrot/shared/reports/contract.ts';
import { inviteStaff } from '@samtrot/shared/staff/team-contract.ts';
import { contact, support } from '@samtrot/shared/support/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clubContact } from '../modules/clubs/service.ts';
import { adContact } from '../modules/inserate/service.ts';
import { dataKeys } from '../platform/data-key.ts';
import { type EncryptedColumn, setDataKeys } from '../platform/encryption.ts';
import { wholeClub } from '../testing/listings/clubs.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { commandLine } from '../testing/process/command-line.ts';
import { DATA_KEY } from '../testing/process/data-key.ts';
import { someoneWaits } from '../testing/process/gate.ts';
import { CLI, INHERITED, startProcess } from '../testing/process/process.ts';
import { invitedToWebsite, websiteOf } from '../testing/world/console.ts';
import { dump, writings } from '../testing/world/dump.ts';
import { rowsInClear } from '../testing/world/encrypted-rows.ts';
import { withApp } from '../testing/world/factors.ts';
import { staffOf } from '../testing/world/staff.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../testing/world/world.ts';
import { encryptedColumns } from './encrypted-columns.ts';

const NEW_KEY = 'the next key of the data of test worlds';
const PHONE = '+41791234567';
const OTHER_KEY = 'a key that this database has never seen';

test('each column that takes ciphertexts only is listed, and each listed one takes no other text [ACC-50]', async () => {
  await using world = await testWorld();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name
      from information_schema.columns where domain_name = 'ciphertext'
    union
    select conrelid::regclass || '.' || attname
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where pg_get_constraintdef(c.oid) like '%::ciphertext%'`.execute(world.db);
  const listed = encryptedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).sort());
  await expect(
    sql`insert into password_reset_request (id, login, login_hash, created_at)
        values (1, 'lena@beispiel.ch', '', now())`.execute(world.db),
  ).rejects.toThrow('ciphertext');
  await expect(
    sql`insert into staff (name, sign, email, email_hash, role, created_at)
        values ('Lena', 'LE', 'lena@beispiel.ch', '', 'reader', now())`.execute(world.db),
  ).rejects.toThrow('ciphertext');
});

test('a dump of the database holds none of 40 canaries put in through the calls [ACC-50]', async () => {
  await using open = await testWorld();
  await using discreet = await testWorld({ REGISTRATION_PRIVACY: 'discreet' });
  const canaries: string[] = [];
  const canary = (more = '') => {
    canaries.push(`kanari${String(canaries.length).padStart(2, '0')}xqz${more}`);
    return canaries.at(-1)!;
  };
  const address = () => canary('@beispiel.ch');
  for (let n = 0; n < 5; n++) {
    const payload = { username: `Person ${'abcde'[n]}`, nickname: '', password: PASSWORD };
    for (const world of [open, discreet]) {
      const answer = await world.visitor.raw('register', {
        payload: { ...payload, email: address() },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    for (const { visitor } of [open, discreet])
      expect(
        (await visitor.raw('lostpassword', { payload: { user_login: address() } })).status,
      ).toBe(200);
    const user = await open.registered();
    const profile = { nickname: 'Lena', password: '', current_password: PASSWORD };
    expect((await user.call(updateProfile, { ...profile, email: address() })).status).toBe(200);
    const said = { subject: 'ad', message: `Mein Inserat ${canary()} erscheint nicht.` };
    expect((await user.call(support, said)).status).toBe(200);
    const asked = await open.visitor.call(contact, {
      name: canary(),
      email: address(),
      subject: 'billing',
      message: 'Eine Frage zu einer Rechnung.',
      proof: await open.proof('contact'),
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  }
  expect(canaries).toHaveLength(40);
  // The mails about all of it stand in the outbox, before and after the worker.
  for (const round of ['before', 'after']) {
    const text = `${await dump(open)}\n${await dump(discreet)}`;
    expect(text.length).toBeGreaterThan(10_000);
    for (const value of canaries)
      for (const writing of writings(value))
        expect(text, `${round}: ${value}`).not.toContain(writing);
    await discreet.runTasks('accounts/pending-registrations');
  }
  const clear = async (world: World, table: 'mail' | 'thread' | 'thread_entry') =>
    JSON.stringify(await rowsInClear(world.db, table));
  const read = (
    await Promise.all([clear(open, 'mail'), clear(open, 'thread'), clear(open, 'thread_entry')])
  ).join('');
  expect(canaries.filter((value) => read.includes(value)).length).toBeGreaterThanOrEqual(25);
});

test('a ciphertext moved to another row or column is refused [ACC-50]', async () => {
  await using world = await testWorld();
  const [one, two] = [await world.registered(), await world.registered()];
  const swap = (a: Caller, b: Caller) =>
    sql`update account set email = o.email from account o
         where account.id in (${a.userId}, ${b.userId}) and o.id in (${a.userId}, ${b.userId})
           and o.id <> account.id`.execute(world.db);
  await swap(one, two);
  expect((await one.raw('state', { method: 'GET' })).status).toBe(500);
  await swap(one, two);
  expect((await one.raw('state', { method: 'GET' })).status).toBe(200);
  await sql`update mail set subject = recipient`.execute(world.db);
  await expect(world.mails()).rejects.toThrow();
  expect(world.defects.splice(0)).toHaveLength(1);
});

test('each column refuses the ciphertext of any other row and of any other column [ACC-50]', async () => {
  await using world = await testWorld();
  const placeOf = ({ table, column, boundTo = column }: EncryptedColumn) => `${table}.${boundTo}`;
  for (const one of nonEmpty(encryptedColumns)) {
    const row = one.row.map((_, index) => index + 1);
    const stored = one.encrypt('kanari', ...row);
    expect(one.decrypt(stored, ...row), placeOf(one)).toBe('kanari');
    for (const index of nonEmpty([...row.keys()]))
      expect(() => one.decrypt(stored, ...row.with(index, 9)), placeOf(one)).toThrow();
    for (const other of encryptedColumns.filter((each) => placeOf(each) !== placeOf(one)))
      expect(() => other.decrypt(stored, ...row), `${placeOf(one)}, ${placeOf(other)}`).toThrow();
  }
  expect(world.defects).toEqual([]);
});

test('a dump holds no note, no report, no snapshot and no address of people of house and websites [ACC-50]', async () => {
  await using world = await testWorld();
  const [moderator, head] = [await staffOf(world, 'moderator'), await staffOf(world, 'owner')];
  const canaries: string[] = [];
  const canary = () => {
    canaries.push(`kanari${String(canaries.length).padStart(2, '0')}xqz`);
    return canaries.at(-1)!;
  };
  const address = () => `${canary()}@beispiel.ch`;
  const phone = () => {
    canaries.push(`7913579${String(canaries.length).padStart(2, '0')}`);
    return `+41${canaries.at(-1)}`;
  };
  const on = advertisers(world);
  const user = await on.rich(500);
  const ads: number[] = [];
  for (let n = 0; n < 2; n++) {
    const reached = { telefon: phone(), strasse_und_nummer: `Weg ${canary()}`, ort: canary() };
    const placed = await on.place(user, {
      inserat_typ: '1_week',
      postleitzahl: '8001',
      ...reached,
    });
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
    ads.push(placed.id);
    const { public_id } = await world.db
      .selectFrom('inserat')
      .select('public_id')
      .where('id', '=', placed.id)
      .executeTakeFirstOrThrow();
    const said = { name: canary(), email: address(), phone: phone(), message: `Wer? ${canary()}` };
    const object = { type: 'inserat', id: public_id } as const;
    const reported = await world.visitor.call(report, { object, reason: 'betrug', ...said });
    expect(reported.status, JSON.stringify(reported.body)).toBe(200);
    const note = { account_id: user.userId, text: `Ruft an: ${canary()}` };
    expect((await moderator.call(addCustomerNote, note)).status).toBe(200);
  }
  const invited = { name: 'Nele Neu', email: address(), role: 'reader', reason: '' } as const;
  expect((await head.call(inviteStaff, invited)).status).toBe(200);
  const { id: websiteId } = await websiteOf(world);
  await invitedToWebsite(world, { websiteId, email: address(), role: 'read' });
  await world.runTasks();
  const text = await dump(world);
  for (const value of nonEmpty(canaries))
    for (const writing of writings(value)) expect(text, value).not.toContain(writing);
  const tables = ['customer_note', 'report', 'report_snapshot', 'staff'] as const;
  const clear = JSON.stringify([
    ...(await Promise.all(tables.map((table) => rowsInClear(world.db, table)))),
    await rowsInClear(world.db, 'partner_invitation'),
  ]);
  expect(canaries.filter((value) => !clear.includes(value))).toEqual([]);

  // Moved to another row none of it is read.
  for (const [table, column, of] of [
    ['customer_note', 'text', 'id'],
    ['report', 'message', 'id'],
    ['report_snapshot', 'contact', 'report_id'],
  ] as const) {
    await sql`update ${sql.table(table)} t set ${sql.ref(column)} = o.${sql.ref(column)}
                from ${sql.table(table)} o where o.${sql.ref(of)} <> t.${sql.ref(of)}`.execute(
      world.db,
    );
    await expect(rowsInClear(world.db, table), table).rejects.toThrow();
  }
});

describe('a rotation of the data key', () => {
  let world: World;
  let lena: Caller & { email: string };
  let secret: string;
  const DATA_KEYS = `${NEW_KEY},${DATA_KEY}`;
  const settings = (DATA_KEY: string) => ({
    DATABASE_URL: world.url,
    DATA_DIR: world.config.dataDir,
    DATA_KEY,
  });
  const samtrot = async (keys: string, ...args: string[]) => {
    const { code, out, error } = await commandLine({ env: settings(keys) }, ...args, '--json');
    return { code, error, ...JSON.parse(out) };
  };
  const register = (email: string, username: string) =>
    world.visitor.raw('register', {
      payload: { username, nickname: '', email, password: PASSWORD },
    });
  const logIn = () => world.visitor.raw('login', { payload: { log: lena.email, pwd: PASSWORD } });

  beforeAll(async () => {
    world = await testWorld();
    lena = await world.registered();
    const user = await world.registered();
    ({ secret } = await withApp(world, user));
    for (let n = 0; n < 8; n++)
      await lena.call(support, { subject: 'ad', message: `Frage ${n}: wo steht mein Inserat?` });
    const on = advertisers(world);
    const owner = await on.rich(500);
    await on.place(owner, { inserat_typ: '1_week', telefon: PHONE });
    await owner.call(saveClub, wholeClub({ monate: 1, telefon: PHONE }));
    await samtrot(DATA_KEY, 'data-key', 'status');
  });
  afterAll(async () => {
    setDataKeys(dataKeys([DATA_KEY]));
    expect(world.defects).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  test('killed midway it goes on where it was, while people log in [ACC-50]', async () => {
    const before = await samtrot(DATA_KEYS, 'data-key', 'status');
    expect([before.code, before.rotated, before.left > 20]).toEqual([0, 0, true]);
    // Addresses come first; at this table the process waits for its end.
    const [gate, watch] = [await world.pool.connect(), await world.pool.connect()];
    for (const client of [gate, watch]) await client.query('set role none');
    // A slow start of the process takes longer than a transaction may rest.
    await gate.query('set idle_in_transaction_session_timeout = 0');
    await gate.query('begin; lock table thread in access exclusive mode');
    const child = spawn(process.execPath, [CLI, 'data-key', 'rotate'], {
      env: { ...INHERITED, ...settings(DATA_KEYS) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const waiting = () => someoneWaits(watch, { table: 'thread' });
    // Asked without a pause, it would take the time of the process that starts.
    for (; !(await waiting()); await wait(5)) expect(child.exitCode).toBeNull();
    const ended = new Promise((done) => child.once('exit', (_code, signal) => done(signal)));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await gate.query('rollback');
    for (const client of [gate, watch]) client.release(true);

    const midway = await samtrot(DATA_KEYS, 'data-key', 'status');
    expect(midway.left).toBeGreaterThan(0);
    expect(midway.left).toBeLessThan(before.left);
    expect((await logIn()).status).toBe(200);
    const after = await samtrot(DATA_KEYS, 'data-key', 'rotate');
    expect([after.code, after.left, after.rotated]).toEqual([0, 0, midway.left]);
    expect((await logIn()).status).toBe(200);
    expect((await samtrot(NEW_KEY, 'data-key', 'status')).left).toBe(0);
    // Without the earlier key.
    expect((await logIn()).status).toBe(200);
    for (const [table, of] of [
      ['inserat', adContact],
      ['club', clubContact],
    ] as const) {
      const [row] = await rowsInClear(world.db, table);
      expect(row).toMatchObject({
        telefon: PHONE,
        telefon_hash: of.phoneHashes('telefon', PHONE)[0],
      });
    }
    const factors = await rowsInClear(world.db, 'second_factor');
    expect(factors.map((row) => row.secret)).toEqual([secret]);
  });

  test('while two keys are valid an address is taken under either [ACC-50]', async () => {
    const [first, second] = [[DATA_KEY], [NEW_KEY, DATA_KEY]].map(dataKeys);
    await sql`delete from data_key`.execute(world.db);
    setDataKeys(first!);
    expect((await register('zora@beispiel.ch', 'Zora')).status).toBe(200);
    setDataKeys(second!);
    expect((await register('zora@beispiel.ch', 'Andere')).body.code).toBe('EMAIL_TAKEN');
    expect((await register('wanda@beispiel.ch', 'Wanda')).status).toBe(200);
    // A process that has the new key as its second one still finds what it wrote.
    setDataKeys(dataKeys([DATA_KEY, NEW_KEY]));
    expect((await register('wanda@beispiel.ch', 'Fremde')).body.code).toBe('EMAIL_TAKEN');
    expect(
      (await rowsInClear(world.db, 'account')).filter(({ email }) => /^(zora|wanda)@/.test(email)),
    ).toHaveLength(2);
    expect(await samtrot(DATA_KEYS, 'data-key', 'rotate')).toMatchObject({ left: 0 });
  });

  test('with the wrong key neither the portal nor a command starts, and says why [ACC-50]', async () => {
    const words = 'DATA_KEY is wrong: data in this database are encrypted with the key';
    const refused = await samtrot(OTHER_KEY, 'data-key', 'status').catch((error) => error);
    expect(JSON.stringify(refused)).toContain(words);
    await using server = await startProcess({ env: settings(OTHER_KEY), untilReady: false });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(words);
    setDataKeys(dataKeys([NEW_KEY]));
    expect((await logIn()).status).toBe(200);
  });
});
