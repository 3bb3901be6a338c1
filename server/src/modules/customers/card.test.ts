import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import { CARD_SORTS, CARD_TAB_IDS } from '@samtrot/shared/customers/card-rules.ts';
import {
  addCustomerNote,
  customer,
  customerNotes,
  customerTab,
  strikeCustomerNote,
} from '@samtrot/shared/customers/contract.ts';
import { maskedEmail } from '@samtrot/shared/customers/search-rules.ts';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { blockAccount, unblockAccount } from '@samtrot/shared/holds/staff-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { orderIn, type Sort, sortsOf } from '@samtrot/shared/kernel/sorting.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { review } from '@samtrot/shared/moderation/review-contract.ts';
import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { support } from '@samtrot/shared/support/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { acceptTerms } from '@samtrot/shared/texts/contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { plansOf } from '../../testing/process/plans.ts';
import { exportOf } from '../../testing/world/exports.ts';
import { house } from '../../testing/world/house.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { termsToAccept } from '../../testing/world/texts.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { credit } from '../wallet/service.ts';
import { NEWEST, tabRows } from './card-store.ts';

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

const card = async () => (await moderator.call(customer, { account_id: user.userId })).body;
const tab = async (id: (typeof CARD_TAB_IDS)[number], staff = moderator, more: object = {}) =>
  (await staff.call(customerTab, { account_id: user.userId, tab: id, ...more })).body;
const give = (kind: 'bonus' | 'coupon', amount: number) =>
  world.db.transaction().execute((db) =>
    credit({ db, now: world.clock.now() }, kind, {
      userId: user.userId,
      amount,
      cause: `${kind}:${user.userId}`,
      description: kind,
    }),
  );

test('balance, its parts, discount and state are those of her own pages [BOF-70]', async () => {
  await give('bonus', 11);
  await give('coupon', 5);
  await on.place(user, { inserat_typ: '1_week' });
  const own = (await user.call(state, {})).body.state;
  const head = await card();
  expect(head).toMatchObject({
    account_id: user.userId,
    name: own.user_meta.nickname,
    email: maskedEmail(user.email),
    state: 'aktiv',
    balance: own.credits,
    owed: own.owed,
    discount_percent: Number(own.user_meta.benutzerrabatt_prozent),
    devices: 1,
    second_factor: false,
    hold: null,
  });
  const { bought, bonus, coupon, correction } = head.parts;
  expect([bonus, coupon, correction]).toEqual([11, 5, 0]);
  expect(bought + bonus + coupon).toBe(own.credits);
});

test('the card leads to the hold of the account and out of it, but for a final one [BOF-72]', async () => {
  const { userId: account_id } = user;
  const block = { account_id, kind: 'blocked', reason: 'betrug' } as const;
  const { hold } = (await moderator.call(blockAccount, block)).body;
  expect(await card()).toMatchObject({
    state: 'gesperrt',
    hold: { id: hold.id, releasable: true },
  });
  await world.db.updateTable('hold').set({ kind: 'final' }).where('id', '=', hold.id).execute();
  expect((await card()).hold.releasable).toBe(false);
  await world.db.updateTable('hold').set({ kind: 'blocked' }).where('id', '=', hold.id).execute();
  await moderator.call(unblockAccount, { hold_id: hold.id, reason: 'Irrtum' });
  expect(await card()).toMatchObject({ state: 'aktiv', hold: null });
});

test('of a blocked account each thing keeps its own state, the block stands once [BOF-38, BOF-72]', async () => {
  const { userId: account_id } = user;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const blank = await on.blank(user);
  const states = async () =>
    Object.fromEntries(
      ((await tab('inserate')).rows as { number: string; state: string }[]).map(
        ({ number, state }) => [number, state],
      ),
    );
  const before = await states();
  expect(before).toMatchObject({ [id]: 'aktiv' });
  const block = { account_id, kind: 'blocked', reason: 'betrug' } as const;
  const { hold } = (await moderator.call(blockAccount, block)).body;
  expect(await states()).toEqual(before);
  expect(before[blank]).not.toBe('gesperrt');
  const team = house(world);
  await team.hold(await team.person(), 'inserat', id);
  expect(await states()).toEqual({ ...before, [id]: 'gesperrt' });
  await moderator.call(unblockAccount, { hold_id: hold.id, reason: 'Irrtum' });
});

