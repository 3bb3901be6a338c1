import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { contact, support } from '@samtrot/shared/support/contract.ts';
import {
  CONTACT_SUBJECTS,
  SUPPORT_SUBJECTS,
  SUPPORT_TIMES,
} from '@samtrot/shared/support/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smtpServer } from '../../testing/services/smtp.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { deleteThreads } from './service.ts';

const HOUSE = 'hilfe@samtrot.example';

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({
    SUPPORT_EMAIL: HOUSE,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Samtrot <dienst@samtrot.example>',
  });
  user = await world.user();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('thread').execute();
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('rate_limit').execute();
  smtp.accepted.length = 0;
});

const asked = {
  name: 'Lena Muster',
  email: 'lena@beispiel.ch',
  phone: '079 123 45 67',
  subject: 'billing',
  message: 'Guten Tag\n\nWann kommt meine Aufladung an?',
};
const reported = { subject: 'ad', message: 'Mein Inserat erscheint nicht in der Liste.' };

/** The threads with the text of their first message. */
const messages = async () => {
  const entries = await rowsInClear(world.db, 'thread_entry');
  const rows = await rowsInClear(world.db, 'thread');
  return rows.map((row) => ({
    ...row,
    body: entries.find(({ thread_id }) => thread_id === row.id)?.body,
  }));
};
const mails = () => world.mails();
const confirmAddress = (at: Date | null) =>
  world.db
    .updateTable('account')
    .set({ email_confirmed_at: at })
    .where('id', '=', user.userId)
    .execute();
/** The delivered mails, decoded and unfolded. */
const delivered = async () => {
  await world.runTasks('mail/send');
  return smtp.accepted.map(({ recipients, raw }) => ({
    to: recipients[0],
    head: raw.split('\r\n\r\n', 1)[0]!,
  }));
};

test('a message of the public form is stored with a number and mailed to the support [SUP-22, PUB-13]', async () => {
  const { status, body } = await world.visitor.call(contact, asked);
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      ticket: expect.stringMatching(/^S-\d{5,}$/),
      message: 'Deine Nachricht wurde erfolgreich gesendet. Wir melden uns bald bei dir!',
    },
  ]);
  const [row] = await messages();
  expect(row).toMatchObject({
    kind: 'contact',
    account_id: null,
    name: 'Lena Muster',
    email: 'lena@beispiel.ch',
    phone: '+41791234567',
    subject: 'billing',
    body: asked.message,
    created_at: START,
    state: 'new',
    waits_since: START,
  });
  expect(body.ticket).toBe(`S-${row!.id}`);
  expect(row!.id).toBeGreaterThanOrEqual(10_042);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: HOUSE, subject: `${body.ticket}: Zahlung und Guthaben` });
  for (const part of [
    'Von: Lena Muster',
    'lena@beispiel.ch (nicht geprüft)',
    '+41791234567',
    asked.message,
  ])
    expect(mail!.text).toContain(part);
  expect(world.defects).toEqual([]);
});

test('the first message of an installation has the number S-10042 [SUP-22]', async () => {
  await using fresh = await testWorld();
  const { body } = await fresh.visitor.call(contact, asked);
  expect(body.ticket).toBe('S-10042');
});

test('a message of the support page is stored with its account; support and sender get mails [SUP-09, X-40]', async () => {
  await confirmAddress(START);
  const { status, body } = await user.call(support, reported);
  expect([status, body.ticket]).toEqual([200, expect.stringMatching(/^S-\d{5,}$/)]);
  expect(body.message).toBe(
    'Deine Nachricht wurde erfolgreich gesendet. Wir melden uns bald bei dir!',
  );
  const rows = await messages();
  expect(rows).toMatchObject([
    {
      kind: 'support',
      account_id: user.userId,
      email: user.email,
      phone: null,
      subject: 'ad',
      body: reported.message,
    },
  ]);
  const [inbox, copy] = await mails();
  expect(inbox).toMatchObject({ recipient: HOUSE, subject: `${body.ticket}: Inserat-Verwaltung` });
  expect(inbox!.text).toContain(`Konto: ${user.userId}`);
  expect(inbox!.text).toContain(reported.message);
  expect(copy).toMatchObject({
    recipient: user.email,
    subject: `Wir haben deine Nachricht erhalten (${body.ticket})`,
  });
  expect(copy!.text).toContain(body.ticket);
  expect(copy!.text).toContain(`innerhalb von ${SUPPORT_TIMES.reply}.`);
  expect(copy!.text).toContain(reported.message);
});

