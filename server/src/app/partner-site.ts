import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_DEVELOPMENT_TEXT } from '@samtrot/shared/kernel/open-development.ts';
import {
  authenticate,
  ensureWebsite,
  issueKey,
  setLink,
  setStatus,
} from '../modules/partners/service.ts';
import { findHookState, setHook } from '../modules/webhooks/service.ts';
import type { App } from './compose.ts';

const NAME = 'Mondgarten';
const MAIN = join(import.meta.dirname, '../../../partner-site/src/main.ts');
/**
 * Of its heap, in MB: without them the garbage of a busy hour stays; measured with 4,000 different
 * lists, items and searches (`npm run bench -- fresh`).
 */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=192'];
const RESTART_MS = { first: 500, longest: 30_000 } as const;
/** Uptime after which the next restart is immediate again. */
const STEADY_MS = 60_000;

/**
 * Runs the reference partner website as a separate process that has only its key; restarted with
 * backoff.
 * @param portalPort the portal's port; the website uses the next one
 */
export function startPartnerSite(
  app: App,
  portalPort: number,
): { url: string; stop(): Promise<void> } {
  const { config, log } = app;
  const port = portalPort + 1;
  const url = `http://localhost:${port}`;
  let stopped = false;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause: number = RESTART_MS.first;

  const run = async () => {
    const startedAt = performance.now();
    try {
      const { key, secret } = await rightsFor(app, url);
      if (stopped) return;
      child = spawn(process.execPath, [...HEAP, MAIN], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: {
          PORT: String(port),
          HOST: config.host,
          PUBLIC_URL: url,
          PORTAL_URL: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portalPort}`,
          PORTAL_PUBLIC_URL: config.publicUrl,
          PARTNER_KEY: key,
          WEBHOOK_SECRET: secret,
          ...(config.openDevelopment && { WARNING: OPEN_DEVELOPMENT_TEXT }),
        },
      });
      child.stderr?.on('data', (chunk: Buffer) =>
        log.warn({ partnerSite: chunk.toString().trim() }),
      );
      const running = child;
      await new Promise((done) => running.once('exit', done).once('error', done));
      if (!stopped)
        log.warn({ code: running.exitCode }, 'the partner website has ended and is started again');
    } catch (error) {
      log.warn({ err: error }, 'the partner website could not be started');
    }
    if (stopped) return;
    pause =
      performance.now() - startedAt > STEADY_MS
        ? RESTART_MS.first
        : Math.min(pause * 2, RESTART_MS.longest);
    timer = setTimeout(() => {
      running = run();
    }, pause);
  };
  let running = run();

  return {
    url,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      child?.kill('SIGTERM');
      await running;
    },
  };
}

/** The stored key, or a new one if missing or revoked, and the webhook secret. */
async function rightsFor(app: App, url: string): Promise<{ key: string; secret: string }> {
  const file = join(app.config.dataDir, 'partner-site-key');
  const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
    app.db
      .transaction()
      .execute((db) => work({ db, now: app.clock.now(), actor: { kind: 'system' } }));
  await manage(async (ctx) => {
    await ensureWebsite(ctx, { name: NAME, url });
    await setStatus(ctx, NAME, 'on');
    await setHook(ctx, NAME, `${url}/webhook`, true);
    await setLink(ctx, NAME, 'inserat', `${url}/inserat/{id}`);
    await setLink(ctx, NAME, 'club', `${url}/club/{id}`);
  });
  const { secret } = await findHookState(app.db, NAME, app.config.sessionSecret);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (await authenticate(app.db, kept.trim(), app.clock.now())) return { key: kept.trim(), secret };
  const key = await manage((ctx) => issueKey(ctx, NAME, 'Beispielseite'));
  await mkdir(app.config.dataDir, { recursive: true });
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return { key, secret };
}
