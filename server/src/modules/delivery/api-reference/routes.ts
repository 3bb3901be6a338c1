import type { FastifyPluginAsync } from 'fastify';
import { partnerSchema } from './openapi.ts';
import { REFERENCE_POLICY, referencePage } from './page.ts';

/** Public routes of the partner API's page and schema, rendered once at the start. */
export const referenceRoutes =
  ({ publicUrl }: { publicUrl: string }): FastifyPluginAsync =>
  async (server) => {
    const documents = {
      '/partner/v1': { type: 'text/html; charset=utf-8', text: referencePage(publicUrl) },
      '/partner/v1/schema.json': {
        type: 'application/schema+json; charset=utf-8',
        text: JSON.stringify(partnerSchema(publicUrl)),
      },
    };
    for (const [url, { type, text }] of Object.entries(documents)) {
      server.get(url, async (_request, reply) =>
        reply
          .header('content-type', type)
          .header('cache-control', 'public, max-age=300')
          .header('content-security-policy', REFERENCE_POLICY)
          .send(text),
      );
    }
  };
