import { tooManyText } from '@samtrot/shared/kernel/too-many.ts';
import type { Account } from '../../lib/session/session.ts';

/**
 * Which address waits for its confirmation, in one sentence or two, with the rule that holds here;
 * null when none does (EXP-29).
 */
export function confirmSentence({
  user_email,
  email_confirmed,
  email_required,
  pending_email,
}: Pick<Account, 'user_email' | 'email_confirmed' | 'email_required' | 'pending_email'>):
  | string
  | null {
  if (!email_confirmed)
    return email_required
      ? 'Bestätige zuerst deine E-Mail-Adresse. Danach kannst du Inserate aufgeben.'
      : 'Bestätige noch deine E-Mail-Adresse. Nur so wissen wir, dass unsere Mails dich erreichen.';
  return (
    pending_email &&
    `Bestätige noch deine neue E-Mail-Adresse ${pending_email}. Bis dahin gilt ${user_email}.`
  );
}

/** What a failed request for another mail says; undefined when it was no answer at all. */
export function resendFailure(
  failure: { code: string; message: string; details: Record<string, unknown> } | undefined,
): string {
  if (failure?.code === 'TOO_MANY_ATTEMPTS')
    return tooManyText(Number(failure.details.retry_after));
  if (failure?.code === 'NETWORK') return failure.message;
  return 'Die Mail konnte nicht gesendet werden. Bitte versuche es später noch einmal.';
}
