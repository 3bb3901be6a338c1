/** What one character of a word adds; ten words of a diceware list then count 128 bits. */
const BITS_PER_LETTER_OF_A_WORD = 2;
const SHORTEST_PATTERN = 3;
/** Letters of one case; a separator belongs to the word before it. */
const WORD = /^(?:[A-Za-z][a-z]{3,}|[A-Z]{4,})[ _.,-]?|^[A-Za-z]?[a-z]+[ _.,-]/;
const HEX = /^[0-9a-f]+$/i;

/**
 * Estimated entropy of a secret in bits, on the low side: a repeat or a sequence counts as one
 * character, a word as one of a list, everything else by how evenly the characters are spread.
 */
export function estimatedBits(secret: string): number {
  const perCharacter = spreadOf(secret);
  let bits = 0;
  for (let at = 0; at < secret.length; ) {
    const pattern = Math.max(repeatAt(secret, at), sequenceAt(secret, at));
    const word = HEX.test(secret) ? 0 : (WORD.exec(secret.slice(at))?.[0].length ?? 0);
    if (pattern >= SHORTEST_PATTERN && pattern >= word) {
      bits += perCharacter;
      at += pattern;
    } else if (word > 0) {
      bits += word * Math.min(BITS_PER_LETTER_OF_A_WORD, perCharacter);
      at += word;
    } else {
      bits += perCharacter;
      at++;
    }
  }
  return Math.floor(bits);
}

/** Shannon entropy per character, with the correction of Miller and Madow for short texts. */
function spreadOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = text.length;
  const entropy = [...counts.values()].reduce(
    (sum, count) => sum - (count / total) * Math.log2(count / total),
    0,
  );
  return entropy + (counts.size - 1) / (2 * total) / Math.LN2;
}

/** Length of the longest text from here that also stands before. */
function repeatAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.slice(0, at).includes(text.slice(at, at + length + 1)))
    length++;
  return length;
}

/** Length of the run from here in which each character is the same, the next or the previous. */
function sequenceAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  if (!(Math.abs(step) <= 1)) return 1;
  let end = at + 1;
  while (text.charCodeAt(end + 1) - text.charCodeAt(end) === step) end++;
  return end + 1 - at;
}
