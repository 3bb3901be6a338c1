import { foldWords } from '@samtrot/shared/delivery/rules.ts';
import { LANGUAGES, type LanguageCode } from '@samtrot/shared/inserate/languages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Choices } from '../../catalogue/service.ts';

/** A folded search word, and the cantons, categories and languages that it names. */
export interface SearchWord {
  text: string;
  /** Cantons and categories as `inserat.search` holds them. */
  terms: string[];
  languages: LanguageCode[];
}

/** Shorter prefixes match too many names. */
const MIN_PREFIX = 3;
/** Shorter names are not matched with endings. */
const MIN_NAME = 4;
const ENDINGS = /^(e[mnrs]?|n|s)$/;

const names = (word: string, name: string): boolean =>
  foldWords(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .some(
      (part) =>
        part === word ||
        (word.length >= MIN_PREFIX && part.startsWith(word)) ||
        (part.length >= MIN_NAME && word.startsWith(part) && ENDINGS.test(word.slice(part.length))),
    );

/** The words of a search with the cantons, categories and languages whose names they begin. */
export const wordsFor = (
  words: readonly string[],
  { cantons, categories }: Pick<Choices, 'cantons' | 'categories'>,
): SearchWord[] =>
  words.map((text) => ({
    text,
    terms: [
      ...cantons.flatMap(({ id, name }) => (names(text, name) ? [id] : [])),
      ...categories.flatMap(({ id, name }) => (names(text, name) ? [`K${id}`] : [])),
    ],
    languages: (Object.keys(LANGUAGES) as LanguageCode[]).filter((code) =>
      names(text, LANGUAGES[code]),
    ),
  }));

/** Whether a word matches names of lists; its number of ads is then unknown. */
export const isNamed = ({ terms, languages }: SearchWord): boolean =>
  terms.length + languages.length > 0;

// Words are letters and digits only (shared/delivery/rules.ts), so they need no quoting; the
// database stems them.
const written = (words: readonly SearchWord[]) =>
  sql`to_tsquery('delivery_query', ${words.map(({ text }) => `${text}:*`).join(' & ')})`;

/** Terms stand in `inserat.search` as they are: neither folded nor stemmed. */
const chosen = (terms: readonly string[]) =>
  sql`${terms.map((term) => `'${term}'`).join(' | ')}::tsquery`;

const inText = (word: SearchWord) =>
  word.terms.length > 0 ? sql`(${written([word])} || ${chosen(word.terms)})` : written([word]);

/** The ads `i` with all these words, and these terms besides. */
export function matches(
  words: readonly SearchWord[],
  terms: readonly string[] = [],
): RawBuilder<unknown> {
  const plain = words.filter((word) => !isNamed(word));
  const queries = [
    ...(plain.length > 0 ? [written(plain)] : []),
    ...words
      .filter((word) => word.terms.length > 0 && word.languages.length === 0)
      .map((word) => inText(word)),
    ...terms.map((term) => chosen([term])),
  ];
  const spoken = words.filter(({ languages }) => languages.length > 0);
  const parts: RawBuilder<unknown>[] = [
    ...(queries.length > 0 ? [sql`i.search @@ (${sql.join(queries, sql` && `)})`] : []),
    ...spoken.map(
      (word) => sql`(i.search @@ ${inText(word)} or i.sprachen && ${word.languages}::text[])`,
    ),
  ];
  // Without words nothing matches.
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`false`;
}
