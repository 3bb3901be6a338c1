import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailTask } from '../../modules/mail/jobs.ts';
import { enqueueMail } from '../../modules/mail/service.ts';
import { createLogger } from '../../platform/log.ts';
import { CERTIFICATE, smtpServer } from '../../testing/services/smtp.ts';
import { STANDARD_MAIL_TEXTS } from '../../testing/standard-mail-texts.ts';
import { START, testWorld } from '../../testing/world/world.ts';
import { mailSettings } from './settings.ts';
import { smtpSender } from './smtp.ts';

let plain: Awaited<ReturnType<typeof smtpServer>>;
let safe: Awaited<ReturnType<typeof smtpServer>>;
beforeEach(async () => {
  plain = await smtpServer();
  safe = await smtpServer({ starttls: true });
});
afterEach(async () => {
  await plain[Symbol.asyncDispose]();
  await safe[Symbol.asyncDispose]();
});

const from = 'dienst@samtrot.example';
const production = (url: string, ca = CERTIFICATE) =>
  smtpSender({ url, from, needsTls: true, ca, timeoutMs: 5000 });
const mail = {
  to: 'lena@beispiel.ch',
  subject: 'Neue Anmeldung',
  text: 'Nur für Lena',
  html: '<p>Nur für Lena</p>',
  date: START,
  messageId: 'mail-1',
};
const NO_TLS = { name: 'NoTrustedTls', message: expect.stringMatching(/^no trusted TLS: /) };

test('a server with STARTTLS and a valid certificate gets the mail [ACC-55]', async () => {
  const sender = production(safe.url);
  await sender.check!();
  await sender.send(mail);
  expect(safe.accepted).toMatchObject([{ recipients: ['lena@beispiel.ch'] }]);
  expect(safe.secured()).toBe(2);
});

test('a server without STARTTLS gets nothing, and the start is refused [ACC-55]', async () => {
  const sender = production(plain.url);
  await expect(sender.check!()).rejects.toMatchObject(NO_TLS);
  await expect(sender.send(mail)).rejects.toMatchObject(NO_TLS);
  expect(plain.accepted).toEqual([]);
  expect(plain.commands().filter((line) => /^(MAIL|RCPT|AUTH|DATA)/i.test(line))).toEqual([]);
});

test.each([
  ['of an unknown authority', () => ({ url: safe.url, ca: '' })],
  [
    'for another name',
    () => ({ url: safe.url.replace('127.0.0.1', 'localhost'), ca: CERTIFICATE }),
  ],
])('a certificate %s is refused, and nothing is sent [ACC-55]', async (_title, given) => {
  const { url, ca } = given();
  const sender = production(url, ca);
  await expect(sender.check!()).rejects.toMatchObject(NO_TLS);
  await expect(sender.send(mail)).rejects.toMatchObject(NO_TLS);
  expect(safe.accepted).toEqual([]);
});

test('smtps to a server without TLS is refused [ACC-55]', async () => {
  const sender = production(plain.url.replace('smtp:', 'smtps:'));
  await expect(sender.send(mail)).rejects.toMatchObject(NO_TLS);
  expect(plain.accepted).toEqual([]);
});

test('a server that is away or busy does not refuse the start [ACC-55]', async () => {
  const sender = production(safe.url);
  safe.set('busy');
  await sender.check!();
  await safe.goAway();
  await sender.check!();
  await expect(sender.send(mail)).rejects.not.toMatchObject(NO_TLS);
  await safe.comeBack();
});

test('mails without trusted TLS wait, with an error in the log and in /readyz [ACC-55]', async () => {
  await using world = await testWorld();
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const task = (url: string) =>
    mailTask({
      sender: smtpSender({ url, from, needsTls: true, ca: CERTIFICATE, timeoutMs: 5000, log }),
      keepContent: false,
      texts: async () => STANDARD_MAIL_TEXTS,
      publicUrl: world.config.publicUrl,
      log: world.app.log,
    });
  await world.db
    .transaction()
    .execute((db) =>
      enqueueMail(
        { db, now: START },
        { cause: 'probe', to: mail.to, subject: mail.subject, paragraphs: [mail.text] },
        null,
      ),
    );
  const readiness = async () => (await world.send('', { url: '/readyz' })).body;
  await task(plain.url).run({ db: world.db, now: START });
  expect(await readiness()).toMatchObject({ ready: true, mails_without_tls: 1 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'the mail server offers no trusted TLS; mails wait' },
  ]);
  await task(safe.url).run({ db: world.db, now: new Date(START.getTime() + 60_000) });
  expect(safe.accepted).toHaveLength(1);
  expect(await readiness()).not.toHaveProperty('mails_without_tls');
});

test.each([
  ['smtp://mail.example', true],
  ['smtps://user:pass@mail.example:465', true],
  ['smtp://0.0.0.0:25', true],
  ['smtp://localhost.example', true],
  ['smtp://localhost', false],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://[::1]:25', false],
])('in production %s needs TLS: %s [ACC-55]', (SMTP_URL, needed) => {
  const reading = mailSettings.read({ SMTP_URL });
  expect(reading.problems('production')).toEqual([]);
  expect(reading.config('production').mailNeedsTls).toBe(needed);
  expect(reading.config('development').mailNeedsTls).toBe(false);
});

test.each([
  'smtp://mail.example?ignoreTLS=true',
  'smtp://mail.example?tls.rejectUnauthorized=false',
  'smtps://mail.example#x',
  'http://mail.example',
  'mail.example',
])('production refuses %s, which could switch TLS off [ACC-55]', (SMTP_URL) => {
  const reading = mailSettings.read({ SMTP_URL });
  expect(reading.problems('production')).toEqual([expect.stringContaining('SMTP_URL must be')]);
  expect(reading.problems('development')).toEqual([]);
});
