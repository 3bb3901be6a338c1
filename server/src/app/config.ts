import { type MailConfig, mailSettings } from '../adapters/mail/settings.ts';
import { type PaymentConfig, paymentSettings } from '../adapters/payments/settings.ts';
import { type S3Settings, storageSettings } from '../adapters/storage/settings.ts';
import { type VideoConfig, videoSettings } from '../adapters/video/settings.ts';
import {
  type PortalConfig,
  portalSettings,
  type ServerConfig,
  serverSettings,
} from '../platform/config.ts';
import { freePort } from '../platform/free-port.ts';
import { modeSetting } from '../platform/settings.ts';

/** All settings of the product. */
export interface Config extends ServerConfig, MailConfig, VideoConfig, PortalConfig {
  payments: PaymentConfig;
  /** The bucket for files; null stores them in the data folder. */
  s3: S3Settings | null;
}

/** In the order in which problems are listed. */
const GROUPS = {
  server: serverSettings,
  mail: mailSettings,
  payments: paymentSettings,
  storage: storageSettings,
  video: videoSettings,
  portal: portalSettings,
};

/** Every environment variable; explained in `docs/OPERATIONS.md`. */
export const SETTING_NAMES: readonly string[] = Object.values(GROUPS).flatMap(({ names }) => names);

/**
 * Reads the environment; no other code does.
 * @throws Error listing every invalid setting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const server = GROUPS.server.read(given);
  const mail = GROUPS.mail.read(given);
  const payments = GROUPS.payments.read(given);
  const storage = GROUPS.storage.read(given);
  const video = GROUPS.video.read(given);
  const portal = GROUPS.portal.read(given);
  const readings = [server, mail, payments, storage, video, portal];
  refuse(
    'These settings are not usable',
    readings.flatMap(({ malformed }) => malformed),
  );
  const mode = modeSetting.parse(given.NODE_ENV);
  const problems = readings.flatMap((reading) => reading.problems(mode));
  if (mode === 'production') {
    const missing = readings.flatMap((reading) => reading.missing());
    refuse('Samtrot does not start in production', [
      ...missing.map((name) => `${name} is missing`),
      ...problems,
    ]);
  } else refuse('Samtrot does not start', problems);
  return {
    ...server.config(mode),
    ...mail.config(mode),
    payments: payments.config(mode),
    s3: storage.config(mode),
    ...video.config(mode),
    ...portal.config(mode),
  };
}

function refuse(what: string, problems: string[]): void {
  if (problems.length)
    throw new Error(`${what}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
}

/** Replaces `PORT=0` by a free port, also in values derived from it. */
export async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort();
  return {
    ...config,
    port,
    publicUrl: config.publicUrl.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`),
  };
}
