import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { contact } from '@samtrot/shared/support/contract.ts';
import { fileTexts } from '@samtrot/shared/support/file-rules.ts';
import * as desk from '@samtrot/shared/support/staff-contract.ts';
import * as own from '@samtrot/shared/support/thread-contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listeningDevice } from '../../testing/services/listening-device.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import * as store from './store.ts';

const PDF = Buffer.from('%PDF-1.4\nQuittung\n%%EOF');
const TEXT = 'Hallo, wir haben eine Frage zu deiner Aufladung.';

let world: World;
let user: Caller & { email: string };
let moderator: Staff;
let owner: Staff;
let finance: Staff;
beforeAll(async () => {
  world = await testWorld();
  moderator = await staffOf(world, 'moderator');
  owner = await staffOf(world, 'owner');
  finance = await staffOf(world, 'finance');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('thread').execute();
  user = await world.user();
  await world.db.deleteFrom('mail').execute();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const message = (more: object = {}) => ({
  account_id: user.userId,
  subject: 'billing',
  text: TEXT,
  send_key: crypto.randomUUID(),
  ...more,
});
const begin = (more: object = {}, by = moderator) => by.call(desk.beginThread, message(more));
const idOf = (ticket: string) => Number(ticket.slice(2));
const upload = async (by = moderator): Promise<number> => {
  const file = { name: 'Quittung.pdf', content: PDF.toString('base64') };
  const { status, body } = await by.call(desk.attachAnswerFile, file);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.file.id;
};
const read = async (ticket: string) =>
  (await user.call(own.getThread, { thread_id: idOf(ticket) })).body.thread;
const threads = () => world.db.selectFrom('thread').select(['id', 'state']).execute();

test('the house writes first; she reads it, is told without a word of it, and answers [BOF-83]', async () => {
  const { status, body } = await begin();
  expect(status, JSON.stringify(body)).toBe(200);
  const { ticket } = body;
  expect(await read(ticket)).toMatchObject({
    subject: 'billing',
    open: true,
    unread: true,
    entries: [{ from: 'us', text: TEXT }],
  });
  expect((await user.call(state, {})).body.state.unread_threads).toEqual([ticket]);
  const [mail, ...more] = await world.mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: user.email, subject: 'Du hast eine Nachricht von uns.' });
  expect(mail!.text).not.toContain('Aufladung');
  const line = await world.db
    .selectFrom('audit')
    .select(['staff_id', 'right', 'object'])
    .where('action', '=', 'thread_begun')
    .where('object', '=', `thread:${idOf(ticket)}`)
    .execute();
  expect(line).toMatchObject([{ staff_id: moderator.staffId, right: 'inbox.reply' }]);

  await user.call(own.replyThread, {
    thread_id: idOf(ticket),
    text: 'Gern.',
    send_key: crypto.randomUUID(),
  });
  expect(await threads()).toEqual([{ id: idOf(ticket), state: 'new' }]);
});

test('each answer is told once to devices that want it, whatever her mails are set to [EXP-115]', async () => {
  const { take } = await listeningDevice(world, user, ['answer']);
  await world.db
    .updateTable('account')
    .set({ disable_messages: true })
    .where('id', '=', user.userId)
    .execute();
  const same = message();
  const { ticket } = (await begin(same)).body;
  await begin(same);
  expect(await take()).toEqual(['answer /dashboard/kontakt']);
  const answer = async (send_key: string, entry: number) =>
    moderator.call(desk.answerThread, {
      thread_id: idOf(ticket),
      seen_entry: entry,
      text: 'Noch etwas.',
      state: 'answered',
      send_key,
      anyway: true,
    });
  const { entries } = await read(ticket);
  const key = crypto.randomUUID();
  for (let n = 0; n < 2; n++) expect((await answer(key, entries.at(-1).id)).status).toBe(200);
  expect(await take()).toEqual(['answer /dashboard/kontakt']);
  await moderator.call(desk.noteThread, {
    thread_id: idOf(ticket),
    text: 'Nur für uns.',
    send_key: crypto.randomUUID(),
  });
  expect([await take(), await world.mails(user.email)]).toEqual([[], []]);
});

test('ten equal calls at once begin one thread; another id begins another one [EXP-92]', async () => {
  const same = message();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => moderator.call(desk.beginThread, same)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.ticket)).size).toBe(1);
  expect(await threads()).toHaveLength(1);
  await begin();
  expect(await threads()).toHaveLength(2);
});

const texts = async (ticket: string) =>
  ((await read(ticket)).entries as { text: string }[]).map(({ text }) => text);

test('a message changed after a lost answer joins the thread it has begun, once [EXP-92]', async () => {
  const file = await upload();
  const first = message({ files: [file] });
  const { ticket } = (await moderator.call(desk.beginThread, first)).body;
  const changed = { ...first, subject: 'other', text: `${TEXT} Es geht um Freitag.` };
  for (const said of ['erste Fassung war schon angekommen', 'ist schon angekommen']) {
    const { status, body } = await moderator.call(desk.beginThread, changed);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ ticket, message: expect.stringContaining(said) });
  }
  expect(await threads()).toEqual([{ id: idOf(ticket), state: 'answered' }]);
  expect(await texts(ticket)).toEqual([TEXT, changed.text]);
  expect(await read(ticket)).toMatchObject({ subject: 'other' });
  expect((await moderator.call(desk.beginThread, first)).body.message).toContain(
    'schon angekommen',
  );
  expect(await texts(ticket)).toHaveLength(2);
  expect(await world.mails()).toHaveLength(2);
});

