import { partnerReportBody, REPORTS_PER_HOUR } from '@samtrot/shared/reports/contract.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { Limiter } from '../../platform/limits.ts';
import { parseBody, partnerAuth } from '../delivery/service.ts';
import { type ReportDeps, receive } from './service.ts';

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
    const auth = partnerAuth({ db, limitFactor });
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
