import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import * as contract from '@samtrot/shared/audit/contract.ts';
import { AUDIT_SORTS, auditLabel, objectOf } from '@samtrot/shared/audit/rules.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { orderIn, sortsOf } from '@samtrot/shared/kernel/sorting.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditCheck } from '../../cli/audit.ts';
import { audit, auditChange } from '../../platform/audit.ts';
import { connect } from '../../platform/db.ts';
import { toppedUp } from '../../testing/payments/desk.ts';
import { PASSWORD } from '../../testing/world/accounts.ts';
import { runCommand } from '../../testing/world/command.ts';
import { owners } from '../../testing/world/owners.ts';
import { rowsTouched } from '../../testing/world/plans.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import * as log from './service.ts';
import { type AuditFilter, byKind, byTime, linesQuery } from './store.ts';

let world: World;
let owner: Staff;
let moderator: Staff;
/** Of the role that migrates: triggers and rights do not stop it. */
let superuser: ReturnType<typeof connect>;
beforeAll(async () => {
  world = await testWorld();
  superuser = connect(world.url, { role: null, max: 1 });
  await sql`set session_replication_role = replica`.execute(superuser.db);
});
beforeEach(async () => {
  world.clock.set(START);
  owner = await staffOf(world, 'owner');
  moderator = await staffOf(world, 'moderator');
  await sql`delete from audit`.execute(superuser.db);
  await sql`delete from audit_checkpoint`.execute(superuser.db);
});
afterAll(async () => {
  await superuser.db.destroy();
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const write = (
  action: Parameters<typeof audit>[1],
  object: string,
  actor: Parameters<typeof audit>[0]['actor'] = { kind: 'system' },
) =>
  world.db
    .transaction()
    .execute((db) => audit({ db, now: world.clock.now(), actor }, action, object, { amount: 7 }));
const staffActor = ({ staffId, name }: Staff) =>
  ({ kind: 'staff', staffId, name, sign: 'XX', role: 'owner' }) as never;
const linesOf = async (who: Staff, filter: object = {}) => {
  const { status, body } = await who.call(contract.getAuditLog, filter);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { lines: { id: number; label: string; who: string }[]; cursor: string | null };
};

test('the log is found by person, object, kind and Swiss day, the newest line first [BOF-140]', async () => {
  await write('held', 'inserat:7', staffActor(moderator));
  world.clock.advance(HOUR_MS);
  await write('coupon_created', 'coupon:HERBST', staffActor(owner));
  world.clock.set(new Date('2026-11-30T23:30:00Z'));
  await write('purged', 'mail');
  const labels = async (filter: object = {}) =>
    (await linesOf(owner, filter)).lines.map(({ label }) => label);
  owner = { ...owner, ...(await staffOf(world, 'owner')) };
  expect((await labels()).slice(-2)).toEqual(['Gutschein erstellt', 'Gesperrt']);
  expect(await labels({ actor: `staff:${moderator.staffId}` })).toEqual(['Gesperrt']);
  expect(await labels({ object: 'coupon:HERBST' })).toEqual(['Gutschein erstellt']);
  expect(await labels({ kind: 'held' })).toEqual(['Gesperrt']);
  await write('staff_role', `staff:${moderator.staffId}`);
  expect(await labels({ object: moderator.name.toUpperCase() })).toEqual(['Rolle geändert']);
  expect(await labels({ to: '2026-11-20' })).toEqual(['Gutschein erstellt', 'Gesperrt']);
  expect(await labels({ kind: 'purged', from: '2026-12-01' })).toEqual(['Aufgeräumt']);
  expect(await labels({ kind: 'purged', to: '2026-11-30' })).toEqual([]);
  expect((await linesOf(owner, { kind: 'held' })).lines).toMatchObject([
    { who: moderator.name, object: 'inserat:7', after: { amount: 7 }, at: START.toISOString() },
  ]);
  const { lines, cursor } = await linesOf(owner, { limit: 1, to: '2026-11-20' });
  expect(lines.map(({ label }) => label)).toEqual(['Gutschein erstellt']);
  expect((await linesOf(owner, { limit: 1, to: '2026-11-20', cursor })).lines).toMatchObject([
    { label: 'Gesperrt' },
  ]);
  for (const wrong of [
    ...[{ kind: 'unbekannt' }, { from: '2026-02-30' }, { cursor: 'x' }],
    ...[{ limit: 0 }, { limit: 51 }],
  ])
    expect((await owner.call(contract.getAuditLog, wrong as object)).body.code).toBe(
      'INVALID_INPUT',
    );
});

test('a hold is named with its thing wherever a line names it, and found so [BOF-140]', async () => {
  const hold = { thing: 'inserat', item_id: 20_447, kind: 'revise', reason: 'anderes' } as const;
  const { userId: account_id } = await world.registered();
  const row = { ...hold, account_id, text: 'Bitte ändern.', held_at: START, decided_at: START };
  const [made] = await world.db.insertInto('hold').values(row).returning('id').execute();
  const { id } = made!;
  await write('appeal_made', `hold:${id}`);
  const decided = { right: 'report.decide', object: 'report:5', after: { hold: id } } as const;
  const asked = { right: 'hold.final', object: `hold:${id}`, before: { hold: 0 } } as const;
  await world.db.transaction().execute(async (db) => {
    const ctx = { db, now: START, actor: staffActor(owner) };
    await auditChange(ctx, 'report_decided', decided);
    await auditChange(ctx, 'approval_requested', { ...asked, after: { object: `hold:${id}` } });
  });
  const named = `Sperre Nr. ${id} · Inserat 20447`;
  const { lines } = await linesOf(owner, { kind: 'appeal_made' });
  expect(lines).toMatchObject([{ about: named, object: `hold:${id}` }]);
  expect((await linesOf(owner, { kind: 'report_decided' })).lines).toMatchObject([
    { after: { hold: `Nr. ${id} · Inserat 20447` } },
  ]);
  expect((await linesOf(owner, { kind: 'approval_requested' })).lines).toMatchObject([
    { about: named, before: { hold: 0 }, after: { object: named } },
  ]);
  expect((await linesOf(owner, { object: objectOf(named) })).lines).toHaveLength(2);
});

test('a payment stands by its number and is found by it, a refund by amount and day [BOF-140]', async () => {
  const paid = await toppedUp(await owners(world)(), { amount: 20_000 });
  const also = { right: 'money.refund', object: `payment:${paid.number}` } as const;
  await world.db.transaction().execute(async (db) => {
    const ctx = { db, now: world.clock.now() };
    await audit({ ...ctx, actor: { kind: 'system' } }, 'payment_completed', `payment:${paid.id}`, {
      rest: paid.id,
    });
    await auditChange({ ...ctx, actor: staffActor(owner) }, 'approval_requested', also);
  });
  const name = `Zahlung ${paid.number}`;
  const { lines } = await linesOf(owner, { object: objectOf(name) });
  const refund = await world.db
    .selectFrom('payment_refund')
    .select(['id', 'created_at'])
    .where('payment_id', '=', paid.id)
    .executeTakeFirstOrThrow();
  const line = { about: name, object: also.object };
  expect(lines).toMatchObject([
    { ...line, action: 'approval_requested' },
    { ...line, action: 'payment_completed', after: { rest: name } },
    {
      ...line,
      action: 'payment_overpaid',
      after: { refund: `CHF 100.- vom ${formatDate(refund.created_at)}` },
    },
  ]);
  const all = JSON.stringify((await linesOf(owner)).lines);
  for (const id of [paid.id, refund.id]) expect(all).not.toContain(id);
  expect((await linesOf(owner, { object: 'payment:999999999' })).lines).toEqual([]);
});

test.each([undefined, ...sortsOf(AUDIT_SORTS)])(
  'pages by %s give each line once in order while others are written [BOF-140, BOF-144]',
  async (sort) => {
    const kinds = ['login', 'purged', 'held', 'released', 'login'] as const;
    for (let n = 0; n < 120; n++) {
      // Some of one kind and one instant.
      if (n % 7 === 0) world.clock.advance(1000);
      await write(kinds[n % 5]!, `account:${n}`);
    }
    const before = await sql<{ id: number; at: Date; action: string }>`
    select id, at, action from audit`.execute(world.db);
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof linesOf>> = await linesOf(owner, {
        ...(sort && { sort }),
        ...(cursor && { cursor }),
      });
      seen.push(...page.lines.map(({ id }) => id));
      cursor = page.cursor;
      await write('purged', 'mail');
      await write('coupon_created', 'coupon:1');
    } while (cursor !== null);
    const { column, falling } = orderIn(sort ?? '-at');
    const byTimeThenId = (a: { at: Date; id: number }, b: typeof a) =>
      a.at.getTime() - b.at.getTime() || a.id - b.id;
    const whole = before.rows.toSorted((a, b) =>
      column === 'at'
        ? byTimeThenId(a, b) * (falling ? -1 : 1)
        : auditLabel(a.action).localeCompare(auditLabel(b.action), 'de-CH') * (falling ? -1 : 1) ||
          byTimeThenId(b, a),
    );
    const known = new Set(before.rows.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => known.has(id))).toEqual(whole.map(({ id }) => id));
  },
);

