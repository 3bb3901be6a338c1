/** Refused beyond the eight rules of the specification (ACC-40). */
export const PASSWORD_NAMES =
  'Verwende weder deine E-Mail-Adresse noch einen deiner Namen noch «Samtrot».';
export const PASSWORD_GUESSABLE =
  'Bekannte Wörter, Jahreszahlen und Reihen wie «qwertz» sind leicht zu erraten, auch mit Zeichen daran. Nimm mehrere Wörter, die nicht zusammengehören.';

/** What the strength library says of a text. */
interface Estimate {
  /** 0 to 4. */
  score: number;
  guesses: number;
}
export type Estimator = (text: string, own?: string[]) => Estimate;

const SCORE_LEAST = 3;
/** A word that is guessed within so many tries is a common one. */
const COMMON_WORD = 100_000;
/** Digits that are guessed within so many tries, as a year or `12345`, add nothing to a word. */
const COMMON_DIGITS = 1000;
/** Shorter names stand in too many words. */
const SHORTEST_NAME = 4;

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What a password must not hold: the address and its first part, the names, the portal's name. */
export function ownWords(names: { email?: string; username?: string; nickname?: string }) {
  const { email = '', username = '', nickname = '' } = names;
  const words = [email, email.split('@')[0]!, username, nickname].map(lettersAndDigits);
  return [...words.filter((word) => [...word].length >= SHORTEST_NAME), 'samtrot'];
}

/** Why a password that keeps the eight rules is refused all the same, or null. */
export function strengthProblem(
  password: string,
  own: string[],
  estimate: Estimator,
): string | null {
  const plain = lettersAndDigits(password);
  if (own.some((word) => plain.includes(word))) return PASSWORD_NAMES;
  if (estimate(password, own).score < SCORE_LEAST) return PASSWORD_GUESSABLE;
  return isDressedWord(password, estimate) ? PASSWORD_GUESSABLE : null;
}

const LETTER_OF: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * One common word with a year or simple digits and signs around it, as `Sommer2026!!x`: the library
 * takes each further part for a further guess, while attackers try these endings first.
 */
function isDressedWord(password: string, estimate: Estimator): boolean {
  const plain = password
    .toLowerCase()
    .replace(/(?<=\p{L})[013457@$!](?=\p{L})/gu, (sign) => LETTER_OF[sign]!);
  const words = plain.split(/[^\p{L}]+/u).filter((word) => [...word].length > 2);
  const digits = plain.match(/\d+/g) ?? [];
  return (
    words.length <= 1 &&
    words.every((word) => estimate(word).guesses < COMMON_WORD) &&
    digits.every((run) => estimate(run).guesses < COMMON_DIGITS)
  );
}

type Words = Record<string, unknown>;
interface Language {
  dictionary: Words;
}

/**
 * The settings of the strength library, the same on the server and in the browser: common
 * passwords, words and names of the four languages. The lists of Wikipedia and of English family
 * names would double them for rare words.
 */
export function strengthOptions<Graphs>(
  common: Language & { adjacencyGraphs: Graphs },
  languages: Record<string, Language>,
) {
  const dictionary: Record<string, never> = {};
  for (const [code, { dictionary: lists }] of Object.entries({ common, ...languages })) {
    for (const [name, words] of Object.entries(lists)) {
      const key = name.includes('-') ? name : `${name}-${code}`;
      if (/^(passwords|commonWords|firstnames|lastnames-(de|fr|it))/.test(key))
        dictionary[key] = words as never;
    }
  }
  return {
    dictionary,
    graphs: common.adjacencyGraphs,
    // Bounds the time for one password: 20 ms on a desktop for the longest.
    maxLength: 64,
    l33tMaxSubstitutions: 20,
  };
}
