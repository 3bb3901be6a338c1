import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { report } from '@samtrot/shared/reports/contract.ts';
import { REPORT_REASON_IDS, REPORT_REASONS } from '@samtrot/shared/reports/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { exportOf } from '../../testing/world/exports.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { checkFiles } from '../media/service.ts';
import { hold } from '../moderation/service.ts';
import { addWebsite, issueKey } from '../partners/service.ts';

const DUTY = 'pikett@samtrot.example';
const UNKNOWN = '5a1f7a58-3e21-4a8e-9b36-8d1b6f5a0c9d';
let world: World;
let on: ReturnType<typeof advertisers>;
let owner: Caller;
let id: number;
let publicId: string;
let key: string;
beforeAll(async () => {
  world = await testWorld({ DUTY_EMAIL: DUTY, LIMIT_FACTOR: '1' });
  on = advertisers(world);
  const ctx = { now: START, actor: { kind: 'cli' as const } };
  key = await world.db.transaction().execute(async (db) => {
    await addWebsite({ db, ...ctx }, { name: 'Nachtfalter', url: 'https://nachtfalter.example' });
    return issueKey({ db, ...ctx }, 'Nachtfalter');
  });
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('rate_limit').execute();
  owner = await on.rich(100);
  ({ id } = await on.place(owner, { inserat_typ: '1_week' }));
  publicId = await publicIdOf('inserat', id);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function publicIdOf(table: 'inserat' | 'club' | 'banner', itemId: number) {
  const row = await world.db
    .selectFrom(table)
    .select('public_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return row.public_id;
}
const of = (type: 'inserat' | 'club' | 'banner' = 'inserat', its = publicId) => ({
  type,
  id: its,
});
const anonymous = (reason: (typeof REPORT_REASON_IDS)[number] = 'betrug') =>
  world.visitor.call(report, { object: of(), reason });
const idOf = (number: string) => Number(number.slice('M-'.length));
const rowOf = async (number: string) =>
  (await rowsInClear(world.db, 'report')).find((row) => row.id === idOf(number))!;
const snapshotOf = async (number: string) =>
  (await rowsInClear(world.db, 'report_snapshot')).find((row) => row.report_id === idOf(number))!;
const alerts = async () => world.mails(DUTY);
const fromWebsite = (payload: object, withKey = key) =>
  world.send('', {
    method: 'POST',
    url: '/partner/v1/reports',
    payload,
    headers: { authorization: `Bearer ${withKey}` },
  });

test('an anonymous report is taken with a number and the time of the first look [BOF-55]', async () => {
  const { status, body } = await anonymous();
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      number: expect.stringMatching(/^M-\d{4,}$/),
      message: `Danke. Deine Meldung hat die Nummer ${body.number}. Wir sehen sie innert 24 Stunden an.`,
    },
  ]);
  expect(await rowOf(body.number)).toMatchObject({
    thing: 'inserat',
    item_id: id,
    account_id: owner.userId,
    reason: 'betrug',
    state: 'new',
    message: null,
    name: null,
    email: null,
    phone: null,
    received_at: START,
  });
});

test('a report sent again under its key after an hour is the first one, by form and by website [BOF-55]', async () => {
  const said = { object: of(), reason: 'betrug', message: 'Vorauszahlung', name: 'Mira' };
  const byForm = async (payload: object) =>
    (await world.visitor.raw('report', { payload })).body.number;
  const byWebsite = async (given: object) => (await fromWebsite(given)).body.number;
  for (const once of [byForm, byWebsite]) {
    const send = async (payload: object) => {
      await world.db.deleteFrom('rate_limit').execute();
      return once(payload);
    };
    const send_key = crypto.randomUUID();
    const keyed = { ...said, phone: '079 123 45 67', send_key };
    const before = (await rowsInClear(world.db, 'report')).length;
    const [number, twin] = await Promise.all([send(keyed), send(keyed)]);
    world.clock.advance(HOUR_MS);
    expect([twin, await send(keyed)]).toEqual([number, number]);
    expect(await rowsInClear(world.db, 'report')).toHaveLength(before + 1);
    // Something else under it, from a page that was gone back to, is not lost.
    for (const other of [{ reason: 'anderes' }, { message: '' }, { phone: '' }]) {
      const second = await send({ ...keyed, ...other });
      expect(second).not.toBe(number);
      // Nor is it there twice, if its answer was lost as well.
      expect(await send({ ...keyed, ...other })).toBe(second);
    }
    expect(await rowsInClear(world.db, 'report')).toHaveLength(before + 4);
  }
});

