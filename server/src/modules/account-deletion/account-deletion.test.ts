import { login } from '@samtrot/shared/access/contract.ts';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { confirmEmail } from '@samtrot/shared/accounts/recovery-contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { contact, support } from '@samtrot/shared/support/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { partnerKey } from '../../testing/partners/partner.ts';
import {
  type Answer,
  type Caller,
  PASSWORD,
  testWorld,
  type World,
} from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let key: string;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(await checkBooks(world.db)).toMatchObject({ problems: [] });
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const partner = (path: string) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
const accountOf = ({ userId }: Caller) =>
  world.db.selectFrom('account').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const auditOf = async (object: string) =>
  (
    await world.db
      .selectFrom('audit')
      .selectAll()
      .where('object', '=', object)
      .orderBy('id')
      .execute()
  ).map(({ action, details }) => ({ action, details }));
const forfeitsOf = ({ userId }: Caller) =>
  world.db
    .selectFrom('ledger_transfer')
    .selectAll()
    .where('cause', '=', `forfeit:${userId}`)
    .execute();
const logIn = (log: string, pwd = PASSWORD) => world.visitor.call(login, { log, pwd });
const isOpen = async (user: Caller) => (await accountOf(user)).closed_at === null;

/** Asserts that a refused call changed nothing. */
async function expectUntouched(user: Caller & { email: string }, credits: number) {
  expect(await isOpen(user)).toBe(true);
  expect((await user.call(state, {})).body.state).toMatchObject({
    user_email: user.email,
    credits,
  });
  expect(await forfeitsOf(user)).toEqual([]);
}

/** A new advertiser with credits and a fresh session. */
async function rich(credits: number) {
  const user = await world.user();
  if (credits > 0) await grant(user, credits);
  return user;
}

/** A correction: a top-up without its payment would be an error in the ledger. */
const grant = ({ userId }: Caller, amount: number) =>
  world.db.transaction().execute((db) =>
    credit({ db, now: world.clock.now() }, 'correction', {
      userId,
      amount,
      cause: `gift:${userId}`,
      description: 'Geschenk',
    }),
  );

test('account deletion requires a session [API-37]', async () => {
  for (const params of [{}, { user_id: 10001 }, { password: PASSWORD }]) {
    expect(await world.visitor.call(deleteAccount, params)).toMatchObject({
      status: 401,
      body: { success: false, code: 'NOT_LOGGED_IN' },
    });
  }
});

test('naming another account in body or query deletes neither [API-37]', async () => {
  const [user, other] = [await rich(5), await rich(7)];
  const inQuery = { query: { user_id: String(other.userId) }, payload: { password: PASSWORD } };
  for (const answer of [
    await user.call(deleteAccount, { user_id: other.userId, password: PASSWORD }),
    await user.raw('delete_account', inQuery),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'WRONG_USER' } });
  await expectUntouched(user, 5);
  await expectUntouched(other, 7);
});

test.each([
  [{ password: 5 }],
  [{ password: null }],
  [{ password: [] }],
  [{ password: { $ne: '' } }],
  [{ password: `${PASSWORD}\u0000` }],
  [{ password: 'x'.repeat(1001) }],
] as { password: unknown }[][])(
  '%.40j is refused and deletes nothing [API-37]',
  async (payload) => {
    const user = await rich(3);
    const answer = await user.raw('delete_account', { payload });
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
    expect(Object.keys(answer.body.errors)).toEqual(['password']);
    await expectUntouched(user, 3);
  },
);

test.each([
  'Falsch-Gewaehlt-26',
  PASSWORD.toLowerCase(),
  ` ${PASSWORD}`,
  '<b>x</b>',
  'Пароль-Длинный-26',
  "' or 1=1 --",
])(
  'the wrong password %j is refused at its field, and deletes nothing [PRO-25]',
  async (password) => {
    const user = await rich(3);
    expect(await user.call(deleteAccount, { password })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_INPUT', errors: { password: 'Das aktuelle Passwort stimmt nicht.' } },
    });
    await expectUntouched(user, 3);
  },
);

test('right after a login the password is required; an empty one is refused [PRO-21, ACC-10, FIX-46]', async () => {
  const user = await rich(3);
  expect((await logIn(user.email)).status).toBe(200);
  for (const params of [{}, { password: '' }]) {
    expect(await user.call(deleteAccount, params)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
  }
  await expectUntouched(user, 3);
  expect(
    await user.call(deleteAccount, { user_id: user.userId, password: PASSWORD }),
  ).toMatchObject({ status: 200 });
  await world.finishDeletions();
  expect(await isOpen(user)).toBe(false);
});

test('password attempts are limited [PRO-21]', async () => {
  const user = await rich(3);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++)
    statuses.push((await user.call(deleteAccount, { password: `Falsch-${n}` })).status);
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
  const late = await user.call(deleteAccount, { password: PASSWORD });
  expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  await expectUntouched(user, 3);
});

