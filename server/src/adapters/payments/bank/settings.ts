import { isIBANValid, isQRIBAN } from 'swissqrbill/utils';
import { z } from 'zod';
import { defineSettings } from '../../../platform/settings.ts';

/** From the published examples of the QR-bill; nobody's account. */
const EXAMPLE_IBAN = 'CH5800791123000889012';

const iban = z
  .string()
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(
    (text) => /^(CH|LI)\d{7}[A-Z\d]{12}$/.test(text) && isIBANValid(text),
    'an IBAN of Switzerland or Liechtenstein',
  );

export interface BankSettings {
  /** Where the money arrives, as statements name the account. */
  iban: string;
  /** With it, payment slips carry QR references of 27 digits. */
  qrIban: string | undefined;
}

export const bankSettings = defineSettings({
  shape: {
    BANK_IBAN: iban
      .refine((text) => !isQRIBAN(text), 'the ordinary IBAN; a QR-IBAN is BANK_QR_IBAN')
      .default(EXAMPLE_IBAN),
    BANK_QR_IBAN: iban.refine(isQRIBAN, 'a QR-IBAN').optional(),
  },
  problems: (values, mode) =>
    mode === 'production' && values.BANK_IBAN === EXAMPLE_IBAN ? ['BANK_IBAN is missing'] : [],
  config: (values): BankSettings => ({ iban: values.BANK_IBAN, qrIban: values.BANK_QR_IBAN }),
});
