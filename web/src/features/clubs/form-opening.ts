import { type OpeningHours, WEEKDAYS } from '@samtrot/shared/kernel/opening-hours.ts';

type Openings = readonly OpeningHours[];
type Span = Pick<OpeningHours, 'von' | 'bis'>;

/** Of a day that is opened before any other was. */
const FIRST: Span = { von: '10:00', bis: '20:00' };
const EMPTY: Span = { von: '', bis: '' };
const SPANS_A_DAY = 2;

export const spansOf = (openings: Openings, tag: number): Span[] =>
  openings.filter((one) => one.tag === tag).map(({ von, bis }) => ({ von, bis }));

const withSpans = (openings: Openings, tag: number, spans: readonly Span[]): OpeningHours[] =>
  [
    ...openings.filter((one) => one.tag !== tag),
    ...spans.map((span) => ({ tag, ...span })),
  ].toSorted((one, other) => one.tag - other.tag);

/** Opens a day like the last open one before it, or closes it. */
export function withDay(openings: Openings, tag: number, open: boolean): OpeningHours[] {
  if (!open) return withSpans(openings, tag, []);
  const before = openings.filter((one) => one.tag < tag).at(-1)?.tag;
  return withSpans(openings, tag, before === undefined ? [FIRST] : spansOf(openings, before));
}

export const withSpan = (
  openings: Openings,
  tag: number,
  index: number,
  part: Partial<Span>,
): OpeningHours[] =>
  withSpans(
    openings,
    tag,
    spansOf(openings, tag).map((span, at) => (at === index ? { ...span, ...part } : span)),
  );

export const canHaveSecond = (openings: Openings, tag: number): boolean =>
  spansOf(openings, tag).length < SPANS_A_DAY;

export const withSecond = (openings: Openings, tag: number): OpeningHours[] =>
  withSpans(openings, tag, [...spansOf(openings, tag), EMPTY].slice(0, SPANS_A_DAY));

export const withoutSpan = (openings: Openings, tag: number, index: number): OpeningHours[] =>
  withSpans(
    openings,
    tag,
    spansOf(openings, tag).filter((_, at) => at !== index),
  );

/** Every day as this one. */
export const likeAllDays = (openings: Openings, tag: number): OpeningHours[] =>
  WEEKDAYS.flatMap((_, day) => spansOf(openings, tag).map((span) => ({ tag: day + 1, ...span })));
