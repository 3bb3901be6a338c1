/** Which toasts are shown when more wait than there are places (EXP-73). */
export interface Queued {
  text: string;
  /** Stays until it is closed, its action went well or the page has changed. */
  urgent?: boolean | undefined;
  /** The action that said it. */
  of?: string | undefined;
  /** Its page has been left. */
  left?: boolean;
  /** An error that had its time in sight: it gives its place to what goes by itself. */
  seen?: boolean;
}

const rank = ({ urgent, seen }: Queued): number => (urgent ? (seen ? 2 : 0) : 1);

/** New errors first, then what goes by itself, then errors seen before; each in their order. */
export const shownOf = <Q extends Queued>(queue: readonly Q[], places: number): Q[] =>
  queue.toSorted((a, b) => rank(a) - rank(b)).slice(0, places);

/**
 * The queue with one more; one that says the same as another is merged with it, and an action says
 * only what its last try came to.
 */
export const enqueue = <Q extends Queued>(queue: readonly Q[], next: Q): Q[] => {
  const others = next.of === undefined ? queue : withoutOf(queue, next.of, next.text);
  return others.some(({ text }) => text === next.text)
    ? others.map((one) => (one.text === next.text ? next : one))
    : [...others, next];
};

/** The queue without what this action said, but for this text. */
export const withoutOf = <Q extends Queued>(queue: readonly Q[], of: string, but?: string): Q[] =>
  queue.filter((one) => one.of !== of || one.text === but);

/** Errors of a page that was left go once they have been seen. */
const isOver = ({ left, seen }: Queued): boolean => left === true && seen === true;

/** The queue on another page. */
export const onNextPage = <Q extends Queued>(queue: readonly Q[]): Q[] =>
  queue.map((one) => (one.urgent ? { ...one, left: true } : one)).filter((one) => !isOver(one));

/** The queue once this error had its time in sight. */
export const withSeen = <Q extends Queued>(queue: readonly Q[], text: string): Q[] =>
  queue
    .map((one) => (one.text === text ? { ...one, seen: true } : one))
    .filter((one) => !isOver(one));
