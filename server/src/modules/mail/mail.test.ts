import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smtpSender } from '../../adapters/mail/smtp.ts';
import { type SmtpMode, smtpServer } from '../../testing/services/smtp.ts';
import { STANDARD_MAIL_TEXTS } from '../../testing/standard-mail-texts.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { mailTask } from './jobs.ts';
import {
  enqueueMail,
  eraseMails,
  type MailTemplate,
  resendMails,
  withdrawMail,
  withdrawMails,
} from './service.ts';
import { type ClaimedMail, claimDue, recordAttempt } from './store.ts';

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Kundendienst <dienst@samtrot.example>',
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await world.db.deleteFrom('mail').execute();
  world.clock.set(START);
  smtp.set('ok');
  smtp.accepted.length = 0;
});

let causes = 0;
const mailOf = (parts: Partial<MailTemplate> = {}): MailTemplate => ({
  cause: `test:${++causes}`,
  to: 'lena@beispiel.ch',
  subject: 'Kurze Nachricht',
  paragraphs: ['Guten Tag', 'Alles erledigt: https://samtrot.example/home.'],
  ...parts,
});
const enqueue = (parts?: Partial<MailTemplate>) =>
  world.db
    .transaction()
    .execute((db) => enqueueMail({ db, now: world.clock.now() }, mailOf(parts), null));
const stored = async () => (await rowsInClear(world.db, 'mail'))[0]!;
const send = () => world.runTasks('mail/send');

