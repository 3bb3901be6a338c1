import { included, type PackageId } from '@samtrot/shared/cart/rules.ts';
import type * as contract from '@samtrot/shared/inserate/contract.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { publishProblems } from '@samtrot/shared/inserate/rules.ts';
import { after } from '@samtrot/shared/inserate/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { phoneNumber } from '@samtrot/shared/kernel/phone.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type * as mediaContract from '@samtrot/shared/media/contract.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as cart from '../cart/service.ts';
import * as media from '../media/service.ts';
import * as wallet from '../wallet/service.ts';
import { place, wishesOf } from './booking.ts';
import { bookingOf, paidOf, present } from './present.ts';
import * as store from './store.ts';

type Owner = Actors['user'] | Actors['operator'];
type Saving = Input<typeof contract.saveInserat>;

const BLANK_LIVES_MS = DAY_MS;
const BATCH = 100;

export const referenceLists = (db: Sql) => store.referenceLists(db);

/** The ads of an account, newest first, without blank drafts and deleted ones. */
export async function listOwn(ctx: { db: Sql; now: Date }, userId: number): Promise<Inserat[]> {
  const rows = await store.listOwn(ctx.db, userId);
  const ids = rows.map(({ id }) => id);
  const bookingIds = rows.flatMap(({ booking_id }) => booking_id ?? []);
  const images = await media.imagesOf(ctx.db, ids);
  const bookings = await store.bookingsOf(ctx.db, bookingIds);
  return rows.map((row) => present(row, images.get(row.id)!, bookings.get(row.booking_id ?? 0), ctx.now));
}

/** The one untouched draft of the caller (EDI-04); ten calls at once give the same. */
export const createBlank = (ctx: Ctx<Owner>): Promise<number> => store.blank(ctx.db, ctx.actor.userId, ctx.now);

export type { OrderRecord } from './store.ts';

/** Orders behind movements of the wallet, for the history. */
export const ordersByCause = store.ordersByCause;

/** What the operator decides about placing. */
export interface PlacingRules {
  requireConfirmedEmail: boolean;
}

/** Keeps a draft or places the ad. @throws what the contract declares */
export async function save(
  ctx: Ctx<Owner>,
  input: Saving,
  rules: PlacingRules,
): Promise<Output<typeof contract.saveInserat>> {
  const row = await lock(ctx, input.inserat_id);
  const lists = await store.referenceLists(ctx.db);
  return input.post_status === 'draft' ? saveDraft(ctx, row, input, lists) : publish(ctx, row, input, { lists, rules });
}

async function saveDraft(ctx: Ctx<Owner>, row: store.InseratRow, input: Saving, lists: Lists) {
  if (row.status === 'geplant' || row.status === 'aktiv' || row.status === 'ausgeblendet') {
    throw invalid({ post_status: 'Dieses Inserat ist bereits aufgegeben und kann kein Entwurf mehr werden.' });
  }
  const columns = {
    ...contentOf(input, lists),
    // An expired ad stays in its tab; what was typed is kept there.
    status: after(row.status, 'entwerfen') ?? row.status,
  };
  await store.update(ctx.db, row.id, { ...columns, changed_at: ctx.now });
  const inserat = await reload(ctx, row.id);
  const credits = await wallet.balance(ctx.db, ctx.actor.userId);
  const message =
    'Inserat wurde als Entwurf gespeichert. Sie können es später bearbeiten, wenn Sie genügend Credits haben.';
  return { inserat, charged: 0, credits, message };
}

