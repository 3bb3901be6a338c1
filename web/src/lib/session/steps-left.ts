/** At which step the editor of an item was left on this device. Logging out removes it. */

const KEY = 'steps';
/** Of the items that were opened last. */
const MOST = 20;

/** Ads by their number. */
type Item = number | `banner-${number}`;
type Left = readonly (readonly [item: Item, step: number])[];

function readSteps(): Left {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    // Without storage, or with a value of an older version, an item opens at its first step.
    return [];
  }
}

/** The list with this step of an item first. */
export const withStep = (left: Left, item: Item, step: number): Left =>
  [[item, step] as const, ...left.filter(([id]) => id !== item)].slice(0, MOST);

export function rememberStep(item: Item, step: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withStep(readSteps(), item, step)));
  } catch {
    // A full or forbidden storage must not stop the editor.
  }
}

export const stepLeft = (item: Item): number | undefined =>
  readSteps().find(([id]) => id === item)?.[1];
