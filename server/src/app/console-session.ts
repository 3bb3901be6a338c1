import {
  CONSOLE_REST_MS,
  consoleRestsSince,
  type PartnerRole,
} from '@samtrot/shared/partners/people-rules.ts';
import type pg from 'pg';
import { deviceOf } from '../platform/device.ts';
import { network } from '../platform/limits.ts';
import type { Config } from './config.ts';
import { HAS_TOKEN, restingSession } from './resting-session.ts';
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
          where ${HAS_TOKEN} and u.ended_at is null`;

/** The log-ins of the console: a cookie of its own, which no other entry reads (BOF-124). */
export function consoleSessions(config: Pick<Config, 'publicUrl'>, pool: pg.Pool): Sessions {
  const secure = config.publicUrl.startsWith('https://');
  const session = secure ? '__Secure-partner' : 'partner';
  const options = { path: CONSOLE_PATH, httpOnly: true, sameSite: 'strict' as const, secure };

  return {
    find: restingSession<Row>(pool, {
      cookie: session,
      table: 'partner_login',
      byToken: BY_TOKEN,
      restMs: CONSOLE_REST_MS,
      restsSince: consoleRestsSince,
      actorOf: ({ id, website_id, name, role }, sessionHash) => ({
        kind: 'partner',
        partnerUserId: id,
        websiteId: website_id,
        name,
        role,
        sessionHash,
      }),
    }),

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
