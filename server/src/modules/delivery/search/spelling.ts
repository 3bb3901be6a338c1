/** Spelling correction by a dictionary of the published words, and their selectivity. */
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { isNamed, type SearchWord } from './words.ts';

/** The dictionary is built from so many ads, last lifted first: enough for every common word. */
const SAMPLE_SIZE = 50_000;
/** Shorter words are too similar to each other to be corrected. */
const MIN_LETTERS = 4;
/**
 * Telephone numbers must not be suggested; canton and category are stored in capitals beside the
 * words.
 */
const EXCLUDED_WORDS = '[0-9A-Z]';
/** Minimum trigram similarity of a suggestion. */
const MIN_SIMILARITY = 0.35;

/**
 * Rebuilds the spelling dictionary from the published ads; returns the number of changed words.
 * A concurrent rebuild waits for the lock and changes nothing.
 */
export async function rebuildDictionary(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('delivery_word'))`.execute(trx);
    const { rows } = await sql<{ moved: number }>`
      with now as materialized (
        select word, ndoc as ads
          from ts_stat(${`select i.search from delivery_entry e join inserat i on i.id = e.inserat_id
           where e.term = '' order by e.lifted_at desc limit ${SAMPLE_SIZE}`})
         where char_length(word) <= 40 and word !~ ${EXCLUDED_WORDS}),
      gone as (delete from delivery_word w where not exists (select from now n where n.word = w.word) returning 1),
      come as (
        insert into delivery_word select word, ads from now
        on conflict (word) do update set ads = excluded.ads where delivery_word.ads <> excluded.ads
          returning 1)
      select (select count(*) from gone)::int + (select count(*) from come)::int as moved`.execute(
      trx,
    );
    return rows[0]!.moved;
  });
}

/** The words with their spelling corrected to the most similar ones; null if nothing changed. */
export async function suggest(
  db: Database,
  words: readonly SearchWord[],
): Promise<string[] | null> {
  const suggested: string[] = [];
  for (const word of words) {
    const { text } = word;
    const known = isNamed(word) || (await isKnown(db, text));
    suggested.push(known ? text : ((await mostSimilar(db, text)) ?? text));
  }
  return suggested.some((text, index) => text !== words[index]!.text) ? suggested : null;
}

/**
 * Upper bound of the selectivity: the frequency of the rarest word that only texts hold. Unknown
 * words count as 0, including those with digits. Underestimates below `SAMPLE_SIZE` ads, where a
 * scan is cheap.
 */
export async function selectivityOf(db: Database, words: readonly SearchWord[]): Promise<number> {
  const plain = words.flatMap((word) => (isNamed(word) ? [] : [word.text]));
  if (plain.length === 0) return 0;
  const { rows } = await sql<{ ads: number }>`
    select least(${sql.join(plain.map((word) => sql`(select coalesce(sum(ads), 0) from delivery_word where ${hasPrefix(word)})`))})::float as ads`.execute(
    db,
  );
  return Math.min(1, rows[0]!.ads / SAMPLE_SIZE);
}

const hasPrefix = (word: string) =>
  sql`word ^@ coalesce((ts_lexize('delivery_stem', ${word}::text))[1], ${word})`;

async function isKnown(db: Database, word: string): Promise<boolean> {
  if (word.length < MIN_LETTERS) return true;
  const { rows } = await sql`select from delivery_word where ${hasPrefix(word)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function mostSimilar(db: Database, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from delivery_word
     where word % ${word} and similarity(word, ${word}) >= ${MIN_SIMILARITY}
       and char_length(word) >= ${MIN_LETTERS}
     order by similarity(word, ${word}) desc, ads desc, word limit 1`.execute(db);
  return rows[0]?.word;
}
