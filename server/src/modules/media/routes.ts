import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalActor } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import { matchesEtag } from '../../platform/etag.ts';
import { accessTo } from './access.ts';
import type { FileStore } from './ports.ts';
import { rangeOf } from './ranges.ts';

export { uploadRoutes } from './upload-routes.ts';

interface Deps {
  db: Database;
  clock: Clock;
  files: FileStore;
  /** The session's actor. */
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
}

const NAME = /^([\da-f]{64})-(?:\d{1,5}\.(?:webp|mp4)|poster\.webp)$/;
const SANDBOXED = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
const TYPES: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4' };

/**
 * Names are content hashes, so browsers cache them for ever; shared caches revalidate after a
 * minute, so that removed content disappears (docs/decisions/0033).
 */
const FOR_ALL = {
  'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};
const FOR_OWNER = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
};

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

async function serve(
  files: FileStore,
  { name, published }: { name: string; published: boolean },
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
) {
  const size = await files.sizeOf(name);
  if (size === undefined) throw new AppError('NOT_FOUND');
  const etag = `"${name}"`;
  // `If-Range` of another file: send this one completely.
  const same = headers['if-range'] === undefined || headers['if-range'] === etag;
  const known = matchesEtag(headers['if-none-match'], etag);
  const range = method === 'GET' && !known && same ? rangeOf(headers.range, size) : undefined;
  const opened =
    method === 'GET' && !known && range !== 'unsatisfiable'
      ? await files.open(name, range)
      : 'no body';
  if (!opened) throw new AppError('NOT_FOUND');

  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    ...SANDBOXED,
    ...(published ? FOR_ALL : FOR_OWNER),
  });
  if (known) return reply.code(304).send();
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send();
  reply.header('content-type', TYPES[name.slice(name.lastIndexOf('.') + 1)]);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return opened === 'no body' ? reply.send() : reply.send(opened.stream);
}
