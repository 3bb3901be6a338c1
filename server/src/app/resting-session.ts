import {
  PASSIVE_HEADER,
  RESTS_IN_HEADER,
  SEEN_EVERY_MS,
} from '@samtrot/shared/access/session-rules.ts';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Actor } from '../platform/action.ts';
import { hashToken } from '../platform/crypto.ts';
import { unlessUnwritable } from '../platform/db.ts';
import type { Sessions } from './session.ts';

const MOST_CHARACTERS = 100;

/** The hash of the token in a cookie; undefined without one. */
export function tokenHashIn(request: FastifyRequest, cookie: string): Buffer | undefined {
  const token = request.cookies[cookie];
  return token && token.length <= MOST_CHARACTERS ? hashToken(token) : undefined;
}

/**
 * Of `l`: a request that was sent before a confirmation gave the log-in another token is its own.
 */
export const HAS_TOKEN =
  '(l.token_hash = $1 or (l.previous_hash = $1 and l.previous_until > $2)) and l.expires_at > $2 and l.last_seen_at > $3';

interface Entry<Row> {
  cookie: string;
  table: 'partner_login' | 'staff_login';
  /** Finds the log-in by $1 its token's hash, $2 now and $3 since when it must have been used. */
  byToken: string;
  restMs: number;
  restsSince(now: Date): Date;
  actorOf(row: Row, sessionHash: Buffer): Actor;
}

/**
 * Finds log-ins that end by resting. A call that a list makes by itself is no use; whoever is
 * logged in reads with each answer how long it still lasts.
 */
export const restingSession =
  <Row extends { last_seen_at: Date; expires_at: Date }>(
    pool: pg.Pool,
    { cookie, table, byToken, restMs, restsSince, actorOf }: Entry<Row>,
  ): Sessions['find'] =>
  async (request, now, { passive = false } = {}) => {
    const nobody = { actor: { kind: 'visitor' as const }, headers: {} };
    const sessionHash = tokenHashIn(request, cookie);
    if (!sessionHash) return nobody;
    const row = (await pool.query<Row>(byToken, [sessionHash, now, restsSince(now)])).rows[0];
    if (!row) return nobody;
    const counts = !passive && request.headers[PASSIVE_HEADER] === undefined;
    let seenAt = row.last_seen_at.getTime();
    if (counts && now.getTime() - seenAt >= SEEN_EVERY_MS) {
      seenAt = now.getTime();
      await pool
        .query(`update ${table} set last_seen_at = $1 where token_hash = $2`, [now, sessionHash])
        .catch(unlessUnwritable);
    }
    const restsAt = Math.min(seenAt + restMs, row.expires_at.getTime());
    return {
      actor: actorOf(row, sessionHash),
      headers: { [RESTS_IN_HEADER]: String(Math.ceil((restsAt - now.getTime()) / 1000)) },
    };
  };
