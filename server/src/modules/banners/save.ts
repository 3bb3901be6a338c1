import type * as contract from '@samtrot/shared/banners/contract.ts';
import { bannerProblems } from '@samtrot/shared/banners/problems.ts';
import {
  BANNER_TYPES,
  type BannerTypeId,
  bannerTexts,
  fitsBanner,
} from '@samtrot/shared/banners/rules.ts';
import { type BannerStatus, bannerStatus } from '@samtrot/shared/banners/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { startProblems } from '@samtrot/shared/kernel/start.ts';
import { isCalendarDate, isTimeOfDay } from '@samtrot/shared/kernel/wall-time.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import type { Ctx, OwnCtx } from '../../platform/action.ts';
import * as accounts from '../accounts/service.ts';
import * as catalogue from '../catalogue/service.ts';
import {
  assertNoProblems,
  assertRoom,
  assertVersion,
  autosave,
  type Edit,
  namedId,
  type Owner,
  plannedAt,
  savedColumns,
  withoutNull,
} from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as partners from '../partners/service.ts';
import * as wallet from '../wallet/service.ts';
import { moveStart } from './booking.ts';
import { BANNERS } from './kind.ts';
import { loadForUpdate, reload } from './load.ts';
import {
  attachUnsavedPicture,
  type PictureChange,
  pictureAfter,
  renderPicture,
  showPicture,
} from './pictures.ts';
import { contentIn } from './presenter.ts';
import { startAsBooked } from './start.ts';
import * as store from './store.ts';

type Typed = Input<typeof contract.saveBanner>;
type Result = Output<typeof contract.saveBanner>;

const BOOKED: readonly BannerStatus[] = ['geplant', 'aktiv', 'ausgeblendet'];
const isBooked = (row: store.BannerRow, now: Date) => BOOKED.includes(bannerStatus(row, now));

/** @throws BANNER_NOT_FOUND when the call names two */
export const idOf = ({ ID, banner_id }: Pick<Typed, 'ID' | 'banner_id'>): number | undefined =>
  namedId(BANNERS, ID, banner_id);

/** The named banner, locked, or a new draft. @throws BANNER_NOT_FOUND, TOO_MANY_BANNERS */
export async function loadOrCreateForUpdate(
  ctx: Ctx<Owner>,
  input: Typed,
): Promise<store.BannerRow> {
  const id = idOf(input);
  if (id !== undefined) return loadForUpdate(ctx, id);
  await assertRoom(ctx, BANNERS);
  const made = await store.insert(
    ctx.db,
    { ...contentOf(input), account_id: ctx.actor.userId },
    ctx.now,
  );
  return (await store.find(ctx.db, made, ctx.now))!;
}

/** Content by column; an incomplete date is empty. */
function contentOf(input: Typed): store.Content {
  const {
    typ,
    text,
    url,
    monate,
    auto_extend,
    publish_option = 'Sofort',
    publish_date,
    publish_time,
  } = input;
  return {
    typ,
    text,
    url,
    monate,
    auto_extend,
    publish_option,
    publish_date: isCalendarDate(publish_date) ? publish_date : '',
    publish_time: isTimeOfDay(publish_time) ? publish_time : '',
  };
}

/** Content to publish: the address in one form, a text only for text links. */
export const finalOf = (input: Typed): store.Content => ({
  ...contentOf(input),
  text: BANNER_TYPES[input.typ].size === null ? input.text : '',
  url: withHttps(input.url),
});

/** Refuses early; returns the type that the picture has to fit. */
async function refuse(ctx: Ctx<Owner>, input: Typed) {
  const id = idOf(input);
  if (id === undefined) {
    await assertRoom(ctx, BANNERS);
    return input.typ;
  }
  const row = await loadForUpdate(ctx, id);
  assertVersion(BANNERS, row, input.version);
  return isBooked(row, ctx.now) ? row.typ : input.typ;
}

