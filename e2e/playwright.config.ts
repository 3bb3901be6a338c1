import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { buildIfStale } from '../server/src/app/build.ts';
import { DEEP } from '../server/src/testing/process/deep.ts';
import { temporaryBase } from '../server/src/testing/process/temporary-base.ts';
import { launchOptions, SHORT_LIVED } from './browser.ts';

// Workers load this file again and must find the same server and browser.
if (!process.env.E2E_PORT) await buildIfStale('server');
process.env.E2E_PORT ??= String(await freePortPair());
if (!process.env.E2E_DATA) {
  const folder = mkdtempSync(join(temporaryBase(), 'samtrot-e2e-'));
  process.env.E2E_DATA = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Playwright ends its server and workers in order on SIGINT alone.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.kill(process.pid, 'SIGINT'));
}
if (!process.env.E2E_BROWSER) {
  const { args = [], ...options } = await launchOptions();
  process.env.E2E_BROWSER = JSON.stringify({ ...options, args: [...args, ...SHORT_LIVED] });
}

const port = Number(process.env.E2E_PORT);
const dataDir = process.env.E2E_DATA;
const report = process.env.E2E_REPORT ?? join(import.meta.dirname, 'test-results/e2e.json');
/** What the product warns of, beside the report. */
const productLog = join(dirname(report), 'product.log');
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const OWN_PRODUCT = [
  ...['before.desktop.spec.ts', 'demo.desktop.spec.ts', 'late.desktop.spec.ts'],
  'restart.desktop.spec.ts',
];

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Wide on purpose: a machine that stalls for half a minute is no defect of the product.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Titles, outcomes and durations, which the trace of requirements reads.
  reporter: [['list'], ['json', { outputFile: report }]],
  use: {
    actionTimeout: 60_000,
    baseURL: `http://localhost:${port}`,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    // A page that still glides lets a press and its release land on different things; nobody
    // presses while it does.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // What a service worker fetches escapes the routes of a journey.
    serviceWorkers: 'block',
    // Taken by the fixture `pictured`.
    screenshot: 'off',
    launchOptions: JSON.parse(process.env.E2E_BROWSER),
  },
  ...(!DEEP && { grepInvert: /@deep-only/ }),
  // `*.desktop.spec.ts` and `*.phone.spec.ts` run at one size, all others at both, but for what is
  // tagged `ONE_SIZE` outside the deep run: their outcome does not depend on the layout.
  projects: [
    // Longest, so they start first: each of these files has a product of its own.
    { name: 'own product', testMatch: OWN_PRODUCT, use: DESKTOP },
    { name: 'desktop', testIgnore: ['*.phone.spec.ts', ...OWN_PRODUCT], use: DESKTOP },
    {
      name: 'phone',
      testIgnore: '*.desktop.spec.ts',
      ...(!DEEP && { grepInvert: /@one-size|@deep-only/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  // The product as it ships: built pages, embedded database, worker, sandbox payments and the
  // reference partner website.
  webServer: {
    // `exec`, or its parent would be a shell, which outlives the run.
    command: `mkdir -p "${dirname(productLog)}" && exec "${process.execPath}" --import ./e2e/end-with-parent.ts server/dist/start.js >"${productLog}"`,
    cwd: join(import.meta.dirname, '..'),
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      PARTNER_SITE: '1',
      LOG_LEVEL: 'warn',
      // A whole run registers more people within the hour than may come from one address in
      // development.
      LIMIT_FACTOR: '100',
      MODERATION_SAMPLE: '0',
      TEST_CHEAP_HASHES: '1',
      TEST_CLOCK_FILE: join(dataDir, 'clock'),
    },
  },
});

/** Two neighbouring free ports: the portal and the partner website beside it. */
async function freePortPair(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error('no two neighbouring ports are free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
