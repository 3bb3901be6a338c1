import { tooManyText } from '@samtrot/shared/kernel/too-many.ts';

/** What a failed call said; the shape of `ApiError` as far as the words depend on it. */
interface Failure {
  code: string;
  details: Record<string, unknown>;
}

/** How long somebody has to wait who has tried too often; null for every other failure. */
export function waitMessage({ code, details }: Failure): string | null {
  if (code !== 'TOO_MANY_ATTEMPTS') return null;
  return tooManyText(Number(details.retry_after));
}
