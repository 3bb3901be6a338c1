import type { IncomingHttpHeaders } from 'node:http';
import { CALLS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import { AppError, type FieldErrors, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import { keyMemory, type Partner } from '../../partners/service.ts';

/** Authenticates partner websites by their key and limits their calls. */
export interface PartnerAuth {
  /** The website, if its key is in the key cache. */
  findCached(headers: IncomingHttpHeaders): Partner | undefined;
  /** Counts a call; returns the seconds to wait, or 0. */
  countCall(partner: Partner): number;
  /**
   * Authenticates and counts the call, by `count` if given.
   * @throws KEY_REFUSED, WEBSITE_OFF, TOO_MANY_ATTEMPTS
   */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    count?: PartnerAuth['countCall'],
  ): Promise<Partner>;
  /** Clears the key cache. */
  clear(): void;
}

export function partnerAuth({
  db,
  clock,
  limitFactor,
  onKnown,
}: {
  db: Database;
  clock: Clock;
  limitFactor: number;
  /** Called as soon as it is known whose request it is. */
  onKnown?: (request: FastifyRequest, partner: Partner) => void;
}): PartnerAuth {
  const keys = keyMemory(db, clock);
  const counted = callCounter<number>(CALLS_PER_MINUTE * limitFactor);
  const countCall: PartnerAuth['countCall'] = ({ id }) => counted(id);
  return {
    findCached: (headers) => keys.known(keyOf(headers)),
    countCall,
    async authenticate(request, reply, count = countCall) {
      const key = keyOf(request.headers);
      const partner = keys.known(key) ?? (await keys.ask(key));
      if (!partner) {
        reply.header('www-authenticate', 'Bearer');
        throw new AppError('KEY_REFUSED');
      }
      onKnown?.(request, partner);
      const wait = count(partner);
      if (wait > 0) throw tooManyAttempts(wait);
      return partner;
    },
    clear: () => keys.forget(),
  };
}

/**
 * The parsed body.
 * @throws MALFORMED unless it is an object, INVALID_INPUT with a message per field
 */
export function parseBody<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  body: unknown,
): z.output<z.ZodMiniObject<Shape>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('MALFORMED');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalid(fields);
}

const keyOf = ({ authorization = '' }: IncomingHttpHeaders) =>
  authorization.startsWith('Bearer ') ? authorization.slice(7).trim() : '';

/** Counts per clock minute in memory, against runaway loops; returns the seconds to wait, or 0. */
export function callCounter<Id>(perMinute: number): (id: Id) => number {
  const calls = new Map<Id, number>();
  let minute = 0;
  return (id) => {
    const at = performance.now();
    const current = Math.floor(at / 60_000);
    if (current !== minute) {
      minute = current;
      calls.clear();
    }
    const count = (calls.get(id) ?? 0) + 1;
    calls.set(id, count);
    return count <= perMinute ? 0 : Math.ceil(((current + 1) * 60_000 - at) / 1000);
  };
}

/**
 * The parsed query; unknown parameters are ignored.
 * @throws INVALID_INPUT, also for a repeated parameter
 */
export function parseQuery<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  query: Record<string, unknown>,
): z.output<z.ZodMiniObject<Shape>> {
  const fields: FieldErrors = {};
  const known = Object.keys(schema.shape).filter((name) => query[name] !== undefined);
  for (const name of known) if (Array.isArray(query[name])) fields[name] = fieldTexts.format;
  const result = schema.safeParse(query);
  if (result.success && Object.keys(fields).length === 0) return result.data;
  for (const issue of result.error?.issues ?? [])
    fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalid(fields);
}
