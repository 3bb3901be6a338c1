import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { mailboxSender } from '../adapters/mail/mailbox.ts';
import { smtpSender } from '../adapters/mail/smtp.ts';
import { accountActions } from '../modules/accounts/actions.ts';
import { mailTask } from '../modules/notifications/jobs.ts';
import { overviewActions } from '../modules/overview/actions.ts';
import type { Handler } from '../platform/action.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import { housekeepingTask } from '../platform/housekeeping.ts';
import { type Limiter, postgresLimiter } from '../platform/limits.ts';
import type { Logger } from '../platform/log.ts';
import type { Task } from '../platform/worker.ts';
import { devRoutes } from './dev.ts';

/** The product, wired by hand: what it answers, what it does in the background, and what it stands on. */
export interface App {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  limiter: Limiter;
  handlers: Handler[];
  /** HTTP routes beside `/api`: media, partner API, development surface. */
  routes: FastifyPluginAsync[];
  tasks: Task[];
  /** Rejects when uploads could not be stored. */
  storageReady(): Promise<void>;
}

interface Deps {
  config: Config;
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}

export function compose({ config, db, pool, clock, log }: Deps): App {
  const production = config.mode === 'production';
  const mailSender = config.smtpUrl ? smtpSender({ url: config.smtpUrl, from: config.mailFrom }) : mailboxSender;
  const mediaFolder = join(config.dataDir, 'media');
  return {
    config,
    db,
    clock,
    log,
    limiter: postgresLimiter(pool, clock),
    handlers: [...accountActions, ...overviewActions],
    routes: production ? [] : [devRoutes(db)],
    tasks: [mailTask({ sender: mailSender, keepBodies: !production }), housekeepingTask],
    async storageReady() {
      await mkdir(mediaFolder, { recursive: true });
      await access(mediaFolder, constants.W_OK);
    },
  };
}
