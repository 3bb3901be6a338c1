import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import * as holding from '@samtrot/shared/holds/staff-contract.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { report as send } from '@samtrot/shared/reports/contract.ts';
import { lookFirstText, type ReportReason } from '@samtrot/shared/reports/rules.ts';
import * as contract from '@samtrot/shared/reports/staff-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { workOf } from '../../testing/process/work.ts';
import { invitedTo, type Staff, staffOf } from '../../testing/world/staff.ts';
import { PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { answerMail } from './mail-templates.ts';

const DUTY = 'pikett@samtrot.example';
const MIRA = 'mira@beispiel.ch';
let world: World;
let on: ReturnType<typeof advertisers>;
let owner: Awaited<ReturnType<World['user']>>;
let id: number;
let moderator: Staff;
beforeAll(async () => {
  world = await testWorld({ DUTY_EMAIL: DUTY });
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['mail', 'rate_limit', 'report'] as const)
    await world.db.deleteFrom(table).execute();
  moderator = await staffOf(world, 'moderator');
  owner = (await on.rich(100)) as typeof owner;
  ({ id } = await on.place(owner, { inserat_typ: '1_week' }));
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** As people in Switzerland read it. */
const swiss = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'Europe/Zurich', 'DD.MM.YYYY, HH24:MI')`);

const publicIdOf = async (inseratId: number) =>
  (
    await world.db
      .selectFrom('inserat')
      .select('public_id')
      .where('id', '=', inseratId)
      .executeTakeFirstOrThrow()
  ).public_id;
async function reported(reason: ReportReason, more: object = {}, of = id): Promise<string> {
  const object = { type: 'inserat', id: await publicIdOf(of) } as const;
  return (await world.visitor.call(send, { object, reason, ...more })).body.number;
}
const ANSWER = 'Wir haben das Inserat geprüft und nichts gefunden.';
const STATEMENT = 'Das Bild zeigt eine andere Person ohne ihre Zustimmung.';
const NOTE = 'Mit ihr telefoniert und die Unterlagen gesehen.';
const decideAs = (who: Staff, number: string, more: object = {}) =>
  who.call(contract.decideReport, {
    number,
    justified: false,
    answer: ANSWER,
    statement: STATEMENT,
    note: NOTE,
    ...more,
  });
const textTo = async (to: string) => (await world.mails(to)).map(({ text }) => text).join('\n');
const heldAt = async () =>
  (
    await world.db
      .selectFrom('inserat')
      .select('held_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).held_at;

test('the list shows urgent reports first with their clocks and counts what is late [BOF-57, BOF-59]', async () => {
  const other = await reported('anderes');
  world.clock.advance(MINUTE_MS);
  const fraud = await reported('betrug');
  world.clock.advance(MINUTE_MS);
  const urgent = await reported('minderjaehrig');
  world.clock.advance(3 * HOUR_MS);
  const reader = await staffOf(world, 'reader');
  const { body } = await reader.call(contract.reports, {});
  expect(body).toMatchObject({ urgent: 1, overdue: 1 });
  const shown = nonEmpty(body.items as { number: string; clock: object }[]);
  expect(shown.map(({ number }) => number)).toEqual([urgent, fraud, other]);
  expect(shown[0]!.clock).toMatchObject({ text: 'Frist überschritten seit 1 Std.', tone: 'late' });
});

test('the list has pages of fifty, and its figures count all of them [BOF-57]', async () => {
  const urgent = await reported('zwang');
  const more = `insert into report (thing, item_id, account_id, by_website, reason, received_at)
    select thing, item_id, account_id, false, 'anderes', received_at - n * interval '1 minute'
      from report, generate_series(1, 59) n`;
  await sql.raw(more).execute(world.db);
  world.clock.advance(8 * DAY_MS);
  const reader = await staffOf(world, 'reader');
  const pageOf = async (page: number) => (await reader.call(contract.reports, { page })).body;
  const [first, second, beyond] = [await pageOf(1), await pageOf(2), await pageOf(3)];
  expect([first.items.length, second.items.length]).toEqual([50, 10]);
  expect(first).toMatchObject({ page: 1, pages: 2, urgent: 1, overdue: 60 });
  expect(first.items[0]!.number).toBe(urgent);
  const ids = [...first.items, ...second.items].map(({ number }) => number);
  expect(new Set(ids).size).toBe(60);
  // The oldest of the others follows the urgent one.
  expect(first.items[1]!.received_at < second.items.at(-1)!.received_at).toBe(true);
  expect(beyond).toMatchObject({ page: 2, items: second.items });
});

test('decided reports are listed apart, the newest decision first [BOF-57, BOF-61]', async () => {
  const another = async () => (await on.place(await on.rich(100), {})).id;
  const first = await reported('anderes');
  const second = await reported('betrug', {}, await another());
  const open = await reported('betrug', {}, await another());
  for (const number of [second, first]) {
    world.clock.advance(10 * MINUTE_MS);
    expect((await decideAs(moderator, number)).status).toBe(200);
  }
  const { body } = await moderator.call(contract.reports, { list: 'decided' });
  expect(body.items).toMatchObject([
    { number: first, state: 'unjustified', decided_at: world.clock.now().toISOString() },
    { number: second, state: 'unjustified' },
  ]);
  expect([body.page, body.pages]).toEqual([1, 1]);
  const still = (await moderator.call(contract.reports, {})).body.items;
  expect(still).toMatchObject([{ number: open, decided_at: null }]);
});

test('a report shows what was then, what is today, other reports and the hold [BOF-60]', async () => {
  const first = await reported('betrug', { message: 'Vorauszahlung verlangt', email: MIRA });
  const second = await reported('zwang');
  await on.place(owner, { inserat_id: id, inserat_typ: '1_week', titel: 'Ganz neu' });
  const { body } = await moderator.call(contract.report, { number: first });
  expect(body).toMatchObject({
    report: { number: first, message: 'Vorauszahlung verlangt', has_email: true },
    snapshot: { was: 'online', title: 'Ruhige Stunden am See' },
    today: { was: 'online', title: 'Ganz neu' },
    others: [{ number: second, same_object: true, reason: 'zwang', state: 'new' }],
    hold: null,
    account_held: false,
    review_id: expect.any(Number),
    account: { id: owner.userId, things: 1, online: 1, holds: 0 },
  });
  expect(JSON.stringify(body)).not.toContain(MIRA);
  const unknown = await moderator.call(contract.report, { number: 'M-1' });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
});

test('pictures of a snapshot are for who may see private data, and leave a line [BOF-56, BOF-60, BOF-69, BOF-76, BOF-142]', async () => {
  const jpeg = await noise(400, 300).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const number = await reported('bilder_ohne_zustimmung');
  await owner.call(deleteInserat, { inserat_id: id });
  const open = (url: string, cookie = moderator.cookie) =>
    world.server.inject({ url, headers: { cookie } });
  const url = `/betrieb/bilder/${number}/1`;
  const seen = await open(url);
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(seen.headers['cache-control']).toBe('private, no-store');
  expect(seen.rawPayload.length).toBeGreaterThan(100);
  await open(url);
  const lines = await world.db
    .selectFrom('audit')
    .select(['object', 'right', 'staff_id'])
    .where('action', '=', 'pictures_uncovered')
    .execute();
  expect(lines).toEqual([
    { object: `report:${number.slice(2)}`, right: 'report.read', staff_id: moderator.staffId },
  ]);
  for (const wrong of [`/betrieb/bilder/${number}/2`, '/betrieb/bilder/M-1/1', `${url}x`])
    expect((await open(wrong)).statusCode, wrong).toBe(404);
  for (const cookie of ['', owner.cookie]) expect((await open(url, cookie)).statusCode).toBe(401);
  const finance = await staffOf(world, 'finance');
  expect((await open(url, finance.cookie)).statusCode).toBe(403);
  const reader = await staffOf(world, 'reader');
  expect((await open(url, reader.cookie)).statusCode).toBe(403);
  await open(url);
  const looks = await world.db
    .selectFrom('data_access_log')
    .select(['account_id', 'staff_id', 'thing', 'thing_number', 'reason'])
    .where('kind', '=', 'images')
    .execute();
  expect(looks).toEqual([
    {
      account_id: owner.userId,
      staff_id: moderator.staffId,
      thing: 'report',
      thing_number: number.slice(2),
      reason: 'eine Meldung',
    },
  ]);
});

test('a reader compares a report without phones and without who stands behind a club [BOF-60, BOF-69]', async () => {
  const reader = await staffOf(world, 'reader');
  const contactsOf = async (who: Staff, number: string) => {
    const { snapshot, today } = (await who.call(contract.report, { number })).body;
    return [snapshot.contact, today.contact].map((contact: object) => Object.keys(contact));
  };
  const ad = await reported('betrug');
  const all = ['Telefon', 'WhatsApp', 'Webseite', 'Adresse', 'Wo im Inserat'];
  expect(await contactsOf(moderator, ad)).toEqual([all, all]);
  expect(await contactsOf(reader, ad)).toEqual([all.slice(2), all.slice(2)]);
  const run = { start: START, end: new Date(START.getTime() + DAY_MS) };
  const clubId = await placements(world).club(owner.userId, { run });
  const { public_id } = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow();
  const object = { type: 'club', id: public_id } as const;
  const club = (await world.visitor.call(send, { object, reason: 'betrug' })).body.number;
  expect((await contactsOf(moderator, club))[0]).toContain('Person');
  expect(await contactsOf(reader, club)).toEqual([
    ['Webseite', 'Adresse'],
    ['Webseite', 'Adresse'],
  ]);
});

test('opening an urgent report ends its mails; a second person has to take over [BOF-58]', async () => {
  const number = await reported('zwang');
  expect((await moderator.call(contract.claimReport, { number })).status).toBe(200);
  world.clock.advance(9 * MINUTE_MS);
  const colleague = await staffOf(world, 'moderator');
  const refused = await colleague.call(contract.claimReport, { number });
  expect([refused.status, refused.body.code]).toEqual([409, 'TAKEN_BY_OTHER']);
  expect(refused.body.message).toContain(moderator.name);
  expect((await decideAs(colleague, number)).body.code).toBe('TAKEN_BY_OTHER');
  const taken = await colleague.call(contract.claimReport, { number, take_over: true });
  expect(taken.status).toBe(200);
  world.clock.advance(3 * HOUR_MS);
  await world.runTasks('reports/alert');
  expect(await world.mails(DUTY)).toHaveLength(1);
});

test('who has opened a report lets it go, nobody else does; the next one just opens it [BOF-60]', async () => {
  const number = await reported('betrug');
  const colleague = await staffOf(world, 'moderator');
  const claimed = async () => (await moderator.call(contract.report, { number })).body.report;
  await moderator.call(contract.claimReport, { number });
  expect((await colleague.call(contract.releaseReport, { number })).status).toBe(200);
  expect(await claimed()).toMatchObject({ claimed_by: moderator.name, state: 'in_review' });
  expect((await moderator.call(contract.releaseReport, { number })).status).toBe(200);
  expect((await moderator.call(contract.releaseReport, { number })).status).toBe(200);
  const left = await claimed();
  expect(left).toMatchObject({ claimed_by: null, first_look: expect.any(String) });
  expect((await colleague.call(contract.claimReport, { number })).status).toBe(200);
  expect((await claimed()).claimed_by).toBe(colleague.name);
  const lines = await world.db
    .selectFrom('audit')
    .select('staff_id')
    .where('action', '=', 'report_released')
    .where('object', '=', `report:${number.slice(2)}`)
    .execute();
  expect(lines).toEqual([{ staff_id: moderator.staffId }]);
  const unknown = await moderator.call(contract.releaseReport, { number: 'M-999999' });
  expect(unknown.body.code).toBe('NOT_FOUND');
});

test('nobody decides about pictures unseen; taking off the websites waits for no look [BOF-61, BOF-76]', async () => {
  const jpeg = await noise(400, 300).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const number = await reported('bilder_ohne_zustimmung');
  const look = (who: Staff) =>
    world.server.inject({ url: `/betrieb/bilder/${number}/1`, headers: { cookie: who.cookie } });
  const colleague = await staffOf(world, 'moderator');
  await look(colleague);
  for (const justified of [true, false]) {
    const { status, body } = await decideAs(moderator, number, { justified });
    expect([status, body.errors]).toEqual([422, { pictures: lookFirstText([number]) }]);
  }
  const object = { type: 'inserat', id } as const;
  const held = await moderator.call(holding.hold, {
    object,
    kind: 'blocked',
    reason: 'anderes',
    text: STATEMENT,
  });
  expect(held.status).toBe(200);
  expect((await decideAs(moderator, number, { justified: true })).status).toBe(422);
  await look(moderator);
  expect((await decideAs(moderator, number, { justified: true })).status).toBe(200);
});

test('each report on a thing asks for a look at its own pictures, and is named [BOF-60, BOF-61]', async () => {
  const bare = await reported('bilder_ohne_zustimmung');
  const jpeg = await noise(400, 300).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const [first, second] = [
    await reported('bilder_ohne_zustimmung'),
    await reported('minderjaehrig'),
  ];
  const about = await reported('betrug');
  const { others } = (await moderator.call(contract.report, { number: bare })).body;
  expect(others.map(({ has_pictures }: { has_pictures: boolean }) => has_pictures)).toEqual([
    true,
    true,
    true,
  ]);
  const read = (await moderator.call(contract.report, { number: about })).body.others;
  expect(read.at(-1)).toMatchObject({ number: bare, has_pictures: false });
  const look = (number: string) =>
    world.server.inject({
      url: `/betrieb/bilder/${number}/1`,
      headers: { cookie: moderator.cookie },
    });
  const asked = async (more: object = {}) => (await decideAs(moderator, bare, more)).body.errors;
  expect(await asked()).toEqual({ pictures: lookFirstText([first, second]) });
  expect(lookFirstText([first, second])).toContain(`${first}, ${second}.`);
  await look(about);
  expect(await asked({ justified: true })).toEqual({ pictures: lookFirstText([first]) });
  await look(first);
  expect(await asked()).toEqual({ pictures: lookFirstText([second]) });
  await look(second);
  expect((await decideAs(moderator, bare)).status).toBe(200);
});

test('a report about pictures is decided also once its account is deleted [BOF-61, BOF-65]', async () => {
  const jpeg = await noise(400, 300).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const number = await reported('bilder_ohne_zustimmung');
  const deleted = { user_id: owner.userId, password: PASSWORD };
  expect((await owner.call(deleteAccount, deleted)).status).toBe(200);
  world.clock.advance(DELETION_WAITS_MS);
  await world.runTasks('account-deletion/final');
  const { closed_at } = await world.db
    .selectFrom('account')
    .select('closed_at')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  expect(closed_at).not.toBeNull();
  const colleague = await staffOf(world, 'moderator');
  const unseen = await decideAs(colleague, number);
  expect([unseen.status, unseen.body.errors]).toEqual([422, { pictures: lookFirstText([number]) }]);
  const { statusCode } = await world.server.inject({
    url: `/betrieb/bilder/${number}/1`,
    headers: { cookie: colleague.cookie },
  });
  expect(statusCode).toBe(200);
  expect((await decideAs(colleague, number)).status).toBe(200);
});

test('age is judged with a look only where something stays; without pictures there is none [BOF-61]', async () => {
  const bare = await reported('bilder_ohne_zustimmung');
  expect((await decideAs(moderator, bare)).status).toBe(200);
  const jpeg = await noise(400, 300).jpeg().toBuffer();
  await owner.call(saveInseratImage, { inserat_id: id, base64ImageString: dataUrl(jpeg) });
  const number = await reported('minderjaehrig');
  expect((await decideAs(moderator, number)).body.errors).toEqual({
    pictures: lookFirstText([number]),
  });
  const hold = { kind: 'blocked', reason: 'minderjaehrig' };
  expect((await decideAs(moderator, number, { justified: true, hold })).status).toBe(200);
});

test('a decision locks the open reports once [BOF-61]', async () => {
  const number = await reported('betrug');
  const hold = { kind: 'blocked', reason: 'betrug' };
  const { statements } = await workOf(() => decideAs(moderator, number, { justified: true, hold }));
  const locks = statements.filter((text) => /from report\s+where thing.*for update/s.test(text));
  expect(locks).toHaveLength(1);
});

test('a decision answers every reporter with an address and the owner at once [BOF-61]', async () => {
  const first = await reported('betrug', { email: MIRA });
  const second = await reported('betrug', { email: 'nora@beispiel.ch' });
  const anonymous = await reported('anderes');
  await world.db.deleteFrom('mail').execute();
  const { status, body } = await decideAs(moderator, first);
  expect([status, body.decided]).toEqual([200, [first, second, anonymous]]);
  const subjects = (await world.mails()).map(({ recipient, subject }) => [recipient, subject]);
  expect(subjects).toEqual([
    [MIRA, `Deine Meldung ${first}`],
    ['nora@beispiel.ch', `Deine Meldung ${second}`],
    [owner.email, 'Entscheid zu einer Meldung'],
  ]);
  const again = await decideAs(moderator, second);
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_DECIDED']);
  expect(again.body.message).toContain('Unbegründet');
});

test('both statements say decision, facts, rule and objection, nothing of the other side [BOF-62]', async () => {
  const said = { name: 'Mira Muster', email: MIRA, phone: '079 555 66 77', message: 'Vorkasse' };
  const number = await reported('betrug', said);
  await world.db.deleteFrom('mail').execute();
  await decideAs(moderator, number);
  const [reporter, advertiser] = [await textTo(MIRA), await textTo(owner.email)];
  for (const part of ['unbegründet', ANSWER, '/rechtliches', 'innert 30 Tagen'])
    expect(reporter).toContain(part);
  for (const part of ['unbegründet', STATEMENT, '/rechtliches', 'ohne automatische Hilfe'])
    expect(advertiser).toContain(part);
  // It was decided in her favour.
  expect(advertiser).not.toContain('einverstanden');
  const { nickname } = await world.db
    .selectFrom('account')
    .select('nickname')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  for (const secret of [owner.email, nickname, STATEMENT, String(owner.userId), 'Lena'])
    expect(reporter).not.toContain(secret);
  for (const secret of [...Object.values(said), '795556677', ANSWER, number])
    expect(advertiser).not.toContain(secret);
});

test('a decided report says who decided when, and what both sides were told [BOF-60, BOF-61]', async () => {
  const number = await reported('anderes', { email: MIRA });
  const joined = await reported('betrug');
  const reader = await staffOf(world, 'reader');
  const decision = async (of: string) =>
    (await reader.call(contract.report, { number: of })).body.report.decision;
  expect(await decision(number)).toBeNull();
  world.clock.advance(MINUTE_MS);
  const at = world.clock.now().toISOString();
  await decideAs(moderator, number);
  const said = { by: moderator.name, at, answer: ANSWER, statement: STATEMENT };
  for (const of of [number, joined]) expect(await decision(of), of).toEqual(said);
});

test('a justified report takes the ad off the websites; an unjustified one lifts it [BOF-61]', async () => {
  const number = await reported('betrug');
  const hold = { kind: 'blocked', reason: 'betrug' };
  const { status } = await decideAs(moderator, number, { justified: true, hold });
  expect(status).toBe(200);
  expect(await heldAt()).toEqual(START);
  const next = await reported('betrug');
  const shown = (await moderator.call(contract.report, { number: next })).body;
  expect(shown).toMatchObject({ snapshot: { was: 'held' }, hold: { kind: 'blocked', version: 1 } });
  expect((await decideAs(moderator, next, { release: true })).status).toBe(200);
  expect(await heldAt()).toBeNull();
});

test('a decision names fields and blocks the account with it, after a fresh factor [BOF-25, BOF-61]', async () => {
  const number = await reported('anderes');
  const hold = { kind: 'revise', reason: 'falsche_angaben', fields: ['titel'] };
  const alone = await decideAs(moderator, number, { justified: true, block_account: true });
  expect([alone.status, Object.keys(alone.body.errors)]).toEqual([422, ['block_account']]);
  const both = { justified: true, hold, block_account: true };
  world.clock.advance(11 * MINUTE_MS);
  const stale = await decideAs(moderator, number, both);
  expect([stale.status, stale.body.code]).toEqual([403, 'FRESH_FACTOR_REQUIRED']);
  expect(await heldAt()).toBeNull();
  const fresh = await staffOf(world, 'moderator');
  await world.db.deleteFrom('mail').execute();
  expect((await decideAs(fresh, number, both)).status).toBe(200);
  const holds = await world.db
    .selectFrom('hold')
    .select(['thing', 'kind', 'reason', 'fields', 'text'])
    .where('account_id', '=', owner.userId)
    .orderBy('thing')
    .execute();
  const said = { reason: 'falsche_angaben', text: STATEMENT };
  expect(holds).toEqual([
    { thing: 'account', kind: 'blocked', fields: [], ...said },
    { thing: 'inserat', kind: 'revise', fields: ['titel'], ...said },
  ]);
  const mails = await world.mails(owner.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Entscheid zu einer Meldung']);
  expect(mails[0]!.text).toContain('Dein Konto ist gesperrt. Grund: Falsche Angaben.');
  expect(mails[0]!.text).toMatch(/Einspruch erheben:\nhttp\S+\/home$/);
  expect(mails[0]!.text).not.toContain('So geht es weiter');
  const next = await reported('betrug', { email: MIRA });
  const { body } = await fresh.call(contract.report, { number: next });
  expect(body).toMatchObject({
    account_held: true,
    hold: { kind: 'revise', reason: 'falsche_angaben' },
    others: [{ number, has_email: false }],
  });
  const again = { justified: true, block_account: true };
  expect((await decideAs(fresh, next, again)).status).toBe(200);
});

test('of a report that is looked at and then justified the owner gets two mails [BOF-61, BOF-62]', async () => {
  const number = await reported('bilder_ohne_zustimmung');
  await world.db.deleteFrom('mail').execute();
  const object = { type: 'inserat', id } as const;
  const reason = 'bilder_ohne_zustimmung';
  await moderator.call(holding.hold, { object, kind: 'waiting', reason });
  const [waiting, ...none] = await world.mails(owner.email);
  expect(none).toEqual([]);
  expect(waiting!.text).toContain('Wir prüfen eine Meldung zu diesem Eintrag. Du musst nichts tun');
  expect(waiting!.text).not.toContain('Bitte ersetze');
  const hold = { kind: 'blocked', reason, seen_version: 1 };
  expect((await decideAs(moderator, number, { justified: true, hold })).status).toBe(200);
  const [, decided, ...more] = await world.mails(owner.email);
  expect(more).toEqual([]);
  for (const part of [
    ...[`Nummer ${id} ist zurzeit nicht online. Grund: Bild ohne Zustimmung.`, STATEMENT],
    ...['Bezahlte Zeit steht still', 'Überarbeitet, bitte neu prüfen', 'Einspruch erheben'],
  ])
    expect(decided!.text).toContain(part);
});

test('of an ad that is freed again the owner reads in one mail where it stands [BOF-61]', async () => {
  const number = await reported('betrug');
  await moderator.call(holding.hold, {
    object: { type: 'inserat', id },
    kind: 'blocked',
    reason: 'betrug',
  });
  await world.db.deleteFrom('mail').execute();
  expect((await decideAs(moderator, number, { release: true })).status).toBe(200);
  const [mail, ...more] = await world.mails(owner.email);
  expect(more).toEqual([]);
  expect(mail!.text).toContain(`Dein Inserat Nr. ${id} ist wieder online. Es läuft bis`);
  expect(mail!.text).not.toContain('einverstanden');
});

test('who may object answers the mail only where a mailbox is read [BOF-62, BOF-85]', () => {
  const of = {
    to: MIRA,
    justified: true,
    answer: ANSWER,
    publicUrl: 'https://samtrot.example',
    supportEmail: 'support@samtrot.example',
  };
  const mailed = (answered: boolean) =>
    answerMail({ id: 7, objected_at: null }, { ...of, answered });
  expect(mailed(true)).toMatchObject({ replyTo: 'support@samtrot.example' });
  expect(mailed(true).paragraphs.at(-1)).toContain('Antworte innert 30 Tagen auf diese E-Mail');
  const other = mailed(false);
  expect(other.replyTo).toBeUndefined();
  expect(other.paragraphs.at(-1)).toBe(
    'Du bist nicht einverstanden? Schreib uns innert 30 Tagen auf https://samtrot.example/kontakt und nenne M-7, eine andere Person prüft es.',
  );
});

test('an urgent report is closed as unjustified with an internal note only [BOF-61, BOF-139]', async () => {
  const number = await reported('zwang', { email: MIRA });
  const none = await decideAs(moderator, number, { note: ' ' });
  expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['note']]);
  expect((await decideAs(moderator, number)).status).toBe(200);
  const { after } = await world.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'report_decided')
    .where('object', '=', `report:${number.slice(2)}`)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ note: NOTE });
  for (const to of [MIRA, owner.email]) expect(await textTo(to)).not.toContain(NOTE);
  const other = await reported('betrug');
  expect((await decideAs(moderator, other, { note: undefined })).status).toBe(200);
});

test('a refused hold leaves the report open and mails nobody [BOF-61]', async () => {
  const number = await reported('betrug', { email: MIRA });
  await world.db.deleteFrom('mail').execute();
  const hold = { kind: 'revise', reason: 'betrug' };
  const { status, body } = await decideAs(moderator, number, { justified: true, hold });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['kind']]);
  expect(await world.mails()).toEqual([]);
  const [open] = (await moderator.call(contract.reports, {})).body.items;
  expect(open).toMatchObject({ number, state: 'new' });
});

test('the register gives the reports of a Swiss month without personal data [BOF-67]', async () => {
  world.clock.set(new Date('2026-11-30T22:30:00Z'));
  const early = await reported('zwang', { name: 'Mira Muster', email: MIRA });
  await world.db.deleteFrom('rate_limit').execute();
  world.clock.advance(40 * MINUTE_MS);
  // The log-in of the test began ten days before.
  moderator = await staffOf(world, 'moderator');
  await moderator.call(contract.claimReport, { number: early });
  const hold = { kind: 'blocked', reason: 'betrug' };
  await decideAs(moderator, early, { justified: true, hold });
  const late = await reported('anderes');
  const month = async (name: string) =>
    (await moderator.call(contract.reportRegister, { month: name })).body;
  const november = await month('2026-11');
  expect(november.name).toBe('meldungen-2026-11.csv');
  expect(november.csv.split('\r\n')).toEqual([
    '\uFEFFNummer;Eingang;Grund;Dringlichkeit;Webseite;Objekt;erster Blick (Min.);Entscheid;Grund des Entscheids;entschieden am;Frist eingehalten;Automatik;Einspruch',
    `${early};30.11.2026, 23:30;Ich vermute Zwang oder Menschenhandel;Dringend;;Inserat ${id};40;Begründet;Gesperrt: Betrug;01.12.2026, 00:10;ja;nein;nein`,
    '',
  ]);
  const december = (await month('2026-12')).csv as string;
  expect(december).toContain(`\r\n${late};01.12.2026, 00:10;Etwas anderes;Normal;;`);
  for (const secret of ['Mira', 'mira@', owner.email, 'Lena'])
    expect(november.csv + december).not.toContain(secret);
});

test('twenty reports stand in the register as in their table [BOF-67]', async () => {
  await reported('anderes');
  await sql`
    insert into report (thing, item_id, account_id, by_website, website_id, reason, received_at,
                        opened_at, decided_at, state, automatic)
    select r.thing, r.item_id, r.account_id, false,
           case when n % 2 = 0 then (select min(id) from website) end,
           (array['minderjaehrig', 'zwang', 'bilder_ohne_zustimmung', 'persoenliche_daten',
                  'betrug', 'anderes'])[n % 6 + 1], at,
           case when n % 4 > 0 then at + n * interval '14 minutes' end,
           case when n % 4 > 1 then at + n * interval '11 hours' end,
           case n % 4 when 0 then 'new' when 1 then 'in_review' when 2 then 'justified'
                else 'unjustified' end, n % 5 = 0
      from report r, generate_series(1, 19) n,
           lateral (select r.received_at + n * interval '1 hour' as at) t`.execute(world.db);
  const { rows } = await sql<{ line: string }>`
    select concat_ws(';', 'M-' || r.id, ${swiss('r.received_at')}, l.label, l.urgency,
           coalesce(w.name, ''), 'Inserat ' || r.item_id,
           coalesce(floor(extract(epoch from r.opened_at - r.received_at) / 60)::text, ''),
           case r.state when 'justified' then 'Begründet' when 'unjustified' then 'Unbegründet'
                else '' end, '', coalesce(${swiss('r.decided_at')}, ''),
           case when coalesce(r.opened_at, ${world.clock.now()}) - r.received_at > l.look
                  or coalesce(r.decided_at, ${world.clock.now()}) - r.received_at > interval '7 days'
                then 'nein' when r.decided_at is null then '' else 'ja' end,
           case when r.automatic then 'ja' else 'nein' end, 'nein') as line
      from report r left join website w on w.id = r.website_id
      join (values
        ('minderjaehrig', 'Die Person wirkt minderjährig', 'Dringend', interval '2 hours'),
        ('zwang', 'Ich vermute Zwang oder Menschenhandel', 'Dringend', interval '2 hours'),
        ('bilder_ohne_zustimmung', 'Bilder ohne Zustimmung', 'Dringend', interval '2 hours'),
        ('persoenliche_daten', 'Persönliche Daten einer anderen Person', 'Hoch', interval '24 hours'),
        ('betrug', 'Betrug oder Vorauszahlung', 'Hoch', interval '24 hours'),
        ('anderes', 'Etwas anderes', 'Normal', interval '7 days')
      ) l (reason, label, urgency, look) on l.reason = r.reason
     order by r.id`.execute(world.db);
  expect(rows).toHaveLength(20);
  const register = (await moderator.call(contract.reportRegister, { month: '2026-11' })).body.csv;
  const lines = register.trimEnd().split('\r\n').slice(1);
  expect(lines).toEqual(rows.map(({ line }) => line));
  // Both outcomes are among them.
  for (const kept of [';ja;', ';nein;']) expect(register).toContain(kept);
});

test('a time that is over is not kept, also before anybody decides [BOF-67]', async () => {
  const urgent = await reported('zwang');
  const normal = await reported('anderes');
  const kept = async (number: string): Promise<string> => {
    moderator = await staffOf(world, 'moderator');
    const { csv } = (await moderator.call(contract.reportRegister, { month: '2026-11' })).body;
    const line = (csv as string).split('\r\n').find((one) => one.startsWith(`${number};`))!;
    return line.split(';').at(-3)!;
  };
  world.clock.advance(2 * HOUR_MS);
  expect([await kept(urgent), await kept(normal)]).toEqual(['', '']);
  world.clock.advance(1);
  expect([await kept(urgent), await kept(normal)]).toEqual(['nein', '']);
  await moderator.call(contract.claimReport, { number: normal });
  world.clock.advance(7 * DAY_MS);
  expect(await kept(normal)).toBe('nein');
});

const from = async (remoteAddress: string, reason: ReportReason = 'zwang') =>
  world.visitor.raw('report', {
    payload: { object: { type: 'inserat', id: await publicIdOf(id) }, reason },
    remoteAddress,
  });

test('the second independent urgent report holds the ad, tells the duty, waits for a person [BOF-63]', async () => {
  await from('192.0.2.1');
  expect(await heldAt()).toBeNull();
  const second = (await from('192.0.2.2')).body.number;
  expect(await heldAt()).toEqual(START);
  const subjects = (await world.mails(DUTY)).map(({ subject }) => subject);
  expect(subjects).toContain(`DRINGEND: Inserat ${id} automatisch vom Netz`);
  expect(await textTo(owner.email)).toContain('Wir prüfen dein Inserat nach einer Meldung.');
  const told = await textTo(owner.email);
  expect(told).toContain('Grund: Prüfung.');
  expect(told).toContain('Du musst nichts tun');
  for (const secret of ['Zwang', 'ändern', 'bitte neu prüfen']) expect(told).not.toContain(secret);
  expect(told).toContain('Du kannst Einspruch erheben.');
  expect(await textTo(DUTY)).toContain(`/betrieb/meldungen/${second}`);
  const line = await world.db
    .selectFrom('audit')
    .select(['actor', 'right', 'staff_id'])
    .where('action', '=', 'held')
    .where('object', '=', `inserat:${id}`)
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ actor: 'system', right: 'hold.set', staff_id: null });
  const { body } = await moderator.call(contract.report, { number: second });
  expect(body).toMatchObject({ report: { automatic: true }, hold: { kind: 'blocked' } });
  expect((await from('192.0.2.3')).status).toBe(200);
  await decideAs(moderator, second, { release: true });
  expect(await heldAt()).toBeNull();
  expect(await textTo(owner.email)).toContain('eine automatische Regel geholfen');
});

test('one network, or reports that are not urgent, hold nothing [BOF-63, BOF-64]', async () => {
  for (let n = 0; n < 3; n++) await from('192.0.2.1');
  for (const n of [2, 3, 4]) await from(`192.0.2.${n}`, 'betrug');
  expect(await heldAt()).toBeNull();
});

test('a source that was unjustified twice counts zero, which its next report says [BOF-63, BOF-64]', async () => {
  const told = async (number: string) =>
    (await moderator.call(contract.report, { number })).body.report.counts;
  const first = (await from('192.0.2.9')).body.number;
  await from('192.0.2.9');
  expect(await told(first)).toBe(true);
  expect((await decideAs(moderator, first)).body.decided).toHaveLength(2);
  const again = (await from('192.0.2.9')).body.number;
  const other = (await from('192.0.2.1')).body.number;
  expect(await heldAt()).toBeNull();
  const { items } = (await moderator.call(contract.reports, {})).body;
  expect(nonEmpty(items as { number: string }[]).map(({ number }) => number)).toEqual([
    again,
    other,
  ]);
  expect([await told(again), await told(other)]).toEqual([false, true]);
  await from('192.0.2.2');
  expect(await heldAt()).not.toBeNull();
});

test('a network is forgotten after 30 days, and what it sent before counts against nobody [BOF-64]', async () => {
  const told = async (number: string) =>
    (await moderator.call(contract.report, { number })).body.report.counts;
  const first = (await from('192.0.2.9')).body.number;
  await from('192.0.2.9');
  await decideAs(moderator, first);
  const sources = async () =>
    (await world.db.selectFrom('report').select('network_hash').execute()).filter(
      ({ network_hash }) => network_hash !== null,
    ).length;
  world.clock.set(new Date(START.getTime() + 30 * DAY_MS - 1));
  await world.runTasks('reports/purge');
  moderator = await staffOf(world, 'moderator');
  expect([await sources(), await told((await from('192.0.2.9')).body.number)]).toEqual([2, false]);
  world.clock.set(new Date(START.getTime() + 30 * DAY_MS));
  await world.runTasks('reports/purge');
  expect([await sources(), await told((await from('192.0.2.9')).body.number)]).toEqual([1, true]);
});

test('urgent reports that arrive together hold the ad once [BOF-63]', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((n) => from(`192.0.2.${n}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const holds = await world.db
    .selectFrom('hold')
    .select('id')
    .where('item_id', '=', id)
    .where('thing', '=', 'inserat')
    .execute();
  expect(holds).toHaveLength(1);
});