test.each([
  ['a mail goes', {}, 1, 'Eine Mail sagt ihr, dass etwas da ist.'],
  [
    'her mails are off',
    { disable_messages: true },
    0,
    'Sie bekommt keine Mail: Sie hat ihre E-Mails ausgeschaltet.',
  ],
])('the writer reads whether a mail goes: %s [BOF-83]', async (_, set, mails, said) => {
  await world.db
    .updateTable('account')
    .set({ disable_messages: false, ...set })
    .where('id', '=', user.userId)
    .execute();
  const { ticket, message: begun } = (await begin()).body;
  expect(begun).toBe(`Die Nachricht steht in ihrem Dashboard. ${said}`);
  expect(await world.mails()).toHaveLength(mails);
  const { body } = await moderator.call(desk.answerThread, {
    thread_id: idOf(ticket),
    seen_entry: 1,
    text: 'Noch etwas.',
    state: 'answered',
    anyway: true,
    send_key: crypto.randomUUID(),
  });
  expect(body.message).toBe(`Die Antwort steht in ihrem Dashboard. ${said}`);
  expect(await world.mails()).toHaveLength(mails * 2);
});

test('an unconfirmed address that had its mails of the day gets none, as the writer reads [BOF-83]', async () => {
  await world.db
    .updateTable('account')
    .set({ email_confirmed_at: null })
    .where('id', '=', user.userId)
    .execute();
  const said = [];
  for (let n = 0; n < 6; n++) said.push((await begin()).body.message as string);
  expect(said.at(-1)).toBe(
    'Die Nachricht steht in ihrem Dashboard. Sie bekommt keine Mail: Ihre Adresse ist nicht bestätigt.',
  );
  const told = said.filter((text) => text.endsWith('Eine Mail sagt ihr, dass etwas da ist.'));
  expect(await world.mails()).toHaveLength(told.length);
});

test('her Home names a message of the house no answer until she has asked something [EXP-33]', async () => {
  const { ticket } = (await begin()).body;
  const step = async () =>
    (await user.call(state, {})).body.state.next_steps.find(
      ({ kind }: { kind: string }) => kind === 'answer',
    );
  expect(await step()).toMatchObject({ id: ticket, asked: false });
  await user.call(own.replyThread, {
    thread_id: idOf(ticket),
    text: 'Warum?',
    send_key: crypto.randomUUID(),
  });
  expect(await step()).toMatchObject({ id: ticket, asked: true });
});

test('a placeholder, an unknown account and a foreign subject begin nothing [BOF-16, BOF-86]', async () => {
  expect((await begin({ text: 'Am {datum}' })).body.errors.text).toBe('Ergänze: {datum}');
  expect(await begin({ account_id: 999_999 })).toMatchObject({ status: 404 });
  expect(await begin({ subject: 'ad' }, finance)).toMatchObject({
    status: 403,
    body: { code: 'RIGHT_MISSING' },
  });
  expect(await threads()).toEqual([]);
  expect((await begin({}, finance)).status).toBe(200);
});

test('a conversation that the house began counts in no measured wait [BOF-90]', async () => {
  const { ticket } = (await begin()).body;
  world.clock.set(new Date(START.getTime() + DAY_MS / 2));
  const since = new Date(START.getTime() - DAY_MS);
  const counted = await world.db.transaction().execute((db) => store.answeredSince(db, since));
  expect(counted).toEqual([]);
  expect(await read(ticket)).toMatchObject({ open: true });
});

test('a file of an answer is hers to download, nobody else may send it [BOF-85, EXP-90]', async () => {
  const file = await upload();
  const foreign = await begin({ files: [file] }, owner);
  expect(foreign.body.errors.files).toBe(fileTexts.gone);
  expect(await threads()).toEqual([]);
  const { ticket } = (await begin({ files: [file] })).body;
  const sent = { id: file, name: 'Quittung.pdf', kind: 'pdf', bytes: PDF.length };
  expect((await read(ticket)).entries).toMatchObject([{ files: [sent] }]);
  const download = (cookie: string) =>
    world.server.inject({ url: `/support/datei/${file}`, headers: { cookie } });
  expect((await download(user.cookie)).rawPayload.equals(PDF)).toBe(true);
  const other = await world.user();
  expect((await download(other.cookie)).statusCode).toBe(404);

  const [more, dropped] = [await upload(), await upload()];
  expect((await owner.call(desk.detachAnswerFile, { file_id: dropped })).status).toBe(404);
  expect((await moderator.call(desk.detachAnswerFile, { file_id: dropped })).status).toBe(200);
  const answered = await moderator.call(desk.answerThread, {
    thread_id: idOf(ticket),
    seen_entry: 1,
    text: TEXT,
    state: 'answered',
    anyway: true,
    send_key: crypto.randomUUID(),
    files: [more],
  });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  expect((await read(ticket)).entries.at(-1).files).toMatchObject([{ id: more }]);
});

test('an answer by mail takes no file and says so at the field [BOF-84]', async () => {
  const asked = await world.visitor.call(contact, {
    name: 'Jana Roth',
    email: 'jana@beispiel.ch',
    subject: 'billing',
    message: 'Wann kommt meine Aufladung an?',
    proof: await world.proof('contact'),
  });
  const thread_id = idOf(asked.body.ticket);
  const answered = await moderator.call(desk.answerThread, {
    thread_id,
    seen_entry: 1,
    text: TEXT,
    state: 'answered',
    anyway: true,
    send_key: crypto.randomUUID(),
    files: [await upload()],
  });
  expect(answered.body.errors).toEqual({ files: fileTexts.account });
  expect(await threads()).toEqual([{ id: thread_id, state: 'new' }]);
});
