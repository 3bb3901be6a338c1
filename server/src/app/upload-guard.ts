import type { FastifyRequest } from 'fastify';
import { assertNoMaintenance } from '../modules/notices/service.ts';
import type { Database } from '../platform/db.ts';
import type { Config } from './config.ts';
import { refuseCrossSite } from './cross-site.ts';

/** Who may upload now. The guard throws CROSS_SITE, MAINTENANCE. */
export const uploadGuard =
  (config: Config, db: Database) =>
  async (request: FastifyRequest, now: Date): Promise<void> => {
    refuseCrossSite(request, config);
    await assertNoMaintenance({ db, now });
  };
