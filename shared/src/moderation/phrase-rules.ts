import { FORBIDDEN_OFFER_TEXT, isRefused, split, type Word } from './rules.ts';

/**
 * The first of these phrases that a text says, also when spelled to hide; undefined when it says
 * none or refuses it. What it costs to read the phrases is paid once.
 */
export function phraseFinder(phrases: readonly string[]): (text: string) => string | undefined {
  const known = phrases.map((phrase) => ({ phrase, letters: lettersOf(split(phrase)) }));
  return (text) => {
    if (known.length === 0) return undefined;
    const words = split(text);
    return known.find(({ letters }) =>
      words.some((_, at) => {
        const length = wordsSaying(letters, words, at);
        return length > 0 && !isRefused(words, at, length);
      }),
    )?.phrase;
  };
}

/** Doubled letters count once, also where words meet: «Wasser rad» is «Wasserrad». */
const joined = (...texts: string[]): string => texts.join('').replace(/(.)\1+/gu, '$1');

const lettersOf = (words: readonly Word[]) => joined(...words.map(({ text }) => text));

/** How many words from here on are these letters, however they are cut; 0 when they are not. */
function wordsSaying(letters: string, words: readonly Word[], at: number): number {
  let said = '';
  for (let end = at; end < words.length; end++) {
    said = joined(said, words[end]!.text);
    if (said === letters) return end - at + 1;
    if (!letters.startsWith(said)) return 0;
  }
  return 0;
}

const PHRASE_TEXT = 'ist nicht erlaubt. Was sie enthält, wird nicht veröffentlicht.';
export const phraseText = (phrase: string): string =>
  `Die Wendung «${phrase}» ${PHRASE_TEXT} Bitte ändere diesen Text.`;

/** Checks texts against the forbidden phrases of the house; returns the message or null. */
export function phraseProblemOf(phrases: readonly string[]): (text: string) => string | null {
  const phraseIn = phraseFinder(phrases);
  return (text) => {
    const found = phraseIn(text);
    return found === undefined ? null : phraseText(found);
  };
}

/** Whether a problem of a field is one of these. */
export const isForbiddenText = (problem: string): boolean =>
  problem === FORBIDDEN_OFFER_TEXT || problem.includes(PHRASE_TEXT);
