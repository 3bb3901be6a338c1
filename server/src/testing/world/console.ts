import { OWN_HEADER, type Params, type PartnerAction } from '@samtrot/shared/kernel/action.ts';
import { acceptConsoleInvitation } from '@samtrot/shared/partners/entry-contract.ts';
import type { PartnerRole } from '@samtrot/shared/partners/people-rules.ts';
import { invite } from '../../modules/partner-people/people.ts';
import { addWebsite } from '../../modules/partners/service.ts';
import { PASSWORD } from './accounts.ts';
import type { Answer, World } from './world.ts';

export interface ConsoleCaller {
  cookie: string;
  call<A extends PartnerAction>(spec: A, params: Params<A>): Promise<Answer>;
}

/**
 * A caller of the console of a website by its cookie; without one, somebody who is not logged in.
 */
export const consoleCaller = (world: World, cookie = ''): ConsoleCaller => ({
  cookie,
  call(spec, params) {
    const get = spec.method === 'GET';
    const query = { action: spec.name };
    const strings = Object.entries(params as object).map(([key, value]) => [key, String(value)]);
    return world.send(cookie, {
      method: spec.method,
      url: '/partner/api',
      headers: { [OWN_HEADER]: '1' },
      query: get ? { ...query, ...Object.fromEntries(strings) } : query,
      ...(!get && { payload: params as object }),
    });
  },
});

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = ({ headers }: Answer): string =>
  String([headers['set-cookie']].flat()[0]).split(';')[0]!;

let made = 0;

/** A website that is switched on. */
export const websiteOf = ({ db, clock }: World): Promise<{ id: number; name: string }> =>
  db.transaction().execute((sql) => {
    const ctx = { db: sql, now: clock.now(), actor: { kind: 'cli' as const } };
    const n = ++made;
    return addWebsite(ctx, { name: `Seite ${n}`, url: `https://seite${n}.example` });
  });

/** Invites an address to a website; returns the token of the mailed link. */
export async function invitedToWebsite(
  world: World,
  { websiteId, email, role }: { websiteId: number; email: string; role: PartnerRole },
): Promise<string> {
  const { db, clock, config } = world;
  await db.transaction().execute((sql) => {
    const ctx = { db: sql, now: clock.now(), actor: { kind: 'cli' as const } };
    return invite(ctx, config, { website_id: websiteId, email, role });
  });
  const mail = (await world.mails(email)).at(-1);
  return /token=([\w-]+)/.exec(mail!.text)![1]!;
}

export interface ConsolePerson extends ConsoleCaller {
  email: string;
  name: string;
  websiteId: number;
}

/** Somebody of a website, logged in. */
export async function consolePersonOf(
  world: World,
  websiteId: number,
  role: PartnerRole,
): Promise<ConsolePerson> {
  const n = ++made;
  const email = `person${n}@seite.example`;
  const name = `Person ${String.fromCharCode(65 + (n % 26))}`;
  const token = await invitedToWebsite(world, { websiteId, email, role });
  const answer = await consoleCaller(world).call(acceptConsoleInvitation, {
    token,
    name,
    password: PASSWORD,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { email, name, websiteId, ...consoleCaller(world, cookieOf(answer)) };
}
