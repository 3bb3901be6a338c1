import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

/** The words of so many ads are known, those that were lifted last: enough for every word that somebody may mean. */
const ADS = 50_000;
/** Shorter words are too much alike to guess one from another. */
const LEAST_LETTERS = 4;
/** What is never learned: numbers of telephones must not be guessed, and canton and category stand beside the words in capitals. */
const NEVER_LEARNED = '[0-9A-Z]';
/** Share of three-letter pieces that two words must have in common. */
const LIKENESS = 0.35;

/**
 * Makes the known words anew from what is published, so that none outlives the ads it stood in. Answers how many came or went. Two
 * workers at it: the later one waits and finds nothing left to do.
 */
export async function rebuildDictionary(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('delivery_word'))`.execute(trx);
    const { rows } = await sql<{ moved: number }>`
      with now as materialized (
        select word, ndoc as ads from ts_stat(${`select i.search from delivery_entry e join inserat i on i.id = e.inserat_id
           where e.term = '' order by e.lifted_at desc limit ${ADS}`})
         where char_length(word) <= 40 and word !~ ${NEVER_LEARNED}),
      gone as (delete from delivery_word w where not exists (select from now n where n.word = w.word) returning 1),
      come as (
        insert into delivery_word select word, ads from now
        on conflict (word) do update set ads = excluded.ads where delivery_word.ads <> excluded.ads returning 1)
      select (select count(*) from gone)::int + (select count(*) from come)::int as moved`.execute(trx);
    return rows[0]!.moved;
  });
}

/** The words as they were probably meant, where one of them is in no ad and another is much like it; else null. */
export async function suggest(db: Database, words: readonly string[]): Promise<string[] | null> {
  const meant: string[] = [];
  for (const word of words) meant.push((await isKnown(db, word)) ? word : ((await mostSimilar(db, word)) ?? word));
  return meant.some((word, index) => word !== words[index]) ? meant : null;
}

/**
 * How large a part of the ads has all these words at most, by the known words: what its rarest word allows, because words of one sentence
 * come together. A word that is not known counts as 0, also a frequent one that has a digit or came since the last learning. Of fewer
 * than `ADS` ads it is less than the truth; so few are soon looked through.
 */
export async function selectivityOf(db: Database, words: readonly string[]): Promise<number> {
  if (words.length === 0) return 0;
  const { rows } = await sql<{ ads: number }>`
    select least(${sql.join(words.map((word) => sql`(select coalesce(sum(ads), 0) from delivery_word where ${begins(word)})`))})::float as ads`.execute(
    db,
  );
  return Math.min(1, rows[0]!.ads / ADS);
}

const begins = (word: string) => sql`word ^@ coalesce((ts_lexize('delivery_stem', ${word}::text))[1], ${word})`;

async function isKnown(db: Database, word: string): Promise<boolean> {
  if (word.length < LEAST_LETTERS) return true;
  const { rows } = await sql`select from delivery_word where ${begins(word)} limit 1`.execute(db);
  return rows.length > 0;
}

async function mostSimilar(db: Database, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from delivery_word
     where word % ${word} and similarity(word, ${word}) >= ${LIKENESS} and char_length(word) >= ${LEAST_LETTERS}
     order by similarity(word, ${word}) desc, ads desc, word limit 1`.execute(db);
  return rows[0]?.word;
}