test('the overview counts open reports and appeals with the oldest, for who may read them [BOF-57]', async () => {
  const lineOf = async (who: Staff, label: string) => {
    const { body } = await who.call(getStaffOverview, {});
    return nonEmpty(body.waiting as { label: string }[]).find((line) => line.label === label);
  };
  const line = { label: 'Meldungen', path: '/meldungen' };
  expect(await lineOf(moderator, 'Meldungen')).toEqual({
    ...line,
    count: 0,
    since: null,
    urgent: 0,
    overdue: 0,
    parts: [],
    first: null,
  });
  expect(await lineOf(moderator, 'Einsprüche')).toMatchObject({ count: 0 });
  const number = await reported('betrug');
  world.clock.advance(MINUTE_MS);
  await reported('anderes');
  const since = START.toISOString();
  expect(await lineOf(moderator, 'Meldungen')).toMatchObject({
    ...line,
    count: 2,
    since,
    parts: ['1 hoch', '1 normal'],
    first: null,
  });
  await decideAs(moderator, number);
  expect(await lineOf(moderator, 'Meldungen')).toMatchObject({ ...line, count: 0, since: null });
  expect(await lineOf(await staffOf(world, 'finance'), 'Meldungen')).toBeUndefined();
});

test('the overview says what is urgent and overdue as its list does, and who is on duty [BOF-134]', async () => {
  const overview = async () => {
    const who = await staffOf(world, 'moderator');
    const { body } = await who.call(getStaffOverview, {});
    const list = (await who.call(contract.reports, {})).body;
    const line = nonEmpty(body.waiting as { label: string; count: number }[]).find(
      ({ label }) => label === 'Meldungen',
    )!;
    expect(line).toMatchObject({ urgent: list.urgent, overdue: list.overdue });
    expect(line.count).toBe(list.items.length);
    return { ...line, duty: body.duty };
  };
  await reported('anderes');
  world.clock.advance(MINUTE_MS);
  const number = await reported('minderjaehrig');
  const due = formatDayTime(new Date(world.clock.now().getTime() + 2 * HOUR_MS));
  const text = `Die Person wirkt minderjährig. Inserat ${id}.`;
  expect(await overview()).toMatchObject({
    urgent: 1,
    overdue: 0,
    parts: ['1 normal'],
    duty: world.config.dutyEmail,
    first: {
      number,
      path: `/meldungen/${number}`,
      text,
      clock: `Erster Blick bis ${due}, noch 2 Std.`,
    },
  });
  const email = world.config.dutyEmail;
  await invitedTo(world, { name: 'Dora Dienst', email, role: 'reader' });
  world.clock.advance(2 * HOUR_MS + MINUTE_MS);
  expect(await overview()).toMatchObject({ urgent: 1, overdue: 1, duty: 'Dora Dienst' });
  const who = await staffOf(world, 'moderator');
  await who.call(contract.claimReport, { number });
  const { report } = (await who.call(contract.report, { number })).body;
  expect(report.first_look).toBe('Erster Blick nach 2 Std. 1 Min., Frist 2 Std.');
});

