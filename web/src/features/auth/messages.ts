import { PASSWORD_RULES } from '@samtrot/shared/accounts/rules.ts';

/** What a failed call said; the shape of `ApiError` as far as the words depend on it. */
interface Failure {
  code: string;
  message: string;
}

/** The words for a login that did not succeed (AUT-12 to AUT-15). */
export function loginMessage({ code, message }: Failure): string {
  if (code === 'UNREADABLE')
    return 'Server returned invalid response format. Please try again later.';
  if (code === 'NETWORK') return 'Login fehlgeschlagen';
  if (code === 'PROOF_REQUIRED')
    return 'Es gab zu viele falsche Passwörter. Melde dich bitte per Mail an.';
  if (/gro(ss|ß)buchstab|upper-?case/i.test(message)) {
    return 'Das Passwort muss mindestens einen Grossbuchstaben enthalten';
  }
  return message || 'Ungültige Anmeldedaten';
}

/** The words for a registration that did not succeed (AUT-29). */
export const registerMessage = ({ code, message }: Failure): string =>
  code === 'NETWORK' || code === 'UNREADABLE' || !message
    ? 'Registrierung fehlgeschlagen'
    : message;

/**
 * The words for a link that could not be asked for (AUT-65, AUT-66). The server never says whether
 * an address is known (decision X-06).
 */
export function forgotMessage({ code, message, status }: Failure & { status: number }): string {
  if (code === 'TOO_MANY_ATTEMPTS') return message;
  const answered = code !== 'NETWORK' && code !== 'UNREADABLE' && status < 500;
  return answered && message
    ? 'Kein Konto mit dieser E-Mail-Adresse gefunden.'
    : 'Ein Fehler ist aufgetreten. Bitte versuche es später erneut.';
}

/** The words for a password that could not be set (AUT-73). */
export function resetMessage({ code, message }: Failure, linkIsBad: boolean): string {
  if (linkIsBad) return 'Der Link ist ungültig oder abgelaufen. Bitte fordere einen neuen Link an.';
  return code === 'NETWORK' || code === 'UNREADABLE' || !message
    ? 'Ein Fehler ist aufgetreten. Bitte versuche es später erneut.'
    : message;
}

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
  password === ''
    ? ['Passwort']
    : PASSWORD_RULES.flatMap((rule, index) => (rule.met(password) ? [] : [SHORT[index]!]));
