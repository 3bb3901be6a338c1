import {
  ENDED_HEADER,
  PASSIVE_HEADER,
  RESTS_IN_HEADER,
  restsSince,
  SEEN_EVERY_MS,
  type SessionEnd,
  sessionTimes,
} from '@samtrot/shared/access/session-rules.ts';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Actor, Client, Effects, PortalActor } from '../platform/action.ts';
import { hashToken } from '../platform/crypto.ts';
import { unlessUnwritable } from '../platform/db.ts';
import { deviceOf } from '../platform/device.ts';
import { network } from '../platform/limits.ts';
import type { Config } from './config.ts';

const REMEMBER_SECONDS = sessionTimes(true).mostMs / 1000;

interface Session {
  id: number;
  held: boolean;
  remember: boolean;
  /** In milliseconds: numbers are read in a fraction of the time that dates take. */
  seen_ms: number;
  expires_ms: number;
}

/** Who makes a request, and what the page is to know of the session. */
interface Found<Who extends Actor = PortalActor> {
  actor: Who;
  headers: Record<string, string>;
}

/** What an entry of the wire knows of its callers. */
export interface Sessions {
  find(request: FastifyRequest, now: Date, spec?: { passive?: boolean }): Promise<Found<Actor>>;
  clientOf(request: FastifyRequest): Client;
  apply(reply: FastifyReply, effects: Effects): void;
}

// `offset 0` keeps the planner on the two indexes; with few sessions it would scan the accounts.
const sessionBy = (condition: string) => `
  select a.id, a.held_at is not null as held, s.remember,
         (extract(epoch from s.last_seen_at) * 1000)::bigint as seen_ms,
         (extract(epoch from s.expires_at) * 1000)::bigint as expires_ms
    from session s,
         lateral (select id, closed_at, held_at from account where id = s.account_id offset 0) a
   where ${condition} and s.expires_at > $2 and a.closed_at is null
     and s.last_seen_at > case when s.remember then $4::timestamptz else $3 end`;
const BY_TOKEN = sessionBy('s.token_hash = $1');
/** A request that was sent before its session got another token; it proves nothing. */
const BY_PREVIOUS = sessionBy('s.previous_hash = $1 and s.previous_until > $2');

/** The bearer token of a program; other schemes belong to a proxy. */
const bearerOf = (request: FastifyRequest) =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];

type Site = Pick<Config, 'publicUrl'>;
const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https://');
/** Over https a cookie has the `__Host-` prefix. */
const cookieName = (site: Site, name: string) => (isSecure(site) ? `__Host-${name}` : name);
const COOKIES = { session: 'sid', browser: 'browser' } as const;

/** Where a request comes from. */
export function clientOf(site: Site, request: FastifyRequest): Client {
  const browser = request.cookies[cookieName(site, COOKIES.browser)];
  return {
    device: deviceOf(request.headers['user-agent']),
    network: network(request.ip),
    program: bearerOf(request) !== undefined,
    request: request.id,
    ...(browser && browser.length <= 100 && { browserHash: hashToken(browser) }),
  };
}

/** The session of a request by bearer token or cookie. */
export function sessions(config: Site, pool: pg.Pool) {
  const secure = isSecure(config);
  const name = cookieName(config, COOKIES.session);
  const browserName = cookieName(config, COOKIES.browser);
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };

  /**
   * The caller, by one indexed query; a visitor without a valid cookie. A bearer token takes
   * precedence; if invalid, the cookie is not used. `passive` or its header keep the request from
   * counting as a use (ACC-01).
   * @throws NOT_LOGGED_IN
   */
  async function find(
    request: FastifyRequest,
    now: Date,
    { passive = false } = {},
  ): Promise<Found> {
    const bearer = bearerOf(request);
    const token = bearer ?? request.cookies[name];
    const nobody = (headers: Found['headers'] = {}): Found => {
      if (bearer !== undefined) throw new AppError('NOT_LOGGED_IN');
      return { actor: { kind: 'visitor' }, headers };
    };
    if (!token || token.length > 100) return nobody();
    const sessionHash = hashToken(token);
    const times = [now, restsSince(now, false), restsSince(now, true)];
    const values = [sessionHash, ...times.map((time) => time.toISOString())];
    const row =
      (await pool.query<Session>(BY_TOKEN, values)).rows[0] ??
      (await pool.query<Session>(BY_PREVIOUS, values)).rows[0];
    if (!row) return nobody({ [ENDED_HEADER]: await whyEnded(sessionHash) });
    const counts = !passive && request.headers[PASSIVE_HEADER] === undefined;
    let seenAt = row.seen_ms;
    if (counts && now.getTime() - seenAt >= SEEN_EVERY_MS) {
      seenAt = now.getTime();
      await pool
        .query('update session set last_seen_at = $1 where token_hash = $2', [now, sessionHash])
        .catch(unlessUnwritable);
    }
    const restsAt = seenAt + sessionTimes(row.remember).restMs;
    const restsIn = Math.ceil((restsAt - now.getTime()) / 1000);
    return {
      actor: { kind: 'user', userId: row.id, sessionHash, ...(row.held && { held: true }) },
      headers: restsAt < row.expires_ms ? { [RESTS_IN_HEADER]: String(restsIn) } : {},
    };
  }

  async function whyEnded(sessionHash: Buffer): Promise<SessionEnd> {
    const { rows } = await pool.query<{ reason: SessionEnd }>(
      'select reason from ended_session where token_hash = $1',
      [sessionHash],
    );
    return rows[0]?.reason ?? 'rest';
  }

  return {
    find,

    clientOf: (request: FastifyRequest) => clientOf(config, request),

    /** The caller alone; the request counts as a use of the session. */
    actorOf: async (request: FastifyRequest, now: Date): Promise<PortalActor> =>
      (await find(request, now)).actor,

    /** Applies the effects to the cookie; with a bearer token there is none to change. */
    apply(reply: FastifyReply, effects: Effects): void {
      if (bearerOf(reply.request) !== undefined) return;
      if (effects.startSession) {
        const { token, remember } = effects.startSession;
        reply.setCookie(name, token, remember ? { ...options, maxAge: REMEMBER_SECONDS } : options);
      }
      if (effects.knownBrowser === 'forget') reply.clearCookie(browserName, options);
      else if (effects.knownBrowser) {
        const { token, expiresAt } = effects.knownBrowser;
        reply.setCookie(browserName, token, { ...options, expires: expiresAt });
      }
      if (effects.endSession && !effects.startSession) {
        reply.clearCookie(name, options);
        // Our own pages empty the storage themselves, all but the settings of the device.
        const byPage = reply.request.headers[OWN_HEADER] !== undefined;
        reply.header('clear-site-data', byPage ? '"cache"' : '"cache", "storage"');
      }
    },
  };
}
