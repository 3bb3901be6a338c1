import * as contract from '@samtrot/shared/partners/entry-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as partners from '../partners/service.ts';
import * as factors from './factors.ts';
import * as login from './login.ts';
import { factorsOf } from './login-store.ts';
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
      };
    },
    offerConsoleFactor: { own: (ctx, input) => factors.offerFactor(ctx, deps, input) },
    addConsoleFactor: async (ctx, input) => {
      await factors.addFactor(ctx, deps, input);
      return { message: 'Der zweite Faktor ist eingerichtet.' };
    },
    removeConsoleFactors: {
      own: async (ctx, input) => {
        await factors.removeFactors(ctx, input);
        return { message: 'Der zweite Faktor ist entfernt.' };
      },
    },
  });