async function publish(
  ctx: Ctx<Owner>,
  row: store.InseratRow,
  input: Saving,
  { lists, rules }: { lists: Lists; rules: PlacingRules },
) {
  const running = row.status === 'aktiv' || row.status === 'ausgeblendet';
  const problems = publishProblems(input, { now: ctx.now, known: lists, running });
  if (Object.keys(problems).length > 0) throw invalid(problems);

  const content = contentOf(input, lists);
  const bookings = await store.bookingsOf(ctx.db, row.booking_id ? [row.booking_id] : []);
  const latest = bookings.get(row.booking_id ?? 0);
  const booking = bookingOf(row, latest, content.package);
  if (row.status === 'ausgeblendet' && !booking) {
    throw invalid({ inserat_typ: 'Blende das Inserat zuerst ein, um das Paket zu wechseln.' });
  }
  if (running && !booking && input.publish_option === 'Planen') {
    throw invalid({ publish_option: 'Dieses Inserat ist schon online. Ein anderes Paket beginnt sofort.' });
  }
  const { charged, credits, columns } = await place(ctx, {
    row,
    content,
    images: await media.countOf(ctx.db, row.id),
    booking,
    expectedTotal: input.expected_total,
    requireConfirmedEmail: rules.requireConfirmedEmail,
  });
  await store.update(ctx.db, row.id, { ...content, ...columns, changed_at: ctx.now });
  failPoint('buy.after_feature');
  await cart.clear(ctx.db, row.id);
  const inserat = await reload(ctx, row.id);
  const message =
    booking && row.status !== 'geplant' ? 'Deine Änderungen sind gespeichert.' : MESSAGES[inserat.inserat_status];
  return { inserat, charged, credits, message };
}

const MESSAGES: Record<Inserat['inserat_status'], string> = {
  aktiv: 'Dein Inserat ist online.',
  geplant: 'Dein Inserat ist geplant.',
  ausgeblendet: 'Deine Änderungen sind gespeichert.',
  entwurf: '',
  abgelaufen: '',
};

/** What the cart asks of an ad, so that it names the price that placing charges. */
export const cartTerms: cart.TermsOf = async (ctx, inseratId) => {
  const row = await locked(ctx, inseratId);
  if (!row) return undefined;
  const bookings = await store.bookingsOf(ctx.db, row.booking_id ? [row.booking_id] : []);
  const latest = bookings.get(row.booking_id ?? 0);
  const images = await media.countOf(ctx.db, row.id);
  return {
    paid: paidOf(row, latest),
    wishes: (wanted) => wishesOf({ row, images, booking: bookingOf(row, latest, wanted.package) }, wanted),
  };
};

/** Hangs a picture on an ad of the caller. The work on the file is done between two short transactions. */
export async function addImage(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Input<typeof mediaContract.saveInseratImage>,
): Promise<Output<typeof mediaContract.saveInseratImage>> {
  // Refuses early what would be refused later, before a worker is busy with it.
  await ctx.transaction((short) => requireImageSlot(short, input));
  const picture = await media.takeIn(ports, input.base64ImageString, (developed) =>
    ctx.transaction((short) => media.announce(short, developed)),
  );
  return ctx.transaction(async (short) => {
    const row = await requireImageSlot(short, input);
    await media.holdFiles(short.db, ports.files, picture);
    const image = await media.attach(short, {
      accountId: ctx.actor.userId,
      inseratId: row.id,
      name: input.name ?? '',
      picture,
    });
    // A draft with a picture is no longer untouched.
    const status = row.status === 'leer' ? ('entwurf' as const) : row.status;
    await store.update(short.db, row.id, { status, changed_at: ctx.now });
    return { image, removed: picture.removed, message: 'Bild erfolgreich hochgeladen und in CDN gespeichert' };
  });
}

/** Locks the ad, so that two uploads cannot both take the last place. @throws INSERAT_NOT_FOUND, TOO_MANY_IMAGES with n */
async function requireImageSlot(
  ctx: Ctx<Owner>,
  input: { inserat_id: number; inserat_typ?: PackageId | undefined },
): Promise<store.InseratRow> {
  const row = await lock(ctx, input.inserat_id);
  const booked = row.status === 'geplant' || row.status === 'aktiv' || row.status === 'ausgeblendet';
  const n = included(booked ? row.package : (input.inserat_typ ?? row.package)).images;
  if ((await media.countOf(ctx.db, row.id)) >= n) throw new AppError('TOO_MANY_IMAGES', { params: { n } });
  return row;
}

