import type { IncomingHttpHeaders } from 'node:http';
import { CALLS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import { AppError, type FieldErrors, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Database } from '../../../platform/db.ts';
import { keyMemory, type Partner } from '../../partners/service.ts';

/** Who asks, by the key, and whether that website may ask again already. */
export interface Gate {
  /** The website, if its key was good a moment ago. */
  known(headers: IncomingHttpHeaders): Partner | undefined;
  /** One call more. Seconds that the website has to wait, or 0. */
  count(partner: Partner): number;
  /** Counts the call, by `count` where it belongs to others than most. @throws KEY_REFUSED, TOO_MANY_ATTEMPTS */
  partnerOf(request: FastifyRequest, reply: FastifyReply, count?: Gate['count']): Promise<Partner>;
  /** Something about a website has changed. */
  forget(): void;
}

export function gate({ db, limitFactor }: { db: Database; limitFactor: number }): Gate {
  const keys = keyMemory(db);
  const counted = callCounter<number>(CALLS_PER_MINUTE * limitFactor);
  const countCall: Gate['count'] = ({ id }) => counted(id);
  return {
    known: (headers) => keys.known(keyOf(headers)),
    count: countCall,
    async partnerOf(request, reply, count = countCall) {
      const key = keyOf(request.headers);
      const partner = keys.known(key) ?? (await keys.ask(key));
      if (!partner) {
        reply.header('www-authenticate', 'Bearer');
        throw new AppError('KEY_REFUSED');
      }
      const wait = count(partner);
      if (wait > 0) throw tooManyAttempts(wait);
      return partner;
    },
    forget: () => keys.forget(),
  };
}

/** What was sent. @throws MALFORMED for what is no object, INVALID_INPUT with a message for each wrong field */
export function bodyIn<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  body: unknown,
): z.output<z.ZodMiniObject<Shape>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('MALFORMED');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalid(fields);
}

const keyOf = ({ authorization = '' }: IncomingHttpHeaders) =>
  authorization.startsWith('Bearer ') ? authorization.slice(7).trim() : '';

/** Seconds to wait, or 0. Counted in memory for each minute: generous, and only against a loop that has gone wild. */
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

/** The question in a query. Unknown names are ignored. @throws INVALID_INPUT also for a name that comes twice */
export function questionIn<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  query: Record<string, unknown>,
): z.output<z.ZodMiniObject<Shape>> {
  const fields: FieldErrors = {};
  const known = Object.keys(schema.shape).filter((name) => query[name] !== undefined);
  for (const name of known) if (Array.isArray(query[name])) fields[name] = fieldTexts.format;
  const result = schema.safeParse(query);
  if (result.success && Object.keys(fields).length === 0) return result.data;
  for (const issue of result.error?.issues ?? []) fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalid(fields);
}
