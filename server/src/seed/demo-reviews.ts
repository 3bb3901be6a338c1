import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import * as moderation from '../modules/moderation/service.ts';
import * as staff from '../modules/staff/service.ts';
import type { Database } from '../platform/db.ts';
import { DEMO_STAFF } from './demo-logins.ts';

/** So many of each level wait; the others have been approved. */
const WAITING_OF_A_LEVEL = 3;
interface Deps {
  db: Database;
  now: Date;
}

interface Open {
  id: number;
  version: number;
  waiting_since: Date;
}

/** Approves what the demo has published but for some of each level. */
export async function fillDemoReviews({ db, now }: Deps): Promise<void> {
  const moderator = DEMO_STAFF.find(({ role }) => role === 'moderator')!;
  await db.transaction().execute(async (tx) => {
    const person = await staff.findByEmail(tx, moderator.email);
    if (!person) return;
    while ((await moderation.assessDue({ db: tx, now })) > 0);
    const { rows } = await sql<Open>`
      select id, version, waiting_since from (
        select *, row_number() over (partition by level order by waiting_since desc, id desc) as nth
          from review where state = 'open') r
       where nth > ${WAITING_OF_A_LEVEL} order by waiting_since, id`.execute(tx);
    const { id: staffId, name, sign, role } = person;
    for (const { id, version, waiting_since } of rows) {
      const at = new Date(Math.min(now.getTime(), waiting_since.getTime() + HOUR_MS / 2));
      const actor = { kind: 'staff', staffId, name, sign, role, confirmedAt: at } as const;
      await moderation.decide(
        { db: tx, now: at, actor },
        { sessionSecret: '', moderationSample: 0 },
        { review_id: id, seen_version: version, decision: 'approve' },
      );
    }
  });
}
