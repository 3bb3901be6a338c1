/** What a key or two of them do (EXP-75). */
export type Shortcut = 'list' | 'new' | 'search' | 'home' | 'ads' | 'credits';

/** A second key belongs to the G before it for so long. */
export const PAIR_MS = 1500;

const SINGLE: Readonly<Record<string, Shortcut>> = { '?': 'list', n: 'new', '/': 'search' };
const AFTER_G: Readonly<Record<string, Shortcut>> = { h: 'home', i: 'ads', g: 'credits' };

interface Press {
  key: string;
  timeStamp: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Remembers a G; returns what each press does, or null. */
export function createShortcuts() {
  let pressedG = Number.NEGATIVE_INFINITY;
  return {
    press: ({ key, timeStamp, ctrlKey, metaKey, altKey }: Press): Shortcut | null => {
      const afterG = timeStamp - pressedG <= PAIR_MS;
      pressedG = Number.NEGATIVE_INFINITY;
      if (ctrlKey || metaKey || altKey) return null;
      const letter = key.toLowerCase();
      if (afterG) return AFTER_G[letter] ?? null;
      if (letter === 'g') pressedG = timeStamp;
      return SINGLE[letter] ?? null;
    },
    forget: () => {
      pressedG = Number.NEGATIVE_INFINITY;
    },
  };
}
