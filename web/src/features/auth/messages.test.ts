import { expect, test } from 'vitest';
import { openPointsLine } from '../../ui/submit-row.tsx';
import { loginMessage, openPasswordPoints, registerMessage } from './messages.ts';

test('AUT-12 ERR-020 ERR-021 the server message, or "Ungültige Anmeldedaten" when there is none', () => {
  expect(loginMessage({ code: 'LOGIN_FAILED', message: 'Konto gesperrt' })).toBe('Konto gesperrt');
  expect(loginMessage({ code: 'LOGIN_FAILED', message: '' })).toBe('Ungültige Anmeldedaten');
});

test.each([
  'Mindestens ein Grossbuchstabe',
  'Das Passwort braucht einen Großbuchstaben.',
  'Password needs an uppercase letter',
])('AUT-13 ERR-022 %j is replaced', (message) => {
  expect(loginMessage({ code: 'INVALID_INPUT', message })).toBe(
    'Das Passwort muss mindestens einen Grossbuchstaben enthalten',
  );
});

test('AUT-14 ERR-023 ERR-024 an answer that cannot be read is told in the words of the specification, English as they are', () => {
  expect(loginMessage({ code: 'UNREADABLE', message: 'x' })).toBe(
    'Server returned invalid response format. Please try again later.',
  );
});

test('AUT-15 ERR-025 no answer at all', () => {
  expect(loginMessage({ code: 'NETWORK', message: 'x' })).toBe('Login fehlgeschlagen');
});

test('AUT-29 ERR-026 ERR-027 the server message, or "Registrierung fehlgeschlagen"', () => {
  expect(registerMessage({ code: 'USERNAME_TAKEN', message: 'Vergeben' })).toBe('Vergeben');
  expect(registerMessage({ code: 'USERNAME_TAKEN', message: '' })).toBe('Registrierung fehlgeschlagen');
  expect(registerMessage({ code: 'NETWORK', message: 'x' })).toBe('Registrierung fehlgeschlagen');
});

test('AUT-57 the line under a disabled button names what is missing', () => {
  expect(openPasswordPoints('')).toEqual(['Passwort']);
  expect(openPasswordPoints('Abendrot27')).toEqual(['Länge', 'Sonderzeichen']);
  expect(openPasswordPoints('Abendrot-Garten-27')).toEqual([]);
  expect(openPointsLine(['Länge', 'Sonderzeichen', 'Bestätigung'])).toBe(
    'Noch 3 Punkte offen: Länge, Sonderzeichen, Bestätigung',
  );
  expect(openPointsLine(['E-Mail'])).toBe('Noch 1 Punkt offen: E-Mail');
  expect(openPointsLine([])).toBe('');
});