test('a mail goes to its one recipient, text first, from the configured sender', async () => {
  await enqueue({ paragraphs: ['Grüezi <b>du</b>', 'https://samtrot.example/auth?a=1&b=2'] });
  await send();
  expect(smtp.accepted).toHaveLength(1);
  const [{ from, recipients, raw }] = smtp.accepted as [(typeof smtp.accepted)[0]];
  expect([from, recipients]).toEqual(['dienst@samtrot.example', ['lena@beispiel.ch']]);
  expect(raw).toMatch(/^From: Kundendienst <dienst@samtrot\.example>\r$/m);
  expect(raw).toMatch(/^To: lena@beispiel\.ch\r$/m);
  expect(raw).toMatch(/^Subject: Kurze Nachricht\r$/m);
  expect(raw).toMatch(/^Date: Fri, 20 Nov 2026 12:00:00 \+0000\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
  expect(await stored()).toMatchObject({
    sent_at: START,
    next_try_at: null,
    last_error: null,
    attempts: 1,
  });
  await send();
  expect(smtp.accepted).toHaveLength(1);
});

test('a repeated cause enqueues one mail', async () => {
  await enqueue({ cause: 'einmal' });
  await enqueue({ cause: 'einmal', subject: 'Noch einmal' });
  await send();
  expect(smtp.accepted).toHaveLength(1);
});

test.each<SmtpMode>(['busy', 'refuse', 'drop'])(
  'after the response "%s" the mail is retried and accepted once',
  async (mode) => {
    smtp.set(mode);
    await enqueue();
    await send();
    expect(await stored()).toMatchObject({
      sent_at: null,
      attempts: 1,
      next_try_at: new Date(START.getTime() + 10_000),
    });
    expect((await stored()).last_error).not.toBe('');
    world.clock.advance(9_000);
    await send();
    expect((await stored()).attempts).toBe(1);
    world.clock.advance(1_000);
    await send();
    expect(await stored()).toMatchObject({
      attempts: 2,
      next_try_at: new Date(START.getTime() + 30_000),
    });
    smtp.set('ok');
    world.clock.advance(20_000);
    await send();
    await send();
    expect(smtp.accepted).toHaveLength(1);
    expect(await stored()).toMatchObject({ attempts: 3, next_try_at: null, last_error: null });
    expect(world.defects).toEqual([]);
  },
);

/** The production task with a short timeout. */
const impatient = (timeoutMs = 400) =>
  mailTask({
    sender: smtpSender({ url: smtp.url, from: 'dienst@samtrot.example', timeoutMs }),
    keepContent: false,
    texts: async () => STANDARD_MAIL_TEXTS,
    publicUrl: world.config.publicUrl,
    log: world.app.log,
  });

test('during an outage of the mail server nothing is lost; each mail is accepted once [T-FLT-07]', async () => {
  await smtp.goAway();
  await enqueue();
  await send();
  expect(await stored()).toMatchObject({ sent_at: null, attempts: 1 });
  expect((await stored()).last_error).toContain('ECONNREFUSED');
  await smtp.comeBack();
  await send();
  expect(smtp.accepted).toEqual([]);
  world.clock.advance(10_000);
  await send();
  await send();
  expect(smtp.accepted).toHaveLength(1);
  expect(await stored()).toMatchObject({
    sent_at: world.clock.now(),
    attempts: 2,
    last_error: null,
  });
});

test('an unresponsive mail server times out and gets the mail later, once [T-FLT-07]', async () => {
  smtp.set('silent');
  await enqueue();
  const trying = impatient().run({ db: world.db, now: START });
  // No lock is held meanwhile, neither on the row nor on the table.
  await enqueue();
  expect(await trying).toBe(1);
  const [tried] = await world.db.selectFrom('mail').selectAll().orderBy('id').execute();
  expect(tried).toMatchObject({
    sent_at: null,
    attempts: 1,
    next_try_at: new Date(START.getTime() + 10_000),
  });
  smtp.set('ok');
  world.clock.advance(10_000);
  await send();
  expect(smtp.accepted).toHaveLength(2);
});

test('a slow mail server accepts the mail once [T-FLT-07]', async () => {
  smtp.set('slow');
  await enqueue();
  const patient = impatient(20_000);
  await patient.run({ db: world.db, now: START });
  await patient.run({ db: world.db, now: START });
  expect(smtp.accepted).toHaveLength(1);
  expect(await stored()).toMatchObject({ sent_at: START, attempts: 1 });
});

test('every attempt has the same Message-ID, so that a server can detect duplicates [T-FLT-07]', async () => {
  smtp.set('drop');
  await enqueue();
  await send();
  world.clock.advance(10_000);
  smtp.set('ok');
  await send();
  const { id } = await stored();
  expect(smtp.accepted[0]!.raw).toContain(`Message-ID: <mail-${id}@samtrot.example>`);
});

test('a refused mail is given up after two days and stays visible to the operator [RUN-06]', async () => {
  smtp.set('refuse');
  await enqueue();
  const earlier = world.lines.length;
  const pauses: number[] = [];
  for (;;) {
    await send();
    const { next_try_at } = await stored();
    if (!next_try_at) break;
    pauses.push(next_try_at.getTime() - world.clock.now().getTime());
    world.clock.set(next_try_at);
  }
  expect(pauses.slice(0, 10).map((ms) => ms / 1000)).toEqual([
    10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600,
  ]);
  expect(Math.max(...pauses)).toBe(HOUR_MS);
  expect((world.clock.now().getTime() - START.getTime()) / HOUR_MS).toBeCloseTo(48, -1);
  const mail = await stored();
  expect(mail).toMatchObject({ sent_at: null, next_try_at: null });
  expect(mail.last_error).toContain('550');
  const lines = world.lines.slice(earlier).filter((line) => line.includes('mails were not sent'));
  expect(lines).toHaveLength(mail.attempts);
  expect(JSON.parse(lines[0]!)).toMatchObject({ task: 'mail/send', failed: 1, level: 40 });
  expect(lines.join('')).not.toContain('@');
  const audit = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'mail_given_up')
    .orderBy('id')
    .execute();
  expect(audit).toMatchObject([
    { actor: 'system', object: `mail:${mail.id}`, details: { attempts: mail.attempts } },
  ]);
  smtp.set('ok');
  world.clock.advance(HOUR_MS);
  await send();
  expect(smtp.accepted).toEqual([]);
});

test('the content of an undelivered mail is deleted with its row, as the privacy page states [FIX-42]', async () => {
  const listed = PERSONAL_DATA.find(({ tables }) => tables.includes('mail'));
  expect(listed?.what).toContain(
    'der Inhalt nur bis zum Versand; von einer, die nicht ankam, bis sie gelöscht wird',
  );
  await enqueue({ to: 'keine Adresse' });
  await send();
  expect(await stored()).toMatchObject({
    sent_at: null,
    next_try_at: null,
    letter: expect.stringContaining('"paragraphs":['),
  });
  world.clock.advance(180 * DAY_MS + 1);
  await world.runTasks('housekeeping');
  expect(await world.db.selectFrom('mail').select('id').execute()).toEqual([]);
});

/** What an attempt leaves that the mail server refused. */
const REFUSED = { undeliverable: false, ofRecipient: false, nextTryAt: null };

test('a mail leased by one worker is neither claimed nor waited for by another', async () => {
  for (let n = 0; n < 4; n++) await enqueue();
  const claim = (db: typeof world.db) => claimDue(db, { now: START, limit: 2, leaseMs: 1000 });
  await world.db.transaction().execute(async (held) => {
    const [first, second] = [await claim(held), await claim(world.db)];
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(4);
  });
});

