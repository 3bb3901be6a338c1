import { phraseFinder } from '@samtrot/shared/moderation/phrase-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { nextPhraseSearch, onlineTexts, textOf } from '../catalogue/service.ts';

/** So many things a minute, so that the queue and the worker stay usable. */
const A_MINUTE = 500;

/**
 * Looks for phrases that have begun to count in what is online or comes online without another
 * look, from where it stopped, and writes a review of each thing that says one (BOF-53). Returns
 * how many it wrote.
 */
export async function searchPhrases({ db, now }: { db: Sql; now: Date }): Promise<number> {
  const search = await nextPhraseSearch(db, now);
  if (!search) return 0;
  const { version_id, after, phrases } = search;
  const phraseIn = phraseFinder(phrases);
  const page = await onlineTexts(db, { now, after, limit: A_MINUTE, coming: true });
  let written = 0;
  for (const one of page)
    if (phraseIn(textOf(one)) !== undefined) written += await reviewAgain(db, one, now);
  const last = page.at(-1);
  await sql`
    update phrase_search
       set thing = ${last?.thing ?? ''}, thing_id = ${last?.id ?? 0},
           done_at = case when ${page.length < A_MINUTE} then ${now}::timestamptz end
     where catalogue_version_id = ${version_id}`.execute(db);
  return written;
}

/** Creates a review; recomputes the signals of an open one instead. */
async function reviewAgain(
  db: Sql,
  { thing, id, account_id }: { thing: string; id: number; account_id: number },
  now: Date,
): Promise<number> {
  const waiting = await sql`
    update review set assess_at = ${now}
     where thing = ${thing} and item_id = ${id} and state = 'open' returning id`.execute(db);
  if (waiting.rows.length > 0) return 0;
  const { rows } = await sql`
    insert into review (thing, item_id, account_id, version, cause, content_hash, written_in, waiting_since, assess_at)
    select ${thing}, ${id}, ${account_id}, coalesce(max(version), 0) + 1, 'phrase',
           review_hash(review_content(${thing}, ${id})), pg_current_xact_id()::text::bigint,
           ${now}, ${now}
      from review where thing = ${thing} and item_id = ${id}
    returning id`.execute(db);
  return rows.length;
}
