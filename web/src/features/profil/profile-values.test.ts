import { expect, test } from 'vitest';
import { waitMessage } from './failure.ts';
import {
  changesOf,
  hasChanges,
  openFields,
  PROBLEMS,
  type ProfileValues,
  toWire,
  valuesOf,
} from './profile-values.ts';
import { switchesOf, turned } from './switches.ts';

const saved = {
  user_id: 7,
  user_email: 'lena@beispiel.ch',
  pending_email: null as string | null,
  user_meta: { nickname: 'Lena' },
};
const typed = (change: Partial<ProfileValues>): ProfileValues => ({
  ...valuesOf(saved),
  ...change,
});

test('nothing changed, changed back and typed differently are no changes [PRO-18]', () => {
  expect(hasChanges(typed({}), saved)).toBe(false);
  expect(hasChanges(typed({ nickname: ' Lena  ', email: 'LENA@beispiel.ch ' }), saved)).toBe(false);
  for (const change of [
    { nickname: 'Leni' },
    { email: 'neu@beispiel.ch' },
    { password: 'x' },
    { passwordConfirm: 'x' },
  ])
    expect(hasChanges(typed(change), saved)).toBe(true);
});

test('each field has its own message [PRO-05..PRO-12, CON-32, CON-38, ERR-069..ERR-074]', () => {
  const problem = (change: Partial<ProfileValues>) =>
    Object.entries(PROBLEMS).flatMap(([field, of]) =>
      of(typed(change)) ? [[field, of(typed(change))]] : [],
    );
  expect(problem({ nickname: ' ' })).toEqual([['nickname', 'Spitzname ist erforderlich']]);
  expect(problem({ nickname: 'ab' })).toEqual([['nickname', 'Mindestens 3 Zeichen erforderlich']]);
  expect(problem({ nickname: 'a'.repeat(81) })).toEqual([
    ['nickname', 'Maximal 80 Zeichen erlaubt'],
  ]);
  expect(problem({ nickname: 'a'.repeat(80) })).toEqual([]);
  expect(problem({ email: '' })).toEqual([['email', 'E-Mail Adresse ist erforderlich']]);
  expect(problem({ email: 'abc' })).toEqual([['email', 'Ungültige E-Mail Adresse']]);
  const both = (password: string) => ({ password, passwordConfirm: password });
  expect(problem(both('Abcdef1'))).toEqual([
    ['password', 'Passwort muss mindestens 8 Zeichen lang sein'],
  ]);
  for (const password of ['abcdefgh1', 'ABCDEFGH1', 'Abcdefghi'])
    expect(problem(both(password))).toEqual([
      ['password', 'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten'],
    ]);
  expect(problem(both('Wolke-Tisch-27'))).toEqual([]);
  expect(problem({ password: 'Wolke-Tisch-27' })).toEqual([
    ['passwordConfirm', 'Passwörter stimmen nicht überein'],
  ]);
  expect(problem({ passwordConfirm: 'x' })).toEqual([
    ['passwordConfirm', 'Passwörter stimmen nicht überein'],
  ]);
  expect(openFields(typed({ nickname: '', email: 'abc' }))).toEqual(['Spitzname', 'Adresse']);
});

test('the password is sent only when given, the pending address unless another one is [PRO-26]', () => {
  expect(toWire(typed({ nickname: ' Leni ' }), saved)).toEqual({
    user_id: 7,
    nickname: 'Leni',
    email: 'lena@beispiel.ch',
  });
  expect(
    toWire(
      typed({ password: 'Wolke-Tisch-27', passwordConfirm: 'Wolke-Tisch-27' }),
      saved,
      'Alt-2026',
    ),
  ).toEqual({
    user_id: 7,
    nickname: 'Lena',
    email: 'lena@beispiel.ch',
    password: 'Wolke-Tisch-27',
    current_password: 'Alt-2026',
  });
  const waiting = { ...saved, pending_email: 'neu@beispiel.ch' };
  expect(toWire(typed({ nickname: 'Leni' }), waiting).email).toBe('neu@beispiel.ch');
  expect(toWire(typed({ email: 'Andere@beispiel.ch' }), waiting).email).toBe('andere@beispiel.ch');
});

test('the question names what changes, and never a password [PRO-16]', () => {
  const lines = changesOf(typed({ nickname: 'Leni', password: 'Wolke-Tisch-27' }), saved);
  expect(lines.map(({ label }) => label)).toEqual(['Spitzname', 'Passwort']);
  expect(JSON.stringify(lines)).not.toContain('Wolke-Tisch-27');
});

test('only the text true switches on; the newsletter is on unless it is the text false [PRO-14, PRO-15, X-30]', () => {
  for (const value of ['1', true, '', undefined, 'TRUE', 'false'])
    expect(switchesOf({ expiry_alert: value, disable_messages: value })).toMatchObject({
      expiryAlert: false,
      messages: true,
    });
  expect(
    switchesOf({ expiry_alert: 'true', disable_messages: 'true', newsletter: 'false' }),
  ).toEqual({
    expiryAlert: true,
    messages: false,
    newsletter: false,
  });
  for (const newsletter of ['', undefined, 'true', false, '0'])
    expect(switchesOf({ newsletter }).newsletter).toBe(true);
  const off = { expiryAlert: false, messages: true, newsletter: false };
  expect(turned({ ...off, newsletter: true }, off).map(({ label }) => label)).toEqual([
    'Newsletter',
  ]);
});

test('a rate limit shows how long to wait [PRO-19]', () => {
  const wait = (retry_after?: number) =>
    waitMessage({ code: 'TOO_MANY_ATTEMPTS', details: { retry_after } });
  expect(wait(59)).toBe('Zu viele Versuche. Bitte versuche es in 59 Sekunden noch einmal.');
  expect(wait(900)).toBe('Zu viele Versuche. Bitte versuche es in 15 Minuten noch einmal.');
  expect(wait()).toBe('Zu viele Versuche. Bitte versuche es später noch einmal.');
  expect(waitMessage({ code: 'NETWORK', details: {} })).toBeNull();
});