test('a worker whose lease expired does not overwrite the result of its successor', async () => {
  await enqueue();
  const claim = async () =>
    (await claimDue(world.db, { now: world.clock.now(), limit: 5, leaseMs: 1000 }))[0]!;
  const record = (mail: ClaimedMail, error: string) =>
    world.db.transaction().execute((db) => recordAttempt(db, mail, { ...REFUSED, error }));
  const slow = await claim();
  world.clock.advance(1000);
  const quick = await claim();
  await record(slow, 'from the slow one');
  expect(await stored()).toMatchObject({ last_error: null, attempts: 2 });
  expect((await stored()).next_try_at).not.toBeNull();
  await record(quick, 'from the quick one');
  expect(await stored()).toMatchObject({ last_error: 'from the quick one', next_try_at: null });
});

test("concurrent workers send each mail once; a crashed one's mails are due after the lease", async () => {
  for (let n = 0; n < 12; n++) await enqueue();
  await Promise.all([send(), send(), send(), send()]);
  expect(smtp.accepted).toHaveLength(12);

  await world.db.deleteFrom('mail').execute();
  await enqueue();
  const task = world.app.tasks.find(({ name }) => name === 'mail/send')!;
  // The claim of a worker that crashes leaves only the row.
  await world.db
    .updateTable('mail')
    .set({ attempts: 1, next_try_at: new Date(START.getTime() + 120_000) })
    .execute();
  expect(await task.run({ db: world.db, now: START })).toBe(0);
  expect(await task.run({ db: world.db, now: new Date(START.getTime() + 120_000) })).toBe(1);
  expect(smtp.accepted).toHaveLength(13);
});

const HOSTILE = [
  'lena@beispiel.ch,boese@fremd.example',
  'lena@beispiel.ch;boese@fremd.example',
  'lena@beispiel.ch boese@fremd.example',
  'lena@beispiel.ch\r\nBcc: boese@fremd.example',
  'lena@beispiel.ch\nBcc: boese@fremd.example',
  'lena@beispiel.ch\rRCPT TO:<boese@fremd.example>',
  'lena@beispiel.ch>\r\nRCPT TO:<boese@fremd.example',
  'Lena <boese@fremd.example>',
  '"lena@beispiel.ch" <boese@fremd.example>',
  'lena@beispiel.ch <boese@fremd.example>',
  '<boese@fremd.example> lena@beispiel.ch',
  '"boese@fremd.example lena"@beispiel.ch',
  '"boese@fremd.example>,<lena"@beispiel.ch',
  'Gruppe: lena@beispiel.ch, boese@fremd.example;',
  'lena(boese@fremd.example)@beispiel.ch',
  'lena@beispiel.ch(boese@fremd.example)',
  'lena@[127.0.0.1]',
  'lena@beispiel.ch@fremd.example',
  '@fremd.example:lena@beispiel.ch',
  'lena%fremd.example@beispiel.ch@',
  'lena@beispiel.ch\u0000',
  'lena@beispiel.ch\u2028boese@fremd.example',
  'lena@bëispiel.ch',
  'ｌena@beispiel.ch',
  'lena@beispiel.ch SIZE=1 ORCPT=rfc822;boese@fremd.example',
];

test('none of 25 malicious recipients is sent to [AUT-35]', async () => {
  expect(HOSTILE).toHaveLength(25);
  for (const to of HOSTILE) await enqueue({ to });
  const before = smtp.conversations();
  await send();
  expect(smtp.conversations()).toBe(before);
  expect(smtp.accepted).toEqual([]);
  const mails = await rowsInClear(world.db, 'mail');
  expect(mails).toHaveLength(25);
  for (const { next_try_at, last_error } of nonEmpty(mails))
    expect([next_try_at, last_error]).toEqual([null, 'the recipient is not an address']);
});

test('line breaks in a subject create no header', async () => {
  await enqueue({ subject: 'Hallo\r\nBcc: boese@fremd.example' });
  await send();
  expect(smtp.accepted[0]!.recipients).toEqual(['lena@beispiel.ch']);
  expect(smtp.accepted[0]!.raw).not.toMatch(/^Bcc:/im);
});

test('a line break, quote or second address in Reply-To creates no header and no recipient', async () => {
  const crafted = [
    ...HOSTILE.filter((text) => !text.includes('\u0000')),
    '',
    ' ',
    'keine Adresse',
    '"a"@b.ch',
    "a'b@c.ch",
  ];
  for (const replyTo of crafted) await enqueue({ replyTo });
  for (let n = 0; n < crafted.length; n++) await send();
  expect(smtp.accepted).toHaveLength(crafted.length);
  for (const { recipients, raw } of nonEmpty(smtp.accepted)) {
    expect(recipients).toEqual(['lena@beispiel.ch']);
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^(Reply-To|Bcc|Cc):/im);
    expect(head).not.toContain('boese');
  }
});

