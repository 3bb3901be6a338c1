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
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { plansOf } from '../../testing/process/plans.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { find } from './search-store.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let moderator: Staff;
let user: Awaited<ReturnType<ReturnType<typeof advertisers>['rich']>>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  moderator = await staffOf(world, 'moderator');
  user = (await on.rich(100)) as typeof user;
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const hits = async (q: string, staff = moderator) => (await staff.call(search, { q })).body.hits;
const card = () => ({
  kind: 'account',
  id: String(user.userId),
  path: `/kundinnen/${user.userId}`,
});
const rename = (nickname: string) =>
  world.db.updateTable('account').set({ nickname }).where('id', '=', user.userId).execute();

/** A payment of the account as a provider knows it. */
async function payment(providerRef: string): Promise<string> {
  const id = randomUUID();
  const { id: option_id } = await world.db
    .selectFrom('topup_option')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('payment')
    .values({
      id,
      option_id,
      account_id: user.userId,
      provider: 'datatrans',
      provider_ref: providerRef,
      status: 'offen',
      ...{ price_rappen: 5000, credits: 50, bonus: 0, discount_percent: 0 },
      created_at: START,
    })
    .execute();
  return id;
}

test('a whole address finds its account, a part of it nothing [BOF-68]', async () => {
  expect(await hits(` ${user.email.toUpperCase()}`)).toMatchObject([card()]);
  expect(await hits(user.email.slice(1))).toEqual([]);
  expect(await hits('@beispiel.ch')).toEqual([]);
});

test('a former address finds the account, also after it cannot be taken back [BOF-68]', async () => {
  const to = `neu${user.userId}@beispiel.ch`;
  const profile = { nickname: 'Lena', password: '', current_password: PASSWORD };
  expect((await user.call(updateProfile, { ...profile, email: to })).status).toBe(200);
  const token = (await world.mails(to)).at(-1)!.text.match(/token=([\w-]{43})/)![1]!;
  expect((await world.visitor.call(confirmEmail, { token })).status).toBe(200);
  expect(await hits(user.email)).toMatchObject([card()]);
  expect(await hits(to)).toMatchObject([card()]);
  await world.db.deleteFrom('account_link').execute();
  expect(await hits(user.email)).toMatchObject([card()]);
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
    const { id } = await on.place(user, { telefon: '+41 79 135 79 24' });
    const found = await hits(typed);
    expect(found.filter((hit: { id: string }) => hit.id === String(id))).toMatchObject([
      { kind: 'inserat', path: `/kundinnen/${user.userId}/inserate` },
    ]);
    await world.db
      .updateTable('inserat')
      .set({ telefon_hash: null })
      .where('id', '=', id)
      .execute();
  },
);

test('numbers of ads, messages, reports, payments and references find each their thing [BOF-68]', async () => {
  const { id } = await on.place(user);
  expect(await hits(String(id))).toContainEqual(
    expect.objectContaining({ kind: 'inserat', id: String(id) }),
  );
  await user.call(support, { subject: 'ad', message: 'Wie ändere ich mein Inserat?' });
  const message = await world.db
    .selectFrom('thread')
    .select('id')
    .where('account_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(await hits(`S-${message.id}`)).toMatchObject([
    { kind: 'message', path: `/kundinnen/${user.userId}/nachrichten` },
  ]);
  const { public_id } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await hits(public_id)).toMatchObject([{ kind: 'inserat', id: String(id) }]);
  const { number } = (
    await world.visitor.call(report, {
      object: { type: 'inserat', id: public_id },
      reason: 'betrug',
      message: 'Das sieht nach Betrug aus.',
      proof: await world.proof('report'),
    } as never)
  ).body;
  expect(await hits(number)).toMatchObject([{ kind: 'report', path: `/meldungen/${number}` }]);
  const finance = await staffOf(world, 'finance');
  expect(await hits(number, finance)).toMatchObject([{ kind: 'report', path: null }]);
  const ours = await payment('dt-4711');
  await world.db
    .insertInto('bank_slip')
    .values({
      payment_id: ours,
      reference: '210000000003139471430009017',
      amount_rappen: 5000,
      created_at: START,
    })
    .execute();
  for (const q of [ours, 'dt-4711', '21 00000 00003 13947 14300 09017'])
    expect(await hits(q), q).toMatchObject([
      { kind: 'payment', id: ours, path: `/kundinnen/${user.userId}/zahlungen` },
    ]);
});

