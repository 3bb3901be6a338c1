export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Mann-Whitney: how likely two samples as different as these are when both have the same source (two-sided, normal approximation). */
export function sameSource(left: readonly number[], right: readonly number[]): number {
  let wins = 0;
  for (const a of left) for (const b of right) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const pairs = left.length * right.length;
  const z = (wins - pairs / 2) / Math.sqrt((pairs * (left.length + right.length + 1)) / 12);
  return Math.min(1, 2 * upperTail(Math.abs(z)));
}

/** P(Z > z) of the standard normal distribution (Abramowitz and Stegun 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const [a, b, c, d, e] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  return density * t * (a + t * (b + t * (c + t * (d + t * e))));
}

/** Whether one of so many measurements finds no difference: noise disturbs some of them, a real difference shows in all. */
export async function alikeOnce(measure: () => Promise<boolean>, tries = 4): Promise<boolean> {
  for (let n = 0; n < tries; n++) if (await measure()) return true;
  return false;
}