test('what a reporter says of herself is kept as ciphertexts [BOF-55]', async () => {
  const said = { name: 'Mira', email: 'mira@beispiel.ch', message: 'Das Bild zeigt mich.' };
  const { body } = await world.visitor.call(report, {
    ...said,
    object: of(),
    reason: 'bilder_ohne_zustimmung',
    phone: '079 123 45 67',
  });
  expect(await rowOf(body.number)).toMatchObject({ ...said, phone: '+41791234567' });
  const { rows } = await sql<{ text: string }>`
    select report::text as text from report where id = ${idOf(body.number)}`.execute(world.db);
  for (const word of ['Mira', 'mira@', 'Das Bild', '791234567'])
    expect(rows[0]!.text).not.toContain(word);
});

test.each(
  nonEmpty([
    ['an unknown reason', { reason: 'langweilig' }, 'reason'],
    ['no reason', { reason: undefined }, 'reason'],
    ['half an address', { email: 'mira@' }, 'email'],
    ['a phone number that is none', { phone: '12' }, 'phone'],
    ['a long message', { message: 'a'.repeat(2001) }, 'message'],
    ['a message of control characters', { message: 'a\u0007' }, 'message'],
    ['an id that is none', { object: { type: 'inserat', id: '1' } }, 'object'],
    ['another kind of thing', { object: { type: 'account', id: UNKNOWN } }, 'object'],
  ]),
)('%s is refused at its field [BOF-55]', async (_, wrong, field) => {
  const { status, body } = await world.visitor.raw('report', {
    payload: { object: of(), reason: 'betrug', ...(wrong as object) },
  });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('the snapshot stays when the owner edits and deletes, with its pictures [BOF-56]', async () => {
  const jpeg = await noise(400, 300, 4711).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const { id: website_id } = await world.db
    .selectFrom('website')
    .select('id')
    .where('name', '=', 'Nachtfalter')
    .executeTakeFirstOrThrow();
  const placed = { kind: 'inserat', item_id: id, website_id, delivered_at: START };
  await world.db.insertInto('placement').values(placed).execute();
  const { body } = await anonymous();
  await on.place(owner, { inserat_id: id, inserat_typ: '1_week', titel: 'Ganz neu' });
  await owner.call(deleteInserat, { inserat_id: id });
  await world.db.deleteFrom('placement').execute();
  await world.runTasks('media/removal');
  const snapshot = await snapshotOf(body.number);
  expect(snapshot).toMatchObject({
    was: 'online',
    title: 'Ruhige Stunden am See',
    name: 'Lena',
    taken_at: START,
    body: expect.stringContaining('Gute Gespräche bei einem Glas Wein.'),
    images: [expect.stringMatching(/^[\da-f]{64}$/)],
    websites: ['Nachtfalter'],
  });
  expect(JSON.parse(snapshot.contact as string).Telefon).toContain('79');
  const { content_id, widths } = await world.db
    .selectFrom('kept_image')
    .select(['content_id', 'widths'])
    .where('holder', '=', `report:${idOf(body.number)}`)
    .executeTakeFirstOrThrow();
  expect([content_id]).toEqual(snapshot.images);
  const { files } = world.app.media;
  for (const width of nonEmpty(widths))
    expect(await files.sizeOf(`${content_id}-${width}.webp`)).toBeGreaterThan(0);
  expect(await checkFiles(world.db, files)).toMatchObject({ orphans: [], missing: [] });
  // Nobody fetches it any more as a picture of the ad.
  const { status } = await world.send(owner.cookie, {
    method: 'GET',
    url: `/media/${content_id}-${widths[0]}.webp`,
  });
  expect(status).toBe(404);
});

test('a snapshot is never changed afterwards [BOF-56]', async () => {
  const { body } = await anonymous();
  await expect(
    world.db
      .updateTable('report_snapshot')
      .set({ images: ['0'.repeat(64)] })
      .where('report_id', '=', idOf(body.number))
      .execute(),
  ).rejects.toThrow('stays as it was');
});

test('who gives an address reads the number there, and nothing of what was reported [BOF-55]', async () => {
  const email = 'beleg@beispiel.ch';
  const said = { object: of(), reason: 'zwang', email, name: 'Mira', message: 'Bitte hinsehen.' };
  const { body } = await world.visitor.call(report, said as never);
  const [mail, ...others] = await world.mails(email);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe(`Deine Meldung ${body.number} ist eingegangen`);
  for (const part of [body.message, `nenne ${body.number}`, '/kontakt'])
    expect(mail!.text).toContain(part);
  for (const word of ['Mira', 'hinsehen', 'Lena', 'Ruhige Stunden', 'Zwang', String(id)])
    expect(`${mail!.subject} ${mail!.text}`).not.toContain(word);
  await anonymous('anderes');
  expect(await world.mails(email)).toHaveLength(1);
});

test('an address gets three receipts a day, however often it is given [BOF-55]', async () => {
  const email = 'fremd@beispiel.ch';
  const fromForm = (visitor: string) =>
    fromWebsite({ object: of(), reason: 'anderes', email, visitor });
  for (let times = 0; times < 5; times++)
    expect((await fromForm(`besuch-${times}`)).status).toBe(202);
  expect(await world.mails(email)).toHaveLength(3);
  world.clock.set(new Date(START.getTime() + DAY_MS));
  await fromForm('besuch-neu');
  expect(await world.mails(email)).toHaveLength(4);
});

test('an urgent report is mailed at once and after 30, 60 and 120 minutes [BOF-58]', async () => {
  const { body } = await anonymous('zwang');
  const [first, ...none] = await alerts();
  expect(none).toEqual([]);
  expect(first!.subject).toBe(`DRINGEND ${body.number}: Meldung zu Inserat ${id}`);
  for (const part of ['Ich vermute Zwang', '20.11.2026', `/betrieb/meldungen/${body.number}`])
    expect(first!.text).toContain(part);
  for (const word of ['Ruhige Stunden', 'Lena', '/media/', 'Glas Wein'])
    expect(first!.text).not.toContain(word);
  const sent: number[] = [];
  for (let minute = 10; minute <= 240; minute += 10) {
    world.clock.set(new Date(START.getTime() + minute * MINUTE_MS));
    const before = (await alerts()).length;
    await world.runTasks('reports/alert');
    if ((await alerts()).length > before) sent.push(minute);
  }
  expect(sent).toEqual([30, 60, 120]);
});

test('only urgent reports are mailed [BOF-58]', async () => {
  const mailed = [];
  for (const reason of nonEmpty(REPORT_REASON_IDS)) {
    await world.db.deleteFrom('mail').execute();
    await world.db.deleteFrom('rate_limit').execute();
    await anonymous(reason);
    if ((await alerts()).length > 0) mailed.push(reason);
  }
  expect(mailed).toEqual(
    REPORT_REASON_IDS.filter((reason) => REPORT_REASONS[reason].urgency === 'urgent'),
  );
});

test('what is deleted, held or over is taken and shows so; a draft is unknown [BOF-65]', async () => {
  world.clock.advance(8 * DAY_MS);
  const expired = await anonymous();
  expect((await snapshotOf(expired.body.number)).was).toBe('offline');
  await world.db
    .transaction()
    .execute((db) =>
      hold(
        { db, now: world.clock.now(), actor: { kind: 'cli' } },
        { object: { type: 'inserat', id }, kind: 'blocked', reason: 'betrug' },
      ),
    );
  const held = await anonymous();
  expect((await snapshotOf(held.body.number)).was).toBe('held');
  await owner.call(deleteInserat, { inserat_id: id });
  const deleted = await anonymous();
  expect((await snapshotOf(deleted.body.number)).was).toBe('deleted');
  await world.db.deleteFrom('rate_limit').execute();
  const blank = await publicIdOf('inserat', await on.blank(owner));
  const { id: kept } = await on.place(owner, { post_status: 'draft' });
  const saved = await publicIdOf('inserat', kept);
  for (const unknown of [blank, saved, UNKNOWN]) {
    const { status, body } = await world.visitor.call(report, {
      object: of('inserat', unknown),
      reason: 'betrug',
    });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  }
});

test('a club and a banner are reported by their own kind only [BOF-65]', async () => {
  const place = placements(world);
  const run = { start: START, end: new Date(START.getTime() + DAY_MS) };
  const club = await publicIdOf('club', await place.club(owner.userId, { run }));
  const banner = await publicIdOf('banner', await place.banner(owner.userId, { run }));
  const status = async (type: 'inserat' | 'club' | 'banner', its: string) =>
    (await world.visitor.call(report, { object: of(type, its), reason: 'anderes' })).status;
  expect([await status('club', club), await status('banner', banner)]).toEqual([200, 200]);
  await world.db.deleteFrom('rate_limit').execute();
  expect([await status('banner', club), await status('inserat', banner)]).toEqual([404, 404]);
});

test('beyond three an hour a network proves work, beyond five it waits [BOF-65]', async () => {
  for (let n = 0; n < 3; n++) expect((await anonymous()).status).toBe(200);
  expect((await anonymous()).body.code).toBe('PROOF_REQUIRED');
  const proven = async () =>
    world.visitor.call(report, {
      object: of(),
      reason: 'betrug',
      proof: await world.proof('report'),
    });
  expect((await proven()).status).toBe(200);
  expect((await proven()).body.code).toBe('TOO_MANY_ATTEMPTS');
  world.clock.advance(HOUR_MS + 1);
  expect((await anonymous()).status).toBe(200);
});

test('a website reports with its key and the visit of its visitor [BOF-55]', async () => {
  const sent = { object: of(), reason: 'zwang', visitor: 'besucher-1' };
  const { status, body } = await fromWebsite(sent);
  expect(status).toBe(202);
  expect(body.number).toMatch(/^M-\d+$/);
  const row = await rowOf(body.number);
  expect(row).toMatchObject({ by_website: true, network_hash: null });
  expect(row.visit_hash).not.toBeNull();
  const again = await rowOf((await fromWebsite(sent)).body.number);
  expect(again.visit_hash).toEqual(row.visit_hash);
  const other = await fromWebsite({ ...sent, visitor: 'besucher-2' });
  expect((await rowOf(other.body.number)).visit_hash).not.toEqual(row.visit_hash);
  expect((await fromWebsite(sent, 'sr_unknown')).status).toBe(401);
  expect((await fromWebsite({ ...sent, object: of('club') })).status).toBe(404);
  expect((await fromWebsite({ ...sent, reason: 'x' })).body.errors).toHaveProperty('reason');
});

test('a website reports at most a hundred times an hour [BOF-65]', async () => {
  const sent = { object: of(), reason: 'anderes' };
  for (let n = 0; n < 100; n++) expect((await fromWebsite(sent)).status).toBe(202);
  expect((await fromWebsite(sent)).body.code).toBe('TOO_MANY_ATTEMPTS');
});

test('the audit line of a report names its number and reason, nothing of the ad [BOF-56]', async () => {
  const { body } = await anonymous();
  const line = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'reported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    actor: 'visitor',
    object: `inserat:${id}`,
    details: { report: idOf(body.number), reason: 'betrug' },
  });
});

