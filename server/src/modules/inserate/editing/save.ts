import { choicesFor } from '@samtrot/shared/catalogue/choice-rules.ts';
import type * as contract from '@samtrot/shared/inserate/contract.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { holdsOnlyPackage } from '@samtrot/shared/inserate/drafts.ts';
import { ADDRESS_REMOVED, chosenPlace, placeOf, saysLess } from '@samtrot/shared/inserate/place.ts';
import { type DatedPush, publishProblems, slotOf } from '@samtrot/shared/inserate/problems.ts';
import { tidyReachable } from '@samtrot/shared/inserate/reachable.ts';
import { after } from '@samtrot/shared/inserate/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { internationalNumber, phoneNumber } from '@samtrot/shared/kernel/phone.ts';
import { startProblems } from '@samtrot/shared/kernel/start.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { payableImages } from '@samtrot/shared/media/payable.ts';
import { hasStoryMedia, willShow } from '@samtrot/shared/media/rules.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { Sql } from '../../../platform/db.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import * as accounts from '../../accounts/service.ts';
import * as cart from '../../cart/service.ts';
import * as catalogue from '../../catalogue/service.ts';
import {
  assertNoProblems,
  assertVersion,
  autosave,
  type Edit,
  type OrderRules,
  type Owner,
  savedColumns,
  withoutNull,
} from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import * as wallet from '../../wallet/service.ts';
import { assertFreeDay, place } from '../booking/booking.ts';
import { packageChangeOf } from '../booking/package-change.ts';
import { payableOf } from '../booking/payable.ts';
import { newRun } from '../booking/pricing.ts';
import { INSERATE } from '../kind.ts';
import { latestBooking, loadForUpdate, loadOrCreateForUpdate, presented, reload } from '../load.ts';
import {
  BOOKED,
  bookingOf,
  nominalEnd,
  presentContent,
  replacedBy,
  unsavedOf,
} from '../presenter.ts';
import { assertStoryApproved } from '../promotion/extras.ts';
import { pastDates } from '../promotion/push-store.ts';
import * as store from '../store.ts';
import { cleanDescription } from './description.ts';

type Saving = Input<typeof contract.saveInserat>;
type Typed = Input<typeof contract.keepInserat>;
type Lists = catalogue.Choices;

/** Saves a draft or orders the ad. @throws what the contract declares */
export async function save(
  ctx: Ctx<Owner>,
  input: Saving,
  rules: OrderRules,
): Promise<Output<typeof contract.saveInserat>> {
  const row = await loadOrCreateForUpdate(ctx, input.inserat_id);
  assertVersion(INSERATE, row, input.version);
  const lists = await catalogue.choicesAt(ctx);
  return input.post_status === 'draft'
    ? saveDraft(ctx, row, input, lists)
    : publish(ctx, row, input, { lists, rules });
}

async function saveDraft(ctx: Ctx<Owner>, row: store.InseratRow, input: Saving, lists: Lists) {
  if (BOOKED.includes(row.status)) {
    throw invalid({
      post_status: 'Dieses Inserat ist bereits aufgegeben und kann kein Entwurf mehr werden.',
    });
  }
  const columns = {
    ...contentOf(row, input, lists),
    ...savedColumns(ctx, row),
    // An expired ad stays expired.
    status: after(row.status, 'entwerfen') ?? row.status,
  };
  await store.update(ctx.db, row.id, columns);
  const inserat = await reload(ctx, row.id);
  const credits = await wallet.balance(ctx.db, ctx.actor.userId);
  const message =
    'Inserat wurde als Entwurf gespeichert. Sie können es später bearbeiten, wenn Sie genügend Credits haben.';
  return { inserat, charged: 0, credits, message };
}

/** The input without past pushes, and the booking that the order continues or replaces. */
async function prepared(ctx: Ctx<Owner>, row: store.InseratRow, typed: Saving, lists: Lists) {
  const latest = await latestBooking(ctx.db, row);
  const booking = bookingOf(row, latest, typed.inserat_typ);
  const previous = replacedBy(row, latest, typed.inserat_typ);
  const stillOpen = await withoutPast(ctx, row.id, typed.date_time_pushes);
  const input = {
    ...typed,
    date_time_pushes: previous ? withinRun(ctx.now, row, typed, stillOpen) : stillOpen,
  };
  return { booking, previous, input, content: contentOf(row, input, lists) };
}

/**
 * Another package of a running ad begins at once, and only while it is shown. @throws INVALID_INPUT
 */
