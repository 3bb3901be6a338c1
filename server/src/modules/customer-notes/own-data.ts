import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';
import { textColumn } from './store.ts';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('customer_note', {
    file: 'protokoll',
    about: 'Notizen unseres Teams zu deinem Konto.',
    fields: {
      id: 'Nummer der Notiz',
      account_id: 'Nummer deines Kontos',
      staff_id: null,
      text: 'die Notiz',
      written_at: 'wann geschrieben',
      struck_at: 'wann durchgestrichen',
    },
    encrypted: [textColumn],
    where: ofAccount,
  }),
];
