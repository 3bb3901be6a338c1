const keepers = new Map<() => void, () => boolean>();

/**
 * While something unsaved is on the screen, the end of the session is told to `ended` and the page
 * stays. A logout in another tab was meant: then it stays only while `unsaved` says so. Answers how
 * to let go.
 */
export function guardUnsavedChanges(
  ended: () => void,
  unsaved: () => boolean = () => true,
): () => void {
  keepers.set(ended, unsaved);
  return () => void keepers.delete(ended);
}

/** Whether the page has a form that says itself what becomes of it. */
export const isKept = (): boolean => keepers.size > 0;

/** Whether something would be lost with the page as it stands. */
export const holdsUnsaved = (): boolean => [...keepers.values()].some((unsaved) => unsaved());

/** Tells the end of the session to whatever keeps the page; answers whether it stays. */
export function tellEnded({ meant }: { meant: boolean }): boolean {
  const staying = [...keepers].filter(([, unsaved]) => !meant || unsaved());
  for (const [ended] of staying) ended();
  return staying.length > 0;
}
