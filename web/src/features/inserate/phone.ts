/** The countries of the short list; the first is the default (EDI-67). `trunk` is the digit dialled before a national number. */
export const DIAL_CODES = [
  { code: '+41', name: 'Schweiz', trunk: '0' },
  { code: '+423', name: 'Liechtenstein', trunk: '' },
  { code: '+49', name: 'Deutschland', trunk: '0' },
  { code: '+43', name: 'Österreich', trunk: '0' },
  { code: '+33', name: 'Frankreich', trunk: '0' },
  { code: '+39', name: 'Italien', trunk: '' },
] as const;
export type DialCode = (typeof DIAL_CODES)[number]['code'];

/** The phone field as the form holds it: country and national number as typed. */
export interface Phone {
  dial: DialCode;
  number: string;
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** What was typed or pasted: an international number moves its dial code into the chooser. */
export function typedPhone(dial: DialCode, typed: string): Phone {
  const international = typed.trim().replace(/^00(?=[1-9])/, '+');
  if (!international.startsWith('+')) return { dial, number: typed.replace(/[^\d ]/g, '') };
  const known = dialOf(digitsOf(international));
  if (!known) return { dial, number: `+${digitsOf(international)}` };
  return { dial: known.code, number: national(known, digitsOf(international).slice(known.code.length - 1)) };
}

/** E.164, empty while nothing is typed. A code that the short list lacks stays as it was typed. */
export function phoneToWire({ dial, number }: Phone): string {
  const digits = digitsOf(number);
  if (digits === '') return '';
  if (number.startsWith('+')) return `+${digits}`;
  const { trunk } = DIAL_CODES.find(({ code }) => code === dial) ?? DIAL_CODES[0];
  return `${dial}${trunk && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits}`;
}

/** The stored number in its national form; a Swiss number typed from 7 shows its 0. */
export function phoneFromWire(stored: string): Phone {
  const digits = digitsOf(stored);
  const known = dialOf(digits);
  if (!known) return { dial: '+41', number: digits && `+${digits}` };
  return { dial: known.code, number: national(known, digits.slice(known.code.length - 1)) };
}

const dialOf = (digits: string) =>
  // The longer code first: +423 is not +42 with a 3.
  [...DIAL_CODES].sort((a, b) => b.code.length - a.code.length).find(({ code }) => digits.startsWith(code.slice(1)));

function national({ code, trunk }: (typeof DIAL_CODES)[number], digits: string): string {
  const bare = trunk && digits.startsWith(trunk) ? digits.slice(1) : digits;
  if (bare === '') return '';
  return code === '+41' && bare.length === 9
    ? `0${bare.slice(0, 2)} ${bare.slice(2, 5)} ${bare.slice(5, 7)} ${bare.slice(7)}`
    : `${trunk}${bare}`;
}
