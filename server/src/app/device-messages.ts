import { serverKey } from '../modules/device-messages/service.ts';
import type { Logger } from '../platform/log.ts';
import type { Config } from './config.ts';

/** What messages to devices need. */
export const deviceMessages = (config: Config, log: Logger) => ({
  key: serverKey(config.sessionSecret),
  local: config.mode !== 'production',
  log,
  pushServices: config.pushServices,
  supportEmail: config.supportEmail,
  appName: config.appName,
  appIcon: config.appIcon,
});