test('deletion is offline at once; after 72 hours it forfeits, erases and mails a goodbye [ACC-12, EXP-86, PRO-21, PRO-22, PRO-23, INV-14]', async () => {
  const user = await world.user({ username: 'Lena am See', email: 'lena.see@beispiel.ch' });
  await grant(user, 200);
  const elsewhere = cookieOf(await logIn(user.email));
  const placed = await on.place(user, { inserat_typ: '1_week' });
  const url = await picture(user, placed.id, 11);
  const hidden = await on.blank(user);
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', placed.id)
    .executeTakeFirstOrThrow();
  const before = await partner('ads');
  expect(before.body.ads.map(({ id }: { id: string }) => id)).toContain(public_id);

  const answer = await user.call(deleteAccount, { user_id: user.userId, password: PASSWORD });
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: 'Dein Konto ist offline und wird in 72 Stunden gelöscht.' },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
  );
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');

  for (const cookie of [user.cookie, elsewhere]) {
    const call = await world.send(cookie, {
      method: 'POST',
      url: '/api',
      query: { action: 'createInserat' },
    });
    expect(call).toMatchObject({ status: 401, body: { code: 'NOT_LOGGED_IN' } });
    const seen = await world.send(cookie, {
      method: 'GET',
      url: '/api',
      query: { action: 'state' },
    });
    expect(Object.keys(seen.body.state)).toEqual(['webseiten']);
  }
  expect(
    await world.db
      .selectFrom('session')
      .selectAll()
      .where('account_id', '=', user.userId)
      .execute(),
  ).toEqual([]);
  expect(await forfeitsOf(user)).toEqual([]);
  for (const name of [user.email, 'Lena am See']) {
    const pending = await logIn(name);
    expect(pending).toMatchObject({ status: 403, body: { code: 'DELETION_PENDING' } });
    expect(pending.headers['set-cookie']).toBeUndefined();
    expect(await logIn(name, 'Falsch-Gewaehlt-26')).toMatchObject({ status: 401 });
  }
  await expect
    .poll(async () => (await partner('ads')).body.ads.map(({ id }: { id: string }) => id))
    .not.toContain(public_id);
  expect((await partner(`ads/${public_id}`)).status).toBe(404);
  const taken = { username: 'Lena zwei', email: user.email, password: PASSWORD };
  expect(await world.visitor.raw('register', { payload: taken })).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  });
  expect((await world.mails(user.email)).map(({ subject }) => subject)).toEqual([
    'Dein Konto wird gelöscht',
  ]);

  world.clock.advance(DELETION_WAITS_MS - 1);
  await world.runTasks('account-deletion/final');
  expect(await isOpen(user)).toBe(true);
  world.clock.advance(1);
  await world.runTasks('account-deletion/final');
  for (const name of [user.email, 'Lena am See', `*geloescht-${user.userId}`]) {
    for (const pwd of [PASSWORD, '']) expect([401, 422]).toContain((await logIn(name, pwd)).status);
  }
  expect(await accountOf(user)).toMatchObject({
    username: `*geloescht-${user.userId}`,
    nickname: `*geloescht-${user.userId}`,
    password_hash: '',
    closed_at: world.clock.now(),
    email_confirmed_at: null,
  });

  expect(await forfeitsOf(user)).toMatchObject([
    { kind: 'forfeit', amount: 160, balance_after: 0 },
  ]);
  expect(await auditOf(`account:${user.userId}`)).toContainEqual({
    action: 'account_closed',
    details: { forfeited: 160 },
  });

  const since = await partner(`ads?since=${before.body.next_since}`);
  expect(since.body.ads).toEqual([{ id: public_id, deleted: true }]);
  const rows = await world.db
    .selectFrom('inserat')
    .selectAll()
    .where('id', 'in', [placed.id, hidden])
    .execute();
  for (const row of nonEmpty(rows))
    expect(row).toMatchObject({
      status: 'geloescht',
      name: '',
      titel: '',
      contact: null,
      telefon_hash: null,
      search: '',
    });

  expect([(await world.send('', { method: 'GET', url })).status, await stored(url)]).toEqual([
    404,
    true,
  ]);
  await world.runTasks();
  expect(await stored(url)).toBe(false);

  const mails = await world.mails(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Dein Konto ist gelöscht']);
  expect(mails[0]!.text).toContain(world.config.supportEmail);
  expect(mails[0]!.text).not.toMatch(/Lena|Samtrot/);
});

