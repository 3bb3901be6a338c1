import * as contract from '@samtrot/shared/accounts/contract.ts';
import * as newsletter from '@samtrot/shared/accounts/newsletter-contract.ts';
import * as profile from '@samtrot/shared/accounts/profile-contract.ts';
import * as recovery from '@samtrot/shared/accounts/recovery-contract.ts';
import { implement } from '../../platform/action.ts';
import type { ProofOfWork } from '../../platform/proof-of-work.ts';
import * as accounts from './service.ts';

const REGISTERED = 'Dein Konto ist erstellt. Du kannst dich jetzt anmelden.';
/** For every address alike; whoever has an account already gets a mail that says so. */
const MAILED = 'Wir haben dir eine E-Mail geschickt. Öffne den Link darin, dann ist dein Konto bereit.';

export const accountActions = ({ proofs, ...site }: accounts.Registering & { proofs: ProofOfWork }) =>
  implement(contract, {
    proofChallenge: (_ctx, input) => proofs.challenge(input.for),
    register: {
      own: async (ctx, input) => {
        const accountId = await accounts.register(ctx, site, input);
        return accountId === undefined ? { message: MAILED, confirm_first: true as const } : { message: REGISTERED };
      },
    },
  });

const LINK_SENT = 'Wir haben dir einen Link zum Zurücksetzen deines Passworts gesendet. Bitte überprüfe dein Postfach.';
const PROVEN = {
  confirm: 'Deine E-Mail-Adresse ist bestätigt.',
  change: 'Deine neue E-Mail-Adresse ist bestätigt und gilt ab sofort.',
};

/** The ways back into an account, and the proof of its address. `publicUrl` begins every link in a mail. */
export const recoveryActions = (site: accounts.ProfileSite) =>
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
    confirmEmail: async (ctx, { token }) => {
      const registered = await accounts.completeRegistration(ctx, token, site);
      return { message: PROVEN[registered ? 'confirm' : await accounts.confirmEmail(ctx, { ...site, token })] };
    },
    resendConfirmation: async (ctx) => {
      await accounts.resendConfirmation(ctx, site);
      return { message: 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.' };
    },
  });

/** The consent to the newsletter, given and taken back. */
export const newsletterActions = (site: accounts.NewsletterSite) =>
  implement(newsletter, {
    confirmNewsletter: async (ctx, { token }) => {
      await accounts.confirmNewsletter(ctx, token);
      return { message: 'Deine Bestellung ist bestätigt. Du bekommst den nächsten Newsletter.' };
    },
    endNewsletter: async (ctx, { token }) => {
      await accounts.endNewsletterBy(ctx, site, token);
      return { message: 'Du bekommst keinen Newsletter mehr.' };
    },
    resendNewsletter: async (ctx) => {
      await accounts.resendNewsletter(ctx, site);
      return { message: 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.' };
    },
  });

export const profileActions = (site: accounts.ProfileSite) =>
  implement(profile, {
    updateProfile: {
      own: async (ctx, input) => ({
        pending_email: await accounts.updateProfile(ctx, site, input),
        message: 'Profil erfolgreich gespeichert und aktualisiert',
      }),
    },
    updateNotifications: async (ctx, input) => {
      const newsletter_state = await accounts.updateNotifications(ctx, site, input);
      return { newsletter_state, message: 'Benachrichtigungen erfolgreich gespeichert und aktualisiert' };
    },
  });
