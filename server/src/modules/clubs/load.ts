import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as media from '../media/service.ts';
import { present } from './presenter.ts';
import * as store from './store.ts';

export type Owner = Actors['user'] | Actors['operator'];

/** A club of the caller, locked. @throws CLUB_NOT_FOUND */
export async function lock(ctx: Ctx<Owner>, id: number): Promise<store.ClubRow> {
  const row = await locked(ctx, id);
  if (!row) throw new AppError('CLUB_NOT_FOUND');
  return row;
}

/** The same, or without an id the entry of the account that is not ordered yet. */
export const locked = (
  ctx: Ctx<Owner>,
  id: number | undefined,
): Promise<store.ClubRow | undefined> =>
  store.lockOwn(ctx.db, { accountId: ctx.actor.userId, id, now: ctx.now });

/** The same; without an id it is begun where there is none. @throws CLUB_NOT_FOUND */
export async function loadOrCreateForUpdate(
  ctx: Ctx<Owner>,
  id: number | undefined,
): Promise<store.ClubRow> {
  if (id !== undefined) return lock(ctx, id);
  const known = await locked(ctx, undefined);
  if (known) return known;
  await store.begin(ctx.db, ctx.actor.userId, ctx.now);
  return (await locked(ctx, undefined))!;
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
  const [club] = await presented(ctx, [(await store.findAnybodys(ctx.db, id, ctx.now))!]);
  return club!;
}
