import { CANTON_IDS } from '@samtrot/shared/catalogue/choice-rules.ts';
import type * as contract from '@samtrot/shared/clubs/contract.ts';
import { content as fields } from '@samtrot/shared/clubs/contract.ts';
import { clubProblems } from '@samtrot/shared/clubs/problems.ts';
import { clubPrice, clubTexts } from '@samtrot/shared/clubs/rules.ts';
import { canProlong } from '@samtrot/shared/clubs/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { phoneNumber } from '@samtrot/shared/kernel/phone.ts';
import type { Start } from '@samtrot/shared/kernel/start.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import { comesBack } from '@samtrot/shared/refunds/rules.ts';
import type { Ctx } from '../../platform/action.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import * as catalogue from '../catalogue/service.ts';
import { assertNotHeld } from '../holds/service.ts';
import {
  AT_ONCE,
  assertNoProblems,
  assertPrice,
  assertRoom,
  assertVersion,
  autosave,
  completeDeletion,
  type Edit,
  findRepeatedOrder,
  namedId,
  type OrderRules,
  type Owner,
  reminderAt,
  savedColumns,
  startAtOf,
  startIn,
} from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as wallet from '../wallet/service.ts';
import { book, moveTo, type Run, refundAhead } from './booking.ts';
import { clubContact } from './contact.ts';
import { CLUBS } from './kind.ts';
import { loadForUpdate, loadOrCreateForUpdate, presented, reload } from './load.ts';
import { blank, presentContent, statusOf, unsavedOf } from './presenter.ts';
import * as store from './store.ts';

type Saving = Input<typeof contract.saveClub>;
type Typed = Input<typeof contract.keepClub>;

/** A club with its autosaved edits. @throws CLUB_NOT_FOUND */
export async function read(
  ctx: Ctx<Owner>,
  id: number | undefined,
): Promise<Output<typeof contract.getClub>> {
  const { userId: accountId } = ctx.actor;
  const row = await (id === undefined
    ? store.findEntry(ctx.db, accountId, ctx.now)
    : store.findOwn(ctx.db, { accountId, id, now: ctx.now }));
  if (!row && id !== undefined) throw new AppError('CLUB_NOT_FOUND');
  const [club] = row ? await presented(ctx, [row]) : [blank(ctx.now)];
  return { club: club!, unsaved: row ? unsavedOf(row) : null, message: 'Das ist dein Club.' };
}

/** @throws CLUB_NOT_FOUND when the call names two */
const idOf = ({ club_id, ID }: Pick<Typed, 'club_id' | 'ID'>): number | undefined =>
  namedId(CLUBS, club_id, ID);

/**
 * Autosaves: into the entry that is not ordered yet, of a placed club beside what visitors see.
 * Discarding deletes the entry.
 * @throws CLUB_NOT_FOUND, CLUB_VERSION_CONFLICT with the other `version`
 */
export async function keep(
  ctx: Ctx<Owner>,
  input: Typed,
): Promise<Output<typeof contract.keepClub>> {
  const row = await loadOrCreateForUpdate(ctx, idOf(input));
  assertVersion(CLUBS, row, input.version);
  const message = 'Gesichert.';
  if (input.discard && row.placed_at === null) {
    await media.removeFromClubs(ctx.db, { clubId: row.id });
    await store.drop(ctx.db, row.id);
    return { club_id: 0, version: 0, saved_at: null, message };
  }
  const typed = withStart(input, row, ctx.now);
  const content = contentOf(typed, row);
  const edit: Edit = input.discard
    ? 'discard'
    : row.placed_at === null
      ? { columns: content }
      : { unsaved: presentContent(content) };
  return { club_id: row.id, ...(await autosave(ctx, CLUBS, row, edit)), message };
}

/**
 * Orders, prolongs, moves a planned start, or changes content.
 * @throws what the contract declares
 */
export async function save(
  ctx: Ctx<Owner>,
  typed: Saving,
  rules: OrderRules,
): Promise<Output<typeof contract.saveClub>> {
  const row = await loadOrCreateForUpdate(ctx, idOf(typed));
  assertVersion(CLUBS, row, typed.version);
  const input = withStart(typed, row, ctx.now);
  const status = row.placed_at && statusOf(row, ctx.now);
  const isNew = status === null || status === 'abgelaufen';
  const moves = status === 'geplant' && typed.publish_option !== undefined;
  const startIsOpen = moves || (isNew && input.monate !== undefined);
  // What is held does not start by it.
  const starts = moves && !row.held_at && startAtOf(ctx.now, input) <= ctx.now;
  if (input.monate !== undefined || starts) {
    assertNotHeld(row);
    await accounts.requireOnline(ctx.db, row.account_id);
  }
  const problems = clubProblems(input, {
    now: ctx.now,
    monate: input.monate,
    cantons: CANTON_IDS.map((id) => ({ id })),
    phraseProblem: phraseProblemOf(await catalogue.forbiddenPhrasesAt(ctx)),
    running: !startIsOpen,
  });
  if (status === null && input.monate === undefined) problems.monate ??= clubTexts.months;
  if (!isNew && input.monate !== undefined && !canProlong(row)) problems.monate = clubTexts.endless;
  // A prolongation needs a version, so that a repeated click is refused.
  if (!isNew && input.monate !== undefined && input.version === undefined)
    problems.version = clubTexts.unseen;
  assertNoProblems(problems);
  if (status === null) await assertRoom(ctx, CLUBS);

  if (isNew && input.monate !== undefined && rules.requireConfirmedEmail)
    await accounts.requireConfirmed(ctx.db, row.account_id);
  const { clubs } = await catalogue.pricesAt(ctx);
  const total = input.monate === undefined ? 0 : clubPrice(clubs, input.monate);
  if (input.monate !== undefined) assertPrice(total, input.expected_total);

  const content = contentOf(input, row);
  const first =
    idOf(input) === undefined && (await findRepeatedResult(ctx, row, { input, content }));
  if (first) return first;
  const start_at = startIsOpen ? startAtOf(ctx.now, input) : ctx.now;
  const moved = moves ? await moveTo(ctx, row, start_at) : undefined;
  const ordered =
    input.monate === undefined
      ? undefined
      : await order(ctx, row, { months: input.monate, total, start_at, isNew, moved });
  const run = ordered ?? moved;
  await store.update(ctx.db, row.id, {
    ...content,
    ...(ordered && { booking_id: ordered.bookingId, placed_at: row.placed_at ?? ctx.now }),
    ...(run && { alert_at: reminderAt(run.end_at) }),
    ...savedColumns(ctx, row),
  });
  failPoint('buy.after_feature');
  return {
    club: await reload(ctx, row.id),
    charged: total,
    credits: await wallet.balance(ctx.db, ctx.actor.userId),
    message: messageOf(ctx.now, { isNew, ordered, moved, held: await isHeld(ctx, row.id) }),
  };
}

