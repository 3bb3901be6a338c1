import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverSettings } from '../platform/config.ts';
import { startProgram } from '../testing/process/program.ts';
import { readConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-config-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = (name: string) => createHash('sha256').update(name).digest('base64url');
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  SESSION_SECRET: random('session'),
  DATA_KEY: random('data'),
  SMTP_URL: 'smtp://mail.example',
  SUPPORT_EMAIL: 'hilfe@haus.example',
  OPERATOR_NAME: 'Haus AG',
  OPERATOR_HOSTING: 'Zürich',
  REGISTRATION_PRIVACY: 'discreet',
};
const refusal = (env: Record<string, string>) => {
  try {
    readConfig({ DATA_DIR: folder, ...env });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('the defaults are development mode, loopback address, demo data and generous limits', () => {
  const config = readConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    mode: 'development',
    port: 3000,
    host: '127.0.0.1',
    demoData: true,
    limitFactor: 20,
  });
  expect(config.publicUrl).toBe('http://localhost:3000');
  expect(config.payments.providers).toEqual(['sandbox', 'bank']);
});

test('shares, limits and times of the house are the usual ones [BOF-22, BOF-54, BOF-63, BOF-66]', () => {
  expect(readConfig({ DATA_DIR: folder })).toMatchObject({
    fourEyesChf: 200,
    moderationSample: 0.05,
    reportsAutoHold: 2,
    reportKeepMonths: 24,
  });
});

test('production trusts the proxy of its own machine, or those that are named [RUN-12]', () => {
  const trusted = (env: Record<string, string>) =>
    serverSettings
      .read({ DATA_DIR: folder, ...env })
      .config(env.NODE_ENV === 'production' ? 'production' : 'development').trustedProxies;
  expect(trusted({})).toEqual([]);
  expect(trusted(PRODUCTION)).toEqual(['127.0.0.0/8', '::1/128']);
  const TRUSTED_PROXIES = '10.20.0.0/16, 192.0.2.10,2001:db8::/48';
  const named = ['10.20.0.0/16', '192.0.2.10', '2001:db8::/48'];
  expect(trusted({ ...PRODUCTION, TRUSTED_PROXIES })).toEqual(named);
  for (const wrong of ['balancer', '10.20.0.0/33', '10.20.0', '10.0.0.1 10.0.0.2'])
    expect(refusal({ TRUSTED_PROXIES: wrong })).toContain('TRUSTED_PROXIES');
});

test('a proof of work is cheap in worlds inside a test alone', () => {
  const rounds = (NODE_ENV: string) => readConfig({ DATA_DIR: folder, NODE_ENV }).proofRounds;
  expect(['development', 'test'].map(rounds)).toEqual([1000, 10]);
});

test('missing secrets are created once, each its own, readable by their owner only [ACC-52]', () => {
  const read = () => {
    const { sessionSecret, dataKeys } = readConfig({ DATA_DIR: folder });
    return [sessionSecret, ...dataKeys];
  };
  const secrets = read();
  expect(new Set(secrets).size).toBe(2);
  expect(read()).toEqual(secrets);
  for (const [index, name] of ['session-secret', 'data-key'].entries()) {
    expect(secrets[index]).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(join(folder, name), 'utf8').trim()).toBe(secrets[index]);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
});

test('DATA_KEY is one key or several, the first of them current [ACC-52]', () => {
  const read = (DATA_KEY: string) => readConfig({ DATA_DIR: folder, DATA_KEY }).dataKeys;
  expect(read(random('new'))).toEqual([random('new')]);
  expect(read(`${random('new')}, ${random('old')}`)).toEqual([random('new'), random('old')]);
  expect(refusal({ DATA_KEY: `${random('new')},` })).toContain('  DATA_KEY: ');
  expect(refusal({ DATA_KEY: 'short' })).toContain('  DATA_KEY: ');
});

test.each([
  ['SESSION_SECRET', 'x'.repeat(64)],
  ['SESSION_SECRET', 'samtrot-session-secret-for-production-2026!'],
  ['DATA_KEY', '0123456789abcdef'.repeat(4)],
  ['DATA_KEY', `${random('new')},${'ab'.repeat(40)}`],
])('production refuses %s=%s, which can be guessed [ACC-52]', (name, value) => {
  expect(refusal({ ...PRODUCTION, [name]: value })).toMatch(
    new RegExp(`^  ${name} has about \\d+ bits of entropy, at least 128 are needed`, 'm'),
  );
  expect(refusal({ [name]: value })).toBe('');
  expect(refusal(PRODUCTION)).not.toContain('entropy');
});