test('the owner of an unconfirmed address gets a copy without the message text [SUP-09]', async () => {
  await confirmAddress(null);
  const { body } = await user.call(support, reported);
  const copy = (await mails()).find(({ recipient }) => recipient === user.email)!;
  expect(copy.text).toContain(body.ticket);
  expect(copy.text).not.toContain(reported.message);
});

test('with mails disabled the sender gets no copy; the support gets the message [PRO-13, SUP-09]', async () => {
  const quiet = await world.user();
  await quiet.raw('update_notifications', {
    payload: { expiryAlert: false, disableMessages: true, newsletter: false },
  });
  await world.db.deleteFrom('mail').execute();
  const { status, body } = await quiet.call(support, reported);
  expect([status, body.ticket]).toEqual([200, expect.stringMatching(/^S-\d{5,}$/)]);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([HOUSE]);
});

test('the public form sends a mail to the support only [SUP-22]', async () => {
  await world.visitor.call(contact, { ...asked, email: 'fremd@beispiel.ch' });
  expect((await delivered()).map(({ to }) => to)).toEqual([HOUSE]);
});

test('a reply by the support reaches the sender; a reply to the copy reaches the support [SUP-09, SUP-22]', async () => {
  await confirmAddress(START);
  await world.visitor.call(contact, asked);
  await user.call(support, reported);
  const replyTo = (head: string) => head.match(/^Reply-To: (.*)$/m)?.[1]?.trim();
  expect((await delivered()).map(({ to, head }) => [to, replyTo(head)]).sort()).toEqual(
    [
      [HOUSE, 'lena@beispiel.ch'],
      [HOUSE, user.email],
      [user.email, HOUSE],
    ].sort(),
  );
});

test('each subject of a form is accepted and named in the mail; `ad` is for accounts only [SUP-02, SUP-17]', async () => {
  for (const { value } of nonEmpty(CONTACT_SUBJECTS))
    expect((await world.visitor.call(contact, { ...asked, subject: value })).status).toBe(200);
  for (const { value } of nonEmpty(SUPPORT_SUBJECTS)) {
    world.clock.advance(HOUR_MS);
    expect((await user.call(support, { ...reported, subject: value })).status).toBe(200);
  }
  const labels = (await mails())
    .filter(({ recipient }) => recipient === HOUSE)
    .map(({ subject }) => subject.replace(/^S-\d+: /, ''));
  expect(labels).toEqual([
    ...['Allgemeine Frage', 'Technisches Problem', 'Zahlung und Guthaben', 'Anderes'],
    ...[
      'Allgemeine Frage',
      'Technisches Problem',
      'Zahlung und Guthaben',
      'Inserat-Verwaltung',
      'Anderes',
    ],
  ]);
  const { status, body } = await world.visitor.call(contact, { ...asked, subject: 'ad' });
  expect([status, body.errors]).toEqual([422, { subject: 'Bitte wähle einen Betreff aus' }]);
});

