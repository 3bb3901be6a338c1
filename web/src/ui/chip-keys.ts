/** Where the keys lead within a group of chips (EXP-74). */

/** After a pause a new search begins. */
export const SEARCH_PAUSE_MS = 1_000;

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** The chip that this key leads to, the ends joined; undefined for any other key. */
export function moveTo(key: string, from: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (from + step + count) % count;
}

const lower = (text: string) => text.normalize('NFC').toLocaleLowerCase('de-CH');
const plain = (text: string) => lower(text).normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The next chip whose name begins with what was typed, umlauts also written plain; one letter again
 * and again leads from each of its chips to the next.
 */
export function searched(
  names: readonly string[],
  typed: string,
  from: number,
): number | undefined {
  const letters = [...typed];
  const again = letters.every((letter) => letter === letters[0]);
  const begins = (text: string, first: number) => {
    const order = names.map((_, n) => (first + n) % names.length);
    return (
      order.find((n) => lower(names[n]!).startsWith(lower(text))) ??
      order.find((n) => plain(names[n]!).startsWith(plain(text)))
    );
  };
  // More letters may still mean the chip that the first has found.
  const whole = begins(typed, letters.length > 1 ? from : from + 1);
  return whole ?? (again ? begins(letters[0]!, from + 1) : undefined);
}
