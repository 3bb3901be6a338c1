import * as contract from '@samtrot/shared/holds/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { appeal, resubmit } from './owner.ts';
import { ownHolds } from './owner-view.ts';

export const holdActions: Handler[] = implement(contract, {
  getHolds: async (ctx) => ({ holds: await ownHolds(ctx, ctx.actor.userId) }),
  resubmit,
  appeal,
});