/**
 * Autosaves: into a draft itself, of a booked banner beside what visitors see.
 * @throws what the contract declares
 */
export async function keep(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Input<typeof contract.keepBanner>,
): Promise<Output<typeof contract.keepBanner>> {
  const picture = input.discard
    ? 'as it is'
    : await renderPicture(ctx, ports, input.banner_bild, (short) => refuse(short, input));
  return ctx.transaction(async (short) => {
    const row = await loadOrCreateForUpdate(short, input);
    assertVersion(BANNERS, row, input.version);
    const edit = await editOf(short, { ports, row, input, picture });
    if (edit) await autosave(short, BANNERS, row, edit);
    return { banner: await reload(short, row.id), message: 'Gesichert.' };
  });
}

interface Save {
  ports: media.MediaPorts;
  row: store.BannerRow;
  input: Typed;
  picture: PictureChange;
}

async function editOf(
  ctx: Ctx<Owner>,
  save: Save & { input: Input<typeof contract.keepBanner> },
): Promise<Edit | null> {
  const { row, input } = save;
  if (!input.discard)
    return isBooked(row, ctx.now)
      ? unsavedEdit(ctx, save)
      : { columns: await saveDraft(ctx, save) };
  if (row.unsaved === null) return null;
  await media.removeFromBanner(ctx.db, row.id, ['banner_neu']);
  return 'discard';
}

async function unsavedEdit(
  ctx: Ctx<Owner>,
  { ports, row, input, picture }: Save,
): Promise<{ unsaved: store.Unsaved }> {
  const { typ: _typ, monate: _monate, ...content } = contentOf(input);
  await attachUnsavedPicture(ctx, ports, row, picture);
  const no_picture =
    picture === 'none' || (picture === 'as it is' && (row.unsaved?.no_picture ?? false));
  const start = input.publish_option ? {} : startAsBooked(row, bannerStatus(row, ctx.now));
  return { unsaved: { ...content, ...start, no_picture } };
}

/** Saves picture and websites of a draft or an expired banner; returns its other columns. */
async function saveDraft(ctx: Ctx<Owner>, { ports, row, input, picture }: Save) {
  const known = (await partners.onlineWebsites(ctx.db)).map(({ id }) => id);
  await showPicture(ctx, ports, row, picture);
  await store.setWebsites(
    ctx.db,
    row.id,
    known.filter((id) => input.webseiten.includes(id)),
  );
  return { ...contentOf(input), ...savedColumns(ctx, row) };
}

/** Saves a draft, or what may change of a booked banner. @throws what the contract declares */
export async function save(
  ctx: OwnCtx<Owner>,
  ports: media.MediaPorts,
  input: Typed,
): Promise<Result> {
  const picture = await renderPicture(ctx, ports, input.banner_bild, (short) =>
    refuse(short, input),
  );
  return ctx.transaction(async (short) => {
    const row = await loadOrCreateForUpdate(short, input);
    assertVersion(BANNERS, row, input.version);
    const booked = isBooked(row, ctx.now);
    const work = { ports, row, input, picture };
    if (booked) await change(short, work);
    else await store.update(short.db, row.id, await saveDraft(short, work));
    const credits = await wallet.balance(short.db, ctx.actor.userId);
    const message = booked
      ? 'Deine Änderungen sind gespeichert.'
      : 'Banner erfolgreich als Entwurf gespeichert!';
    return { banner: await reload(short, row.id), credits, message };
  });
}

/** @throws INVALID_INPUT, ACCOUNT_OFFLINE */
async function change(ctx: Ctx<Owner>, { ports, row, input, picture }: Save): Promise<void> {
  const content = finalOf(input);
  const { startAt, problems } = chosenStart(row, input, ctx.now);
  assertNoProblems({
    ...(await problemsOf(ctx, { row, content, websites: input.webseiten, picture, booked: true })),
    ...problems,
    ...fixedProblems(row, input),
  });
  await showPicture(ctx, ports, row, picture);
  const { text, url, auto_extend } = content;
  await store.update(ctx.db, row.id, { text, url, auto_extend, ...savedColumns(ctx, row) });
  if (!startAt || startAt.getTime() === row.start_at!.getTime()) return;
  if (startAt <= ctx.now) await accounts.requireOnline(ctx.db, row.account_id);
  await moveStart(ctx, row, startAt);
}

