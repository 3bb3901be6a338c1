import * as contract from '@samtrot/shared/banners/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { MediaPorts } from '../media/service.ts';
import * as banners from './service.ts';

export const bannerActions = (ports: MediaPorts, rules: banners.OrderRules): Handler[] =>
  implement(contract, {
    getBanners: async (ctx) => ({ Banners: await banners.listOwn(ctx, ctx.actor.userId) }),
    keepBanner: { own: (ctx, input) => banners.keep(ctx, ports, input) },
    saveBanner: { own: (ctx, input) => banners.save(ctx, ports, input) },
    orderBanner: { own: (ctx, input) => banners.order(ctx, { ports, rules }, input) },
    activateBanner: (ctx, input) => banners.life.activate(ctx, input),
    hideBanner: (ctx, input) => banners.life.hide(ctx, input),
    duplicateBanner: (ctx, input) => banners.life.duplicate(ctx, input),
    deleteBanner: (ctx, input) => banners.life.remove(ctx, input),
  });
