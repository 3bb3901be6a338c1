import type { Output } from '@samtrot/shared/kernel/action.ts';
import type * as contract from '@samtrot/shared/pause-all/contract.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';

type Owner = Actors['user'];
type State = Output<typeof contract.getOffline>;

/** The state of the switch, and the last run with each website's receipt. */
export async function read({ db, actor }: Pick<Ctx<Owner>, 'db' | 'actor'>): Promise<State> {
  const run = await store.lastRun(db, actor.userId);
  if (!run) return { offline: false, run: null };
  const { begun_at, ended_at, inserate: ads, banners: shown, clubs: houses } = run;
  const websites = (await store.receipts(db, run)).map(({ confirmed_at, ...receipt }) => ({
    ...receipt,
    confirmed_at: confirmed_at?.toISOString() ?? null,
    seconds: confirmed_at && (confirmed_at.getTime() - begun_at.getTime()) / 1000,
  }));
  return {
    offline: ended_at === null,
    run: {
      begun_at: begun_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      inserate: ads,
      banners: shown,
      clubs: houses,
      websites,
    },
  };
}

/**
 * Unpublishes everything of the account atomically, under its exclusive lock. Rows of ads, banners
 * and clubs are locked in this order; no other code locks two kinds.
 */
export const goOffline = (outer: OwnCtx<Owner>): Promise<Output<typeof contract.goOffline>> =>
  outer.transaction(async (ctx) => {
    const message = (await takeEverythingDown(ctx, ctx.actor.userId))
      ? 'Du bist überall offline.'
      : 'Du bist schon überall offline.';
    return { ...(await read(ctx)), message };
  }, 'exclusive');

/** The same in the caller's transaction and lock; false if the account is offline already. */
export async function takeEverythingDown(
  ctx: Parameters<typeof audit>[0],
  userId: number,
): Promise<boolean> {
  const { db, now } = ctx;
  if (await accounts.offlineSince(db, userId)) return false;
  const ads = await inserate.pauseAll(ctx, userId);
  failPoint('offline.after_ads');
  const items: store.Item[] = [
    ...ads.map((id) => ({ kind: 'inserat' as const, id, waiting: false })),
    ...(await banners.pauseAll(ctx, userId)).map((item) => ({ kind: 'banner' as const, ...item })),
    ...(await clubs.pauseAll(ctx, userId)).map((item) => ({ kind: 'club' as const, ...item })),
  ];
  await store.begin(db, userId, now, items);
  await accounts.setOffline(db, userId, now);
  await access.logEvent(ctx, userId, 'went_offline');
  await audit(ctx, 'account_offline', `account:${userId}`, counted(items));
  return true;
}

/**
 * Republishes what the switch unpublished and may still run; items hidden by the owner stay hidden.
 */
export const goOnline = (outer: OwnCtx<Owner>): Promise<Output<typeof contract.goOnline>> =>
  outer.transaction(async (ctx) => {
    const { db, now } = ctx;
    const { userId } = ctx.actor;
    const run = (await accounts.offlineSince(db, userId)) && (await store.lastRun(db, userId));
    if (!run) return { ...(await read(ctx)), message: 'Du bist schon online.', left: [] };
    const items = await store.itemsOf(db, run.id);
    const of = (wanted: store.Item['kind']) =>
      items.flatMap(({ kind, id }) => (kind === wanted ? id : []));
    await store.end(db, run.id, now);
    await accounts.setOffline(db, userId, null);
    const unresumed = await inserate.resumeAll(ctx, userId, of('inserat'));
    failPoint('online.after_ads');
    unresumed.push(...(await banners.resumeAll(ctx, of('banner'))));
    unresumed.push(...(await clubs.resumeAll(ctx, userId, of('club'))));
    await access.logEvent(ctx, userId, 'went_online');
    await audit(ctx, 'account_online', `account:${userId}`, {
      ...counted(items),
      left: unresumed.length,
    });
    const message =
      unresumed.length > 0
        ? 'Du bist wieder online, aber nicht mit allem.'
        : 'Du bist wieder online.';
    return { ...(await read(ctx)), message, left: unresumed };
  }, 'exclusive');

const counted = (items: readonly store.Item[]) => {
  const of = (wanted: store.Item['kind']) =>
    items.filter(({ kind, waiting }) => kind === wanted && !waiting).length;
  return { inserate: of('inserat'), banners: of('banner'), clubs: of('club') };
};

/** Deletes the account's runs, for account deletion. */
export async function deleteRuns({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<void> {
  await store.deleteRuns(db, accountId);
  await accounts.setOffline(db, accountId, null);
}