test('production refuses one secret for sessions and data [ACC-52]', () => {
  expect(refusal({ ...PRODUCTION, DATA_KEY: PRODUCTION.SESSION_SECRET })).toContain(
    'DATA_KEY must not be the SESSION_SECRET',
  );
});

test('an empty session secret refuses the start', () => {
  const dataDir = join(folder, 'torn');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'session-secret'), '');
  expect(refusal({ DATA_DIR: dataDir })).toContain('session-secret holds no secret');
});

test('concurrent first starts share one secret', async () => {
  const code = `import { serverSettings } from '../platform/config.ts'; process.stdout.write(serverSettings.read(process.env).config('development').sessionSecret)`;
  const env = { DATA_DIR: join(folder, 'together') };
  const started = Array.from({ length: 6 }, () =>
    startProgram(code, { folder: import.meta.dirname, env }),
  );
  await Promise.all(started.map(({ ended }) => ended));
  const secrets = started.map(({ printed }) => printed());
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
});

test.each([
  'PUBLIC_URL',
  'SESSION_SECRET',
  'DATA_KEY',
  'SMTP_URL',
  'SUPPORT_EMAIL',
  'OPERATOR_NAME',
  'OPERATOR_HOSTING',
])('production requires %s', (name) => {
  const { [name as 'PUBLIC_URL']: _, ...rest } = PRODUCTION;
  expect(refusal(rest)).toContain(`${name} is missing`);
});

test.each(['OPERATOR_ABROAD', 'OPERATOR_EU_REPRESENTATIVE'])(
  'production requires the disclosure settings: %s [FIX-42]',
  (name) => {
    expect(refusal(PRODUCTION)).toContain(`${name} is missing`);
    expect(refusal({ ...PRODUCTION, [name]: 'steht da' })).not.toContain(`${name} is missing`);
  },
);

test('production requires REGISTRATION_PRIVACY and explains both values [ACC-53]', () => {
  const { REGISTRATION_PRIVACY: _, ...rest } = PRODUCTION;
  for (const env of [rest, { ...rest, REGISTRATION_PRIVACY: '' }]) {
    const lines = refusal(env).split('\n');
    const at = lines.indexOf('  REGISTRATION_PRIVACY is missing; choose one:');
    expect(lines.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(/^ {4}discreet: .*mailbox/),
      expect.stringMatching(/^ {4}open: .*anybody/),
    ]);
  }
  for (const named of ['open', 'discreet'])
    expect(refusal({ ...rest, REGISTRATION_PRIVACY: named })).not.toContain('REGISTRATION_PRIVACY');
  expect(readConfig({ DATA_DIR: folder }).registrationPrivacy).toBe('open');
});

test.each([
  ['TEST_CLOCK_FILE', '/tmp/offset'],
  ['TEST_CHEAP_HASHES', '1'],
  ['TEST_VIDEOS_UNCHECKED', '1'],
  ['DEMO_DATA', '1'],
  ['LIMIT_FACTOR', '5'],
])('production refuses %s', (name, value) => {
  expect(refusal({ ...PRODUCTION, [name]: value })).toContain(`${name} is for development only`);
});

test('production refuses plain http and the sandbox provider', () => {
  const problems = refusal({ ...PRODUCTION, PUBLIC_URL: 'http://portal.example' });
  expect(problems).toContain('PUBLIC_URL must begin with https://');
  expect(problems).toContain('PAYMENT_PROVIDERS: the sandbox takes no real money');
});

test.each(['DATABASE_URL', 'DATABASE_REPLICA_URL'])(
  'production asks %s for a verified certificate, but for a database on its own machine',
  (name) => {
    const away = 'postgres://portal:geheim@db.example:5432/portal';
    const asks = (url: string) => refusal({ ...PRODUCTION, [name]: url }).includes(`${name} needs`);
    for (const url of [
      away,
      `${away}?sslmode=require`,
      `${away}?sslmode=no-verify`,
      `${away}?sslmode=verify-full&sslmode=disable`,
      'postgres://127.0.0.1/portal?host=db.example',
      'postgres:///portal',
      'db.example',
    ])
      expect(asks(url), url).toBe(true);
    for (const url of [
      `${away}?sslmode=verify-full`,
      `${away}?sslmode=verify-full&sslrootcert=/etc/ca.pem`,
      'postgres://portal:geheim@127.0.0.1:5432/portal',
      'postgres://portal@localhost/portal?host=/var/run/postgresql',
    ])
      expect(asks(url), url).toBe(false);
    expect(refusal({ ...PRODUCTION, [name]: away })).not.toContain('geheim');
    expect(refusal({ [name]: away })).toBe('');
  },
);

