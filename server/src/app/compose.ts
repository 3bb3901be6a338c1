import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { pdfRenderer } from '../adapters/documents/pdf.ts';
import { imageProcessor } from '../adapters/images/image-processor.ts';
import { imapMailbox } from '../adapters/mail/imap.ts';
import { mailboxSender } from '../adapters/mail/mailbox.ts';
import { parseFrom, smtpSender } from '../adapters/mail/smtp.ts';
import { bankTables } from '../adapters/payments/bank/own-data.ts';
import { diskUploads } from '../adapters/uploads/disk.ts';
import { videoAdmission } from '../adapters/video/admission.ts';
import { videoProcessor } from '../adapters/video/video-processor.ts';
import {
  accessActions,
  factorActions,
  legacyActions,
  loginMailActions,
  securityActions,
} from '../modules/access/actions.ts';
import { factorRemovalTask, loginMailTask } from '../modules/access/jobs.ts';
import { accountDeletionActions } from '../modules/account-deletion/actions.ts';
import { finalDeletionTask } from '../modules/account-deletion/jobs.ts';
import {
  accountActions,
  newsletterActions,
  profileActions,
  recoveryActions,
} from '../modules/accounts/actions.ts';
import {
  discountTask,
  passwordResetTask,
  pendingRegistrationTask,
} from '../modules/accounts/jobs.ts';
import { lookupRoute } from '../modules/accounts/routes.ts';
import { auditCheckpointTask, auditCheckTask } from '../modules/audit/jobs.ts';
import { bannerActions } from '../modules/banners/actions.ts';
import { bannerAlertTask, bannerClockTask } from '../modules/banners/jobs.ts';
import { cartActions } from '../modules/cart/actions.ts';
import { missedVersionsTask } from '../modules/catalogue/jobs.ts';
import { clubActions } from '../modules/clubs/actions.ts';
import { couponActions } from '../modules/coupons/actions.ts';
import { customerActions, helpActions } from '../modules/customers/actions.ts';
import { customerExportRoute } from '../modules/customers/routes.ts';
import { exportActions } from '../modules/data-export/actions.ts';
import { collectExportsTask, expireExportsTask, exportTask } from '../modules/data-export/jobs.ts';
import { exportRoutes } from '../modules/data-export/routes.ts';
import { dictionaryTask, purgeEventsTask } from '../modules/delivery/jobs.ts';
import { type DeliveryEdge, deliveryEdge } from '../modules/delivery/routes.ts';
import { deliveryReceiptActions } from '../modules/delivery-receipts/actions.ts';
import { purgeReceiptsTask } from '../modules/delivery-receipts/jobs.ts';
import { seen } from '../modules/delivery-receipts/service.ts';
import { deviceMessageActions } from '../modules/device-messages/actions.ts';
import {
  purgeDeviceMessagesTask,
  sendDeviceMessagesTask,
} from '../modules/device-messages/jobs.ts';
import { digestTask } from '../modules/digest/jobs.ts';
import { documentActions } from '../modules/documents/actions.ts';
import { collectDocumentsTask, documentTask, monthTask } from '../modules/documents/jobs.ts';
import { documentRoutes } from '../modules/documents/routes.ts';
import type { DocumentDeps } from '../modules/documents/service.ts';
import { healthActions } from '../modules/health/actions.ts';
import { alarmTask } from '../modules/health/jobs.ts';
import { ALARM_CAUSE, type HealthDeps } from '../modules/health/service.ts';
import { historyActions } from '../modules/history/actions.ts';
import { holdActions } from '../modules/holds/actions.ts';
import { inseratActions } from '../modules/inserate/actions.ts';
import { cartTerms, isOwn } from '../modules/inserate/service.ts';
import { mailTask, sendTask } from '../modules/mail/jobs.ts';
import type { MailSender } from '../modules/mail/ports.ts';
import { collectTask, removalTask, uploadTask, videoTask } from '../modules/media/jobs.ts';
import type { FileStore, ImageProcessor, MediaPorts } from '../modules/media/ports.ts';
import { mediaRoutes, staffMediaRoutes, uploadRoutes } from '../modules/media/routes.ts';
import {
  moderationActions,
  reviewActions,
  waitingAppeals,
  waitingReviews,
} from '../modules/moderation/actions.ts';
import { assessTask, phrasesTask, undecidedTask } from '../modules/moderation/jobs.ts';
import { seesPrivate } from '../modules/moderation/service.ts';
import { waitingCases } from '../modules/money-desk/actions.ts';
import { newsletterTask } from '../modules/newsletter/jobs.ts';
import { oneClickRoute } from '../modules/newsletter/routes.ts';
import { noticeActions } from '../modules/notices/actions.ts';
import { overviewActions } from '../modules/overview/actions.ts';
import { consoleActions, partnerActions } from '../modules/partner-desk/actions.ts';
import { trafficTask } from '../modules/partner-desk/jobs.ts';
import { consoleEntryActions } from '../modules/partner-people/actions.ts';
import { partnerPeoplePurgeTask } from '../modules/partner-people/jobs.ts';
import { offlineActions } from '../modules/pause-all/actions.ts';
import { publicationTasks } from '../modules/publication/jobs.ts';
import { reportActions, reportStaffActions, waitingReports } from '../modules/reports/actions.ts';
import { purgeReportsTask, alertTask as reportAlertTask } from '../modules/reports/jobs.ts';
import { partnerReportRoute, reportPictureRoute } from '../modules/reports/routes.ts';
import {
  overviewStaffActions,
  staffLoginActions,
  waitingApprovals,
} from '../modules/staff/actions.ts';
import { staffPurgeTask } from '../modules/staff/jobs.ts';
import type { Waiting } from '../modules/staff/ports.ts';
import { statisticsActions } from '../modules/statistics/actions.ts';
import { purgeVisitsTask } from '../modules/statistics/jobs.ts';
import { supportActions, supportStaffActions, waitingThreads } from '../modules/support/actions.ts';
import {
  collectThreadFilesTask,
  mailboxTask,
  threadFilesTask,
  threadTask,
} from '../modules/support/jobs.ts';
import { threadFileRoutes } from '../modules/support/routes.ts';
import { textActions } from '../modules/texts/actions.ts';
import { newTermsTask } from '../modules/texts/jobs.ts';
import { newTermsFor } from '../modules/texts/service.ts';
import { topupActions } from '../modules/topups/actions.ts';
import { paymentWebhooks } from '../modules/topups/routes.ts';
import { webhookTasks } from '../modules/webhooks/jobs.ts';
import type { Handler } from '../platform/action.ts';
import type { Clock } from '../platform/clock.ts';
import { dataKeys } from '../platform/data-key.ts';
import type { Database } from '../platform/db.ts';
import { heartbeatTask } from '../platform/heartbeat.ts';
import { housekeepingTask, limitTask } from '../platform/housekeeping.ts';
import { type Limiter, postgresLimiter } from '../platform/limits.ts';
import type { Logger } from '../platform/log.ts';
import { altchaProofOfWork, type ProofOfWork } from '../platform/proof-of-work.ts';
import { NO_RESERVE, type Reserve, reserveTask } from '../platform/reserve.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { Task } from '../platform/worker.ts';
import type { Config } from './config.ts';
import { developmentSurface } from './dev.ts';

