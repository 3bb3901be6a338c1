import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { createLink } from '../../modules/access/service.ts';
import { unsubscribePath } from '../../modules/accounts/service.ts';
import { createCoupon } from '../../modules/coupons/service.ts';
import { desk } from '../../modules/support/service.ts';
import { bannerWish, websiteOf } from '../listings/banners.ts';
import { wholeClub } from '../listings/clubs.ts';
import { dataUrl, quarters } from '../media/images.ts';
import { uploader } from '../media/uploads.ts';
import { PASSWORD } from './accounts.ts';
import { house } from './house.ts';
import type { Owner } from './owners.ts';
import type { World } from './world.ts';

export const nothing = async () => ({});
export const wanted = async (owner: Owner) => ({
  inserat_id: await owner.on.blank(owner),
  base_package: '1_week',
});
export async function newCoupon({ world }: Owner) {
  const code = `PROBE-${randomUUID()}`.toUpperCase();
  const values = { code, credits: 5, description: 'Gutschein', maxUses: null, expiresAt: null };
  await world.db
    .transaction()
    .execute((db) => createCoupon({ db, now: world.clock.now() }, values));
  return { coupon_code: code };
}
/** A conversation of the owner with the support. */
export async function aThread(owner: Owner) {
  const payload = { subject: 'ad', message: `Frage ${randomUUID()}: wo steht es?` };
  const { body } = await owner.raw('support', { payload });
  return { thread_id: Number(body.ticket.slice('S-'.length)) };
}

/** The same with an answer that nobody has opened. */
export async function anAnsweredThread(owner: Owner) {
  const { thread_id } = await aThread(owner);
  const { db, clock } = owner.world;
  await db.transaction().execute((sql) =>
    desk.answer(
      { db: sql, now: clock.now(), actor: { kind: 'cli' } },
      {
        thread_id,
        seen_entry: 1,
        text: 'Auf der zweiten Seite.',
        state: 'answered',
        send_key: randomUUID(),
        anyway: true,
      },
    ),
  );
  return { thread_id };
}

/** An ad of the owner in this state. */
export const anAd =
  (status: 'leer' | 'gratis' | 'aktiv' | 'geplant' | 'abgelaufen') => async (owner: Owner) => {
    if (status === 'leer') return { inserat_id: await owner.on.blank(owner) };
    const planned = {
      publish_option: 'Planen',
      publish_date: '2027-11-01',
      publish_time: '12:00',
    } as const;
    const { id } = await owner.on.place(owner, {
      inserat_typ: status === 'gratis' ? 'free' : '1_week',
      ...(status === 'geplant' && planned),
    });
    if (status === 'abgelaufen') {
      await owner.world.db.updateTable('inserat').set({ status }).where('id', '=', id).execute();
    }
    return { inserat_id: id };
  };
