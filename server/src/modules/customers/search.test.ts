import { randomUUID } from 'node:crypto';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { confirmEmail } from '@samtrot/shared/accounts/recovery-contract.ts';
import { customer, search } from '@samtrot/shared/customers/contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { report } from '@samtrot/shared/reports/contract.ts';
import { support } from '@samtrot/shared/support/contract.ts';
import { threads } from '@samtrot/shared/support/staff-contract.ts';
import { KEEP_THREADS_MS } from '@samtrot/shared/support/thread-rules.ts';
import { expect, test } from 'vitest';
import { placements } from '../../testing/listings/placements.ts';
import { plansOf } from '../../testing/process/plans.ts';
import { customerWorld } from '../../testing/world/customers.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { PASSWORD, START } from '../../testing/world/world.ts';
import { find } from './search-store.ts';

const shared = customerWorld(100);

const hits = async (q: string, staff = shared.moderator) =>
  (await staff.call(search, { q })).body.hits;
const card = () => ({
  kind: 'account',
  id: String(shared.user.userId),
  path: `/kundinnen/${shared.user.userId}`,
});
const rename = (nickname: string) =>
  shared.world.db
    .updateTable('account')
    .set({ nickname })
    .where('id', '=', shared.user.userId)
    .execute();

/** The number of a payment. */
const numberOf = async (id: string) => {
  const query = shared.world.db.selectFrom('payment').select('number').where('id', '=', id);
  return String((await query.executeTakeFirstOrThrow()).number);
};

/** A payment of the account as a provider knows it. */
async function payment(providerRef: string): Promise<string> {
  const id = randomUUID();
  await shared.world.db
    .insertInto('payment')
    .values({
      id,
      option_id: 1,
      account_id: shared.user.userId,
      provider: 'datatrans',
      provider_ref: providerRef,
      status: 'offen',
      price_rappen: 5000,
      credits: 50,
      bonus: 0,
      discount_percent: 0,
      created_at: START,
    })
    .execute();
  return id;
}

test('a whole address finds its account, a part of it nothing [BOF-68]', async () => {
  expect(await hits(` ${shared.user.email.toUpperCase()}`)).toMatchObject([card()]);
  expect(await hits(shared.user.email.slice(1))).toEqual([]);
  expect(await hits('@beispiel.ch')).toEqual([]);
});

test('a former address finds the account, also after it cannot be taken back [BOF-68]', async () => {
  const to = `neu${shared.user.userId}@beispiel.ch`;
  const profile = { nickname: 'Lena', password: '', current_password: PASSWORD };
  expect((await shared.user.call(updateProfile, { ...profile, email: to })).status).toBe(200);
  const token = (await shared.world.mails(to)).at(-1)!.text.match(/token=([\w-]{43})/)![1]!;
  expect((await shared.world.visitor.call(confirmEmail, { token })).status).toBe(200);
  expect(await hits(shared.user.email)).toMatchObject([card()]);
  expect(await hits(to)).toMatchObject([card()]);
  await shared.world.db.deleteFrom('account_link').execute();
  expect(await hits(shared.user.email)).toMatchObject([card()]);
});

test('a name is found by three of its letters, with its % and _ as they are [BOF-68]', async () => {
  await rename('Zyx_Qua%lle');
  expect(await hits('qua%l')).toMatchObject([{ ...card(), label: 'Zyx_Qua%lle' }]);
  expect(await hits('yx_')).toMatchObject([card()]);
  expect(await hits('zyx%')).toEqual([]);
  expect(await hits('zy')).toEqual([]);
});

test.each(['079 135 79 24', '+41791357924', '0041 79 135 79 24', '+41 (0)79/135.79.24'])(
  '%s finds the ads with this number [BOF-68]',
  async (typed) => {
    const { id } = await shared.on.place(shared.user, { telefon: '+41 79 135 79 24' });
    const found = await hits(typed);
    expect(found.filter((hit: { id: string }) => hit.id === String(id))).toMatchObject([
      { kind: 'inserat', path: `/kundinnen/${shared.user.userId}/inserate/${id}` },
    ]);
    await shared.world.db
      .updateTable('inserat')
      .set({ telefon_hash: null })
      .where('id', '=', id)
      .execute();
  },
);

