import * as contract from '@samtrot/shared/access/security-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { reportLogin, switchLoginMail } from './login/login-notice.ts';
import { readLog, readSecurity } from './security.ts';
import { endDevice, endOtherDevices, listDevices } from './sessions/devices.ts';

export const securityActions: Handler[] = implement(contract, {
  getDevices: async (ctx) => ({ devices: await listDevices(ctx) }),
  endDevice: async (ctx, { device_id }) => {
    await endDevice(ctx, device_id);
    return { message: 'Das Gerät ist abgemeldet.' };
  },
  endOtherDevices: async (ctx) => {
    const ended = await endOtherDevices(ctx);
    return {
      message:
        ended === 0 ? 'Du bist nur hier angemeldet.' : 'Alle anderen Geräte sind abgemeldet.',
    };
  },
  // The edge has counted the request as a use before it comes here.
  keepSession: async () => ({ message: 'Du bleibst angemeldet.' }),
  getAccountLog: readLog,
  getSecurity: (ctx) => readSecurity(ctx),
  setLoginMail: async (ctx, { on }) => {
    await switchLoginMail(ctx, on);
    return {
      login_mail: on,
      message: on
        ? 'Du bekommst wieder eine Mail bei einer neuen Anmeldung.'
        : 'Du bekommst keine Mail mehr bei einer neuen Anmeldung.',
    };
  },
  reportLogin: async (ctx, { token }) => ({
    reset_token: await reportLogin(ctx, token),
    message: 'Alle Geräte sind abgemeldet.',
  }),
});
