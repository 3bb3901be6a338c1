import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor, Effects } from '../platform/action.ts';
import type { Config } from '../platform/config.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db.ts';

const SEEN_EVERY_MS = 5 * 60_000;
const REMEMBER_SECONDS = 90 * 24 * 3600;

/** The session cookie. Over https it is bound to the host; on a laptop's http it goes without the prefix. */
export function sessions(config: Pick<Config, 'publicUrl'>, db: Database) {
  const secure = config.publicUrl.startsWith('https://');
  const name = secure ? '__Host-sid' : 'sid';
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };

  return {
    /** Who is asking: one indexed query, none without a cookie. */
    async actorOf(request: FastifyRequest, now: Date): Promise<Actor> {
      const token = request.cookies[name];
      if (!token || token.length > 100) return { kind: 'visitor' };
      const sessionHash = hashToken(token);
      // Written out: every request pays for this one, and the builder costs as much as the query.
      const { rows } = await sql<{ id: number; role: string; last_seen_at: Date }>`
        select a.id, a.role, s.last_seen_at from session s join account a on a.id = s.account_id
         where s.token_hash = ${sessionHash} and s.expires_at > ${now}`.execute(db);
      const row = rows[0];
      if (!row) return { kind: 'visitor' };
      if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
        await sql`update session set last_seen_at = ${now} where token_hash = ${sessionHash}`.execute(db);
      }
      return { kind: row.role === 'operator' ? 'operator' : 'user', userId: row.id, sessionHash };
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
