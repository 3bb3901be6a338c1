import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { attachFile } from '@samtrot/shared/support/file-contract.ts';
import { wholeClub } from '../listings/clubs.ts';
import { ad as fullAd } from '../listings/inserate.ts';
import { pushDevice } from '../services/push-service.ts';
import {
  aBanner,
  aHold,
  anAd,
  anAnsweredThread,
  anEntry,
  askedLoginMail,
  aThread,
  clubPicture,
  deletedDraft,
  keptCart,
  linkOf,
  mailedToken,
  newCoupon,
  nothing,
  noticeToken,
  onlineAd,
  otherDevice,
  picture,
  plannedClub,
  removedPicture,
  switchedOn,
  typedBanner,
  unsubscribeToken,
  wanted,
  withFilm,
  withPicture,
} from './call-fixtures.ts';
import { readyExport } from './exports.ts';
import {
  mayChange,
  newPasskey,
  ownPasskey,
  passkeyAnswer,
  requestedRemoval,
  secondStep,
  shownKey,
  withFactor,
} from './factor-calls.ts';
import type { Owner } from './owners.ts';
import { termsToAccept } from './texts.ts';
import { PASSWORD } from './world.ts';

interface TestCall {
  /** Prepares what the call needs; returns parameters with which it succeeds for this owner. */
  prepare(owner: Owner): Promise<Record<string, unknown>>;
  /** The parameter that names a thing of the owner. */
  object?: string;
  /** Further ones, of things that belong to that thing. */
  parts?: readonly string[];
  /** Lines of the audit log after a success (INV-13); none for reads and insensitive operations. */
  audit?: readonly string[];
  /** It is no GET and changes nothing all the same. */
  onlyAsks?: true;
}

/**
 * One call that succeeds for every action of the product: whatever refuses it in a test is the
 * defence that is tested and nothing else. A new action needs its line here; the suites of the HTTP
 * edge then ask it everything they ask the others.
 */
const A_PDF = Buffer.from('%PDF-1.4 beleg').toString('base64');

