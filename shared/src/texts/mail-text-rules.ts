import { lengthProblem } from '../kernel/text.ts';
import { factsOf, markupOf, partsOf, wordsOf } from './markup-rules.ts';

/** The sentences that stand in many mails, by the term before them in their text (BOF-130). */
export const MAIL_SENTENCES = {
  greeting: 'Anrede',
  not_you: 'Nicht du',
  reply: 'Antwortzeit',
  button: 'Schaltfläche',
} as const;
export type SentenceId = keyof typeof MAIL_SENTENCES;
const SENTENCE_IDS = Object.keys(MAIL_SENTENCES) as SentenceId[];
const SENTENCE_MAX = 200;

/** What a mail may name; everything else is a page. */
export const MAIL_PLACEHOLDERS = [
  ...(['antwort', 'email', 'firma', 'land', 'ort', 'strasse', 'telefon', 'uid'] as const),
] as const;

export const mailTextTexts = {
  html: 'HTML geht in einer Mail nicht, nur Text',
  link: 'Links stehen fest und lassen sich hier nicht einfügen',
  plain: 'Nur Text: ohne **, ohne ` und ohne Überschrift',
  placeholder: (name: string) => `In Mails gibt es diesen Platzhalter nicht: {${name}}`,
  sentence: (term: string) => `Es fehlt der Satz «${term}»`,
  twice: (term: string) => `Der Satz «${term}» steht zweimal da`,
  other: (term: string) => `Diesen Satz gibt es nicht: «${term}»`,
  long: (term: string) => `«${term}»: maximal ${SENTENCE_MAX} Zeichen`,
};

const HTML = /<\/?[a-z!][^>]*>/i;
const ADDRESS = /\b(?:https?:\/\/|www\.)|\]\(/i;

/** Why words cannot stand in every mail, or null. */
export function mailWordsProblem(content: string): string | null {
  if (HTML.test(content)) return mailTextTexts.html;
  if (ADDRESS.test(content)) return mailTextTexts.link;
  if (/\*\*|`|^#/m.test(content)) return mailTextTexts.plain;
  for (const part of partsOf(markupOf(content)))
    if (part.kind === 'value' && !(MAIL_PLACEHOLDERS as readonly string[]).includes(part.name))
      return mailTextTexts.placeholder(part.name);
  return null;
}

/**
 * The sentences of a text as they are written, with their placeholders; a missing one is left out.
 */
export function sentencesOf(content: string): Partial<Record<SentenceId, string>> {
  const found: Partial<Record<SentenceId, string>> = {};
  for (const [term, words] of linesOf(content)) {
    const id = SENTENCE_IDS.find((one) => MAIL_SENTENCES[one] === term);
    if (id) found[id] = words;
  }
  return found;
}

/** Term and words of each line, as written. */
const linesOf = (content: string): [term: string, words: string][] =>
  content
    .split(/\n{2,}/)
    .map((part) => part.split('\n: '))
    .flatMap(([term, words]) => (words === undefined ? [] : [[term!.trim(), words.trim()]]));

/** What is wrong with the sentences of mails, or null. */
export function sentencesProblem(content: string): string | null {
  const lines = factsOf(markupOf(content));
  if (!lines) return null;
  const terms = lines.map((line) => ('value' in line ? `{${line.value}}` : wordsOf(line.term)));
  const known: readonly string[] = Object.values(MAIL_SENTENCES);
  const other = terms.find((term) => !known.includes(term));
  if (other !== undefined) return mailTextTexts.other(other);
  for (const term of known) {
    const times = terms.filter((one) => one === term).length;
    if (times === 0) return mailTextTexts.sentence(term);
    if (times > 1) return mailTextTexts.twice(term);
  }
  const long = linesOf(content).find(([, words]) => lengthProblem(words, 1, SENTENCE_MAX));
  return long ? mailTextTexts.long(long[0]) : null;
}