test('numbers of ads, messages, reports, payments and references find each their thing [BOF-68]', async () => {
  const { id } = await shared.on.place(shared.user);
  expect(await hits(String(id))).toContainEqual(
    expect.objectContaining({ kind: 'inserat', id: String(id) }),
  );
  await shared.user.call(support, { subject: 'ad', message: 'Wie ändere ich mein Inserat?' });
  const message = await shared.world.db
    .selectFrom('thread')
    .select('id')
    .where('account_id', '=', shared.user.userId)
    .executeTakeFirstOrThrow();
  expect(await hits(`S-${message.id}`)).toMatchObject([
    {
      kind: 'message',
      state: 'neu',
      path: `/kundinnen/${shared.user.userId}/nachrichten/S-${message.id}`,
    },
  ]);
  const { public_id } = await shared.world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await hits(public_id)).toMatchObject([{ kind: 'inserat', id: String(id) }]);
  const { number } = (
    await shared.world.visitor.call(report, {
      object: { type: 'inserat', id: public_id },
      reason: 'betrug',
      message: 'Das sieht nach Betrug aus.',
      proof: await shared.world.proof('report'),
    } as never)
  ).body;
  expect(await hits(number)).toMatchObject([
    { kind: 'report', state: 'neu', path: `/meldungen/${number}` },
  ]);
  const finance = await staffOf(shared.world, 'finance');
  expect(await hits(number, finance)).toMatchObject([{ kind: 'report', path: null }]);
  const ours = await payment('dt-4711');
  await shared.world.db
    .insertInto('bank_slip')
    .values({
      payment_id: ours,
      reference: '210000000003139471430009017',
      amount_rappen: 5000,
      created_at: START,
    })
    .execute();
  const paymentNumber = await numberOf(ours);
  const names = [
    ours,
    paymentNumber,
    `Zahlung ${paymentNumber}`,
    'dt-4711',
    '21 00000 00003 13947 14300 09017',
  ];
  for (const q of names)
    expect(await hits(q), q).toMatchObject([
      {
        kind: 'payment',
        id: paymentNumber,
        path: `/kundinnen/${shared.user.userId}/zahlungen/${paymentNumber}`,
      },
    ]);
});

test('banners and clubs are found by their number, and a club by its phone [BOF-68]', async () => {
  const { userId } = shared.user;
  const place = placements(shared.world);
  const banner = String(await place.banner(userId));
  const club = String(await place.club(userId, { telefon: '+41 44 555 01 77' }));
  const path = (number: string) => `/kundinnen/${userId}/banner-und-clubs/${number}`;
  const found = { kind: 'club', id: club, path: path(club) };
  for (const q of [banner, `Banner ${banner}`])
    expect(await hits(q), q).toContainEqual(
      expect.objectContaining({ kind: 'banner', id: banner, path: path(banner) }),
    );
  for (const q of [club, `Club ${club}`, '044 555 01 77'])
    expect(await hits(q), q).toContainEqual(expect.objectContaining(found));
});

test('an ad is found by its WhatsApp number and by what people call it [BOF-68]', async () => {
  const { id } = await shared.on.place(shared.user, {
    whatsapp_erlaubt: true,
    whatsapp: '+41 79 246 80 13',
  });
  const found = expect.objectContaining({ kind: 'inserat', id: String(id) });
  for (const q of ['079 246 80 13', `Inserat ${id}`, `Nummer ${id}`])
    expect(await hits(q), q).toContainEqual(found);
});