test('a reply reaches only the given address, even at a disposable domain, otherwise nobody', async () => {
  await enqueue({ cause: 'a', replyTo: 'frage+1@beispiel.ch' });
  await enqueue({ cause: 'b', replyTo: 'frage@mailinator.com' });
  await enqueue({ cause: 'c' });
  await send();
  const answerTo = smtp.accepted.map(({ raw }) => raw.match(/^Reply-To: (.*)\r$/m)?.[1]);
  expect(answerTo.sort()).toEqual(['frage+1@beispiel.ch', 'frage@mailinator.com', undefined]);
  expect(smtp.accepted.every(({ recipients }) => recipients.join() === 'lena@beispiel.ch')).toBe(
    true,
  );
});

const production = () =>
  mailTask({
    sender: { send: async () => {} },
    keepContent: false,
    texts: async () => STANDARD_MAIL_TEXTS,
    publicUrl: world.config.publicUrl,
    log: world.app.log,
  });

test('in production a delivered mail keeps its subject and loses its content', async () => {
  await enqueue({
    replyTo: 'frage@beispiel.ch',
    button: { label: 'Weiter', url: 'https://samtrot.example/x?token=t' },
  });
  expect(await stored()).toMatchObject({
    reply_to: 'frage@beispiel.ch',
    letter: expect.stringContaining('Weiter'),
  });
  await production().run({ db: world.db, now: START });
  expect(await stored()).toMatchObject({
    subject: 'Kurze Nachricht',
    letter: null,
    reply_to: null,
    sent_at: START,
  });
});

test('a mail with deleteAfterSend is retried like any other and deleted once sent', async () => {
  smtp.set('busy');
  await enqueue({ deleteAfterSend: true });
  await enqueue({ cause: 'bleibt' });
  await impatient().run({ db: world.db, now: START });
  expect(await world.mails()).toHaveLength(2);
  smtp.set('ok');
  world.clock.advance(10_000);
  await impatient().run({ db: world.db, now: world.clock.now() });
  expect(smtp.accepted).toHaveLength(2);
  expect((await world.mails()).map(({ cause }) => cause)).toEqual(['bleibt']);
});

test('a withdrawn mail that was given up does not leave with all others', async () => {
  smtp.set('refuse');
  for (const cause of ['zurueck:1', 'brief:7:1']) await enqueue({ cause });
  await enqueue({ cause: 'zurueck:12' });
  world.clock.advance(3 * DAY_MS);
  await send();
  const now = world.clock.now();
  const resent = await world.db.transaction().execute(async (db) => {
    await withdrawMail({ db }, 'zurueck:1');
    await withdrawMails({ db }, 'brief:7:');
    return resendMails({ db, now, actor: { kind: 'cli' } }, undefined);
  });
  expect(resent).toBe(1);
  smtp.set('ok');
  await send();
  expect(smtp.accepted).toHaveLength(1);
  expect((await stored()).cause).toBe('zurueck:12');
});

test('a mail with deleteAfterSend keeps no address when given up; the log has only its id', async () => {
  smtp.set('refuse');
  await enqueue({ deleteAfterSend: true });
  const { id } = await stored();
  await impatient().run({ db: world.db, now: new Date(START.getTime() + 2 * DAY_MS) });
  expect(await world.mails()).toEqual([]);
  const entries = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('object', '=', `mail:${id}`)
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([{ action: 'mail_given_up', details: { attempts: 1 } }]);
});

test('development keeps a mail with deleteAfterSend for the mailbox page', async () => {
  await enqueue({ deleteAfterSend: true });
  await send();
  expect(await world.mails('lena@beispiel.ch')).toMatchObject([
    { sent_at: START, text: expect.stringContaining('Guten Tag') },
  ]);
});

test('erasing an account deletes its mails, sent or waiting, also one being sent', async () => {
  await enqueue();
  await send();
  await enqueue();
  await enqueue({ to: 'lena2@beispiel.ch', cause: 'fremd' });
  const [onItsWay] = await claimDue(world.db, { now: START, limit: 1, leaseMs: 1000 });
  await world.db.transaction().execute(async (db) => {
    await eraseMails({ db }, { email: 'lena@beispiel.ch', accountId: 0, cause: 'change:0:' });
    await enqueueMail({ db, now: START }, mailOf({ cause: 'adieu', deleteAfterSend: true }), null);
    await recordAttempt(db, onItsWay!, { ...REFUSED, error: 'late', nextTryAt: START });
  });
  expect((await world.mails()).map(({ cause }) => cause)).toEqual(['fremd', 'adieu']);
});
