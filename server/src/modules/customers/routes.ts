import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Actors } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { ExportDeps } from '../data-export/service.ts';
import { openStored, sendZip } from '../data-export/service.ts';
import { openedCopy } from './export.ts';

interface Deps extends Pick<ExportDeps, 'exports' | 'keys'> {
  db: Database;
  clock: Clock;
  /** Who is logged in to the back office. */
  staffOf(request: FastifyRequest, now: Date): Promise<Actors['staff'] | undefined>;
}

const ID = /^[1-9]\d{0,14}$/;

/** Sends the copy of a customer's data that a log-in of the house has opened (BOF-75). */
export const customerExportRoute =
  (deps: Deps): FastifyPluginAsync =>
  async (server) => {
    const { db, clock } = deps;
    server.get<{ Params: { id: string } }>(
      '/betrieb/export/:id',
      { exposeHeadRoute: false },
      async (request, reply) => {
        const now = clock.now();
        const actor = await deps.staffOf(request, now);
        if (!actor) throw new AppError('NOT_LOGGED_IN');
        const { id } = request.params;
        if (!ID.test(id)) throw new AppError('NOT_FOUND');
        const copy = await db
          .transaction()
          .execute((sql) => openedCopy({ db: sql, now, actor }, Number(id)));
        return sendZip(reply, await openStored(deps, copy), `kundin-${id}.zip`);
      },
    );
  };
