import { createHash } from 'node:crypto';
import {
  calculateQRReferenceChecksum,
  calculateSCORReferenceChecksum,
  isQRReferenceValid,
  isSCORReferenceValid,
} from 'swissqrbill/utils';

/** SCOR: ISO 11649, for an ordinary IBAN. QRR: the 27 digits that go with a QR-IBAN. */
export type ReferenceKind = 'SCOR' | 'QRR';

const DIGITS = { SCOR: 20, QRR: 26 } as const;

/**
 * The reference of a payment or refund, derived from its id. Digits only, because people type it.
 */
export function referenceOf(id: string, kind: ReferenceKind): string {
  const hash = BigInt(`0x${createHash('sha256').update(`bank/${id}`).digest('hex')}`);
  const digits = String(hash % 10n ** BigInt(DIGITS[kind])).padStart(DIGITS[kind], '0');
  return kind === 'QRR'
    ? digits + calculateQRReferenceChecksum(digits)
    : `RF${calculateSCORReferenceChecksum(digits)}${digits}`;
}

/** A reference without its spaces; null when the check digits are wrong. */
export function readReference(text: string): string | null {
  const tidy = text.replace(/\s/g, '').toUpperCase();
  const valid = tidy.startsWith('RF')
    ? SCOR.test(tidy) && isSCORReferenceValid(tidy)
    : isQRReferenceValid(tidy);
  return valid ? tidy : null;
}

const SCOR = /^RF\d{2}[A-Z\d]{1,21}$/;

/** Complete references in a free-text message, with or without spaces. */
const WRITTEN = /(?<![A-Z\d])(?:RF(?: ?\d){22}|\d(?: ?\d){26})(?![A-Z\d])/gi;

export const referencesIn = (text: string): string[] => [
  ...new Set(
    [...text.replace(/\s+/g, ' ').matchAll(WRITTEN)].flatMap(
      ([found]) => readReference(found) ?? [],
    ),
  ),
];
