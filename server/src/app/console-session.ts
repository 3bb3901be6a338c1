import {
  PASSIVE_HEADER,
  RESTS_IN_HEADER,
  SEEN_EVERY_MS,
} from '@samtrot/shared/access/session-rules.ts';
import {
  CONSOLE_REST_MS,
  consoleRestsSince,
  type PartnerRole,
} from '@samtrot/shared/partners/people-rules.ts';
import type pg from 'pg';
import { hashToken } from '../platform/crypto.ts';
import { unlessUnwritable } from '../platform/db.ts';
import { deviceOf } from '../platform/device.ts';
import { network } from '../platform/limits.ts';
import type { Config } from './config.ts';
import type { Sessions } from './session.ts';

/** The console of partner websites is below this path; `/partner/v1` is their API. */
export const CONSOLE_PATH = '/partner';

interface Row {
  id: number;
  website_id: number;
  name: string;
  role: PartnerRole;
  last_seen_at: Date;
  expires_at: Date;
}

// The person is read with each call: whose access ends or has another role is so at once.
const BY_TOKEN = `select u.id, u.website_id, u.name, u.role, l.last_seen_at, l.expires_at
           from partner_login l join partner_user u on u.id = l.partner_user_id
          where l.token_hash = $1 and l.expires_at > $2 and l.last_seen_at > $3 and u.ended_at is null`;

/** The log-ins of the console: a cookie of its own, which no other entry reads (BOF-124). */
export function consoleSessions(config: Pick<Config, 'publicUrl'>, pool: pg.Pool): Sessions {
  const secure = config.publicUrl.startsWith('https://');
  const session = secure ? '__Secure-partner' : 'partner';
  const options = { path: CONSOLE_PATH, httpOnly: true, sameSite: 'strict' as const, secure };

  return {
    async find(request, now, { passive = false } = {}) {
      const token = request.cookies[session];
      const nobody = { actor: { kind: 'visitor' as const }, headers: {} };
      if (!token || token.length > 100) return nobody;
      const sessionHash = hashToken(token);
      const values = [sessionHash, now, consoleRestsSince(now)];
      const row = (await pool.query<Row>(BY_TOKEN, values)).rows[0];
      if (!row) return nobody;
      const counts = !passive && request.headers[PASSIVE_HEADER] === undefined;
      let seenAt = row.last_seen_at.getTime();
      if (counts && now.getTime() - seenAt >= SEEN_EVERY_MS) {
        seenAt = now.getTime();
        await pool
          .query('update partner_login set last_seen_at = $1 where token_hash = $2', [
            now,
            sessionHash,
          ])
          .catch(unlessUnwritable);
      }
      const restsAt = Math.min(seenAt + CONSOLE_REST_MS, row.expires_at.getTime());
      const { id, website_id, name, role } = row;
      return {
        actor: {
          kind: 'partner',
          partnerUserId: id,
          websiteId: website_id,
          name,
          role,
          sessionHash,
        },
        headers: { [RESTS_IN_HEADER]: String(Math.ceil((restsAt - now.getTime()) / 1000)) },
      };
    },

    clientOf: (request) => ({
      device: deviceOf(request.headers['user-agent']),
      network: network(request.ip),
      program: false,
      request: request.id,
    }),

    apply(reply, effects) {
      if (effects.startSession) reply.setCookie(session, effects.startSession.token, options);
      else if (effects.endSession) reply.clearCookie(session, options);
    },
  };
}
