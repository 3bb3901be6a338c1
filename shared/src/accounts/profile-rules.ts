import { lengthProblem } from '../kernel/text.ts';
import { emailProblem, passwordProblem } from './rules.ts';

export const NICKNAME_MIN = 3;
export const NICKNAME_MAX = 80;

/** PRO-05 to PRO-07. */
export const nicknameProblem = (nickname: string): string | null =>
  nickname === ''
    ? 'Spitzname ist erforderlich'
    : lengthProblem(nickname, NICKNAME_MIN, NICKNAME_MAX);

/** PRO-08, PRO-09; the blocklist of the registration holds here too (decision X-02). */
export function profileEmailProblem(email: string): string | null {
  if (email.trim() === '') return 'E-Mail Adresse ist erforderlich';
  const problem = emailProblem(email);
  return problem === 'Bitte gib eine gültige E-Mail-Adresse ein.'
    ? 'Ungültige E-Mail Adresse'
    : problem;
}

export const PROFILE_PASSWORD_MIN = 8;

/** The profile's own rules, whose messages come first (PRO-10, PRO-11; decision X-01). */
const PROFILE_PASSWORD_RULES = [
  {
    text: 'Mindestens 8 Zeichen',
    met: (password: string) => [...password].length >= PROFILE_PASSWORD_MIN,
  },
  {
    text: 'Gross- und Kleinbuchstaben',
    met: (password: string) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  },
  { text: 'Mindestens eine Zahl', met: (password: string) => /\d/.test(password) },
] as const;

/** An empty password is no change. After its own rules come those of the registration (ACC-41). */
export function profilePasswordProblem(password: string): string | null {
  if (password === '') return null;
  const [long, ...mixed] = PROFILE_PASSWORD_RULES;
  if (!long.met(password)) return 'Passwort muss mindestens 8 Zeichen lang sein';
  if (!mixed.every((rule) => rule.met(password))) {
    return 'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten';
  }
  return passwordProblem(password);
}

/** PRO-12. */
export const profileConfirmationProblem = (
  password: string,
  confirmation: string,
): string | null => (confirmation === password ? null : 'Passwörter stimmen nicht überein');
