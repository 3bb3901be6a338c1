import { randomInt } from 'node:crypto';

/** Crockford's alphabet, without look-alike characters. */
export const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
/**
 * The check digit is the remainder modulo this prime, which detects every single-digit error and
 * every transposition.
 */
const PRIME = 37;
const GROUP = 4;

/** A random code of 60 bits with a check digit. */
export function randomCode(): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]!).join('');
  // Five remainders have no digit in the alphabet; such a number is discarded.
  const check = DIGITS[checkOf(digits)];
  return check === undefined ? randomCode() : digits + check;
}

const checkOf = (digits: string) =>
  [...digits].reduce((rest, digit) => (rest * 32 + DIGITS.indexOf(digit)) % PRIME, 0);

/** The code in groups, for reading aloud and typing: `7K3M 9QXT 2VBN5`. */
export const inGroups = (code: string): string =>
  code.replace(new RegExp(`(.{${GROUP}})(?=.{${GROUP}})`, 'g'), '$1 ');

/** A code recognisable to its owner and useless to others: `WI•••••••••••26`. */
export function maskCode(code: string): string {
  const shown = code.length < 6 ? 1 : 2;
  return code.slice(0, shown) + '•'.repeat(code.length - 2 * shown) + code.slice(-shown);
}
