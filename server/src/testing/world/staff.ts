import { OWN_HEADER, type Params, type StaffAction } from '@samtrot/shared/kernel/action.ts';
import { STAFF_MOST_MS } from '@samtrot/shared/staff/login-rules.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import { createInvitation } from '../../modules/staff/login/enrolment.ts';
import { addPerson } from '../../modules/staff/people/people.ts';
import { hashPassword, hashToken, randomToken } from '../../platform/crypto.ts';
import { PASSWORD } from './accounts.ts';
import type { Answer, World } from './world.ts';

const NAMES = [
  ...['Nora Keller', 'Beat Frei', 'Rahel Gut', 'Urs Meier', 'Sara Iten', 'Lukas Roth'],
  ...['Vera Hug', 'Jan Boss', 'Mia Wyss', 'Tim Lang', 'Eva Zaugg', 'Pia Odermatt'],
];

export interface Staff {
  staffId: number;
  name: string;
  email: string;
  cookie: string;
  call<A extends StaffAction>(spec: A, params: Params<A>): Promise<Answer>;
}

/** A caller of the back office by its cookie; without one, somebody who is not logged in. */
export const staffCaller = (world: World, cookie = ''): Pick<Staff, 'call' | 'cookie'> => ({
  cookie,
  call(spec, params) {
    const get = spec.method === 'GET';
    const query = { action: spec.name };
    const strings = Object.entries(params as object).map(([key, value]) => [key, String(value)]);
    return world.send(cookie, {
      method: spec.method,
      url: '/betrieb/api',
      headers: { [OWN_HEADER]: '1' },
      query: get ? { ...query, ...Object.fromEntries(strings) } : query,
      ...(!get && { payload: params as object }),
    });
  },
});

/** An active person with this role, logged in, with a factor confirmed just now. */
export async function staffOf(world: World, role: Role): Promise<Staff> {
  const { db } = world;
  const now = world.clock.now();
  const { n } = await db
    .selectFrom('staff')
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const name = NAMES[n % NAMES.length]!;
  const email = `person${n + 1}@samtrot.example`;
  const staffId = await db
    .transaction()
    .execute((sql) => addPerson({ db: sql, now, actor: { kind: 'cli' } }, { name, email, role }));
  const password_hash = await hashPassword(PASSWORD);
  await db
    .updateTable('staff')
    .set({ state: 'active', password_hash })
    .where('id', '=', staffId)
    .execute();
  const cookie = await staffLoginOf(world, staffId);
  return { staffId, name, email, ...staffCaller(world, cookie) };
}

/** One more log-in of the person; returns its cookie. */
export async function staffLoginOf({ db, clock, config }: World, staffId: number): Promise<string> {
  const now = clock.now();
  const token = randomToken();
  await db
    .insertInto('staff_login')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + STAFF_MOST_MS),
      device: 'Firefox auf Linux',
    })
    .execute();
  const secure = config.publicUrl.startsWith('https:');
  return `${secure ? '__Secure-betrieb' : 'betrieb'}=${token}`;
}

/** Every login of the house lasts, however far a test moves the clock. */
export async function keepStaffLogins({ db }: Pick<World, 'db'>): Promise<void> {
  const forever = new Date('2099-01-01T00:00:00Z');
  await db
    .updateTable('staff_login')
    .set({ last_seen_at: forever, expires_at: forever, confirmed_at: forever })
    .execute();
}

/** An invited person, and the token of her link. */
export async function invitedTo(
  world: World,
  { name, email, role }: { name: string; email: string; role: Role },
): Promise<{ staffId: number; token: string }> {
  const { db, config } = world;
  const deps = { publicUrl: config.publicUrl };
  return db.transaction().execute(async (sql) => {
    const ctx = { db: sql, now: world.clock.now(), actor: { kind: 'cli' } as const };
    const staffId = await addPerson(ctx, { name, email, role });
    const url = await createInvitation(ctx, deps, staffId);
    return { staffId, token: new URL(url).searchParams.get('token')! };
  });
}
