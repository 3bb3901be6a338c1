/** Decides what failed tests mean for a run. */
import type { Result } from './results.ts';

/** So many tests may pass the second time in one run in CI; one more fails it. */
export const MAX_FLAKY = 3;

export interface Quarantined {
  title: string;
  reason: string;
}

/**
 * Tests known to be flaky, each with the reason why it is not mended yet: their failure is named and does not fail the run. At most three.
 */
export const QUARANTINE: readonly Quarantined[] = [];

export interface Verdict {
  quarantined: Result[];
  /** What fails the run, unless a second try is allowed and passes. */
  failed: Result[];
  /** In CI only, and only for few: what failed is run once more by itself. */
  mayRunAgain: boolean;
}

export function judge(
  results: readonly Result[],
  { ci, flaky, quarantine = QUARANTINE }: { ci: boolean; flaky: number; quarantine?: readonly Quarantined[] },
): Verdict {
  const failures = results.filter(({ state }) => state === 'failed');
  const known = new Set(quarantine.map(({ title }) => title));
  const failed = failures.filter(({ title }) => !known.has(title));
  return {
    quarantined: failures.filter(({ title }) => known.has(title)),
    failed,
    mayRunAgain: ci && failed.length > 0 && flaky + failed.length <= MAX_FLAKY,
  };
}

/** Those of the failed tests that did not pass the second time, or did not run. */
export const stillFailed = (failed: readonly Result[], second: readonly Result[]): Result[] =>
  failed.filter(
    ({ file, title }) =>
      !second.some((result) => result.file === file && result.title === title && result.state === 'passed'),
  );