function assertChangeable({ status }: store.InseratRow, { publish_option }: Saving): void {
  if (status === 'ausgeblendet') {
    throw invalid({ inserat_typ: 'Blende das Inserat zuerst ein, um das Paket zu wechseln.' });
  }
  if (status === 'aktiv' && publish_option === 'Planen') {
    throw invalid({
      publish_option: 'Dieses Inserat ist schon online. Ein anderes Paket beginnt sofort.',
    });
  }
}

/**
 * What another package would do to the run and cost; null if the package stays. Refuses what
 * ordering would refuse. @throws what the contract declares
 */
export async function quoteChange(
  ctx: Ctx<Owner>,
  typed: Saving,
  rules: OrderRules,
): Promise<Output<typeof contract.quotePackageChange>> {
  const row = await loadOrCreateForUpdate(ctx, typed.inserat_id);
  const { previous, content } = await prepared(ctx, row, typed, await catalogue.choicesAt(ctx));
  const credits = await wallet.balance(ctx.db, ctx.actor.userId);
  if (!previous) return { change: null, credits, message: 'Das Paket bleibt.' };
  await accounts.requireOnline(ctx.db, row.account_id);
  assertChangeable(row, typed);
  if (rules.requireConfirmedEmail) await accounts.requireConfirmed(ctx.db, row.account_id);
  await assertFreeDay(ctx, row, content);
  assertNoProblems(withoutNull(startProblems(typed, ctx.now)));
  const images = await payableOf(ctx.db, row);
  const change = await packageChangeOf(ctx, { row, content, images, booking: undefined, previous });
  return { change, credits, message: 'Das ändert sich mit dem anderen Paket.' };
}

async function publish(
  ctx: Ctx<Owner>,
  row: store.InseratRow,
  typed: Saving,
  { lists, rules }: { lists: Lists; rules: OrderRules },
) {
  const { booking, previous, input, content } = await prepared(ctx, row, typed, lists);
  const running = row.status === 'aktiv' || row.status === 'ausgeblendet';
  const attached = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  const images = attached.images.length;
  const hasStory = hasStoryMedia(attached.storyImage, attached.storyVideo);
  const videos = attached.videos.filter(willShow).length;
  const end = running && booking ? nominalEnd(row, booking) : null;
  const problems = publishProblems(
    {
      ...input,
      beschreibung: content.beschreibung,
      adresse_anzeigen: content.adresse_anzeigen,
      ort_anzeigen: content.ort_anzeigen,
      erreichbar: content.erreichbar,
    },
    {
      now: ctx.now,
      // A new run is something new.
      known: choicesFor(lists, (booking ?? previous) && row),
      phraseProblem: phraseProblemOf(await catalogue.forbiddenPhrasesAt(ctx)),
      running,
      images,
      hasStory,
      videos,
      // Past pushes are accepted only if a booking paid for them; a draft stores pushes, too.
      ...((booking ?? previous) && { ordered: presentContent(row).date_time_pushes }),
      ...(end && { end }),
      promoted: {
        topAd: { paid: booking?.paid_topad ?? false, until: row.topad_until },
        story: { paid: booking?.paid_story ?? false, until: row.story_until },
      },
    },
  );
  assertNoProblems(problems);
  if (booking) retainPast(content, row, ctx.now);

  if (input.story_posted && !(booking ?? previous)?.paid_story)
    await assertStoryApproved(ctx, row, content.story_title);
  if (!booking) assertChangeable(row, input);
  const { charged, credits, columns } = await place(ctx, {
    row,
    content,
    images: payableImages(attached.images, BOOKED.includes(row.status)),
    booking,
    previous,
    expectedTotal: input.expected_total,
    requireConfirmedEmail: rules.requireConfirmedEmail,
  });
  // At once, also where changes wait for an approval.
  const hides = saysLess(placeOf(row), placeOf(content));
  if (hides) await store.hidePlace(ctx.db, row.id, content);
  await store.update(ctx.db, row.id, {
    ...content,
    ...columns,
    ...savedColumns(ctx, row),
  });
  failPoint('buy.after_feature');
  await cart.clear(ctx.db, row.id);
  const inserat = await reload(ctx, row.id);
  const message =
    booking && row.status !== 'geplant'
      ? hides && !content.ort_anzeigen
        ? `Deine Änderungen sind gespeichert. ${ADDRESS_REMOVED}`
        : 'Deine Änderungen sind gespeichert.'
      : !booking && (await isHeld(ctx.db, row.id))
        ? 'Dein Inserat wird geprüft.'
        : MESSAGES[inserat.inserat_status];
  return { inserat, charged, credits, message };
}

