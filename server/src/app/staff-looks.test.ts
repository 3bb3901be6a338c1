/** Each reading call of the house: it returns nothing private of an account, or records a look. */
import { CARD_TAB_IDS } from '@samtrot/shared/customers/card-rules.ts';
import type { StaffAction } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
let user: Owner;
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

/** A list of the inbox shows how messages begin; who opens one is recorded. */
const EXCERPTS = 'threads';

beforeAll(async () => {
  world = await testWorld();
  caller = await staffOf(world, 'owner');
  user = await owners(world)();
  const { id: inserat_id } = await user.on.place(user, {
    inserat_typ: '1_week',
    strasse_und_nummer: STREET,
    adresse_anzeigen: false,
  });
  const run = { start: START, end: new Date(START.getTime() + DAY_MS) };
  const clubId = await placements(world).club(user.userId, {
    run,
    vollstaendiger_name: PERSON,
  });
  secrets = [user.email, STREET, PERSON, WORDS];
  const { db } = world;
  const { public_id } = await db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow();
  const { id: review_id } = await db
    .selectFrom('review')
    .select('id')
    .where('item_id', '=', inserat_id)
    .where('thing', '=', 'inserat')
    .executeTakeFirstOrThrow();
  const object = { type: 'club', id: public_id };
  const reported = await world.visitor.raw('report', { payload: { object, reason: 'betrug' } });
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
    report: [{ number: reported.body.number }],
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
      const found = secrets.filter(
        (secret) => text.includes(secret) && !(spec.name === EXCERPTS && secret === WORDS),
      );
      await caller.call(spec, asked as never);
      const seen = (await looks()).map(({ kind }) => kind);
      const due = RECORDED[spec.name];
      if (found.length > 0 !== (due !== undefined)) wrong.push(`${spec.name} returns ${found}`);
      if (seen.join() !== (due ?? '')) wrong.push(`${spec.name} records ${seen}`);
    }
  expect(wrong).toEqual([]);
});