const REQUIRED = 'Dieses Feld ist erforderlich';
test.each([
  ['an empty name [SUP-18]', { name: ' ' }, { name: REQUIRED }],
  ['a name of one letter [SUP-19]', { name: 'L' }, { name: 'Mindestens 2 Zeichen erforderlich' }],
  [
    'a name of 81 letters [SUP-19]',
    { name: 'L'.repeat(81) },
    { name: 'Maximal 80 Zeichen erlaubt' },
  ],
  [
    'a name with a control character [SUP-18]',
    { name: 'Le\u0000na' },
    { name: 'Ungültiges Format' },
  ],
  ['a name that turns the writing [SUP-18]', { name: 'Le\u202ena' }, { name: 'Ungültiges Format' }],
  ['no address [SUP-18]', { email: '' }, { email: 'E-Mail-Adresse ist erforderlich.' }],
  [
    'half an address [SUP-18]',
    { email: 'lena@' },
    { email: 'Bitte gib eine gültige E-Mail-Adresse ein.' },
  ],
  ['a thrown-away address [SUP-18]', { email: 'a@mailinator.com' }, { email: /temporäre/ }],
  ['a phone number that is none [SUP-18]', { phone: '12' }, { phone: 'Ungültiges Format' }],
  ['a phone number in letters [SUP-18]', { phone: '079 ABC' }, { phone: 'Ungültiges Format' }],
  ['no subject [SUP-20, ERR-114]', { subject: '' }, { subject: 'Bitte wähle einen Betreff aus' }],
  [
    'an unknown subject [SUP-20]',
    { subject: 'refund' },
    { subject: 'Bitte wähle einen Betreff aus' },
  ],
  ['an empty message [SUP-18]', { message: ' \n ' }, { message: REQUIRED }],
  [
    'a short message [SUP-19]',
    { message: 'Hallo' },
    { message: 'Mindestens 10 Zeichen erforderlich' },
  ],
  [
    'a long message [SUP-19]',
    { message: 'a'.repeat(5001) },
    { message: 'Maximal 5000 Zeichen erlaubt' },
  ],
  [
    'a message with control characters [SUP-18]',
    { message: 'Guten Tag \u0007\u001b[2J' },
    { message: 'Ungültiges Format' },
  ],
  ['a number as name [SUP-18]', { name: 5 }, { name: 'Ungültiges Format' }],
  ['a list as message [SUP-18]', { message: ['a'] }, { message: 'Ungültiges Format' }],
  [
    'no fields at all [SUP-18]',
    { name: undefined, email: undefined, subject: undefined, message: undefined },
    null,
  ],
])('%s is refused at its field and nothing is stored', async (_, wrong, errors) => {
  const { status, body } = await world.visitor.raw('contact', { payload: { ...asked, ...wrong } });
  expect([status, body.code, body.message]).toEqual([
    422,
    'INVALID_INPUT',
    'Bitte überprüfe deine Angaben.',
  ]);
  if (errors === null)
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'message', 'name', 'subject']);
  else
    expect(body.errors).toEqual(
      Object.fromEntries(
        Object.entries(errors).map(([key, text]) => [
          key,
          text instanceof RegExp ? expect.stringMatching(text) : text,
        ]),
      ),
    );
  expect([await messages(), await mails()]).toEqual([[], []]);
});

test.each([
  ['no subject [SUP-04, ERR-112]', { subject: '' }, { subject: 'Bitte wähle einen Betreff aus.' }],
  [
    'an empty message [SUP-05, ERR-113]',
    { message: '   ' },
    { message: 'Bitte gib eine Nachricht ein.' },
  ],
  [
    'a short message [SUP-19]',
    { message: 'Hallo' },
    { message: 'Mindestens 10 Zeichen erforderlich' },
  ],
  [
    'a long message [SUP-19]',
    { message: 'ä'.repeat(5001) },
    { message: 'Maximal 5000 Zeichen erlaubt' },
  ],
  [
    'control characters [SUP-18]',
    { message: 'Guten Tag, \u0000 Welt' },
    { message: 'Ungültiges Format' },
  ],
  ['an object [SUP-18]', { message: {} }, { message: 'Ungültiges Format' }],
])(
  '%s on the support page is refused at its field and nothing is stored',
  async (_, wrong, errors) => {
    const { status, body } = await user.raw('support', { payload: { ...reported, ...wrong } });
    expect([status, body.errors]).toEqual([422, errors]);
    expect([await messages(), await mails()]).toEqual([[], []]);
  },
);

