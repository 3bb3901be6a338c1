/** A call so long after the last touch of the page was caused by a timer or by the cache. */
const CAUSED_WITHIN_MS = 10_000;

/** Opening the document is the first. */
let touchedAt = Date.now();
const touched = () => {
  touchedAt = Date.now();
};
for (const type of ['pointerdown', 'keydown', 'input'])
  globalThis.addEventListener?.(type, touched, { capture: true, passive: true });

/** Whether a person caused what happens now. */
export const isCausedByPerson = (): boolean => Date.now() - touchedAt < CAUSED_WITHIN_MS;
