import * as contract from '@samtrot/shared/accounts/contract.ts';
import { implement } from '../../platform/action.ts';
import type { Proofs } from '../../platform/proof.ts';
import * as accounts from './service.ts';

export const accountActions = ({ proofs }: { proofs: Proofs }) =>
  implement(contract, {
    proofChallenge: (_ctx, input) => proofs.challenge(input.for),
    register: {
      own: async (ctx, input) => {
        await accounts.register(ctx, input);
        return { message: 'Dein Konto ist erstellt. Du kannst dich jetzt anmelden.' };
      },
    },
    login: {
      own: async (ctx, input) => ({ user_id: await accounts.login(ctx, input), message: 'Du bist angemeldet.' }),
    },
    logout: async (ctx) => {
      await accounts.endSession(ctx);
      return { message: 'Du bist abgemeldet.' };
    },
  });
