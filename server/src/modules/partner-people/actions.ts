import * as contract from '@samtrot/shared/partners/entry-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as partners from '../partners/service.ts';
import * as factors from './factors.ts';
import * as login from './login.ts';
import { factorsOf, recoveryCodes } from './login-store.ts';
import * as passwords from './passwords.ts';
import * as people from './people.ts';

const LOGGED_IN = { message: 'Du bist angemeldet.' };

/** Entering the console of a website, and leaving it. */
export const consoleEntryActions = (deps: login.EntryDeps): Handler[] =>
  implement(contract, {
    consoleLogin: {
      own: async (ctx, input) => {
        await login.login(ctx, input);
        return LOGGED_IN;
      },
    },
    consolePasskeyChallenge: async (ctx) => ({
      options: { ...(await login.passkeyOptions(ctx, deps)) },
    }),
    consoleSecondFactor: {
      own: async (ctx, input) => {
        await login.secondFactor(ctx, deps, input);
        return LOGGED_IN;
      },
    },
    consoleLogout: async (ctx) => {
      await login.logout(ctx);
      return { message: 'Du bist abgemeldet.' };
    },
    consoleInvitation: people.invitation,
    acceptConsoleInvitation: {
      own: async (ctx, input) => {
        await people.acceptInvitation(ctx, input);
        return LOGGED_IN;
      },
    },
    consoleMe: async ({ db, actor }) => {
      const [website] = await partners.listAll(db, actor.websiteId);
      return {
        person_id: actor.partnerUserId,
        name: actor.name,
        role: actor.role,
        website_id: actor.websiteId,
        website: website!.name,
        ...(await factorsOf(db, actor.partnerUserId)),
        recovery_codes: await recoveryCodes.unused(db, actor.partnerUserId),
      };
    },
    offerConsoleFactor: { own: (ctx, input) => factors.offerFactor(ctx, deps, input) },
    addConsoleFactor: async (ctx, input) => ({
      recovery_codes: await factors.addFactor(ctx, deps, input),
      message: 'Der zweite Faktor ist eingerichtet.',
    }),
    newConsoleRecoveryCodes: {
      own: async (ctx, input) => ({
        recovery_codes: await factors.newRecoveryCodes(ctx, deps, input),
        message: 'Die früheren Codes gelten nicht mehr.',
      }),
    },
    askConsolePassword: async (ctx, input) => {
      await passwords.askPassword(ctx, deps, input);
      return { message: 'Gibt es diesen Zugang, kommt gleich eine Mail.' };
    },
    setConsolePassword: {
      own: async (ctx, input) => {
        await passwords.setPassword(ctx, deps, input);
        return { message: 'Dein Passwort ist neu. Melde dich damit an.' };
      },
    },
    removeConsoleFactors: {
      own: async (ctx, input) => {
        await factors.removeFactors(ctx, deps, input);
        return { message: 'Der zweite Faktor ist entfernt.' };
      },
    },
  });
