import { afterEach, beforeEach, expect, test } from 'vitest';
import type { IncomingMail } from '../../modules/support/ports.ts';
import { IMAP_PASSWORD, imapServer } from '../../testing/services/imap.ts';
import { CERTIFICATE } from '../../testing/services/smtp.ts';
import { imapMailbox } from './imap.ts';
import { mailSettings } from './settings.ts';

type Server = Awaited<ReturnType<typeof imapServer>>;
let plain: Server;
let safe: Server;
beforeEach(async () => {
  plain = await imapServer();
  safe = await imapServer({ starttls: true });
});
afterEach(async () => {
  await plain[Symbol.asyncDispose]();
  await safe[Symbol.asyncDispose]();
});

const ADDRESS = 'support@samtrot.example';
const MAIL = `From: Lena <lena@beispiel.ch>
To: ${ADDRESS}
Subject: Frage
Message-ID: <1@beispiel.ch>

Hallo
`;

interface Given {
  mode?: 'production' | 'test';
  needsTls?: boolean;
  ca?: string;
  timeoutMs?: number;
}
function reader(
  url: string,
  { mode = 'test', needsTls, ca = CERTIFICATE, timeoutMs = 5000 }: Given = {},
) {
  const reading = mailSettings.read({ INBOUND_IMAP_URL: url, INBOUND_ADDRESS: ADDRESS });
  expect(reading.problems(mode).filter((line) => line.startsWith('INBOUND'))).toEqual([]);
  const config = reading.config(mode).inbound!;
  const own = 'noreply@samtrot.example';
  return imapMailbox({
    ...config,
    own,
    ca,
    timeoutMs,
    ...(needsTls !== undefined && { needsTls }),
  });
}

async function readAll(url: string, given: Given = {}) {
  const mails: IncomingMail[] = [];
  await reader(url, given).read(async (parse) => {
    mails.push(await parse());
    return true;
  });
  return mails;
}

test.each([false, true])(
  'an unread mail is read once, by LOGIN only: %s [BOF-85]',
  async (only) => {
    await using server = await imapServer({ onlyLogin: only });
    server.deliver(MAIL);
    expect(await readAll(server.url)).toMatchObject([
      {
        subject: 'Frage',
        text: 'Hallo\n',
        automatic: false,
        headOnly: null,
        from: { name: 'Lena', address: 'lena@beispiel.ch' },
        recipients: [ADDRESS],
      },
    ]);
    expect(server.commands.join('\n')).toContain(only ? 'LOGIN' : 'AUTHENTICATE');
    expect(server.unread()).toEqual([]);
    expect(await readAll(server.url)).toEqual([]);
  },
);

test('a mail is marked as read only when it was taken [BOF-85]', async () => {
  const [first, second] = [plain.deliver(MAIL), plain.deliver(MAIL)];
  let taken = 0;
  await reader(plain.url).read(async () => ++taken === 2);
  expect(plain.unread()).toEqual([first]);
  expect(second).toBeGreaterThan(first);
  const defect = new Error('a defect');
  await expect(reader(plain.url).read(() => Promise.reject(defect))).rejects.toBe(defect);
  expect(plain.unread()).toEqual([first]);
});

test.each([
  ['refuse', 'login'],
  ['busy', 'connection'],
  ['drop-fetch', 'connection'],
  ['drop-store', 'connection'],
] as const)('a server that answers %s is a failure of the kind %s [BOF-85]', async (mode, kind) => {
  plain.deliver(MAIL);
  plain.set(mode);
  const failure = await readAll(plain.url).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(failure).toMatchObject({ name: 'MailboxFailure', kind });
  for (const secret of [IMAP_PASSWORD, encodeURIComponent(IMAP_PASSWORD)])
    expect(`${failure!.message} ${failure!.stack}`).not.toContain(secret);
  expect(plain.unread()).toHaveLength(1);
});

test('a worker that stops does not wait for a server that never responds [BOF-85]', async () => {
  plain.set('silent');
  const mailbox = reader(plain.url, { timeoutMs: 600_000 });
  const failed = mailbox.read(async () => true).catch((error: unknown) => error);
  await expect.poll(() => plain.connections()).toBe(1);
  mailbox.stop();
  expect(await failed).toMatchObject({ name: 'MailboxFailure', kind: 'connection' });
});

test('a folder that is missing and a server that is away are named [BOF-85]', async () => {
  await expect(readAll(`${plain.url}/Support`)).rejects.toMatchObject({ kind: 'folder' });
  const { url } = plain;
  await plain[Symbol.asyncDispose]();
  await expect(readAll(url)).rejects.toMatchObject({ kind: 'connection' });
});

test('with TLS required no login is sent to a server without trusted TLS [ACC-55, BOF-85]', async () => {
  for (const server of [plain, safe]) server.deliver(MAIL);
  const needsTls = true;
  expect(await readAll(safe.url, { needsTls })).toHaveLength(1);
  expect(safe.secured()).toBe(1);
  await expect(readAll(plain.url, { needsTls })).rejects.toMatchObject({ kind: 'tls' });
  await expect(readAll(safe.url, { needsTls, ca: ' ' })).rejects.toMatchObject({ kind: 'tls' });
  const imaps = plain.url.replace('imap:', 'imaps:');
  await expect(readAll(imaps, { needsTls })).rejects.toMatchObject({ kind: 'tls' });
  expect(plain.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/);
  expect(safe.commands.filter((line) => /LOGIN|AUTHENTICATE/.test(line))).toHaveLength(1);
});

test.each([
  ['imaps://u:p@mail.example', { port: 993, secure: true, needsTls: true, folder: 'INBOX' }],
  ['imap://u:p@mail.example/Support%20A', { port: 143, secure: false, folder: 'Support A' }],
  ['imap://u%40x:p%2B@localhost:1143', { port: 1143, user: 'u@x', password: 'p+' }],
  ['imap://u:p@127.0.0.1', { needsTls: false }],
])('the setting %s is read [BOF-85]', (INBOUND_IMAP_URL, expected) => {
  const reading = mailSettings.read({
    INBOUND_IMAP_URL,
    INBOUND_ADDRESS: 'Support@Samtrot.example',
  });
  expect(reading.problems('production')).toEqual([]);
  expect(reading.config('production').inbound).toMatchObject({ ...expected, address: ADDRESS });
});

test.each([
  ['imap://mail.example', ADDRESS],
  ['imaps://u:p@mail.example?tls=0', ADDRESS],
  ['pop3://u:p@mail.example', ADDRESS],
  ['imaps://u:p@mail.example', undefined],
  [undefined, ADDRESS],
  ['imaps://u:p@mail.example', 'support+x@samtrot.example'],
  ['imaps://u:p@mail.example', `${'s'.repeat(21)}@samtrot.example`],
])('the settings %s and %s are refused, no secret is named [BOF-85]', (url, address) => {
  const env = {
    ...(url && { INBOUND_IMAP_URL: url }),
    ...(address && { INBOUND_ADDRESS: address }),
  };
  const problems = mailSettings.read(env).problems('development');
  expect(problems).toEqual([expect.stringContaining('INBOUND_')]);
  expect(problems.join()).not.toContain('u:p@');
});
