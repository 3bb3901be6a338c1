import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('paper', {
    file: 'zahlungen',
    about: 'Deine Belege und Monatsauszüge; die Dateien sind in belege/.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      kind: 'Beleg, Korrektur oder Monatsauszug',
      number: 'Nummer des Belegs',
      month: 'Monat',
      payment_id: 'Zahlung',
      refund_id: 'Rückzahlung',
      content: 'was darin steht',
      hash: null,
      created_at: 'wann ausgestellt',
    },
    where: ofAccount,
  }),
  ownTable('paper_due', {
    file: 'zahlungen',
    about: 'Belege, die noch ausgestellt werden.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      kind: 'Art',
      subject: 'worüber',
      due_at: 'wann fällig',
    },
    where: ofAccount,
  }),
];
