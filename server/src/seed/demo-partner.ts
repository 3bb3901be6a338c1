import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { TRAFFIC_DAYS } from '@samtrot/shared/partners/traffic-rules.ts';
import { sql } from 'kysely';
import * as people from '../modules/partner-people/service.ts';
import { hashPassword } from '../platform/crypto.ts';
import type { Database, Sql } from '../platform/db.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { DEMO_PARTNER } from './demo-logins.ts';

interface Deps {
  db: Database;
  now: Date;
  publicUrl: string;
}

/**
 * Somebody of a website, an invitation that waits, a message that was given up, and what websites
 * asked in five weeks.
 */
export async function fillDemoPartner({ db, now, publicUrl }: Deps): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    const website = await tx
      .selectFrom('website')
      .select('id')
      .where('name', '=', DEMO_PARTNER.website)
      .executeTakeFirst();
    if (!website) return;
    const { email, name } = DEMO_PARTNER;
    const websiteId = website.id;
    const person = { websiteId, email, name, passwordHash, role: 'manage', now } as const;
    if ((await people.insertPerson(tx, person)) === undefined) return;
    await people.invite(
      { db: tx, now, actor: { kind: 'system' } },
      { publicUrl },
      { website_id: websiteId, email: DEMO_PARTNER.invited, role: 'read' },
    );
    await addDeadLetter(tx, websiteId, now);
    await addReaders(tx, websiteId, now);
    await addTraffic(tx, now);
  });
}

async function addDeadLetter(db: Sql, websiteId: number, now: Date): Promise<void> {
  const at = new Date(now.getTime() - DAY_MS);
  await sql`
    insert into webhook_message (website_id, kind, item_id, public_id, event, version, created_at, said_at, attempts, dead_at, last_status)
    select ${websiteId}, 'inserat', id, public_id, 'changed', 0, ${at}, ${at}, 8, ${at}, 500
      from inserat where status = 'aktiv' order by id limit 1`.execute(db);
}

/** The other websites read, too: each has a key that nobody knows, used some minutes ago. */
async function addReaders(db: Sql, except: number, now: Date): Promise<void> {
  await sql`
    insert into website_key (website_id, key_hash, hint, created_at, last_used_at)
    select id, sha256(gen_random_uuid()::text::bytea), left(md5(id::text), 4),
           ${new Date(now.getTime() - TRAFFIC_DAYS * DAY_MS)},
           ${now}::timestamptz - id % 9 * interval '1 minute'
      from website where status = 'on' and id <> ${except}`.execute(db);
}

/** More or less, always the same: the first websites are read more than the last. */
async function addTraffic(db: Sql, now: Date): Promise<void> {
  const first = localDate(addCalendarDays(now, 1 - TRAFFIC_DAYS));
  await sql`
    insert into traffic_day (website_id, day, reads, errors, visits, bots)
    select w.id, d.day::date, 900 / w.rank + (d.n * 37 + w.rank * 11) % 140, (d.n * 5 + w.rank) % 4,
           220 / w.rank + (d.n * 13) % 40, 18 / w.rank + d.n % 6
      from (select id, row_number() over (order by id)::int as rank from website where status = 'on') w
     cross join (select day, row_number() over (order by day)::int as n
                   from generate_series(${first}::date, ${localDate(now)}::date, interval '1 day') as day) d
        on conflict do nothing`.execute(db);
}

/** @throws Error while a person of a website exists whose password everybody knows */
export async function assertNoDemoPartner(db: Database): Promise<void> {
  if (await people.findByEmail(db, DEMO_PARTNER.email))
    throw new Error(
      `The demo's ${DEMO_PARTNER.email} may enter the console of a website with a public password: start production with a database of its own.`,
    );
}
