/** Decides what failed tests mean for a run. */
import type { Result } from './results.ts';

/** Maximum tests per CI run that may pass at the second attempt. */
export const MAX_FLAKY = 3;

export interface Quarantined {
  title: string;
  reason: string;
}

/** Tests known to be flaky with the reason; reported without failing the run. At most three. */
export const QUARANTINE: readonly Quarantined[] = [];

export interface Verdict {
  quarantined: Result[];
  /** Fails the run unless a permitted second attempt passes. */
  failed: Result[];
  /** In CI only, and only for few failures. */
  mayRunAgain: boolean;
}

export function judge(
  results: readonly Result[],
  {
    ci,
    flaky,
    quarantine = QUARANTINE,
  }: { ci: boolean; flaky: number; quarantine?: readonly Quarantined[] },
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

/** The failed tests that did not pass or run the second time. */
export const stillFailed = (failed: readonly Result[], second: readonly Result[]): Result[] =>
  failed.filter(
    ({ file, title }) =>
      !second.some(
        (result) => result.file === file && result.title === title && result.state === 'passed',
      ),
  );
