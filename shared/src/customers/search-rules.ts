import { phoneEnding } from '../kernel/phone-ending.ts';

/** From so many characters on names are found by parts (BOF-68). */
export const NAME_MIN = 3;

export const HIT_KINDS = [
  ...(['account', 'inserat', 'banner', 'club'] as const),
  ...(['message', 'report', 'payment', 'document'] as const),
] as const;
export type HitKind = (typeof HIT_KINDS)[number];

export const HIT_LABELS: Record<HitKind, string> = {
  account: 'Konto',
  inserat: 'Inserat',
  banner: 'Banner',
  club: 'Club',
  message: 'Nachricht',
  report: 'Meldung',
  payment: 'Zahlung',
  document: 'Beleg',
};

/** What a typed text may be; a text can be several of them. */
export interface Wanted {
  email?: string;
  /** Lower case, for names by parts. */
  name?: string;
  /** The last nine digits: alike in every spelling. */
  phone?: string;
  /** Number of an account, an ad, a banner, a club or a payment. */
  number?: number;
  message?: number;
  report?: number;
  /** Ours. */
  uuid?: string;
  /** Without spaces: of a bank slip, a provider or a receipt. */
  reference?: string;
}

/** Alone, or after what people and our mails call it: «Inserat 20447», «Nummer 20447». */
const NUMBERED = /^(?:Inserat|Banner|Club|Konto|Kundin|Zahlung)?(?:Nr|Nummer)?#?(\d{1,15})$/i;

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** What is looked for, by the form of the text. */
export function wanted(typed: string): Wanted {
  const text = typed.trim();
  if (text.includes('@')) return { email: text.toLowerCase() };
  const found: Wanted = {};
  const plain = text.replace(/[\s.'’]/g, '');
  const set = <K extends keyof Wanted>(key: K, value: Wanted[K] | undefined) => {
    if (value !== undefined) found[key] = value;
  };
  set('message', numberIn(plain, /^S-?(\d{1,15})$/i));
  set('report', numberIn(plain, /^M-?(\d{1,15})$/i));
  set('number', numberIn(plain, NUMBERED));
  if (/^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i.test(plain)) found.uuid = plain.toLowerCase();
  const digits = text.replace(/\(0\)/, '').replace(/[\s()./+'’-]/g, '');
  if (/^\d{9,15}$/.test(digits)) found.phone = phoneEnding(digits);
  if (plain.length >= 4) found.reference = plain;
  if ([...text].length >= NAME_MIN && /\p{L}/u.test(text)) found.name = text.toLowerCase();
  return found;
}

/** `l•••@example.ch` (BOF-69). */
export const maskedEmail = (email: string): string => {
  const [first = ''] = email;
  return `${first}•••${email.slice(email.lastIndexOf('@'))}`;
};
