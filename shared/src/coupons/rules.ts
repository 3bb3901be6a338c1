/** A code as it is kept: 3 to 50 capitals, digits, `-` and `_` (GUT-36, CON-10). */
export const COUPON_CODE = /^[A-Z0-9_-]{3,50}$/;

export const COUPON_FORMAT_TEXT = 'Ungültiges Gutschein-Format. Nur Buchstaben, Zahlen, - und _ sind erlaubt.';