test('an objection within 30 days opens a report again, once, for another person [BOF-61, BOF-62]', async () => {
  const number = await reported('betrug', { email: MIRA });
  const colleague = await staffOf(world, 'moderator');
  const message = 'Sie verlangt noch immer eine Vorauszahlung.';
  const objects = () => colleague.call(contract.objectReport, { number, by: 'reporter', message });
  const refusal = async () => (await objects()).body.errors?.number;
  expect(await refusal()).toBe('Das ist noch nicht entschieden.');
  await decideAs(moderator, number);
  const read = async (who: Staff) => (await who.call(contract.report, { number })).body.report;
  expect(await read(moderator)).toMatchObject({ may_object: true, objection: null });
  world.clock.advance(20 * MINUTE_MS);
  expect((await objects()).status).toBe(200);
  expect(await refusal()).toBe('Dazu gab es schon einen zweiten Blick.');
  expect(await read(moderator)).toMatchObject({
    state: 'in_review',
    may_decide: false,
    // Seven days from the objection on.
    clock: { text: 'Noch 7 Tage', tone: 'calm' },
    objection: { by: 'reporter', first: 'unjustified', message },
    decision: { by: moderator.name, at: START.toISOString(), answer: ANSWER, statement: STATEMENT },
  });
  const shown = (await colleague.call(contract.reports, {})).body.items;
  expect(shown).toMatchObject([{ number }]);
  // Not by whoever decided, neither here nor by way of another report on the thing.
  const claimed = await moderator.call(contract.claimReport, { number, take_over: true });
  expect(claimed.body.code).toBe('SAME_PERSON');
  expect((await decideAs(moderator, number)).body.code).toBe('SAME_PERSON');
  const beside = await reported('betrug');
  expect((await decideAs(moderator, beside)).body.code).toBe('SAME_PERSON');
  const hold = { kind: 'blocked', reason: 'betrug' } as const;
  expect((await decideAs(colleague, number, { justified: true, hold })).status).toBe(200);
  expect(await read(colleague)).toMatchObject({ state: 'justified', may_object: false });
  expect((await read(colleague)).decision).toMatchObject({ by: colleague.name });
  const mails = (await world.mails(MIRA)).map(({ text }) => text);
  expect(mails).toHaveLength(3);
  expect(mails[1]).toContain('eine andere Person prüft es');
  expect(mails[2]).toContain('nochmals geprüft');
  const { csv } = (await colleague.call(contract.reportRegister, { month: '2026-11' })).body;
  const line = (csv as string).split('\n').find((one) => one.includes(number))!;
  expect(line.trim().endsWith('ja')).toBe(true);
  expect(await refusal()).toBe('Dazu gab es schon einen zweiten Blick.');
});

test('an objection after 30 days is refused [BOF-62]', async () => {
  const number = await reported('anderes');
  await decideAs(moderator, number);
  world.clock.advance(30 * DAY_MS + 1);
  const late = await staffOf(world, 'moderator');
  const message = 'Ich bin damit nicht einverstanden.';
  const { body } = await late.call(contract.objectReport, { number, by: 'owner', message });
  expect(body.errors.number).toBe('Die Frist von 30 Tagen ist vorbei.');
});
