const guards = new Map<() => void, () => boolean>();

/**
 * While something is unsaved, the end of the session calls `ended` and the page stays. After a
 * deliberate logout in another tab it stays only while `unsaved` returns true. Returns the function
 * that unregisters.
 */
export function guardUnsavedChanges(
  ended: () => void,
  unsaved: () => boolean = () => true,
): () => void {
  guards.set(ended, unsaved);
  return () => void guards.delete(ended);
}

/** Whether the page has a form that says itself what becomes of it. */
export const isKept = (): boolean => guards.size > 0;

/** Whether something would be lost with the page as it stands. */
export const holdsUnsaved = (): boolean => [...guards.values()].some((unsaved) => unsaved());

/** Notifies the guard of the end of the session; returns whether the page stays. */
export function notifySessionEnded({ meant }: { meant: boolean }): boolean {
  const staying = [...guards].filter(([, unsaved]) => !meant || unsaved());
  for (const [ended] of staying) ended();
  return staying.length > 0;
}
