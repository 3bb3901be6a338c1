import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { getHouseHealth } from '@samtrot/shared/health/contract.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { contact, support } from '@samtrot/shared/support/contract.ts';
import { MAIL_MAX_BYTES, mailTexts } from '@samtrot/shared/support/mail-rules.ts';
import * as desk from '@samtrot/shared/support/staff-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../platform/log.ts';
import type { Task } from '../../../platform/worker.ts';
import { noise } from '../../../testing/media/images.ts';
import { IMAP_PASSWORD, imapServer } from '../../../testing/services/imap.ts';
import { exportOf } from '../../../testing/world/exports.ts';
import { type Staff, staffOf } from '../../../testing/world/staff.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import type { FileDeps } from '../files.ts';
import { mailboxTask } from '../jobs.ts';
import { replyAddress } from './reply-address.ts';

const ADDRESS = 'hilfe@samtrot.example';
const CANARY = 'kanarienvogel';
const ASKED = {
  name: 'Lena Muster',
  email: 'lena@beispiel.ch',
  subject: 'billing',
  message: 'Guten Tag, wann kommt meine Aufladung an?',
};

let server: Awaited<ReturnType<typeof imapServer>>;
let world: World;
let owner: Staff;
let count = 0;
beforeAll(async () => {
  server = await imapServer();
  world = await testWorld({ INBOUND_IMAP_URL: server.url, INBOUND_ADDRESS: ADDRESS });
  owner = await staffOf(world, 'owner');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  server.set('ok');
  server.empty();
  for (const table of ['thread', 'mail', 'inbound_mailbox', 'rate_limit'] as const)
    await world.db.deleteFrom(table).execute();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

interface Mail {
  to?: string;
  from?: string;
  subject?: string;
  id?: string;
  text?: string;
  /** More lines of the header. */
  head?: string[];
}
const mailOf = ({
  to = ADDRESS,
  from = `Lena Muster <${ASKED.email}>`,
  subject = 'Frage',
  id = `<${++count}@beispiel.ch>`,
  text = 'Danke, sie ist da.',
  head = [],
}: Mail = {}) =>
  [
    ...[`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: ${id}`, ...head],
    ...['', text],
  ].join('\n');

const withFiles = (mail: Mail, files: { name: string; type: string; bytes: Buffer }[]) =>
  mailOf({
    ...mail,
    head: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=grenze'],
    text: [
      '--grenze\nContent-Type: text/plain; charset=utf-8\n\nMit Anhang.',
      ...files.map(
        ({ name, type, bytes }) =>
          `--grenze\nContent-Type: ${type}\nContent-Disposition: inline; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64').replace(/.{76}/g, '$&\n')}`,
      ),
      '--grenze--\n',
    ].join('\n'),
  });

/** Lets the mailbox be due, and reads it. */
async function receive(...mails: (string | Buffer)[]) {
  for (const mail of mails) server.deliver(mail);
  world.clock.advance(30_000);
  await world.runTasks('support/mailbox');
}
const confirmAddress = ({ userId }: Caller) =>
  world.db
    .updateTable('account')
    .set({ email_confirmed_at: START })
    .where('id', '=', userId)
    .execute();
const idOf = (ticket: string) => Number(ticket.slice(2));
const ask = async () => {
  const { status, body } = await world.visitor.call(contact, {
    ...ASKED,
    message: `${ASKED.message} (${++count})`,
    proof: await world.proof('contact'),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.ticket as string;
};
const read = async (ticket: string) =>
  (await owner.call(desk.thread, { thread_id: idOf(ticket) })).body.thread;
const answer = async (ticket: string) => {
  const { entries } = await read(ticket);
  const { status, body } = await owner.call(desk.answerThread, {
    thread_id: idOf(ticket),
    seen_entry: entries.at(-1).id,
    state: 'answered',
    text: 'Morgen.\n\nGruss',
    send_key: crypto.randomUUID(),
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
/** A thread of the public form that was answered, and the address its answer names. */
async function answered() {
  const ticket = await ask();
  await answer(ticket);
  const mail = (await world.mails(ASKED.email)).at(-1)!;
  return { ticket, mail, address: mail.reply_to! };
}
const threads = async () =>
  (await world.db.selectFrom('thread').select('id').orderBy('id').execute()).map(
    ({ id }) => `S-${id}`,
  );
const newest = async () => (await threads()).at(-1)!;

describe('an answer to the public form', () => {
  test('has the whole text and a signed address to reply to [BOF-84]', async () => {
    const { ticket, mail, address } = await answered();
    expect(mail.text).toContain('Morgen.\n\nGruss');
    expect(mail.text).toContain('Antworte einfach auf diese E-Mail.');
    expect(mail.text).not.toContain('Formular');
    expect(address).toMatch(
      new RegExp(`^hilfe\\+s${idOf(ticket)}\\.[0-9a-f]{32}@samtrot\\.example$`),
    );
    expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64);
    const other = await answered();
    expect(other.address.slice(-40)).not.toBe(address.slice(-40));
  });

  test('names the form and no address where no mailbox is set up [BOF-84]', async () => {
    await using alone = await testWorld();
    const person = await staffOf(alone, 'owner');
    const { body } = await alone.visitor.call(contact, {
      ...ASKED,
      proof: await alone.proof('contact'),
    });
    const thread_id = idOf(body.ticket);
    await person.call(desk.answerThread, {
      thread_id,
      seen_entry: 1,
      anyway: true,
      state: 'answered',
      text: 'Morgen.',
      send_key: crypto.randomUUID(),
    });
    const [mail] = await alone.mails(ASKED.email);
    expect(mail!.reply_to).toBeNull();
    expect(mail!.text).toContain(`Antworte über das Formular und nenne ${body.ticket}.`);
    await alone.runTasks('support/mailbox');
    expect(await alone.db.selectFrom('inbound_mailbox').selectAll().execute()).toEqual([]);
  });
});

describe('a mail', () => {
  test.each([
    ['To', (to: string) => ({ to })],
    ['Cc', (to: string) => ({ head: [`Cc: ${to}`] })],
    ['Delivered-To', (to: string) => ({ head: [`Delivered-To: ${to}`] })],
    ['X-Original-To', (to: string) => ({ head: [`X-Original-To: ${to.toUpperCase()}`] })],
  ])('with the signed address in %s joins its thread [BOF-85]', async (_name, given) => {
    const { ticket, address } = await answered();
    const text = 'Danke!\n\nAm 20.11.2026 um 13:00 schrieb Samtrot:\n> Morgen.';
    await receive(mailOf({ ...given(address), text }));
    expect(await threads()).toEqual([ticket]);
    const { state, entries } = await read(ticket);
    expect(state).toBe('new');
    expect(entries.at(-1)).toMatchObject({
      kind: 'message',
      by: null,
      text: `Danke!\n\n${mailTexts.quote}`,
    });
    expect(server.unread()).toEqual([]);
  });

  test('joins from another address, which the entry names; answers keep theirs [BOF-85]', async () => {
    const { ticket, address } = await answered();
    await receive(mailOf({ to: address, from: 'anna@beispiel.ch' }));
    const { entries, email } = await read(ticket);
    expect(entries.at(-1).text).toBe('Von: anna@beispiel.ch\n\nDanke, sie ist da.');
    expect(email).toBe(ASKED.email);
  });

  test('without a signed address begins a thread, whatever its subject names [BOF-85]', async () => {
    const { ticket } = await answered();
    await receive(
      mailOf({
        subject: `Re: Antwort auf deine Nachricht ${ticket}`,
        to: `${ADDRESS}, hilfe+${ticket.toLowerCase()}@samtrot.example`,
        head: ['In-Reply-To: <mail-1@samtrot.example>'],
      }),
    );
    expect(await threads()).toHaveLength(2);
    expect((await read(ticket)).entries).toHaveLength(2);
    const begun = await read(await newest());
    expect(begun).toMatchObject({
      kind: 'contact',
      state: 'new',
      subject: 'other',
      who: ASKED.name,
      email: ASKED.email,
      entries: [{ kind: 'message' }],
    });
    expect(begun.entries[0].text).toBe(
      `Betreff: Re: Antwort auf deine Nachricht ${ticket}\n\nDanke, sie ist da.`,
    );
    // It lies in a mailbox of the house already.
    expect(await world.mails(world.config.supportEmail)).toHaveLength(1);
  });

  test('with an altered signature, number or domain begins a thread [BOF-85]', async () => {
    const { ticket, address } = await answered();
    const other = await ask();
    const last = address.indexOf('@') - 1;
    const flipped = address[last] === '0' ? '1' : '0';
    const forged = nonEmpty([
      address.slice(0, last) + flipped + address.slice(last + 1),
      address.replace(String(idOf(ticket)), String(idOf(other))),
      address.replace(/\.[0-9a-f]{32}@/, `.${'0'.repeat(32)}@`),
      address.replace(/\.[0-9a-f]{32}@/, '@'),
      address.replace('@samtrot.example', '@samtrot.example.beispiel.ch'),
      address.replace('hilfe+', 'hilfe+hilfe+'),
    ]);
    for (const to of forged) await receive(mailOf({ to }));
    expect(await threads()).toHaveLength(2 + forged.length);
    expect((await read(ticket)).entries).toHaveLength(2);
    expect((await read(other)).entries).toHaveLength(1);
  });

  test('a thread of the dashboard takes no mail, even under its valid address [BOF-85]', async () => {
    const user = await world.user();
    const { body } = await user.call(support, { subject: 'ad', message: 'Wo ist mein Inserat?' });
    await receive(mailOf({ to: replyAddress(ADDRESS, idOf(body.ticket)) }));
    expect((await read(body.ticket)).entries).toHaveLength(1);
    expect(await threads()).toHaveLength(2);
  });

  test('closed more than 60 days ago, its thread is followed by another [BOF-85]', async () => {
    const { ticket, address } = await answered();
    await owner.call(desk.closeStaffThread, { thread_id: idOf(ticket), state: 'done' });
    world.clock.advance(61 * DAY_MS);
    owner = await staffOf(world, 'owner');
    await receive(mailOf({ to: address, from: 'anna@beispiel.ch' }));
    expect(await read(await newest())).toMatchObject({ previous: ticket, email: ASKED.email });
  });

  test('that is delivered and read again is stored once [BOF-85]', async () => {
    const { ticket, address } = await answered();
    const mail = mailOf({ to: address });
    await receive(mail, `Received: from a by b\n${mail}`);
    server.unreadAll();
    await receive(mail);
    expect((await read(ticket)).entries).toHaveLength(3);
    await receive(mail.replace('Danke', 'Nein danke'));
    expect((await read(ticket)).entries).toHaveLength(4);
    expect(server.unread()).toEqual([]);
  });

  test('is stored once when the connection ends before it is marked as read [BOF-85]', async () => {
    const { ticket, address } = await answered();
    server.set('drop-store');
    await receive(mailOf({ to: address }));
    expect((await read(ticket)).entries).toHaveLength(3);
    expect(server.unread()).toHaveLength(1);
    server.set('ok');
    world.clock.advance(15 * MINUTE_MS);
    await receive();
    expect(server.unread()).toEqual([]);
    expect((await read(ticket)).entries).toHaveLength(3);
  });

  test('is stored once by two workers at the same moment [BOF-85]', async () => {
    const { ticket, address } = await answered();
    server.deliver(mailOf({ to: address }));
    const task = world.app.tasks.find(({ name }) => name === 'support/mailbox')!;
    // As if the lease of one had run out while it reads.
    const run = async () => {
      const now = world.clock.now();
      await world.db.deleteFrom('inbound_mailbox').execute();
      await task.run({ db: world.db, now });
    };
    await Promise.all([run(), run(), run()]);
    expect((await read(ticket)).entries).toHaveLength(3);
  });
});

describe('attachments', () => {
  const PDF = Buffer.from(`%PDF-1.4\nBeleg ${CANARY}\n%%EOF`);
  const stored = () => {
    const folder = join(world.config.dataDir, 'attachments');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  };

  test('are kept encrypted as PDF, JPG and PNG by their bytes, others are named [BOF-85]', async () => {
    const { ticket, address } = await answered();
    const picture = await noise(400, 300)
      .withExif({ IFD0: { Copyright: CANARY } })
      .jpeg()
      .toBuffer();
    await receive(
      withFiles({ to: address }, [
        { name: 'Beleg.pdf', type: 'application/pdf', bytes: PDF },
        { name: 'Foto.jpg', type: 'image/jpeg', bytes: picture },
        { name: 'Programm.pdf', type: 'application/pdf', bytes: Buffer.from('MZ nichts') },
        { name: 'Bild.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
        { name: 'kaputt.png', type: 'image/png', bytes: picture.subarray(0, 20) },
      ]),
    );
    const { entries } = await read(ticket);
    const { text, files } = entries.at(-1);
    expect(text).toBe('Mit Anhang.\n\n[Ohne Anhang: Programm.pdf, Bild.svg, kaputt.png]');
    expect(files).toMatchObject([
      { name: 'Beleg.pdf', kind: 'pdf', bytes: PDF.length },
      { name: 'Foto.jpg', kind: 'picture' },
    ]);
    expect(nonEmpty(stored()).filter((bytes) => bytes.includes(CANARY))).toEqual([]);
    for (const [index, type] of ['application/pdf', 'image/webp'].entries()) {
      const { statusCode, headers, rawPayload } = await world.server.inject({
        url: `/betrieb/datei/${files[index].id}`,
        headers: { cookie: owner.cookie },
      });
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe(type);
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(rawPayload.includes(CANARY)).toBe(index === 0);
    }
  });

  test('and texts bring no characters that steer a terminal or turn a name around [BOF-85]', async () => {
    const hostile = (word: string) => `=?utf-8?b?${Buffer.from(word).toString('base64')}?=`;
    await receive(
      withFiles(
        {
          from: `${hostile('Lena\u001b[8m\u202ex')} <${ASKED.email}>`,
          subject: hostile('Frage\u001b]0;t\u0007\u202e?'),
        },
        [
          { name: hostile('Beleg\u202efdp.pdf'), type: 'application/pdf', bytes: PDF },
          { name: hostile('Bild\u202egpj.svg'), type: 'image/svg+xml', bytes: Buffer.from('<') },
        ],
      ).replace('Mit Anhang.', 'Mit\u001b[2J Anhang\u0000.'),
    );
    const { who, entries } = await read(await newest());
    expect([who, entries[0].files[0].name]).toEqual(['Lena[8mx', 'Belegfdp.pdf']);
    expect(entries[0].text).toBe(
      'Betreff: Frage]0;t?\n\nMit[2J Anhang.\n\n[Ohne Anhang: Bildgpj.svg]',
    );
  });

  test('above five or 10 MB are named as left out [BOF-85]', async () => {
    const { ticket, address } = await answered();
    const big = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]);
    const small = ['1', '2', '3', '4', '5', '6'].map((n) => ({
      name: `${n}.pdf`,
      type: 'application/pdf',
      bytes: PDF,
    }));
    await receive(
      withFiles({ to: address }, [
        { name: 'gross.pdf', type: 'application/pdf', bytes: big },
        ...small,
      ]),
    );
    const { text, files } = (await read(ticket)).entries.at(-1);
    expect(text).toContain('[Ohne Anhang: gross.pdf, 6.pdf]');
    expect(files).toHaveLength(5);
  });

  test('an account that has not confirmed the address gets and deletes nothing of it [ACC-15, BOF-85]', async () => {
    const user = await world.user({ email: `wer${++count}@beispiel.ch` });
    await receive(
      withFiles({ from: user.email }, [{ name: 'Beleg.pdf', type: 'application/pdf', bytes: PDF }]),
    );
    const kept = await threads();
    const copy = await exportOf(world, user);
    expect([...copy.keys()].filter((name) => name.startsWith('anhaenge/'))).toEqual([]);
    expect(String(copy.get('nachrichten.json'))).not.toContain('Mit Anhang.');
    await user.call(deleteAccount, { password: PASSWORD });
    await world.finishDeletions();
    expect(await threads()).toEqual(kept);
  });

  test('go with their thread, and stand in the copy of the data of its address [BOF-85]', async () => {
    const user = await world.user({ email: `wer${++count}@beispiel.ch` });
    await confirmAddress(user);
    await receive(
      withFiles({ from: user.email }, [{ name: 'Beleg.pdf', type: 'application/pdf', bytes: PDF }]),
    );
    const copy = await exportOf(world, user);
    const attached = [...copy.keys()].filter((name) => name.startsWith('anhaenge/'));
    expect(attached).toHaveLength(1);
    expect(copy.get(attached[0]!)!.equals(PDF)).toBe(true);
    expect(String(copy.get('nachrichten.json'))).toContain('Mit Anhang.');
    const before = stored().length;
    await world.db.deleteFrom('thread').execute();
    await world.runTasks('support/files');
    expect(stored().length).toBeLessThan(before);
    expect(await world.db.selectFrom('thread_file').selectAll().execute()).toEqual([]);
  });
});

describe('what a program wrote', () => {
  const AUTOMATIC = [
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['Return-Path: <>'],
    ['Content-Type: multipart/report; boundary=x'],
  ];

  test.each(AUTOMATIC)('is no message and causes no mail: %s [BOF-85]', async (line) => {
    const { ticket, address } = await answered();
    const before = await world.mails();
    await receive(mailOf({ to: address, head: [line] }), mailOf({ head: [line] }));
    expect(await threads()).toEqual([ticket]);
    const { state, entries, waits_since } = await read(ticket);
    expect([state, waits_since]).toEqual(['answered', null]);
    expect(entries.at(-1)).toMatchObject({ kind: 'event' });
    expect(entries.at(-1).text).toContain(mailTexts.automatic);
    expect(await world.mails()).toEqual(before);
    expect(server.unread()).toEqual([]);
  });

  test('our own mails that arrive begin no thread [BOF-85]', async () => {
    await receive(mailOf({ from: world.config.mailFrom }));
    expect(await threads()).toEqual([]);
    expect(server.unread()).toEqual([]);
  });
});

describe('the mailbox', () => {
  const line = async () => {
    const { body } = await owner.call(getHouseHealth, {});
    const found = body.lines.find(({ key }: { key: string }) => key === 'mailbox');
    return [found.text, found.tone];
  };
  const state = () => world.db.selectFrom('inbound_mailbox').selectAll().executeTakeFirstOrThrow();

  test('is retried with backoff and shown to the operator; no line has a secret [BOF-85]', async () => {
    expect(await line()).toEqual(['Noch nicht gelesen', 'warning']);
    await receive();
    expect(await line()).toEqual(['gelesen vor 0 Sek.', 'ok']);
    server.set('refuse');
    server.deliver(mailOf());
    const pauses = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      world.clock.set((await state()).next_read_at);
      await world.runTasks('support/mailbox');
      pauses.push(((await state()).next_read_at.getTime() - world.clock.now().getTime()) / 1000);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900]);
    expect(await line()).toEqual(['Anmeldung abgelehnt, seit 30 Min.', 'bad']);
    const before = server.commands.length;
    world.clock.advance(899_999);
    await world.runTasks('support/mailbox');
    expect(server.commands.length).toBe(before);
    server.set('ok');
    world.clock.advance(1);
    await world.runTasks('support/mailbox');
    expect(await line()).toEqual(['gelesen vor 0 Sek.', 'ok']);
    expect(await threads()).toHaveLength(1);
    const log = nonEmpty(world.lines).join('\n');
    for (const secret of [IMAP_PASSWORD, encodeURIComponent(IMAP_PASSWORD), 'AUTHENTICATE'])
      expect(log).not.toContain(secret);
    expect(log).toContain('the mailbox could not be read');
  });

  test('is read at once by a worker that begins after failures, and then no more [BOF-85]', async () => {
    await receive();
    server.set('refuse');
    for (let attempt = 0; attempt < 7; attempt++) {
      world.clock.set((await state()).next_read_at);
      await world.runTasks('support/mailbox');
    }
    let reads = 0;
    // Nothing arrives.
    const files = {} as FileDeps;
    const mailbox = { address: ADDRESS, read: async () => void reads++, stop() {} };
    const begin = () => mailboxTask({ ...files, mailbox, log: createLogger('silent') });
    const run = (task: Task) => task.run({ db: world.db, now: world.clock.now() });
    const begun = begin();
    await run(begun);
    await run(begun);
    await run(begin());
    expect(reads).toBe(1);
    expect(await line()).toEqual(['gelesen vor 0 Sek.', 'ok']);
  });

  test('with a mail that cannot be stored takes the others and says so [BOF-85]', async () => {
    const folder = join(world.config.dataDir, 'attachments');
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, '');
    const pdf = { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') };
    await receive(withFiles({}, [pdf]), mailOf());
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect(await threads()).toHaveLength(1);
    expect(server.unread()).toHaveLength(1);
    expect(await line()).toEqual(['gelesen vor 0 Sek., 1 nicht gespeichert', 'warning']);
    expect(world.defects.splice(0)).toHaveLength(1);
    await receive();
    expect(await threads()).toHaveLength(2);
    expect(server.unread()).toEqual([]);
    expect(await line()).toEqual(['gelesen vor 0 Sek.', 'ok']);
  });

  test('with a malformed mail stores its header, and reads it once [BOF-85]', async () => {
    const head = ['Content-Type: multipart/mixed; boundary=b'];
    await receive(mailOf({ head, text: '--b\n\n\n'.repeat(6000) }));
    const { text } = (await read(await newest())).entries[0];
    expect(text).toBe(`Betreff: Frage\n\n${mailTexts.malformed}`);
    expect(server.unread()).toEqual([]);
  });

  test('with a huge mail reads its header alone and says where it lies [BOF-85]', async () => {
    const { ticket, address } = await answered();
    const before = server.commands.length;
    server.deliver(mailOf({ to: address, text: CANARY }), { size: MAIL_MAX_BYTES + 1 });
    await receive();
    expect((await read(ticket)).entries.at(-1).text).toBe(mailTexts.oversized);
    expect(server.unread()).toEqual([]);
    const asked = nonEmpty(server.commands.slice(before)).join('\n');
    expect(asked).toContain('BODY.PEEK[HEADER]');
    expect(asked).not.toContain('BODY.PEEK[]');
  });

  test('what a mail says is in the database only as ciphertext [ACC-50, BOF-85]', async () => {
    const { address } = await answered();
    const mail = { from: `${CANARY} <${CANARY}@beispiel.ch>`, subject: CANARY, text: CANARY };
    await receive(
      mailOf(mail),
      mailOf({ ...mail, to: address }),
      withFiles(mail, [
        { name: `${CANARY}.pdf`, type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
      ]),
    );
    expect(await threads()).toHaveLength(3);
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
    for (const { name } of nonEmpty(rows)) {
      const { rows: found } = await sql`
        select 1 from ${sql.table(name)} t where t::text like ${`%${CANARY}%`}`.execute(world.db);
      expect(found, name).toEqual([]);
    }
    expect(world.lines.filter((one) => one.includes(CANARY))).toEqual([]);
  });
});
