import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { endNewsletter } from '@samtrot/shared/accounts/newsletter-contract.ts';
import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLine } from '../../testing/process/command-line.ts';
import { waiters } from '../../testing/process/gate.ts';
import { smtpServer } from '../../testing/services/smtp.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { newsletterTask } from './jobs.ts';
import { reports, sendIssue } from './service.ts';

const BATCH_SIZE = 20;
const PAUSE_MS = 10_000;

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
const folder = mkdtempSync(join(tmpdir(), 'samtrot-newsletter-'));
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({ SMTP_URL: smtp.url });
});
beforeEach(async () => {
  world.clock.set(START);
  smtp.set('ok');
  smtp.accepted.length = 0;
  for (const table of [
    'newsletter_sending',
    'newsletter_issue',
    'newsletter_consent',
    'mail',
  ] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

/** A confirmed subscriber, inserted as a confirmed link would. */
const subscriber = async (
  change: { newsletter?: boolean; disable_messages?: boolean } = {},
  confirmed_at = START,
) => {
  const user = await world.user();
  const consent = {
    account_id: user.userId,
    wording: 'Ja',
    source: 'profile',
    requested_at: START,
    confirmed_at,
  };
  await world.db.insertInto('newsletter_consent').values(consent).execute();
  const row = { email_confirmed_at: START, ...change };
  await world.db.updateTable('account').set(row).where('id', '=', user.userId).execute();
  return user;
};
const many = async (n: number) => {
  const users = [];
  for (let i = 0; i < n; i++) users.push(await subscriber());
  return users;
};
const issue = (subject = 'Neues im November') => ({
  subject,
  paragraphs: ['Guten Tag', 'Im November gibt es mehr.'],
});
const begin = (subject?: string) =>
  world.db.transaction().execute((db) => sendIssue({ db, now: world.clock.now() }, issue(subject)));
const batch = () => newsletterTask(world.config).run({ db: world.db, now: world.clock.now() });
/** Runs the worker until no batch is left. */
const finish = async () => {
  for (let times = 0; times < 20; times++) {
    await batch();
    world.clock.advance(PAUSE_MS);
  }
};
const made = () => rowsInClear(world.db, 'mail');
const report = async () => (await world.db.transaction().execute(reports))[0]!;

test('each open account with a confirmed consent gets the newsletter once [FIX-43]', async () => {
  const [user] = await many(1);
  await world.user();
  await subscriber({ newsletter: false });
  await subscriber({ disable_messages: true });
  const closed = await subscriber();
  expect((await closed.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  const waiting = await world.user();
  await world.db
    .updateTable('account')
    .set({ email_confirmed_at: START })
    .where('id', '=', waiting.userId)
    .execute();
  for (const newsletter of [false, true])
    await waiting.call(updateNotifications, {
      expiryAlert: false,
      disableMessages: false,
      newsletter,
    });
  await world.db.deleteFrom('mail').execute();
  // A confirmation after the start of an issue does not add a recipient.
  await subscriber({}, new Date(START.getTime() + 1));

  expect((await begin()).begun).toBe(true);
  expect((await begin()).begun).toBe(false);
  await finish();
  expect((await made()).map(({ recipient }) => recipient)).toEqual([user!.email]);
  expect((await begin('Ein anderer')).begun).toBe(true);
  await finish();
  expect((await made()).filter(({ recipient }) => recipient === user!.email)).toHaveLength(2);
});

test('a newsletter is unsubscribed by header, one click or link, each for its own recipient [FIX-43, BOF-133]', async () => {
  const users = await many(2);
  await begin();
  await finish();
  await world.runTasks('mail/send');
  expect(smtp.accepted).toHaveLength(2);
  const links: string[] = [];
  for (const user of nonEmpty(users)) {
    const { raw } = smtp.accepted.find(({ recipients }) => recipients.includes(user.email))!;
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const unfolded = raw.replace(/\r\n[ \t]+/g, ' ');
    const [, url] = /^List-Unsubscribe: ?<(\S+)>\r$/m.exec(unfolded)!;
    const [mail] = await world.mails(user.email);
    expect(mail!.text).toContain(`Newsletter abbestellen:\n${url}`);
    expect(mail!.html).toContain(`href="${url}"`);
    expect(mail!.text).toContain('weil du den Newsletter bestellt und bestätigt hast');
    for (const secret of [user.email, String(user.userId)]) expect(url).not.toContain(secret);
    links.push(url!);
  }
  expect(new Set(links).size).toBe(2);
  const { pathname, searchParams } = new URL(links[0]!);
  const click = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = `${pathname}?${searchParams}`;
  const answer = await world.send('', {
    method: 'POST',
    url,
    headers: click,
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  const off = world.db.selectFrom('account').select('id').where('newsletter', '=', false);
  const ended = (await off.execute()).map(({ id }) => id);
  expect(users.map(({ userId }) => ended.includes(userId))).toEqual([true, false]);
  const token = new URL(links[1]!).searchParams.get('token')!;
  expect((await world.visitor.call(endNewsletter, { token })).status).toBe(200);
  // Ordinary mails have no unsubscribe link.
  await users[0]!.raw('resend_confirmation');
  await world.visitor.raw('lostpassword', { payload: { user_login: users[0]!.email } });
  smtp.accepted.length = 0;
  await world.runTasks('accounts/password-reset-requests');
  await world.runTasks('mail/send');
  expect(smtp.accepted).toHaveLength(1);
  expect(smtp.accepted[0]!.raw).not.toContain('List-Unsubscribe');
});

test('mails are enqueued in batches; unsubscribing meanwhile also deletes a waiting one [FIX-43, BOF-133]', async () => {
  const users = await many(BATCH_SIZE + 3);
  await begin();
  expect(await batch()).toBe(BATCH_SIZE);
  expect(await batch()).toBe(0);
  expect(await made()).toHaveLength(BATCH_SIZE);
  const [early, late] = [users[0]!, users[BATCH_SIZE]!];
  for (const user of [early, late])
    await user.call(updateNotifications, {
      expiryAlert: false,
      disableMessages: false,
      newsletter: false,
    });
  expect((await users[BATCH_SIZE + 1]!.call(deleteAccount, { password: PASSWORD })).status).toBe(
    200,
  );
  await world.finishDeletions();
  await finish();
  const mails = (await made()).filter(({ cause }) => cause.startsWith('newsletter:'));
  const expected = users
    .filter((_, n) => n !== 0 && n !== BATCH_SIZE && n !== BATCH_SIZE + 1)
    .map(({ email }) => email);
  expect(mails.map(({ recipient }) => recipient)).toEqual(expected);
  expect(await report()).toMatchObject({
    underWay: false,
    made: BATCH_SIZE + 1,
    waiting: BATCH_SIZE,
  });
});

test('a worker killed within or between batches neither skips nor repeats a recipient [FIX-43]', async () => {
  const users = await many(BATCH_SIZE * 2 + 5);
  await begin();
  // Between: the first batch is committed, and another process continues.
  expect(await batch()).toBe(BATCH_SIZE);
  world.clock.advance(PAUSE_MS);
  // Within: the second batch is blocked at its mails when its connection is terminated.
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query('begin; lock table mail in share row exclusive mode');
  const cut = batch().then(
    () => 'done',
    () => 'cut',
  );
  const blocked = () => waiters(holder, { table: 'mail' });
  await expect.poll(blocked).toHaveLength(1);
  await holder.query('select pg_terminate_backend($1)', await blocked());
  expect(await cut).toBe('cut');
  await holder.query('rollback');
  await holder.end();
  expect(await made()).toHaveLength(BATCH_SIZE);
  expect(await report()).toMatchObject({ made: BATCH_SIZE, underWay: true });

  const counts = await Promise.all([batch(), batch(), batch()]);
  expect(counts.toSorted()).toEqual([0, 0, BATCH_SIZE]);
  world.clock.advance(PAUSE_MS);
  await finish();
  const recipients = (await made()).map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual(users.map(({ email }) => email).toSorted());
  // Reset by hand, the issue finds every recipient already served.
  await world.db
    .updateTable('newsletter_issue')
    .set({ reached: 0, next_at: world.clock.now() })
    .execute();
  await world.db.deleteFrom('mail').execute();
  await finish();
  expect(await made()).toEqual([]);
});

test('the report shows sent, waiting and refused mails [FIX-43, BOF-133]', async () => {
  await many(3);
  await begin();
  await finish();
  expect(await report()).toMatchObject({ made: 3, sent: 0, waiting: 3, refused: 0 });
  await world.runTasks('mail/send');
  expect(await report()).toMatchObject({ sent: 3, waiting: 0, refused: 0 });
  await begin('Zweiter');
  await finish();
  smtp.set('refuse');
  await world.runTasks('mail/send');
  expect(await report()).toMatchObject({ subject: 'Zweiter', sent: 0, waiting: 3 });
  world.clock.advance(3 * DAY_MS);
  await world.runTasks('mail/send');
  expect(await report()).toMatchObject({ sent: 0, waiting: 0, refused: 3 });
  // Recipients are purged with the mails; the number stays.
  world.clock.advance(181 * DAY_MS);
  await world.runTasks('housekeeping');
  expect(await world.db.selectFrom('newsletter_sending').selectAll().execute()).toEqual([]);
  expect(await report()).toMatchObject({ made: 3, sent: 0, refused: 0 });
});

test('deleting an account removes it from the recipients of all issues [FIX-43, PRO-21]', async () => {
  const [user, other] = await many(2);
  await begin();
  await finish();
  expect((await user!.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  const rows = await world.db.selectFrom('newsletter_sending').select('account_id').execute();
  expect(rows).toEqual([{ account_id: other!.userId }]);
  expect(await world.mails(user!.email)).toMatchObject([{ subject: 'Dein Konto ist gelöscht' }]);
});

test('the command line previews a file, sends a test to one address and sends it once [FIX-43]', async () => {
  const [user] = await many(1);
  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: world.url,
    DATA_DIR: world.config.dataDir,
    SMTP_URL: smtp.url,
  };
  const samtrot = (...args: string[]) =>
    commandLine(
      { env: { ...env, SESSION_SECRET: world.config.sessionSecret }, clock: world.clock },
      ...args,
    );
  const send = (name: string, ...more: string[]) => samtrot('newsletter', 'send', name, ...more);
  expect((await samtrot('newsletter', 'list')).out).toContain('Es gibt keine Newsletter.');
  const words = file(
    'november.txt',
    'Betreff: Neues im November\r\n\r\nGuten Tag\r\n\r\nErste Zeile\r\nzweite\r\n',
  );
  const shown = await send(words, '--dry-run');
  expect(shown.out).toBe(
    'Neues im November\n\nGuten Tag\n\nErste Zeile\nzweite\n\nEr ginge an 1 Konto.\n',
  );
  expect((await send(words, '--test', 'haus@beispiel.ch')).out).toContain(
    'Zur Probe unterwegs an haus@beispiel.ch.',
  );
  expect(await world.db.selectFrom('newsletter_issue').selectAll().execute()).toEqual([]);
  const [probe] = await world.mails('haus@beispiel.ch');
  expect(probe).toMatchObject({ subject: 'Neues im November' });
  const token = probe!.text.match(/token=([\da-f-]+)/)![1]!;
  expect((await world.visitor.call(endNewsletter, { token })).status).toBe(200);

  const begun = await send(words);
  expect([begun.code, begun.out]).toEqual([
    0,
    expect.stringContaining('geht jetzt in Portionen an 1 Konto.'),
  ]);
  // The command line uses the machine's clock.
  world.clock.set(new Date());
  await finish();
  await world.runTasks('mail/send');
  const again = await send(words);
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining('geht nicht ein zweites Mal'),
  ]);
  expect((await samtrot('newsletter', 'list')).out).toMatch(
    /«Neues im November» {2}fertig: an 1 Konto, gesendet 1, wartet 0, abgewiesen 0/,
  );
  expect((await world.mails(user!.email)).map(({ subject }) => subject)).toEqual([
    'Neues im November',
  ]);
  const json = JSON.parse((await samtrot('newsletter', 'list', '--json')).out);
  expect(json.newsletters).toMatchObject([{ made: 1, sent: 1, under_way: false }]);

  const wrong: [string, RegExp][] = [
    [join(folder, 'none.txt'), /keine lesbare Textdatei/],
    [file('bytes.txt', Buffer.from([0x41, 0xff, 0x0a])), /keine lesbare Textdatei/],
    [file('empty.txt', '\nText'), /Erste Zeile/],
    [file('telling.txt', 'Neue Banner\n\nText'), /nicht neutral: «Banner»/],
    [file('long.txt', `${'x'.repeat(121)}\n\nText`), /Erste Zeile/],
    [file('subject.txt', 'Nur ein Betreff\n\n'), /fehlt der Text/],
    [file('much.txt', `Betreff\n\n${'x'.repeat(20_001)}`), /länger als/],
  ];
  for (const [name, says] of nonEmpty(wrong)) {
    const answer = await send(name);
    expect([answer.code, answer.error]).toEqual([2, expect.stringMatching(says)]);
  }
  expect((await send(words, '--test', 'keine')).code).toBe(2);
  const audit = world.db
    .selectFrom('audit')
    .select('actor')
    .where('action', '=', 'newsletter_begun');
  expect(await audit.execute()).toHaveLength(1);
});