test('a cursor goes on only in the sort that gave it [BOF-144]', async () => {
  for (let n = 0; n < 3; n++) await write('login', `account:${n}`);
  const { cursor } = await linesOf(owner, { limit: 1, sort: 'kind' });
  expect(cursor).not.toBeNull();
  expect((await linesOf(owner, { limit: 1, sort: 'kind', cursor })).lines).toHaveLength(1);
  for (const sort of [undefined, 'at', '-kind'] as const) {
    const { status, body } = await owner.call(contract.getAuditLog, {
      ...(sort && { sort }),
      cursor: cursor!,
    });
    expect([status, body.errors]).toEqual([422, { cursor: fieldTexts.format }]);
  }
});

const LONG = Array.from({ length: 40 }, (_, n) => `kind_${n}`);

test('a page of a long log reads a bounded number of them, filtered and sorted [BOF-140, BOF-144]', async () => {
  await sql`
    insert into audit (at, actor, action, object)
    select ${START}::timestamptz - n * interval '1 second', 'user:' || n % 5000, 'kind_' || n % 40,
           'inserat:' || n % 9000 from generate_series(1, 30000) n`.execute(world.db);
  await sql`analyze audit`.execute(superuser.db);
  const filters: AuditFilter[] = [
    {},
    { actor: 'user:7' },
    { objects: ['inserat:7'] },
    { objects: ['inserat:7', 'inserat:8'] },
    { kind: 'kind_7' },
    { from: '2026-11-20', to: '2026-11-20' },
    { scope: { staffId: moderator.staffId } },
    // Each rare among the newest lines.
    { scope: { kinds: ['payment_completed', 'kind_39'] } },
    { scope: { kinds: ['payment_completed', 'kind_39'] }, kind: 'kind_39' },
    { scope: { staffId: moderator.staffId }, kind: 'kind_3' },
    { actor: 'user:7', kind: 'kind_7' },
  ];
  const place = [String(START.getTime() * 1000), '1'];
  for (const filter of nonEmpty(filters)) {
    const read = filter.scope && 'kinds' in filter.scope ? filter.scope.kinds : LONG;
    const kinds = read.filter((kind) => filter.kind === undefined || kind === filter.kind);
    for (const falling of [true, false])
      for (const { ordering, after } of [
        { ordering: byTime(falling), after: null },
        { ordering: byTime(falling), after: place },
        { ordering: byKind(kinds, falling), after: null },
        { ordering: byKind(kinds, falling), after: [kinds[0]!, ...place] },
      ]) {
        const query = linesQuery(filter, { ordering, after, limit: 51 });
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(world.db);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        const what = JSON.stringify([filter, ordering.keys.length, falling, after]);
        expect(plan, what).not.toContain('Seq Scan on audit');
        // By kind one page of each is read, beside who wrote the lines.
        const most = ordering.words ? 75 * kinds.length + 600 : 600;
        expect(await rowsTouched(world.db, query), what).toBeLessThan(most);
      }
  }
});

