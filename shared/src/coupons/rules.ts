import { fieldTexts } from '../kernel/text.ts';

/** A code as it is kept: 3 to 50 capitals, digits, `-` and `_` (GUT-36, CON-10). */
export const COUPON_CODE = /^[A-Z0-9_-]{3,50}$/;

export const COUPON_FORMAT_TEXT =
  'Ungültiges Gutschein-Format. Nur Buchstaben, Zahlen, - und _ sind erlaubt.';

/** Attempts before one has to wait, and for how long they count (GUT-41, CON-11). */
export const COUPON_ATTEMPTS = { attempts: 5, seconds: 60 } as const;

/** Longer than any code with blanks between its characters. */
const MOST_TYPED = 200;

/**
 * The code as it is kept: letters of other widths made plain, white space taken out, a to z in
 * capitals. Nothing else is changed, so that what is no code stays none.
 */
export function tidyCouponCode(typed: string): string {
  if (typed.length > MOST_TYPED) return typed;
  return typed
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** What is wrong with a tidied code, or null. */
export function couponCodeProblem(code: string): string | null {
  if (code === '') return fieldTexts.required;
  return COUPON_CODE.test(code) ? null : COUPON_FORMAT_TEXT;
}