test('once final, user name and address register again without data of the old account [PRO-21]', async () => {
  const person = { username: 'Mara Wieder', email: 'mara@beispiel.ch' };
  const user = await world.user(person);
  await grant(user, 9);
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  const again = await world.user(person);
  expect(again.userId).not.toBe(user.userId);
  expect((await again.call(state, {})).body.state).toMatchObject({
    credits: 0,
    Inserats: [],
    user_login: 'Mara Wieder',
  });
  expect((await logIn('Mara Wieder')).body.user_id).toBe(again.userId);
});

test('a zero balance creates no forfeit transfer [PRO-22]', async () => {
  const [never, spent] = [await world.user(), await rich(40)];
  await on.place(spent, { inserat_typ: '1_week' });
  for (const user of [never, spent]) {
    expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
    await world.finishDeletions();
    expect(await forfeitsOf(user)).toEqual([]);
    expect(await auditOf(`account:${user.userId}`)).toContainEqual({
      action: 'account_closed',
      details: { forfeited: 0 },
    });
  }
});

test('a planned ad never starts and is not refunded [PRO-22]', async () => {
  const user = await rich(100);
  const planned = await on.place(user, {
    inserat_typ: '1_week',
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '10:00',
  });
  expect(planned.body.inserat.inserat_status).toBe('geplant');
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  expect(await forfeitsOf(user)).toMatchObject([{ amount: 55 }]);
  const before = world.clock.now();
  world.clock.set(new Date('2026-11-25T12:00:00Z'));
  await world.runTasks('publication/clock');
  expect(
    await world.db
      .selectFrom('inserat')
      .select('status')
      .where('id', '=', planned.id)
      .executeTakeFirst(),
  ).toEqual({ status: 'geloescht' });
  expect(
    await world.db.selectFrom('effect').selectAll().where('inserat_id', '=', planned.id).execute(),
  ).toEqual([]);
  world.clock.set(before);
});

test('a payment completed after deletion is not credited and is listed for the operator [PRO-22, GUT-19]', async () => {
  const user = await rich(1);
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const paid = await world.send('', {
    method: 'POST',
    url: new URL(payment_url).pathname,
    payload: 'result=paid',
    headers: form,
  });
  expect(paid.status).toBe(303);
  world.clock.advance(2 * MINUTE_MS);
  await world.runTasks();
  const payment = await world.db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', payment_id)
    .executeTakeFirst();
  expect(payment).toMatchObject({ status: 'abweichend', next_check_at: null });
  expect(await auditOf(`payment:${payment_id}`)).toMatchObject([
    {
      action: 'paid_after_deletion',
      details: { asked_rappen: 10000, paid_rappen: 10000, reference: payment_id },
    },
  ]);
  expect(await forfeitsOf(user)).toMatchObject([{ amount: 1 }]);
  expect(await world.mails(user.email)).toHaveLength(1);
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
});

