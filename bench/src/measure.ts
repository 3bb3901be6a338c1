/** Result of a measurement: calls per second, and the 99th percentile of the latency. */
export interface Rate {
  perSecond: number;
  p50Ms?: number;
  p99Ms?: number;
}

export interface Compared {
  figure: Rate;
  limit: Rate;
  /** Figure over limit. */
  ratio: number;
  /** Whether the machine was too noisy for a fair comparison, even after repeating. */
  restless: boolean;
}

const ROUNDS = 5;
/** Maximum repetitions per counted round. */
const REPEATS = 0.6;
const MAX_DRIFT = 0.2;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Runs rounds of limit, figure, limit. Rounds whose two limits differ by more than a fifth are
 * discarded; after three per five counted ones they count, and the result is marked.
 */
export async function compare(
  figure: () => Promise<Rate>,
  limit: () => Promise<Rate>,
  wanted = ROUNDS,
): Promise<Compared> {
  const repeats = wanted * REPEATS;
  const rounds: { figure: Rate; limit: Rate; ratio: number }[] = [];
  let thrownAway = 0;
  let before = await limit();
  while (rounds.length < wanted) {
    const measured = await figure();
    const after = await limit();
    const drift =
      Math.abs(before.perSecond - after.perSecond) / Math.max(before.perSecond, after.perSecond);
    if (drift <= MAX_DRIFT || thrownAway >= repeats) {
      const mean = (before.perSecond + after.perSecond) / 2;
      rounds.push({
        figure: measured,
        limit: { ...after, perSecond: mean },
        ratio: measured.perSecond / mean,
      });
    } else thrownAway++;
    before = after;
  }
  return {
    figure: medianRate(rounds.map((round) => round.figure)),
    limit: medianRate(rounds.map((round) => round.limit)),
    ratio: median(rounds.map((round) => round.ratio)),
    restless: thrownAway >= repeats,
  };
}

/** A sample of something that grows with something else. */
export interface Sample {
  at: number;
  value: number;
}

/**
 * The least of each stretch of so many samples: what a peak or a late collection adds does not
 * count.
 */
export function lowerEnvelope(samples: readonly Sample[], stretch: number): Sample[] {
  const least = (all: readonly Sample[]) => all.reduce((a, b) => (b.value < a.value ? b : a));
  return Array.from({ length: Math.floor(samples.length / stretch) }, (_, n) =>
    least(samples.slice(n * stretch, (n + 1) * stretch)),
  );
}

/** The slope of the line of least squares. */
export function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)];
  return (
    mean((sample) => (sample.at - at) * (sample.value - value)) /
    mean((sample) => (sample.at - at) ** 2)
  );
}

/** The least value that so large a share of them does not exceed. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;

export async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let i = 0; i < times; i++) values.push(await measure());
  return median(values);
}

function medianRate(rates: Rate[]): Rate {
  const p99 = rates.flatMap(({ p99Ms }) => (p99Ms === undefined ? [] : [p99Ms]));
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    ...(p99.length > 0 && { p99Ms: median(p99) }),
  };
}