export const CALLS: Readonly<Record<string, TestCall>> = {
  'GET proof_challenge': { prepare: async () => ({ for: 'register' }) },
  'POST register': {
    prepare: async ({ world, userId }) => ({
      username: `Neu ${userId} x`,
      email: `neu${userId}@beispiel.ch`,
      password: PASSWORD,
      proof: await world.proof('register'),
    }),
  },
  'POST login': { prepare: async ({ email }) => ({ log: email, pwd: PASSWORD }), audit: ['login'] },
  'GET login': {
    prepare: async ({ email }) => ({ username: email, password: PASSWORD }),
    audit: ['login'],
  },
  'POST request_login_mail': { prepare: async ({ email }) => ({ log: email }) },
  'POST open_login_link': {
    prepare: async (owner) => {
      const request = await askedLoginMail(owner);
      return { token: await mailedToken(owner.world, owner.email), request };
    },
    audit: ['login'],
  },
  'POST confirm_login_code': {
    prepare: async (owner) => {
      const request = await askedLoginMail(owner);
      const payload = { token: await mailedToken(owner.world, owner.email) };
      const { body } = await owner.world.visitor.raw('open_login_link', { payload });
      return { request, code: body.code };
    },
    audit: ['login'],
  },
  'GET get_notices': { prepare: nothing },
  'POST accept_terms': { prepare: ({ world, userId }) => termsToAccept(world, userId) },
  'GET get_text': { prepare: () => Promise.resolve({ text: 'privacy' }) },
  'GET get_devices': { prepare: nothing },
  'GET get_security': { prepare: nothing },
  'GET get_account_log': { prepare: nothing },
  'POST keep_session': { prepare: nothing, onlyAsks: true },
  'POST end_device': { prepare: otherDevice, object: 'device_id' },
  'POST end_other_devices': { prepare: otherDevice },
  'POST set_preference': { prepare: async () => ({ name: 'hide', on: false }) },
  'POST set_login_mail': { prepare: async () => ({ on: false }) },
  'GET get_device_messages': { prepare: nothing },
  'POST set_device_messages': {
    prepare: async () => ({
      kinds: ['answer'],
      subscription: pushDevice('https://fcm.googleapis.com/fcm/send/1').subscription,
    }),
  },
  'POST report_login': {
    prepare: async (owner) => ({ token: await noticeToken(owner) }),
    audit: ['login_reported'],
  },
  'POST logout': { prepare: nothing },
  'POST reauthenticate': { prepare: async () => ({ kind: 'export', password: PASSWORD }) },
  'GET getFactors': { prepare: nothing },
  'POST prepare_factor': { prepare: mayChange('factor') },
  'POST confirm_factor': { prepare: shownKey, audit: ['factor_added'] },
  'POST remove_factor': { prepare: withFactor, audit: ['factor_removed'] },
  'POST new_recovery_codes': {
    async prepare(owner) {
      await withFactor(owner);
      return mayChange('recovery_codes')(owner);
    },
    audit: ['recovery_codes_created'],
  },
  'POST second_factor': { prepare: secondStep, audit: ['login'] },
  'POST request_factor_removal': {
    prepare: async (owner) => ({
      pending: (await secondStep(owner)).pending,
      password: PASSWORD,
    }),
    audit: ['factor_removal_requested'],
  },
  'POST keep_factor': { prepare: requestedRemoval, audit: ['factor_kept'] },
  'GET passkey_challenge': { prepare: async () => ({ for: 'login' }) },
  'POST login_passkey': { prepare: passkeyAnswer('login'), audit: ['login'] },
  'POST reauthenticate_passkey': {
    prepare: async (owner) => ({
      kind: 'export',
      ...(await passkeyAnswer('reauthentication')(owner)),
    }),
  },
  'GET passkey_options': {
    prepare: async (owner) => ({ ...(await mayChange('passkeys')(owner)), name: 'Handy' }),
  },
  'POST add_passkey': { prepare: newPasskey, audit: ['passkey_added'] },
  'POST rename_passkey': {
    prepare: async (owner) => ({ passkey_id: await ownPasskey(owner), name: 'Telefon' }),
    object: 'passkey_id',
  },
  'POST remove_passkey': {
    prepare: async (owner) => ({ passkey_id: await ownPasskey(owner) }),
    object: 'passkey_id',
    audit: ['passkey_removed'],
  },
  'POST lostpassword': { prepare: async ({ email }) => ({ user_login: email }) },
  'POST reset_password': {
    async prepare({ world, email }) {
      await world.visitor.raw('lostpassword', { payload: { user_login: email } });
      await world.runTasks('accounts/password-reset-requests');
      return { token: await mailedToken(world, email), password: 'Ganz-Anders-2027' };
    },
    audit: ['email_confirmed', 'password_reset'],
  },
  'POST confirm_email': {
    async prepare({ world, email, raw }) {
      await raw('resend_confirmation');
      return { token: await mailedToken(world, email) };
    },
    audit: ['email_confirmed'],
  },
  'POST undo_email_change': {
    prepare: async (owner) => ({ token: (await linkOf(owner, 'undo_email')).token }),
    audit: ['email_restored'],
  },
  'POST undo_own_email_change': {
    async prepare(owner) {
      await linkOf(owner, 'undo_email');
      return { password: PASSWORD };
    },
    audit: ['email_restored'],
  },
  'POST resend_confirmation': { prepare: nothing },
  'POST update_profile': {
    prepare: async ({ email }) => ({
      nickname: 'Lena',
      email,
      password: 'Ganz-Anders-2027',
      current_password: PASSWORD,
    }),
    audit: ['password_changed'],
  },
  'POST update_notifications': {
    prepare: async () => ({ expiryAlert: true, disableMessages: true, newsletter: false }),
  },
  'POST confirm_newsletter': {
    async prepare(owner) {
      await switchedOn(owner);
      return { token: await mailedToken(owner.world, owner.email) };
    },
    audit: ['email_confirmed'],
  },
  'POST end_newsletter': {
    async prepare(owner) {
      await switchedOn(owner);
      return { token: await unsubscribeToken(owner) };
    },
  },
  'POST resend_newsletter': { prepare: nothing },
  'POST contact': {
    prepare: async ({ world, email }) => ({
      name: 'Lena Muster',
      email,
      subject: 'billing',
      message: 'Wann kommt meine Aufladung an?',
      proof: await world.proof('contact'),
    }),
  },
  'POST report': {
    prepare: async (owner) => ({
      object: { type: 'inserat', id: await onlineAd(owner) },
      reason: 'anderes',
      proof: await owner.world.proof('report'),
    }),
    audit: ['reported'],
  },
  'POST support': {
    prepare: async () => ({ subject: 'ad', message: 'Mein Inserat erscheint nicht in der Liste.' }),
  },
  'GET get_threads': { prepare: nothing },
  'GET get_thread': { prepare: aThread, object: 'thread_id' },
  'POST open_thread': { prepare: anAnsweredThread, object: 'thread_id' },
  'POST reply_thread': {
    prepare: async (owner) => ({
      ...(await aThread(owner)),
      text: 'Jetzt erscheint es.',
      send_key: randomUUID(),
    }),
    object: 'thread_id',
  },
  'POST attach_file': { prepare: async () => ({ name: 'beleg.pdf', content: A_PDF }) },
  'POST detach_file': {
    prepare: async (owner) => ({
      file_id: (await owner.call(attachFile, { name: 'beleg.pdf', content: A_PDF })).body.file.id,
    }),
    object: 'file_id',
  },
  'POST close_thread': { prepare: aThread, object: 'thread_id' },
  'GET getTopupOptions': { prepare: nothing },
  'POST wallet_topup': { prepare: async () => ({ topup_option_id: 2 }) },
  'GET payment_status': {
    prepare: async (owner) => {
      const opened = await owner.raw('wallet_topup', { payload: { topup_option_id: 1 } });
      return { payment_id: opened.body.payment_id };
    },
    object: 'payment_id',
  },
  'POST drop_payment': {
    prepare: async (owner) => {
      const opened = await owner.raw('wallet_topup', { payload: { topup_option_id: 1 } });
      return { payment_id: opened.body.payment_id };
    },
    object: 'payment_id',
    audit: ['payment_dropped'],
  },
  'POST pay_rest': {
    prepare: async (owner) => {
      const { payment_id } = (await owner.raw('wallet_topup', { payload: { topup_option_id: 1 } }))
        .body;
      const part = { status: 'teilbezahlt', received_rappen: 4_000 };
      await owner.world.db.updateTable('payment').set(part).where('id', '=', payment_id).execute();
      return { payment_id };
    },
    object: 'payment_id',
  },
  'POST settle_payment': {
    prepare: async (owner) => {
      const { payment_id } = (await owner.raw('wallet_topup', { payload: { topup_option_id: 1 } }))
        .body;
      const part = { status: 'teilbezahlt', received_rappen: 4_000 };
      await owner.world.db.updateTable('payment').set(part).where('id', '=', payment_id).execute();
      return { payment_id, way: 'credits' };
    },
    object: 'payment_id',
    audit: ['payment_difference_settled'],
  },
  'GET get_detailed_transactions': { prepare: nothing },
  'GET get_bonus_transactions': { prepare: nothing },
  'GET get_documents': { prepare: nothing },
  'POST validate_coupon': { prepare: newCoupon, onlyAsks: true },
  'POST apply_coupon': { prepare: newCoupon },
  'GET get_used_coupons': { prepare: nothing },
  'POST createInserat': { prepare: nothing },
  'POST saveInserat': {
    prepare: async (owner) => fullAd(await owner.on.blank(owner), { inserat_typ: '1_week' }),
    object: 'inserat_id',
    audit: ['inserat_order'],
  },
  'POST quotePackageChange': {
    prepare: async (owner) =>
      fullAd((await anAd('aktiv')(owner)).inserat_id, { inserat_typ: '1_month' }),
    object: 'inserat_id',
    onlyAsks: true,
  },
  'POST keepInserat': {
    prepare: async (owner) => fullAd(await owner.on.blank(owner)),
    object: 'inserat_id',
  },
  'GET getInserat': { prepare: anAd('leer'), object: 'inserat_id' },
  'POST push_inserat': { prepare: anAd('aktiv'), object: 'inserat_id', audit: ['inserat_extra'] },
  'POST top_inserat': { prepare: anAd('aktiv'), object: 'inserat_id', audit: ['inserat_extra'] },
  'POST color_inserat': { prepare: anAd('aktiv'), object: 'inserat_id', audit: ['inserat_extra'] },
  'POST story_inserat': {
    async prepare(owner) {
      const { inserat_id } = await anAd('aktiv')(owner);
      await owner.raw('saveInseratImage', {
        payload: { inserat_id, base64ImageString: await picture() },
      });
      return { inserat_id };
    },
    object: 'inserat_id',
    audit: ['inserat_extra'],
  },
  'POST hide_inserat': { prepare: anAd('aktiv'), object: 'inserat_id' },
  'POST withdraw_inserat': { prepare: anAd('gratis'), object: 'inserat_id' },
  'POST activate_inserat': { prepare: anAd('geplant'), object: 'inserat_id' },
  'POST reactivate_inserat': {
    prepare: anAd('abgelaufen'),
    object: 'inserat_id',
    audit: ['inserat_order'],
  },
  'POST auto_reactivate_inserat': {
    prepare: async (owner) => ({ ...(await anAd('aktiv')(owner)), enabled: true }),
    object: 'inserat_id',
  },
  'POST duplicate_inserat': { prepare: anAd('aktiv'), object: 'inserat_id' },
  'POST restore_inserat': { prepare: deletedDraft, object: 'inserat_id' },
  'POST delete_inserat': {
    prepare: anAd('geplant'),
    object: 'inserat_id',
    audit: ['inserat_deleted'],
  },
  'GET get_placed': { prepare: anAd('gratis'), object: 'inserat_id' },
  'POST hide_suggestions': { prepare: nothing },
  'POST updateCart': { prepare: wanted, object: 'inserat_id' },
  'GET getCart': { prepare: keptCart, object: 'inserat_id' },
  'GET clearCart': { prepare: keptCart, object: 'inserat_id' },
  'POST clearCart': { prepare: keptCart, object: 'inserat_id' },
  'POST saveInseratImage': {
    prepare: async (owner) => ({
      inserat_id: await owner.on.blank(owner),
      base64ImageString: await picture(),
    }),
    object: 'inserat_id',
    parts: ['upload_id'],
  },
  'GET getInseratMedia': {
    prepare: async (owner) => ({ inserat_id: (await withPicture(owner)).inserat_id }),
    object: 'inserat_id',
  },
  'POST sortInseratImages': {
    async prepare(owner) {
      const { inserat_id, attachment_id } = await withPicture(owner);
      const second = await withPicture(owner, inserat_id);
      return { inserat_id, attachment_ids: [second.attachment_id, attachment_id] };
    },
    object: 'inserat_id',
    parts: ['attachment_ids'],
  },
  'POST rateInseratMedia': {
    prepare: async (owner) => ({
      kind: 'image',
      rating: 'explizit',
      attachment_id: (await withPicture(owner)).attachment_id,
    }),
    object: 'attachment_id',
  },
  'POST saveInseratVideo': { prepare: withFilm, object: 'inserat_id', parts: ['upload_id'] },
  'POST deleteInseratVideo': {
    async prepare(owner) {
      const { body } = await owner.raw('saveInseratVideo', { payload: await withFilm(owner) });
      return { attachment_id: body.video.attachment_id };
    },
    object: 'attachment_id',
  },
  'POST restoreInseratImage': { prepare: removedPicture, object: 'attachment_id' },
  'POST deleteInseratImage': {
    async prepare(owner) {
      return { attachment_id: (await withPicture(owner)).attachment_id };
    },
    object: 'attachment_id',
  },
  'GET getBanners': { prepare: nothing },
  'POST keep_banner': { prepare: typedBanner, object: 'ID', parts: ['banner_id'] },
  'POST save_banner': { prepare: typedBanner, object: 'ID', parts: ['banner_id'] },
  'POST order_banner': {
    prepare: typedBanner,
    object: 'ID',
    parts: ['banner_id'],
    audit: ['banner_order'],
  },
  'POST activate_banner': { prepare: aBanner('geplant'), object: 'banner_id' },
  'POST hide_banner': { prepare: aBanner('aktiv'), object: 'banner_id' },
  'POST duplicate_banner': { prepare: aBanner('aktiv'), object: 'banner_id' },
  'DELETE delete_banner': {
    prepare: aBanner('geplant'),
    object: 'banner_id',
    audit: ['banner_deleted'],
  },
  'GET get_club': { prepare: anEntry, object: 'club_id' },
  'POST keep_club': {
    prepare: async (owner) => ({ ...wholeClub(), ...(await anEntry(owner)) }),
    object: 'club_id',
    parts: ['ID'],
  },
  'POST save_club': {
    prepare: async (owner) => ({ ...wholeClub(), ...(await anEntry(owner)), monate: 1 }),
    object: 'club_id',
    parts: ['ID'],
    audit: ['club_order'],
  },
  'POST delete_club': { prepare: plannedClub, object: 'club_id', audit: ['club_deleted'] },
  'POST save_club_image': {
    prepare: async (owner) => ({ ...(await anEntry(owner)), base64ImageString: await picture() }),
    object: 'club_id',
  },
  'POST sort_club_images': {
    async prepare(owner) {
      const { club_id, attachment_id } = await clubPicture(owner);
      const second = await clubPicture(owner, club_id);
      return { club_id, attachment_ids: [second.attachment_id, attachment_id] };
    },
    object: 'club_id',
    parts: ['attachment_ids'],
  },
  'POST delete_club_image': {
    prepare: async (owner) => ({ attachment_id: (await clubPicture(owner)).attachment_id }),
    object: 'attachment_id',
  },
  'GET get_holds': { prepare: nothing },
  'POST resubmit': { prepare: aHold, object: 'hold_id', audit: ['hold_resubmitted'] },
  'POST appeal': {
    prepare: async (owner) => ({
      ...(await aHold(owner)),
      message: 'Das stimmt so nicht, bitte prüft es.',
    }),
    object: 'hold_id',
    audit: ['appeal_made'],
  },
  'GET getOffline': { prepare: nothing },
  'POST goOffline': { prepare: nothing, audit: ['account_offline'] },
  'POST goOnline': {
    async prepare(owner) {
      await owner.raw('goOffline');
      return {};
    },
    audit: ['account_online'],
  },
  'GET getStatistics': {
    prepare: async (owner) => ({ kind: 'inserat', id: (await anAd('aktiv')(owner)).inserat_id }),
    object: 'id',
  },
  'GET getDelivery': {
    prepare: async (owner) => ({ kind: 'inserat', id: (await anAd('aktiv')(owner)).inserat_id }),
    object: 'id',
  },
  'GET state': { prepare: nothing },
  'GET getBalance': { prepare: nothing },
  'GET search_texts': { prepare: async () => ({ kind: 'inserat', q: 'ruhig' }) },
  'GET get_data_export': { prepare: nothing },
  'POST start_data_export': { prepare: mayChange('export'), audit: ['export_requested'] },
  'POST open_data_export': { prepare: readyExport, onlyAsks: true },
  'POST delete_account': {
    prepare: async () => ({ password: PASSWORD }),
    audit: ['account_offline', 'deletion_requested'],
  },
  'POST keep_account': {
    async prepare(owner) {
      const delete_at = new Date(owner.world.clock.now().getTime() + HOUR_MS);
      await owner.world.db
        .updateTable('account')
        .set({ delete_at })
        .where('id', '=', owner.userId)
        .execute();
      return { token: (await linkOf(owner, 'keep')).token };
    },
    audit: ['deletion_cancelled'],
  },
};