/** Type, months and websites were paid for and cannot change. */
function fixedProblems(row: store.BannerRow, { typ, monate, webseiten }: Typed): FieldErrors {
  const same =
    new Set(webseiten).size === row.websites.length &&
    row.websites.every((id) => webseiten.includes(id));
  return {
    ...(typ !== row.typ && { typ: bannerTexts.fixed }),
    ...(monate !== row.monate && { monate: bannerTexts.fixed }),
    ...(!same && { webseiten: bannerTexts.fixed }),
  };
}

/** The new start of a planned banner; once begun, only its planned start may be named. */
function chosenStart(
  row: store.BannerRow,
  input: Typed,
  now: Date,
): { startAt?: Date; problems: FieldErrors } {
  if (input.publish_option === undefined) return { problems: {} };
  const planned = input.publish_option === 'Planen' ? plannedAt(input) : now;
  const asBooked = planned?.getTime() === row.start_at!.getTime();
  if (bannerStatus(row, now) !== 'geplant') {
    const fixed = input.publish_option === 'Planen' && !asBooked;
    return { problems: fixed ? { publish_option: bannerTexts.fixed } : {} };
  }
  const problems = withoutNull(
    startProblems({ ...input, publish_option: input.publish_option }, now),
  );
  return planned && Object.keys(problems).length === 0
    ? { startAt: planned, problems }
    : { problems };
}

interface Wanted {
  row: store.BannerRow;
  content: store.Content;
  websites: readonly number[];
  picture: PictureChange | 'shown';
  booked?: boolean;
}

/** Problems that prevent publishing; without `booked` also of start, months and websites. */
export async function problemsOf(
  ctx: Ctx<Owner>,
  { row, content, websites, picture, booked }: Wanted,
): Promise<FieldErrors> {
  const after = await pictureAfter(ctx, row, picture);
  const known = booked ? undefined : (await partners.onlineWebsites(ctx.db)).map(({ id }) => id);
  const { typ } = content;
  const shown = BANNER_TYPES[typ].size === null ? undefined : after;
  return {
    ...(shown &&
      !fitsBanner(typ, shown.width, shown.height) && { banner_bild: bannerTexts.ratio(typ) }),
    ...(!booked && (await refusedBy(ctx, websites, { rating: shown?.rating ?? null, typ }))),
    ...bannerProblems(contentIn({ ...content, websites: [...websites] }), {
      now: ctx.now,
      picture: after !== undefined,
      phraseProblem: phraseProblemOf(await catalogue.forbiddenPhrasesAt(ctx)),
      ...(known && { known }),
      ...(booked && { booked }),
    }),
  };
}

/** Websites that do not show this picture, or have no such place, cannot be ordered. */
async function refusedBy(
  { db }: Ctx<Owner>,
  websites: readonly number[],
  { rating, typ }: { rating: Rating | null; typ: BannerTypeId },
): Promise<FieldErrors> {
  const chosen = (await partners.onlineWebsites(db)).filter(({ id }) => websites.includes(id));
  const without = async (showing: Promise<Set<number>>) => {
    const ids = await showing;
    return chosen.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
  };
  const placeless = await without(partners.websitesShowing(db, null, typ));
  if (placeless.length > 0)
    return {
      webseiten: `Diese Webseiten haben keinen Platz für ${BANNER_TYPES[typ].name}: ${placeless.join(', ')}`,
    };
  const names = await without(partners.websitesShowing(db, rating));
  return names.length === 0
    ? {}
    : { webseiten: `Diese Webseiten zeigen dein Bild nicht: ${names.join(', ')}` };
}
