import { isIBANValid, isQRIBAN } from 'swissqrbill/utils';
import { z } from 'zod';

/** From the published examples of the QR-bill; nobody's account. */
const EXAMPLE_IBAN = 'CH5800791123000889012';

const iban = z
  .string()
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(
    (text) => /^(CH|LI)\d{7}[A-Z\d]{12}$/.test(text) && isIBANValid(text),
    'an IBAN of Switzerland or Liechtenstein',
  );

/** Settings of bank transfers. */
export const bankSettings = {
  BANK_IBAN: iban
    .refine((text) => !isQRIBAN(text), 'the ordinary IBAN; a QR-IBAN is BANK_QR_IBAN')
    .default(EXAMPLE_IBAN),
  BANK_QR_IBAN: iban.refine(isQRIBAN, 'a QR-IBAN').optional(),
};
const all = z.object(bankSettings);

export interface BankSettings {
  /** Where the money arrives, as statements name the account. */
  iban: string;
  /** With it, payment slips carry the references of 27 digits that go with it. */
  qrIban: string | undefined;
}

export const bankConfig = (values: z.output<typeof all>): BankSettings => ({
  iban: values.BANK_IBAN,
  qrIban: values.BANK_QR_IBAN,
});

export const bankProblems = (values: z.output<typeof all>, production: boolean): string[] =>
  production && values.BANK_IBAN === EXAMPLE_IBAN ? ['BANK_IBAN is missing'] : [];
