import * as factor from '@samtrot/shared/access/factor-contract.ts';
import * as passkey from '@samtrot/shared/access/passkey-contract.ts';
import { type Handler, implement } from '../../../platform/action.ts';
import * as passkeyLogin from '../passkeys/passkey-login.ts';
import * as passkeys from '../passkeys/passkeys.ts';
import * as removal from './factor-removal.ts';
import * as setup from './factor-setup.ts';
import { completeSecondStep } from './second-factor.ts';

const LOGGED_IN = 'Du bist angemeldet.';

export const factorActions = (deps: setup.FactorDeps): Handler[] => [
  ...implement(factor, {
    getFactors: setup.factorsOf,
    prepareFactor: { own: (ctx) => setup.prepareFactor(ctx, deps) },
    confirmFactor: {
      own: async (ctx, input) => ({
        recovery_codes: await setup.confirmFactor(ctx, deps, input),
        message: 'Der zweite Schritt ist eingeschaltet.',
      }),
    },
    removeFactor: {
      own: async (ctx) => {
        await setup.removeFactor(ctx, deps);
        return { message: 'Der zweite Schritt ist ausgeschaltet.' };
      },
    },
    newRecoveryCodes: {
      own: async (ctx) => ({
        recovery_codes: await setup.newRecoveryCodes(ctx, deps),
        message: 'Die neuen Codes gelten, die alten nicht mehr.',
      }),
    },
    secondFactor: {
      own: async (ctx, input) => ({
        ...(await completeSecondStep(ctx, deps, input)),
        message: LOGGED_IN,
      }),
    },
    requestFactorRemoval: {
      own: async (ctx, input) => ({
        removal_at: (await removal.requestRemoval(ctx, deps, input)).toISOString(),
        message: 'Wir haben dir geschrieben. In 72 Stunden kannst du dich ohne Code anmelden.',
      }),
    },
    keepFactor: async (ctx, input) => {
      await removal.keepFactor(ctx, input);
      return { message: 'Der zweite Schritt bleibt eingeschaltet.' };
    },
  }),
  ...implement(passkey, {
    passkeyChallenge: async (ctx, input) => ({
      options: { ...(await passkeyLogin.optionsForUse(ctx, deps, input)) },
    }),
    loginPasskey: async (ctx, input) => ({
      user_id: await passkeyLogin.loginByPasskey(ctx, deps, input),
      message: LOGGED_IN,
    }),
    reauthenticatePasskey: async (ctx, input) => {
      await passkeyLogin.reauthenticateByPasskey(ctx, deps, input);
      return { message: 'Bestätigt.' };
    },
    passkeyOptions: {
      own: async (ctx, input) => ({
        options: { ...(await passkeys.optionsForNew(ctx, deps, input)) },
      }),
    },
    addPasskey: {
      own: async (ctx, input) => ({
        passkey_id: await passkeys.addPasskey(ctx, deps, input),
        message: 'Der Passkey ist hinzugefügt.',
      }),
    },
    renamePasskey: async (ctx, input) => {
      await passkeys.renamePasskey(ctx, input);
      return { message: 'Der Name ist geändert.' };
    },
    removePasskey: {
      own: async (ctx, input) => {
        await passkeys.removePasskey(ctx, deps, input);
        return { message: 'Der Passkey ist entfernt.' };
      },
    },
  }),
];
