import { fieldTexts, hasUnwantedCharacters } from '../kernel/text.ts';
import { isDisposable } from './disposable.ts';

/** The eight rules in the order in which the checklist shows them (AUT-41 to AUT-49). */
export const PASSWORD_RULES = [
  { text: 'Mindestens 12 Zeichen', met: (password: string) => [...password].length >= 12 },
  { text: 'Mindestens ein Grossbuchstabe', met: (password: string) => /\p{Lu}/u.test(password) },
  { text: 'Mindestens ein Kleinbuchstabe', met: (password: string) => /\p{Ll}/u.test(password) },
  { text: 'Mindestens eine Ziffer', met: (password: string) => /\d/.test(password) },
  {
    text: 'Mindestens ein Sonderzeichen',
    met: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  },
  {
    text: 'Keine Leerzeichen erlaubt',
    met: (password: string) => password.length > 0 && !/\s/.test(password),
  },
  {
    text: 'Keine sich wiederholenden Zeichen',
    met: (password: string) => password.length > 0 && !/(.)\1\1/su.test(password),
  },
  {
    text: 'Keine einfachen Muster verwenden',
    met: (password: string) => password.length > 0 && !/password|123456|qwerty/i.test(password),
  },
] as const;

export const PASSWORD_MAX = 128;

/** The first unmet rule, or null. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Passwort ist erforderlich.';
  if ([...password].length > PASSWORD_MAX) return `Maximal ${PASSWORD_MAX} Zeichen erlaubt`;
  const unmet = PASSWORD_RULES.find((rule) => !rule.met(password));
  return unmet?.text ?? (hasUnwantedCharacters(password) ? fieldTexts.format : null);
}

export type Strength = 'schwach' | 'mittel' | 'stark';

/** 3 or fewer rules met is schwach, 4 to 6 mittel, more stark (AUT-50 to AUT-52). */
export function passwordStrength(password: string): Strength {
  const met = PASSWORD_RULES.filter((rule) => rule.met(password)).length;
  if (met <= 3) return 'schwach';
  return met <= 6 ? 'mittel' : 'stark';
}

/** AUT-53 to AUT-55. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  if (confirmation === '') return 'Passwortbestätigung ist erforderlich.';
  if (password === '') return 'Bitte gib zuerst ein Passwort ein.';
  return confirmation === password ? null : 'Die Passwörter stimmen nicht überein.';
}

const EMAIL =
  /^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const tidyEmail = (typed: string): string => typed.trim().toLowerCase();

/** ERR-003. */
export const DISPOSABLE_EMAIL = 'Bitte verwende keine temporäre E-Mail-Adresse.';

/** AUT-34 to AUT-37. The server knows more disposable domains than these families. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'E-Mail-Adresse ist erforderlich.';
  if (email.length > 254 || !EMAIL.test(email)) return 'Bitte gib eine gültige E-Mail-Adresse ein.';
  return isDisposable(email.slice(email.lastIndexOf('@') + 1)) ? DISPOSABLE_EMAIL : null;
}

export const USERNAME_MIN = 4;
export const USERNAME_MAX = 80;

export const tidyUsername = (typed: string): string =>
  typed.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** AUT-30 to AUT-33; at most 80 (decision X-33). */
export function usernameProblem(username: string): string | null {
  if (username === '') return 'Benutzername ist erforderlich.';
  if (hasUnwantedCharacters(username) || !/^[A-Za-z0-9ÄÖÜäöüß_ -]+$/.test(username)) {
    return 'Nur Buchstaben, Ziffern, Leerzeichen, _ und - sind erlaubt.';
  }
  if ([...username].length < USERNAME_MIN)
    return 'Der Benutzername muss mindestens 4 Zeichen lang sein.';
  return [...username].length > USERNAME_MAX ? `Maximal ${USERNAME_MAX} Zeichen erlaubt` : null;
}

/** Two names with the same key look alike (Rn/m, 0/O, 1/l/I); only one of them may exist. */
export function usernameKey(username: string): string {
  return tidyUsername(username)
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/0/g, 'o')
    .replace(/[1i|]/g, 'l')
    .replace(/ß/g, 'ss');
}

/**
 * What the house may set as a personal discount: tenths of a percent from 0 to 100, written with a
 * decimal point.
 */
export const discountOf = (text: string): number | null =>
  /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= 100 ? Number(text) : null;

/**
 * The personal discount in percent; anything outside 0 to 100 or not a number is none (decision
 *
 */
export function discountPercent(value: unknown): number {
  const percent =
    typeof value === 'string' && /^\d{1,3}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : 0;
}
