/** At which step the editor of an ad was left on this device. Logging out removes it. */

const KEY = 'steps';
/** Of the ads that were opened last. */
const MOST = 20;

type Left = readonly (readonly [inseratId: number, step: number])[];

function readSteps(): Left {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    // Without storage, or with a value of an older version, an ad opens at its first step.
    return [];
  }
}

/** The list with this step of an ad first. */
export const withStep = (left: Left, inseratId: number, step: number): Left =>
  [[inseratId, step] as const, ...left.filter(([id]) => id !== inseratId)].slice(0, MOST);

export function rememberStep(inseratId: number, step: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withStep(readSteps(), inseratId, step)));
  } catch {
    // A full or forbidden storage must not stop the editor.
  }
}

export const stepLeft = (inseratId: number): number | undefined =>
  readSteps().find(([id]) => id === inseratId)?.[1];
