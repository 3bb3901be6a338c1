import { waitText } from '@samtrot/shared/kernel/format.ts';
import { supportTexts } from '@samtrot/shared/support/rules.ts';

/** What a failed call said; the shape of `ApiError` as far as the words depend on it. */
interface Failure {
  code: string;
  details: Record<string, unknown>;
}

/**
 * The text for a message that was not sent (SUP-08); at the rate limit it says when the next one
 * may be sent.
 */
export function sendingMessage({ code, details }: Failure): string {
  const seconds = Number(details.retry_after);
  if (code !== 'TOO_MANY_ATTEMPTS' || !(seconds > 0)) return supportTexts.failed;
  return `Du hast schon mehrere Nachrichten gesendet. Bitte versuche es ${waitText(seconds)} noch einmal.`;
}