test('a hit shows name, masked address and state, to the reader as to all [BOF-69]', async () => {
  await rename('Yvonne Xaver');
  const reader = await staffOf(world, 'reader');
  const [first] = user.email;
  for (const person of [reader, moderator])
    expect(await hits('yvonne xav', person)).toEqual([
      { ...card(), label: 'Yvonne Xaver', detail: `${first}•••@beispiel.ch`, state: 'aktiv' },
    ]);
  expect(JSON.stringify(await hits(user.email, reader))).not.toContain(user.email);
});

test('a deleted account is found by its payment only, without name and address [BOF-81]', async () => {
  await rename('Wanda Vogel');
  const ours = await payment('dt-0815');
  const { id } = await on.place(user, { telefon: '+41791112233' });
  const deleted = { user_id: user.userId, password: PASSWORD };
  expect((await user.call(deleteAccount, deleted)).status).toBe(200);
  expect(await hits('wanda')).toMatchObject([{ state: 'wird gelöscht' }]);
  world.clock.advance(DELETION_WAITS_MS);
  await world.runTasks('account-deletion/final');
  moderator = await staffOf(world, 'moderator');
  for (const q of [user.email, 'Wanda Vogel', '+41791112233', String(id), String(user.userId)])
    expect(JSON.stringify(await hits(q)), q).not.toContain(`/${user.userId}`);
  expect(await hits(ours)).toEqual([
    {
      ...{ kind: 'payment', id: ours, label: 'Gelöschtes Konto', detail: '', state: 'offen' },
      path: `/kundinnen/${user.userId}/zahlungen`,
    },
  ]);
});

test.each([
  { email: 'lena@beispiel.ch' },
  { name: 'lena' },
  { phone: '795550112' },
  { number: 10_001, message: 10_001, report: 2041 },
  { uuid: randomUUID(), reference: 'dt-4711' },
])('the search by %j reads no table whole [BOF-68]', async (wanted) => {
  const plans = await plansOf(world.pool, (db) => find(db, wanted, 20));
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
  const { status, body } = await moderator.call(search, { q });
  expect([status, body.hits]).toEqual([200, []]);
});

test('a search is a line with its words hashed, an opened card too, once an hour [BOF-142]', async () => {
  await user.call(support, { subject: 'ad', message: 'Wie ändere ich mein Inserat?' });
  const { id: ticket } = await world.db
    .selectFrom('thread')
    .select('id')
    .where('account_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  await moderator.call(search, { q: ` ${user.email.toUpperCase()} ` });
  await moderator.call(search, { q: user.email });
  await moderator.call(threads, { list: 'new', q: `S-${ticket}` });
  await moderator.call(threads, { list: 'new' });
  await moderator.call(customer, { account_id: user.userId });
  await moderator.call(customer, { account_id: user.userId });
  const finance = await staffOf(world, 'finance');
  await finance.call(customer, { account_id: user.userId });
  const lines = (who: Staff) =>
    world.db
      .selectFrom('audit')
      .select(['action', 'object', 'right', 'after'])
      .where('staff_id', '=', who.staffId)
      .where('action', 'in', ['searched', 'card_opened'])
      .orderBy('id')
      .execute();
  const hashed = expect.stringMatching(/^search:[0-9a-f]{16}$/);
  const opened = { action: 'card_opened', object: `card:${user.userId}`, right: 'customer.read' };
  const found = { action: 'searched', object: hashed };
  const seen = await lines(moderator);
  expect(seen).toMatchObject([
    { ...found, right: 'customer.search', after: { hits: 1 } },
    { ...found, right: 'inbox.read', after: { hits: 1 } },
    opened,
  ]);
  expect(seen[0]!.object).not.toBe(seen[1]!.object);
  expect(JSON.stringify(seen)).not.toContain(user.email);
  expect(await lines(finance)).toMatchObject([opened]);
  // Each hour has its line, also where the same card is open all day.
  world.clock.advance(HOUR_MS);
  await world.db.updateTable('staff_login').set({ last_seen_at: world.clock.now() }).execute();
  await moderator.call(customer, { account_id: user.userId });
  expect((await lines(moderator)).at(-1)).toMatchObject(opened);
  expect(await lines(moderator)).toHaveLength(4);
});