test('open reports stay, decided ones go after 24 months, also of a deleted account [BOF-66]', async () => {
  const jpeg = await noise(400, 300, 815).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const said = { object: of(), reason: 'betrug', email: 'mira@beispiel.ch', name: 'Mira' } as const;
  const open = (await world.visitor.call(report, said)).body.number;
  const decided = (await world.visitor.call(report, said)).body.number;
  await world.db
    .updateTable('report')
    .set({ state: 'unjustified', decided_at: START })
    .where('id', '=', idOf(decided))
    .execute();
  const closed = await owner.call(deleteAccount, { user_id: owner.userId, password: PASSWORD });
  expect(closed.status).toBe(200);
  await world.finishDeletions();
  const after = async (iso: string) => {
    world.clock.set(new Date(iso));
    await world.runTasks('reports/purge');
    await world.runTasks('media/removal');
    return rowOf(decided);
  };
  expect((await after('2026-12-20T11:59:00Z')).network_hash).not.toBeNull();
  expect((await after('2026-12-20T12:00:00Z')).network_hash).toBeNull();
  expect((await after('2027-05-20T11:59:00Z')).email).toBe('mira@beispiel.ch');
  expect(await after('2027-05-20T12:00:00Z')).toMatchObject({ email: null, name: null });
  expect(await after('2028-11-20T11:59:00Z')).toBeDefined();
  const { files } = world.app.media;
  const [picture] = (await snapshotOf(decided)).images as string[];
  expect(await after('2028-12-20T12:00:00Z')).toBeUndefined();
  expect(await snapshotOf(decided)).toBeUndefined();
  expect(await rowOf(open)).toMatchObject({ state: 'new', email: 'mira@beispiel.ch' });
  // The open report keeps the same picture.
  expect(await files.sizeOf(`${picture}-400.webp`)).toBeGreaterThan(0);
  await world.db
    .updateTable('report')
    .set({ state: 'justified', decided_at: START, alert_at: null })
    .where('id', '=', idOf(open))
    .execute();
  await after('2028-12-20T12:00:00Z');
  expect(await files.sizeOf(`${picture}-400.webp`)).toBeUndefined();
});

test('the copy of an account holds decided reports about it, nothing of who reported [BOF-66]', async () => {
  const said = { object: of(), reason: 'betrug', email: 'mira@beispiel.ch', name: 'Mira' } as const;
  const open = (await world.visitor.call(report, said)).body.number;
  const decided = (await world.visitor.call(report, said)).body.number;
  await world.db
    .updateTable('report')
    .set({ state: 'unjustified', decided_at: START })
    .where('id', '=', idOf(decided))
    .execute();
  const files = await exportOf(world, owner);
  const { report: rows, report_snapshot: snapshots } = JSON.parse(
    String(files.get('protokoll.json')),
  ).tabellen;
  expect(rows).toMatchObject([{ id: idOf(decided), reason: 'betrug', state: 'unjustified' }]);
  expect(snapshots).toMatchObject([{ report_id: idOf(decided), title: 'Ruhige Stunden am See' }]);
  const all = [...files.values()].join('\n');
  for (const secret of ['mira@', 'Mira']) expect(all).not.toContain(secret);
  expect(open).not.toBe(decided);
});
