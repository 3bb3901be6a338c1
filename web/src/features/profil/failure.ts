/** What a failed call said; the shape of `ApiError` as far as the words depend on it. */
interface Failure {
  code: string;
  details: Record<string, unknown>;
}

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

function span(seconds: number): string {
  if (seconds < 60) return count(seconds, 'Sekunde', 'Sekunden');
  if (seconds < 2 * 3600) return count(Math.ceil(seconds / 60), 'Minute', 'Minuten');
  return count(Math.ceil(seconds / 3600), 'Stunde', 'Stunden');
}

/** How long somebody has to wait who has tried too often; null for every other failure. */
export function waitMessage({ code, details }: Failure): string | null {
  if (code !== 'TOO_MANY_ATTEMPTS') return null;
  const seconds = Number(details.retry_after);
  return `Zu viele Versuche. Bitte warte ${seconds > 0 ? span(Math.ceil(seconds)) : 'einen Moment'}.`;
}
