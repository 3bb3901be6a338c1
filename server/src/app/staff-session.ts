import { BlockList, isIPv4 } from 'node:net';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { STAFF_REST_MS, staffRestsSince } from '@samtrot/shared/staff/login-rules.ts';
import { grantOf } from '@samtrot/shared/staff/rights.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Actors } from '../platform/action.ts';
import { deviceOf } from '../platform/device.ts';
import { network } from '../platform/limits.ts';
import type { Config } from './config.ts';
import { CONSOLE_PATH } from './console-session.ts';
import { HAS_TOKEN, restingSession, tokenHashIn } from './resting-session.ts';
import type { Sessions } from './session.ts';

/** Everything of the back office is below this path. */
export const STAFF_PATH = '/betrieb';

interface Row {
  id: number;
  name: string;
  sign: string;
  role: Role;
  last_seen_at: Date;
  confirmed_at: Date;
  expires_at: Date;
}

// The person is read with each call: who is blocked or has another role is so at once (BOF-13). By
// the token before a confirmation the log-in is found without it.
const BY_TOKEN = `select s.id, s.name, s.sign, s.role, l.last_seen_at, l.expires_at,
                case when l.token_hash = $1 then l.confirmed_at else 'epoch' end as confirmed_at
           from staff_login l join staff s on s.id = l.staff_id
          where ${HAS_TOKEN} and s.state = 'active'`;

/**
 * The log-ins of the back office: a cookie of its own, which the portal never receives (BOF-09).
 */
export function staffSessions(config: Pick<Config, 'publicUrl'>, pool: pg.Pool): Sessions {
  const secure = config.publicUrl.startsWith('https://');
  const nameOf = (name: string) => (secure ? `__Secure-${name}` : name);
  const session = nameOf('betrieb');
  const browser = nameOf('betrieb-browser');
  const options = { path: STAFF_PATH, httpOnly: true, sameSite: 'strict' as const, secure };

  return {
    find: restingSession<Row>(pool, {
      cookie: session,
      table: 'staff_login',
      byToken: BY_TOKEN,
      restMs: STAFF_REST_MS,
      restsSince: staffRestsSince,
      actorOf: ({ id, name, sign, role, confirmed_at }, sessionHash) => ({
        kind: 'staff',
        staffId: id,
        name,
        sign,
        role,
        confirmedAt: confirmed_at,
        sessionHash,
      }),
    }),

    clientOf(request) {
      const browserHash = tokenHashIn(request, browser);
      return {
        device: deviceOf(request.headers['user-agent']),
        network: network(request.ip),
        program: false,
        request: request.id,
        ...(browserHash && { browserHash }),
      };
    },

    apply(reply, effects) {
      if (effects.startSession) reply.setCookie(session, effects.startSession.token, options);
      else if (effects.endSession) reply.clearCookie(session, options);
      if (effects.knownBrowser && effects.knownBrowser !== 'forget') {
        const { token, expiresAt } = effects.knownBrowser;
        reply.setCookie(browser, token, { ...options, expires: expiresAt });
      }
    },
  };
}

// The log-in, its view and the right are read with each call: each of them may have ended. Only by
// the present token: a view is opened by who has just confirmed.
const VIEWER = `select s.role, a.id, a.held_at is not null as held
           from staff_login l
           join staff s on s.id = l.staff_id
           join account a on a.id = l.viewed_account
          where l.token_hash = $1 and l.expires_at > $2 and l.last_seen_at > $3
            and s.state = 'active' and l.view_ends_at > $2 and a.id = $4 and a.closed_at is null`;

/** Who reads a customer's pages by a log-in of the house; the account stands in the path. */
export function viewSessions(config: Pick<Config, 'publicUrl'>, pool: pg.Pool): Sessions {
  const { clientOf } = staffSessions(config, pool);
  const name = config.publicUrl.startsWith('https://') ? '__Secure-betrieb' : 'betrieb';
  return {
    async find(request, now) {
      const sessionHash = tokenHashIn(request, name);
      const { id } = request.params as { id: string };
      // Not a visitor: at this entry nobody calls what is open to all.
      const ended = new AppError('NOT_LOGGED_IN');
      if (!sessionHash || !/^\d{1,15}$/.test(id)) throw ended;
      const values = [sessionHash, now, staffRestsSince(now), Number(id)];
      const { rows } = await pool.query<{ role: Role; id: number; held: boolean }>(VIEWER, values);
      const row = rows[0];
      if (!row || !grantOf(row.role, 'customer.view_as')) throw ended;
      // No session of hers has this hash.
      const actor = { kind: 'user' as const, userId: row.id, sessionHash, viewer: true as const };
      return { actor: { ...actor, ...(row.held && { held: true as const }) }, headers: {} };
    },
    clientOf,
    // Nothing that could be applied comes from a reading call.
    apply() {},
  };
}

/**
 * Whether an address is in one of the networks (`10.0.0.0/8`, or one address); without any, each
 * is.
 */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const cidr of networks) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/**
 * Outside of `STAFF_NETWORKS` and on other hosts the back office is an address that does not exist
 * (BOF-12); on other hosts neither is the console of partner websites, whose API is everywhere.
 * Registered before the cookies are read.
 */
export function hideFromOthers(
  server: FastifyInstance,
  { staffNetworks, publicUrl, mode, apiHost }: Config,
): void {
  const mayCome = networkCheck(staffNetworks);
  const own = new URL(publicUrl).hostname;
  const isOurs = (host: string) => (mode === 'production' ? host === own : host !== apiHost);
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    // By the route that was found: one address can be spelled in many ways, such as `/%62etrieb`.
    const route = request.routeOptions.url ?? '';
    const staff = isBelow(route, STAFF_PATH);
    if (!staff && !isConsole(route)) return;
    const host = request.hostname.replace(/:\d+$/, '').toLowerCase();
    if ((!staff || mayCome(request.ip)) && isOurs(host)) return;
    return reply.callNotFound();
  });
}

const isBelow = (route: string, path: string): boolean =>
  route === path || route.startsWith(`${path}/`);

/** A page or a call of the console, not of the API for websites. */
const isConsole = (route: string): boolean =>
  isBelow(route, CONSOLE_PATH) && !isBelow(route, `${CONSOLE_PATH}/v1`);

/** Who is logged in to the back office, for addresses that are no calls. */
export const staffActorOf = (config: Pick<Config, 'publicUrl'>, pool: pg.Pool) => {
  const session = staffSessions(config, pool);
  return async (request: FastifyRequest, now: Date): Promise<Actors['staff'] | undefined> => {
    const { actor } = await session.find(request, now);
    return actor.kind === 'staff' ? actor : undefined;
  };
};
