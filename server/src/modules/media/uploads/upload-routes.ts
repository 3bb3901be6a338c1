import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalActor } from '../../../platform/action.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { Limiter } from '../../../platform/limits.ts';
import type { UploadRows, UploadStore } from '../ports.ts';
import { requireVolume } from './quota.ts';
import { type UploadRules, uploadsOf } from './uploads.ts';

interface Deps extends UploadRules {
  db: Database;
  clock: Clock;
  limiter: Limiter;
  uploads: UploadStore;
  /** The session's actor. */
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
  /** @throws CROSS_SITE, MAINTENANCE */
  assertMayUpload(request: FastifyRequest, now: Date): Promise<void>;
  /** Timeout of a request body in milliseconds; less than the server's own. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 25_000;
/** Bytes of a refused request that are still read. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;
/** Uploads per account and hour. */
const UPLOADS_PER_HOUR = 240;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const BYTES = 'application/offset+octet-stream';
/** Headers of the tus protocol; others are set by this server. */
const PROTOCOL_HEADERS = /^(tus-|upload-|location$)/;

/**
 * Resumable uploads (tus 1.0): a broken connection loses no received byte, even across restarts.
 * Requests have a timeout; slow clients send the rest with the next one.
 */
export const uploadRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (server) => {
    // Bodies are streamed, not parsed.
    server.addContentTypeParser(BYTES, (_request, _payload, done) => done(null));

    const serve = async (request: UploadRequest, reply: FastifyReply) => {
      let late = false;
      try {
        const rows = await rowsFor(request);
        const body = readBody(request.raw, deps.timeoutMs ?? TIMEOUT_MS);
        const response = await deps.uploads
          .serve(asRequest(request, body.stream), rows)
          .finally(body.end);
        late = body.late();
        if (late) throw new AppError('UPLOAD_SLOW');
        for (const [name, value] of response.headers)
          if (PROTOCOL_HEADERS.test(name)) reply.header(name, value);
        return reply.code(response.status).send();
      } finally {
        // A small refused body is read, so that the client receives the response; a large one is
        // not.
        const unread = !request.raw.readableEnded;
        if (unread && (late || bytesOf(request) > MAX_DRAIN_BYTES))
          reply.header('connection', 'close');
      }
    };

    /**
     * @throws CROSS_SITE, MAINTENANCE, NOT_LOGGED_IN, TOO_MANY_ATTEMPTS, UPLOAD_NOT_FOUND,
     * STORAGE_FULL
     */
    const rowsFor = async (request: UploadRequest): Promise<UploadRows> => {
      const now = deps.clock.now();
      if (request.method !== 'HEAD') await deps.assertMayUpload(request, now);
      const actor = await deps.actorOf(request, now);
      if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
      if (actor.held) throw new AppError('ACCOUNT_HELD');
      const accountId = actor.userId;
      const { id } = request.params;
      const rows = uploadsOf({ db: deps.db, now, accountId }, deps);
      if (id === undefined) {
        await deps.limiter.consume({
          name: 'uploads',
          key: String(accountId),
          attempts: UPLOADS_PER_HOUR,
          seconds: 3600,
        });
      } else if (!ID.test(id) || (await rows.sizeOf(id)) === undefined) {
        throw new AppError('UPLOAD_NOT_FOUND');
      }
      // Uploads in progress keep their bytes until there is room again.
      if (request.method === 'PATCH') await requireVolume(deps.files);
      return rows;
    };

    const route = { exposeHeadRoute: false, handler: serve };
    server.route<Named>({ ...route, method: 'POST', url: '/media/uploads' });
    server.route<Named>({
      ...route,
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/media/uploads/:id',
    });
  };

interface Named {
  Params: { id?: string };
}
type UploadRequest = FastifyRequest<Named>;

/** The announced length; without one any. */
const bytesOf = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

/** The request for the tus library, without client-supplied addresses. */
function asRequest(request: UploadRequest, body: Readable): Request {
  const { id } = request.params;
  const url = `http://uploads/media/uploads${id === undefined ? '' : `/${id}`}`;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(tus-|upload-|content-(type|length)$)/.test(name) && typeof value === 'string')
      headers.set(name, value);
  }
  const brings = (request.method === 'POST' || request.method === 'PATCH') && bytesOf(request) > 0;
  const content = brings
    ? { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' as const }
    : {};
  return new Request(url, { method: request.method, headers, ...content });
}

/**
 * The body until it is complete, the client disconnects, or the timeout; ends without an error, so
 * that received bytes count.
 */
function readBody(raw: IncomingMessage, timeoutMs: number) {
  const stream = new PassThrough({ highWaterMark: 256 * 1024 });
  let late = false;
  const end = () => {
    clearTimeout(timer);
    raw.unpipe(stream);
    raw.off('close', end).off('error', end);
    stream.end();
  };
  const timer = setTimeout(() => {
    late = !raw.readableEnded;
    end();
  }, timeoutMs);
  raw.once('close', end).once('error', end);
  raw.pipe(stream);
  return { stream, end, late: () => late };
}
