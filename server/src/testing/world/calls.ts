import { randomUUID } from 'node:crypto';
import { unsubscribePath } from '../../modules/accounts/service.ts';
import { bannerWish, websiteOf } from '../listings/banners.ts';
import { wholeClub } from '../listings/clubs.ts';
import { advertisers, ad as fullAd } from '../listings/inserate.ts';
import { dataUrl, quarters } from '../media/images.ts';
import { uploader } from '../media/uploads.ts';
import { type Caller, PASSWORD, type World } from './world.ts';

/** An advertiser of its own for one test, with credits, and what its calls need. */
export interface Owner extends Caller {
  email: string;
  world: World;
  on: ReturnType<typeof advertisers>;
}

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

const nothing = async () => ({});
const wanted = async (owner: Owner) => ({
  inserat_id: await owner.on.blank(owner),
  base_package: '1_week',
});
async function newCoupon({ world }: Owner) {
  const values = {
    code: `PROBE-${randomUUID()}`.toUpperCase(),
    credits: 5,
    description: 'Gutschein',
    created_at: world.clock.now(),
  };
  await world.db.insertInto('coupon').values(values).execute();
  return { coupon_code: values.code };
}
/** An ad of the owner in this state. */
const anAd = (status: 'leer' | 'aktiv' | 'geplant' | 'abgelaufen') => async (owner: Owner) => {
  if (status === 'leer') return { inserat_id: await owner.on.blank(owner) };
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-11-01',
    publish_time: '12:00',
  } as const;
  const { id } = await owner.on.place(owner, {
    inserat_typ: '1_week',
    ...(status === 'geplant' && planned),
  });
  if (status === 'abgelaufen') {
    await owner.world.db.updateTable('inserat').set({ status }).where('id', '=', id).execute();
  }
  return { inserat_id: id };
};
async function typedBanner(owner: Owner) {
  const webseiten = [await websiteOf(owner.world)];
  const { body } = await owner.raw('keep_banner', { payload: bannerWish() });
  return { ID: body.banner.ID as number, ...bannerWish({ webseiten }) };
}
/** A banner of the owner that was ordered. */
function aBanner(status: 'aktiv' | 'geplant') {
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-11-01',
    publish_time: '12:00',
  } as const;
  return async (owner: Owner) => {
    await owner.on.grant(owner.userId, 60);
    // The same new banner again at once would be a second press.
    const url = `https://studio-linde.example/${randomUUID()}`;
    const webseiten = [await websiteOf(owner.world)];
    const payload = bannerWish({ webseiten, url, ...(status === 'geplant' && planned) });
    const { body } = await owner.raw('order_banner', { payload });
    return { banner_id: body.banner.ID as number };
  };
}
async function keptCart(owner: Owner) {
  const payload = await wanted(owner);
  await owner.raw('updateCart', { payload });
  return { inserat_id: payload.inserat_id };
}

/**
 * One call that succeeds for every action of the product: whatever refuses it in a test is the
 * defence that is tested and nothing else. A new action needs its line here; the suites of the HTTP
 * edge then ask it everything they ask the others.
 */
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
  'POST logout': { prepare: nothing },
  'POST reauthenticate': { prepare: async () => ({ kind: 'export', password: PASSWORD }) },
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
  'POST support': {
    prepare: async () => ({ subject: 'ad', message: 'Mein Inserat erscheint nicht in der Liste.' }),
  },
  'GET getTopupOptions': { prepare: nothing },
  'POST wallet_topup': { prepare: async () => ({ topup_option_id: 2 }) },
  'GET payment_status': {
    prepare: async (owner) => {
      const opened = await owner.raw('wallet_topup', { payload: { topup_option_id: 1 } });
      return { payment_id: opened.body.payment_id };
    },
    object: 'payment_id',
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
  'POST delete_inserat': {
    prepare: anAd('geplant'),
    object: 'inserat_id',
    audit: ['inserat_deleted'],
  },
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
  'POST delete_account': {
    prepare: async () => ({ password: PASSWORD }),
    audit: ['account_closed'],
  },
};

/** Makes advertisers with so many credits each. */
export function owners(world: World, credits = 500): () => Promise<Owner> {
  const on = advertisers(world);
  let made = 0;
  return async () => {
    const user = await world.user({
      username: `Lena ${++made} y`,
      email: `lena${made}@beispiel.ch`,
    });
    if (credits > 0) await on.grant(user.userId, credits);
    return { ...user, world, on };
  };
}

const picture = async () => dataUrl(await quarters(40, 20).jpeg().toBuffer());

/** An ad of the owner with one more picture. */
async function withPicture(owner: Owner, known?: number) {
  const inserat_id = known ?? (await owner.on.blank(owner));
  const payload = { inserat_id, base64ImageString: await picture() };
  const { body } = await owner.raw('saveInseratImage', { payload });
  return { inserat_id, attachment_id: body.image.attachment_id as number };
}

/** The entry of a club that the owner has not ordered yet. */
async function anEntry(owner: Owner) {
  const { body } = await owner.raw('keep_club', { payload: wholeClub() });
  return { club_id: body.club_id as number };
}

/** A club of the owner that has not begun. */
async function plannedClub(owner: Owner) {
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-11-01',
    publish_time: '12:00',
  } as const;
  await owner.on.grant(owner.userId, 50);
  const { body } = await owner.raw('save_club', { payload: wholeClub({ monate: 1, ...planned }) });
  return { club_id: body.club.ID as number };
}

/** The entry with one more picture. */
async function clubPicture(owner: Owner, known?: number) {
  const club_id = known ?? (await anEntry(owner)).club_id;
  const payload = { club_id, base64ImageString: await picture() };
  const { body } = await owner.raw('save_club_image', { payload });
  return { club_id, attachment_id: body.image.attachment_id as number };
}

/** An ad of the owner, and a film that was uploaded to it. */
async function withFilm(owner: Owner) {
  const inserat_id = await owner.on.blank(owner);
  const bytes = Buffer.from('film');
  const upload_id = await uploader(owner.world).sent(owner, { inserat_id, kind: 'video', bytes });
  return { inserat_id, upload_id, inserat_typ: '1_week' };
}

/** The newsletter switched off and on, which mails the link to confirm it. */
async function switchedOn({ raw }: Owner) {
  for (const newsletter of [false, true])
    await raw('update_notifications', {
      payload: { expiryAlert: false, disableMessages: false, newsletter },
    });
}

/** As a letter of the newsletter would carry it. */
async function unsubscribeToken({ world, userId }: Owner): Promise<string> {
  const consents = world.db
    .selectFrom('newsletter_consent')
    .select('key')
    .where('account_id', '=', userId);
  const { key } = await consents.executeTakeFirstOrThrow();
  return unsubscribePath(key, world.config).split('=')[1]!;
}

async function mailedToken(world: World, email: string): Promise<string> {
  const token = (await world.mails(email)).at(-1)?.text.match(/\?token=([\w-]{43})$/m)?.[1];
  if (!token) throw new Error(`no link was mailed to ${email}`);
  return token;
}