/** Without dated pushes that were delivered while the editor was open. */
async function withoutPast(
  ctx: Ctx<Owner>,
  inseratId: number,
  pushes: readonly DatedPush[],
): Promise<DatedPush[]> {
  if (pushes.length === 0) return [];
  const past = new Set(await pastDates(ctx.db, inseratId, ctx.now));
  return pushes.filter((push) => !past.has(slotOf(push)));
}

/**
 * Dated pushes within the run of another package; ordered ones outside are dropped and refunded.
 */
function withinRun(
  now: Date,
  row: store.InseratRow,
  typed: Saving,
  pushes: readonly DatedPush[],
): DatedPush[] {
  const at = ({ date, time }: DatedPush) => instantOf(date, time);
  if (Object.values(startProblems(typed, now)).some((problem) => problem !== null))
    return [...pushes];
  const { start_at, end_at } = newRun(now, row, typed);
  const ordered = new Set(row.date_time_pushes);
  return pushes.filter((push) => {
    if (!ordered.has(slotOf(push))) return true;
    return at(push) > now && at(push) >= start_at && at(push) < end_at;
  });
}

/** Keeps past dated pushes, which the scheduler delivers or refunds. */
function retainPast(content: store.Content, row: store.InseratRow, now: Date): void {
  const past = row.date_time_pushes.filter(
    (slot) => instantOf(slot.slice(0, 10), slot.slice(11)) <= now,
  );
  content.date_time_pushes = [...new Set([...content.date_time_pushes, ...past])].toSorted();
}

const isHeld = async (db: Sql, id: number) => (await store.find(db, id))!.held_at !== null;

const MESSAGES: Record<Inserat['inserat_status'], string> = {
  aktiv: 'Dein Inserat ist online.',
  geplant: 'Dein Inserat ist geplant.',
  ausgeblendet: 'Deine Änderungen sind gespeichert.',
  entwurf: '',
  abgelaufen: '',
};

/** An ad with its autosaved edits. @throws INSERAT_NOT_FOUND */
export async function read(
  ctx: Ctx<Owner>,
  inseratId: number,
): Promise<Output<typeof contract.getInserat>> {
  const row = await loadForUpdate(ctx, inseratId);
  const [inserat] = await presented(ctx, [row]);
  const typed = unsavedOf(row);
  const unsaved = typed && {
    ...typed,
    date_time_pushes: await withoutPast(ctx, row.id, typed.date_time_pushes),
  };
  return { inserat: inserat!, unsaved, message: 'Das ist dein Inserat.' };
}

/**
 * Autosaves: into a draft itself, of a booked ad beside what visitors see.
 * @throws INSERAT_NOT_FOUND, TOO_MANY_INSERATE, VERSION_CONFLICT with the other `version`
 */
export async function keep(
  ctx: Ctx<Owner>,
  input: Typed,
): Promise<Output<typeof contract.keepInserat>> {
  const row = await loadOrCreateForUpdate(ctx, input.inserat_id);
  assertVersion(INSERATE, row, input.version);
  if (row.status === 'leer' && holdsOnlyPackage(input))
    return { version: row.version, saved_at: null, message: 'Noch kein Entwurf.' };
  const content = contentOf(row, input, await catalogue.choicesAt(ctx));
  const status = after(row.status, 'entwerfen') ?? row.status;
  const edit: Edit = input.discard
    ? 'discard'
    : BOOKED.includes(row.status)
      ? { unsaved: presentContent(content) }
      : { columns: { ...content, unsaved: null, status, changed_at: ctx.now } };
  return { ...(await autosave(ctx, INSERATE, row, edit)), message: 'Gesichert.' };
}

/** Normalized columns: known choices once each, complete numbers and addresses in one form. */
function contentOf(row: store.InseratRow, input: Saving | Typed, lists: Lists): store.Content {
  const chosen = <Id>(ids: Id[], list: { id: Id }[]) =>
    [...new Set(ids)].filter((id) => list.some((entry) => entry.id === id));
  const { categories, offerings } = choicesFor(lists, row);
  return {
    ...store.contentIn(input),
    beschreibung: cleanDescription(input.beschreibung),
    telefon: phoneNumber(input.telefon) ?? input.telefon,
    // Cleared when switched off (EDI-57).
    whatsapp: input.whatsapp_erlaubt ? (internationalNumber(input.whatsapp) ?? input.whatsapp) : '',
    homepage: withHttps(input.homepage),
    erreichbar: tidyReachable(input.erreichbar),
    ...chosenPlace(input, row),
    cantons: chosen(input.cantons, lists.cantons),
    categories: chosen(input.categories, categories),
    offerings: chosen(input.offerings, offerings),
    push_times: [...new Set(input.push_times)].toSorted(),
    date_time_pushes: [...new Set(input.date_time_pushes.map(slotOf))].toSorted(),
  };
}
