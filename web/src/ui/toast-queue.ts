/** Which toasts are shown when more wait than there are places (EXP-73). */
export interface Queued {
  text: string;
  /** Stays until it is closed. */
  urgent?: boolean | undefined;
  /** An error that had its time in sight: it gives its place to what goes by itself. */
  seen?: boolean;
}

const rank = ({ urgent, seen }: Queued): number => (urgent ? (seen ? 2 : 0) : 1);

/** New errors first, then what goes by itself, then errors seen before; each in their order. */
export const shownOf = <Q extends Queued>(queue: readonly Q[], places: number): Q[] =>
  queue.toSorted((a, b) => rank(a) - rank(b)).slice(0, places);

/** The queue with one more; one that says the same as another is merged with it. */
export const enqueue = <Q extends Queued>(queue: readonly Q[], next: Q): Q[] =>
  queue.some(({ text }) => text === next.text)
    ? queue.map((one) => (one.text === next.text ? next : one))
    : [...queue, next];
