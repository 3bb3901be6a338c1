import * as contract from '@samtrot/shared/account-deletion/contract.ts';
import { implement } from '../../platform/action.ts';
import * as closure from './service.ts';

export const closureActions = (site: { supportEmail: string }) =>
  implement(contract, {
    deleteAccount: {
      own: async (ctx, input) => {
        await closure.deleteOwnAccount(ctx, site, input);
        return { message: 'Dein Konto ist gelöscht.' };
      },
    },
  });
