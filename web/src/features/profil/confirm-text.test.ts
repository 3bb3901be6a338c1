import { expect, test } from 'vitest';
import { reminderFailure, waiting } from './frame-reminder-text.ts';

const OWN = 'lena@beispiel.ch';
const NEW = 'neu@beispiel.ch';
const of = (email_confirmed: boolean, pending_email: string | null) =>
  waiting({ user_email: OWN, email_confirmed, pending_email });

test('nothing is said when no address waits', () => {
  expect(of(true, null)).toBeNull();
});

test('an unconfirmed address is named, without promising or denying that ads can be placed', () => {
  const own = of(false, null);
  expect(own).toMatchObject({ kind: 'own', title: 'Bitte bestätige deine E-Mail-Adresse' });
  expect(own?.text).toContain(OWN);
  expect(own?.text).toContain('kann es sein, dass');
});

test('a pending address is shown with the current one; placing ads stays possible [X-02]', () => {
  const changed = of(true, NEW);
  expect(changed).toMatchObject({
    kind: 'new',
    title: 'Bitte bestätige deine neue E-Mail-Adresse',
  });
  expect(changed?.text).toBe(`Öffne den Link in der Mail an ${NEW}. Bis dahin gilt ${OWN}.`);
  expect(changed?.text).not.toContain('Inserat');
});

test('when both wait both are named', () => {
  const both = of(false, NEW);
  expect(both?.kind).toBe('both');
  for (const part of [OWN, NEW, 'kann es sein, dass']) expect(both?.text).toContain(part);
});

const failure = (code: string, details = {}) => ({ code, message: 'vom Server', details });

test.each([
  [1, 'in einer Sekunde'],
  [61, 'in 2 Minuten'],
  [86_399, 'in 24 Stunden'],
])('a wait of %d seconds is said as %s', (retry_after, span) => {
  expect(reminderFailure(failure('TOO_MANY_ATTEMPTS', { retry_after }))).toBe(
    `Zu viele Versuche. Bitte versuche es ${span} noch einmal.`,
  );
});

test('other failures: a lost connection is named, nothing internal is', () => {
  expect(reminderFailure(failure('TOO_MANY_ATTEMPTS'))).toBe(
    'Zu viele Versuche. Bitte versuche es später noch einmal.',
  );
  expect(reminderFailure(failure('NETWORK'))).toBe('vom Server');
  const general = 'Die Mail konnte nicht gesendet werden. Bitte versuche es später noch einmal.';
  expect(reminderFailure(failure('INTERNAL'))).toBe(general);
  expect(reminderFailure(undefined)).toBe(general);
});
