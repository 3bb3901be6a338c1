import { Readable } from 'node:stream';
import { MONTH } from '@samtrot/shared/documents/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalActor } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { Limiter } from '../../platform/limits.ts';
import { type DocumentDeps, documentFile, historyLines } from './service.ts';

interface Deps extends DocumentDeps {
  db: Database;
  clock: Clock;
  limiter: Limiter;
  /** The session's actor. */
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Downloads per account and hour: stored files, and the history, which is computed each time. */
const FETCHES = { documents: 300, history: 30 };

/** Serves documents to their owner only; foreign ones are 404 like missing ones. */
export const documentRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (server) => {
    const { db, clock, limiter } = deps;
    const ownerOf = async (request: FastifyRequest, what: keyof typeof FETCHES) => {
      const now = clock.now();
      const actor = await deps.actorOf(request, now);
      if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
      const accountId = actor.userId;
      await limiter.consume({
        name: `documents/${what}`,
        key: String(accountId),
        attempts: FETCHES[what],
        seconds: 3600,
      });
      return { db, now, accountId };
    };
    const sendPdf = (reply: FastifyReply, { name, bytes }: { name: string; bytes: Uint8Array }) =>
      fileHeaders(reply, name, 'application/pdf').send(Buffer.from(bytes));

    server.get<Named>(
      '/papers/receipt/:name',
      { exposeHeadRoute: false },
      async (request, reply) => {
        const owner = await ownerOf(request, 'documents');
        const paymentId = named(request.params.name, ID);
        return sendPdf(reply, await documentFile(deps, owner, { kind: 'receipt', paymentId }));
      },
    );

    server.get<Named>(
      '/papers/correction/:name',
      { exposeHeadRoute: false },
      async (request, reply) => {
        const owner = await ownerOf(request, 'documents');
        const refundId = named(request.params.name, ID);
        return sendPdf(reply, await documentFile(deps, owner, { kind: 'correction', refundId }));
      },
    );

    server.get<Named>(
      '/papers/statement/:name',
      { exposeHeadRoute: false },
      async (request, reply) => {
        const owner = await ownerOf(request, 'documents');
        const month = named(request.params.name, MONTH);
        return sendPdf(reply, await documentFile(deps, owner, { kind: 'statement', month }));
      },
    );

    server.get('/papers/history.csv', { exposeHeadRoute: false }, async (request, reply) => {
      const { accountId } = await ownerOf(request, 'history');
      const lines = Readable.from(historyLines(db, accountId), { objectMode: false });
      return fileHeaders(reply, 'verlauf.csv', 'text/csv; charset=utf-8').send(lines);
    });
  };

interface Named {
  Params: { name: string };
}

/**
 * The name before `.pdf`.
 * @throws NOT_FOUND for any other format
 */
function named(file: string, form: RegExp): string {
  const name = file.endsWith('.pdf') ? file.slice(0, -4) : '';
  if (!form.test(name)) throw new AppError('NOT_FOUND');
  return name;
}

const fileHeaders = (reply: FastifyReply, name: string, type: string) =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store, private')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff');