test('a message without an account opens in the inbox, for who reads all of it [BOF-68]', async () => {
  const { world } = shared;
  const asked = { name: 'Jana Roth', email: 'jana@beispiel.ch', subject: 'technical' };
  const message = 'Der Link in der Mail geht nicht.';
  const { status } = await world.visitor.raw('contact', {
    payload: { ...asked, message, consent: true, proof: await world.proof('contact') },
  });
  expect(status).toBe(200);
  const { id } = await world.db
    .selectFrom('thread')
    .select('id')
    .where('account_id', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const hit = { kind: 'message', label: 'Ohne Konto', state: 'neu' };
  expect(await hits(`S-${id}`)).toMatchObject([{ ...hit, path: `/postfach/S-${id}` }]);
  for (const person of [shared.finance, shared.reader])
    expect(await hits(`S-${id}`, person)).toMatchObject([{ ...hit, path: null }]);
});

test('a hit shows name, masked address and state, to the reader as to all [BOF-69]', async () => {
  await rename('Yvonne Xaver');
  const reader = await staffOf(shared.world, 'reader');
  const [first] = shared.user.email;
  for (const person of [reader, shared.moderator])
    expect(await hits('yvonne xav', person)).toEqual([
      { ...card(), label: 'Yvonne Xaver', detail: `${first}•••@beispiel.ch`, state: 'aktiv' },
    ]);
  expect(JSON.stringify(await hits(shared.user.email, reader))).not.toContain(shared.user.email);
});

test('a deleted account is found by thread, payment and receipt only, without name and address [BOF-81]', async () => {
  await rename('Wanda Vogel');
  const ours = await payment('dt-0815');
  const { id } = await shared.on.place(shared.user, { telefon: '+41791112233' });
  const receipt = 'B-2026-000815';
  await shared.world.db
    .insertInto('paper')
    .values({
      account_id: shared.user.userId,
      kind: 'receipt',
      number: receipt,
      content: JSON.stringify({}),
      hash: '',
      created_at: shared.world.clock.now(),
      payment_id: ours,
    })
    .execute();
  await shared.user.call(support, { subject: 'ad', message: 'Wie lösche ich mein Konto?' });
  const { id: ticket } = await shared.world.db
    .selectFrom('thread')
    .select('id')
    .where('account_id', '=', shared.user.userId)
    .executeTakeFirstOrThrow();
  const deleted = { user_id: shared.user.userId, password: PASSWORD };
  expect((await shared.user.call(deleteAccount, deleted)).status).toBe(200);
  expect(await hits('wanda')).toMatchObject([{ state: 'wird gelöscht' }]);
  shared.world.clock.advance(DELETION_WAITS_MS);
  await shared.world.runTasks('account-deletion/final');
  shared.moderator = await staffOf(shared.world, 'moderator');
  for (const q of [
    shared.user.email,
    'Wanda Vogel',
    '+41791112233',
    String(id),
    String(shared.user.userId),
  ])
    expect(JSON.stringify(await hits(q)), q).not.toContain(`/${shared.user.userId}`);
  // What was written went with it; the number stays as long as a closed conversation.
  expect(await hits(`S-${ticket}`)).toEqual([
    {
      kind: 'message',
      id: `S-${ticket}`,
      label: 'Gelöschtes Konto',
      detail: '',
      state: 'gelöscht',
      path: `/kundinnen/${shared.user.userId}`,
    },
  ]);
  const written = shared.world.db.selectFrom('thread').select('id').where('id', '=', ticket);
  expect(await written.execute()).toEqual([]);
  for (const q of [receipt, receipt.toLowerCase()])
    expect(await hits(q), q).toMatchObject([
      { kind: 'document', id: receipt, label: 'Gelöschtes Konto', detail: '' },
    ]);
  expect(await hits(ours)).toEqual([
    {
      kind: 'payment',
      id: await numberOf(ours),
      label: 'Gelöschtes Konto',
      detail: '',
      state: 'offen',
      path: `/kundinnen/${shared.user.userId}/zahlungen/${await numberOf(ours)}`,
    },
  ]);
  for (const [ms, left] of [
    [KEEP_THREADS_MS - 1, 1],
    [1, 0],
  ] as const) {
    shared.world.clock.advance(ms);
    await shared.world.runTasks('support/threads');
    shared.moderator = await staffOf(shared.world, 'moderator');
    expect(await hits(`S-${ticket}`)).toHaveLength(left);
  }
});

test.each([
  { email: 'lena@beispiel.ch' },
  { name: 'lena' },
  { phone: '795550112' },
  { number: 10_001, message: 10_001, report: 2041 },
  { uuid: randomUUID(), reference: 'dt-4711' },
])('the search by %j reads no table whole [BOF-68]', async (wanted) => {
  const plans = await plansOf(shared.world.pool, (db) => find(db, wanted, 20));
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
});

test.each([
  "'; drop table account; --",
  '%%%',
  '\\',
  '9'.repeat(30),
  'S-999999999999999',
  '🦄🦄🦄',
  '',
])('the text %j finds nothing and fails nothing [BOF-68]', async (q) => {
  const { status, body } = await shared.moderator.call(search, { q });
  expect([status, body.hits]).toEqual([200, []]);
});

test('a search is a line with its words hashed, an opened card too, once an hour [BOF-142]', async () => {
  await shared.user.call(support, { subject: 'ad', message: 'Wie ändere ich mein Inserat?' });
  const { id: ticket } = await shared.world.db
    .selectFrom('thread')
    .select('id')
    .where('account_id', '=', shared.user.userId)
    .executeTakeFirstOrThrow();
  await shared.moderator.call(search, { q: ` ${shared.user.email.toUpperCase()} ` });
  await shared.moderator.call(search, { q: shared.user.email });
  await shared.moderator.call(threads, { list: 'new', q: `S-${ticket}` });
  await shared.moderator.call(threads, { list: 'new' });
  await shared.moderator.call(customer, { account_id: shared.user.userId });
  await shared.moderator.call(customer, { account_id: shared.user.userId });
  const finance = await staffOf(shared.world, 'finance');
  await finance.call(customer, { account_id: shared.user.userId });
  const lines = (who: Staff) =>
    shared.world.db
      .selectFrom('audit')
      .select(['action', 'object', 'right', 'after'])
      .where('staff_id', '=', who.staffId)
      .where('action', 'in', ['searched', 'card_opened'])
      .orderBy('id')
      .execute();
  const hashed = expect.stringMatching(/^search:[0-9a-f]{16}$/);
  const opened = {
    action: 'card_opened',
    object: `card:${shared.user.userId}`,
    right: 'customer.read',
  };
  const found = { action: 'searched', object: hashed };
  const seen = await lines(shared.moderator);
  expect(seen).toMatchObject([
    { ...found, right: 'customer.search', after: { hits: 1 } },
    { ...found, right: 'inbox.read', after: { hits: 1 } },
    opened,
  ]);
  expect(seen[0]!.object).not.toBe(seen[1]!.object);
  expect(JSON.stringify(seen)).not.toContain(shared.user.email);
  expect(await lines(finance)).toMatchObject([opened]);
  // Each hour has its line, also where the same card is open all day.
  shared.world.clock.advance(HOUR_MS);
  await shared.world.db
    .updateTable('staff_login')
    .set({ last_seen_at: shared.world.clock.now() })
    .execute();
  await shared.moderator.call(customer, { account_id: shared.user.userId });
  expect((await lines(shared.moderator)).at(-1)).toMatchObject(opened);
  expect(await lines(shared.moderator)).toHaveLength(4);
});