test('the card shows the terms she accepted and those she is asked for [BOF-70, BOF-129]', async () => {
  const told = async () => (await user.call(getNotices, {})).body.terms;
  const at = (
    await world.db
      .selectFrom('account')
      .select('created_at')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
  ).created_at.toISOString();
  expect((await card()).terms).toEqual({ accepted: { number: 1, at }, missing: null });
  const { number } = await termsToAccept(world, user.userId);
  expect((await card()).terms).toEqual({
    accepted: { number: 1, at },
    missing: (await told()).number,
  });
  await user.call(acceptTerms, { number });
  expect((await card()).terms).toEqual({
    accepted: { number, at: START.toISOString() },
    missing: null,
  });
  expect(await told()).toBeNull();
  const copy = JSON.parse(String((await exportOf(world, user)).get('konto.json')));
  expect(copy.tabellen.text_acceptance).toHaveLength(3);
});

test('the tabs hold what her own pages hold, the newest first [BOF-70]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week', titel: 'Abend am See' });
  await user.call(support, { subject: 'ad', message: 'Wie ändere ich mein Inserat?' });
  const { wallet_transactions } = (await user.call(getDetailedTransactions, {})).body;
  expect(
    (await tab('verlauf')).rows.map(({ number }: { number: string }) => Number(number)),
  ).toEqual(wallet_transactions.map((row: { transaction_id: number }) => row.transaction_id));
  expect((await tab('inserate')).rows).toMatchObject([
    { number: String(id), title: 'Abend am See', state: 'aktiv' },
  ]);
  const { rows: messages } = await tab('nachrichten');
  expect(messages).toMatchObject([{ title: 'Inserat-Verwaltung' }]);
  expect(JSON.stringify(messages)).not.toContain('Wie ändere');
  expect((await card()).counts).toMatchObject({ inserate: 1, nachrichten: 1, zahlungen: 0 });
  await house(world).hold(await house(world).person(), 'inserat', id);
  expect((await tab('meldungen-und-sperren')).rows).toMatchObject([
    { number: `Inserat ${id}`, state: 'gesperrt', detail: 'Sperre' },
  ]);
  for (const id of nonEmpty(CARD_TAB_IDS)) expect((await tab(id)).rows, id).toBeInstanceOf(Array);
});

test('ads, banners and clubs of the card open where the house sees them, for who may [BOF-17, BOF-70]', async () => {
  user = (await on.rich(2000)) as typeof user;
  await on.place(user, { inserat_typ: '1_week' });
  await on.blank(user);
  const webseiten = [await websiteOf(world)];
  await user.call(orderBanner, bannerWish({ webseiten }));
  await user.call(saveClub, wholeClub({ monate: 1 }));
  const pathsIn = async (who: Staff, of: 'inserate' | 'banner-und-clubs') =>
    ((await tab(of, who)).rows as { path: string | null }[]).map(({ path }) => path);
  const things = [
    ...(await pathsIn(moderator, 'inserate')),
    ...(await pathsIn(moderator, 'banner-und-clubs')),
  ];
  // Of what was never published there is nothing to see.
  expect(things.filter((path) => path === null)).toHaveLength(1);
  const finance = await staffOf(world, 'finance');
  const opened = things.filter((path) => path !== null);
  expect(opened).toHaveLength(3);
  for (const path of opened) {
    const review_id = /^\/pruefen\/(\d+)$/.exec(path)![1]!;
    expect((await moderator.call(review, { review_id })).status).toBe(200);
  }
  expect(await pathsIn(finance, 'inserate')).toEqual([null, null]);
});

test('a tab is read in pages of 25 [BOF-70]', async () => {
  await world.db
    .insertInto('inserat')
    .values(
      Array.from({ length: 30 }, () => ({
        account_id: user.userId,
        inserat_typ: '1_week',
        status: 'abgelaufen',
        created_at: START,
        changed_at: START,
      })),
    )
    .execute();
  const first = await tab('inserate');
  const second = await tab('inserate', moderator, { cursor: first.cursor });
  expect([first.rows.length, second.cursor]).toEqual([25, null]);
  const numbers = [...first.rows, ...second.rows].map(({ number }) => Number(number));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});

type Row = Output<typeof customerTab>['rows'][number];

