import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { showsNoPicture } from '@samtrot/shared/overview/placed.ts';
import type * as contract from '@samtrot/shared/overview/placed-contract.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import * as accounts from '../accounts/service.ts';
import * as receipts from '../delivery-receipts/service.ts';
import * as inserate from '../inserate/service.ts';
import * as media from '../media/service.ts';
import * as partners from '../partners/service.ts';

type Proof = Awaited<ReturnType<typeof receipts.read>>['websites'][number];

/** What became of an ad of the caller since it was placed. @throws INSERAT_NOT_FOUND */
export async function placed(
  ctx: Ctx<Actors['user']>,
  { inserat_id }: Input<typeof contract.getPlaced>,
): Promise<Output<typeof contract.getPlaced>> {
  const delivery = await receipts.read(ctx, { kind: 'inserat', id: inserat_id });
  const { cost, withdrawUntil } = await inserate.withdrawal.placingOf(ctx, inserat_id);
  const { images } = (await media.mediaOf(ctx.db, [inserat_id])).get(inserat_id)!;
  const showing = new Map(
    (await partners.showingWebsites(ctx.db)).map(({ id, accepts }) => [id, accepts]),
  );
  const websites = delivery.online ? delivery.websites.filter(({ id }) => showing.has(id)) : [];
  return {
    inserat_id,
    online: delivery.online,
    cost,
    withdraw_until: withdrawUntil?.toISOString() ?? null,
    suggests: await accounts.suggestionsWanted(ctx.db, ctx.actor.userId, ctx.now),
    websites: websites.map((proof) => ({
      id: proof.id,
      name: proof.name,
      url: proof.url,
      arrived_after: arrivedAfter(proof),
      without_pictures: showsNoPicture(images, showing.get(proof.id)!),
    })),
  };
}

/** Whole seconds from when the website could fetch it; null until it has. */
function arrivedAfter({ step, queued_at, delivered_at, seen_at }: Proof): number | null {
  const at = delivered_at ?? seen_at;
  if ((step !== 'geliefert' && step !== 'gesehen') || !at || !queued_at) return null;
  return Math.max(0, Math.round((Date.parse(at) - Date.parse(queued_at)) / 1_000));
}