test('a moderator reads her own lines, finance those of money, and neither the others [BOF-16]', async () => {
  await write('held', 'inserat:7', staffActor(moderator));
  await write('held', 'inserat:8', staffActor(owner));
  await write('payment_completed', 'payment:1');
  await write('website_added', 'website:1');
  const read = async (who: Staff) => (await linesOf(who)).lines.map(({ label }) => label);
  expect(await read(moderator)).toEqual(['Gesperrt']);
  expect(await read(await staffOf(world, 'finance'))).toEqual(['Zahlung vollständig']);
  expect(await read(await staffOf(world, 'partner_manager'))).toEqual(['Webseite aufgenommen']);
  const file = await moderator.call(contract.exportAuditLog, {
    from: '2026-11-20',
    to: '2026-11-20',
    format: 'jsonl',
  });
  expect(file.body.text.trim().split('\n')).toHaveLength(1);
});

test('no line holds a password, a token, a code or an address [BOF-140]', async () => {
  const user = await world.registered();
  const next = 'EinGanzNeuesPasswort-4711';
  const changed = await user.call(updateProfile, {
    nickname: 'Neu',
    email: user.email,
    password: next,
    current_password: PASSWORD,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(to_jsonb(a)::text, ' '), '') as all from audit a`.execute(world.db);
  const text = rows[0]!.all;
  expect(text).toContain('password_changed');
  for (const secret of [next, PASSWORD, user.email, user.cookie.split('=')[1]!])
    expect(text, secret).not.toContain(secret);
});

test('an export has the lines of its days, inert for spreadsheets, and is a line itself [BOF-141]', async () => {
  await world.db.transaction().execute((db) =>
    auditChange({ db, now: START, actor: staffActor(owner) }, 'held', {
      right: 'hold.set',
      object: 'inserat:7',
      reason: '=1+1; "neu"',
    }),
  );
  world.clock.advance(HOUR_MS);
  owner = await staffOf(world, 'owner');
  const span = { from: '2026-11-20', to: '2026-11-20' };
  const csv = await owner.call(contract.exportAuditLog, { ...span, format: 'csv' });
  expect(csv.body.name).toBe('protokoll-2026-11-20-2026-11-20.csv');
  const [head, first] = csv.body.text.split('\r\n');
  expect(head).toBe('\uFEFFNummer;Zeit;Wer;Was;Worum;Recht;Grund;Vorher;Nachher;Anfrage');
  expect(first).toMatch(
    /^\d+;20\.11\.2026, 13:00;[^;]+;Gesperrt;inserat:7;[^;]+;"'=1\+1; ""neu""";/,
  );
  const jsonl = await owner.call(contract.exportAuditLog, { ...span, format: 'jsonl' });
  const lines = jsonl.body.text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({
    label: 'Protokoll heruntergeladen',
    after: { format: 'csv' },
  });
  const tooLong = { from: '2026-11-01', to: '2026-12-02', format: 'csv' } as const;
  expect((await owner.call(contract.exportAuditLog, tooLong)).body.errors).toEqual({
    to: 'Höchstens 31 Tage auf einmal.',
  });
});

test('an export needs a second factor of the last ten minutes [BOF-11]', async () => {
  world.clock.advance(11 * 60_000);
  const span = { from: '2026-11-20', to: '2026-11-20', format: 'csv' } as const;
  expect((await owner.call(contract.exportAuditLog, span)).body.code).toBe('FRESH_FACTOR_REQUIRED');
});

test('a changed, a removed and an inserted line are found by `samtrot audit check` [BOF-141]', async () => {
  const check = () => runCommand(world, auditCheck, [], {});
  expect((await check()).text).toContain('noch keinen Prüfpunkt');
  const run = () => world.runTasks('audit/checkpoint');
  for (let n = 0; n < 3; n++) await write('login', `account:${n}`);
  await run();
  await write('login', 'account:4');
  await run();
  expect((await check()).text).toContain('Prüfpunkt 1 ');
  world.clock.advance(HOUR_MS);
  await run();
  expect(await check()).toMatchObject({ data: { checkpoints: 2 } });
  owner = await staffOf(world, 'owner');
  const { body } = await owner.call(contract.getAuditLog, {});
  expect(body.checkpoint).toMatchObject({ at: world.clock.now().toISOString() });
  const tampered = [
    sql`update audit set details = '{"amount": 8}' where object = 'account:1'`,
    sql`delete from audit where object = 'account:1'`,
    sql`insert into audit (id, at, actor, action, object) overriding system value
        select min(id) - 1, min(at), 'system', 'login', 'account:9' from audit`,
  ];
  for (const change of nonEmpty(tampered)) {
    await superuser.db
      .transaction()
      .execute(async (db) => {
        await change.execute(db);
        expect((await log.checkChain(db)).broken).toMatchObject({ after: 0 });
        throw new Error('put back');
      })
      .catch((error: Error) => expect(error.message).toBe('put back'));
  }
  await sql`update audit set object = 'account:9' where object = 'account:4'`.execute(superuser.db);
  const answer = await check();
  expect(answer).toMatchObject({ failed: true });
  expect(answer.text).toMatch(/^Das Protokoll wurde verändert: zwischen Zeile \d+ und \d+\.$/);
});

test('the application itself can neither change a line nor write a checkpoint', async () => {
  await write('login', 'account:1');
  for (const statement of [
    `update audit set object = 'account:2'`,
    'delete from audit',
    `insert into audit_checkpoint (last_line, lines, hash, made_at) values (1, 1, ''::bytea, now())`,
  ])
    await expect(
      world.db.transaction().execute(async (db) => {
        await sql.raw(statement).execute(db);
      }),
      statement,
    ).rejects.toThrow(/permission denied|append-only|not allowed/);
});
