import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { PortalActor } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { FileStore } from './ports.ts';
import { accessTo } from './serving/access.ts';
import { serve } from './serving/serve.ts';

export { uploadRoutes } from './uploads/upload-routes.ts';

interface Deps {
  db: Database;
  clock: Clock;
  files: FileStore;
  /** The session's actor. */
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
}

const NAME = /^([\da-f]{64})-(?:\d{1,5}\.(?:webp|mp4)|poster\.webp)$/;
/** Serves public images and videos to everybody, others to their owner only, else 404. */
export const mediaRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (server) => {
    server.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: '/media/:name',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const [name, contentId] = NAME.exec(request.params.name) ?? [];
        if (name === undefined || contentId === undefined) throw new AppError('NOT_FOUND');
        const published = await requireAccess(deps, request, contentId);
        return serve(deps.files, { name, published }, request, reply);
      },
    });
  };

interface StaffDeps {
  clock: Clock;
  files: FileStore;
  /** Whether the person may see what is veiled. */
  mayLook(request: FastifyRequest, now: Date): Promise<boolean>;
}

/** Serves every picture to those of the house who may uncover it, else 404. */
export const staffMediaRoutes =
  ({ clock, files, mayLook }: StaffDeps): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { name: string } }>('/betrieb/media/:name', async (request, reply) => {
      const { name } = request.params;
      if (!NAME.test(name) || !(await mayLook(request, clock.now())))
        throw new AppError('NOT_FOUND');
      return serve(files, { name, published: false }, request, reply);
    });
  };

/**
 * Returns whether the content is public.
 * @throws NOT_FOUND, NOT_LOGGED_IN for an expired token
 */
async function requireAccess(
  { db, clock, actorOf }: Deps,
  request: FastifyRequest,
  contentId: string,
): Promise<boolean> {
  const now = clock.now();
  const { published, owners } = await accessTo(db, contentId, now);
  if (published) return true;
  // Also for unknown content, so that both respond equally.
  const actor = await actorOf(request, now);
  const sees = actor.kind === 'user' && owners.includes(actor.userId);
  if (!sees) throw new AppError('NOT_FOUND');
  return false;
}
