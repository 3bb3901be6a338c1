import { randomInt } from 'node:crypto';

/** Crockford's digits: none of them looks like another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
/** The check is the rest of a division by this prime, which finds every wrong digit and every swapped pair. */
const PRIME = 37;
const GROUP = 4;

/** A code that nobody guesses: 60 random bits and a check digit. */
export function randomCode(): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]!).join('');
  // Five of the checks have no digit in a coupon code; such a number is thrown away.
  const check = DIGITS[checkOf(digits)];
  return check === undefined ? randomCode() : digits + check;
}

const checkOf = (digits: string) => [...digits].reduce((rest, digit) => (rest * 32 + DIGITS.indexOf(digit)) % PRIME, 0);

/** For reading aloud and typing: `7K3M 9QXT 2VBN5`. White space does not count in a code. */
export const inGroups = (code: string): string => code.replace(new RegExp(`(.{${GROUP}})(?=.{${GROUP}})`, 'g'), '$1 ');

/** A code that its owner recognises and nobody else can use: `WI•••••••••••26`. */
export function maskCode(code: string): string {
  const shown = code.length < 6 ? 1 : 2;
  return code.slice(0, shown) + '•'.repeat(code.length - 2 * shown) + code.slice(-shown);
}