test('password hashes have at least the cost that OWASP recommends [ACC-42]', () => {
  const read = (PASSWORD_HASH = '') => readConfig({ DATA_DIR: folder, PASSWORD_HASH }).hashCost;
  expect(read()).toEqual({ memoryCost: 65_536, timeCost: 2, parallelism: 1 });
  expect(read('m=19456,t=2,p=1')).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(read('m=65536,t=3,p=4')).toEqual({ memoryCost: 65_536, timeCost: 3, parallelism: 4 });
  for (const weak of ['m=19455,t=2,p=1', 'm=19456,t=1,p=1', 'm=19456,t=2,p=0', 'm=65536,t=1,p=9'])
    expect(refusal({ PASSWORD_HASH: weak })).toContain('PASSWORD_HASH: at least m=19456,t=2,p=1');
  expect(refusal({ PASSWORD_HASH: 'm=4194304,t=2,p=1' })).toContain('m is at most 1048576');
  expect(refusal({ PASSWORD_HASH: 'bcrypt' })).toContain('PASSWORD_HASH: expected m=KIB');
});

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
  ['HOST', '192.168.1.7'],
  ['PUBLIC_URL', 'https://portal.example'],
  ['PUBLIC_URL', 'http://localhost.example:3000'],
])('development refuses %s=%s unless it is meant to be open [ACC-54]', (name, value) => {
  expect(refusal({ [name]: value })).toContain(`  ${name} is ${value}, but without NODE_ENV=`);
  expect(refusal({ [name]: value, ALLOW_OPEN_DEVELOPMENT: '1' })).toBe('');
  expect(refusal({ ...PRODUCTION, [name]: value })).not.toContain(`${name} is`);
  expect(refusal({ ...PRODUCTION, ALLOW_OPEN_DEVELOPMENT: '1' })).toContain(
    'ALLOW_OPEN_DEVELOPMENT is for development only',
  );
});

test.each([
  ['localhost', 'http://localhost:3000'],
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:3000'],
])('development starts on %s as %s [ACC-54]', (HOST, PUBLIC_URL) => {
  expect(refusal({ HOST, PUBLIC_URL })).toBe('');
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'abc'],
  ['NODE_ENV', 'staging'],
  ['SESSION_SECRET', 'short'],
  ['PUBLIC_URL', 'portal'],
  ['DEMO_DATA', 'yes'],
  ['SCHEDULER_TICK_MS', '1'],
  ['PAYMENT_PROVIDERS', 'paypal'],
  ['PAYMENT_PROVIDERS', 'sandbox,'],
])('%s=%s refuses the start and is named', (name, value) => {
  expect(refusal({ [name]: value })).toContain(`  ${name}: `);
});

test('payment providers are an ordered list without duplicates', () => {
  const { payments } = readConfig({ DATA_DIR: folder, PAYMENT_PROVIDERS: 'bank, sandbox,bank' });
  expect(payments.providers).toEqual(['bank', 'sandbox']);
});

test('Payrexx requires its settings only if enabled', () => {
  const named = {
    PAYREXX_INSTANCE: 'haus',
    PAYREXX_API_SECRET: 'geheim',
    PAYREXX_WEBHOOK_SECRET: 'schluessel',
  };
  for (const name of Object.keys(named)) {
    const { [name as 'PAYREXX_INSTANCE']: _, ...rest } = named;
    expect(refusal({ PAYMENT_PROVIDERS: 'sandbox,payrexx', ...rest })).toContain(
      `${name} is missing`,
    );
    expect(refusal({ ...rest })).toBe('');
  }
  const { payments } = readConfig({ DATA_DIR: folder, PAYMENT_PROVIDERS: 'payrexx', ...named });
  expect(payments.settings.payrexx).toMatchObject({
    instance: 'haus',
    baseUrl: 'https://api.payrexx.com/v1.16',
  });
  expect(refusal({ PAYREXX_INSTANCE: 'haus.payrexx.com' })).toContain('  PAYREXX_INSTANCE: ');
  const plain = {
    ...PRODUCTION,
    ...named,
    PAYMENT_PROVIDERS: 'payrexx',
    PAYREXX_BASE_URL: 'http://api.example',
  };
  expect(refusal(plain)).toContain('PAYREXX_BASE_URL must begin with https://');
  expect(refusal({ ...plain, PAYREXX_BASE_URL: '' })).not.toMatch(/PAYREXX|PAYMENT_PROVIDERS/);
});