import { deviceMessages } from './device-messages.ts';
import { houseActions } from './house-actions.ts';
import { type Meter, NO_METER } from './metrics.ts';
import { moneyDesk, moneyTasks } from './money-desk.ts';
import { payments } from './payments.ts';
import { configureProcess } from './process.ts';
import { healthDeps, type Readiness, readiness } from './readiness.ts';
import { clientOf, sessions } from './session.ts';
import { staffDeps } from './staff.ts';
import { staffActorOf, staffSessions } from './staff-session.ts';
import { storages } from './storage.ts';
import { mailTextsOf, textValues } from './text-settings.ts';
import { uploadGuard } from './upload-guard.ts';

/** The composition root: handlers, background tasks and infrastructure. */
export interface App extends Readiness {
  health: HealthDeps;
  /** Counts requests for `/metrics`; nothing where there are none. */
  meter: Meter;
  /** Only where traces are sent. */
  tracing?: Tracing | undefined;
  config: Config;
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  limiter: Limiter;
  proofs: ProofOfWork;
  handlers: Handler[];
  staffHandlers: Handler[];
  partnerHandlers: Handler[];
  /** HTTP routes besides `/api`: media, partner API, development tools. */
  routes: FastifyPluginAsync[];
  /** Cached partner API responses, checked before the framework handles a request. */
  fromMemory: DeliveryEdge['fromMemory'];
  /** Writes the queued delivery receipts, views, clicks and visits. */
  writeCounts: DeliveryEdge['writeCounts'];
  writeTraffic: DeliveryEdge['writeTraffic'];
  tasks: Task[];
  /** What every server does itself, because a dead worker tells nobody. */
  watch: Task[];
  /** Processes and stores images. */
  media: MediaPorts;
  /** Renders and stores documents. */
  documents: DocumentDeps & { files: FileStore };
  /** Rejects if mails would have to leave without TLS. */
  checkMail(): Promise<void>;
  /** Why this process takes no videos; null if it does. */
  videoRefusal(): Promise<string | null>;
  /** Disk space released when the volume of the embedded database is full. */
  reserve: Reserve;
}

