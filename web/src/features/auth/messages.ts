import { PASSWORD_RULES } from '@samtrot/shared/accounts/rules.ts';

/** What a failed call said; the shape of `ApiError` as far as the words depend on it. */
interface Failure {
  code: string;
  message: string;
}

/** The words for a login that did not succeed (AUT-12 to AUT-15). */
export function loginMessage({ code, message }: Failure): string {
  if (code === 'UNREADABLE') return 'Server returned invalid response format. Please try again later.';
  if (code === 'NETWORK') return 'Login fehlgeschlagen';
  if (/gro(ss|ß)buchstab|upper-?case/i.test(message)) {
    return 'Das Passwort muss mindestens einen Grossbuchstaben enthalten';
  }
  return message || 'Ungültige Anmeldedaten';
}

/** The words for a registration that did not succeed (AUT-29). */
export const registerMessage = ({ code, message }: Failure): string =>
  code === 'NETWORK' || code === 'UNREADABLE' || !message ? 'Registrierung fehlgeschlagen' : message;

/** One word for each rule of the checklist, in its order, for the line under the button. */
const SHORT = [
  'Länge',
  'Grossbuchstabe',
  'Kleinbuchstabe',
  'Ziffer',
  'Sonderzeichen',
  'Leerzeichen',
  'Wiederholung',
  'Muster',
];

/** What the password still lacks, in single words. */
export const openPasswordPoints = (password: string): string[] =>
  password === '' ? ['Passwort'] : PASSWORD_RULES.flatMap((rule, index) => (rule.met(password) ? [] : [SHORT[index]!]));