/** All pages of a tab, and after each one something happens. */
async function walked(
  id: (typeof CARD_TAB_IDS)[number],
  more: object = {},
  between: () => Promise<unknown> = async () => {},
): Promise<Row[]> {
  const seen: Row[] = [];
  let cursor: string | null = null;
  do {
    const body = await tab(id, moderator, { ...more, ...(cursor && { cursor }) });
    seen.push(...body.rows);
    cursor = body.cursor;
    await between();
  } while (cursor !== null);
  return seen;
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/([aou])e/g, '$1')
    .replaceAll('ß', 'ss');
const VALUES: Record<(typeof CARD_SORTS)[number], (of: Row) => string | number | null> = {
  title: ({ title }) => fold(title) || null,
  state: ({ state }) => fold(state) || null,
  at: ({ at }) => at && Date.parse(at),
};

function inOrder(rows: readonly Row[], sort: Sort<(typeof CARD_SORTS)[number]>): string[] {
  const { column, falling } = orderIn(sort);
  const up = falling ? -1 : 1;
  return rows
    .toSorted((one, other) => {
      const [a, b] = [VALUES[column](one), VALUES[column](other)];
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
      } else if (a !== b) return up * (a < b ? -1 : 1);
      return up * (one.key < other.key ? -1 : 1);
    })
    .map(({ key }) => key);
}

const insertAds = (count: number) =>
  sql`
  insert into inserat (account_id, inserat_typ, titel, status, end_at, created_at, changed_at)
  select ${user.userId}, '1_week', (array['Über den Dächern', 'ufer', 'Zeit', ''])[1 + n % 4],
         (array['abgelaufen', 'entwurf', 'abgelaufen'])[1 + n % 3], case when n % 5 > 0 then ${START}::timestamptz + n % 7 * interval '1 hour' end,
         ${START}, ${START}
    from generate_series(1, ${count}::int) n`.execute(world.db);
const insertEvents = (count: number) =>
  sql`
  insert into account_event (account_id, kind, at, visible_at)
  select ${user.userId}, (array['login', 'password_changed', 'logout_everywhere', 'login_reported'])[1 + n % 4],
         ${START}::timestamptz + n / 3 * interval '1 second', ${START}
    from generate_series(1, ${count}::int) n`.execute(world.db);

describe.each([
  ['inserate', insertAds],
  ['protokoll', insertEvents],
] as const)('sorted, tab %s', (id, insert) => {
  test.each(sortsOf(CARD_SORTS))(
    'pages by %s are the whole tab as it is read, with equal and without values [BOF-70, BOF-144]',
    async (sort) => {
      await insert(70);
      const before = await walked(id);
      const known = new Set(before.map(({ key }) => key));
      expect(known.size).toBeGreaterThanOrEqual(70);
      const seen = (await walked(id, { sort }, () => insert(5))).map(({ key }) => key);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((key) => known.has(key))).toEqual(inOrder(before, sort));
    },
  );
});

test('amounts of a tab are sorted as numbers [BOF-70, BOF-144]', async () => {
  const prices = [5000, 10_000, 700];
  for (const price_rappen of prices)
    await sql`
      insert into payment (id, account_id, option_id, status, price_rappen, discount_percent, credits, bonus, provider, created_at)
      values (gen_random_uuid(), ${user.userId}, 2, 'offen', ${price_rappen}, 0, 50, 0, 'sandbox', ${START})`.execute(
      world.db,
    );
  await give('bonus', 11);
  await give('coupon', 5);
  const shown = async (of: 'zahlungen' | 'verlauf', sort: string, figure: 'title' | 'state') =>
    (await walked(of, { sort })).map((row) => row[figure]);
  expect(await shown('zahlungen', 'title', 'title')).toEqual([
    ...['CHF 7.00', 'CHF 50.00', 'CHF 100.00'],
  ]);
  expect(await shown('verlauf', '-state', 'state')).toEqual([
    ...['+100 Credits', '+11 Credits', '+5 Credits'],
  ]);
});

test.each(CARD_TAB_IDS)(
  'tab %s is sorted by each of its heads, and refuses another cursor [BOF-144]',
  async (id) => {
    const staff = await staffOf(world, 'owner');
    for (const sort of sortsOf(CARD_SORTS)) {
      const { rows } = await tab(id, staff, { sort });
      expect(rows, `${id} ${sort}`).toBeInstanceOf(Array);
      const { code, errors } = await tab(id, staff, { sort, cursor: 'x' });
      expect([code, errors]).toEqual(['INVALID_INPUT', { cursor: fieldTexts.format }]);
    }
  },
);

