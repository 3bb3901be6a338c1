import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/db.ts';

const NEW = 'Fragen zu diesen Bedingungen beantworten wir gerne.';
const NEWER = 'Auf Wunsch senden wir dir diese Bedingungen auch als PDF.';
/** So far ahead that no mail about it is due for a while. */
const AHEAD_DAYS = 75;

/**
 * Terms that were, that are valid since yesterday and that come; all accounts have accepted what is
 * valid.
 */
export async function fillDemoTexts({ db, now }: { db: Database; now: Date }): Promise<void> {
  const midnight = (days: number) => instantOf(localDate(addCalendarDays(now, days)), '00:00');
  await db.transaction().execute(async (tx) => {
    for (const [number, words, validFrom] of [
      [2, NEW, midnight(-1)],
      [3, `${NEW}\n\n${NEWER}`, midnight(AHEAD_DAYS)],
    ] as const)
      await sql`
        insert into text_version (text, number, state, content, based_on, valid_from, created_at, changed_at, decided_at)
        select text, ${number}::integer, 'released', content || E'\n\n' || ${words}::text, id,
               ${validFrom}, ${now}, ${now}, ${now}
          from text_version where text = 'terms' and number = 1
        on conflict do nothing`.execute(tx);
    await sql`
      insert into text_acceptance (account_id, text_version_id, accepted_at)
      select id, text_valid('terms', ${now}), ${now} from account where closed_at is null
      on conflict do nothing`.execute(tx);
  });
}
