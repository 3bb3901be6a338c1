import * as contract from '@samtrot/shared/support/contract.ts';
import { supportTexts } from '@samtrot/shared/support/rules.ts';
import { implement } from '../../platform/action.ts';
import * as support from './service.ts';

interface Deps {
  /** Recipient of support messages. */
  supportEmail: string;
}

export const supportActions = ({ supportEmail }: Deps) =>
  implement(contract, {
    contact: async (ctx, input) => ({
      ticket: await support.receiveContact(ctx, input, supportEmail),
      message: supportTexts.sent,
    }),
    support: async (ctx, input) => ({
      ticket: await support.receiveSupport(ctx, input, supportEmail),
      message: supportTexts.sent,
    }),
  });