test('a row found by its number stands alone; a payment opens for who reads money [BOF-68, BOF-70]', async () => {
  const placed = await on.place(user, { inserat_typ: '1_week' });
  await on.place(user, { inserat_typ: '1_week' });
  const only = { account_id: user.userId, tab: 'inserate', number: String(placed.id) } as const;
  const { rows, cursor } = (await moderator.call(customerTab, only)).body;
  expect([rows.map(({ number }: { number: string }) => number), cursor]).toEqual([
    [String(placed.id)],
    null,
  ]);
  expect((await moderator.call(customerTab, { ...only, number: '1' })).body.rows).toEqual([]);
  await user.call(walletTopup, { topup_option_id: 1 });
  const [paid] = (await tab('zahlungen')).rows;
  expect(paid.path).toBeNull();
  const finance = await staffOf(world, 'finance');
  expect((await tab('zahlungen', finance)).rows[0].path).toBe(`/geld/zahlungen/${paid.number}`);
});

test.each(CARD_TAB_IDS)('tab %s reads no table whole [BOF-70]', async (id) => {
  const query = { accountId: 10_001, now: START, ordering: NEWEST, after: null, limit: 26 };
  const plans = await plansOf(world.pool, (db) => tabRows(db, id, query));
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
});

test('reports and holds are shown to nobody without their right; an unknown account is none [BOF-70]', async () => {
  const finance = await staffOf(world, 'finance');
  expect((await tab('meldungen-und-sperren', finance)).code).toBe('RIGHT_MISSING');
  const { counts } = (await finance.call(customer, { account_id: user.userId })).body;
  expect(Object.keys(counts)).toContain('inserate');
  expect(Object.keys(counts)).not.toContain('meldungen-und-sperren');
  for (const call of [customer, customerTab])
    expect(
      (await moderator.call(call, { account_id: 999_999, tab: 'inserate' } as never)).body.code,
    ).toBe('NOT_FOUND');
});

test('a note is dated and signed, and struck through by its author only [BOF-71]', async () => {
  const write = (text: string) =>
    moderator.call(addCustomerNote, { account_id: user.userId, text });
  expect((await write(' ')).body.code).toBe('INVALID_INPUT');
  expect((await write('x'.repeat(2001))).body.code).toBe('INVALID_INPUT');
  const { note_id } = (await write('Ruft lieber an als zu schreiben.')).body;
  const other = await staffOf(world, 'owner');
  const strike = (staff: Staff) => staff.call(strikeCustomerNote, { note_id });
  expect((await strike(other)).body.code).toBe('RIGHT_MISSING');
  world.clock.advance(HOUR_MS / 10);
  expect((await strike(moderator)).status).toBe(200);
  expect((await strike(moderator)).status).toBe(200);
  const { notes } = (await other.call(customerNotes, { account_id: user.userId })).body;
  expect(notes).toEqual([
    {
      id: note_id,
      text: 'Ruft lieber an als zu schreiben.',
      author: moderator.name,
      written_at: START.toISOString(),
      struck_at: world.clock.now().toISOString(),
      own: false,
    },
  ]);
  const again = (set: object) =>
    world.db.updateTable('customer_note').set(set).where('id', '=', note_id).execute();
  await expect(again({ struck_at: null })).rejects.toThrow('stays as it was written');
  await expect(again({ written_at: START, staff_id: other.staffId })).rejects.toThrow('stays');
});

test('a note stands in the copy of her data, without who wrote it [BOF-71, ACC-15]', async () => {
  const text = 'Rückruf nur vormittags.';
  await moderator.call(addCustomerNote, { account_id: user.userId, text });
  const copy = await exportOf(world, user);
  const { tabellen } = JSON.parse(String(copy.get('protokoll.json')));
  expect(tabellen.customer_note).toMatchObject([{ text, struck_at: null }]);
  expect(JSON.stringify(tabellen.customer_note)).not.toContain(moderator.name);
});

test('each ad of the card can be taken off, unless it is held or a blank draft [BOF-25]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const blank = await on.blank(user);
  const offered = async () =>
    Object.fromEntries(
      ((await tab('inserate')).rows as { number: string; holdable: object | null }[]).map(
        ({ number, holdable }) => [number, holdable],
      ),
    );
  expect(await offered()).toMatchObject({ [id]: { type: 'inserat', id }, [blank]: null });
  const team = house(world);
  await team.hold(await team.person(), 'inserat', id);
  expect((await offered())[id]).toBeNull();
  expect((await tab('verlauf')).rows[0].holdable).toBeNull();
});
