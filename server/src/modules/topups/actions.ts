import * as contract from '@samtrot/shared/topups/contract.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import { implement } from '../../platform/action.ts';
import type { Providers } from './providers.ts';
import * as topups from './service.ts';

export const topupActions = (providers: Providers) =>
  implement(contract, {
    getTopupOptions: async (ctx) => ({
      topup_options: await topups.listOptions(ctx),
      payment_methods: providers.methods.map((id) => ({ id, name: PAYMENT_METHODS[id] })),
    }),
    walletTopup: { own: (ctx, input) => topups.startTopup(ctx, providers, input) },
    payRest: { own: (ctx, input) => topups.startRest(ctx, providers, input) },
    settlePart: async (ctx, { payment_id, way }) => ({
      message: await topups.choosePartWay(ctx, {
        userId: ctx.actor.userId,
        paymentId: payment_id,
        way,
      }),
    }),
    dropPayment: async (ctx, { payment_id }) => ({
      message: await topups.dropPayment(ctx, payment_id),
    }),
    paymentStatus: (ctx, input) => topups.paymentStatus(ctx, providers, input.payment_id),
  });
