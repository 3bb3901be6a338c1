import { addCalendarDays, addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { DAY_MS, HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import * as catalogue from '../modules/catalogue/service.ts';
import * as staff from '../modules/staff/service.ts';
import type { Database, Sql } from '../platform/db.ts';
import { DEMO_STAFF } from './demo-logins.ts';

/** Any number that no other user of the database takes for its advisory lock. */
const LOCK = 7_268_771;

interface Deps {
  db: Database;
  now: Date;
}

interface Step {
  /** When it was drafted; released an hour later. */
  daysAgo: number;
  changed: Record<string, number>;
  validFrom: Date;
  reason: string;
}

/**
 * Before there are accounts: prices of packages that were, and some that come, each by two people.
 * What the demo books lies in between, at the prices of the specification.
 */
export async function fillDemoCatalogue({ db, now }: Deps): Promise<void> {
  const midnight = (daysAgo: number) =>
    instantOf(localDate(new Date(now.getTime() - daysAgo * DAY_MS)), '00:00');
  const nextMonth = instantOf(
    `${localDate(addCalendarMonths(addCalendarDays(now, 10), 1)).slice(0, 7)}-01`,
    '00:00',
  );
  const steps: Step[] = [
    {
      daysAgo: 400,
      validFrom: midnight(390),
      changed: { '3_days': 18, '1_month': 90 },
      reason: 'Einführungspreise',
    },
    {
      daysAgo: 220,
      validFrom: midnight(200),
      changed: { '3_days': 20, '1_month': 100 },
      reason: 'Ende der Einführung',
    },
    {
      daysAgo: 2,
      validFrom: nextMonth,
      changed: { '3_days': 22, '5_days': 32, '1_month': 95 },
      reason: 'Kurze Laufzeiten kosten uns mehr Prüfung, lange weniger.',
    },
  ];
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    if (await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()) return;
    const changed = tx.selectFrom('catalogue_version').select('id').where('number', '>', 1);
    if (await changed.limit(1).executeTakeFirst()) return;
    const [finance, owner] = [await demoPerson(tx, 'finance'), await demoPerson(tx, 'owner')];
    if (!finance || !owner) return;
    let { packages: content } = await catalogue.pricesAt({ db: tx, now });
    for (const { daysAgo, changed: prices, validFrom, reason } of steps) {
      const at = new Date(now.getTime() - daysAgo * DAY_MS);
      const asked = { db: tx, now: at, actor: { ...finance, confirmedAt: at } };
      const { version_id } = await catalogue.draft(asked, { list: 'packages' });
      content = { ...content, ...prices };
      const seen = await catalogue.save(asked, { version_id, seen: 0, content });
      const { approvalId } = await catalogue.submit(
        asked,
        { solo: false },
        { version_id, seen, reason, valid_from: validFrom.toISOString() },
      );
      const later = new Date(at.getTime() + HOUR_MS);
      const decided = { db: tx, now: later, actor: { ...owner, confirmedAt: later } };
      const operations = [catalogue.catalogueOperation];
      await staff.approve(decided, { solo: false, operations }, approvalId);
    }
  });
}

export async function demoPerson(db: Sql, role: 'finance' | 'owner') {
  const found = await staff.findByEmail(db, DEMO_STAFF.find((one) => one.role === role)!.email);
  if (!found) return undefined;
  const { id: staffId, name, sign } = found;
  return { kind: 'staff', staffId, name, sign, role } as const;
}