/** The result of the first click, which placed the entry; the repeated one began another. */
async function findRepeatedResult(
  ctx: Ctx<Owner>,
  row: store.ClubRow,
  { input, content }: { input: Saving & Start; content: store.Content },
): Promise<Output<typeof contract.saveClub> | undefined> {
  const { db, actor, now } = ctx;
  const first = await findRepeatedOrder(db, CLUBS, {
    accountId: actor.userId,
    now,
    content: store.columnsOf(clubContact.without(content)),
    start: input,
    also: store.firstOrder(row.id),
    isSame: async (id) => clubContact.isSame(content, (await store.find(db, id, now))!),
  });
  if (!first) return undefined;
  if (row.version === 0) await store.drop(db, row.id);
  return {
    club: await reload(ctx, first.id),
    charged: first.total,
    credits: await wallet.balance(db, actor.userId),
    message: messageOf(now, {
      isNew: true,
      ordered: first,
      moved: undefined,
      held: await isHeld(ctx, first.id),
    }),
  };
}

interface Ordering {
  months: number;
  total: Credits;
  start_at: Date;
  /** A run that does not continue the last one. */
  isNew: boolean;
  moved: Run | undefined;
}

async function order(
  ctx: Ctx<Owner>,
  row: store.ClubRow,
  { months, total, start_at, isNew, moved }: Ordering,
) {
  const { start_at: begun, end_at } = moved ?? row;
  const behind = !isNew && begun && end_at ? { start_at: begun, end_at } : undefined;
  return book(ctx, row, { months, total, start_at, behind });
}

const isHeld = async ({ db, now }: Ctx<Owner>, id: number) =>
  (await store.find(db, id, now))!.held_at !== null;

interface Saved {
  isNew: boolean;
  ordered: Run | undefined;
  moved: Run | undefined;
  held: boolean;
}

function messageOf(now: Date, { isNew, ordered, moved, held }: Saved): string {
  if (ordered && held) return 'Dein Club wird geprüft.';
  if (ordered && !isNew) return `Dein Club läuft jetzt bis ${formatDateTime(ordered.end_at)}.`;
  const begins = ordered ?? moved;
  if (!begins) return 'Deine Änderungen sind gespeichert.';
  return begins.start_at > now ? 'Dein Club ist geplant.' : 'Dein Club ist online.';
}

/** Erases content and pictures; refunds what `ON_DELETION` names. @throws CLUB_NOT_FOUND */
export async function remove(
  ctx: Ctx<Owner>,
  { club_id }: Input<typeof contract.deleteClub>,
): Promise<Output<typeof contract.deleteClub>> {
  const row = await loadForUpdate(ctx, club_id);
  const refunded: Credits = comesBack('club', statusOf(row, ctx.now), 'unbegun')
    ? await refundAhead(ctx, row)
    : 0;
  await media.removeFromClubs(ctx.db, { clubId: row.id });
  if (row.booking_id === null) await store.drop(ctx.db, row.id);
  else await store.erase(ctx.db, row.id, ctx.now);
  return completeDeletion(ctx, CLUBS, row, { refunded });
}

/** The input with a start: if missing, as booked for a planned club, otherwise at once. */
function withStart<T extends Typed>(typed: T, row: store.ClubRow, now: Date): T & Start {
  const { publish_option } = typed;
  if (publish_option !== undefined) return { ...typed, publish_option };
  const booked = row.placed_at !== null && statusOf(row, now) === 'geplant';
  return { ...typed, ...(booked ? startIn(row) : AT_ONCE) };
}

/** Normalized columns: a known canton, complete numbers and addresses in one form. */
function contentOf(input: Typed & Start, row: store.ClubRow): store.Content {
  const homepage = withHttps(input.homepage);
  return {
    ...pick(fields, input),
    telefon: phoneNumber(input.telefon) ?? input.telefon,
    homepage: textLength(homepage) > fields.homepage.length.max ? input.homepage : homepage,
    canton: CANTON_IDS.includes(input.canton) ? input.canton : null,
    monate: input.monate ?? row.monate,
  };
}
