import * as contract from '@samtrot/shared/banners/contract.ts';
import { implement } from '../../platform/action.ts';
import * as banners from './service.ts';

export const bannerActions = implement(contract, {
  getBanners: async (ctx) => ({ Banners: await banners.listOwn(ctx, ctx.actor.userId) }),
});
