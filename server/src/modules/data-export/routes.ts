import { EXPORT_PATH } from '@samtrot/shared/data-export/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Client, PortalActor } from '../../platform/action.ts';
import { lockAccount } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { Limiter } from '../../platform/limits.ts';
import type { ExportDeps } from './ports.ts';
import { sendZip } from './send.ts';
import { downloadExport } from './service.ts';

interface Deps extends Pick<ExportDeps, 'exports' | 'keys'> {
  db: Database;
  clock: Clock;
  limiter: Limiter;
  /** The session's actor. */
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
  clientOf(request: FastifyRequest): Client;
}

const DOWNLOADS = { attempts: 30, seconds: 3600 };

/** Serves the finished ZIP to its owner, decrypted on the way. */
export const exportRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (server) => {
    const { db, clock, limiter } = deps;
    server.get(EXPORT_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const now = clock.now();
      const actor = await deps.actorOf(request, now);
      if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
      const key = String(actor.userId);
      await limiter.consume({ ...DOWNLOADS, name: 'data_export/download', key });
      const rest = { now, actor, client: deps.clientOf(request), effects: {}, callId: request.id };
      const opened = await downloadExport(
        {
          ...rest,
          transaction: (work, mode = 'shared') =>
            db.transaction().execute(async (sql) => {
              await lockAccount(sql, actor.userId, mode);
              return work({ ...rest, db: sql });
            }),
          withoutTransaction: (work) => work({ ...rest, db: db as Sql }),
        },
        deps,
      );
      return sendZip(reply, opened, `daten-${localDate(now)}.zip`);
    });
  };
