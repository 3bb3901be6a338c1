import type { FastifyPluginAsync } from 'fastify';
import { partnerSchema } from './openapi.ts';
import { REFERENCE_POLICY, referencePage } from './page.ts';

/** Public routes of the partner API's page and schema, rendered once, when first asked for. */
export const referenceRoutes =
  ({ publicUrl }: { publicUrl: string }): FastifyPluginAsync =>
  async (server) => {
    const documents = {
      '/partner/v1': {
        type: 'text/html; charset=utf-8',
        render: () => referencePage(publicUrl),
      },
      '/partner/v1/schema.json': {
        type: 'application/schema+json; charset=utf-8',
        render: () => JSON.stringify(partnerSchema(publicUrl)),
      },
    };
    for (const [url, { type, render }] of Object.entries(documents)) {
      let text: string | undefined;
      server.get(url, async (_request, reply) => {
        text ??= render();
        return reply
          .header('content-type', type)
          .header('cache-control', 'public, max-age=300')
          .header('content-security-policy', REFERENCE_POLICY)
          .send(text);
      });
    }
  };
