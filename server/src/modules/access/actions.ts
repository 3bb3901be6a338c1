import * as contract from '@samtrot/shared/access/contract.ts';
import * as legacy from '@samtrot/shared/access/legacy-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { LoginDeps } from './login.ts';
import * as access from './service.ts';

const LOGGED_IN = 'Du bist angemeldet.';

export const accessActions = (deps: LoginDeps): Handler[] =>
  implement(contract, {
    login: {
      own: async (ctx, input) => ({
        user_id: await access.login(ctx, deps, input),
        message: LOGGED_IN,
      }),
    },
    logout: async (ctx) => {
      await access.endSession(ctx);
      return { message: 'Du bist abgemeldet.' };
    },
    reauthenticate: {
      own: async (ctx, input) => {
        await access.reauthenticate(ctx, input);
        return { message: 'Bestätigt.' };
      },
    },
  });

/** The login of old clients, where the operator wants it. */
export const legacyActions = ({
  legacyGetLogin,
  ...deps
}: LoginDeps & { legacyGetLogin: boolean }): Handler[] =>
  legacyGetLogin
    ? implement(legacy, {
        login: {
          own: async (ctx, { username, password, proof }) => ({
            user_id: await access.login(ctx, deps, { log: username, pwd: password, proof }),
            message: LOGGED_IN,
          }),
        },
      })
    : [];
