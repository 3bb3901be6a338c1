import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPORT_KEPT_MONTHS } from '@samtrot/shared/legal/retention-rules.ts';
import { MODERATION_MODES, type ModerationMode } from '@samtrot/shared/moderation/review-rules.ts';
import { z } from 'zod';
import { type HashCost, LEAST_HASH_COST, USUAL_HASH_COST } from './crypto.ts';
import { estimatedBits } from './entropy.ts';
import { isLoopback } from './loopback.ts';
import { defineSettings, type Mode, modeSetting } from './settings.ts';

/** Of `SESSION_SECRET` and each key of `DATA_KEY`, in production. */
const MIN_SECRET_BITS = 128;
const MIN_SECRET_LENGTH = 32;

const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** What stands between commas. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** The proxy of one machine, which is what production runs behind unless told otherwise. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

export interface ServerConfig {
  mode: Mode;
  port: number;
  host: string;
  dataDir: string;
  /** Origin of the portal for browsers; prefix of every link in mails and redirects. */
  publicUrl: string;
  databaseUrl: string | undefined;
  /** A streaming replica for the lists of partner websites. */
  databaseReplicaUrl: string | undefined;
  /** Whether repeated statements are prepared on their connection. */
  prepareStatements: boolean;
  sessionSecret: string;
  /** Peers whose `X-Forwarded-For` names the visitor: addresses and networks (RUN-12). */
  trustedProxies: readonly string[];
  /** A development server that others can reach, with a warning on every page. */
  openDevelopment: boolean;
  /** The first encrypts, all decrypt. */
  dataKeys: readonly string[];
  /** Where `/metrics` is served; undefined serves none (RUN-05). */
  metrics: { host: string; port: number } | undefined;
  /** Where traces are sent to, by OTLP over HTTP. */
  traceEndpoint: string | undefined;
  /** The public key that backups are encrypted to. */
  backupRecipient: string | undefined;
}

/** Settings of listening addresses and storage locations. */
export const serverSettings = defineSettings({
  shape: {
    NODE_ENV: modeSetting,
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    PUBLIC_URL: z.url().optional(),
    DATABASE_URL: z.string().optional(),
    TRUSTED_PROXIES: list
      .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])))
      .optional(),
    ALLOW_OPEN_DEVELOPMENT: flag.default(false),
    DATABASE_REPLICA_URL: z.string().optional(),
    DATABASE_PREPARE: flag.default(true),
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
    BACKUP_RECIPIENT: z
      .string()
      .regex(/^age1[0-9a-z]{20,}$/, 'expected a public key of age (age1…)')
      .optional(),
    SESSION_SECRET: z.string().min(MIN_SECRET_LENGTH).optional(),
    DATA_KEY: z
      .string()
      .transform((keys) => keys.split(',').map((key) => key.trim()))
      .pipe(z.array(z.string().min(MIN_SECRET_LENGTH)))
      .optional(),
  },
  requiredInProduction: ['PUBLIC_URL', 'SESSION_SECRET', 'DATA_KEY'],
  problems(values, mode) {
    if (mode === 'production') return productionProblems(values);
    return mode === 'development' ? developmentProblems(values) : [];
  },
  config(values): ServerConfig {
    const dataDir = resolve(values.DATA_DIR);
    return {
      mode: values.NODE_ENV,
      port: values.PORT,
      host: values.HOST,
      dataDir,
      publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
      databaseUrl: values.DATABASE_URL,
      databaseReplicaUrl: values.DATABASE_REPLICA_URL,
      prepareStatements: values.DATABASE_PREPARE,
      sessionSecret: values.SESSION_SECRET ?? storedSecret(dataDir, 'session-secret'),
      trustedProxies: values.TRUSTED_PROXIES ?? (values.NODE_ENV === 'production' ? LOOPBACK : []),
      metrics:
        values.METRICS_PORT === undefined
          ? undefined
          : { host: values.METRICS_HOST, port: values.METRICS_PORT },
      traceEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      backupRecipient: values.BACKUP_RECIPIENT,
      openDevelopment: values.NODE_ENV === 'development' && values.ALLOW_OPEN_DEVELOPMENT,
      dataKeys: values.DATA_KEY ?? [storedSecret(dataDir, 'data-key')],
    };
  },
});

