import { sql } from 'kysely';
import { type Owner, type OwnTable, ownTable } from '../../../platform/own-data.ts';

const paymentsOf = ({ accountId }: Owner) =>
  sql`(select id from payment where account_id = ${accountId})`;

/** The tables of bank transfers that hold data of an account. */
export const bankTables: readonly OwnTable[] = [
  ownTable('bank_slip', {
    file: 'zahlungen',
    about: 'Deine QR-Rechnungen.',
    fields: {
      payment_id: 'Zahlung',
      reference: 'Referenz',
      amount_rappen: 'Betrag in Rappen',
      created_at: 'wann erstellt',
    },
    where: (owner) => sql`payment_id in ${paymentsOf(owner)}`,
  }),
  ownTable('bank_entry', {
    file: 'zahlungen',
    about: 'Buchungen unserer Bank zu deinen Zahlungen.',
    instead: { booked_on: () => sql`booked_on::text` },
    fields: {
      id: 'Nummer',
      payment_id: 'Zahlung',
      refund_id: 'Rückzahlung',
      import_id: 'Nummer des Kontoauszugs',
      key: null,
      bank_ref: 'Nummer der Bank',
      reference: 'Referenz',
      booked_on: 'gebucht am',
      credit: 'true für einen Eingang',
      reversal: 'true für eine Stornierung',
      currency: 'Währung',
      amount_rappen: 'Betrag in Hundertsteln der Währung',
      handled_at: 'wann von uns bearbeitet',
      outcome: 'was daraus wurde',
    },
    where: (owner) => sql`payment_id in ${paymentsOf(owner)}`,
  }),
  ownTable('bank_refund', {
    file: 'zahlungen',
    about: 'Rückzahlungen über unsere Bank.',
    fields: {
      refund_id: 'Rückzahlung',
      payment_id: 'Zahlung',
      reference: 'Referenz',
      amount_rappen: 'Betrag in Rappen',
      ordered_at: 'wann bei der Bank bestellt',
      paid_at: 'wann ausgeführt',
    },
    where: (owner) => sql`payment_id in ${paymentsOf(owner)}`,
  }),
];
