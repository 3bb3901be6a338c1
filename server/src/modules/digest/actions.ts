import * as contract from '@samtrot/shared/digest/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { choose, standing } from './service.ts';

export const digestActions: Handler[] = implement(contract, {
  getDigest: standing,
  chooseDigest: async (ctx, input) => {
    await choose(ctx, input);
    return {
      message: input.chosen ? 'Du bekommst sie jeden Tag um 07:00.' : 'Du bekommst sie nicht mehr.',
    };
  },
});