test('the phone number is optional; other scripts and symbols are accepted [SUP-16]', async () => {
  await world.visitor.call(contact, { ...asked, phone: undefined });
  await world.visitor.call(contact, {
    ...asked,
    phone: '',
    name: 'Živa Şebnem',
    message: 'Grüezi 👋🏽\r\nКак дела?',
  });
  const rows = await messages();
  expect(rows.map(({ phone }) => phone)).toEqual([null, null]);
  expect(rows[1]).toMatchObject({ name: 'Živa Şebnem', body: 'Grüezi 👋🏽\nКак дела?' });
  expect((await mails())[0]!.text).not.toContain('Telefon');
});

test('without a session or for another user the support page refuses [SUP-09]', async () => {
  expect((await world.visitor.call(support, reported)).body).toMatchObject({
    code: 'NOT_LOGGED_IN',
  });
  const other = await world.user();
  const foreign = await user.raw('support', { payload: { ...reported, user_id: other.userId } });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'WRONG_USER']);
  expect(await messages()).toEqual([]);
  expect(
    (await user.raw('support', { payload: { ...reported, user_id: user.userId } })).status,
  ).toBe(200);
});

test('additional fields are ignored: account, state and answer are set by the server [SUP-09]', async () => {
  const forged = {
    account_id: user.userId,
    kind: 'support',
    state: 'done',
    done_at: '2020-01-01',
    id: 1,
  };
  expect((await world.visitor.raw('contact', { payload: { ...asked, ...forged } })).status).toBe(
    200,
  );
  expect(await messages()).toMatchObject([
    { kind: 'contact', account_id: null, state: 'new', done_at: null },
  ]);
});

test('HTML stays plain text in the mail [SUP-22]', async () => {
  const html = '<img src=x onerror=alert(1)><b>fett</b> & "mehr"';
  await world.visitor.call(contact, { ...asked, name: '<script>x</script>', message: html });
  expect(await messages()).toMatchObject([{ name: '<script>x</script>', body: html }]);
  const [mail] = await mails();
  expect(mail!.text).toContain(html);
  expect(mail!.html).not.toMatch(/<img src=x|<script|<b>fett/);
  expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test.each([
  ['a header in the name', { name: 'Lena\r\nBcc: opfer@fremd.example' }, 200],
  [
    'a header in the message',
    { message: 'Guten Tag\r\nBcc: opfer@fremd.example\r\n.\r\nMAIL FROM:<a@b.ch>' },
    200,
  ],
  ['a header in the address', { email: 'lena@beispiel.ch\r\nBcc: opfer@fremd.example' }, 422],
  ['two addresses', { email: 'lena@beispiel.ch, opfer@fremd.example' }, 422],
  ['a name with an address', { email: 'Lena <opfer@fremd.example>' }, 422],
  ['a quoted address', { email: '"opfer@fremd.example"@beispiel.ch' }, 422],
  ['a comment in the address', { email: 'lena@beispiel.ch(opfer@fremd.example)' }, 422],
  ['a header in the subject', { subject: 'billing\r\nBcc: opfer@fremd.example' }, 422],
])('%s creates no header and no recipient [SUP-22]', async (_, hostile, status) => {
  expect((await world.visitor.raw('contact', { payload: { ...asked, ...hostile } })).status).toBe(
    status,
  );
  const sent = await delivered();
  expect(sent.map(({ to }) => to)).toEqual(status === 200 ? [HOUSE] : []);
  for (const { head } of sent) {
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).not.toContain('opfer@fremd.example');
    expect(head).toMatch(/^Subject: S-\d+: Zahlung und Guthaben\r?$/m);
    expect(head).toMatch(/^Reply-To: lena@beispiel\.ch\r?$/m);
  }
});

test('mail headers contain only numbers and neutral words [SUP-09]', async () => {
  await confirmAddress(START);
  await user.call(support, { subject: 'ad', message: 'Etwas sehr Persönliches über mein Inserat' });
  for (const { head } of nonEmpty(await delivered())) {
    expect(head).not.toMatch(/Persönlich|Erotik|Sex|18\+/i);
    expect(head).not.toContain('Nutzer');
  }
});

test('a double submit is one message; another text, sender or ten minutes make a new one [SUP-22]', async () => {
  const send = async (changed = {}) =>
    (await world.visitor.call(contact, { ...asked, ...changed })).body.ticket;
  const first = await send();
  world.clock.advance(10 * MINUTE_MS - 1);
  expect(await send()).toBe(first);
  expect(await send({ message: ` ${asked.message}  ` })).toBe(first);
  expect([(await messages()).length, (await mails()).length]).toEqual([1, 1]);
  // A double submit consumes no number.
  const next = await send({ message: 'Eine ganz andere Frage' });
  expect(Number(next.slice(2))).toBe(Number(first.slice(2)) + 1);
  const others = [
    await send({ message: `${asked.message} Danke` }),
    await send({ email: 'andere@beispiel.ch' }),
    await send({ subject: 'other' }),
  ];
  expect(new Set([first, ...others]).size).toBe(4);
  world.clock.advance(1);
  expect(await send()).not.toBe(first);
  expect([(await messages()).length, (await mails()).length]).toEqual([6, 6]);
});

test('concurrent submits are one message, one mail to the support and one copy [SUP-09]', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => user.call(support, reported)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.ticket)).size).toBe(1);
  expect([(await messages()).length, (await mails()).length]).toEqual([1, 2]);
  world.clock.advance(HOUR_MS);
  await Promise.all([user.call(support, reported), user.call(support, reported)]);
  expect((await messages()).length).toBe(2);
  const other = await world.user();
  await other.call(support, reported);
  expect((await messages()).length).toBe(3);
  expect(world.defects).toEqual([]);
});

