import * as contract from '@samtrot/shared/accounts/contract.ts';
import * as recovery from '@samtrot/shared/accounts/recovery-contract.ts';
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

const LINK_SENT = 'Wir haben dir einen Link zum Zurücksetzen deines Passworts gesendet. Bitte überprüfe dein Postfach.';
const PROVEN = {
  confirm: 'Deine E-Mail-Adresse ist bestätigt.',
  change: 'Deine neue E-Mail-Adresse ist bestätigt und gilt ab sofort.',
};

/** The ways back into an account, and the proof of its address. `publicUrl` begins every link in a mail. */
export const recoveryActions = (site: { publicUrl: string; supportEmail: string }) =>
  implement(recovery, {
    lostpassword: async (ctx, input) => {
      await accounts.wishPassword(ctx, site, input);
      return { message: LINK_SENT };
    },
    resetPassword: {
      own: async (ctx, input) => {
        await accounts.resetPassword(ctx, site, input);
        return { message: 'Dein Passwort wurde erfolgreich zurückgesetzt!' };
      },
    },
    confirmEmail: async (ctx, { token }) => ({
      message: PROVEN[await accounts.confirmEmail(ctx, { ...site, token })],
    }),
    resendConfirmation: async (ctx) => {
      await accounts.resendConfirmation(ctx, site);
      return { message: 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.' };
    },
  });