test('a repeated deletion finds no session; two concurrent ones delete and forfeit once [PRO-21]', async () => {
  const user = await rich(30);
  const both = await Promise.all([
    user.call(deleteAccount, { password: PASSWORD }),
    user.call(deleteAccount, { password: PASSWORD }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const third = await user.call(deleteAccount, { user_id: user.userId, password: PASSWORD });
  expect(third).toMatchObject({ status: 401, body: { code: 'NOT_LOGGED_IN' } });
  await world.finishDeletions();
  await world.finishDeletions();
  expect(await forfeitsOf(user)).toMatchObject([{ amount: 30 }]);
  const closed = (await auditOf(`account:${user.userId}`)).filter(
    ({ action }) => action === 'account_closed',
  );
  expect(closed).toHaveLength(1);
});

test("an image shared with another account's ad is kept [PRO-21]", async () => {
  const [user, other] = [await rich(0), await rich(0)];
  const url = await picture(user, await on.blank(user), 77);
  expect(await picture(other, await on.blank(other), 77)).toBe(url);
  for (const [closing, kept] of [
    [user, true],
    [other, false],
  ] as const) {
    expect((await closing.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
    await world.finishDeletions();
    await world.runTasks();
    expect(await stored(url)).toBe(kept);
  }
});

test('files whose removal failed are removed by the next run [PRO-21]', async () => {
  const user = await rich(0);
  const url = await picture(user, await on.blank(user), 78);
  const { files } = world.app.media;
  const remove = files.remove;
  files.remove = () => Promise.reject(new Error('disk away'));
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  await expect(world.runTasks('media/removal')).rejects.toThrow('the removal of the files of');
  expect(await stored(url)).toBe(true);
  files.remove = remove;
  world.clock.advance(MINUTE_MS);
  await world.runTasks('media/removal');
  expect(await stored(url)).toBe(false);
});

test('one address gets three good-byes a day, however many accounts it had [PRO-21]', async () => {
  const email = 'immer-wieder@beispiel.ch';
  const said: boolean[] = [];
  for (let n = 0; n < 4; n++) {
    const user = await world.registered({ email });
    expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
    await world.finishDeletions();
    const subjects = (await world.mails(email)).map(({ subject }) => subject);
    const before = said.filter(Boolean).length;
    said.push(subjects.filter((one) => one === 'Dein Konto ist gelöscht').length > before);
  }
  expect(said).toEqual([true, true, true, false]);
});

test('a mail waiting in the outbox is not sent after deletion [PRO-21]', async () => {
  const user = await world.registered();
  await user.call(support, {
    subject: 'ad',
    message: 'Mein Inserat erscheint nicht in der Liste.',
  });
  const waiting = async () =>
    (await world.mails()).filter(({ recipient, reply_to }) =>
      [recipient, reply_to as string | null].includes(user.email),
    );
  expect((await waiting()).length).toBeGreaterThan(2);
  expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
  await world.finishDeletions();
  expect((await waiting()).map(({ subject }) => subject)).toEqual(['Dein Konto ist gelöscht']);
});

describe('with an address that nobody has confirmed', () => {
  /** Of a visitor, and of an account that wanted to change to it. */
  async function othersMails(email: string) {
    const other = await world.user();
    await other.call(updateProfile, {
      email,
      nickname: 'Nora',
      current_password: PASSWORD,
    });
    const asked = { name: 'Vera', email, phone: '+41791234567', subject: 'billing' } as const;
    const message = 'Eine Frage zu einer Rechnung.';
    const proof = await world.proof('contact');
    expect(await world.visitor.call(contact, { ...asked, message, proof })).toMatchObject({
      status: 200,
    });
    return async () =>
      (await world.mails())
        .filter(({ recipient, reply_to }) => [recipient, reply_to as string | null].includes(email))
        .map(({ subject }) => subject);
  }

  test('deletion takes its own mails, not those of others with the same address [PRO-21]', async () => {
    const email = 'fremd@beispiel.ch';
    const found = await othersMails(email);
    const others = await found();
    expect(others).toHaveLength(2);
    const user = await world.registered({ email });
    await user.call(support, { subject: 'ad', message: 'Mein Inserat erscheint nicht.' });
    expect((await found()).length).toBeGreaterThan(others.length + 2);
    expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
    await world.finishDeletions();
    expect(await found()).toEqual([...others, 'Dein Konto ist gelöscht']);
  });

  test('so it does after a change to an address that is confirmed [PRO-21]', async () => {
    const email = 'fremd2@beispiel.ch';
    const found = await othersMails(email);
    const others = await found();
    const user = await world.registered({ email });
    await user.call(updateProfile, {
      email: 'eigen2@beispiel.ch',
      nickname: 'Eva',
      current_password: PASSWORD,
    });
    const link = (await world.mails('eigen2@beispiel.ch')).at(-1)!;
    const token = /token=([\w-]+)/.exec(link.text)![1]!;
    expect(await world.visitor.call(confirmEmail, { token })).toMatchObject({ status: 200 });
    // As after 72 hours: until then the deletion is not possible.
    await world.db.deleteFrom('account_link').where('purpose', '=', 'undo_email').execute();
    expect((await user.call(deleteAccount, { password: PASSWORD })).status).toBe(200);
    await world.finishDeletions();
    expect(await found()).toEqual(others);
  });
});

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0]!;

/** Whether the file of this address is stored, regardless of access. */
/** Whether the file of this address is stored, regardless of access. */
const stored = async (url: string) =>
  (await world.app.media.files.sizeOf(url.split('/').at(-1)!)) !== undefined;

async function picture(user: Caller, inserat_id: number, seed: number): Promise<string> {
  const base64ImageString = dataUrl(await noise(60, 40, seed).jpeg().toBuffer());
  return (await user.call(saveInseratImage, { inserat_id, base64ImageString })).body.image.url;
}
