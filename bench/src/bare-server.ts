/** Process: a Fastify server with fixed responses; the limit for everything served by it. */
import Fastify from 'fastify';
import { serveJobs } from './child.ts';

export interface BareJob {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

serveJobs<BareJob, string>(async ({ status, headers, body }) => {
  const server = Fastify({ logger: false });
  server.all('/*', (_request, reply) =>
    reply
      .code(status)
      .headers(headers)
      .send(status === 304 ? undefined : body),
  );
  return server.listen({ port: 0, host: '127.0.0.1' });
});
