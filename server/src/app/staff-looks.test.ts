/** Each reading call of the house: it returns nothing private of an account, or records a look. */
import { CARD_TAB_IDS } from '@samtrot/shared/customers/card-rules.ts';
import type { StaffAction } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { report } from '@samtrot/shared/reports/staff-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adBuilder } from '../testing/listings/ads.ts';
import { placements } from '../testing/listings/placements.ts';
import { aPartCase, toppedUp } from '../testing/payments/desk.ts';
import { aThread } from '../testing/world/call-fixtures.ts';
import { websiteOf } from '../testing/world/console.ts';
import { house } from '../testing/world/house.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { type Staff, staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

const STREET = 'Verborgene Gasse 7';
const PERSON = 'Vera Verborgen';
const WORDS = 'wo steht es?';

let world: World;
let caller: Staff;
let reader: Staff;
let user: Owner;
let adId: number;
/** What only the account and who looks at it may know. */
let secrets: string[];
/** Each call that reads, or each way of asking it, with what it is asked. */
let params: Record<string, object[]>;

/** Those that return private data, with the kind of look that the owner reads about. */
const RECORDED: Record<string, string> = {
  report: 'report',
  review: 'contact',
  thread: 'messages',
};

/** Whose input names nothing of an account: lists of data, texts, figures, statements of a bank. */
const ABOUT_NOBODY = [
  ...['get_catalogue', 'preview_catalogue', 'get_texts', 'get_text_version', 'coupon_report'],
  ...['import_status', 'month', 'get_house_figures', 'export_house_figure'],
];

beforeAll(async () => {
  world = await testWorld();
  caller = await staffOf(world, 'owner');
  reader = await staffOf(world, 'reader');
  user = await owners(world)();
  const { id: inserat_id } = await user.on.place(user, {
    inserat_typ: '1_week',
    strasse_und_nummer: STREET,
    adresse_anzeigen: false,
  });
  adId = inserat_id;
  const run = { start: START, end: new Date(START.getTime() + DAY_MS) };
  const clubId = await placements(world).club(user.userId, {
    run,
    vollstaendiger_name: PERSON,
  });
  secrets = [user.email, STREET, PERSON, WORDS];
  const { db } = world;
  const { id: review_id } = await db
    .selectFrom('review')
    .select('id')
    .where('item_id', '=', inserat_id)
    .where('thing', '=', 'inserat')
    .executeTakeFirstOrThrow();
  const numbers = [await reported('club', clubId), await reported('inserat', adId)];
  const { thread_id } = await aThread(user);
  const payment = await toppedUp(user);
  const { case_id } = await aPartCase(user);
  const team = house(world);
  const { id: hold_id } = await team.hold(await team.person(), 'club', clubId);
  await user.raw('appeal', {
    payload: { hold_id, message: 'Die Angaben stimmen, bitte seht nach.' },
  });
  const { id: appeal_id } = await db.selectFrom('appeal').select('id').executeTakeFirstOrThrow();
  const { id: website_id } = await websiteOf(world);
  const account = { account_id: user.userId };
  const website = { website_id };
  params = {
    report: numbers.map((number) => ({ number })),
    review: [{ review_id }],
    thread: [{ thread_id }],
    threads: [{ list: 'new' }],
    customer: [account],
    customer_tab: CARD_TAB_IDS.map((tab) => ({ ...account, tab })),
    customer_notes: [account],
    hold_object: [{ type: 'inserat', id: inserat_id }],
    final_preview: [{ hold_id, reason: 'betrug' }],
    hold_receipts: [{ hold_id }],
    get_appeal: [{ appeal_id }],
    case: [{ case_id }],
    payment: [{ payment_id: payment.number }],
    refund_preview: [{ payment_id: payment.number, amount: 5 }],
    partner: [website],
    export_partner_receipts: [website],
    partner_policy: [website],
    partner_traffic: [website],
    partner_people: [website],
    report_register: [{ month: '2026-11' }],
  };
});
afterAll(() => world[Symbol.asyncDispose]());