/** The public id of an ad of the owner that is online. */
export async function onlineAd(owner: Owner): Promise<string> {
  const { inserat_id } = await anAd('aktiv')(owner);
  const row = await owner.world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', inserat_id)
    .executeTakeFirstOrThrow();
  return row.public_id;
}
export async function typedBanner(owner: Owner) {
  const webseiten = [await websiteOf(owner.world)];
  const { body } = await owner.raw('keep_banner', { payload: bannerWish() });
  return { ID: body.banner.ID as number, ...bannerWish({ webseiten }) };
}
/** The hold that the house has put on an ad of the owner. */
export async function aHold(owner: Owner) {
  await owner.on.grant(owner.userId, 40);
  const { inserat_id } = await anAd('aktiv')(owner);
  const team = house(owner.world);
  const held = await team.hold(await team.person(), 'inserat', inserat_id);
  return { hold_id: held.id };
}
/** A banner of the owner that was ordered. */
export function aBanner(status: 'aktiv' | 'geplant') {
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
export async function keptCart(owner: Owner) {
  const payload = await wanted(owner);
  await owner.raw('updateCart', { payload });
  return { inserat_id: payload.inserat_id };
}

export const picture = async () => dataUrl(await quarters(40, 20).jpeg().toBuffer());

/** An ad of the owner with one more picture. */
export async function withPicture(owner: Owner, known?: number) {
  const inserat_id = known ?? (await owner.on.blank(owner));
  const payload = { inserat_id, base64ImageString: await picture() };
  const { body } = await owner.raw('saveInseratImage', { payload });
  return { inserat_id, attachment_id: body.image.attachment_id as number };
}

export async function removedPicture(owner: Owner) {
  const { attachment_id } = await withPicture(owner);
  await owner.raw('deleteInseratImage', { payload: { attachment_id } });
  return { attachment_id };
}

export async function deletedDraft(owner: Owner) {
  const { inserat_id } = await withPicture(owner);
  await owner.raw('delete_inserat', { payload: { inserat_id } });
  return { inserat_id };
}

/** The entry of a club that the owner has not ordered yet. */
export async function anEntry(owner: Owner) {
  const { body } = await owner.raw('keep_club', { payload: wholeClub() });
  return { club_id: body.club_id as number };
}

/** A club of the owner that has not begun. */
export async function plannedClub(owner: Owner) {
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
export async function clubPicture(owner: Owner, known?: number) {
  const club_id = known ?? (await anEntry(owner)).club_id;
  const payload = { club_id, base64ImageString: await picture() };
  const { body } = await owner.raw('save_club_image', { payload });
  return { club_id, attachment_id: body.image.attachment_id as number };
}

/** An ad of the owner, and a film that was uploaded to it. */
export async function withFilm(owner: Owner) {
  const inserat_id = await owner.on.blank(owner);
  const bytes = Buffer.from('film');
  const upload_id = await uploader(owner.world).sent(owner, { inserat_id, kind: 'video', bytes });
  return { inserat_id, upload_id, inserat_typ: '1_week' };
}

/** The newsletter switched off and on, which mails the link to confirm it. */
export async function switchedOn({ raw }: Owner) {
  for (const newsletter of [false, true])
    await raw('update_notifications', {
      payload: { expiryAlert: false, disableMessages: false, newsletter },
    });
}

/** As a letter of the newsletter would carry it. */
export async function unsubscribeToken({ world, userId }: Owner): Promise<string> {
  const consents = world.db
    .selectFrom('newsletter_consent')
    .select('key')
    .where('account_id', '=', userId);
  const { key } = await consents.executeTakeFirstOrThrow();
  return unsubscribePath(key, world.config).split('=')[1]!;
}

export async function askedLoginMail({ world, userId, email }: Owner): Promise<string> {
  // To any other address goes a link for a new password.
  await world.db
    .updateTable('account')
    .set({ email_confirmed_at: world.clock.now() })
    .where('id', '=', userId)
    .execute();
  const { body } = await world.visitor.raw('request_login_mail', { payload: { log: email } });
  await world.runTasks('access/login-mails');
  return body.request;
}

/** A link of the account that is good for an hour. */
export async function linkOf({ world, userId, email }: Owner, purpose: 'undo_email' | 'keep') {
  const link = {
    accountId: userId,
    purpose,
    email: purpose === 'keep' ? email : `alt${userId}@beispiel.ch`,
    lifetimeMs: HOUR_MS,
  };
  return world.db.transaction().execute((db) => createLink({ db, now: world.clock.now() }, link));
}

export async function mailedToken(world: World, email: string): Promise<string> {
  const token = (await world.mails(email)).at(-1)?.text.match(/\?token=([\w-]{43})$/m)?.[1];
  if (!token) throw new Error(`no link was mailed to ${email}`);
  return token;
}

/** A second session of the owner. */
export async function otherDevice(owner: Owner): Promise<{ device_id: string }> {
  await owner.world.visitor.raw('login', { payload: { log: owner.email, pwd: PASSWORD } });
  const { body } = await owner.raw('get_devices', { method: 'GET' });
  const other = body.devices.find(({ current }: { current: boolean }) => !current);
  return { device_id: other.id };
}

/** The token of the mail about a login from a new browser. */
export async function noticeToken({ world, email, userId }: Owner): Promise<string> {
  const confirmed = { email_confirmed_at: world.clock.now() };
  await world.db.updateTable('account').set(confirmed).where('id', '=', userId).execute();
  for (let n = 0; n < 2; n++)
    await world.visitor.raw('login', { payload: { log: email, pwd: PASSWORD } });
  return mailedToken(world, email);
}
