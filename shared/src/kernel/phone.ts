import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { fieldTexts } from './text.ts';

/** Digits of a phone number with its country code (CON-46). */
export const PHONE_DIGITS = { min: 6, max: 15 } as const;

/**
 * The number as E.164 (`+41791234567`), or null when it is none. Without a country code it is Swiss
 * (X-32).
 */
export function phoneNumber(typed: string): string | null {
  if (!/^[+\d\s()./-]+$/.test(typed)) return null;
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: 'CH', extract: false });
  if (!parsed?.isValid()) return null;
  const digits = parsed.number.length - 1;
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max ? parsed.number : null;
}

/**
 * As `phoneNumber`, but only of one that is typed with + or 00 and 6 to 15 digits behind it
 * (EDI-59).
 */
export const internationalNumber = (typed: string): string | null =>
  /^(?:\+|00)\d{6,15}$/.test(typed.replace(/[\s()./-]/g, '')) ? phoneNumber(typed) : null;

export function phoneProblem(typed: string, read = phoneNumber): string | null {
  if (typed.trim() === '') return fieldTexts.required;
  return read(typed) === null ? fieldTexts.format : null;
}
