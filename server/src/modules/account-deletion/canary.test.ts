import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deleteAccount } from '@samtrot/shared/account-deletion/contract.ts';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { confirmEmail } from '@samtrot/shared/accounts/recovery-contract.ts';
import { keepBanner } from '@samtrot/shared/banners/contract.ts';
import { BLANK_CLUB_CONTACT } from '@samtrot/shared/clubs/contract.ts';
import { appeal, resubmit } from '@samtrot/shared/holds/contract.ts';
import { BLANK_CONTACT, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import {
  deleteInseratImage,
  saveInseratImage,
  saveInseratVideo,
} from '@samtrot/shared/media/contract.ts';
import { contact, support } from '@samtrot/shared/support/contract.ts';
import { attachFile } from '@samtrot/shared/support/file-contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptedColumns } from '../../app/encrypted-columns.ts';
import { ad, advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { uploader } from '../../testing/media/uploads.ts';
import { STANDARD_MAIL_TEXTS } from '../../testing/standard-mail-texts.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { exportOf } from '../../testing/world/exports.ts';
import { withPasskey } from '../../testing/world/factors.ts';
import { house } from '../../testing/world/house.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../../testing/world/world.ts';
import { pendingEmail, reservedFor } from '../accounts/registration/registration-store.ts';
import * as banners from '../banners/store.ts';
import * as clubs from '../clubs/store.ts';
import { mailTask } from '../mail/jobs.ts';
import { decide, noteMode } from '../moderation/service.ts';
import { addWebsite, issueKey } from '../partners/service.ts';

/** Part of everything the account's owner writes; no look-alike rule changes it. */
const CANARY = 'kanaqxz';
const PHONE = '791357924';
const ADDRESSES = [
  `${CANARY}@beispiel.ch`,
  `neu.${CANARY}@beispiel.ch`,
  `wartet.${CANARY}@beispiel.ch`,
] as const;

/** The columns that contain the canary before deletion: all that a user can write to. */
const WRITTEN = [
  ...[
    'account.email',
    'account.nickname',
    'account.username',
    'account.username_key',
    'account_link.email',
  ],
  ...['appeal.message', 'hold.message', 'hold.seen', 'review.content'],
  ...['banner.pending', 'club.pending', 'inserat.pending', 'review.replaced'],
  ...[
    'banner.text',
    'banner.unsaved',
    'banner.url',
    'club.beschreibung',
    'club.club_name',
    'club.titel',
  ],
  ...['club.contact', 'club.unsaved'],
  ...['idempotency.answer', 'image.name', 'inserat.beschreibung', 'inserat.name'],
  ...['inserat.story_title'],
  ...['inserat.contact', 'inserat.unsaved'],
  ...['inserat.search', 'inserat.titel', 'mail.letter', 'mail.recipient'],
  ...[
    'mail.reply_to',
    'thread.email',
    'thread.name',
    'thread.phone',
    'thread_entry.body',
    'thread_file.name',
    'password_reset_request.login',
  ],
  'passkey.name',
  ...[
    'pending_registration.email',
    'pending_registration.username',
    'pending_registration.username_key',
  ],
  ...['removed_image.image', 'reserved_username.email', 'reserved_username.username_key'],
  'video.name',
];

/** All other text columns by table, with the reason why they hold no personal data. */
const OTHER: Record<string, string[]> = {
  'hashes and random values': [
    'paper.hash',
    ...[
      'account.password_hash',
      'account_link.token_hash',
      'account_link.session_hash',
      ...['session.token_hash', 'session.previous_hash'],
      'session.device',
      'ended_session.token_hash',
      'ended_session.reason',
      'login_notice.token_hash',
      'login_notice.device',
      'login_notice.session_hash',
      'known_browser.token_hash',
      ...['message_device.session_hash', 'message_device.endpoint_hash'],
      ...['message_device.endpoint', 'message_device.keys'],
      ...['login_mail.code_hash', 'login_mail.link_hash', 'login_mail.request_hash'],
      'reauthentication.session_hash',
      'reauthentication.kind',
      'account.switched_off',
      'account_event.kind',
      'account_event.details',
      ...['second_factor.secret', 'second_factor.new_secret', 'second_factor.removal_token_hash'],
      ...['recovery_code.code_hash', 'pending_login.token_hash'],
      ...['passkey.credential_id', 'passkey.public_key', 'passkey.user_handle'],
      'pending_registration.password_hash',
      ...['staff.email_hash', 'staff.password_hash'],
      ...['staff_login.token_hash', 'staff_login.previous_hash'],
      ...['staff_pending_login.token_hash', 'staff_enrolment.token_hash'],
      ...['staff_browser.token_hash', 'staff_factor.secret', 'staff_factor.new_secret'],
      ...['staff_passkey.credential_id', 'staff_passkey.public_key', 'staff_passkey.user_handle'],
      'staff_recovery_code.code_hash',
      ...['partner_user.email_hash', 'partner_user.password_hash'],
      ...['partner_login.token_hash', 'partner_login.previous_hash'],
      ...['partner_invitation.email_hash', 'partner_invitation.token_hash'],
      ...['partner_pending_login.token_hash', 'partner_factor.secret'],
      ...['partner_factor.new_secret', 'partner_passkey.credential_id'],
      ...['partner_passkey.public_key', 'partner_passkey.user_handle'],
      ...['partner_recovery_code.code_hash', 'partner_password_link.token_hash'],
    ],
    ...[
      'pending_registration.token_hash',
      'newsletter_issue.hash',
      'thread_entry.fingerprint',
      'thread_entry.received_as',
      'thread_file.file',
      'thread_file_removal.file',
      'used_challenge.challenge',
      'website_key.key_hash',
    ],
    ...['idempotency.fingerprint', 'idempotency.key_hash'],
    ...['bank_entry.key', 'bank_import.file_hash', 'bank_refund.reference', 'bank_slip.reference'],
    ...[
      'rate_limit.key',
      ...['file_removal.content_id', 'removed_image.content_id'],
      'fixed_rating.content_id',
      'image.content_id',
      'ledger_account.head',
      'audit_checkpoint.hash',
      'moderation_mode.mode',
      'digest.day',
      'duty_week.week',
      'ledger_seal.hash',
    ],
    ...['ledger_transfer.hash', 'reserved_username.email_hash'],
    ...['account.email_hash', 'account_link.email_hash', 'pending_registration.email_hash'],
    'password_reset_request.login_hash',
    ...['inserat.contact_print', 'inserat.telefon_hash', 'inserat.whatsapp_hash'],
    ...['club.contact_print', 'club.telefon_hash', 'club.pending_print'],
    ...['banner.pending_print', 'inserat.pending_print', 'inserat.story_print'],
    ...['data_key.id', 'mail.recipient_hash', 'mail.reply_to_hash', 'thread.email_hash'],
    ...['file_removal.names', 'video.content_id', 'data_export.file'],
    ...[
      'banner_event.view_id',
      'day_secret.secret',
      'overlay_seen.visitor',
      'visit_seen.fingerprint',
    ],
  ],
  'one of our own words, or made from them': [
    'operation_run.kind',
    'portal_notice.kind',
    'portal_notice.place',
    'price_notice.thing',
    'phrase_search.thing',
    ...['account_link.purpose', 'audit.action', 'audit.actor', 'audit.details', 'audit.object'],
    ...[
      'banner.publish_option',
      'banner.typ',
      'banner_booking.typ',
      'banner_event.kind',
      'alarm.kind',
      'offline_item.kind',
      'booking.free_day',
      'booking.package',
      'booking_order.cause',
    ],
    ...['club.canton', 'club.publish_option'],
    ...[
      'booking_order.items',
      'cart.base_package',
      'delivery_entry.term',
      'effect.key',
      'idempotency.action',
      'inserat.cantons',
      'inserat.date_time_pushes',
      'inserat.erreichbar',
      'inserat.push_times',
      'inserat.sprachen',
      'push.cause',
      'push.kind',
      'push.slot',
      'push.state',
    ],
    ...[
      'inserat.originalbilder',
      'inserat.inserat_typ',
      'inserat.publish_option',
      'inserat.status',
      'ledger_account.kind',
      'ledger_lot.source',
    ],
    ...[
      'ledger_transfer.cause',
      'ledger_transfer.description',
      'ledger_transfer.kind',
      'mail.cause',
      'mail.subject',
    ],
    ...[
      'newsletter_consent.source',
      'newsletter_consent.wording',
      'pending_registration.newsletter_wording',
    ],
    ...[
      'inbound_mailbox.failure',
      'thread.kind',
      'thread.state',
      'thread.subject',
      'thread_entry.kind',
      'thread_file.kind',
      'payment.provider',
      'payment.status',
    ],
    ...[
      'payment.wanted_method',
      'payment_case.decision',
      'payment_case.details',
      'payment_case.key',
      'payment_case.kind',
      'payment_case.provider',
    ],
    ...['payment_reconciliation.day', 'payment_refund.kind', 'payment_refund.status'],
    ...[
      'payment_event.provider',
      'website.status',
      'website_key.hint',
      'website_key.name',
      'website.banner_slots',
      'website.unwanted_cantons',
      'website_block.kind',
      'website_block.reason',
      'migration.hash',
      'migration.name',
    ],
    ...[
      'paper.content',
      'paper.kind',
      'paper.month',
      'paper.number',
      'paper_due.kind',
      'paper_due.subject',
    ],
    ...[
      'paper_month.month',
      'book_month.month',
      'book_month.csv',
      'book_month.report',
      'book_account.role',
      'book_account.number',
      'paper_number.kind',
    ],
    ...[
      'image.place',
      'image.seen_by',
      'image.rating',
      'upload.kind',
      'video.failure',
      'video.place',
      'video.seen_by',
      'video.rating',
      'video.status',
    ],
    ...[
      'webhook_message.event',
      ...['device_event.cause', 'device_message.cause', 'device_message.kind'],
      ...['device_message.page', 'message_device.kinds', 'message_device.server_key'],
      'webhook_message.kind',
      'website.webhook_since_ads',
      'website.webhook_since_clubs',
    ],
    ...[
      'inserat_phase.kind',
      'visit_day.kind',
      'promotion.kind',
      'promotion.state',
      'promotion.cause',
    ],
    ...['fixed_rating.rating', 'website.accepts', 'placement.kind', 'placement.gone_by'],
    ...['data_export.started_by', 'data_export.state'],
  ],
  'what another house answered': [
    ...[
      'mail.last_error',
      'payment.method',
      'payment.payment_url',
      'payment.provider_ref',
      'payment_event.event_id',
    ],
    ...['webhook_message.last_error', 'device_message.last_error'],
    ...[
      'payment_event.provider_ref',
      'bank_entry.bank_ref',
      'bank_entry.currency',
      'bank_entry.outcome',
      'bank_entry.reference',
    ],
  ],
  'a day or a time of the day': [
    ...['bank_entry.booked_on', 'inserat.publish_date', 'inserat.publish_time'],
    ...[
      'banner.publish_date',
      'banner.publish_time',
      'banner_day.day',
      'day_secret.day',
      'overlay_seen.day',
    ],
    'visit_day.day',
    ...['website_day.day', 'traffic_day.day', 'traffic_alert.kind'],
    ...['club.oeffnungszeiten', 'club.publish_date', 'club.publish_time'],
  ],
  'words of what is published, made anew every ten minutes': ['delivery_word.word'],
  'made from the pixels, and gone with the row': ['image.placeholder', 'image.phash'],
  'kept for a report whatever the account does, and for who reported': [
    ...['report.message', 'report.name', 'report.email', 'report.phone', 'report.email_hash'],
    ...['report.network_hash', 'report.visit_hash', 'report.thing', 'report.reason'],
    ...['report.answer', 'report.statement', 'report.objection', 'report.objected_by'],
    ...['report.first_state'],
    ...['report.state', 'report_snapshot.was', 'report_snapshot.title', 'report_snapshot.name'],
    ...['report_snapshot.body', 'report_snapshot.contact', 'report_snapshot.images'],
    ...['report_snapshot.websites', 'kept_image.holder', 'kept_image.content_id'],
  ],
  'about the people of partner websites, never about an account': [
    ...['partner_user.name', 'partner_user.email', 'partner_user.role', 'partner_login.device'],
    ...['partner_invitation.email', 'partner_invitation.role'],
  ],
  'about the people of the house, never about an account': [
    'portal_notice.text',
    ...['staff.name', 'staff.sign', 'staff.email', 'staff.role', 'staff.state'],
    'staff_login.device',
    ...['approval.operation', 'approval.right', 'approval.object', 'approval.state'],
    ...['approval.input', 'approval.before', 'approval.after', 'approval.reason', 'approval.note'],
    ...['audit.right', 'audit.reason', 'audit.before', 'audit.after', 'audit.request'],
    ...['hold.thing', 'hold.kind', 'hold.reason', 'hold.fields', 'hold.outcome', 'hold.note'],
    ...[
      'hold.text',
      'hold.close_reason',
      'hold_receipt.kind',
      'appeal.answer',
      'hold_refund.cause',
    ],
    ...['hold_version.kind', 'hold_version.reason', 'hold_version.fields'],
    ...['data_access_log.role', 'data_access_log.sign', 'data_access_log.kind'],
    ...['data_access_log.thing', 'data_access_log.thing_number', 'data_access_log.reason'],
    'data_access_delay.reason',
    ...['hold_version.text', 'hold_version.note', 'review.note', 'review.thing'],
    'review.answer',
    ...['review.cause', 'review.state', 'review.content_hash', 'review.signals'],
  ],
  'written by the operator': [
    'customer_note.text',
    'data_export.reason',
    ...['coupon.code', 'coupon_series.name', 'coupon.description'],
    ...[
      'payment_case.note',
      'payment_refund.reason',
      'newsletter_issue.subject',
      'newsletter_issue.body',
    ],
    ...['text_version.text', 'text_version.state', 'text_version.content', 'text_version.note'],
    ...['newsletter_draft.subject', 'newsletter_draft.text', 'newsletter_draft.state'],
    ...[
      'coupon_use.code',
      ...['template.name', 'template.subject', 'template.text', 'catalogue_version.note'],
      ...['catalogue_version.content', 'catalogue_version.list', 'catalogue_version.state'],
      'website.name',
      'website.url',
      'website.webhook_url',
    ],
    ...['website.inserat_link', 'website.club_link'],
  ],
};

/** What the copy of an account's data leaves out: made of other columns, or mails not sent yet. */
const KEPT_BACK = ['account.username_key', 'inserat.search', 'mail.letter'].concat(
  'pending_registration.username_key',
  'review.replaced',
);

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const CONTACT_OF = (table: string) =>
  table === 'inserat' ? BLANK_CONTACT : table === 'club' ? BLANK_CLUB_CONTACT : {};

/** A copy hands contact data over field by field. */
const inACopy = (name: string) => {
  const [table, column] = name.split('.') as [string, string];
  return column === 'contact'
    ? Object.keys(CONTACT_OF(table)).map((field) => `${table}.${field}`)
    : [name];
};

/** `table.column` of every value with the canary, in text, arrays, JSON, bytes or ciphertexts. */
async function sightings(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`.execute(world.db);
  const found = new Set<string>();
  for (const { name } of tables) {
    const table = name.replace('public.', '');
    const rows = encryptedColumns.some((column) => column.table === table)
      ? await rowsInClear(world.db, table as 'mail')
      : (await sql<object>`select * from ${sql.raw(name)}`.execute(world.db)).rows;
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        // Parts of the contact data, which stand in one column.
        if (column in CONTACT_OF(table)) continue;
        const text = Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value);
        if (text.toLowerCase().includes(CANARY) || text.includes(PHONE))
          found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].sort();
}

/** `table.column` of every value with the canary in the JSON files of a copy. */
function writtenIn(copy: ReadonlyMap<string, Buffer>): string[] {
  const found = new Set<string>();
  for (const [name, bytes] of copy) {
    if (!name.endsWith('.json')) continue;
    const { tabellen } = JSON.parse(String(bytes)) as { tabellen: Record<string, object[]> };
    for (const [table, rows] of Object.entries(tabellen))
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          const text = JSON.stringify(value).toLowerCase();
          if (text.includes(CANARY) || text.includes(PHONE)) found.add(`${table}.${column}`);
        }
  }
  return [...found].sort();
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.'));

const linkFrom = async (to: string) =>
  (await world.mails(to)).at(-1)!.text.match(/token=([\w-]{43})/)![1]!;

/** An ad that the house has held for its title, with what its owner says of it. */
async function objected(user: Caller): Promise<void> {
  const { id } = await on.place(user, { titel: `Titel ${CANARY}` });
  const team = house(world);
  const moderator = await team.person();
  const first = await team.hold(moderator, 'inserat', id, { fields: ['titel'] });
  const message = `Das ist von ${CANARY} und stimmt so.`;
  expect((await user.call(appeal, { hold_id: first.id, message })).status).toBe(200);
  await team.release(moderator, first.id);
  const deps = { sessionSecret: '', moderationSample: 0 };
  const approve = async () => {
    const [open] = await world.db
      .selectFrom('review')
      .select(['id', 'version'])
      .where('item_id', '=', id)
      .where('thing', '=', 'inserat')
      .where('state', '=', 'open')
      .execute();
    const approval = {
      review_id: open!.id,
      seen_version: open!.version,
      decision: 'approve',
    } as const;
    await team.as(moderator, (ctx) => decide(ctx, deps, approval));
  };
  await approve();
  await noteMode(world.db, 'before');
  await on.place(user, { inserat_id: id, titel: `Anderer Titel ${CANARY}` });
  await approve();
  await on.place(user, { inserat_id: id, titel: `Dritter Titel ${CANARY}` });
  await noteMode(world.db, 'after');
  const { id: hold_id } = await team.hold(moderator, 'inserat', id);
  expect((await user.call(resubmit, { hold_id, message })).status).toBe(200);
}

/** Writes the canary into every user-writable field. */
async function fill(): Promise<Caller> {
  const user = await world.user({ username: `${CANARY} Lena`, email: ADDRESSES[0] });
  await on.grant(user.userId, 500);
  const content = Buffer.from(`%PDF-1.4 ${CANARY}`).toString('base64');
  const { file } = (await user.call(attachFile, { name: `${CANARY}.pdf`, content })).body;
  const message = `Hilfe für ${CANARY} unter ${PHONE}.`;
  await user.call(support, { subject: 'ad', message, files: [file.id] });
  const profile = { nickname: CANARY, password: '', current_password: PASSWORD };
  expect((await user.call(updateProfile, { ...profile, email: ADDRESSES[1] })).status).toBe(200);
  expect(
    (await world.visitor.call(confirmEmail, { token: await linkFrom(ADDRESSES[1]) })).status,
  ).toBe(200);
  // As after 72 hours: until then neither another change nor the deletion is possible.
  await world.db.deleteFrom('account_link').where('purpose', '=', 'undo_email').execute();
  expect((await user.call(updateProfile, { ...profile, email: ADDRESSES[2] })).status).toBe(200);
  await user.call(support, { subject: 'ad', message: `Noch einmal ${CANARY}, bitte um Antwort.` });
  const form = { name: CANARY, email: ADDRESSES[1], phone: `+41${PHONE}`, subject: 'billing' };
  const proof = await world.proof('contact');
  const written = await world.visitor.call(contact, {
    ...form,
    message: `Eine Frage von ${CANARY}.`,
    proof,
  });
  expect(written.status, JSON.stringify(written.body)).toBe(200);
  for (const user_login of [ADDRESSES[1].toUpperCase(), `${CANARY} Lena`])
    await world.visitor.raw('lostpassword', { payload: { user_login } });

  await withPasskey(world, user, CANARY);
  await objected(user);

  const words = {
    name: CANARY,
    titel: `Titel ${CANARY}`,
    beschreibung: `Text ${CANARY}`,
    telefon: `0${PHONE}`,
    whatsapp_erlaubt: true,
    whatsapp: `+41${PHONE}`,
    homepage: `https://${CANARY}.example`,
    story_title: CANARY,
    strasse_und_nummer: CANARY,
    adressezusatz: CANARY,
    postleitzahl: CANARY,
    ort: CANARY,
    land: CANARY,
  };
  const online = await on.place(user, { ...words, inserat_typ: '1_week' });
  expect(online.status, JSON.stringify(online.body)).toBe(200);
  const payload = ad(online.id, { ...words, inserat_typ: '1_week' });
  const again = await user.raw('saveInserat', { payload, headers: { 'idempotency-key': CANARY } });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  expect((await user.call(keepInserat, ad(online.id, words))).status).toBe(200);
  const draft = await on.place(user, { ...words, post_status: 'draft' });
  expect(draft.status, JSON.stringify(draft.body)).toBe(200);
  for (const [seed, inserat_id] of [online.id, online.id, draft.id].entries()) {
    const base64ImageString = dataUrl(
      await noise(60, 40, seed + 1)
        .jpeg()
        .toBuffer(),
    );
    const { body } = await user.call(saveInseratImage, {
      inserat_id,
      base64ImageString,
      name: `${CANARY}.jpg`,
    });
    if (seed === 0)
      await user.call(deleteInseratImage, { attachment_id: body.image.attachment_id });
  }
  const tus = uploader(world);
  const film = { inserat_id: online.id, kind: 'video', bytes: Buffer.from('film') } as const;
  const video = {
    inserat_id: online.id,
    upload_id: await tus.sent(user, film),
    name: `${CANARY}.mp4`,
  };
  expect((await user.call(saveInseratVideo, video)).status).toBe(200);
  const onItsWay = { inserat_id: String(online.id), kind: 'image', filename: `${CANARY}.jpg` };
  await tus.begin(user, onItsWay, 9, { first: Buffer.from(CANARY) });
  expect((await user.call(walletTopup, { topup_option_id: 2 })).status).toBe(200);
  const place = placements(world);
  const run = { start: START, end: new Date(START.getTime() + 30 * DAY_MS) };
  for (const more of [{}, { run }]) {
    const typed = { text: CANARY, url: `https://${CANARY}.example/` };
    const ID = await place.banner(user.userId, { ...typed, ...more });
    expect((await user.call(keepBanner, { ID, typ: 'a4', ...typed })).status).toBe(200);
    const clubId = await place.club(user.userId, {
      club_name: CANARY,
      titel: CANARY,
      beschreibung: CANARY,
      vollstaendiger_name: CANARY,
      telefon: `+41${PHONE}`,
      homepage: `https://${CANARY}.example`,
      strasse_und_nummer: CANARY,
      postleitzahl: CANARY,
      ort: CANARY,
      edits: { titel: CANARY, telefon: `+41${PHONE}` },
      ...more,
    });
    await noteMode(world.db, 'before');
    await world.db.transaction().execute(async (db) => {
      await banners.update(db, ID, { text: `Neu ${CANARY}` });
      await clubs.update(db, clubId, { titel: `Neu ${CANARY}` });
    });
    await noteMode(world.db, 'after');
  }
  // The rows of a discreet registration.
  const expires_at = new Date(START.getTime() + 7 * DAY_MS);
  const person = { username: `${CANARY} Lena`, username_key: `${CANARY}lena` };
  await world.db
    .insertInto('reserved_username')
    .values({
      username_key: person.username_key,
      email: reservedFor.encrypt(ADDRESSES[1], person.username_key),
      email_hash: reservedFor.lookup(ADDRESSES[1]),
      expires_at,
    })
    .execute();
  await world.db
    .insertInto('pending_registration')
    .values({
      ...person,
      id: 1,
      email: pendingEmail.encrypt(ADDRESSES[1], 1),
      email_hash: pendingEmail.lookup(ADDRESSES[1]),
      password_hash: '-',
      token_hash: Buffer.from('t'),
      expires_at,
    })
    .execute();
  return user;
}

test('a copy holds what its owner wrote, and the deletion leaves none of it [ACC-15, INV-19, T-DEL-03]', async () => {
  const ctx = { now: START, actor: { kind: 'cli' as const } };
  const key = await world.db.transaction().execute(async (db) => {
    await addWebsite({ ...ctx, db }, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return issueKey({ ...ctx, db }, 'Mondgarten');
  });
  const feed = async (query = '') =>
    (
      await world.send('', {
        method: 'GET',
        url: `/partner/v1/ads${query}`,
        headers: { authorization: `Bearer ${key}` },
      })
    ).body;
  const user = await fill();
  const media = join(world.config.dataDir, 'media');
  const uploads = join(world.config.dataDir, 'uploads');
  expect(readdirSync(uploads)).toHaveLength(2);
  expect(await sightings()).toEqual([...WRITTEN].sort());
  expect(filesIn(media).length).toBeGreaterThanOrEqual(3);
  const before = await feed();
  expect(JSON.stringify(before)).toContain(CANARY);

  const copy = await exportOf(world, user);
  expect(writtenIn(copy)).toEqual(
    WRITTEN.filter((column) => !KEPT_BACK.includes(column))
      .flatMap(inACopy)
      .sort(),
  );

  // Another account's data stays, even on the same page.
  const other = await on.rich(100);
  const theirs = await on.place(other, { inserat_typ: '1_week' });
  expect(
    (await user.call(deleteAccount, { user_id: user.userId, password: PASSWORD })).status,
  ).toBe(200);
  expect(await sightings()).not.toEqual([]);
  world.clock.advance(DELETION_WAITS_MS);
  await world.runTasks('account-deletion/final');
  const sender = { send: async () => {} };
  const production = mailTask({
    sender,
    keepContent: false,
    texts: async () => STANDARD_MAIL_TEXTS,
    publicUrl: world.config.publicUrl,
    log: world.app.log,
  });
  while ((await production.run({ db: world.db, now: world.clock.now() })) > 0);
  await world.runTasks();
  // Past the expiry of an interrupted upload.
  world.clock.advance(HOUR_MS);
  await world.runTasks();

  expect(await sightings()).toEqual([]);
  expect(filesIn(media)).toEqual([]);
  expect(readdirSync(uploads)).toEqual([]);
  expect(filesIn(join(world.config.dataDir, 'exports'))).toEqual([]);
  expect(
    world.lines.filter((line) => line.toLowerCase().includes(CANARY) || line.includes(PHONE)),
  ).toEqual([]);
  const after = await feed(`?since=${before.next_since}`);
  expect(JSON.stringify(after)).not.toContain(CANARY);
  expect(after.ads).toContainEqual({ id: before.ads[0].id, deleted: true });
  const kept = await world.db
    .selectFrom('inserat')
    .select('titel')
    .where('id', '=', theirs.id)
    .executeTakeFirst();
  expect(kept!.titel).not.toBe('');
});

test('every text column is listed as user-written or as free of personal data [INV-19]', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type not in
       ('bigint', 'integer', 'smallint', 'boolean', 'uuid', 'timestamp with time zone', 'double precision')
       and udt_name not in ('_int4', '_int8', '_timestamptz') order by 1`.execute(world.db);
  const known = [...WRITTEN, ...Object.values(OTHER).flat()].sort();
  // A new column is listed here until it is named above, in WRITTEN with `fill` or in OTHER.
  expect(rows.map(({ name }) => name).sort()).toEqual(known);
});
