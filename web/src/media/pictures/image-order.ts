/** The same items with one of them moved to another place; outside the list it goes to its end. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, ...items.slice(from, from + 1));
  return rest;
}

/**
 * What a screen reader says while pictures are put in order (dnd-kit names them by what it counts
 * from 0).
 */
export const orderTexts = {
  instructions:
    'Drücke die Leertaste, um das Bild aufzunehmen. Verschiebe es mit den Pfeiltasten. Die Leertaste legt es ab, Escape bricht ab.',
  picked: (n: number, of: number) => `Bild ${n} von ${of} aufgenommen.`,
  over: (n: number, of: number) => `Das Bild liegt an Stelle ${n} von ${of}.`,
  dropped: (n: number, of: number) => `Das Bild liegt jetzt an Stelle ${n} von ${of}.`,
  cancelled: (n: number) => `Abgebrochen. Das Bild liegt wieder an Stelle ${n}.`,
} as const;