async function reported(type: 'club' | 'inserat', id: number): Promise<string> {
  const { public_id } = await world.db
    .selectFrom(type)
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payload = { object: { type, id: public_id }, reason: 'betrug' };
  return (await world.visitor.raw('report', { payload })).body.number;
}

const reading = () =>
  nonEmpty(world.app.staffHandlers.map(({ spec }) => spec as StaffAction)).filter(
    ({ name, method, right }) => method === 'GET' && right !== null && !ABOUT_NOBODY.includes(name),
  );
const looks = () =>
  world.db
    .selectFrom('data_access_log')
    .select(['kind', 'staff_id'])
    .where('account_id', '=', user.userId)
    .execute();

test('a call that reads returns nothing private of an account or records who looked, once [BOF-76]', async () => {
  const wrong: string[] = [];
  for (const spec of reading())
    for (const asked of params[spec.name] ?? [{}]) {
      await world.db.deleteFrom('data_access_log').execute();
      const answer = await caller.call(spec, asked as never);
      if (answer.status !== 200)
        wrong.push(`${spec.name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`);
      const text = JSON.stringify(answer.body);
      const found = secrets.filter((secret) => text.includes(secret));
      await caller.call(spec, asked as never);
      const seen = (await looks()).map(({ kind }) => kind);
      const due = RECORDED[spec.name];
      if (found.length > 0 !== (due !== undefined)) wrong.push(`${spec.name} returns ${found}`);
      if (seen.join() !== (due ?? '')) wrong.push(`${spec.name} records ${seen}`);
    }
  expect(wrong).toEqual([]);
});

test('who only reads gets nothing private of an account, and no look of theirs is recorded [BOF-69, BOF-76]', async () => {
  await world.db.deleteFrom('data_access_log').execute();
  const opened: string[] = [];
  for (const spec of reading())
    for (const asked of params[spec.name] ?? [{}]) {
      const answer = await reader.call(spec, asked as never);
      if (answer.status === 200) opened.push(spec.name);
      const text = JSON.stringify(answer.body);
      const found = secrets.filter((secret) => text.includes(secret));
      expect(found, spec.name).toEqual([]);
    }
  expect(opened).toEqual(expect.arrayContaining(['report', 'review', 'holds']));
  expect(await looks()).toEqual([]);
});

describe('a report on an ad without a phone', () => {
  beforeAll(() =>
    adBuilder(world.db).change(
      { id: adId, publicId: '', accountId: user.userId },
      { telefon: '', whatsapp: '' },
    ),
  );
  beforeEach(() => world.db.deleteFrom('data_access_log').execute());
  const shows = (adresse_anzeigen: boolean) =>
    world.db
      .updateTable('inserat')
      .set({ adresse_anzeigen, ort_anzeigen: true })
      .where('id', '=', adId)
      .execute();
  async function read(who: Staff, number: string) {
    const { body } = await who.call(report, { number });
    return [body.snapshot, body.today].map(({ contact }) => (contact.Adresse ?? '').slice(0, 18));
  }

  test('an address that visitors see is read by all, without a look [BOF-60, BOF-76]', async () => {
    await shows(true);
    const number = await reported('inserat', adId);
    for (const who of [caller, reader]) expect(await read(who, number)).toEqual([STREET, STREET]);
    expect(await looks()).toEqual([]);
  });

  test.each([
    ['never', false, false],
    ['no more', true, false],
    ['only today', false, true],
  ])(
    'an address that visitors see %s is masked, or a look [BOF-60, BOF-69, BOF-76]',
    async (_, before, today) => {
      await shows(before);
      const number = await reported('inserat', adId);
      await shows(today);
      expect(await read(reader, number)).toEqual(['', '']);
      expect(await looks()).toEqual([]);
      expect(await read(caller, number)).toEqual([STREET, STREET]);
      expect((await looks()).map(({ kind }) => kind)).toEqual(['report']);
    },
  );
});
