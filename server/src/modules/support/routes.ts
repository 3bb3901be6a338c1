import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { assertRight, type PortalActor, type StaffActor } from '../../platform/action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { Limiter } from '../../platform/limits.ts';
import * as desk from './desk.ts';
import { type FileDeps, type Opened, openStored } from './files.ts';
import { ownFile } from './service.ts';

interface Deps extends Pick<FileDeps, 'attachments' | 'keys'> {
  db: Database;
  clock: Clock;
  limiter: Limiter;
  /** The session's actor. */
  actorOf(request: FastifyRequest, now: Date): Promise<PortalActor>;
  /** Who is logged in to the back office. */
  staffOf(request: FastifyRequest, now: Date): Promise<StaffActor | undefined>;
}

interface ById {
  Params: { id: string };
}

const ID = /^[1-9]\d{0,14}$/;
const DOWNLOADS = { attempts: 300, seconds: 3600 };
const TYPES = { picture: 'image/webp', pdf: 'application/pdf' } as const;

/** Files of messages, for their account and for the house: downloads only, never shown inline. */
export const threadFileRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (server) => {
    const { db, clock, limiter } = deps;
    server.get<ById>('/support/datei/:id', { exposeHeadRoute: false }, async (request, reply) => {
      const now = clock.now();
      const actor = await deps.actorOf(request, now);
      if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
      const key = String(actor.userId);
      await limiter.consume({ ...DOWNLOADS, name: 'support/file', key });
      const id = idOf(request.params.id);
      const found = await db.transaction().execute((sql) => ownFile(sql, actor.userId, id));
      return send(reply, await openStored(deps, found));
    });
    server.get<ById>('/betrieb/datei/:id', { exposeHeadRoute: false }, async (request, reply) => {
      const now = clock.now();
      const actor = await deps.staffOf(request, now);
      if (!actor) throw new AppError('NOT_LOGGED_IN');
      assertRight(actor, 'inbox.read');
      const id = idOf(request.params.id);
      const found = await db.transaction().execute((sql) => desk.file({ db: sql, now, actor }, id));
      return send(reply, await openStored(deps, found));
    });
  };

/** @throws NOT_FOUND for anything but a number */
function idOf(typed: string): number {
  if (!ID.test(typed)) throw new AppError('NOT_FOUND');
  return Number(typed);
}

function send(reply: FastifyReply, file: Opened | undefined) {
  if (!file) throw new AppError('NOT_FOUND');
  const { name, kind, bytes, stream } = file;
  return reply
    .headers({
      'content-type': TYPES[kind],
      'content-length': bytes,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store, private',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(stream);
}
