import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import * as newsletter from '../modules/newsletter/service.ts';
import * as notices from '../modules/notices/service.ts';
import type { Database } from '../platform/db.ts';
import { demoPerson } from './demo-catalogue.ts';

/** Any number that no other user of the database takes for its advisory lock. */
const LOCK = 7_268_772;

/**
 * A notice that is over, so that no bar stands above the first pages, and a draft of a newsletter.
 */
export async function fillDemoNotices({ db, now }: { db: Database; now: Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    if (await tx.selectFrom('portal_notice').select('id').limit(1).executeTakeFirst()) return;
    const owner = await demoPerson(tx, 'owner');
    if (!owner) return;
    const at = new Date(now.getTime() - 9 * DAY_MS);
    const then = { db: tx, now: at, actor: { ...owner, confirmedAt: at } };
    await notices.addNotice(then, {
      kind: 'outage',
      place: 'all',
      text: 'SMS der Partner-Webseiten kommen zurzeit später an. Wir arbeiten daran.',
      until: new Date(at.getTime() + 5 * HOUR_MS).toISOString(),
    });
    await newsletter.saveDraft(then, {
      subject: 'Neues im Dezember',
      text: 'Guten Tag\n\nAb Dezember gelten neue Preise für kurze Laufzeiten. Was gebucht ist, behält seinen Preis.',
    });
  });
}