test('what is changed after a lost answer goes on in the conversation it began [EXP-92]', async () => {
  const send_key = crypto.randomUUID();
  const send = async (message: string, by = user, key = send_key) =>
    (await by.call(support, { ...reported, message, send_key: key })).body.ticket;
  const first = await send(reported.message);
  const changed = `${reported.message} Seit heute früh.`;
  expect(await send(reported.message)).toBe(first);
  expect(await send(changed)).toBe(first);
  world.clock.advance(11 * MINUTE_MS);
  expect(await send(changed)).toBe(first);
  const texts = await rowsInClear(world.db, 'thread_entry');
  expect(texts.map(({ body }) => body)).toEqual([reported.message, changed]);
  // The inbox hears both, the copy is sent once.
  expect((await mails()).length).toBe(3);

  expect(await send(changed, user, crypto.randomUUID())).not.toBe(first);
  const other = await world.user();
  expect(await send(changed, other)).not.toBe(first);
  expect((await messages()).length).toBe(3);
});

test('a message of the public form sent again after an hour, or changed, is in one conversation [EXP-92, SUP-22]', async () => {
  const send_key = crypto.randomUUID();
  const send = async (given: object = {}) =>
    (await world.visitor.call(contact, { ...asked, send_key, ...given })).body.ticket;
  const texts = async () =>
    (await rowsInClear(world.db, 'thread_entry')).map(({ thread_id, body }) => [
      `S-${thread_id}`,
      body,
    ]);
  const first = await send();
  world.clock.advance(HOUR_MS);
  expect(await send()).toBe(first);
  expect(await texts()).toEqual([[first, asked.message]]);
  expect((await mails()).length).toBe(1);
  const message = `${asked.message} Seit gestern.`;
  expect(await send({ message })).toBe(first);
  world.clock.advance(HOUR_MS);
  expect(await send({ message })).toBe(first);
  expect(await texts()).toHaveLength(2);

  // The id alone opens nobody's conversation; without it a text of yesterday is a new one.
  const other = await send({ email: 'fremd@beispiel.ch' });
  expect(other).not.toBe(first);
  expect(await send({ send_key: crypto.randomUUID() })).not.toBe(first);
  expect(await texts()).toHaveLength(4);
});

