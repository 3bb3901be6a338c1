import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Actor, Effects } from '../platform/action.ts';
import type { Config } from '../platform/config.ts';
import { hashToken } from '../platform/crypto.ts';

const SEEN_EVERY_MS = 5 * 60_000;
const REMEMBER_SECONDS = 90 * 24 * 3600;

interface Session {
  id: number;
  role: string;
  last_seen_at: Date;
  proved_at: Date;
}

// Prepared once for each connection: every request pays for this one, and the query builder would cost as much as the query.
const BY_TOKEN = {
  name: 'session_by_token',
  text: `select a.id, a.role, s.last_seen_at, s.proved_at from session s join account a on a.id = s.account_id
          where s.token_hash = $1 and s.expires_at > $2`,
};

/** The session cookie. Over https it is bound to the host; on a laptop's http it goes without the prefix. */
export function sessions(config: Pick<Config, 'publicUrl'>, pool: pg.Pool) {
  const secure = config.publicUrl.startsWith('https://');
  const name = secure ? '__Host-sid' : 'sid';
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };

  return {
    /** Who is asking: one indexed query, none without a cookie. */
    async actorOf(request: FastifyRequest, now: Date): Promise<Actor> {
      const token = request.cookies[name];
      if (!token || token.length > 100) return { kind: 'visitor' };
      const sessionHash = hashToken(token);
      const row = (await pool.query<Session>({ ...BY_TOKEN, values: [sessionHash, now] })).rows[0];
      if (!row) return { kind: 'visitor' };
      if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
        await pool.query('update session set last_seen_at = $1 where token_hash = $2', [now, sessionHash]);
      }
      return {
        kind: row.role === 'operator' ? 'operator' : 'user',
        userId: row.id,
        sessionHash,
        provedAt: row.proved_at,
      };
    },

    apply(reply: FastifyReply, effects: Effects): void {
      if (effects.startSession) {
        const { token, remember } = effects.startSession;
        reply.setCookie(name, token, remember ? { ...options, maxAge: REMEMBER_SECONDS } : options);
      } else if (effects.endSession) {
        reply.clearCookie(name, options);
        reply.header('clear-site-data', '"cache", "storage"');
      }
    },
  };
}
