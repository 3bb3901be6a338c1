import { expect, test } from 'vitest';
import { confirmSentence, resendFailure } from './confirm-text.ts';

const OWN = 'lena@beispiel.ch';
const NEW = 'neu@beispiel.ch';
const of = (email_confirmed: boolean, pending_email: string | null, email_required = false) =>
  confirmSentence({ user_email: OWN, email_confirmed, email_required, pending_email });

test('nothing is said when no address waits [EXP-29]', () => {
  expect(of(true, null, true)).toBeNull();
});

test('an unconfirmed address is asked for with the rule that holds [EXP-29]', () => {
  for (const pending of [null, NEW]) {
    expect(of(false, pending)).toBe(
      'Bestätige noch deine E-Mail-Adresse. Nur so wissen wir, dass unsere Mails dich erreichen.',
    );
    expect(of(false, pending, true)).toBe(
      'Bestätige zuerst deine E-Mail-Adresse. Danach kannst du Inserate aufgeben.',
    );
  }
});

test('a new address that waits is named with the one that counts until then [X-02]', () => {
  expect(of(true, NEW, true)).toBe(
    `Bestätige noch deine neue E-Mail-Adresse ${NEW}. Bis dahin gilt ${OWN}.`,
  );
});

const failure = (code: string, details = {}) => ({ code, message: 'vom Server', details });

test.each([
  [1, 'in einer Sekunde'],
  [61, 'in 2 Minuten'],
  [86_399, 'in 24 Stunden'],
])('a wait of %d seconds is said as %s', (retry_after, span) => {
  expect(resendFailure(failure('TOO_MANY_ATTEMPTS', { retry_after }))).toBe(
    `Zu viele Versuche. Bitte versuche es ${span} noch einmal.`,
  );
});

test('other failures: a lost connection is named, nothing internal is', () => {
  expect(resendFailure(failure('TOO_MANY_ATTEMPTS'))).toBe(
    'Zu viele Versuche. Bitte versuche es später noch einmal.',
  );
  expect(resendFailure(failure('NETWORK'))).toBe('vom Server');
  const general = 'Die Mail konnte nicht gesendet werden. Bitte versuche es später noch einmal.';
  expect(resendFailure(failure('INTERNAL'))).toBe(general);
  expect(resendFailure(undefined)).toBe(general);
});