/** Takes a picture off an ad of the caller. @throws NOT_FOUND */
export async function removeImage(ctx: Ctx<Owner>, imageId: number): Promise<void> {
  const inseratId = await media.inseratOf(ctx.db, ctx.actor.userId, imageId);
  const row = inseratId && (await locked(ctx, inseratId));
  if (!row || !(await media.remove(ctx.db, imageId))) throw new AppError('NOT_FOUND');
  await store.update(ctx.db, row.id, { changed_at: ctx.now });
}

interface Clockwork {
  db: Sql;
  now: Date;
}

/**
 * For closing accounts: every ad is off the partner websites at once and keeps nothing that was written or shown; a planned one never
 * starts. Nothing is refunded, because the balance is forfeited anyway.
 */
export async function forgetAccount(ctx: Clockwork, accountId: number): Promise<void> {
  await cart.forgetAccount(ctx, accountId);
  await media.removeFromInserate(ctx.db, accountId);
  await store.forget(ctx.db, accountId, ctx.now);
}

/** Planned ads whose time has come go online; each once, whoever else is at it. Answers how many of a batch did. */
export const startDue = (ctx: Clockwork): Promise<number> => store.startDue(ctx.db, ctx.now, { batch: BATCH });

/** Ads whose time is over go offline. */
export const expireDue = (ctx: Clockwork): Promise<number> => store.expireDue(ctx.db, ctx.now, { batch: BATCH });

/** Removes drafts that nobody touched for a day. */
export const sweepBlanks = (ctx: Clockwork): Promise<number> =>
  store.deleteBlanks(ctx.db, new Date(ctx.now.getTime() - BLANK_LIVES_MS), BATCH);

/** The ad of the caller, locked and up to date: what the clock has not come to yet has happened. @throws INSERAT_NOT_FOUND */
async function lock(ctx: Ctx<Owner>, id: number): Promise<store.InseratRow> {
  const row = await locked(ctx, id);
  if (!row) throw new AppError('INSERAT_NOT_FOUND');
  return row;
}

async function locked(ctx: Ctx<Owner>, id: number): Promise<store.InseratRow | undefined> {
  const row = await store.lockOwn(ctx.db, ctx.actor.userId, id);
  const moved =
    row && (await store.startDue(ctx.db, ctx.now, { id })) + (await store.expireDue(ctx.db, ctx.now, { id })) > 0;
  return moved ? store.lockOwn(ctx.db, ctx.actor.userId, id) : row;
}

async function reload(ctx: Ctx<Owner>, id: number): Promise<Inserat> {
  const row = await store.lockOwn(ctx.db, ctx.actor.userId, id);
  const images = await media.imagesOf(ctx.db, [id]);
  const bookings = await store.bookingsOf(ctx.db, row?.booking_id ? [row.booking_id] : []);
  return present(row!, images.get(id)!, bookings.get(row?.booking_id ?? 0), ctx.now);
}

type Lists = Awaited<ReturnType<typeof store.referenceLists>>;

/** What of the input is kept: choices that exist, each once, and the phone number in its one form as soon as it is whole. */
function contentOf(input: Saving, lists: Lists): store.Content {
  const chosen = <Id>(ids: Id[], list: { id: Id }[]) =>
    [...new Set(ids)].filter((id) => list.some((entry) => entry.id === id));
  return {
    package: input.inserat_typ,
    name: input.name,
    titel: input.titel,
    beschreibung: input.beschreibung,
    telefon: phoneNumber(input.telefon) ?? input.telefon,
    cantons: chosen(input.cantons, lists.cantons),
    categories: chosen(input.categories, lists.categories),
    offerings: chosen(input.offerings, lists.offerings),
    image_kind: input.originalbilder,
    publish_option: input.publish_option,
    publish_date: input.publish_date,
    publish_time: input.publish_time,
  };
}
