import { LOOK_REASONS } from '@samtrot/shared/access/looks.ts';
import type { uncoverObject } from '@samtrot/shared/holds/staff-contract.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { grantOf, RIGHTS } from '@samtrot/shared/staff/rights.ts';
import type { StaffActor, StaffCtx } from '../../platform/action.ts';
import { auditLook } from '../../platform/audit.ts';
import { recordLook } from '../access/service.ts';
import * as holds from '../holds/service.ts';
import { picturesOfThing, type ShownPicture } from './review-signs-store.ts';

/** Pictures and phones; the scope «mail only» of a role leaves them out. */
export const seesPrivate = (actor: StaffActor): boolean => {
  if (actor.kind !== 'staff') return true;
  const grant = grantOf(actor.role, 'customer.private');
  return grant !== undefined && grant.scope === undefined;
};

/** @throws RIGHT_MISSING */
export function assertSeesPrivate(actor: StaffActor): void {
  if (!seesPrivate(actor))
    throw new AppError('RIGHT_MISSING', {
      params: { recht: RIGHTS['customer.private'].label },
    });
}

export const urlOf = ({ content_id, width }: ShownPicture): string =>
  `/betrieb/media/${content_id}-${width}.webp`;
export const numbered = (shown: readonly ShownPicture[]) =>
  shown.map((one, at) => ({ n: at + 1, url: urlOf(one) }));

/**
 * The pictures of what somebody is about to hold; its owner sees who looked.
 * @throws NOT_FOUND, RIGHT_MISSING
 */
export async function uncoverThing(
  ctx: StaffCtx,
  { type, id }: Input<typeof uncoverObject>,
): Promise<Output<typeof uncoverObject>> {
  assertSeesPrivate(ctx.actor);
  const account = await holds.ownerOf(ctx.db, { thing: type, id });
  if (account === undefined) throw new AppError('NOT_FOUND');
  await auditLook(ctx, 'pictures_uncovered', {
    right: 'customer.private',
    object: `${type}:${id}`,
  });
  await recordLook(ctx, {
    account,
    kind: 'images',
    thing: { type, number: id },
    reason: LOOK_REASONS.hold,
  });
  return { pictures: numbered(await picturesOfThing(ctx.db, { thing: type, id })) };
}
