import { SUGGESTIONS_OFF_MS } from '@samtrot/shared/overview/placed.ts';
import type { Sql } from '../../platform/db.ts';

/** Whether suggestions after placing an ad are shown to this account (EXP-25). */
export async function suggestionsWanted(db: Sql, accountId: number, now: Date): Promise<boolean> {
  const { suggestions_off_until: until } = await db
    .selectFrom('account')
    .select('suggestions_off_until')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return until === null || until <= now;
}

export async function hideSuggestions(db: Sql, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ suggestions_off_until: new Date(now.getTime() + SUGGESTIONS_OFF_MS) })
    .where('id', '=', accountId)
    .execute();
}
