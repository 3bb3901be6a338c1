/**
 * Process: a Fastify server with fixed responses, each after the statements that the product sends
 * for it, if any; the limit for everything that is answered over HTTP.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { serveJobs } from './child.ts';
import type { Statement } from './sql-loop.ts';

export interface BareAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  statements?: Statement[];
}

export interface BareJob {
  /** Requests get these in turn. */
  answers: BareAnswer[];
  /** For the statements: the database and its number of connections. */
  database?: { url: string; connections: number };
}

serveJobs<BareJob, string>(async ({ answers, database }) => {
  const pool = database && poolOf(database);
  const server = Fastify({ logger: false });
  let turn = 0;
  server.all('/*', async (_request, reply) => {
    const { status, headers, body, statements } = answers[turn++ % answers.length]!;
    if (statements) await run(pool!, statements);
    return reply
      .code(status)
      .headers(headers)
      .send(status === 304 ? undefined : body);
  });
  return server.listen({ port: 0, host: '127.0.0.1' });
});

const poolOf = ({ url, connections }: NonNullable<BareJob['database']>) =>
  new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c timezone=UTC -c role=samtrot_app',
  });

async function run(pool: pg.Pool, statements: Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { name, text, values } of statements)
      await client.query({ ...(name && { name }), text, values });
  } finally {
    client.release();
  }
}