test('under a used key another sender or number is neither lost nor there twice [EXP-92, SUP-22]', async () => {
  const send_key = crypto.randomUUID();
  const send = async (given: object) =>
    (await world.visitor.call(contact, { ...asked, send_key, ...given })).body.ticket;
  const first = await send({});
  for (const other of [
    { email: 'neu@beispiel.ch' },
    { name: 'Mira Neu' },
    { phone: '079 765 43 21' },
  ]) {
    const second = await send(other);
    expect(second).not.toBe(first);
    world.clock.advance(HOUR_MS);
    expect([await send(other), await send({})]).toEqual([second, first]);
  }
  const threads = await rowsInClear(world.db, 'thread');
  expect(threads.map(({ email, name, phone }) => [email, name, phone])).toEqual([
    [asked.email, asked.name, '+41791234567'],
    ['neu@beispiel.ch', asked.name, '+41791234567'],
    [asked.email, 'Mira Neu', '+41791234567'],
    [asked.email, asked.name, '+41797654321'],
  ]);
  expect(await rowsInClear(world.db, 'thread_entry')).toHaveLength(4);
});

test('under the number of a conversation, too, a message sent again after an hour is there once [EXP-92]', async () => {
  const first = (await world.visitor.call(contact, asked)).body.ticket;
  const more = { ...asked, ticket: first, message: 'Sie ist noch nicht da.' };
  const send = async (send_key: string) =>
    (await world.visitor.call(contact, { ...more, send_key })).body.ticket;
  const key = crypto.randomUUID();
  const count = async () => (await rowsInClear(world.db, 'thread_entry')).length;
  expect(await send(key)).toBe(first);
  world.clock.advance(HOUR_MS);
  expect([await send(key), await count()]).toEqual([first, 2]);
  expect([await send(crypto.randomUUID()), await count()]).toEqual([first, 3]);
});

test('two versions sent at once under one id begin one conversation [EXP-92]', async () => {
  const send_key = crypto.randomUUID();
  const answers = await Promise.all(
    ['Erste Fassung dieser Frage', 'Zweite Fassung dieser Frage'].map((message) =>
      user.call(support, { ...reported, message, send_key }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.ticket)).size).toBe(1);
  expect((await messages()).length).toBe(1);
});

test('an account may send five messages an hour [SUP-09]', async () => {
  const send = (n: number) => user.call(support, { ...reported, message: `Nachricht Nummer ${n}` });
  for (let n = 1; n <= 5; n++) expect((await send(n)).status).toBe(200);
  const refused = await send(6);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'TOO_MANY_ATTEMPTS',
    '3600',
  ]);
  expect((await messages()).length).toBe(5);
  world.clock.advance(HOUR_MS);
  expect((await send(7)).status).toBe(200);
});

test('an address may send three messages an hour, the second and third with proof of work [SUP-22]', async () => {
  await using strict = await testWorld({ LIMIT_FACTOR: '1' });
  const send = async (n: number, proven: boolean) =>
    strict.visitor.call(contact, {
      ...asked,
      message: `Nachricht Nummer ${n}`,
      ...(proven && { proof: await strict.proof('contact') }),
    });
  expect((await send(1, false)).status).toBe(200);
  expect((await send(2, false)).body).toMatchObject({ code: 'PROOF_REQUIRED' });
  expect((await send(3, true)).status).toBe(200);
  expect((await send(4, true)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  strict.clock.advance(HOUR_MS);
  expect((await send(5, true)).status).toBe(200);
  expect((await strict.db.selectFrom('thread').select('id').execute()).length).toBe(3);
});

test('deleting an account deletes its messages, including those of the form with its address [PRO-22]', async () => {
  const other = await world.user();
  await user.call(support, reported);
  await other.call(support, reported);
  await world.visitor.call(contact, { ...asked, email: user.email.toUpperCase() });
  await world.visitor.call(contact, asked);
  await world.db
    .transaction()
    .execute((db) => deleteThreads({ db, now: world.clock.now() }, user.userId));
  expect((await messages()).map(({ account_id, email }) => [account_id, email])).toEqual([
    [other.userId, other.email],
    [null, 'lena@beispiel.ch'],
  ]);
});
