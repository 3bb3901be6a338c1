import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { isDead } from '@samtrot/shared/health/rules.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Handler } from '../platform/action.ts';
import { isLoopback } from '../platform/loopback.ts';
import { cachingServer } from './caching-server.ts';
import { endConnectionsOnClose } from './closing.ts';
import type { App } from './compose.ts';
import { registerDevelopment } from './development.ts';
import { registerApi, registerPartnerApi, registerStaffApi, registerViewApi } from './dispatch.ts';
import {
  bareHeaders,
  HSTS_SECONDS,
  refuseBrokenRequest,
  refuseUnroutable,
  registerErrors,
} from './failures.ts';
import { registerOpenApi } from './openapi/routes.ts';
import { registerPages, scriptHashes } from './pages.ts';
import { REQUEST_ID, requestIds } from './request-id.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { hideFromOthers } from './staff-session.ts';
import { registerTokenApi } from './token-api.ts';

/**
 * Builds the HTTP server of a composed application; without a local worker `workerLagMs` is
 * undefined.
 */
export async function buildServer(
  app: App,
  workerLagMs: () => number | undefined = () => undefined,
): Promise<FastifyInstance> {
  const { config, log, db } = app;
  const bare = bareHeaders(config.publicUrl);
  const server = Fastify({
    logger: false,
    genReqId: requestIds(config.trustedProxies),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    serverFactory: (handler) => cachingServer(app, handler),
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    forceCloseConnections: 'idle',
    // Requests on accepted connections are answered; new connections go to another server.
    return503OnClosing: false,
    frameworkErrors: refuseUnroutable(bare),
    clientErrorHandler: refuseBrokenRequest(bare),
  });
  endConnectionsOnClose(server);

  const headers = {
    ...safeHeaders(config.publicUrl.startsWith('https://'), await scriptHashes()),
    'permissions-policy': PERMISSIONS_POLICY,
    // Responses are not cached unless they set a lifetime.
    'cache-control': 'no-store',
  };
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header(REQUEST_ID, request.id);
  });
  hideFromOthers(server, config);
  await server.register(cookie);
  await server.register(formbody);
  server.removeContentTypeParser('text/plain');
  registerErrors(server, app);
  if (config.mode === 'development') registerDevelopment(server, config);

  const { tracing } = app;
  if (tracing) {
    server.addHook('onRequest', (request, reply, done) => {
      const answered = tracing.request(request.routeOptions.url ?? '(none)', done);
      reply.raw.once('close', () => answered(reply.statusCode));
    });
  }
  const entries: Record<string, readonly Handler[]> = {
    '/api': app.handlers,
    '/betrieb/api': app.staffHandlers,
    '/partner/api': app.partnerHandlers,
  };
  server.addHook('onResponse', (request, reply, done) => {
    done();
    const path = request.routeOptions.url ?? '(none)';
    const handlers = entries[path] ?? [];
    const { action } = request.query as { action?: unknown };
    const known = handlers.find(({ spec }) => spec.name === action)?.spec.name;
    const ms = reply.elapsedTime;
    app.meter.request(known ?? path, reply.statusCode, ms);
    // Every open page polls its balance; successes are logged at debug level.
    log[known === 'getBalance' && reply.statusCode < 400 ? 'debug' : 'info']({
      id: request.id,
      method: request.method,
      path,
      action: known,
      status: reply.statusCode,
      ms: Math.round(ms),
    });
  });

  server.get('/healthz', async () => ({ ok: true }));
  server.get('/readyz', async (request, reply) => {
    const checks: Record<string, string> = {};
    checks.database = await app.probeWrite().then(
      () => 'ok',
      () =>
        sql`select 1`.execute(db).then(
          () => 'not writable',
          () => 'away',
        ),
    );
    checks.storage = await app.storageReady().then(
      () => 'ok',
      () => 'not writable',
    );
    if (app.reserve.isSpent()) checks.storage = 'full';
    const lag = workerLagMs();
    if (lag !== undefined) checks.worker = lag < 60_000 ? 'ok' : 'behind';
    // Informative only: a server without any worker still serves.
    const heartbeat = await app.lastHeartbeat().catch(() => null);
    // Informative only: this server works while a worker elsewhere catches up.
    const clockLag = await app.clockLagMs().catch(() => undefined);
    // Informative only: an unreachable partner website is no failure of this server.
    const hooks = await app.webhookBacklog().catch(() => undefined);
    // Informative only: mails wait, and everything else works.
    const untrusted = await app.mailsWithoutTls().catch(() => 0);
    // Uploads are refused from 0.9 on; everything else continues.
    const used = await app.storageUsed().catch(() => null);
    const ready = Object.values(checks).every((state) => state === 'ok');
    const healthy = ready && !isDead(heartbeat, app.clock.now());
    reply.code(ready ? 200 : 503);
    // What comes through the proxy may be from anybody: lag and disk use are nobody else's.
    if (!isLoopback(request.ip)) return reply.send({ ready, healthy });
    return reply.send({
      ready,
      healthy,
      ...checks,
      ...(lag !== undefined && { worker_lag_ms: Math.round(lag) }),
      ...(clockLag !== undefined && { clock_lag_ms: clockLag }),
      ...(hooks && { webhook_waiting_ms: hooks.waitingMs, webhook_dead: hooks.dead }),
      ...((await app.videoRefusal()) !== null && { videos: 'refused' }),
      ...(untrusted > 0 && { mails_without_tls: untrusted }),
      ...(used !== null && { storage_used: Math.round(used * 100) / 100 }),
    });
  });

  registerApi(server, app);
  registerStaffApi(server, app);
  registerPartnerApi(server, app);
  registerViewApi(server, app);
  registerTokenApi(server, app);
  registerOpenApi(server, app);
  registerSecurityTxt(server, app);
  for (const routes of app.routes) await server.register(routes);
  await registerPages(server, app);
  return server;
}

/** Features the pages do not use. */
const PERMISSIONS_POLICY =
  'accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()';

/** Repeated names become an array, so that a duplicated parameter is noticed; no nesting. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key];
    query[key] = before === undefined ? value : [before, value].flat();
  }
  return query;
}

/** The same for every response, so that none builds them. */
function safeHeaders(secure: boolean, hashes: string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(secure && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
  };
}