interface Guarded {
  HOST: string;
  ALLOW_OPEN_DEVELOPMENT: boolean;
  PUBLIC_URL?: string | undefined;
  SESSION_SECRET?: string | undefined;
  DATA_KEY?: string[] | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
}

/** Whether a database is on this machine, or is reached under TLS with a verified certificate. */
function isGuardedDatabase(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const host = url.searchParams.get('host') ?? url.hostname;
  const modes = url.searchParams.getAll('sslmode');
  return host.startsWith('/') || isLoopback(host) || modes.join() === 'verify-full';
}

/** A development server shows every mail, and logs in who asks: it is for its own machine. */
function developmentProblems({ PUBLIC_URL: url, HOST: host, ALLOW_OPEN_DEVELOPMENT }: Guarded) {
  if (ALLOW_OPEN_DEVELOPMENT) return [];
  const open = [
    ...(isLoopback(host) ? [] : [`HOST is ${host}`]),
    ...(url === undefined || isLoopback(new URL(url).hostname) ? [] : [`PUBLIC_URL is ${url}`]),
  ];
  return open.map(
    (what) =>
      `${what}, but without NODE_ENV=production only this machine may reach it (in a container: ALLOW_OPEN_DEVELOPMENT=1)`,
  );
}

function productionProblems({
  PUBLIC_URL: url,
  SESSION_SECRET: secret,
  DATA_KEY: keys = [],
  ALLOW_OPEN_DEVELOPMENT,
  ...others
}: Guarded): string[] {
  const databases = (['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const).filter(
    (name) => others[name] !== undefined && !isGuardedDatabase(others[name]),
  );
  const named = [
    ...(secret === undefined ? [] : [['SESSION_SECRET', secret] as const]),
    ...keys.map((key) => ['DATA_KEY', key] as const),
  ];
  return [
    ...(url && !url.startsWith('https://') ? ['PUBLIC_URL must begin with https://'] : []),
    ...named.flatMap(([name, value]) => {
      const bits = estimatedBits(value);
      return bits < MIN_SECRET_BITS
        ? [
            `${name} has about ${bits} bits of entropy, at least ${MIN_SECRET_BITS} are needed: openssl rand -base64 48`,
          ]
        : [];
    }),
    ...databases.map(
      (name) => `${name} needs sslmode=verify-full, unless its database is on this machine`,
    ),
    ...(ALLOW_OPEN_DEVELOPMENT ? ['ALLOW_OPEN_DEVELOPMENT is for development only'] : []),
    ...(secret !== undefined && keys.includes(secret)
      ? ['DATA_KEY must not be the SESSION_SECRET']
      : []),
  ];
}

/** The operator, as named by the imprint and the privacy page. */
export interface Operator {
  name: string;
  street: string;
  city: string;
  country: string;
  uid: string;
  register: string;
  representative: string;
  email: string;
  phone: string;
  /** Location of the servers, as text for the privacy page. */
  hosting: string;
  /** Disclosure of data abroad, and the representative in the European Union, as text. */
  abroad: string;
  eu: string;
}

export interface PortalConfig {
  logLevel: string;
  demoData: boolean;
  clockFile: string | undefined;
  /** Fail points at which the process exits, for `npm run chaos`. */
  failPoints: string | undefined;
  /** Of new password hashes. */
  hashCost: HashCost;
  /** Takes videos without a look at what converts them: tests start a hundred processes. */
  videosUnchecked: boolean;
  proofRounds: number;
  schedulerTickMs: number;
  partnerSite: boolean;
  /** Whether the start rebuilds outdated browser pages; otherwise existing ones are served. */
  buildPages: boolean;
  /** Factor of all rate limits: in development all requests come from one address. */
  limitFactor: number;
  /** Recipient of messages from the contact and support forms. */
  supportEmail: string;
  /** Who is mailed about urgent reports at once. */
  dutyEmail: string;
  /** So many independent urgent reports hold a thing automatically; 0 for never. */
  reportsAutoHold: number;
  /** Whether what is published waits for an approval. */
  moderation: ModerationMode;
  /** The share of approvals that a second person looks at, 0 to 1. */
  moderationSample: number;
  /** Months after their decision at which reports are deleted. */
  reportKeepMonths: number;
  operator: Operator;
  /** Whether publishing requires a confirmed address. */
  requireConfirmedEmail: boolean;
  /** `discreet`: only the mailbox reveals whether an address has an account. */
  registrationPrivacy: 'open' | 'discreet';
  /** The legacy login by GET, which puts passwords into addresses and logs. */
  legacyGetLogin: boolean;
  /** Host name of the token API; without it only `/token-api` is served. */
  apiHost: string | undefined;
  /** All that authenticator apps and the browser's passkey dialog show of the portal; neutral. */
  authenticatorLabel: string;
  /** Name and icon of the installed app; both neutral (EXP-114). */
  appName: string;
  appIcon: 'mark' | 'notes';
  /** Host names of the push services that devices may be told through, with their subdomains. */
  pushServices: readonly string[];
  /** Value added tax contained in purchases, in permille. */
  vatPermille: number;
  /** Networks from which the back office can be reached (CIDR); empty for all. */
  staffNetworks: readonly string[];
  /** `solo`: in a house of one person the asker may approve after a day. */
  fourEyes: 'two' | 'solo';
  /** Francs that one person may move on one account in 24 hours without a second one. */
  fourEyesChf: number;
  /** The tax note of receipts and statements; `{rate}` is replaced by the rate. */
  receiptVatNote: string;
  statementVatNote: string;
}

const OPERATOR = {
  OPERATOR_NAME: z.string().default('Samtrot Demo GmbH'),
  OPERATOR_STREET: z.string().default('Musterstrasse 1'),
  OPERATOR_CITY: z.string().default('8000 Zürich'),
  OPERATOR_COUNTRY: z.string().default('Schweiz'),
  OPERATOR_UID: z.string().default('CHE-000.000.000'),
  OPERATOR_REGISTER: z.string().default('Handelsregister des Kantons Zürich'),
  OPERATOR_REPRESENTATIVE: z.string().default('Vreni Muster'),
  OPERATOR_EMAIL: z.email().default('kontakt@samtrot.example'),
  OPERATOR_PHONE: z.string().default('+41 44 000 00 00'),
  OPERATOR_HOSTING: z.string().default('Schweiz'),
  OPERATOR_ABROAD: z.string().default('keine.'),
  OPERATOR_EU_REPRESENTATIVE: z.string().default('keine bestellt.'),
};

/** Of Chrome and its kin, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  ...['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com'],
  'notify.windows.com',
];

/** Of each key derivation in a proof of work; few in worlds inside a test, which solve hundreds. */
const PROOF_ROUNDS = { usual: 1000, inTests: 10 } as const;
/** For tests; production refuses the setting. */
const CHEAP_HASHES: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** One login must not take all memory of a machine. */
const MAX_HASH_MEMORY_KIB = 1024 * 1024;
const hashCost = z
  .string()
  .regex(/^m=\d{1,7},t=\d{1,3},p=\d{1,2}$/, 'expected m=KIB,t=PASSES,p=LANES')
  .transform((text): HashCost => {
    const [memoryCost, timeCost, parallelism] = text.match(/\d+/g)!.map(Number);
    return { memoryCost: memoryCost!, timeCost: timeCost!, parallelism: parallelism! };
  })
  .refine(
    (cost) =>
      (Object.keys(cost) as (keyof HashCost)[]).every((key) => cost[key] >= LEAST_HASH_COST[key]),
    'at least m=19456,t=2,p=1',
  )
  .refine(
    ({ memoryCost }) => memoryCost <= MAX_HASH_MEMORY_KIB,
    `m is at most ${MAX_HASH_MEMORY_KIB}`,
  );

const DEVELOPMENT_ONLY = [
  'TEST_CLOCK_FILE',
  'TEST_FAIL_POINTS',
  'TEST_CHEAP_HASHES',
  'TEST_VIDEOS_UNCHECKED',
  'DEMO_DATA',
  'LIMIT_FACTOR',
] as const;

/** Production names its choice: nobody gets the revealing one by leaving it out. */
const PRIVACY_CHOICE = [
  'REGISTRATION_PRIVACY is missing; choose one:',
  '  discreet: only a mailbox reveals whether an address has an account (recommended)',
  '  open: the pages say at once whether an address has an account; anybody can ask them',
];

/** Settings of the portal's behaviour and its operator. */
export const portalSettings = defineSettings({
  shape: {
    LOG_LEVEL: z
      .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
      .default('info'),
    DEMO_DATA: flag.optional(),
    TEST_CLOCK_FILE: z.string().optional(),
    TEST_FAIL_POINTS: z
      .string()
      .regex(/^[\w.]+:\d+(,[\w.]+:\d+)*$/)
      .optional(),
    TEST_CHEAP_HASHES: flag.default(false),
    TEST_VIDEOS_UNCHECKED: flag.default(false),
    PASSWORD_HASH: hashCost.default(USUAL_HASH_COST),
    SCHEDULER_TICK_MS: z.coerce.number().int().min(50).default(1000),
    PARTNER_SITE: flag.default(true),
    BUILD_PAGES: flag.default(true),
    LIMIT_FACTOR: z.coerce.number().min(1).optional(),
    SUPPORT_EMAIL: z.email().default('support@samtrot.example'),
    DUTY_EMAIL: z.email().optional(),
    REPORTS_AUTO_HOLD: z.coerce.number().int().min(0).default(2),
    MODERATION: z.enum(MODERATION_MODES).default('after'),
    MODERATION_SAMPLE: z.coerce.number().min(0).max(1).default(0.05),
    REPORT_KEEP_MONTHS: z.coerce
      .number()
      .int()
      .min(REPORT_KEPT_MONTHS.reporter)
      .default(REPORT_KEPT_MONTHS.usual),
    ...OPERATOR,
    REQUIRE_VERIFIED_EMAIL: flag.default(false),
    REGISTRATION_PRIVACY: z.enum(['open', 'discreet']).optional(),
    LEGACY_GET_LOGIN: flag.default(false),
    API_HOST: z.string().optional(),
    STAFF_NETWORKS: list.pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]))).default([]),
    FOUR_EYES_CHF: z.coerce.number().int().min(0).default(200),
    FOUR_EYES: z.enum(['two', 'solo']).default('two'),
    AUTHENTICATOR_LABEL: z
      .string()
      .trim()
      .regex(/^[^:]{1,30}$/, 'expected 1 to 30 characters without a colon')
      .default('Konto'),
    APP_NAME: z.string().trim().min(1).max(12).default('Samtrot'),
    APP_ICON: z.enum(['mark', 'notes']).default('mark'),
    PUSH_SERVICES: list
      .transform((names) => names.map((name) => name.toLowerCase()))
      .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)))
      .default(PUSH_SERVICES),
    VAT_PERCENT: z.coerce.number().min(0).max(100).multipleOf(0.1).default(8.1),
    RECEIPT_VAT_NOTE: z
      .string()
      .default(
        'Es wird keine Mehrwertsteuer ausgewiesen: Guthaben ist ein Zahlungsmittel. Was dafür bezahlt wurde, enthält {rate} Mehrwertsteuer, sobald du damit etwas kaufst; sie steht bei jeder Bestellung und auf dem Monatsauszug.',
      ),
    STATEMENT_VAT_NOTE: z
      .string()
      .default(
        'Was für die ausgegebenen Credits bezahlt wurde, enthält {rate} Mehrwertsteuer. Bonus, Gutscheine und geschenkte Credits enthalten keine. Aufladungen auch nicht: Guthaben ist ein Zahlungsmittel.',
      ),
  },
  requiredInProduction: ['SUPPORT_EMAIL', ...(Object.keys(OPERATOR) as (keyof typeof OPERATOR)[])],
  problems: (values, mode) =>
    mode === 'production'
      ? [
          ...DEVELOPMENT_ONLY.filter((name) => values[name]).map(
            (name) => `${name} is for development only`,
          ),
          ...(values.REGISTRATION_PRIVACY === undefined ? PRIVACY_CHOICE : []),
        ]
      : [],
  config: (values, mode): PortalConfig => ({
    logLevel: values.LOG_LEVEL,
    demoData: values.DEMO_DATA ?? mode === 'development',
    clockFile: values.TEST_CLOCK_FILE,
    failPoints: values.TEST_FAIL_POINTS,
    proofRounds: mode === 'test' ? PROOF_ROUNDS.inTests : PROOF_ROUNDS.usual,
    videosUnchecked: values.TEST_VIDEOS_UNCHECKED,
    hashCost: values.TEST_CHEAP_HASHES ? CHEAP_HASHES : values.PASSWORD_HASH,
    schedulerTickMs: values.SCHEDULER_TICK_MS,
    partnerSite: values.PARTNER_SITE,
    buildPages: values.BUILD_PAGES,
    limitFactor: values.LIMIT_FACTOR ?? (mode === 'production' ? 1 : 20),
    supportEmail: values.SUPPORT_EMAIL,
    dutyEmail: values.DUTY_EMAIL ?? values.SUPPORT_EMAIL,
    reportsAutoHold: values.REPORTS_AUTO_HOLD,
    moderation: values.MODERATION,
    moderationSample: values.MODERATION_SAMPLE,
    reportKeepMonths: values.REPORT_KEEP_MONTHS,
    operator: {
      name: values.OPERATOR_NAME,
      street: values.OPERATOR_STREET,
      city: values.OPERATOR_CITY,
      country: values.OPERATOR_COUNTRY,
      uid: values.OPERATOR_UID,
      register: values.OPERATOR_REGISTER,
      representative: values.OPERATOR_REPRESENTATIVE,
      email: values.OPERATOR_EMAIL,
      phone: values.OPERATOR_PHONE,
      hosting: values.OPERATOR_HOSTING,
      abroad: values.OPERATOR_ABROAD,
      eu: values.OPERATOR_EU_REPRESENTATIVE,
    },
    requireConfirmedEmail: values.REQUIRE_VERIFIED_EMAIL,
    registrationPrivacy: values.REGISTRATION_PRIVACY ?? 'open',
    legacyGetLogin: values.LEGACY_GET_LOGIN,
    apiHost: values.API_HOST?.toLowerCase(),
    staffNetworks: values.STAFF_NETWORKS,
    fourEyes: values.FOUR_EYES,
    fourEyesChf: values.FOUR_EYES_CHF,
    authenticatorLabel: values.AUTHENTICATOR_LABEL,
    appName: values.APP_NAME,
    appIcon: values.APP_ICON,
    pushServices: values.PUSH_SERVICES,
    vatPermille: Math.round(values.VAT_PERCENT * 10),
    receiptVatNote: values.RECEIPT_VAT_NOTE,
    statementVatNote: values.STATEMENT_VAT_NOTE,
  }),
});

/**
 * Creates the file atomically: of concurrent first starts one writes it, and none reads it empty.
 */
function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const own = `${file}.${process.pid}`;
    writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(own, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(
      `${file} holds no secret of at least ${MIN_SECRET_LENGTH} characters; remove it.`,
    );
  return secret;
}
