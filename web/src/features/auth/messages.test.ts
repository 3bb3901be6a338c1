import { expect, test } from 'vitest';
import { openPointsLine } from '../../ui/submit-row.tsx';
import { loginMessage, openPasswordPoints, registerMessage } from './messages.ts';

test('the server message, or "Ungültige Anmeldedaten" when there is none [ERR-020, ERR-021]', () => {
  expect(loginMessage({ code: 'LOGIN_FAILED', message: 'Konto gesperrt' })).toBe('Konto gesperrt');
  expect(loginMessage({ code: 'LOGIN_FAILED', message: '' })).toBe('Ungültige Anmeldedaten');
});

test.each([
  'Mindestens ein Grossbuchstabe',
  'Das Passwort braucht einen Großbuchstaben.',
  'Password needs an uppercase letter',
])('%j is replaced [ERR-022]', (message) => {
  expect(loginMessage({ code: 'INVALID_INPUT', message })).toBe(
    'Das Passwort muss mindestens einen Grossbuchstaben enthalten',
  );
});

test('an unreadable response shows the specified English texts [ERR-023, ERR-024]', () => {
  expect(loginMessage({ code: 'UNREADABLE', message: 'x' })).toBe(
    'Server returned invalid response format. Please try again later.',
  );
});

test('no answer at all [ERR-025]', () => {
  expect(loginMessage({ code: 'NETWORK', message: 'x' })).toBe('Login fehlgeschlagen');
});

test('the server message, or "Registrierung fehlgeschlagen" [AUT-29, ERR-026, ERR-027]', () => {
  expect(registerMessage({ code: 'USERNAME_TAKEN', message: 'Vergeben' })).toBe('Vergeben');
  expect(registerMessage({ code: 'USERNAME_TAKEN', message: '' })).toBe(
    'Registrierung fehlgeschlagen',
  );
  expect(registerMessage({ code: 'NETWORK', message: 'x' })).toBe('Registrierung fehlgeschlagen');
});

test('the line under a disabled button names what is missing [AUT-57]', () => {
  expect(openPasswordPoints('')).toEqual(['Passwort']);
  expect(openPasswordPoints('Abendrot27')).toEqual(['Länge', 'Sonderzeichen']);
  expect(openPasswordPoints('Abendrot-Garten-27')).toEqual([]);
  expect(openPointsLine(['Länge', 'Sonderzeichen', 'Bestätigung'])).toBe(
    'Noch offen: Länge, Sonderzeichen, Bestätigung',
  );
  expect(openPointsLine(['E-Mail'])).toBe('Noch offen: E-Mail');
  expect(openPointsLine([])).toBe('');
});
