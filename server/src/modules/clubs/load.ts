import type { Club } from '@samtrot/shared/clubs/contract.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import type { Owner } from '../listings/service.ts';
import * as listings from '../listings/service.ts';
import * as media from '../media/service.ts';
import { CLUBS } from './kind.ts';
import { present } from './presenter.ts';
import * as store from './store.ts';

/** The caller's club, locked. @throws CLUB_NOT_FOUND */
export const loadForUpdate = (ctx: Ctx<Owner>, id: number): Promise<store.ClubRow> =>
  listings.loadForUpdate(ctx, CLUBS, id);

/** The caller's entry that is not ordered yet, locked. */
export const loadEntryForUpdate = (ctx: Ctx<Owner>): Promise<store.ClubRow | undefined> =>
  store.loadEntryForUpdate(ctx.db, ctx.actor.userId, ctx.now);

/** Without an id the entry that is not ordered yet, created if missing. @throws CLUB_NOT_FOUND */
export async function loadOrCreateForUpdate(
  ctx: Ctx<Owner>,
  id: number | undefined,
): Promise<store.ClubRow> {
  if (id !== undefined) return loadForUpdate(ctx, id);
  const known = await loadEntryForUpdate(ctx);
  if (known) return known;
  await store.begin(ctx.db, ctx.actor.userId, ctx.now);
  return (await loadEntryForUpdate(ctx))!;
}

/** These clubs with their pictures. */
export async function presented(
  ctx: { db: Sql; now: Date },
  rows: store.ClubRow[],
): Promise<Club[]> {
  const images = await media.imagesOfClubs(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, images.get(row.id)!, ctx.now));
}

export async function reload(ctx: Ctx<Owner>, id: number): Promise<Club> {
  const [club] = await presented(ctx, [(await store.find(ctx.db, id, ctx.now))!]);
  return club!;
}
