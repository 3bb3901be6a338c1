import * as contract from '@samtrot/shared/accounts/contract.ts';
import * as newsletter from '@samtrot/shared/accounts/newsletter-contract.ts';
import * as profile from '@samtrot/shared/accounts/profile-contract.ts';
import * as recovery from '@samtrot/shared/accounts/recovery-contract.ts';
import { implement } from '../../platform/action.ts';
import type { ProofOfWork } from '../../platform/proof-of-work.ts';
import * as accounts from './service.ts';

const REGISTERED = 'Dein Konto ist erstellt. Du kannst dich jetzt anmelden.';
/** The same for every address: the owner of an existing account gets a mail that says so. */
const MAILED =
  'Wir haben dir eine E-Mail geschickt. Öffne den Link darin, dann ist dein Konto bereit.';

export const accountActions = ({
  proofs,
  ...settings
}: accounts.RegistrationSettings & { proofs: ProofOfWork }) =>
  implement(contract, {
    proofChallenge: (_ctx, input) => proofs.challenge(input.for),
    register: {
      own: async (ctx, input) => {
        const accountId = await accounts.register(ctx, settings, input);
        return accountId === undefined
          ? { message: MAILED, confirm_first: true as const }
          : { message: REGISTERED };
      },
    },
  });

const LINK_SENT =
  'Wir haben dir einen Link zum Zurücksetzen deines Passworts gesendet. Bitte überprüfe dein Postfach.';
const CONFIRMED = {
  confirm: 'Deine E-Mail-Adresse ist bestätigt.',
  change: 'Deine neue E-Mail-Adresse ist bestätigt und gilt ab sofort.',
};

const RESTORED = 'Deine alte E-Mail-Adresse gilt wieder.';

/** Password reset, and confirmation of addresses. */
export const recoveryActions = (settings: accounts.ProfileSettings) =>
  implement(recovery, {
    lostpassword: async (ctx, input) => {
      await accounts.requestPasswordReset(ctx, settings, input);
      return { message: LINK_SENT };
    },
    resetPassword: {
      own: async (ctx, input) => {
        await accounts.resetPassword(ctx, settings, input);
        return { message: 'Dein Passwort wurde erfolgreich zurückgesetzt!' };
      },
    },
    confirmEmail: async (ctx, { token }) => {
      const registered = await accounts.completeRegistration(ctx, token, settings);
      return {
        message:
          CONFIRMED[registered ? 'confirm' : await accounts.confirmEmail(ctx, settings, token)],
      };
    },
    undoEmailChange: async (ctx, { token }) => {
      await accounts.undoEmailChange(ctx, settings, token);
      return { message: RESTORED };
    },
    resendConfirmation: async (ctx) => {
      await accounts.resendConfirmation(ctx, settings);
      return { message: 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.' };
    },
  });

export const newsletterActions = (settings: accounts.NewsletterSettings) =>
  implement(newsletter, {
    confirmNewsletter: async (ctx, { token }) => {
      await accounts.confirmNewsletter(ctx, token);
      return { message: 'Deine Bestellung ist bestätigt. Du bekommst den nächsten Newsletter.' };
    },
    endNewsletter: async (ctx, { token }) => {
      await accounts.endNewsletterBy(ctx, settings, token);
      return { message: 'Du bekommst keinen Newsletter mehr.' };
    },
    resendNewsletter: async (ctx) => {
      await accounts.resendNewsletter(ctx, settings);
      return { message: 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.' };
    },
  });

export const profileActions = (settings: accounts.ProfileSettings) =>
  implement(profile, {
    updateProfile: {
      own: async (ctx, input) => ({
        pending_email: await accounts.updateProfile(ctx, settings, input),
        message: 'Profil erfolgreich gespeichert und aktualisiert',
      }),
    },
    undoOwnEmailChange: {
      own: async (ctx, input) => {
        await accounts.undoOwnEmailChange(ctx, settings, input);
        return { message: RESTORED };
      },
    },
    setPreference: async (ctx, input) => ({
      switched_off: await accounts.setPreference(ctx, input),
      message: 'Gespeichert.',
    }),
    updateNotifications: async (ctx, input) => {
      const newsletter_state = await accounts.updateNotifications(ctx, settings, input);
      return {
        newsletter_state,
        message: 'Benachrichtigungen erfolgreich gespeichert und aktualisiert',
      };
    },
  });
