import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { partnerReportBody, REPORTS_PER_HOUR } from '@samtrot/shared/reports/contract.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { assertRight, type StaffActor } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { Limiter } from '../../platform/limits.ts';
import { parseBody, partnerAuth } from '../delivery/service.ts';
import { type FileStore, serve } from '../media/service.ts';
import { openPicture, type ReportDeps, receive } from './service.ts';

interface Deps extends ReportDeps {
  db: Database;
  clock: Clock;
  limiter: Limiter;
  limitFactor: number;
}

/** `POST /partner/v1/reports`: a report from the form of a website. */
export const partnerReportRoute =
  ({ db, clock, limiter, limitFactor, ...deps }: Deps): FastifyPluginAsync =>
  async (server) => {
    const auth = partnerAuth({ db, clock, limitFactor });
    server.post('/partner/v1/reports', async (request, reply) => {
      reply.header('vary', 'Authorization').header('cache-control', 'private, no-store');
      const { id } = await auth.authenticate(request, reply);
      const { visitor, ...input } = parseBody(partnerReportBody, request.body);
      await limiter.consume({
        name: 'partner-report',
        key: String(id),
        attempts: REPORTS_PER_HOUR * limitFactor,
        seconds: 3600,
      });
      const received = await db.transaction().execute((sql) =>
        receive({ db: sql, now: clock.now(), actor: { kind: 'visitor' } }, deps, input, {
          websiteId: id,
          visitor,
        }),
      );
      return reply.code(202).send({ success: true, ...received });
    });
  };

interface PictureDeps {
  db: Database;
  clock: Clock;
  files: FileStore;
  /** Who is logged in to the back office. */
  staffOf(request: FastifyRequest, now: Date): Promise<StaffActor | undefined>;
}

const NUMBER = /^M-([1-9]\d{0,14})$/;
const PLACE = /^[1-9]\d?$/;

/**
 * `/betrieb/bilder/M-2041/1`: a picture of a snapshot, for who may read reports and see private
 * data; nowhere else, and never in a cache.
 */
export const reportPictureRoute =
  ({ db, clock, files, staffOf }: PictureDeps): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { number: string; place: string } }>(
      '/betrieb/bilder/:number/:place',
      async (request, reply) => {
        const now = clock.now();
        const actor = await staffOf(request, now);
        if (!actor) throw new AppError('NOT_LOGGED_IN');
        assertRight(actor, 'report.read');
        const [, id] = NUMBER.exec(request.params.number) ?? [];
        if (id === undefined || !PLACE.test(request.params.place)) throw new AppError('NOT_FOUND');
        const place = Number(request.params.place);
        const name = await db.transaction().execute((sql) => {
          const ctx = { db: sql, now, actor, client: { request: request.id } };
          return openPicture(ctx, { id: Number(id), place });
        });
        if (name === undefined) throw new AppError('NOT_FOUND');
        return serve(files, { name, published: false }, request, reply);
      },
    );
  };