test('a bucket needs all its settings, and https in production', () => {
  const named = {
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_BUCKET: 'dateien',
    S3_ACCESS_KEY: 'k',
    S3_SECRET_KEY: 's',
  };
  for (const name of Object.keys(named)) {
    const { [name as 'S3_BUCKET']: _, ...rest } = named;
    expect(refusal(rest)).toContain(`${name} is missing`);
  }
  const { s3 } = readConfig({ DATA_DIR: folder, ...named, S3_PREFIX: 'haus/samtrot/' });
  expect(s3).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'dateien',
    accessKey: 'k',
    secretKey: 's',
    region: 'us-east-1',
    prefix: 'haus/samtrot/',
  });
  expect(readConfig({ DATA_DIR: folder }).s3).toBeNull();
  for (const [name, value] of [
    ...([
      ['S3_PREFIX', 'haus'],
      ['S3_PREFIX', '/haus/'],
      ['S3_BUCKET', 'Gross'],
      ['S3_ENDPOINT', 'ftp://x'],
    ] as const),
  ]) {
    expect(refusal({ ...named, [name]: value })).toContain(`  ${name}: `);
  }
  expect(refusal({ ...PRODUCTION, ...named })).toContain('S3_ENDPOINT must begin with https://');
  expect(refusal({ ...PRODUCTION, ...named, S3_ENDPOINT: 'https://s3.example' })).not.toContain(
    'S3_',
  );
});

const DATATRANS = {
  DATATRANS_MERCHANT_ID: '1100012345',
  DATATRANS_PASSWORD: 'p',
  DATATRANS_SIGN_KEY: 'aB'.repeat(16),
};

test.each(Object.keys(DATATRANS))('Datatrans requires %s', (name) => {
  const { [name as 'DATATRANS_PASSWORD']: _, ...rest } = DATATRANS;
  expect(refusal({ ...rest, PAYMENT_PROVIDERS: 'datatrans' })).toContain(`${name} is missing`);
  expect(refusal({ ...rest, PAYMENT_PROVIDERS: 'sandbox' })).toBe('');
});

test.each([
  ['DATATRANS_MERCHANT_ID', 'shop'],
  ['DATATRANS_SIGN_KEY', 'abc'],
  ['DATATRANS_SIGN_KEY', 'xy'.repeat(16)],
  ['DATATRANS_BASE_URL', 'ftp://api.datatrans.com'],
  ['DATATRANS_PAY_URL', 'pay.datatrans.com'],
])('Datatrans: %s=%s refuses the start', (name, value) => {
  expect(refusal({ ...DATATRANS, PAYMENT_PROVIDERS: 'datatrans', [name]: value })).toContain(
    `  ${name}: `,
  );
});

test('in production Datatrans uses its live service over https', () => {
  const on = { ...PRODUCTION, ...DATATRANS, PAYMENT_PROVIDERS: 'datatrans' };
  expect(refusal(on)).not.toContain('DATATRANS');
  const tried = {
    DATATRANS_BASE_URL: 'https://api.sandbox.datatrans.com',
    DATATRANS_PAY_URL: 'http://pay.datatrans.com',
  };
  const problems = refusal({ ...on, ...tried });
  expect(problems).toContain('DATATRANS_BASE_URL: the sandbox of Datatrans takes no real money');
  expect(problems).toContain('DATATRANS_PAY_URL must begin with https://');
});

test('an empty value counts as missing', () => {
  expect(readConfig({ DATA_DIR: folder, PORT: '', SMTP_URL: '' })).toMatchObject({
    port: 3000,
    smtpUrl: undefined,
  });
});

test('production names a setting whose name is misspelled, and what is meant [RUN-02]', () => {
  const message = refusal({ ...PRODUCTION, DATABSE_URL: 'x', SMTP_ULR: 'x', STRIPE_KEY: 'x' });
  expect(message).toContain('DATABSE_URL is no setting; is DATABASE_URL meant?');
  expect(message).toContain('SMTP_ULR is no setting; is SMTP_URL meant?');
  expect(message).not.toContain('STRIPE_KEY');
  // What systems and tools set themselves.
  for (const name of ['HOSTNAME', 'LC_NAME', 'PGPORT', 'NODE_OPTIONS', 'LOGNAME', 'INVOCATION_ID'])
    expect(refusal({ ...PRODUCTION, [name]: 'x' })).not.toContain(name);
});
