import { ROLE_LABELS } from '@samtrot/shared/staff/roles.ts';
import { sql } from 'kysely';
import * as staff from '../modules/staff/service.ts';
import { hashPassword } from '../platform/crypto.ts';
import type { Database } from '../platform/db.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { DEMO_STAFF, DEMO_TOTP_SECRET } from './demo-logins.ts';

/** Any number that no other user of the database takes for its advisory lock. */
const LOCK = 7_268_770;

interface Deps {
  db: Database;
  now: Date;
}

/** Fills a house without people, in one transaction; of two starts at once one does it. */
export async function fillDemoStaff({ db, now }: Deps): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    if (await tx.selectFrom('staff').select('id').executeTakeFirst()) return;
    const ctx = { db: tx, now, actor: { kind: 'cli' } } as const;
    for (const person of DEMO_STAFF) {
      const id = await staff.addPerson(ctx, person);
      await staff.setKnownFactor(ctx, { id, secret: DEMO_TOTP_SECRET, password_hash });
    }
  });
}

/** The addresses of the demo that exist, unless they left. */
async function existing(db: Database): Promise<string[]> {
  const found = [];
  for (const { email } of DEMO_STAFF) {
    const person = await staff.findByEmail(db, email);
    if (person && person.state !== 'left') found.push(email);
  }
  return found;
}

/** @throws Error while a person exists whose second factor everybody knows */
export async function assertNoDemoStaff(db: Database): Promise<void> {
  const [first] = await existing(db);
  if (first)
    throw new Error(
      `The demo's ${first} is on the staff. Its second factor is public: start production with a database of its own.`,
    );
}

/** What the start of a development server says. */
export async function demoStaffLines(db: Database): Promise<string[]> {
  const there = await existing(db);
  if (there.length === 0) return [];
  const people = DEMO_STAFF.filter(({ email }) => there.includes(email)).map(
    ({ email, role }) => `  ${email} (${ROLE_LABELS[role]})`,
  );
  return [`Betrieb, Schlüssel der Code-App ${DEMO_TOTP_SECRET}:`, ...people];
}
