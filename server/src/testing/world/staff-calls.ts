import { randomUUID } from 'node:crypto';
import { monthAfter } from '@samtrot/shared/bookkeeping/rules.ts';
import { draftCatalogue, saveCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import { createCoupons } from '@samtrot/shared/coupons/staff-contract.ts';
import * as helping from '@samtrot/shared/customers/help-contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { claimReview, decideReview } from '@samtrot/shared/moderation/review-contract.ts';
import { saveNewsletter } from '@samtrot/shared/newsletter/staff-contract.ts';
import { addPortalNotice } from '@samtrot/shared/notices/staff-contract.ts';
import { blockOnPartner } from '@samtrot/shared/partners/desk-contract.ts';
import { claimReport } from '@samtrot/shared/reports/staff-contract.ts';
import { weekOf } from '@samtrot/shared/staff/duty-rules.ts';
import { addTemplate } from '@samtrot/shared/support/template-contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { draftText, getTextVersion, saveText } from '@samtrot/shared/texts/staff-contract.ts';
import { addWebsite, makeKey } from '../../modules/partners/service.ts';
import { quarters } from '../media/images.ts';
import { statement } from '../payments/camt/statement.ts';
import { anOwed, aPartCase, toppedUp } from '../payments/desk.ts';
import { transfers } from '../payments/transfers.ts';
import { aHold, anAd, aThread, onlineAd } from './call-fixtures.ts';
import { consolePersonOf, invitedToWebsite, websiteOf } from './console.ts';
import { readyExport } from './exports.ts';
import { withFactor } from './factor-calls.ts';
import { house } from './house.ts';
import type { Owner } from './owners.ts';
import { type Staff, staffOf } from './staff.ts';
import { START } from './world.ts';

/** An owner of the house who calls, another one beside her, and an advertiser. */
export interface Stage {
  caller: Staff;
  second: Staff;
  user: Owner;
}
type Prepared = Record<string, unknown>;
type Prepare = (stage: Stage) => Promise<Prepared>;

const REASON = 'Sie hat angerufen.';
const TEXT = 'Wir haben es angesehen und nichts gefunden.';
const onAccount =
  (more: () => Prepared = () => ({})): Prepare =>
  async ({ user }) => ({ account_id: user.userId, reason: REASON, ...more() });
const inThread =
  (more: (stage: Stage) => Prepared = () => ({})): Prepare =>
  async (stage) => ({ ...(await aThread(stage.user)), ...more(stage) });
const succeeded = ({ status, body }: Awaited<ReturnType<Staff['call']>>) => {
  if (status > 202) throw new Error(JSON.stringify(body));
  return body;
};

const aDraft = async (caller: Staff): Promise<number> =>
  succeeded(await caller.call(draftCatalogue, { list: 'packages' })).version_id;

/** A saved draft of the imprint that says something else. */
async function aText(caller: Staff) {
  const { version_id } = succeeded(await caller.call(draftText, { text: 'imprint' }));
  const { content } = succeeded(await caller.call(getTextVersion, { version_id }));
  const words = `${content}\n\nNeu.`;
  succeeded(await caller.call(saveText, { version_id, seen: 0, content: words }));
  return { version_id, seen: 1, content: `${words} Noch neuer.` };
}

async function published({ user }: Stage): Promise<number> {
  await user.on.grant(user.userId, 40);
  return (await anAd('aktiv')(user)).inserat_id;
}

/** The open review of an ad of hers. */
async function aReview(stage: Stage) {
  const id = await published(stage);
  const row = await stage.user.world.db
    .selectFrom('review')
    .select(['id', 'version'])
    .where('item_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return { review_id: row.id, seen_version: row.version };
}

async function aClaimedReview(stage: Stage) {
  const review = await aReview(stage);
  succeeded(await stage.caller.call(claimReview, { review_id: review.review_id }));
  return review;
}

async function aReport({ user }: Stage) {
  const object = { type: 'inserat', id: await onlineAd(user) };
  const { body } = await user.world.visitor.raw('report', {
    payload: { object, reason: 'betrug' },
  });
  return { number: body.number as string };
}

async function aDecidedReport(stage: Stage) {
  const { number } = await aReport(stage);
  const payload = { number, justified: false, answer: TEXT, statement: TEXT };
  await stage.user.world.send(stage.second.cookie, {
    method: 'POST',
    url: '/betrieb/api',
    query: { action: 'decide_report' },
    payload,
  });
  return { number };
}

async function anAppeal({ user }: Stage) {
  const { hold_id } = await aHold(user);
  await user.raw('appeal', {
    payload: { hold_id, message: 'Die Angaben stimmen, bitte seht nach.' },
  });
  const { id } = await user.world.db
    .selectFrom('appeal')
    .select('id')
    .where('hold_id', '=', hold_id)
    .executeTakeFirstOrThrow();
  return { appeal_id: id };
}

async function aBlockedAccount({ user }: Stage) {
  const team = house(user.world);
  const { id } = await team.hold(await team.person(), 'account', user.userId);
  return { hold_id: id, reason: REASON };
}

/** A correction above the limit, which somebody asked for. */
async function anApproval(by: Staff, { user }: Stage) {
  const { approval_id } = succeeded(
    await by.call(helping.correctCredits, {
      account_id: user.userId,
      credits: 900,
      kind: 'goodwill',
      reason: REASON,
      send_key: randomUUID(),
    }),
  );
  return { approval_id };
}

const template = () => ({ name: `Vorlage ${randomUUID().slice(0, 8)}`, subject: 'ad', text: TEXT });
async function aTemplate({ caller, user }: Stage) {
  const content = template();
  succeeded(await caller.call(addTemplate, content as never));
  const row = await user.world.db
    .selectFrom('template')
    .select(['id', 'version'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { ...content, template_id: row.id, seen_version: row.version };
}

const attachment = async () => ({
  name: 'Bild.png',
  content: (await quarters(40, 20).png().toBuffer()).toString('base64'),
});

async function aNote({ caller, user }: Stage) {
  const { body } = await user.world.send(caller.cookie, {
    method: 'POST',
    url: '/betrieb/api',
    query: { action: 'add_customer_note' },
    payload: { account_id: user.userId, text: TEXT },
  });
  return { note_id: body.note_id as number };
}

const aCoupon = () => ({
  name: 'Dank',
  code: `DANK-${randomUUID().toUpperCase()}`,
  credits: 5,
  uses: 1,
  reason: REASON,
});

async function aWebsite({ user }: Stage) {
  const { db, clock } = user.world;
  const manage = { now: clock.now(), actor: { kind: 'cli' as const } };
  return db.transaction().execute(async (inner) => {
    const name = `Webseite ${randomUUID().slice(0, 8)}`;
    const url = `https://${randomUUID()}.example`;
    const website = await addWebsite({ db: inner, ...manage }, { name, url });
    const { id: key_id } = await makeKey({ db: inner, ...manage }, website.id, 'Server');
    return { website_id: website.id, key_id };
  });
}
const website = async (stage: Stage) => ({ website_id: (await aWebsite(stage)).website_id });

async function aPartnerPerson({ user }: Stage) {
  const { id: website_id } = await websiteOf(user.world);
  await consolePersonOf(user.world, website_id, 'manage');
  const { id } = await user.world.db
    .selectFrom('partner_user')
    .select('id')
    .where('website_id', '=', website_id)
    .executeTakeFirstOrThrow();
  return { website_id, person_id: id };
}

const aNewsletter = () => ({ subject: `Neues ${randomUUID()}`, text: 'Guten Tag' });
async function aNewsletterDraft({ caller }: Stage) {
  const { draft_id } = succeeded(await caller.call(saveNewsletter, aNewsletter()));
  return { draft_id, seen: 0 };
}

const aNotice = () => ({
  kind: 'info',
  place: 'all',
  text: 'Am Sonntag arbeiten wir am Netz.',
  until: new Date(START.getTime() + HOUR_MS).toISOString(),
});

const colleague = async ({ user }: Stage) => ({
  staff_id: (await staffOf(user.world, 'reader')).staffId,
});

/** One call that succeeds for each way in which the house changes something. */
export const STAFF_CALLS: Record<string, Prepare> = {
  add_partner: async () => ({
    name: `Neu ${randomUUID().slice(0, 8)}`,
    url: 'https://neu.example',
  }),
  switch_partner: async (stage) => ({ ...(await website(stage)), on: false, reason: REASON }),
  revoke_partner_key: aWebsite,
  end_partner_key: async (stage) => ({ ...(await aWebsite(stage)), ends: true }),
  set_partner_link: async (stage) => ({ ...(await website(stage)), kind: 'club', link: null }),
  resend_partner_messages: website,
  set_partner_policy: async (stage) => ({
    ...(await website(stage)),
    seen_version: 0,
    accepts: 'jugendfrei',
    categories: [],
    cantons: ['TI'],
    slots: ['a1'],
  }),
  block_on_partner: async (stage) => ({
    ...(await website(stage)),
    kind: 'inserat',
    thing: String(await published(stage)),
    reason: REASON,
  }),
  unblock_on_partner: async (stage) => {
    const [{ website_id }, thing] = [await website(stage), await published(stage)];
    const blocked = { website_id, kind: 'inserat' as const, thing: String(thing), reason: REASON };
    succeeded(await stage.caller.call(blockOnPartner, blocked));
    return { website_id, kind: 'inserat', item_id: thing };
  },
  invite_partner_person: async (stage) => ({
    ...(await website(stage)),
    email: `${randomUUID()}@seite.example`,
    role: 'read',
  }),
  withdraw_partner_invitation: async ({ user }) => {
    const { id: website_id } = await websiteOf(user.world);
    const email = `${randomUUID()}@seite.example`;
    await invitedToWebsite(user.world, { websiteId: website_id, email, role: 'read' });
    const { id } = await user.world.db
      .selectFrom('partner_invitation')
      .select('id')
      .where('website_id', '=', website_id)
      .executeTakeFirstOrThrow();
    return { website_id, invitation_id: id };
  },
  set_partner_role: async (stage) => ({ ...(await aPartnerPerson(stage)), role: 'read' }),
  end_partner_person: async (stage) => await aPartnerPerson(stage),
  add_customer_note: async ({ user }) => ({ account_id: user.userId, text: TEXT }),
  add_template: async () => template(),
  answer_thread: inThread(() => ({
    seen_entry: 1,
    text: TEXT,
    state: 'answered',
    send_key: randomUUID(),
    anyway: true,
  })),
  approve: (stage) => anApproval(stage.second, stage),
  assign_thread: inThread(({ caller }) => ({ staff_id: caller.staffId })),
  attach_answer_file: attachment,
  begin_thread: async ({ user }) => ({
    account_id: user.userId,
    subject: 'ad',
    text: TEXT,
    send_key: randomUUID(),
  }),
  block_account: async ({ user }) => ({
    account_id: user.userId,
    kind: 'blocked',
    reason: 'betrug',
  }),
  block_staff: async (stage) => ({ ...(await colleague(stage)), state: 'blocked' }),
  change_template: async (stage) => ({ ...(await aTemplate(stage)), text: `${TEXT} Danke.` }),
  choose_digest: async () => ({ chosen: true }),
  claim_report: aReport,
  claim_review: async (stage) => ({ review_id: (await aReview(stage)).review_id }),
  close_thread: inThread(() => ({ state: 'done' })),
  correct_credits: onAccount(() => ({ credits: 5, kind: 'goodwill', send_key: randomUUID() })),
  create_coupons: async () => aCoupon(),
  customer_help: onAccount(() => ({ operation: 'send_reset' })),
  decide_appeal: async (stage) => ({ ...(await anAppeal(stage)), upheld: true, answer: TEXT }),
  decide_report: async (stage) => ({
    ...(await aReport(stage)),
    justified: false,
    answer: TEXT,
    statement: TEXT,
  }),
  decide_review: async (stage) => ({ ...(await aClaimedReview(stage)), decision: 'approve' }),
  decline_approval: async (stage) => ({
    ...(await anApproval(stage.second, stage)),
    reason: REASON,
  }),
  delay_looks: onAccount(() => ({ days: 10 })),
  delete_template: async (stage) => ({ template_id: (await aTemplate(stage)).template_id }),
  detach_answer_file: async ({ caller, user }) => {
    const { body } = await user.world.send(caller.cookie, {
      method: 'POST',
      url: '/betrieb/api',
      query: { action: 'attach_answer_file' },
      payload: await attachment(),
    });
    return { file_id: body.file.id };
  },
  end_view: async (stage) => {
    const params = (await onAccount()(stage)) as never;
    succeeded(await stage.caller.call(helping.startView, params));
    return {};
  },
  forgive_debt: async ({ user }) => ({
    account_id: user.userId,
    seen_owed: await anOwed(user),
    reason: REASON,
    send_key: randomUUID(),
  }),
  hold: async (stage) => ({
    object: { type: 'inserat', id: await published(stage) },
    kind: 'blocked',
    reason: 'betrug',
  }),
  import_statement: async ({ user }) => {
    const { reference } = await transfers(user.world).open();
    return { content: statement([{ amount: 10_000, reference }]).toString('base64') };
  },
  invite_staff: async () => ({
    name: 'Carla Neu',
    email: `${randomUUID()}@samtrot.example`,
    role: 'reader',
  }),
  draft_catalogue: async () => ({ list: 'packages' }),
  set_maintenance: async () => ({ until: new Date(START.getTime() + HOUR_MS).toISOString() }),
  end_maintenance: async () => ({}),
  save_newsletter: async () => aNewsletter(),
  delete_newsletter: aNewsletterDraft,
  test_newsletter: aNewsletterDraft,
  request_newsletter: async (stage) => ({ ...(await aNewsletterDraft(stage)), reason: REASON }),
  add_portal_notice: async () => aNotice(),
  end_portal_notice: async ({ caller }) => {
    const { notice_id } = succeeded(await caller.call(addPortalNotice, aNotice() as never));
    return { notice_id };
  },
  draft_text: async () => ({ text: 'imprint' }),
  save_text: ({ caller }) => aText(caller),
  send_text_to_me: async ({ caller }) => ({
    version_id: succeeded(await caller.call(draftText, { text: 'mail_signature' })).version_id,
  }),
  request_text: async ({ caller }) => {
    const { version_id, seen } = await aText(caller);
    // Two of a text never begin at the same moment.
    const valid_from = new Date(Date.UTC(2030, 0, 1) + version_id * 1_000).toISOString();
    return { version_id, seen, valid_from, reason: REASON };
  },
  save_catalogue: async ({ caller }) => ({
    version_id: await aDraft(caller),
    seen: 0,
    content: { ...PRICES.packages, '1_day': 9 },
  }),
  request_catalogue: async ({ caller }) => {
    const version_id = await aDraft(caller);
    const content = { ...PRICES.packages, '1_day': 9 };
    succeeded(await caller.call(saveCatalogue, { version_id, seen: 0, content }));
    // Two of a list never begin at the same moment.
    const valid_from = new Date(Date.UTC(2030, 0, 1) + version_id * 1_000).toISOString();
    return { version_id, seen: 1, valid_from, reason: REASON };
  },
  transfer_catalogue: async ({ caller }) => ({ version_id: await aDraft(caller), seen: 0 }),
  make_final: async ({ user }) => {
    const { hold_id } = await aHold(user);
    return { hold_id, seen_version: 1, note: REASON };
  },
  note_review: async (stage) => ({
    review_id: (await aClaimedReview(stage)).review_id,
    note: TEXT,
  }),
  note_thread: inThread(() => ({ text: TEXT, send_key: randomUUID() })),
  set_moderation_mode: async () => ({ mode: 'first', seen: 'after', reason: REASON }),
  object_report: async (stage) => ({
    ...(await aDecidedReport(stage)),
    by: 'reporter',
    message: TEXT,
  }),
  open_export: async (stage) => {
    await readyExport(stage.user);
    return onAccount()(stage);
  },
  release: async ({ user }) => ({ ...(await aHold(user)), reason: REASON }),
  release_report: async (stage) => {
    const report = await aReport(stage);
    succeeded(await stage.caller.call(claimReport, report));
    return report;
  },
  release_review: async (stage) => ({ review_id: (await aClaimedReview(stage)).review_id }),
  request_deletion: onAccount(() => ({ cause: 'wish' })),
  request_email_change: onAccount(() => ({
    email: `${randomUUID()}@beispiel.ch`,
    recognised: 'callback',
  })),
  request_refund: async ({ user }) => ({
    payment_id: (await toppedUp(user, {}, 4)).number,
    amount: 250,
    reason: REASON,
    seen_back: 0,
  }),
  request_factor_off: async (stage) => {
    await withFactor(stage.user);
    return onAccount(() => ({ recognised: 'callback' }))(stage);
  },
  reset_staff_factor: colleague,
  set_discount: onAccount(() => ({ percent: 12.5, until: '2099-12-31', seen_percent: 0 })),
  set_staff_role: async (stage) => ({ ...(await colleague(stage)), role: 'finance' }),
  set_book_account: async () => ({ role: 'other', number: '3290' }),
  close_month: async ({ user }) => {
    const { world } = user;
    const first = await world.pool.query<{ month: string }>(
      "select to_char(min(at) at time zone 'Europe/Zurich', 'YYYY-MM') as month from ledger_transfer",
    );
    const cases = await world.db.selectFrom('payment_case').select('id').execute();
    const last = await world.db
      .selectFrom('book_month')
      .select('month')
      .orderBy('month', 'desc')
      .executeTakeFirst();
    const before = first.rows[0]?.month ?? '2000-01';
    return {
      month: last ? monthAfter(last.month) : monthAfter(before, -1),
      cases: cases.map(({ id }) => id),
    };
  },
  settle_case: async ({ user }) => ({ ...(await aPartCase(user)), way: 'credits' }),
  start_export: onAccount(),
  set_duty: async (stage) => ({
    staff_id: (await staffOf(stage.user.world, 'moderator')).staffId,
    week: weekOf(stage.user.world.clock.now()),
  }),
  start_view: onAccount(),
  stop_coupon: async ({ caller }) => ({
    series_id: succeeded(await caller.call(createCoupons, aCoupon())).series_id,
    reason: REASON,
  }),
  strike_customer_note: aNote,
  unblock_account: aBlockedAccount,
  unblock_staff: async (stage) => {
    const of = await colleague(stage);
    const { db } = stage.user.world;
    await db.updateTable('staff').set({ state: 'blocked' }).where('id', '=', of.staff_id).execute();
    return of;
  },
  undo_review: async (stage) => {
    const review = await aClaimedReview(stage);
    succeeded(await stage.caller.call(decideReview, { ...review, decision: 'approve' }));
    return { review_id: review.review_id };
  },
  withdraw_approval: (stage) => anApproval(stage.caller, stage),
};
