import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { contact, support } from '@samtrot/shared/support/contract.ts';
import * as desk from '@samtrot/shared/support/staff-contract.ts';
import * as own from '@samtrot/shared/support/thread-contract.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';

const SEND = (n: number) => `0c6b7d7e-0000-4000-8000-${String(n).padStart(12, '0')}`;
const QUESTION = { subject: 'ad', message: 'Mein Inserat erscheint nicht in der Liste.' };
const ASKED = {
  name: 'Lena Muster',
  email: 'lena@beispiel.ch',
  subject: 'billing',
  message: 'Guten Tag, wann kommt meine Aufladung an?',
};
const ANSWER = 'Dein Inserat ist jetzt zu sehen.\n\nDanke fürs Melden.';

let world: World;
let user: Caller & { email: string };
let owner: Staff;
let moderator: Staff;
let finance: Staff;
let partners: Staff;
let sends = 0;
const sendKey = () => SEND(++sends);

beforeAll(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
  moderator = await staffOf(world, 'moderator');
  finance = await staffOf(world, 'finance');
  partners = await staffOf(world, 'partner_manager');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('thread').execute();
  user = await world.user();
  await world.db.deleteFrom('mail').execute();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const ok = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const idOf = (ticket: string) => Number(ticket.slice(2));
const ask = async (more = {}) =>
  (await ok(user.call(support, { ...QUESTION, ...more }))).ticket as string;
const askPublicly = async (more = {}) =>
  (
    await ok(
      world.visitor.call(contact, { ...ASKED, proof: await world.proof('contact'), ...more }),
    )
  ).ticket as string;
const read = async (ticket: string, by = owner) =>
  (await by.call(desk.thread, { thread_id: idOf(ticket) })).body;
const lastEntry = async (ticket: string) => (await read(ticket)).thread.entries.at(-1).id;
const answer = async (ticket: string, more = {}, by = owner) =>
  by.call(desk.answerThread, {
    thread_id: idOf(ticket),
    seen_entry: await lastEntry(ticket),
    text: ANSWER,
    state: 'answered',
    send_key: sendKey(),
    ...more,
  });
const ownThread = async (ticket: string, who = user) =>
  (await who.call(own.getThread, { thread_id: idOf(ticket) })).body;
const reply = (ticket: string, text = 'Danke, es klappt.', send_key = sendKey()) =>
  user.call(own.replyThread, { thread_id: idOf(ticket), text, send_key });
const list = async (name: 'new' | 'mine' | 'waiting' | 'done' | 'spam', by = owner) =>
  (await ok(by.call(desk.threads, { list: name }))).items as { ticket: string; state: string }[];
/** Lets every thread grow older by this; the log-ins stay as they are. */
const age = async (ms: number) => {
  const columns = [
    ...['created_at', 'last_entry_at', 'waits_since', 'first_answered_at', 'done_at'],
  ];
  const older = columns.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(name)} - make_interval(secs => ${ms / 1000})`,
  );
  await sql`update thread set ${sql.join(older)}`.execute(world.db);
};
const mails = async () =>
  (await world.mails()).filter(({ recipient }) => !/support/.test(recipient));

test('a message that names a report says so to the house, in a thread of its own [BOF-62]', async () => {
  const ticket = await askPublicly({ ticket: ' m-2041 ' });
  const { entries, previous } = (await read(ticket)).thread;
  expect(entries).toMatchObject([{ text: `Zu M-2041:\n\n${ASKED.message}` }]);
  expect(previous).toBeNull();
});

describe('a thread from the support page', () => {
  test('is answered into the dashboard; the mail says only that there is an answer [BOF-83]', async () => {
    const ticket = await ask();
    await world.db.deleteFrom('mail').execute();
    await ok(answer(ticket));
    const { thread } = await ownThread(ticket);
    expect(thread).toMatchObject({ ticket, open: true, unread: true });
    expect(thread.entries).toMatchObject([
      { from: 'you', text: QUESTION.message },
      { from: 'us', text: ANSWER },
    ]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: user.email, subject: 'Du hast eine Antwort von uns.' });
    expect(mail!.text).toContain(`/dashboard/kontakt/${ticket}`);
    expect(mail!.text).not.toContain('Dein Inserat ist');
    expect((await read(ticket)).thread).toMatchObject({ state: 'answered', waits_since: null });
  });

  test('the list shows subject, number, state, the last message and what is unread [EXP-90]', async () => {
    const ticket = await ask();
    const shown = async () =>
      (await ok(user.call(own.getThreads, {}))).threads as { excerpt: string }[];
    const asked = { ticket, subject: QUESTION.subject, open: true, unread: false };
    expect(await shown()).toMatchObject([{ ...asked, excerpt: QUESTION.message }]);
    await ok(
      owner.call(desk.noteThread, {
        thread_id: idOf(ticket),
        text: 'Nur für uns.',
        send_key: sendKey(),
      }),
    );
    expect((await shown())[0]!.excerpt).toBe(QUESTION.message);
    await ok(answer(ticket));
    expect(await shown()).toMatchObject([
      { ticket, open: true, unread: true, excerpt: ANSWER.replaceAll(/\s+/g, ' ') },
    ]);
    await ok(answer(ticket, { text: 'Liebe Grüsse. '.repeat(6) }));
    expect((await shown())[0]!.excerpt).toMatch(/^Liebe Grüsse\. .{66}…$/);
    await ok(user.call(own.closeThread, { thread_id: idOf(ticket) }));
    expect(await shown()).toMatchObject([{ ticket, open: false }]);
  });

  test('opening it clears badge, line and a mail that has not left [EXP-91]', async () => {
    const ticket = await ask();
    await world.db.deleteFrom('mail').execute();
    await ok(answer(ticket));
    const unread = async () => (await ok(user.call(state, {}))).state as object;
    expect(await unread()).toMatchObject({ unread_threads: [ticket] });
    expect((await ok(user.call(own.getThreads, {}))).threads).toMatchObject([{ unread: true }]);
    await ok(user.call(own.openThread, { thread_id: idOf(ticket) }));
    expect(await unread()).toMatchObject({ unread_threads: [] });
    expect((await ok(user.call(own.getThreads, {}))).threads).toMatchObject([{ unread: false }]);
    expect(await mails()).toEqual([]);
    expect((await read(ticket)).thread.entries.at(-1).seen_at).toBe(START.toISOString());
  });

  test('is closed by her and opened again by a new message [EXP-91]', async () => {
    const ticket = await ask();
    await ok(answer(ticket));
    await ok(user.call(own.closeThread, { thread_id: idOf(ticket) }));
    expect((await ownThread(ticket)).thread.open).toBe(false);
    expect(await list('done')).toMatchObject([{ ticket }]);
    await age(60 * DAY_MS);
    expect((await ok(reply(ticket))).ticket).toBe(ticket);
    expect(await list('new')).toMatchObject([{ ticket, state: 'new' }]);
    expect((await ownThread(ticket)).thread.open).toBe(true);
  });

  test('closed more than 60 days ago, a new message begins another that names it', async () => {
    const ticket = await ask();
    await ok(user.call(own.closeThread, { thread_id: idOf(ticket) }));
    await age(60 * DAY_MS + 1);
    const id = sendKey();
    const next = (await ok(reply(ticket, 'Noch eine Frage.', id))).ticket as string;
    expect(next).not.toBe(ticket);
    expect((await ok(reply(ticket, 'Noch eine Frage.', id))).ticket).toBe(next);
    expect((await ownThread(next)).thread).toMatchObject({ previous: ticket, open: true });
    expect((await ownThread(ticket)).thread.open).toBe(false);
  });

  test('a message is added once, however often and at whatever moment it is sent [EXP-92]', async () => {
    const ticket = await ask();
    await world.db.deleteFrom('mail').execute();
    const id = sendKey();
    const answers = await Promise.all([1, 2, 3, 4].map(() => reply(ticket, 'Danke.', id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ownThread(ticket)).thread.entries).toHaveLength(2);
    expect((await world.mails()).length).toBe(1);
    await ok(reply(ticket, 'Danke.'));
    expect((await ownThread(ticket)).thread.entries).toHaveLength(3);
  });

  test('is unknown to every other account, for every call', async () => {
    const ticket = await ask();
    const other = await world.user();
    const stranger = { text: 'Lass mich lesen', send_key: sendKey() };
    for (const name of [ticket, 'S-999999']) {
      for (const call of [own.getThread, own.openThread, own.closeThread])
        expect((await other.call(call, { thread_id: idOf(name) })).body.code).toBe('NOT_FOUND');
      const { body } = await other.call(own.replyThread, { thread_id: idOf(name), ...stranger });
      expect(body.code).toBe('NOT_FOUND');
    }
    expect((await ownThread(ticket)).thread.entries).toHaveLength(1);
  });

  test('who switched messages off gets no mail, and reads the answer all the same', async () => {
    const settings = { expiryAlert: false, disableMessages: true, newsletter: false };
    await user.raw('update_notifications', { payload: settings });
    const ticket = await ask();
    await world.db.deleteFrom('mail').execute();
    await ok(answer(ticket));
    expect(await mails()).toEqual([]);
    expect((await ownThread(ticket)).thread.unread).toBe(true);
  });
});

describe('a thread from the public form', () => {
  test('is answered by mail with the whole text and the number for the form', async () => {
    const ticket = await askPublicly();
    await world.db.deleteFrom('mail').execute();
    await ok(answer(ticket));
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: ASKED.email,
      subject: `Antwort auf deine Nachricht ${ticket}`,
    });
    for (const line of ANSWER.split('\n\n')) expect(mail!.text).toContain(line);
    expect(mail!.text).toContain(`Antworte über das Formular und nenne ${ticket}.`);
  });

  test('is joined by its number from its address alone', async () => {
    const ticket = await askPublicly();
    await ok(answer(ticket));
    const message = 'Danke, die Aufladung ist da.';
    const proof = () => world.proof('contact');
    expect(await askPublicly({ ticket: ticket.toLowerCase(), message, proof: await proof() })).toBe(
      ticket,
    );
    expect((await read(ticket)).thread).toMatchObject({ state: 'new' });
    const inside = await ask();
    for (const forged of [
      { ticket, email: 'fremd@beispiel.ch' },
      { ticket: inside, email: user.email },
      { ticket: 'S-999999' },
    ])
      expect([ticket, inside]).not.toContain(
        await askPublicly({ ...forged, message: 'Ich bin es.', proof: await proof() }),
      );
    expect((await read(ticket)).thread.entries).toHaveLength(3);
    const { body } = await world.visitor.call(contact, { ...ASKED, ticket: 'Rechnung 5' });
    expect(body.errors).toEqual({ ticket: 'Ungültiges Format' });
  });
});

describe('the inbox', () => {
  test('lists by state, who waits longest first, and counts what is open [BOF-82]', async () => {
    const first = await ask();
    world.clock.advance(MINUTE_MS);
    const second = await askPublicly();
    expect((await list('new')).map(({ ticket }) => ticket)).toEqual([first, second]);
    await ok(
      owner.call(desk.assignThread, { thread_id: idOf(second), staff_id: moderator.staffId }),
    );
    expect((await list('mine', moderator)).map(({ ticket }) => ticket)).toEqual([second]);
    expect(await list('mine')).toEqual([]);
    await ok(answer(first, { state: 'waiting' }));
    expect((await list('waiting')).map(({ ticket }) => ticket)).toEqual([first]);
    await ok(owner.call(desk.closeStaffThread, { thread_id: idOf(second), state: 'spam' }));
    expect((await list('spam')).map(({ ticket }) => ticket)).toEqual([second]);
    const { counts, items } = await ok(owner.call(desk.threads, { list: 'waiting' }));
    expect(counts).toEqual({ new: 0, mine: 0, waiting: 1 });
    expect(items).toMatchObject([
      {
        subject: 'ad',
        account_id: user.userId,
        waits_since: null,
        last_by: owner.name,
      },
    ]);
    const note = { thread_id: idOf(first), text: 'Nur für das Haus.', send_key: sendKey() };
    await ok(owner.call(desk.noteThread, note));
    expect((await ok(owner.call(desk.threads, { list: 'waiting' }))).items).toMatchObject([
      { last_by: owner.name },
    ]);
    await ok(reply(first, 'Ich sehe es noch nicht.'));
    const { items: again } = await ok(owner.call(desk.threads, { list: 'new' }));
    expect(again).toMatchObject([{ last_by: null }]);
  });

  test('a thread she writes in again is in «Neu», behind who waits longer [BOF-82, BOF-83]', async () => {
    const first = await ask();
    await ok(answer(first, { state: 'answered' }));
    world.clock.advance(MINUTE_MS);
    const longest = await askPublicly();
    world.clock.advance(MINUTE_MS);
    await ok(reply(first, 'Ich sehe es noch nicht.'));
    const again = world.clock.now().toISOString();
    const listed = await list('new');
    expect(listed.map(({ ticket }) => ticket)).toEqual([longest, first]);
    expect(listed[1]).toMatchObject({ state: 'new', waits_since: again });
  });

  test('finds by number, whole address and subject, in all lists [BOF-82]', async () => {
    const [inside, outside] = [await ask(), await askPublicly()];
    await ok(owner.call(desk.closeStaffThread, { thread_id: idOf(outside), state: 'done' }));
    const found = async (q: string) =>
      ((await ok(owner.call(desk.threads, { list: 'new', q }))).items as { ticket: string }[]).map(
        ({ ticket }) => ticket,
      );
    expect(await found(outside)).toEqual([outside]);
    expect(await found(inside.slice(2))).toEqual([inside]);
    expect(await found(ASKED.email)).toEqual([outside]);
    expect(await found('zahlung')).toEqual([outside]);
    expect(await found('lena@')).toEqual([]);
    expect(await found('Aufladung')).toEqual([]);
  });

  test('a search of the signs of a pattern finds nothing [BOF-82]', async () => {
    await askPublicly();
    for (const q of ['%', '_', '%zahlung%', '\\', "' or 1=1 --", 'S-%', '999999999999999']) {
      const found = await ok(owner.call(desk.threads, { list: 'new', q }));
      expect([found.items, found.cursor], q).toEqual([[], null]);
    }
  });

  test('shows finance what concerns payments, and the partner manager no customer', async () => {
    const [inside, payment] = [await ask(), await askPublicly()];
    expect((await list('new', finance)).map(({ ticket }) => ticket)).toEqual([payment]);
    expect(await list('new', partners)).toEqual([]);
    const body = { thread_id: idOf(inside), seen_entry: 1, text: 'Gut.', state: 'done' as const };
    for (const [person, ticket] of [[finance, inside] as const, [partners, payment] as const]) {
      expect((await person.call(desk.thread, { thread_id: idOf(ticket) })).body.code).toBe(
        'NOT_FOUND',
      );
      const call = { ...body, thread_id: idOf(ticket), send_key: sendKey() };
      expect((await person.call(desk.answerThread, call)).body.code).toBe('NOT_FOUND');
    }
    const waits = async (by: Staff) =>
      (await ok(by.call(getStaffOverview, {}))).waiting as { path: string; count: number }[];
    expect(await waits(owner)).toContainEqual(
      expect.objectContaining({ path: '/postfach', count: 2, parts: ['2 neu'] }),
    );
    expect(await waits(finance)).toContainEqual(
      expect.objectContaining({ path: '/postfach', count: 1 }),
    );
  });

  test('a second answer to an entry is refused until it is sent anyway [BOF-88]', async () => {
    const ticket = await ask();
    const seen_entry = await lastEntry(ticket);
    await ok(answer(ticket, { seen_entry }));
    const late = await answer(ticket, { seen_entry, text: 'Ich auch.' }, moderator);
    expect([late.status, late.body.code]).toEqual([409, 'ANSWERED_MEANWHILE']);
    expect(late.body.message).toBe(`${owner.name} hat um 13:00 schon geantwortet.`);
    await ok(answer(ticket, { seen_entry, text: 'Ich auch.', anyway: true }, moderator));
    expect((await ownThread(ticket)).thread.entries).toHaveLength(3);
  });

  test('of two answers at the same moment one is sent [BOF-88]', async () => {
    const ticket = await ask();
    const seen_entry = await lastEntry(ticket);
    const both = await Promise.all(
      [owner, moderator].map((by) => answer(ticket, { seen_entry }, by)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ownThread(ticket)).thread.entries).toHaveLength(2);
  });

  test('the same answer twice is sent and written to the audit log once [EXP-92]', async () => {
    const ticket = await ask();
    await world.db.deleteFrom('mail').execute();
    const send_key = sendKey();
    const seen_entry = await lastEntry(ticket);
    for (const { status } of await Promise.all(
      [1, 2, 3].map(() => answer(ticket, { seen_entry, send_key })),
    ))
      expect(status).toBe(200);
    expect((await ownThread(ticket)).thread.entries).toHaveLength(2);
    expect(await mails()).toHaveLength(1);
    const lines = await world.db
      .selectFrom('audit')
      .selectAll()
      .where('object', '=', `thread:${ticket.slice(2)}`)
      .execute();
    expect(lines).toMatchObject([
      { action: 'thread_answered', right: 'inbox.reply', staff_id: owner.staffId },
    ]);
    expect(JSON.stringify(lines)).not.toContain('Dein Inserat');
  });

  test('shows the others who writes, for 20 seconds after the last key [BOF-88]', async () => {
    const ticket = await ask();
    await ok(moderator.call(desk.typeInThread, { thread_id: idOf(ticket) }));
    expect((await read(ticket)).thread.typing).toBe(moderator.name);
    expect((await read(ticket, moderator)).thread.typing).toBeNull();
    world.clock.advance(20_000);
    expect((await read(ticket)).thread.typing).toBeNull();
  });

  test('notes and events of the house are in no answer to the account [BOF-87]', async () => {
    const ticket = await ask();
    const note = { thread_id: idOf(ticket), text: 'Ruft immer zweimal an.', send_key: sendKey() };
    await ok(owner.call(desk.noteThread, note));
    await ok(owner.call(desk.noteThread, note));
    await ok(owner.call(desk.assignThread, { thread_id: idOf(ticket), staff_id: owner.staffId }));
    expect((await read(ticket)).thread.entries).toMatchObject([
      { kind: 'message', by: null },
      { kind: 'note', by: owner.name, text: note.text },
      { kind: 'event', text: `Zugeteilt an ${owner.name}` },
    ]);
    const wire = JSON.stringify(await ownThread(ticket));
    for (const hidden of [note.text, 'Zugeteilt', owner.name]) expect(wire).not.toContain(hidden);
    expect(wire).toContain(QUESTION.message);
    expect(await mails()).toHaveLength(1);
  });

  test('an open placeholder is refused at the field, and nothing is sent [BOF-86]', async () => {
    const ticket = await ask();
    const { status, body } = await answer(ticket, { text: 'Das ist am {datum} so: {link}' });
    expect([status, body.errors]).toEqual([422, { text: 'Ergänze: {datum}, {link}' }]);
    expect((await ownThread(ticket)).thread.entries).toHaveLength(1);
  });

  test('is assigned to people who may answer, and to nobody else [BOF-88]', async () => {
    const about = await ask();
    const reader = await staffOf(world, 'reader');
    // Finance answers about payments alone.
    for (const staff_id of [reader.staffId, finance.staffId, 999_999])
      expect(
        (await owner.call(desk.assignThread, { thread_id: idOf(about), staff_id })).body.code,
      ).toBe('NOT_FOUND');
    const offered = async (ticket: string) =>
      (await read(ticket)).people.map(({ staff_id }: { staff_id: number }) => staff_id);
    expect(await offered(about)).not.toContain(finance.staffId);
    const ticket = await ask({ subject: 'billing' });
    expect(await offered(ticket)).toContain(finance.staffId);
    await ok(owner.call(desk.assignThread, { thread_id: idOf(ticket), staff_id: finance.staffId }));
    expect((await read(ticket)).thread).toMatchObject({
      state: 'in_progress',
      assigned: { staff_id: finance.staffId, name: finance.name },
    });
    await ok(owner.call(desk.assignThread, { thread_id: idOf(ticket), staff_id: null }));
    expect((await read(ticket)).thread).toMatchObject({ state: 'new', assigned: null });
    expect((await reader.call(desk.thread, { thread_id: idOf(ticket) })).body.code).toBe(
      'RIGHT_MISSING',
    );
  });

  test('stands beside credits, debt, holds, open cases and payments of the account [BOF-89]', async () => {
    const ticket = await ask();
    await user.raw('wallet_topup', { payload: { topup_option_id: 1 } });
    for (const [account_id, closed_at] of [
      [user.userId, null],
      [user.userId, START],
      [(await world.user()).userId, null],
    ] as const)
      await sql`insert into payment_case (key, kind, provider, payment_id, details, opened_at, closed_at)
        select gen_random_uuid(), 'differs', 'sandbox', p.id, '{}', ${START}, ${closed_at}
          from payment p where p.account_id = ${account_id} limit 1`.execute(world.db);
    expect((await read(ticket)).account).toMatchObject({
      id: user.userId,
      credits: 0,
      owed: 0,
      holds: 0,
      cases: 1,
      payments: [{ amount: 50, status: 'offen' }],
    });
    expect((await read(await askPublicly())).account).toBeNull();
  });
});

test('reading a thread of an account is one look in her log; one without account is none', async () => {
  const ticket = await ask();
  await read(ticket);
  await read(ticket);
  await read(await askPublicly());
  const looks = await world.db
    .selectFrom('data_access_log')
    .select(['account_id', 'kind', 'thing', 'thing_number'])
    .execute();
  expect(looks.filter(({ account_id }) => account_id === user.userId)).toEqual([
    { account_id: user.userId, kind: 'messages', thing: 'message', thing_number: ticket.slice(2) },
  ]);
});

describe('housekeeping', () => {
  const run = () => world.runTasks('support/threads');

  test('closes an answered thread after 14 days of silence; others stay', async () => {
    const [answered, waits] = [await ask(), await askPublicly()];
    await ok(answer(answered));
    await ok(answer(waits, { state: 'waiting' }));
    await age(14 * DAY_MS - 1);
    await run();
    expect(await list('done')).toEqual([]);
    await age(1);
    await run();
    expect(await list('done')).toMatchObject([{ ticket: answered }]);
    expect(await list('waiting')).toMatchObject([{ ticket: waits }]);
  });

  test('deletes a thread 180 days after it was done, an open one never [BOF-91, FIX-46]', async () => {
    const [closed, open] = [await ask(), await askPublicly()];
    await ok(owner.call(desk.closeStaffThread, { thread_id: idOf(closed), state: 'done' }));
    await age(180 * DAY_MS - 1);
    await run();
    const tickets = async () =>
      (await world.db.selectFrom('thread').select('id').orderBy('id').execute()).map(
        ({ id }) => `S-${id}`,
      );
    expect(await tickets()).toEqual([closed, open]);
    await age(1);
    await run();
    expect(await tickets()).toEqual([open]);
    await age(1000 * DAY_MS);
    await run();
    expect(await tickets()).toEqual([open]);
    const entries = await world.db.selectFrom('thread_entry').select('thread_id').execute();
    expect(entries).toEqual([{ thread_id: Number(open.slice(2)) }]);
  });
});

test('the promised wait appears with the twentieth answer, as its median [BOF-90]', async () => {
  const wait = async () => (await ok(user.call(own.getThreads, {}))).wait;
  await world.db.deleteFrom('rate_limit').execute();
  for (let n = 1; n <= 20; n++) {
    const ticket = await askPublicly({ message: `Nachricht Nummer ${n}.` });
    await ok(answer(ticket));
    // START is a Friday at 13:00: half of these answers took an hour, half of them three.
    const minutes = (n % 2 === 0 ? 60 : 180) + 60;
    await sql`update thread set created_at = ${START}::timestamptz - make_interval(mins => ${minutes})
      where id = ${Number(ticket.slice(2))}`.execute(world.db);
    await world.db.deleteFrom('rate_limit').execute();
    expect(await wait()).toBe(
      n < 20 ? null : 'Zurzeit antworten wir zu den Bürozeiten meist innert etwa 2 Stunden.',
    );
  }
  await age(30 * DAY_MS);
  expect(await wait()).toBeNull();
});

test('what is asked on the support page counts in the promised wait as it does on the form [BOF-90]', async () => {
  const wait = async () => (await ok(user.call(own.getThreads, {}))).wait;
  for (let n = 1; n <= 20; n++) {
    await world.db.deleteFrom('rate_limit').execute();
    // As the page sends it.
    const ticket = await ask({ message: `Nachricht Nummer ${n}.`, send_key: sendKey() });
    await sql`update thread set created_at = ${START}::timestamptz - interval '2 hours'
      where id = ${idOf(ticket)}`.execute(world.db);
    await ok(answer(ticket));
  }
  expect(await wait()).toMatch(/meist innert etwa \S+ Stunde/);
});
