import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
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

/** What stands in an environment file beside settings, for Node.js, its libraries and libpq. */
const OTHERS = /^(NODE|OTEL|PG|UV|SSL|LC)_|^(PG[A-Z]+|TZ|LANG|PATH|HOME|TMPDIR|SHELL|USER)$/;
const MOST_SLIPS = 2;

/** What to say of a name that is no setting: the one that was meant, if it is near one. */
function complaintOf(name: string): string {
  const meant = closest(name, SETTING_NAMES as string[]);
  const near = distance(name, meant) <= MOST_SLIPS;
  return `${name} is no setting${near ? `; is ${meant} meant?` : ''}`;
}

/**
 * The environment with what a file of `NAME=value` lines says, which wins.
 * @throws Error naming what is no setting; of the file system
 */
export function withFile(
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  const written = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
  const unknown = Object.keys(written).filter(
    (name) => !SETTING_NAMES.includes(name) && !OTHERS.test(name),
  );
  refuse(`${file} is not usable`, unknown.map(complaintOf));
  return { ...env, ...written };
}

/** Names that a slip of the finger has made of a setting; others belong to other programs. */
const misspelled = (given: object) =>
  Object.keys(given).filter(
    (name) =>
      name.length >= 6 &&
      !SETTING_NAMES.includes(name) &&
      !OTHERS.test(name) &&
      distance(name, closest(name, SETTING_NAMES as string[])) <= MOST_SLIPS,
  );

/**
 * Whether these settings name a database that there is, or the folder of an installation; reading
 * the configuration would write secrets into any folder (RUN-08).
 */
export function findInstallation(env: NodeJS.ProcessEnv = process.env) {
  const { DATABASE_URL, DATA_KEY, DATA_DIR = './data' } = given(env);
  const dataDir = resolve(DATA_DIR);
  const has = (name: string) => existsSync(join(dataDir, name));
  const hasKey = DATA_KEY !== undefined || has('data-key');
  return { dataDir, found: DATABASE_URL ? hasKey : has('postgres') || has('lock') };
}

const given = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/**
 * Reads the environment; no other code does.
 * @throws Error listing every invalid setting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = given(env);
  const server = GROUPS.server.read(values);
  const mail = GROUPS.mail.read(values);
  const payments = GROUPS.payments.read(values);
  const storage = GROUPS.storage.read(values);
  const video = GROUPS.video.read(values);
  const portal = GROUPS.portal.read(values);
  const readings = [server, mail, payments, storage, video, portal];
  refuse(
    'These settings are not usable',
    readings.flatMap(({ malformed }) => malformed),
  );
  const mode = modeSetting.parse(values.NODE_ENV);
  const problems = readings.flatMap((reading) => reading.problems(mode));
  if (mode === 'production') {
    const missing = readings.flatMap((reading) => reading.missing());
    refuse('Samtrot does not start in production', [
      ...missing.map((name) => `${name} is missing`),
      ...misspelled(values).map(complaintOf),
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
