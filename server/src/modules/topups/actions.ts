import * as contract from '@samtrot/shared/topups/contract.ts';
import { implement } from '../../platform/action.ts';
import type { PaymentProvider } from './ports.ts';
import * as topups from './service.ts';

export const topupActions = ({ provider }: { provider: PaymentProvider }) =>
  implement(contract, {
    getTopupOptions: async (ctx) => ({ topup_options: await topups.listOptions(ctx.db) }),
    walletTopup: { own: (ctx, input) => topups.startTopup(ctx, provider, input) },
    paymentStatus: (ctx, input) => topups.paymentStatus(ctx, input.payment_id),
  });
