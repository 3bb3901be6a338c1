import * as contract from '@samtrot/shared/account-deletion/contract.ts';
import { implement } from '../../platform/action.ts';
import * as deletion from './service.ts';

export const accountDeletionActions = (site: { publicUrl: string; supportEmail: string }) =>
  implement(contract, {
    deleteAccount: {
      own: async (ctx, input) => {
        await deletion.requestDeletion(ctx, site, input);
        return { message: 'Dein Konto ist offline und wird in 72 Stunden gelöscht.' };
      },
    },
    keepAccount: async (ctx, input) => {
      await deletion.keepAccount(ctx, input);
      return { message: 'Dein Konto bleibt. Alles ist wieder da.' };
    },
  });
