import * as contract from '@samtrot/shared/access/contract.ts';
import * as legacy from '@samtrot/shared/access/legacy-contract.ts';
import * as mail from '@samtrot/shared/access/login-mail-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { LoginDeps } from './login/login.ts';
import * as access from './service.ts';

export { factorActions } from './second-factor/factor-actions.ts';
export { securityActions } from './security-actions.ts';

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

/** The same for every name: whether there is an account shows in its mailbox only. */
const LINK_SENT = 'Gehört dazu ein Konto, ist der Link unterwegs. Bitte überprüfe dein Postfach.';

export const loginMailActions = implement(mail, {
  requestLoginMail: async (ctx, input) => ({
    request: await access.requestLoginMail(ctx, input),
    message: LINK_SENT,
  }),
  openLoginLink: (ctx, input) => access.openLoginLink(ctx, input),
  confirmLoginCode: {
    own: async (ctx, input) => ({
      user_id: await access.confirmLoginCode(ctx, input),
      message: LOGGED_IN,
    }),
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
