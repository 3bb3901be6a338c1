import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { FileStore } from './ports.ts';

const NAME = /^[\da-f]{64}-\d{1,5}\.webp$/;

/**
 * The pictures. A name is the hash of what it names, so it is never guessed and never changes its meaning; whoever knows it may
 * fetch it, whether or not its ad is online.
 */
export const mediaRoutes =
  (files: FileStore): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { name: string } }>('/media/:name', async ({ params: { name } }, reply) => {
      const bytes = NAME.test(name) ? await files.get(name) : undefined;
      if (!bytes) throw new AppError('NOT_FOUND');
      return reply
        .header('content-type', 'image/webp')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('x-content-type-options', 'nosniff')
        .send(bytes);
    });
  };

export { uploadRoutes } from './upload-routes.ts';