interface Deps {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** A streaming replica for reads of partner websites. */
  replica?: Database | undefined;
  clock: Clock;
  log: Logger;
  /** Performs external requests; replaced in tests. */
  fetch?: typeof fetch;
  /** Reads uploaded pictures; the worlds of a test process share it. */
  images?: ImageProcessor;
  /** Of the embedded database. */
  reserve?: Reserve;
  meter?: Meter;
  tracing?: Tracing | undefined;
}

export function compose({
  config,
  db,
  pool,
  replica,
  clock,
  log,
  fetch = globalThis.fetch,
  images = imageProcessor({ ...config, log }),
  reserve = NO_RESERVE,
  meter = NO_METER,
  tracing,
}: Deps): App {
  const production = config.mode === 'production';
  configureProcess(config);
  const mailSender: MailSender = config.smtpUrl
    ? smtpSender({
        url: config.smtpUrl,
        from: config.mailFrom,
        needsTls: config.mailNeedsTls,
        log,
      })
    : mailboxSender;
  const money = payments({ config, db, clock, fetch });
  const { providers } = money;
  const mailbox = config.inbound
    ? imapMailbox({ ...config.inbound, own: parseFrom(config.mailFrom).address })
    : undefined;
  const stores = storages(config);
  const files = stores.media;
  const documents = { maker: pdfRenderer(), files: stores.documents, log, settings: config };
  const exporting = {
    exports: stores.exports,
    attachments: stores.attachments,
    media: files,
    documents,
    keys: dataKeys(config.dataKeys),
    further: bankTables,
    work: join(config.dataDir, 'export-work'),
    log,
  };
  const uploads = diskUploads(join(config.dataDir, 'uploads'), pool);
  const media: MediaPorts = { images, files, uploads };
  const messageFiles = { ...media, attachments: stores.attachments, keys: exporting.keys };
  const delivery = deliveryEdge({
    ...config,
    db,
    pool,
    replica,
    clock,
    log,
    secret: config.sessionSecret,
    onSeen: seen,
  });
  const videoRefusal = videoAdmission({ ...config, log });
  const limiter = postgresLimiter(pool, clock);
  const { actorOf } = sessions(config, pool);
  const proofs = altchaProofOfWork({ ...config, pool, clock, limiter });
  const staff = staffDeps(config);
  const house = staffSessions(config, pool);
  /** What waits for people, in the order of the navigation; each module brings its line. */
  const waiting: Waiting[] = [
    ...[waitingReviews, waitingReports, waitingThreads],
    ...[waitingAppeals, waitingApprovals(staff), waitingCases],
  ];
  const sending = {
    sender: mailSender,
    keepContent: !production,
    publicUrl: config.publicUrl,
    texts: mailTextsOf(config, db),
    log,
  };
  const devices = deviceMessages(config, log);
  const ready = readiness({ db, clock, stores, uploads });
  const health = healthDeps({ config, db, mailbox, ready, stores });
  return {
    config,
    db,
    pool,
    clock,
    log,
    limiter,
    proofs,
    handlers: [
      ...accountActions({ ...config, proofs }),
      ...accessActions({ ...config, proofs }),
      ...securityActions,
      ...deviceMessageActions(devices),
      ...legacyActions({ ...config, proofs }),
      ...loginMailActions,
      ...factorActions(config),
      ...recoveryActions(config),
      ...profileActions(config),
      ...newsletterActions(config),
      ...supportActions({ ...config, ...messageFiles }),
      ...holdActions,
      ...reportActions(config),
      ...couponActions,
      ...topupActions(providers),
      ...cartActions(cartTerms),
      ...inseratActions(media, config),
      ...historyActions,
      ...documentActions,
      ...bannerActions(media, config),
      ...clubActions(media, config),
      ...offlineActions,
      ...statisticsActions,
      ...deliveryReceiptActions,
      ...overviewActions(config),
      ...noticeActions({ newTermsFor }),
      ...textActions(textValues(config)),
      ...exportActions,
      ...accountDeletionActions(config),
    ],
    staffHandlers: [
      ...staffLoginActions(staff),
      ...moderationActions(staff),
      ...reviewActions(config),
      ...reportStaffActions(config),
      ...customerActions(config),
      ...helpActions({ ...config, solo: staff.solo }),
      ...moneyDesk({ config, db, clock, providers }),
      ...supportStaffActions({ ...config, ...messageFiles, inbound: mailbox }),
      ...partnerActions({ ...config, db }),
      ...overviewStaffActions(waiting, config),
      ...healthActions(health),
      ...houseActions(config, staff),
    ],
    partnerHandlers: [...consoleEntryActions(staff), ...consoleActions({ ...config, db })],
    routes: [
      lookupRoute({ ...config, db, limiter, proofs }),
      oneClickRoute({ ...config, db, clock, limiter }),
      mediaRoutes({ db, clock, files, actorOf }),
      staffMediaRoutes({
        clock,
        files,
        async mayLook(request, now) {
          const { actor } = await house.find(request, now, { passive: true });
          return actor.kind === 'staff' && seesPrivate(actor);
        },
      }),
      uploadRoutes({
        db,
        clock,
        limiter,
        files: stores,
        uploads,
        actorOf,
        ownsInserat: isOwn,
        videoRefusal,
        assertMayUpload: uploadGuard(config, db),
      }),
      documentRoutes({ ...documents, db, clock, limiter, actorOf }),
      threadFileRoutes({
        ...messageFiles,
        db,
        clock,
        limiter,
        actorOf,
        staffOf: staffActorOf(config, pool),
      }),
      exportRoutes({
        ...exporting,
        db,
        clock,
        limiter,
        actorOf,
        clientOf: (request) => clientOf(config, request),
      }),
      customerExportRoute({ ...exporting, db, clock, staffOf: staffActorOf(config, pool) }),
      paymentWebhooks({ db, clock, log, providers }),
      partnerReportRoute({ ...config, db, clock, limiter }),
      reportPictureRoute({ db, clock, files, staffOf: staffActorOf(config, pool) }),
      ...money.routes({ actorOf }),
      delivery.routes,
      ...developmentSurface({ config, db, pool, clock }),
    ],
    fromMemory: delivery.fromMemory,
    writeCounts: delivery.writeCounts,
    writeTraffic: delivery.writeTraffic,
    watch: [
      alarmTask({ health, dutyEmail: config.dutyEmail }),
      sendTask({ ...sending, name: 'health/alarm-mails', cause: ALARM_CAUSE }),
      reserveTask(reserve),
    ],
    tasks: [
      heartbeatTask(clock),
      mailTask(sending),
      sendDeviceMessagesTask(devices),
      purgeDeviceMessagesTask(devices),
      loginMailTask(config),
      ...[passwordResetTask(config), discountTask(config)],
      factorRemovalTask(config),
      pendingRegistrationTask(config),
      finalDeletionTask(config),
      newsletterTask(config),
      newTermsTask,
      ...moneyTasks({ providers, log }),
      ...money.tasks,
      removalTask(files),
      collectTask(files),
      collectDocumentsTask(stores.documents),
      uploadTask(uploads),
      videoTask({
        processor: videoProcessor({ ...config, log }),
        videoRefusal,
        files,
        uploads,
        work: join(config.dataDir, 'videos'),
        log,
      }),
      missedVersionsTask,
      ...publicationTasks,
      bannerClockTask,
      bannerAlertTask,
      monthTask,
      documentTask(documents),
      exportTask(exporting),
      expireExportsTask(exporting),
      collectExportsTask(exporting),
      threadFilesTask(messageFiles),
      collectThreadFilesTask(messageFiles),
      purgeEventsTask,
      dictionaryTask,
      ...webhookTasks({ clock, log, master: config.sessionSecret, local: !production }),
      purgeVisitsTask,
      purgeReceiptsTask,
      assessTask,
      phrasesTask,
      undecidedTask,
      reportAlertTask(config),
      purgeReportsTask(config),
      threadTask,
      mailboxTask({ ...messageFiles, mailbox, log }),
      staffPurgeTask,
      partnerPeoplePurgeTask,
      trafficTask(config),
      auditCheckpointTask,
      auditCheckTask,
      digestTask({ health, waiting, solo: staff.solo }),
      limitTask,
      housekeepingTask,
    ],
    media,
    documents,
    videoRefusal,
    async checkMail() {
      if (config.mailNeedsTls) await mailSender.check?.();
    },
    health,
    meter,
    tracing,
    reserve,
    ...ready,
  };
}
