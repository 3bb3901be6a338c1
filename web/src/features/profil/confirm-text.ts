import { tooManyText } from '@samtrot/shared/kernel/wait.ts';
import type { Account } from '../lib/session/session.ts';

interface Waiting {
  kind: 'own' | 'new' | 'both';
  title: string;
  text: string;
}

/**
 * Which address waits for its confirmation, in words; null when none does. Whether ads need a
 * confirmed address is the operator's choice, which the pages do not know: the words are true
 * either way.
 */
export function waiting({
  user_email,
  email_confirmed,
  pending_email,
}: Pick<Account, 'user_email' | 'email_confirmed' | 'pending_email'>): Waiting | null {
  const until = 'Bis dahin kann es sein, dass du noch keine Inserate aufgeben kannst.';
  if (pending_email && email_confirmed) {
    return {
      kind: 'new',
      title: 'Bitte bestätige deine neue E-Mail-Adresse',
      text: `Öffne den Link in der Mail an ${pending_email}. Bis dahin gilt ${user_email}.`,
    };
  }
  if (pending_email) {
    return {
      kind: 'both',
      title: 'Bitte bestätige deine E-Mail-Adressen',
      text: `${user_email} und die neue ${pending_email} warten auf dich. Öffne die Links in unseren Mails. ${until}`,
    };
  }
  if (email_confirmed) return null;
  return {
    kind: 'own',
    title: 'Bitte bestätige deine E-Mail-Adresse',
    text: `Öffne den Link in der Mail an ${user_email}. ${until}`,
  };
}

/** What a failed request for another mail says; undefined when it was no answer at all. */
export function reminderFailure(
  failure: { code: string; message: string; details: Record<string, unknown> } | undefined,
): string {
  if (failure?.code === 'TOO_MANY_ATTEMPTS')
    return tooManyText(Number(failure.details.retry_after));
  if (failure?.code === 'NETWORK') return failure.message;
  return 'Die Mail konnte nicht gesendet werden. Bitte versuche es später noch einmal.';
}
