/**
 * `npm start`: database, server, worker, built pages and the reference partner website in one go.
 * `--only=server|worker` runs one part, `--env FILE` takes the settings of that file.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from './app/build.ts';
import { type BuildNotice, buildNotice } from './app/build-notice.ts';
import { compose } from './app/compose.ts';
import { readConfig, withFile, withRealPort } from './app/config.ts';
import { lockDataFolder } from './app/lock.ts';
import { metricsRegistry, serveMetrics, watchHouse } from './app/metrics.ts';
import { startPartnerSite } from './app/partner-site.ts';
import { buildServer } from './app/server.ts';
import { VERSION } from './app/version.ts';
import { noteMode } from './modules/moderation/service.ts';
import { noteVatRate } from './modules/wallet/service.ts';
import { systemClock } from './platform/clock.ts';
import { dataKeys } from './platform/data-key.ts';
import { connect, waitForDatabase } from './platform/db.ts';
import { armFailPoints } from './platform/failpoints.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { assertMigrated, migrate } from './platform/migrate.ts';
import { startCluster } from './platform/postgres.ts';
import { NO_RESERVE, type Reserve, reserveIn } from './platform/reserve.ts';
import { freeStartGarbage } from './platform/start-garbage.ts';
import { teardown } from './platform/teardown.ts';
import { startTracing } from './platform/tracing.ts';
import { startWorker, type Worker } from './platform/worker.ts';
import { fillDemo } from './seed/demo.ts';
import { fillDemoCatalogue } from './seed/demo-catalogue.ts';
import { fillDemoDesk } from './seed/demo-desk.ts';
import { fillDemoNotices } from './seed/demo-notices.ts';
import { assertNoDemoPartner, fillDemoPartner } from './seed/demo-partner.ts';
import { fillDemoReviews } from './seed/demo-reviews.ts';
import { assertNoDemoStaff, demoStaffLines, fillDemoStaff } from './seed/demo-staff.ts';
import { fillDemoTexts } from './seed/demo-texts.ts';
import { fillDemoThreads } from './seed/demo-threads.ts';

const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, env: { type: 'string' } },
});
const stops = teardown((sentence, error) => console.error(...[sentence, error].filter(Boolean)));
let stopping = false;
const IMPATIENT_MS = 2_000;
/** How long the start waits for a database that another process keeps. */
const TIMEOUT_MS = 60_000;
/** More than the embedded database needs at most for a fast and then an immediate shutdown. */
const CLUSTER_MS = 40_000;

/** Undoes the start in reverse order: no new requests, running work finished, database last. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stops.run();
  process.exit(code);
}
// npm passes a signal on that the terminal has already sent, so the second one within a moment is
// the same. A later one is meant.
let asked: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    asked ??= performance.now();
    if (performance.now() - asked > IMPATIENT_MS) process.exit(1);
    void stop(0);
  });
}
// A defect outside any request: say what it was, and end in order rather than leave the database
// without its owner.
process.on('uncaughtException', (error) => {
  // The members of a database error hold values of rows; the text and the place are enough.
  console.error(error instanceof Error ? error.stack : 'a value was thrown that is no error');
  void stop(1);
});

try {
  const config = await withRealPort(
    readConfig(flags.env === undefined ? undefined : withFile(flags.env)),
  );
  // Its settings are those of worlds inside a test: cheap hashes, no check of who asks.
  if (config.mode === 'test')
    throw new Error('NODE_ENV=test is for tests; without it, or with production, Samtrot starts.');
  const log = createLogger(config.logLevel);
  armFailPoints(config.failPoints);
  const clock = systemClock(config.clockFile);
  const runServer = flags.only !== 'worker';
  const runWorker = flags.only !== 'server';
  const withPartner = runServer && config.partnerSite && config.mode !== 'production';

  const notice = buildNotice(process.stdout);
  const builds =
    runServer && config.buildPages
      ? Promise.all([
          buildIfStale('web', notice),
          withPartner ? partnerBuild(log, notice) : undefined,
        ])
      : Promise.resolve([]);
  builds.catch(() => {});
  let url = config.databaseUrl;
  let reserve: Reserve = NO_RESERVE;
  if (!url) {
    const unlock = await lockDataFolder(config.dataDir);
    stops.add('the lock of the data folder', unlock);
    reserve = reserveIn(config.dataDir, { log });
    // Before: a database that was stopped by a full disk needs room to come back.
    await reserve.look();
    const starting = startCluster(`${config.dataDir}/postgres`, {
      onLog: (line) => log.debug({ postgres: line }),
      onState: (up) =>
        up
          ? log.warn('the database server is back')
          : log.error(
              'the database server has ended and is started again; requests answer 503 until it is back',
            ),
    });
    // A signal may come while it starts: then it is waited for, so that no server stays behind
    // without its owner.
    const stopCluster = () =>
      starting.then(
        (cluster) => cluster.stop(),
        () => {},
      );
    stops.add('the embedded database', stopCluster, CLUSTER_MS);
    url = (await starting).url;
  }
  const address = url;
  const keys = dataKeys(config.dataKeys);
  // In production tables change when an operator says so, not when a process happens to start.
  const prepareTables = async () =>
    config.mode === 'production' ? assertMigrated(address, keys) : await migrate(address, keys);
  const waiting = <T>(attempt: () => Promise<T>) =>
    waitForDatabase(attempt, {
      timeoutMs: TIMEOUT_MS,
      onWait: (error) => {
        // While everything ends the embedded one is taken away on purpose.
        if (!stopping) log.warn({ err: error }, 'the database is not there yet');
      },
    });
  const applied = await waiting(prepareTables);
  if (applied?.length) log.info({ applied }, 'migrations applied');

  const prepare = config.prepareStatements;
  const tracing = config.traceEndpoint
    ? await startTracing({ endpoint: config.traceEndpoint, version: VERSION })
    : undefined;
  if (tracing) stops.add('the traces', () => tracing.stop());
  const { db, pool } = connect(url, {
    prepare,
    onConnect: tracing?.client,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  stops.add('the connections to the database', () => db.destroy());
  const replica = config.databaseReplicaUrl
    ? connect(config.databaseReplicaUrl, {
        prepare,
        onError: (error) => log.warn({ err: error }, 'connection to the copy lost'),
      }).db
    : undefined;
  if (replica) stops.add('the connections to the copy', () => replica.destroy());
  await waiting(() => noteVatRate(db, { permille: config.vatPermille, now: clock.now(), log }));
  const moderation = await waiting(() => noteMode(db, config.moderation));
  if (moderation !== config.moderation)
    log.info({ moderation }, 'MODERATION is set aside: the back office has chosen another mode');
  if (config.fourEyes === 'solo')
    log.warn({ setting: 'FOUR_EYES=solo' }, 'a person alone may approve her own requests');
  const metrics = config.metrics ? metricsRegistry() : undefined;
  const { meter } = metrics ?? {};
  const app = compose({
    config,
    db,
    pool,
    replica,
    clock,
    log,
    reserve,
    tracing,
    ...(meter && { meter }),
  });
  const onFailure = app.meter.backgroundFailure;
  if (metrics && config.metrics) {
    const collect = watchHouse(metrics.registry, app);
    const served = await serveMetrics({ ...metrics, collect }, config.metrics);
    stops.add('the metrics', () => served.stop());
  }
  if (config.mode === 'production') {
    await waiting(() => assertNoDemoStaff(db));
    await waiting(() => assertNoDemoPartner(db));
  }
  await Promise.all([app.checkMail(), app.videoRefusal()]);
  let worker: Worker | undefined;

  if (runServer) {
    // /readyz is 200 only once the demo is complete, which is filled while the pages are built.
    const filled = config.demoData
      ? fillDemoStaff({ db, now: clock.now() })
          .then(() => fillDemoCatalogue({ db, now: clock.now() }))
          .then(() => fillDemoNotices({ db, now: clock.now() }))
          .then(() =>
            fillDemo({ db, now: clock.now(), pictures: app.media, documents: app.documents }),
          )
          .then(async (isNew) => {
            if (!isNew) return;
            const house = { db, now: clock.now() };
            await fillDemoReviews(house);
            await fillDemoDesk({ ...config, ...house });
            await fillDemoThreads(house);
            await fillDemoPartner({ ...config, ...house });
            await fillDemoTexts(house);
          })
          .catch((error: unknown) => {
            log.error({ err: error }, 'the demo data could not be filled in');
          })
      : undefined;
    await builds;
    await filled;
    const building = buildServer(app, () => worker?.lagMs());
    // Before it listens or is even built: it holds a connection to the database, and without the
    // end of that nothing else ends.
    stops.add('the server', () =>
      building.then(
        (server) => server.close(),
        () => {},
      ),
    );
    const server = await building;
    freeStartGarbage();
    await server.listen({ port: config.port, host: config.host });
    if (!stopping) {
      const { watch: tasks } = app;
      const tickMs = config.schedulerTickMs;
      const watching = startWorker({ tasks, db, clock, log, tickMs, onFailure });
      stops.add('the tasks of the server', () => watching.stop());
    }
    console.log(`Samtrot läuft: ${config.publicUrl} (http://${config.host}:${config.port})`);
    if (config.mode === 'development')
      for (const line of await waiting(() => demoStaffLines(db))) console.log(line);
    if (config.mode === 'development') console.log(`Postfach: ${config.publicUrl}/dev/mailbox`);
    if (withPartner && !stopping) {
      const partner = startPartnerSite(app, config.port);
      stops.add('the partner website', () => partner.stop());
      console.log(`Partner-Webseite Mondgarten: ${partner.url}`);
    }
  }
  // Last, because the sandbox provider of this very server would not answer before. Work that
  // began after a signal would keep the pool from ending.
  if (runWorker && !stopping) {
    if (!runServer) freeStartGarbage();
    const started = startWorker({
      tasks: app.tasks,
      db,
      pool,
      clock,
      log,
      tickMs: config.schedulerTickMs,
      onFailure,
    });
    stops.add('the worker', () => started.stop());
    worker = started;
  }
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

/** The portal starts without its partner website. */
function partnerBuild(log: Logger, notice: BuildNotice): Promise<unknown> {
  return buildIfStale('partner-site', notice).catch((error: unknown) =>
    log.warn({ err: error }, 'the partner website could not be built'),
  );
}
